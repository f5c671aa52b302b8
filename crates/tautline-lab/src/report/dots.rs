use plotters::prelude::*;

use super::axis::{Axis, Scale, label};
use super::comparison::{Figures, Measured};
use super::plot::{Drawn, Paper, Side, draw_across, draw_legend, line, mark, svg, width, write};
use super::{Comparison, Figure};
use crate::LabError;
use crate::harness::{Records, quantile};
use crate::units::thousands;

/// How wide the plot is, how high a row, and what lies above and below the rows.
const WIDTH: i32 = 600;
const ROW: i32 = 32;
const ABOVE: i32 = 66;
const BELOW: i32 = 66;

/// How much room the numbers at the right take.
const NUMBERS: i32 = 92;

/// Which part of the queries lies below the beginning of a bar, below its mark and below its end.
const PARTS: [f64; 3] = [0.1, 0.5, 0.9];

/// Draws how many places planners expand for a query: a row for each, from the fewest to the most.
pub fn expansions(records: &Records, comparison: &Comparison<'_>) -> Result<Figure, LabError> {
    let measured = comparison.measured(records)?;
    let title = format!("Expansions for a query, {}", comparison.subject);
    let is_none = |one: &Figures<'_>| one.expansions.first() == Some(&0.0);
    let none =
        if measured.planners.iter().any(is_none) { " No expansion at all is drawn as one." } else { "" };
    let caption = format!(
        "The mark and the number are the median over the {} queries that all of these planners solved; the bar goes from the \
         tenth part with the fewest expansions to the tenth with the most. The scale is logarithmic.{none}",
        thousands(measured.queries as u64)
    );
    let size = (WIDTH, ABOVE + ROW * measured.planners.len() as i32 + BELOW);
    let svg = svg(&title, size, |paper| draw(paper, &measured))?;
    Ok(Figure { title, caption, command: comparison.command.into(), svg })
}

/// A planner with the numbers of its bar.
type Row<'a> = (&'a Figures<'a>, [f64; 3]);

fn draw(paper: &Paper<'_>, measured: &Measured<'_>) -> Drawn {
    let parts = |one: &Figures<'_>| PARTS.map(|part| quantile(&one.expansions, part).unwrap_or_default());
    let mut rows: Vec<Row<'_>> = measured.planners.iter().map(|one| (one, parts(one))).collect();
    rows.sort_by(|(_, one), (_, other)| one[1].total_cmp(&other[1]));
    let names = rows.iter().map(|(one, _)| width(one.name)).max().unwrap_or_default();
    let (left, right) = (names + 24, WIDTH - NUMBERS);
    let numbers = rows.iter().flat_map(|(_, parts)| parts.map(|number| number.max(1.0)));
    let across = Axis::new(Scale::Logarithmic, numbers, (left, right));
    let bottom = ABOVE + ROW * rows.len() as i32;
    draw_legend(paper, rows.iter().map(|(one, _)| one.look), (10, 16))?;
    write(paper, "median", (WIDTH - 10, ABOVE - 16), Side::Left)?;
    draw_across(paper, &across, (ABOVE, bottom), label)?;
    line(paper, (left, bottom), (right, bottom), BLACK)?;
    write(paper, "expansions for a query", (i32::midpoint(left, right), bottom + 34), Side::Below)?;
    for (number, (one, parts)) in (0..).zip(&rows) {
        let y = ABOVE + ROW * number + ROW / 2;
        let [least, median, most] = parts.map(|number| across.pixel(number.max(1.0)));
        line(paper, (least, y), (most, y), one.look.colour().stroke_width(3))?;
        mark(paper, one.look, (median, y))?;
        write(paper, one.name, (left - 12, y), Side::Left)?;
        write(paper, &shown(parts[1]), (WIDTH - 10, y), Side::Left)?;
    }
    Ok(())
}

/// A median, which may lie between two numbers.
fn shown(number: f64) -> String {
    if number < 1000.0 { label((2.0 * number).round() / 2.0) } else { thousands(number.round() as u64) }
}

#[cfg(test)]
mod tests {
    use tautline::engine::Registry;

    use super::*;
    use crate::harness::Record;
    use crate::harness::records::tests::record;

    #[test]
    fn rows_go_from_the_fewest_to_the_most() {
        let planners = [("astar", "A*"), ("anya", "Anya"), ("jps", "JPS")];
        let expanded = [[1000, 4000], [3, 4], [0, 90]];
        let records = planners.iter().zip(expanded).flat_map(|(&(planner, _), expanded)| {
            (0..)
                .zip(expanded)
                .map(move |(world, expanded)| Record { expanded, ..record("rooms", world, planner, 5.0) })
        });
        let comparison = Comparison {
            registry: &Registry::core(),
            subject: "rooms",
            settings: &["rooms"],
            planners: &planners,
            command: "c",
        };
        let figure = expansions(&Records::new(records), &comparison).unwrap();
        let place = |text: &str| {
            figure.svg.find(&format!("\n{text}\n")).unwrap_or_else(|| panic!("{text}: {}", figure.svg))
        };
        let order = ["Anya", "3.5", "JPS", "45", "A*", "2,500"].map(place);
        assert!(order.is_sorted(), "{order:?}");
        assert!(figure.caption.ends_with("No expansion at all is drawn as one."), "{}", figure.caption);
        assert_eq!((figure.title.as_str(), figure.command.as_str()), ("Expansions for a query, rooms", "c"));
    }
}
