//! Lines on logarithmic axes, as pictures that can be read without colours, too.

use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use crate::LabError;

/// The size of a picture.
const SIZE: (u32, u32) = (640, 460);

/// How much room there is for the names on the right at least, and how far they are apart.
const LEGEND_WIDTH: u32 = 170;
const LEGEND_ROW: i32 = 24;

/// Where a name begins there, and how wide a letter of it is at most, on the average.
const LEGEND_NAME: (u32, u32) = (48, 10);

/// As many letters of the caption fit on a line.
const CAPTION_WIDTH: usize = 92;

/// How high a line of the caption is.
const CAPTION_LINE: u32 = 16;

/// How many lines of a chart can be told apart.
pub(crate) const LOOKS: usize = 7;

/// Colours that colour-blind readers can tell apart (Okabe and Ito).
pub(crate) const COLOURS: [RGBColor; LOOKS] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// How long dashes are and how far apart, in pixels: the first line is solid.
const DASHES: [(u32, u32); LOOKS] = [(10_000, 1), (14, 4), (8, 4), (4, 4), (2, 6), (20, 10), (8, 12)];

/// The corners of the markers around their middles, in pixels: a square, a diamond, a triangle that stands and one that hangs, a
/// plus sign, an octagon, an hourglass.
pub(crate) const MARKERS: [&[(i32, i32)]; LOOKS] = [
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
    &[(-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2), (-5, -2)],
    &[(-5, -6), (5, -6), (1, 0), (5, 6), (-5, 6), (-1, 0)],
];

/// A picture of some lines.
pub(crate) struct Chart<'a> {
    /// What it is about.
    pub(crate) title: &'a str,
    /// What is along the horizontal axis.
    pub(crate) x: &'a str,
    /// A number that the horizontal axis reaches in any case.
    pub(crate) x_reaches: Option<f64>,
    /// What is along the vertical axis.
    pub(crate) y: &'a str,
    /// A height that is marked by a line across.
    pub(crate) level: Option<f64>,
    /// The lines.
    pub(crate) lines: Vec<Line<'a>>,
}

/// A line of a chart.
pub(crate) struct Line<'a> {
    /// Its name in the legend.
    pub(crate) name: &'a str,
    /// The number of its colour, dashes and markers, from zero; those after the [last](LOOKS) look like the first ones again.
    pub(crate) look: usize,
    /// Where it leads along.
    pub(crate) points: Vec<(f64, f64)>,
}

impl Chart<'_> {
    /// The chart as SVG, with logarithmic axes, and below it the command that it was made by.
    pub(crate) fn svg(&self, command: &str) -> Result<String, LabError> {
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
        let points = || self.lines.iter().flat_map(|line| line.points.iter().copied());
        let x = decades(points().map(|(x, _)| x).chain(self.x_reaches));
        let y = decades(points().map(|(_, y)| y).chain(self.level));
        let mut chart = ChartBuilder::on(&picture)
            .caption(self.title, ("sans-serif", 20))
            .margin(12)
            .margin_right(self.legend_width())
            .x_label_area_size(56)
            .y_label_area_size(84)
            .build_cartesian_2d(with_ends(&x).log_scale(), with_ends(&y).log_scale())?;
        // Powers of ten are off by rounding.
        let number = |number: &f64| format!("{}", (number * 1e6).round() / 1e6);
        chart
            .configure_mesh()
            .x_desc(self.x)
            .y_desc(self.y)
            .x_label_formatter(&number)
            .y_label_formatter(&number)
            .light_line_style(WHITE)
            .label_style(("sans-serif", 19))
            .draw()?;
        if let Some(level) = self.level {
            chart.draw_series(LineSeries::new([(x.start, level), (x.end, level)], BLACK.mix(0.4)))?;
        }
        let end = |line: &Line<'_>| line.points.last().map_or(0, |last| chart.backend_coord(last).1);
        let ends: Vec<i32> = self.lines.iter().map(end).collect();
        let rows = apart(&ends, chart.plotting_area().get_pixel_range().1);
        for (Line { name, look, points }, y) in self.lines.iter().zip(rows) {
            let look = look % LOOKS;
            let (colour, marker, (dash, gap)) = (COLOURS[look], MARKERS[look], DASHES[look]);
            let style = colour.stroke_width(2);
            chart.draw_series(DashedLineSeries::new(points.clone(), dash, gap, style))?;
            let marked = |&point: &_| EmptyElement::at(point) + Polygon::new(marker, colour.filled());
            chart.draw_series(points.iter().map(marked))?;
            // The name is beside the plot, where it hides nothing, as near to the end of the line as there is room.
            let x = (SIZE.0 - self.legend_width()) as i32;
            picture.draw(&DashedPathElement::new([(x + 10, y), (x + 40, y)], dash, gap, style))?;
            picture.draw(&(EmptyElement::at((x + 25, y)) + Polygon::new(marker, colour.filled())))?;
            let place = (x + LEGEND_NAME.0 as i32, y - 10);
            picture.draw(&Text::new(*name, place, ("sans-serif", 19)))?;
        }
        root.present()?;
        Ok(())
    }

    fn legend_width(&self) -> u32 {
        let longest = self.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or_default();
        LEGEND_WIDTH.max(LEGEND_NAME.0 + LEGEND_NAME.1 * longest as u32)
    }
}

/// Heights near to these ones, but so far apart that names fit, and between two heights.
fn apart(heights: &[i32], between: Range<i32>) -> Vec<i32> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by_key(|&index| heights[index]);
    let mut rows = heights.to_vec();
    let mut least = between.start;
    for &index in &order {
        rows[index] = rows[index].max(least);
        least = rows[index] + LEGEND_ROW;
    }
    let mut most = between.end;
    for &index in order.iter().rev() {
        rows[index] = rows[index].min(most);
        most = rows[index] - LEGEND_ROW;
    }
    rows
}

/// The whole decades that numbers lie in, and one at least.
fn decades(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let ends = numbers.fold(None, |ends: Option<(f64, f64)>, number| {
        ends.map(|(least, most)| (least.min(number), most.max(number))).or(Some((number, number)))
    });
    let (least, most) = ends.unwrap_or((1.0, 1.0));
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
pub(crate) mod tests {
    use super::*;

    /// How many markers of a look a picture has.
    pub(crate) fn markers(svg: &str, look: usize) -> usize {
        let RGBColor(red, green, blue) = COLOURS[look];
        let colour = format!("#{red:02X}{green:02X}{blue:02X}");
        svg.lines().filter(|line| line.starts_with("<polygon") && line.contains(&colour)).count()
    }

    #[test]
    fn every_line_has_a_look_of_its_own() {
        let points = vec![(10.0, 3.0), (300.0, 20.0)];
        let names: Vec<_> = (0..LOOKS).map(|look| format!("line {look}")).collect();
        let lines = names
            .iter()
            .enumerate()
            .map(|(look, name)| Line { name, look, points: points.clone() })
            .collect();
        let chart = Chart { title: "Trial", x: "x", x_reaches: None, y: "y", level: None, lines };
        let svg = chart.svg("a command").unwrap();
        for (look, name) in names.iter().enumerate() {
            assert!(svg.contains(&format!("\n{name}\n")), "{name}: {svg}");
            assert_eq!(markers(&svg, look), points.len() + 1, "two points and the legend: {svg}");
            assert!(!DASHES[..look].contains(&DASHES[look]) && !MARKERS[..look].contains(&MARKERS[look]));
        }
        assert!(svg.contains("\n1000\n") && !svg.contains("\n1\n10\n"), "{svg}");
    }

    #[test]
    fn a_long_name_has_room() {
        let width = |name| {
            let lines = vec![Line { name, look: 0, points: Vec::new() }];
            Chart { title: "", x: "", x_reaches: None, y: "", level: None, lines }.legend_width()
        };
        assert_eq!((width("taut"), width("a name of thirty letters it is")), (LEGEND_WIDTH, 48 + 30 * 10));
    }

    #[test]
    fn names_lie_apart_and_near_to_their_lines() {
        assert_eq!(apart(&[100, 50, 104, 300, 299], 0..300), [100, 50, 124, 300, 276]);
        assert_eq!(apart(&[5, 3], 10..300), [34, 10]);
        assert_eq!(apart(&[], 0..300), [0; 0]);
    }

    #[test]
    fn axes_are_whole_decades() {
        let of = |numbers: &[f64]| decades(numbers.iter().copied());
        assert_eq!(of(&[0.3, 20.0]), 0.1..100.0);
        assert_eq!(of(&[2000.0]), 1000.0..10_000.0);
        assert_eq!(of(&[2000.0, 1.0]), 1.0..10_000.0);
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
