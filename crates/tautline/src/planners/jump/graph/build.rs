//! From a map to its graph of jump points.

use super::bounds::Bounds;
use super::turns::{canonical_steps, is_jump_point};
use super::{Bounding, JumpGraphConfig, JumpGraphIndex, LANES, Node, landmarks};
use crate::engine::PrepareError;
use crate::geometry::Cell;
use crate::map::{Grid, Map};
use crate::moves::{DiagonalRule, Direction};
use crate::search::{Meter, StopReason, count, free_cells, pieces};
use crate::tiles::Tiles;

pub(super) fn build(
    map: &Map,
    config: JumpGraphConfig,
    meter: &mut Meter<'_>,
) -> Result<JumpGraphIndex, PrepareError> {
    let mut graph = JumpGraphIndex::empty(map, config, meter)?;
    let grid = map.grid();
    let (tiles, cells) = number(grid, config.rule, meter)?;
    graph.tiles = tiles;
    for &cell in &cells {
        let node = link(grid, &mut graph, cell, meter)?;
        graph.nodes.push(node);
    }
    let bounded = match config.bounds {
        Bounding::Off => false,
        Bounding::Auto => {
            let free = free_cells(grid, meter)?;
            cells.len() as u64 * free as u64 <= JumpGraphIndex::LITTLE_WORK
        }
        Bounding::On => true,
    };
    if bounded {
        graph.bounds = Bounds::give(grid, &mut graph, meter)?;
        if graph.bounds.is_none() && config.bounds == Bounding::On {
            return Err(PrepareError::Bounds { nodes: cells.len() });
        }
    }
    landmarks::place(grid, &mut graph, meter)?;
    Ok(graph)
}

/// The node of a cell; its edges are appended to those of the graph.
fn link(
    grid: &Grid,
    graph: &mut JumpGraphIndex,
    cell: Cell,
    meter: &mut Meter<'_>,
) -> Result<Node, StopReason> {
    let first = graph.edges.len();
    let mut edges = std::mem::take(&mut graph.edges);
    let mut ends = [0; 8];
    for (end, arrival) in ends.iter_mut().zip(Direction::ALL) {
        if is_jump_point(
            graph.config.rule,
            arrival,
            canonical_steps(graph.config.rule, grid, cell, arrival as u8),
        ) {
            graph.all_legs(cell, graph.finds(grid, cell, arrival as u8), meter, |edge| edges.push(edge))?;
        }
        *end = (edges.len() - first) as u16;
    }
    graph.edges = edges;
    Ok(Node { distances: [0; LANES], x: cell.x, y: cell.y, edges: first as u32, ends, part: 0 })
}

/// Numbers the cells that are jump points.
pub(in crate::planners::jump) fn number(
    grid: &Grid,
    rule: DiagonalRule,
    meter: &mut Meter<'_>,
) -> Result<(Tiles, Vec<Cell>), StopReason> {
    let is_node = |cell: Cell| {
        Direction::ALL
            .into_iter()
            .any(|arrival| is_jump_point(rule, arrival, canonical_steps(rule, grid, cell, arrival as u8)))
    };
    let mut cells = Vec::new();
    for (y, columns) in pieces(grid.width(), grid.height()) {
        // For each cell all directions.
        meter.go_on(8 * columns.len() as u64)?;
        count::done(columns.len() as u64);
        let row = columns.map(|x| Cell { x, y });
        cells.extend(row.filter(|&cell| grid.is_free(cell) && is_node(cell)));
    }
    Tiles::new(grid.width(), grid.height(), cells.into_iter(), meter)
}
