use std::fmt::Write as _;
use std::io::{self, Write};

use tautline::geometry::Point;

use super::canvas::{Canvas, Curve, Disc, Stroke, Trace};
use super::form::Form;
use super::layers::Layer;
use super::layout::Layout;
use super::outlines::outlines;
use super::palette::{BACKGROUND, FLOOR, INK, Paint};
use super::traces::outline;
use crate::Scene;
use crate::number::number;
use crate::plane::Plane;

/// A picture as text. Units are pixels; inside the map's own group one unit is one tile.
pub(super) struct Svg<'a> {
    out: &'a mut dyn Write,
    layout: Layout,
    /// The width and height of the map, in tiles.
    size: (f64, f64),
    caption: String,
}

impl<'a> Svg<'a> {
    pub(super) fn begin(scene: &Scene<'_>, layout: Layout, out: &'a mut dyn Write) -> io::Result<Self> {
        let caption = escaped(&scene.caption);
        let [width, height] = [layout.width, layout.height].map(number);
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#,
        )?;
        if !caption.is_empty() {
            writeln!(out, "<title>{caption}</title>")?;
        }
        let round = number(layout.margin / 2.0);
        writeln!(out, r#"<rect width="{width}" height="{height}" rx="{round}" fill="{BACKGROUND}"/>"#)?;
        let (margin, cell) = (number(layout.margin), number(layout.cell));
        writeln!(out, r#"<g transform="translate({margin} {margin}) scale({cell})">"#)?;
        Ok(Self { out, layout, size: Plane::of(scene.map).size(), caption })
    }

    pub(super) fn end(self) -> io::Result<()> {
        let Self { out, layout: Layout { cell, margin, font, .. }, size, caption } = self;
        writeln!(out, "</g>")?;
        if !caption.is_empty() {
            writeln!(
                out,
                r#"<text x="{}" y="{}" font-family="system-ui,sans-serif" font-size="{}" fill="{INK}">{caption}</text>"#,
                number(margin),
                number(size.1 * cell + 2.0 * margin + 0.8 * font),
                number(font),
            )?;
        }
        writeln!(out, "</svg>")
    }
}

impl Canvas for Svg<'_> {
    type Error = io::Error;

    fn tiles(&mut self, form: Form, layers: impl Iterator<Item = Layer>) -> io::Result<()> {
        let (across, down) = form.unit();
        match form {
            Form::Square => {
                let (width, height) = self.size;
                writeln!(self.out, r#"<rect width="{width}" height="{height}" fill="{FLOOR}"/>"#)?;
                writeln!(self.out, r#"<g shape-rendering="crispEdges">"#)?;
            }
            Form::Brick => writeln!(
                self.out,
                r#"<g shape-rendering="crispEdges" transform="scale({across} {down:.8})">"#
            )?,
            Form::Hexagon => writeln!(self.out, r#"<g transform="scale({across} {down:.8})">"#)?,
        }
        for layer in layers {
            for (outline, paint) in outlines(&layer, form).iter().zip(&layer.paints) {
                if !outline.is_empty() {
                    writeln!(self.out, r#"<path {} d="{outline}"/>"#, fill(*paint))?;
                }
            }
        }
        writeln!(self.out, "</g>")
    }

    fn line(&mut self, points: &[Point], stroke: Stroke) -> io::Result<()> {
        let points: Vec<String> =
            points.iter().map(|point| format!("{},{}", number(point.x), number(point.y))).collect();
        let (points, Stroke { colour, width }) = (points.join(" "), stroke);
        let width = number(width);
        writeln!(
            self.out,
            r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
        )
    }

    fn traces(&mut self, traces: impl Iterator<Item = Trace>, width: f64) -> io::Result<()> {
        let width = number(width);
        writeln!(
            self.out,
            r#"<g fill="none" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round">"#
        )?;
        for trace in traces {
            writeln!(self.out, r#"<path stroke="{}" d="{}"/>"#, trace.colour, outline(&trace))?;
        }
        writeln!(self.out, "</g>")
    }

    fn curve(&mut self, Curve { from, bend, to }: Curve, stroke: Stroke) -> io::Result<()> {
        let [from, bend, to] = [from, bend, to].map(place);
        let ([dash, gap], Stroke { colour, width }) = (stroke.dashes().map(number), stroke);
        let width = number(width);
        writeln!(
            self.out,
            r#"<path d="M{from}Q{bend} {to}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dash} {gap}" stroke-linecap="round"/>"#
        )
    }

    fn polygons(&mut self, polygons: &[Vec<Point>], paint: Paint) -> io::Result<()> {
        let mut outline = String::new();
        for polygon in polygons {
            for (index, &corner) in polygon.iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = write!(outline, "{}{}", if index == 0 { 'M' } else { 'L' }, place(corner));
            }
            outline.push('Z');
        }
        if outline.is_empty() {
            return Ok(());
        }
        writeln!(self.out, r#"<path {} d="{outline}"/>"#, fill(paint))
    }

    fn disc(&mut self, centre: Point, Disc { paint, radius, rim }: Disc) -> io::Result<()> {
        let [x, y, radius] = [centre.x, centre.y, radius].map(number);
        write!(self.out, r#"<circle cx="{x}" cy="{y}" r="{radius}" {}"#, fill(paint))?;
        if rim > 0.0 {
            write!(self.out, r##" stroke="#fff" stroke-width="{}""##, number(rim))?;
        }
        writeln!(self.out, "/>")
    }
}

fn fill(Paint { colour, opacity }: Paint) -> String {
    if opacity < 1.0 {
        format!(r#"fill="{colour}" fill-opacity="{}""#, number(opacity))
    } else {
        format!(r#"fill="{colour}""#)
    }
}

fn place(Point { x, y }: Point) -> String {
    format!("{} {}", number(x), number(y))
}

/// The text without what means something else in XML or is not allowed there.
fn escaped(text: &str) -> String {
    let allowed = |character: &char| !character.is_control() && !matches!(character, '\u{fffe}' | '\u{ffff}');
    let text: String = text.chars().filter(allowed).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
