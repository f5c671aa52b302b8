use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use tautline::map::Grid;
use tautline::moves::{DiagonalRule, PathRule};

use super::{Found, Peer, Prepared};

const PEER: Peer = Peer {
    id: "grid-pathfinding",
    library: "grid_pathfinding 0.3.0",
    guarantee: "optimal",
    rule: PathRule::Steps(DiagonalRule::CutBothCorners),
    notes: "jump point search with improved pruning, its default; cuts corners and slips between obstacles; whole-number costs 70 and \
            99; a jump's first step is charged as the step before it, so that some paths are too long (in a copy where each step is \
            charged as what it is, none was); answers without a search where the connected components differ",
    build: |grid| Box::new(prepared(grid, true)),
};

pub(super) const PEERS: [Peer; 2] = [
    PEER,
    Peer {
        id: "grid-pathfinding:improved_pruning=false",
        notes: "as above without improved pruning: fewer paths are too long",
        build: |grid| Box::new(prepared(grid, false)),
        ..PEER
    },
];

fn prepared(grid: &Grid, improved_pruning: bool) -> PathingGrid {
    let mut pathing = PathingGrid::new(grid.width() as usize, grid.height() as usize, false);
    pathing.improved_pruning = improved_pruning;
    for cell in grid.cells().filter(|&cell| grid.is_blocked(cell)) {
        pathing.set(cell.x, cell.y, true);
    }
    pathing.generate_components();
    pathing
}

impl Prepared for PathingGrid {
    fn plan(&mut self, start: (i32, i32), goal: (i32, i32)) -> Option<Found> {
        let point = |(x, y)| Point::new(x, y);
        let points = self.get_path_single_goal(point(start), point(goal), false)?;
        Some(Found::new(move || points.iter().map(|point| (point.x.into(), point.y.into())).collect()))
    }
}
