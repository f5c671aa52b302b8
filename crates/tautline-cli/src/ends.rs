//! The ends of a path as a command line names them, or a drawing marks them.

use anyhow::Context;
use tautline::engine::{Descriptor, Ends, Feature, Unsupported};
use tautline::geometry::{Cell, Corner, Position};
use tautline::search::{Query, QueryError};

use crate::args::shown;
use crate::{console, registry};

/// Where a path begins and ends, for a planner that takes such ends.
pub(crate) struct NamedEnds {
    pub(crate) start: Position,
    pub(crate) goal: Position,
    /// Other goals that would do as well.
    pub(crate) others: Vec<Position>,
}

impl NamedEnds {
    /// What was given, or else the marks of a drawing: start and goal.
    pub(crate) fn new(
        planner: &Descriptor,
        from: Option<Position>,
        to: &[Position],
        [drawn_start, drawn_goal]: [Option<Cell>; 2],
    ) -> anyhow::Result<Self> {
        let start = end(planner, "--from", 'S', from, drawn_start)?;
        let goal = end(planner, "--to", 'G', to.first().copied(), drawn_goal)?;
        let others: Vec<Position> = to.iter().skip(1).copied().collect();
        Ok(Self { start, goal, others })
    }
}

/// One end of the path: what was given, or else the mark in the drawing.
fn end(
    planner: &Descriptor,
    option: &str,
    mark: char,
    given: Option<Position>,
    drawn: Option<Cell>,
) -> anyhow::Result<Position> {
    if let Some(given) = given {
        return Ok(given);
    }
    let missing = || format!("there is no {mark} on the map, as a drawing may have it: give {option} X,Y");
    let cell = drawn.with_context(missing)?;
    if planner.ends != Ends::Corners {
        return Ok(cell.into());
    }
    let (id, Cell { x, y }) = (planner.id, cell);
    console::note(format_args!(
        "note: {mark} marks a cell, and {id} takes corners only: {option} is the cell's top left corner, corner:{x},{y}"
    ));
    Ok(Corner::new(x, y).into())
}

/// Why a query is refused, and if that is because a planner takes corners only, what to do instead.
pub(crate) fn explained(planner: &Descriptor, query: &Query, error: QueryError) -> QueryError {
    let ends = || std::iter::once(query.start).chain(query.goals());
    let other = ends().find(|end| end.as_corner().is_none());
    let (Some(end), QueryError::Unsupported(Unsupported { what: Feature::Cells | Feature::Points, .. })) =
        (other, &error)
    else {
        return error;
    };
    let takes_all = |other: &&Descriptor| {
        other.ends == Ends::Points
            || (other.ends == Ends::Cells && ends().all(|end| end.as_corner().is_none()))
    };
    let instead: Vec<_> = registry().iter().filter(takes_all).map(|other| other.id).collect();
    let (x, y) = end.xy();
    QueryError::Other(format!(
        "{} takes corners only, and not the {end}: name a corner, such as {}, or choose one of {}",
        planner.id,
        shown(Corner::new(x.floor() as i32, y.floor() as i32).into()),
        instead.join(", ")
    ))
}
