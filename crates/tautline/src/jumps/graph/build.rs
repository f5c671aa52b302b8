//! From a map to its graph of jump points.

use super::bounds::Bounds;
use super::turns::{canonical_steps, is_jump_point};
use super::{Bounding, JumpGraphConfig, JumpGraphIndex, LANES, Node, Tiles, landmarks};
use crate::geometry::Cell;
use crate::moves::{DiagonalRule, Direction};
use crate::planners::ConfigError;
use crate::world::Grid;

pub(super) fn build(grid: &Grid, config: JumpGraphConfig) -> Result<JumpGraphIndex, ConfigError> {
    let mut graph = JumpGraphIndex::empty(grid, config);
    let (tiles, cells) = number(grid, config.rule);
    graph.tiles = tiles;
    for &cell in &cells {
        let node = link(grid, &mut graph, cell);
        graph.nodes.push(node);
    }
    let bounded = match config.bounds {
        Bounding::Off => false,
        Bounding::Auto => {
            let free = grid.cells().filter(|&cell| grid.is_free(cell)).count();
            cells.len() as u64 * free as u64 <= JumpGraphIndex::LITTLE_WORK
        }
        Bounding::On => true,
    };
    if bounded {
        graph.bounds = Bounds::give(grid, &mut graph);
        if graph.bounds.is_none() && config.bounds == Bounding::On {
            return Err(ConfigError::Bounds { nodes: cells.len() });
        }
    }
    landmarks::place(grid, &mut graph);
    Ok(graph)
}

/// The node of a cell; its edges are appended to those of the graph.
fn link(grid: &Grid, graph: &mut JumpGraphIndex, cell: Cell) -> Node {
    let first = graph.edges.len();
    let mut edges = std::mem::take(&mut graph.edges);
    let mut ends = [0; 8];
    for (end, arrival) in ends.iter_mut().zip(Direction::ALL) {
        if is_jump_point(
            graph.config.rule,
            arrival,
            canonical_steps(graph.config.rule, grid, cell, arrival as u8),
        ) {
            graph.legs(cell, graph.finds(grid, cell, arrival as u8), |edge| edges.push(edge));
        }
        *end = (edges.len() - first) as u16;
    }
    graph.edges = edges;
    Node { distances: [0; LANES], x: cell.x, y: cell.y, edges: first as u32, ends, part: 0 }
}

/// Numbers the cells that are jump points, neighbours near to each other: tile after tile along a Z-shaped curve (Morton's
/// order), row after row in a tile.
pub(in crate::jumps) fn number(grid: &Grid, rule: DiagonalRule) -> (Tiles, Vec<Cell>) {
    let across = (grid.width() as usize).div_ceil(8);
    let down = (grid.height() as usize).div_ceil(8);
    let mut tiles = vec![(0u64, 0u32); across * down];
    let is_node = |cell: Cell| {
        Direction::ALL
            .into_iter()
            .any(|arrival| is_jump_point(rule, arrival, canonical_steps(rule, grid, cell, arrival as u8)))
    };
    for cell in grid.cells().filter(|&cell| grid.is_free(cell) && is_node(cell)) {
        let (x, y) = (cell.x as usize, cell.y as usize);
        tiles[(y / 8) * across + x / 8].0 |= 1 << (y % 8 * 8 + x % 8);
    }
    let mut order: Vec<u32> = (0..tiles.len() as u32).filter(|&tile| tiles[tile as usize].0 != 0).collect();
    let place = |tile: u32| (tile as usize % across, tile as usize / across);
    order.sort_unstable_by_key(|&tile| {
        let (x, y) = place(tile);
        interleave(x as u32) | interleave(y as u32) << 1
    });
    let mut cells = Vec::new();
    for tile in order {
        let (x, y) = place(tile);
        let (mut bits, first) = tiles[tile as usize];
        debug_assert_eq!(first, 0);
        tiles[tile as usize].1 = cells.len() as u32;
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            cells.push(Cell::new((x * 8 + bit % 8) as i32, (y * 8 + bit / 8) as i32));
        }
    }
    (Tiles { across, tiles }, cells)
}

/// The bits of a number with a zero after each.
fn interleave(number: u32) -> u64 {
    let mut bits = u64::from(number);
    for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}
