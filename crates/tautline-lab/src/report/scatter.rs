use std::time::Duration;

use plotters::prelude::*;

use super::axis::{Axis, Scale, label};
use super::comparison::{Figures, Measured};
use super::labels::{Area, Name, placed};
use super::plot::{
    Drawn, LETTERS, Paper, Side, draw_across, draw_legend, draw_up, line, mark, svg, width, write,
};
use super::{Comparison, Figure};
use crate::LabError;
use crate::harness::Records;
use crate::units::{in_its_unit, thousands};

/// The size of the plot, and where the frame lies in it.
const SIZE: (i32, i32) = (600, 480);
const FRAME: Area = Area { left: 72, top: 66, right: 574, bottom: 408 };

/// How far the marks reach, and how far they stay from the frame.
const REACH: i32 = 9;
const INSET: i32 = 16;

/// Draws how long planners take against how long their paths are: a mark with a name for each.
pub fn length_against_time(records: &Records, comparison: &Comparison<'_>) -> Result<Figure, LabError> {
    let measured = comparison.measured(records)?;
    let title = format!("Length against time, {}", comparison.subject);
    let caption = format!(
        "Mean time of a query against the mean excess of its path over the shortest that any of these planners found, over the \
         {} queries that all of them solved. Farther left is faster, farther down is shorter: the best are in the lower left \
         corner. Times have a logarithmic scale.",
        thousands(measured.queries as u64)
    );
    let svg = svg(&title, SIZE, |paper| draw(paper, &measured))?;
    Ok(Figure { title, caption, command: comparison.command.into(), svg })
}

fn draw(paper: &Paper<'_>, measured: &Measured<'_>) -> Drawn {
    let planners = &measured.planners;
    let Layout { across, up, marks, names } = Layout::of(planners);
    draw_across(paper, &across, (FRAME.top, FRAME.bottom), time)?;
    draw_up(paper, &up, (FRAME.left, FRAME.right), |percent| format!("{} %", label(percent)))?;
    paper.draw(&Rectangle::new([(FRAME.left, FRAME.top), (FRAME.right, FRAME.bottom)], BLACK))?;
    draw_legend(paper, planners.iter().map(|one| one.look), (FRAME.left, 16))?;
    write(paper, "longer than the best path found (mean)", (FRAME.left, 46), Side::Right)?;
    let middle = i32::midpoint(FRAME.left, FRAME.right);
    write(paper, "time for a query (mean)", (middle, FRAME.bottom + 34), Side::Below)?;
    for (&place, name) in marks.iter().zip(&names) {
        if let Some(end) = name.leader {
            line(paper, place, end, RGBColor(110, 110, 110))?;
        }
    }
    for ((one, &place), name) in planners.iter().zip(&marks).zip(&names) {
        mark(paper, one.look, place)?;
        write(paper, one.name, name.from, name.side)?;
    }
    Ok(())
}

/// Where everything is.
struct Layout {
    across: Axis,
    up: Axis,
    marks: Vec<(i32, i32)>,
    names: Vec<Name>,
}

impl Layout {
    /// With as much room for names to the right of the marks as they need: none, if they fit between them.
    fn of(planners: &[Figures<'_>]) -> Self {
        let longest = planners.iter().map(|one| width(one.name)).max().unwrap_or_default();
        let tried = [0, longest / 2, longest].map(|room| Self::with_room(planners, room));
        let [first, others @ ..] = tried;
        others.into_iter().fold(first, |best, next| if next.1 < best.1 { next } else { best }).0
    }

    /// Also says how much is hidden.
    fn with_room(planners: &[Figures<'_>], room: i32) -> (Self, i64) {
        let seconds = |one: &Figures<'_>| one.time.max(1e-9);
        let right = FRAME.right - INSET - room;
        let across = Axis::new(Scale::Logarithmic, planners.iter().map(seconds), (FRAME.left + INSET, right));
        let percent = planners.iter().map(|one| one.excess);
        let up = Axis::new(Scale::Linear, percent, (FRAME.bottom - INSET, FRAME.top + INSET));
        let place = |one: &Figures<'_>| (across.pixel(seconds(one)), up.pixel(one.excess));
        let marks: Vec<_> = planners.iter().map(place).collect();
        let sizes = planners.iter().map(|one| (width(one.name), LETTERS));
        let (names, hidden) = placed(&marks.iter().copied().zip(sizes).collect::<Vec<_>>(), REACH, FRAME);
        (Self { across, up, marks, names }, hidden)
    }
}

/// A time on an axis.
fn time(seconds: f64) -> String {
    let nanoseconds = 1e9 * seconds;
    if nanoseconds < 999.5 {
        return format!("{} ns", label(nanoseconds.round()));
    }
    let (number, unit) = in_its_unit(Duration::from_secs_f64(seconds * 1.000_000_1));
    format!("{} {unit}", label((1000.0 * number).round() / 1000.0))
}

#[cfg(test)]
mod tests {
    use tautline::engine::Registry;

    use super::*;
    use crate::harness::records::tests::record;
    use crate::report::looks::Look;

    #[test]
    fn every_planner_has_a_mark_and_a_name() {
        let planners = [("theta", "Theta*"), ("anya", "Anya"), ("greedy", "a <b>")];
        let costs = [11.0, 10.0, 15.0];
        let records =
            planners.iter().zip(costs).map(|(&(planner, _), cost)| record("rooms", 0, planner, cost));
        let registry = &Registry::core();
        let comparison = Comparison {
            registry,
            subject: "rooms",
            settings: &["rooms"],
            planners: &planners,
            command: "tautline lab",
        };
        let figure = length_against_time(&Records::new(records), &comparison).unwrap();
        assert!(figure.caption.contains("over the 1 queries"), "{}", figure.caption);
        assert_eq!(
            (figure.title.as_str(), figure.command.as_str()),
            ("Length against time, rooms", "tautline lab")
        );
        for part in ["\nTheta*\n", "\nAnya\n", "\na &lt;b&gt;\n", "\noptimal\n", "\n10 µs\n", "\n50 %\n"] {
            assert!(figure.svg.contains(part), "{part} is missing in\n{}", figure.svg);
        }
        // A mark for each planner and for each kind of them.
        let kinds: std::collections::BTreeSet<_> =
            planners.iter().map(|(planner, _)| Look::of(registry, planner)).collect();
        assert_eq!(figure.svg.matches("<polygon").count(), planners.len() + kinds.len());
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        let shown = [2e-7, 5e-6, 1e-3, 0.2, 1.0].map(time);
        assert_eq!(shown, ["200 ns", "5 µs", "1 ms", "200 ms", "1 s"]);
    }
}
