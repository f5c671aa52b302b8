use tautline::engine::{Ends, Planner};
use tautline::geometry::{Cell, Position};
use tautline::map::Map;
use tautline::path::Path;
use tautline::search::{Answer, Query};

use crate::{Event, Recorder, TraceMap, Xy, whole_path};

/// What kind of places a search was on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Places {
    /// Cells: a place is the square to the right of it and below.
    Cells,
    /// Points, of which corners have whole coordinates: a place is where its coordinates say.
    Points,
}

impl Places {
    /// Its name in traces.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Points => "points",
        }
    }

    /// What has this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Cells, Self::Points].into_iter().find(|places| places.name() == name)
    }
}

/// A search from its beginning to its end: what was asked, what was found, and what happened between.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The planner, as it was selected.
    pub planner: String,
    /// What kind of places it plans on.
    pub places: Places,
    /// Where the path begins.
    pub start: Xy,
    /// Where it should end; where several places would do, the first of them.
    pub goal: Xy,
    /// The [name](tautline::search::Outcome::name) of what was found.
    pub outcome: String,
    /// What the path costs.
    pub cost: Option<f64>,
    /// Every place of the path, or of the way to the nearest place; nothing if there is none.
    pub path: Vec<Xy>,
    /// The map below.
    pub map: Option<TraceMap>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Whether more happened than is kept.
    pub is_cut: bool,
}

impl Trace {
    /// What a recorder saw of a search, with the map below.
    #[must_use]
    pub fn new(planner: &Planner, map: &Map, query: &Query, answer: &Answer, recorder: Recorder) -> Self {
        let path = answer.path();
        let spec = planner.selection().map_or_else(|| planner.id().to_owned(), ToString::to_string);
        Self {
            planner: spec,
            places: if planner.ends() == Ends::Cells { Places::Cells } else { Places::Points },
            start: end_coordinates(planner.ends(), query.start, map),
            goal: end_coordinates(planner.ends(), query.goal, map),
            outcome: answer.outcome.name().to_owned(),
            cost: path.map(Path::cost),
            path: path
                .map(|path| whole_path(map, path).positions().map(Position::xy).collect())
                .unwrap_or_default(),
            map: Some(TraceMap::of(map)),
            is_cut: recorder.is_cut(),
            events: recorder.into_events(),
        }
    }
}

/// The coordinates at which paths of a planner begin or end for a position: planners on cells take a point for the cell that contains it, on the
/// right and the lower border of the map for the last one, and planners at any angle take a cell for its centre.
#[must_use]
pub fn end_coordinates(ends: Ends, position: Position, map: &Map) -> Xy {
    match (ends, position) {
        (Ends::Cells, Position::Point(point)) => {
            let Cell { x, y } = point.cell();
            // On the right and the lower border.
            let within = |cell: i32, at: f64, cells: u32| {
                cell - i32::from(cell == cells as i32 && at <= f64::from(cells))
            };
            Position::from((within(x, point.x, map.width()), within(y, point.y, map.height()))).xy()
        }
        (Ends::Cells, _) => position.xy(),
        (Ends::Corners | Ends::Points, _) => Position::from(position.point()).xy(),
    }
}
