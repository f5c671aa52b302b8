use tautline::geometry::Corner;
use tautline::moves::CornerRule;

use super::endpoint::{Endpoint, Place};
use super::segment::{length, obstruction, passes};
use crate::world::PlainWorld;

/// Walks a path segment by segment: from `start` to `goal`, each segment unobstructed, each turn allowed, within the
/// right quadrant at both ends. Returns its Euclidean length, or says which segment or turn is wrong and why.
///
/// The path names its turning points, both ends included; from a corner to itself it has that one corner. Points where
/// it goes straight on are welcome, a segment without length is not. See the [module](super) for what is legal.
pub fn check_corner_path(
    world: &PlainWorld,
    rule: CornerRule,
    start: impl Into<Endpoint>,
    goal: impl Into<Endpoint>,
    path: &[Corner],
) -> Result<f64, String> {
    let (start, goal) = (start.into(), goal.into());
    let first = Place::of(world, rule, start).map_err(|error| format!("the start is refused: {error}"))?;
    let last = Place::of(world, rule, goal).map_err(|error| format!("the goal is refused: {error}"))?;
    check_ends(world, first, last, path)?;

    for (number, pair) in path.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        if from == to {
            return Err(format!("segment {number} goes from {from} to itself"));
        }
        if let Some(obstruction) = obstruction(world, rule, from, to) {
            return Err(format!("segment {number} from {from} to {to} is obstructed: {obstruction}"));
        }
    }
    for (number, turn) in path.windows(3).enumerate() {
        if !passes(world, rule, turn[0], turn[1], turn[2]) {
            let (one, other) = (number, number + 1);
            return Err(format!(
                "between the segments {one} and {other} it crosses the double corner {}",
                turn[1]
            ));
        }
    }
    Ok(path.windows(2).map(|pair| length(pair[0], pair[1])).sum())
}

/// Whether the path begins and ends where it should, and within the right quadrants.
fn check_ends(world: &PlainWorld, start: Place, goal: Place, path: &[Corner]) -> Result<(), String> {
    match path {
        [] => Err("the path has no corners".to_owned()),
        [first, ..] if *first != start.corner => {
            Err(format!("the path begins at {first}, not at the start {}", start.corner))
        }
        [.., last] if *last != goal.corner => {
            Err(format!("the path ends at {last}, not at the goal {}", goal.corner))
        }
        [only] if start != goal => {
            Err(format!("the path stays at {only}, on the wrong side of the double corner"))
        }
        [first, second, ..] if !start.opens_towards(world, *second) => {
            Err(format!("segment 0 leaves the double corner {first} on the wrong side"))
        }
        [.., last_but_one, last] if !goal.opens_towards(world, *last_but_one) => {
            Err(format!("segment {} reaches the double corner {last} on the wrong side", path.len() - 2))
        }
        _ => Ok(()),
    }
}
