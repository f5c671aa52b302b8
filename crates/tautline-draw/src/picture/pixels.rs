use std::convert::Infallible;

use tautline::geometry::Point;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, PremultipliedColorU8, StrokeDash, Transform,
};

use super::canvas::{Canvas, Curve, Disc, Stroke, Trace};
use super::form::Form;
use super::layers::Layer;
use super::layout::Layout;
use super::palette::{BACKGROUND, Colour, FLOOR, Paint};
use super::regions::blocks;
use crate::plane::Plane;
use crate::{DrawError, Scene};

/// A picture as pixels.
pub(super) struct Pixels {
    pixmap: Pixmap,
    layout: Layout,
    plane: Plane,
}

impl Pixels {
    /// The background; an error if there would be too many pixels.
    pub(super) fn begin(scene: &Scene<'_>, layout: Layout) -> Result<Self, DrawError> {
        let (width, height) = (layout.width as u32, layout.height as u32);
        let too_large = DrawError::TooLarge { width, height };
        if width.max(height) > DrawError::MOST_PIXELS {
            return Err(too_large);
        }
        let pixmap = Pixmap::new(width, height).ok_or(too_large)?;
        let mut pixels = Self { pixmap, layout, plane: Plane::of(scene.map) };
        pixels.fill(rounded(width as f32, height as f32, layout.margin as f32 / 2.0), BACKGROUND.into());
        Ok(pixels)
    }

    pub(super) fn png(self) -> Result<Vec<u8>, DrawError> {
        self.pixmap.encode_png().map_err(|error| DrawError::Encoding(error.to_string()))
    }

    /// From tiles to pixels.
    fn transform(&self) -> Transform {
        let (cell, margin) = (self.layout.cell as f32, self.layout.margin as f32);
        Transform::from_row(cell, 0.0, 0.0, cell, margin, margin)
    }

    /// Fills what a path in pixels encloses.
    fn fill(&mut self, path: Option<Path>, paint: Paint) {
        if let Some(path) = path {
            let identity = Transform::identity();
            self.pixmap.fill_path(&path, &solid(paint), FillRule::Winding, identity, None);
        }
    }

    /// Draws along a path in tiles.
    fn stroke(&mut self, path: Option<Path>, colour: Colour, width: f64, dash: Option<StrokeDash>) {
        if let Some(path) = path {
            let stroke = tiny_skia::Stroke {
                width: width as f32,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash,
                ..tiny_skia::Stroke::default()
            };
            self.pixmap.stroke_path(&path, &solid(colour.into()), &stroke, self.transform(), None);
        }
    }

    /// Fills a rectangle, given in tiles, with edges between pixels.
    fn fill_rectangle(&mut self, [x, y, width, height]: [f64; 4], paint: Paint) {
        let Layout { cell, margin, .. } = self.layout;
        let edge = |at: f64| (margin + at * cell).round() as usize;
        let columns = edge(x)..edge(x + width).min(self.pixmap.width() as usize);
        let stride = self.pixmap.width() as usize;
        let rows = self.pixmap.pixels_mut().chunks_mut(stride);
        for row in rows.take(edge(y + height)).skip(edge(y)) {
            for pixel in row.get_mut(columns.clone()).unwrap_or_default() {
                *pixel = mixed(*pixel, paint);
            }
        }
    }
}

impl Canvas for Pixels {
    type Error = Infallible;

    fn tiles(&mut self, form: Form, layers: impl Iterator<Item = Layer>) -> Result<(), Infallible> {
        if form == Form::Square {
            let (width, height) = self.plane.size();
            self.fill_rectangle([0.0, 0.0, width, height], FLOOR.into());
        }
        let (across, down) = form.unit();
        let transform = self.transform().pre_scale(across as f32, down as f32);
        for layer in layers {
            blocks(&layer.classes, layer.width, form.merging(), |block| {
                let paint = layer.paints[usize::from(block.class) - 1];
                if form == Form::Hexagon {
                    for x in block.x..block.x + block.width {
                        let corners = Form::hexagon(x, block.y).map(|(x, y)| (x as f32, y as f32));
                        self.fill(polygon(corners).and_then(|path| path.transform(transform)), paint);
                    }
                } else {
                    let [x, y, width, height] = form.rectangle(block).map(|side| side as f64);
                    self.fill_rectangle([x * across, y * down, width * across, height * down], paint);
                }
            });
        }
        Ok(())
    }

    fn line(&mut self, points: &[Point], stroke: Stroke) -> Result<(), Infallible> {
        self.stroke(through(points.iter().copied().map(pair)).finish(), stroke.colour, stroke.width, None);
        Ok(())
    }

    fn traces(&mut self, traces: impl Iterator<Item = Trace>, width: f64) -> Result<(), Infallible> {
        for Trace { lines, colour } in traces {
            for line in lines {
                self.line(&line, Stroke { colour, width })?;
            }
        }
        Ok(())
    }

    fn curve(&mut self, Curve { from, bend, to }: Curve, stroke: Stroke) -> Result<(), Infallible> {
        let ((bend_x, bend_y), (x, y)) = (pair(bend), pair(to));
        let mut path = through([pair(from)]);
        path.quad_to(bend_x, bend_y, x, y);
        let dash = StrokeDash::new(stroke.dashes().map(|length| length as f32).to_vec(), 0.0);
        self.stroke(path.finish(), stroke.colour, stroke.width, dash);
        Ok(())
    }

    fn polygons(&mut self, polygons: &[Vec<Point>], paint: Paint) -> Result<(), Infallible> {
        let transform = self.transform();
        for corners in polygons {
            let path = polygon(corners.iter().copied().map(pair));
            self.fill(path.and_then(|path| path.transform(transform)), paint);
        }
        Ok(())
    }

    fn disc(&mut self, centre: Point, Disc { paint, radius, rim }: Disc) -> Result<(), Infallible> {
        let circle = PathBuilder::from_circle(centre.x as f32, centre.y as f32, radius as f32);
        let transform = self.transform();
        self.fill(circle.clone().and_then(|path| path.transform(transform)), paint);
        if rim > 0.0 {
            self.stroke(circle, Colour([0xff; 3]), rim, None);
        }
        Ok(())
    }
}

fn solid(Paint { colour: Colour([red, green, blue]), opacity }: Paint) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint::default();
    paint.set_color_rgba8(red, green, blue, (255.0 * opacity).round() as u8);
    paint
}

/// A pixel of the map, where nothing is transparent, after it has been painted over.
fn mixed(pixel: PremultipliedColorU8, Paint { colour, opacity }: Paint) -> PremultipliedColorU8 {
    let [red, green, blue] = colour.0;
    let mix = |old: u8, new: u8| (f64::from(old) + opacity * (f64::from(new) - f64::from(old))).round() as u8;
    PremultipliedColorU8::from_rgba(
        mix(pixel.red(), red),
        mix(pixel.green(), green),
        mix(pixel.blue(), blue),
        u8::MAX,
    )
    .unwrap_or(pixel)
}

/// A path from point to point.
fn through(points: impl IntoIterator<Item = (f32, f32)>) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (index, (x, y)) in points.into_iter().enumerate() {
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path
}

fn polygon(corners: impl IntoIterator<Item = (f32, f32)>) -> Option<Path> {
    let mut path = through(corners);
    path.close();
    path.finish()
}

/// A rectangle with round corners.
fn rounded(width: f32, height: f32, radius: f32) -> Option<Path> {
    let (right, bottom) = (width - radius, height - radius);
    let mut path = through([(radius, 0.0), (right, 0.0)]);
    path.quad_to(width, 0.0, width, radius);
    path.line_to(width, bottom);
    path.quad_to(width, height, right, height);
    path.line_to(radius, height);
    path.quad_to(0.0, height, 0.0, bottom);
    path.line_to(0.0, radius);
    path.quad_to(0.0, 0.0, radius, 0.0);
    path.close();
    path.finish()
}

fn pair(Point { x, y }: Point) -> (f32, f32) {
    (x as f32, y as f32)
}
