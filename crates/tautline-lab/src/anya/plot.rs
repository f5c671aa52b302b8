//! Figure 16 as pictures.

use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use super::figure::Panel;
use super::instances::BIN;
use super::planners::PLANNERS;
use crate::LabError;

/// The size of a picture.
const SIZE: (u32, u32) = (860, 560);

/// How much room there is for the legend on the right.
const LEGEND_WIDTH: u32 = 150;

/// As many letters of the caption fit on a line.
const CAPTION_WIDTH: usize = 110;

/// How high a line of the caption is.
const CAPTION_LINE: u32 = 16;

/// Colours that people who see few of them tell apart, too (Okabe and Ito).
const COLOURS: [RGBColor; PLANNERS.len()] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
];

/// How long dashes are and how far apart, in pixels: the first line is solid.
const DASHES: [(u32, u32); PLANNERS.len()] = [(10_000, 1), (14, 4), (8, 4), (4, 4), (2, 6)];

/// The corners of the markers around their middles, in pixels: a square, a diamond, a triangle that stands and one that hangs, a
/// plus sign.
const MARKERS: [&[(i32, i32)]; PLANNERS.len()] = [
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -6), (6, 0), (0, 6), (-6, 0)],
    &[(0, -6), (5, 4), (-5, 4)],
    &[(0, 6), (5, -4), (-5, -4)],
    &[
        (-1, -6),
        (1, -6),
        (1, -1),
        (6, -1),
        (6, 1),
        (1, 1),
        (1, 6),
        (-1, 6),
        (-1, 1),
        (-6, 1),
        (-6, -1),
        (-1, -1),
    ],
];

impl Panel {
    /// The panel as SVG, with logarithmic axes, and below it the command that it was made by.
    pub fn svg(&self, command: &str) -> Result<String, LabError> {
        let mut svg = String::new();
        let drawn = self.draw(SVGBackend::with_string(&mut svg, SIZE), command);
        drawn
            .map_err(|error| LabError::Picture { picture: self.title.into(), problem: error.to_string() })?;
        Ok(svg)
    }

    fn draw(&self, backend: SVGBackend<'_>, command: &str) -> Result<(), Box<dyn Error>> {
        let root = backend.into_drawing_area();
        root.fill(&WHITE)?;
        let caption = lines(command);
        let (picture, below) = root.split_vertically(SIZE.1 - CAPTION_LINE * caption.len() as u32 - 8);
        write_caption(&below, &caption)?;
        let places = || self.lines.iter().flat_map(|(_, medians)| medians.iter().map(place));
        let (x, y) = (decades(places().map(|(x, _)| x)), decades(places().map(|(_, y)| y)));
        let mut chart = ChartBuilder::on(&picture)
            .caption(self.title, ("sans-serif", 20))
            .margin(12)
            .margin_right(LEGEND_WIDTH)
            .x_label_area_size(42)
            .y_label_area_size(58)
            .build_cartesian_2d(with_ends(&x).log_scale(), with_ends(&y).log_scale())?;
        let number = |number: &f64| number.to_string();
        chart
            .configure_mesh()
            .x_desc("nodes expanded by A*")
            .y_desc("speed-up over A* (median)")
            .x_label_formatter(&number)
            .y_label_formatter(&number)
            .light_line_style(WHITE)
            .label_style(("sans-serif", 13))
            .draw()?;
        // As fast as A*.
        chart.draw_series(LineSeries::new([(x.start, 1.0), (x.end, 1.0)], BLACK.mix(0.4)))?;
        for (row, (name, medians)) in (0..).zip(&self.lines) {
            let look = PLANNERS.iter().position(|(_, other)| other == name).unwrap_or_default();
            let (colour, marker, (dash, gap)) = (COLOURS[look], MARKERS[look], DASHES[look]);
            let style = colour.stroke_width(2);
            let points: Vec<_> = medians.iter().map(place).collect();
            chart.draw_series(DashedLineSeries::new(points.clone(), dash, gap, style))?;
            let marked = |point| EmptyElement::at(point) + Polygon::new(marker, colour.filled());
            chart.draw_series(points.into_iter().map(marked))?;
            // The legend is beside the plot, where it hides nothing.
            let (x, y) = ((SIZE.0 - LEGEND_WIDTH) as i32, 60 + 20 * row);
            picture.draw(&DashedPathElement::new([(x + 10, y), (x + 40, y)], dash, gap, style))?;
            picture.draw(&(EmptyElement::at((x + 25, y)) + Polygon::new(marker, colour.filled())))?;
            picture.draw(&Text::new(*name, (x + 48, y - 6), ("sans-serif", 14)))?;
        }
        root.present()?;
        Ok(())
    }
}

/// Where the median of a bin is drawn: in the middle of the bin, as far as logarithms go.
fn place((&bin, &median): (&u32, &f64)) -> (f64, f64) {
    ((BIN as f64).powf(f64::from(bin) + 0.5), median)
}

/// The whole decades that numbers lie in, and one at least.
fn decades(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) =
        numbers.fold((1.0, 1.0), |(least, most): (f64, f64), number| (least.min(number), most.max(number)));
    let (first, last) = (least.log10().floor(), most.log10().ceil());
    10f64.powf(first)..10f64.powf(last.max(first + 1.0))
}

/// A little more on both sides, so that rounding costs no axis its last label.
fn with_ends(decades: &Range<f64>) -> Range<f64> {
    decades.start * 0.999..decades.end * 1.001
}

/// A text in lines that fit below the picture.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= CAPTION_WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn write_caption(area: &DrawingArea<SVGBackend<'_>, Shift>, lines: &[String]) -> Result<(), Box<dyn Error>> {
    for (number, line) in (0..).zip(lines) {
        let place = (14, number * CAPTION_LINE as i32);
        area.draw(&Text::new(line.clone(), place, ("monospace", 11)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::figure::panels;
    use crate::anya::instances::tests::record;
    use crate::anya::planners::ASTAR;
    use crate::harness::Records;

    #[test]
    fn a_picture_has_all_lines_a_legend_and_its_command() {
        let ranks = [20, 3000, 100_000];
        let records = (0..).zip(ranks).flat_map(|(query, rank)| {
            let answer = |planner, nanoseconds| record(("dao", 0, query), planner, (rank, nanoseconds, 1.0));
            let others =
                (2..).zip(PLANNERS).map(move |(factor, (planner, _))| answer(planner, 1000 * factor));
            others.chain([answer(ASTAR, 9000)]).collect::<Vec<_>>()
        });
        let panels = panels(&Records::new(records));
        let svg = panels[1].svg("tautline lab anya --maps \"a & b\"").unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        for part in [
            "\nDragon Age\n",
            "\nnodes expanded by A*\n",
            "\nspeed-up over A* (median)\n",
            "\n100000\n",
            "a &amp; b",
        ] {
            assert!(svg.contains(part), "{part} is missing in\n{svg}");
        }
        for ((_, name), colour) in PLANNERS.iter().zip(COLOURS) {
            assert!(svg.contains(&format!("\n{name}\n")), "{name}: {svg}");
            // A marker for each bin, and one in the legend.
            let colour = format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2);
            let is_marker = |line: &&str| line.starts_with("<polygon") && line.contains(&colour);
            assert_eq!(svg.lines().filter(is_marker).count(), ranks.len() + 1, "{name}: {svg}");
        }
    }

    #[test]
    fn axes_are_whole_decades() {
        let of = |numbers: &[f64]| decades(numbers.iter().copied());
        assert_eq!(of(&[0.3, 20.0]), 0.1..100.0);
        assert_eq!(of(&[2000.0]), 1.0..10_000.0);
        assert_eq!(of(&[1.0]), 1.0..10.0);
        assert_eq!(of(&[]), 1.0..10.0);
    }

    #[test]
    fn a_long_command_takes_several_lines() {
        let word = "x".repeat(60);
        assert_eq!(
            lines(&format!("{word} a b {word} {word}")),
            [format!("{word} a b"), word.clone(), word.clone()]
        );
        assert_eq!(lines("tautline lab anya"), ["tautline lab anya"]);
    }
}
