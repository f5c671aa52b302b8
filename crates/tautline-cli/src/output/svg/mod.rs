//! A plan as a picture: the map, what the search expanded coloured by its order, and the path.

mod palette;
mod regions;

use std::io::{self, Write};

use super::Plan;
use crate::draw::Scene;
use crate::run::{Verdict, Xy};
use crate::units;

use palette::{BACKGROUND, FLOOR, GOAL, INK, PATH, START, WALL, heat};
use regions::outlines;

/// How wide or high the map is at least, in pixels, where nothing scales it and its cells do not get too large by that.
const PIXELS: f64 = 960.0;
const LARGEST_CELL: f64 = 40.0;

/// Into how many colours the order of expansion is divided.
const SHADES: usize = 24;

/// Writes the picture. Units are pixels; inside the map's own group one unit is one cell.
pub(crate) fn write(plan: &Plan<'_>, out: &mut dyn Write) -> io::Result<()> {
    let scene = &plan.scene;
    let (width, height) = (f64::from(scene.grid.width()), f64::from(scene.grid.height()));
    let size = width.max(height);
    let caption = caption(plan);
    let cell = (PIXELS / size).clamp(1.0, LARGEST_CELL);
    let margin = (size * cell / 40.0).max(8.0);
    let font = (size * cell / 34.0).clamp(12.0, 28.0);
    // A character is a little more than half as wide as it is high.
    let text_width = 0.56 * font * caption.chars().count() as f64;
    let all_width = (width * cell).max(text_width) + 2.0 * margin;
    let all_height = height * cell + 3.0 * margin + font;
    let caption = escaped(&caption);
    let [all_width, all_height] = [all_width, all_height].map(|side| number(side.ceil()));
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {all_width} {all_height}" width="{all_width}" height="{all_height}" role="img">"#,
    )?;
    writeln!(out, "<title>{caption}</title>")?;
    let round = number(margin / 2.0);
    writeln!(out, r#"<rect width="{all_width}" height="{all_height}" rx="{round}" fill="{BACKGROUND}"/>"#)?;
    writeln!(out, r#"<g transform="translate({0} {0}) scale({1})">"#, number(margin), number(cell))?;
    writeln!(out, r#"<rect width="{width}" height="{height}" fill="{FLOOR}"/>"#)?;
    writeln!(out, r#"<g shape-rendering="crispEdges">"#)?;
    write_heat(scene, out)?;
    write_walls(scene, out)?;
    writeln!(out, "</g>")?;
    write_path(scene, (size / 220.0).max(0.24), out)?;
    writeln!(out, "</g>")?;
    writeln!(
        out,
        r#"<text x="{}" y="{}" font-family="system-ui,sans-serif" font-size="{}" fill="{INK}">{caption}</text>"#,
        number(margin),
        number(height * cell + 2.0 * margin + 0.8 * font),
        number(font),
    )?;
    writeln!(out, "</svg>")
}

fn caption(plan: &Plan<'_>) -> String {
    let result = match &plan.run.verdict {
        Verdict::Found(walk) => {
            format!("length {:.3} · {}", walk.cost, units::count(walk.turns, "turn", "turns"))
        }
        Verdict::Stopped { nearest, .. } => format!("stopped at length {:.3}", nearest.cost),
        other => other.name().to_owned(),
    };
    format!("{} · {result} · {} expanded", plan.selection, plan.run.stats.expanded)
}

/// The cells that were expanded, from the first to the last one.
fn write_heat(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (width, height) = (scene.grid.width() as usize, scene.grid.height() as usize);
    let mut shades = vec![0; width * height];
    for (order, &(x, y)) in scene.expanded.iter().enumerate() {
        // A place that was expanded again keeps its first shade; on the lower and right edge there may be no cell.
        if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y))
            && x < width
            && y < height
            && shades[y * width + x] == 0
        {
            shades[y * width + x] = 1 + (order * SHADES / scene.expanded.len()) as u8;
        }
    }
    for (shade, outline) in outlines(&shades, width, SHADES).iter().enumerate() {
        write_region(&heat(shade as f64 / (SHADES - 1) as f64), outline, out)?;
    }
    Ok(())
}

fn write_walls(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    let blocked: Vec<u8> = scene.grid.cells().map(|cell| scene.grid.is_blocked(cell).into()).collect();
    let outlines = outlines(&blocked, scene.grid.width() as usize, 1);
    outlines.iter().try_for_each(|outline| write_region(WALL, outline, out))
}

fn write_region(colour: &str, outline: &str, out: &mut dyn Write) -> io::Result<()> {
    if outline.is_empty() { Ok(()) } else { writeln!(out, r#"<path fill="{colour}" d="{outline}"/>"#) }
}

fn write_path(scene: &Scene<'_>, stroke: f64, out: &mut dyn Write) -> io::Result<()> {
    let shown = |(x, y): Xy| (number(f64::from(x) + scene.offset), number(f64::from(y) + scene.offset));
    let points: Vec<String> = turning_points(scene.path)
        .map(|place| {
            let (x, y) = shown(place);
            format!("{x},{y}")
        })
        .collect();
    if points.len() > 1 {
        let points = points.join(" ");
        let stroke = number(stroke);
        writeln!(
            out,
            r#"<polyline points="{points}" fill="none" stroke="{PATH}" stroke-width="{stroke}" stroke-linecap="round" stroke-linejoin="round"/>"#
        )?;
    }
    for (place, colour) in [(scene.start, START), (scene.goal, GOAL)] {
        let (x, y) = shown(place);
        let (radius, rim) = (number(1.5 * stroke), number(0.5 * stroke));
        writeln!(
            out,
            r##"<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" stroke="#fff" stroke-width="{rim}"/>"##
        )?;
    }
    Ok(())
}

/// The path without the places at which it goes straight on.
fn turning_points(path: &[Xy]) -> impl Iterator<Item = Xy> {
    let heading = |from: Xy, to: Xy| (to.0 - from.0, to.1 - from.1);
    let turns = move |index: usize| match (index.checked_sub(1), path.get(index + 1)) {
        (Some(before), Some(&next)) => heading(path[before], path[index]) != heading(path[index], next),
        _ => true,
    };
    path.iter().enumerate().filter(move |&(index, _)| turns(index)).map(|(_, &place)| place)
}

/// A number with at most two digits after the point.
fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
