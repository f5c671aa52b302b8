//! The worlds of the experiment, and the ends of the queries on them.

use tautline::geometry::Cell;
use tautline::map::{Components, Connectivity, Map, Reachability};
use tautline::moves::DiagonalRule;
use tautline_maps::generate::{GenerateError, Rng, Share, WALL_LENGTH, maze, random, rooms, walls};

use crate::LabError;
use crate::harness::Xy;

/// How many percent of the cells are blocked at random.
const PERCENT: u32 = 10;

/// How many cells wide and high a room is.
const ROOM: u32 = 15;

/// How many cells wide the corridors of a maze are.
const CORRIDOR: u32 = 4;

/// How many cells there are for each wall: 200 walls on 300 × 300 cells.
const CELLS_OF_WALL: u64 = 450;

/// The ends are drawn from another stream than the maps, which take theirs from the seed itself.
const ENDS: u64 = 0x5ca1_e000;

/// A kind of world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Cells blocked at random.
    Random,
    /// Rooms with doors.
    Rooms,
    /// A maze.
    Maze,
    /// Walls in the open.
    Walls,
}

impl Kind {
    /// All of them.
    pub(super) const ALL: [Self; 4] = [Self::Random, Self::Rooms, Self::Maze, Self::Walls];

    /// Its name in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Random => "random-10",
            Self::Rooms => "rooms-15",
            Self::Maze => "maze-4",
            Self::Walls => "walls",
        }
    }

    /// What it is, for people.
    pub(super) fn title(name: &str) -> &str {
        match Self::ALL.into_iter().find(|kind| kind.name() == name) {
            Some(Self::Random) => "10 % of the cells blocked at random",
            Some(Self::Rooms) => "Rooms of 15 × 15 cells",
            Some(Self::Maze) => "A maze with corridors 4 cells wide",
            Some(Self::Walls) => "Walls in the open",
            None => name,
        }
    }

    /// The world with so many cells on each side that `tautline generate` makes of this seed.
    pub(super) fn map(self, side: u32, seed: u64) -> Result<Map, GenerateError> {
        match self {
            Self::Random => random(side, side, Share::percent(PERCENT).unwrap_or_default(), seed),
            Self::Rooms => rooms(side, side, ROOM, seed),
            Self::Maze => maze(side, side, CORRIDOR, seed),
            Self::Walls => {
                let count = u64::from(side) * u64::from(side) / CELLS_OF_WALL;
                walls(side, side, count as u32, WALL_LENGTH, seed)
            }
        }
    }
}

/// Pairs of different cells of the largest part of a map. They are the first ones of a stream that depends on the seed only, in parts
/// of the side of the map: so the pairs of a larger map of the same kind are in the same places, but for how far it is to the nearest
/// cell of that part.
pub(super) fn queries(map: &Map, count: usize, seed: u64, name: &str) -> Result<Vec<(Xy, Xy)>, LabError> {
    // Beside every diagonal step that cuts no corner there are two straight ones.
    let components = Components::new(map, DiagonalRule::Never);
    let areas = components.on(map).ok();
    let ends = areas.and_then(|areas| Some(Ends { map, areas, anchor: areas.largest().next()? }));
    // One cell is no two different ones.
    let ends = ends.filter(|ends| ends.areas.size(ends.anchor) > 1);
    let ends = ends.ok_or_else(|| LabError::NoQueries { file: name.to_owned() })?;
    let mut rng = Rng::new(seed ^ ENDS);
    let mut queries = Vec::with_capacity(count);
    while queries.len() < count {
        let (start, goal) = (ends.near(&mut rng), ends.near(&mut rng));
        if start != goal {
            queries.push(((start.x, start.y), (goal.x, goal.y)));
        }
    }
    Ok(queries)
}

/// Where queries can end.
struct Ends<'w> {
    map: &'w Map,
    areas: Connectivity<'w>,
    /// One of the cells.
    anchor: Cell,
}

impl Ends<'_> {
    /// The cell nearest to a random place; of several, the first row by row.
    fn near(&self, rng: &mut Rng) -> Cell {
        // Of an upper half of 32 bits: a part of the side that is the same for every side.
        let mut along = |side: u32| (((rng.next_u64() >> 32) * u64::from(side)) >> 32) as i32;
        let (x, y) = (along(self.map.width()), along(self.map.height()));
        let is_end = |cell: &Cell| self.areas.connected(self.anchor, *cell) == Reachability::Yes;
        // Every cell of the map is on one of these rings.
        let farthest = self.map.width().max(self.map.height()) as i32;
        let ring = |reach: i32| {
            (-reach..=reach).flat_map(move |dy| {
                let step = if dy.abs() == reach { 1 } else { 2 * reach.max(1) };
                (-reach..=reach).step_by(step as usize).map(move |dx| Cell::new(x + dx, y + dy))
            })
        };
        (0..farthest).flat_map(ring).find(is_end).unwrap_or(self.anchor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_in_the_same_places_of_every_size() {
        for kind in Kind::ALL {
            let [small, large] = [64, 256].map(|side| {
                let map = kind.map(side, 3).unwrap();
                let found = queries(&map, 20, 3, "a map").unwrap();
                let components = Components::new(&map, DiagonalRule::Never);
                let areas = components.on(&map).unwrap();
                for (start, goal) in &found {
                    assert!(start != goal && areas.connected(*start, *goal) == Reachability::Yes);
                }
                assert_eq!(found, queries(&map, 20, 3, "a map").unwrap(), "the same each time");
                assert_eq!(found[..5], queries(&map, 5, 3, "a map").unwrap(), "fewer are the first ones");
                assert_ne!(found, queries(&map, 20, 4, "a map").unwrap());
                found
            });
            // Walls of a maze are a cell wide, those in the open and blocked cells at random are seldom wide.
            let is_near = |one: i32, other: i32| (one * 4 - other).abs() <= 24;
            for (small, large) in small.iter().zip(&large) {
                let pairs = [(small.0, large.0), (small.1, large.1)];
                assert!(
                    pairs.iter().all(|(small, large)| is_near(small.0, large.0) && is_near(small.1, large.1)),
                    "{kind:?} {small:?} {large:?}"
                );
            }
        }
    }

    #[test]
    fn the_nearest_end_is_taken() {
        let map = Map::from_rows([".#....", ".#....", "##....", "......"]).unwrap();
        let found = queries(&map, 200, 1, "a map").unwrap();
        let ends: Vec<Xy> = found.iter().flat_map(|&(start, goal)| [start, goal]).collect();
        assert!(!ends.contains(&(0, 0)) && !ends.contains(&(0, 1)), "cut off");
        assert!(ends.contains(&(2, 0)) && ends.contains(&(0, 3)) && ends.contains(&(5, 3)));
        let count = |place: Xy| ends.iter().filter(|end| **end == place).count();
        assert!(count((2, 0)) > count((4, 0)), "nearest to more places than itself");
    }

    #[test]
    fn a_map_without_room_has_no_queries() {
        for row in ["###", "#.#"] {
            let map = Map::from_rows([row]).unwrap();
            let error = queries(&map, 1, 1, "walls, side 3").unwrap_err().to_string();
            assert_eq!(error, "walls, side 3: found no queries, expected at least one");
        }
    }
}
