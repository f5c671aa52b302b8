//! What all plots have.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Axis;
use super::looks::Look;
use crate::LabError;

/// What is drawn on.
pub(super) type Paper<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What comes of drawing.
pub(super) type Drawn = Result<(), Box<dyn Error>>;

/// The size of letters, of which plotters makes four fifths.
pub(super) const LETTERS: i32 = 20;

/// Lines that help to read off numbers.
const HELP: RGBColor = RGBColor(222, 222, 222);

/// How much room there is between the two entries of a legend, in pixels.
const BETWEEN: i32 = 26;

/// A drawing of this size on white, as SVG. The title is for messages.
pub(super) fn svg(
    title: &str,
    size: (i32, i32),
    draw: impl FnOnce(&Paper<'_>) -> Drawn,
) -> Result<String, LabError> {
    let mut svg = String::new();
    let drawn = || -> Drawn {
        let size = (size.0.unsigned_abs(), size.1.unsigned_abs());
        let paper = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        paper.fill(&WHITE)?;
        draw(&paper)?;
        paper.present()?;
        Ok(())
    };
    drawn().map_err(|error| LabError::Picture { picture: title.into(), problem: error.to_string() })?;
    Ok(svg)
}

/// Where a text lies from the place that it is written at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    Above,
    Below,
}

/// Writes beside a place.
pub(super) fn write(paper: &Paper<'_>, text: &str, place: (i32, i32), side: Side) -> Drawn {
    let position = match side {
        Side::Left => Pos::new(HPos::Right, VPos::Center),
        Side::Right => Pos::new(HPos::Left, VPos::Center),
        Side::Above => Pos::new(HPos::Center, VPos::Bottom),
        Side::Below => Pos::new(HPos::Center, VPos::Top),
    };
    let style = TextStyle::from(("sans-serif", LETTERS)).pos(position);
    paper.draw(&Text::new(text.to_owned(), place, style))?;
    Ok(())
}

/// How wide a text is, about: there is no font to measure it with.
pub(super) fn width(text: &str) -> i32 {
    (text.chars().count() as f64 * 0.45 * f64::from(LETTERS)).ceil() as i32
}

/// Draws a line.
pub(super) fn line(
    paper: &Paper<'_>,
    from: (i32, i32),
    to: (i32, i32),
    style: impl Into<ShapeStyle>,
) -> Drawn {
    paper.draw(&PathElement::new([from, to], style))?;
    Ok(())
}

/// Lines up from the numbers of an axis, which is at the bottom, and the numbers below.
pub(super) fn draw_across(
    paper: &Paper<'_>,
    axis: &Axis,
    (top, bottom): (i32, i32),
    label: impl Fn(f64) -> String,
) -> Drawn {
    for &tick in &axis.ticks {
        let x = axis.pixel(tick);
        line(paper, (x, top), (x, bottom), HELP)?;
        write(paper, &label(tick), (x, bottom + 7), Side::Below)?;
    }
    Ok(())
}

/// Lines across from the numbers of an axis, which is at the left, and the numbers beside it.
pub(super) fn draw_up(
    paper: &Paper<'_>,
    axis: &Axis,
    (left, right): (i32, i32),
    label: impl Fn(f64) -> String,
) -> Drawn {
    for &tick in &axis.ticks {
        let y = axis.pixel(tick);
        line(paper, (left, y), (right, y), HELP)?;
        write(paper, &label(tick), (left - 7, y), Side::Left)?;
    }
    Ok(())
}

/// Draws the mark of a planner.
pub(super) fn mark(paper: &Paper<'_>, look: Look, place: (i32, i32)) -> Drawn {
    let corners: Vec<_> =
        look.marker().iter().map(|&(x, y)| (place.0 + x * 5 / 4, place.1 + y * 5 / 4)).collect();
    paper.draw(&Polygon::new(corners, look.colour().filled()))?;
    Ok(())
}

/// Draws a row with each of the looks once.
pub(super) fn draw_legend(
    paper: &Paper<'_>,
    looks: impl Iterator<Item = Look>,
    (mut x, y): (i32, i32),
) -> Drawn {
    let mut looks: Vec<Look> = looks.collect();
    looks.sort_unstable();
    looks.dedup();
    for look in looks {
        mark(paper, look, (x + 6, y))?;
        write(paper, look.name(), (x + 18, y), Side::Right)?;
        x += 18 + width(look.name()) + BETWEEN;
    }
    Ok(())
}
