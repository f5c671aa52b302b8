use tautline::engine::Planner;
use tautline::map::{Map, Tiling};
use tautline::path::Path;

/// A path with every cell, where it may have its waypoints only. On a map with links or hexagons, where a line between two cells can
/// mean something else, planners give every cell anyway; paths at any angle stay as they are.
#[must_use]
pub fn whole_path(map: &Map, path: &Path) -> Path {
    let has_lines = map.links().is_none() && map.tiling() == Tiling::Square;
    if has_lines { path.clone().with_every_cell() } else { path.clone() }
}

/// How often the heading of a path changes: between hexagons, and behind links, coordinates alone do not tell.
#[must_use]
pub fn turns(planner: &Planner, map: &Map, path: &Path) -> usize {
    let walked = whole_path(map, path).check(map, planner.rule(), planner.turn_penalty());
    walked.map_or_else(|_| path.turns(), |walked| walked.turns)
}
