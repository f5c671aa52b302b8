use std::sync::Arc;

use hierarchical_pathfinding::prelude::{MooreNeighborhood, Neighborhood, PathCache, PathCacheConfig};
use tautline::map::Grid;
use tautline::moves::{DiagonalRule, PathRule};

use super::{Found, Peer, Prepared};

const PEER: Peer = Peer {
    id: "hierarchical-pathfinding",
    library: "hierarchical_pathfinding 0.5.0",
    guarantee: "nearly optimal, complete",
    rule: PathRule::Steps(DiagonalRule::CutBothCorners),
    notes: "parts of 8 × 8 cells, A* for short paths, its default; cuts corners and slips between obstacles; a diagonal step costs as \
            much as a straight one, so it looks for few steps, not for short paths; parts are left by straight steps only, so it does \
            not find a way that must leave one diagonally; prepared on one thread, without its feature `parallel`",
    build: |grid| moore(grid, PathCacheConfig::default()),
};

pub(super) const PEERS: [Peer; 3] = [
    PEER,
    Peer {
        id: "hierarchical-pathfinding:high-performance",
        notes: "as above with its configuration for speed: parts of 16 × 16 cells, no A* for short paths",
        build: |grid| moore(grid, PathCacheConfig::HIGH_PERFORMANCE),
        ..PEER
    },
    Peer {
        id: "hierarchical-pathfinding:own-neighbours",
        rule: PathRule::Steps(DiagonalRule::NoCornerCutting),
        notes: "its default configuration with a neighbourhood of our own, which does not cut corners: nothing is missed then; diagonal \
                steps cost as much as straight ones all the same",
        build: |grid| {
            let map = Map::new(grid);
            Box::new(Cached::new(map.clone(), map, PathCacheConfig::default()))
        },
        ..PEER
    },
];

fn moore(grid: &Grid, config: PathCacheConfig) -> Box<dyn Prepared> {
    let neighbourhood = MooreNeighborhood::new(grid.width() as usize, grid.height() as usize);
    Box::new(Cached::new(Map::new(grid), neighbourhood, config))
}

/// A map, and what is known about the ways within its parts and between them.
struct Cached<N: Neighborhood> {
    map: Map,
    paths: PathCache<N>,
}

impl<N: Neighborhood + Sync> Cached<N> {
    fn new(map: Map, neighbourhood: N, config: PathCacheConfig) -> Self {
        let paths = PathCache::new((map.width, map.height), |place| map.cost(place), neighbourhood, config);
        Self { map, paths }
    }
}

impl<N: Neighborhood + Sync> Prepared for Cached<N> {
    fn plan(&mut self, start: (i32, i32), goal: (i32, i32)) -> Option<Found> {
        let place = |(x, y)| (x as usize, y as usize);
        let path = self.paths.find_path(place(start), place(goal), |place| self.map.cost(place))?;
        // All but the start.
        let places: Vec<(usize, usize)> = path.collect();
        Some(Found::new(move || {
            let cells = places.iter().map(|&(x, y)| (x as f64, y as f64));
            std::iter::once((start.0.into(), start.1.into())).chain(cells).collect()
        }))
    }
}

/// The map. It is also a neighbourhood of its own, without corner cutting.
#[derive(Clone, Debug)]
struct Map {
    width: usize,
    height: usize,
    free: Arc<[bool]>,
}

impl Map {
    fn new(grid: &Grid) -> Self {
        let free = grid.cells().map(|cell| grid.is_free(cell)).collect();
        Self { width: grid.width() as usize, height: grid.height() as usize, free }
    }

    /// Every step costs the same; less than nothing stands for a wall.
    fn cost(&self, (x, y): (usize, usize)) -> isize {
        if self.free[y * self.width + x] { 1 } else { -1 }
    }
}

impl Neighborhood for Map {
    fn get_all_neighbors(&self, (x, y): (usize, usize), target: &mut Vec<(usize, usize)>) {
        let is_free = |x: usize, y: usize| x < self.width && y < self.height && self.cost((x, y)) > 0;
        for dy in [-1, 0, 1] {
            for dx in [-1, 0, 1] {
                // What is left of the map or above it is very far to the right or below.
                let (to_x, to_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                if (dx, dy) != (0, 0) && is_free(to_x, to_y) && is_free(to_x, y) && is_free(x, to_y) {
                    target.push((to_x, to_y));
                }
            }
        }
    }

    fn heuristic(&self, (x, y): (usize, usize), goal: (usize, usize)) -> usize {
        x.abs_diff(goal.0).max(y.abs_diff(goal.1))
    }
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Cell;
    use tautline::map::Tile;

    use super::*;

    #[test]
    fn a_part_is_not_left_diagonally() {
        let tile = |cell: Cell| if cell.x == cell.y { Tile::Free } else { Tile::Blocked };
        let grid = Grid::from_fn(16, 16, tile).unwrap();
        let mut moore = (PEER.build)(&grid);
        assert!(moore.plan((0, 0), (7, 7)).is_some() && moore.plan((8, 8), (15, 15)).is_some());
        assert!(moore.plan((7, 7), (8, 8)).is_none(), "the notes say so");
    }
}
