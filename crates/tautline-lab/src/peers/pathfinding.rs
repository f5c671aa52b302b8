//! The public implementation that everything is measured against.

use ::pathfinding::prelude::astar;
use tautline::geometry::Cell;
use tautline::map::Grid;
use tautline::moves::{DiagonalRule, PathRule};

use super::{Found, Peer, Prepared};

/// What everything is measured against.
pub const PEER: Peer = Peer {
    id: "pathfinding",
    library: "pathfinding 4.16.0",
    guarantee: "optimal",
    rule: PathRule::Steps(DiagonalRule::NoCornerCutting),
    notes: "the yardstick: `astar` on tuples with a `Vec` of successors; whole-number costs 1,000,000 and 1,414,214",
    build: |grid| Box::new(Yardstick::new(grid)),
};

impl Prepared for Yardstick {
    fn plan(&mut self, start: (i32, i32), goal: (i32, i32)) -> Option<Found> {
        let (cells, _) = Self::plan(self, start.into(), goal.into(), OCTILE)?;
        Some(Found::new(move || cells.iter().map(|&(x, y)| (x.into(), y.into())).collect()))
    }
}

const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// What a step costs for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    pub(crate) straight: u32,
    pub(crate) diagonal: u32,
}

impl Costs {
    /// What the way between two cells costs where nothing is in it.
    pub(crate) fn between(self, (x, y): (i32, i32), goal: (i32, i32)) -> u32 {
        let (dx, dy) = (x.abs_diff(goal.0), y.abs_diff(goal.1));
        self.diagonal * dx.min(dy) + self.straight * dx.abs_diff(dy)
    }
}

/// 1 and √2 to six digits.
pub(crate) const OCTILE: Costs = Costs { straight: 1_000_000, diagonal: 1_414_214 };

/// `pathfinding`'s A*, used as its documentation shows: tuples as states, a `Vec` of successors, whole-number costs, the
/// octile heuristic. Eight neighbours, no corner cutting. The map is a `Vec<bool>`.
pub(crate) struct Yardstick {
    width: i32,
    height: i32,
    free: Vec<bool>,
}

impl Yardstick {
    pub(crate) fn new(grid: &Grid) -> Self {
        let free = grid.cells().map(|cell| grid.is_free(cell)).collect();
        Self { width: grid.width() as i32, height: grid.height() as i32, free }
    }

    fn is_free(&self, x: i32, y: i32) -> bool {
        (0..self.width).contains(&x)
            && (0..self.height).contains(&y)
            && self.free[(y * self.width + x) as usize]
    }

    /// The path and its cost.
    pub(crate) fn plan(&self, start: Cell, goal: Cell, costs: Costs) -> Option<(Vec<(i32, i32)>, u32)> {
        let Costs { straight, diagonal } = costs;
        let goal = (goal.x, goal.y);
        astar(
            &(start.x, start.y),
            |&(x, y)| {
                let mut next = Vec::with_capacity(8);
                for (dx, dy) in STEPS {
                    let is_diagonal = dx != 0 && dy != 0;
                    let beside_free = !is_diagonal || (self.is_free(x + dx, y) && self.is_free(x, y + dy));
                    if self.is_free(x + dx, y + dy) && beside_free {
                        next.push(((x + dx, y + dy), if is_diagonal { diagonal } else { straight }));
                    }
                }
                next
            },
            |&place| costs.between(place, goal),
            |&place| place == goal,
        )
    }
}
