//! The worlds of the experiment, each made from its number.

use tautline::geometry::Cell;
use tautline::map::{Components, Map, Reachability};
use tautline::moves::DiagonalRule;
use tautline_maps::generate::{Rng, Share, WALL_LENGTH, maze, random, rooms, walls};

use super::kinds::{Kind, SIZE};
use crate::LabError;
use crate::harness::{World, Xy};

/// How many queries there are on each world.
pub(super) const QUERIES: usize = 5;

/// How many cells wide and high a room is.
const ROOM: u32 = 15;

/// How many cells wide the corridors of a maze are: in wider ones than one cell, diagonal steps make a difference.
const CORRIDOR: u32 = 4;

/// How many walls: as close together as 200 of them on 300 × 300 cells.
const WALLS: u32 = 150;

/// The ends are drawn from another stream than the maps, which take theirs from the number itself.
const ENDS: u64 = 0x7a79_6e65;

/// The world of a kind with a number.
pub(super) fn world(kind: Kind, number: u64) -> Result<World, LabError> {
    let map = match kind {
        Kind::Random { size, percent } => {
            random(size, size, Share::percent(percent).unwrap_or_default(), number)?
        }
        Kind::Rooms => rooms(SIZE, SIZE, ROOM, number)?,
        Kind::Maze => maze(SIZE, SIZE, CORRIDOR, number)?,
        Kind::Walls => walls(SIZE, SIZE, WALLS, WALL_LENGTH, number)?,
    };
    let queries = queries(&map, &mut Rng::new(number ^ ENDS));
    Ok(World { map, queries, source: None })
}

/// Pairs of different free cells that a path joins, with and without diagonal steps.
fn queries(map: &Map, rng: &mut Rng) -> Vec<(Xy, Xy)> {
    // Beside every diagonal step that cuts no corner there are two straight ones.
    let components = Components::new(map, DiagonalRule::Never);
    let areas = components.on(map).ok();
    let mut cell = || Cell::new(rng.below(map.width().into()) as i32, rng.below(map.height().into()) as i32);
    let mut queries = Vec::with_capacity(QUERIES);
    while queries.len() < QUERIES {
        let (start, goal) = (cell(), cell());
        let are_joined = areas.is_none_or(|areas| areas.connected(start, goal) == Reachability::Yes);
        if start != goal && are_joined {
            queries.push(((start.x, start.y), (goal.x, goal.y)));
        }
    }
    queries
}

#[cfg(test)]
mod tests {
    use tautline::engine::Algorithm;
    use tautline::planners::{AStar, AStarConfig};
    use tautline::search::{Query, Workspace};

    use super::*;

    #[test]
    fn every_query_has_a_path_with_and_without_diagonals() {
        let mut workspace = Workspace::new();
        for kind in Kind::all() {
            for number in 0..2 {
                let made = world(kind, number).unwrap();
                assert_eq!(made, world(kind, number).unwrap(), "the same each time");
                assert_eq!(made.queries.len(), QUERIES);
                for rule in [DiagonalRule::Never, DiagonalRule::NoCornerCutting] {
                    let config = AStarConfig { rule, ..AStarConfig::default() };
                    let planner = AStar::new(&made.map, config).unwrap();
                    for &(start, goal) in &made.queries {
                        assert_ne!(start, goal);
                        let answer =
                            planner.plan(&made.map, &Query::new(start, goal), &mut workspace).unwrap();
                        assert!(answer.is_complete(), "{kind:?} {number} {start:?} {goal:?}");
                    }
                }
            }
            assert_ne!(world(kind, 0).unwrap(), world(kind, 1).unwrap());
        }
    }

    #[test]
    fn a_map_is_that_of_its_seed() {
        let share = Share::percent(35).unwrap();
        let kind = Kind::Random { size: 40, percent: 35 };
        assert_eq!(world(kind, 7).unwrap().map, random(40, 40, share, 7).unwrap());
    }
}
