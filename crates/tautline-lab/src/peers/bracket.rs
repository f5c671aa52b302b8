use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, DistanceAlg, Point, SmallVec, a_star_search};
use tautline::map::Grid;
use tautline::moves::{DiagonalRule, PathRule};

use super::{Found, Peer, Prepared};

pub(super) const PEER: Peer = Peer {
    id: "bracket-pathfinding",
    library: "bracket-pathfinding 0.8.7",
    guarantee: "none",
    rule: PathRule::Steps(DiagonalRule::NoCornerCutting),
    notes: "gives up after 65,536 steps; the cost of the way so far is that of the last two steps only, which makes it a greedy \
            search; a cell is expanded as often as it is found again, so that searches in maps with far fewer cells than the limit are given up, too; single precision, \
            costs 1 and √2, Euclidean estimate as in its examples; the path is written from its end by inserting at the front",
    build: |grid| Box::new(Map::new(grid)),
};

/// The neighbours of a cell, of which the diagonal ones come last.
const STEPS: [(i32, i32); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];

struct Map {
    size: Point,
    free: Vec<bool>,
}

impl Map {
    fn new(grid: &Grid) -> Self {
        let free = grid.cells().map(|cell| grid.is_free(cell)).collect();
        Self { size: Point::new(grid.width(), grid.height()), free }
    }

    fn is_free(&self, place: Point) -> bool {
        self.in_bounds(place) && self.free[self.point2d_to_index(place)]
    }
}

impl Algorithm2D for Map {
    fn dimensions(&self) -> Point {
        self.size
    }
}

impl BaseMap for Map {
    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        let place = self.index_to_point2d(index);
        let mut exits = SmallVec::new();
        for (dx, dy) in STEPS {
            let to = place + Point::new(dx, dy);
            let beside = [Point::new(to.x, place.y), Point::new(place.x, to.y)];
            if self.is_free(to) && beside.into_iter().all(|place| self.is_free(place)) {
                let cost = if dx != 0 && dy != 0 { std::f32::consts::SQRT_2 } else { 1.0 };
                exits.push((self.point2d_to_index(to), cost));
            }
        }
        exits
    }

    fn get_pathing_distance(&self, from: usize, to: usize) -> f32 {
        DistanceAlg::Pythagoras.distance2d(self.index_to_point2d(from), self.index_to_point2d(to))
    }
}

impl Prepared for Map {
    fn plan(&mut self, start: (i32, i32), goal: (i32, i32)) -> Option<Found> {
        let index = |(x, y)| self.point2d_to_index(Point { x, y });
        let path = a_star_search(index(start), index(goal), self);
        let width = self.size.x as usize;
        let place = move |&step: &usize| ((step % width) as f64, (step / width) as f64);
        path.success.then(|| Found::new(move || path.steps.iter().map(place).collect()))
    }
}
