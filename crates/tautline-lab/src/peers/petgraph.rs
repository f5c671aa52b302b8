use petgraph::algo::astar;
use petgraph::graph::{NodeIndex, UnGraph};
use tautline::geometry::Cell;
use tautline::map::Grid;
use tautline::moves::{DiagonalRule, PathRule};

use super::pathfinding::OCTILE;
use super::{Found, Peer, Prepared};

const RULE: DiagonalRule = DiagonalRule::NoCornerCutting;

pub(super) const PEER: Peer = Peer {
    id: "petgraph",
    library: "petgraph 0.8.3",
    guarantee: "optimal",
    rule: PathRule::Steps(RULE),
    notes: "`algo::astar` on an `UnGraph` with a node for each cell; whole-number costs 1,000,000 and 1,414,214, octile estimate",
    build: |grid| Box::new(CellGraph::new(grid)),
};

/// A node for each cell, row by row, with its coordinates; an edge for each step.
struct CellGraph {
    width: i32,
    graph: UnGraph<(i32, i32), u32>,
}

impl CellGraph {
    fn new(grid: &Grid) -> Self {
        let width = grid.width() as i32;
        let cells = grid.width() as usize * grid.height() as usize;
        let mut graph = UnGraph::with_capacity(cells, 4 * cells);
        for Cell { x, y } in grid.cells() {
            graph.add_node((x, y));
        }
        for from in grid.cells() {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let to = Cell { x: from.x + dx, y: from.y + dy };
                if RULE.allows(grid, from, to) {
                    let cost = OCTILE.between((from.x, from.y), (to.x, to.y));
                    graph.add_edge(node(width, (from.x, from.y)), node(width, (to.x, to.y)), cost);
                }
            }
        }
        Self { width, graph }
    }
}

fn node(width: i32, (x, y): (i32, i32)) -> NodeIndex {
    NodeIndex::new((y * width + x) as usize)
}

impl Prepared for CellGraph {
    fn plan(&mut self, start: (i32, i32), goal: (i32, i32)) -> Option<Found> {
        let Self { width, ref graph } = *self;
        let end = node(width, goal);
        let (_, nodes) = astar(
            graph,
            node(width, start),
            |node| node == end,
            |step| *step.weight(),
            |node| OCTILE.between(graph[node], goal),
        )?;
        let width = width as usize;
        let place = move |node: &NodeIndex| ((node.index() % width) as f64, (node.index() / width) as f64);
        Some(Found::new(move || nodes.iter().map(place).collect()))
    }
}
