use tautline::moves::DiagonalRule;

use super::{Found, Peer, Prepared, Rule};
use crate::peer::{OCTILE, Yardstick};

/// What everything is measured against.
pub const PEER: Peer = Peer {
    id: "pathfinding",
    library: "pathfinding 4.16.0",
    guarantee: "optimal",
    rule: Rule::Cells(DiagonalRule::NoCornerCutting),
    notes: "the yardstick: `astar` on tuples with a `Vec` of successors; whole-number costs 1,000,000 and 1,414,214",
    build: |grid| Box::new(Yardstick::new(grid)),
};

impl Prepared for Yardstick {
    fn plan(&mut self, start: (i32, i32), goal: (i32, i32)) -> Option<Found> {
        let (cells, _) = Self::plan(self, start.into(), goal.into(), OCTILE)?;
        Some(Found::new(move || cells.iter().map(|&(x, y)| (x.into(), y.into())).collect()))
    }
}
