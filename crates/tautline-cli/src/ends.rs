//! The ends of a path as a command line names them.

use tautline::engine::{Ends, Feature, Unsupported};
use tautline::geometry::Position;

/// The coordinates of an end. Whole numbers are a cell, or for planners at any angle a corner; others are a point.
pub(crate) type Xy = (f64, f64);

/// The ends of a query for a planner. If one of them is a point, all of them are.
pub(crate) fn positions(
    planner: &'static str,
    ends: Ends,
    all: &[Xy],
) -> Result<Vec<Position>, PointRefused> {
    let is_whole = |(x, y): Xy| x.fract() == 0.0 && y.fract() == 0.0;
    match all.iter().copied().find(|&xy| !is_whole(xy)) {
        None => Ok(all.iter().map(|&(x, y)| ends.scenario((x as i32, y as i32))).collect()),
        Some(_) if ends == Ends::Points => Ok(all.iter().copied().map(Position::from).collect()),
        Some(point) => Err(PointRefused {
            planner,
            places: ends.places(),
            point,
            instead: Unsupported::new(planner, Feature::Points).instead,
        }),
    }
}

/// An end that is neither a cell nor a corner.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "{planner} plans between {places} only and cannot take the point {},{}, but these can: {}",
    .point.0, .point.1, .instead.join(", ")
)]
pub(crate) struct PointRefused {
    planner: &'static str,
    places: &'static str,
    point: Xy,
    instead: Vec<&'static str>,
}
