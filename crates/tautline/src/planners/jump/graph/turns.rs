//! Where canonical paths may turn.
//!
//! A canonical path takes *leading* steps as long as it can (diagonal ones; with four neighbours those along a row) and then
//! *following* ones (straight; along a column). From leading steps it may turn to a following direction at any cell, and
//! from a following direction nowhere, unless an obstacle forces it. A **jump point** is a cell with a direction of arrival
//! after which some step is canonical that is neither of these: all of them together are the nodes of the graph. A **leg**
//! is some leading steps and then some following ones in one direction each, either of them possibly none.
//!
//! So between two jump points, and before the first and after the last of them, a canonical path is one leg.

use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::{DiagonalRule, Direction};
use crate::search::count;

/// The canonical steps from a cell after an arrival; all allowed ones after [`DiagonalRule::START`].
#[inline]
pub(super) fn canonical_steps(rule: DiagonalRule, grid: &Grid, cell: Cell, arrival: u8) -> u8 {
    count::done(1);
    rule.canonical_steps()[usize::from(arrival)][grid.around(grid.id(cell).expect("a cell of the map"))]
}

/// The directions of a set of bits.
#[inline]
pub(super) fn directions(bits: u8) -> impl Iterator<Item = Direction> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let number = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (number < 8).then(|| Direction::ALL[number & 7])
    })
}

/// Whether an arrival in this direction, after which these steps are canonical, makes a jump point. With four neighbours there
/// are no diagonal arrivals.
#[inline]
pub(super) fn is_jump_point(rule: DiagonalRule, arrival: Direction, steps: u8) -> bool {
    (rule.has_diagonals() || !arrival.is_diagonal())
        && steps & !(followers(rule, arrival) | 1 << arrival as u8) != 0
}

/// The directions to which one may turn from a leading direction without being forced; none for a following one.
#[inline]
pub(super) fn followers(rule: DiagonalRule, direction: Direction) -> u8 {
    const NORTH: u8 = 1 << Direction::North as u8;
    const EAST: u8 = 1 << Direction::East as u8;
    const SOUTH: u8 = 1 << Direction::South as u8;
    const WEST: u8 = 1 << Direction::West as u8;
    const FOUR: [u8; 8] = [0, NORTH | SOUTH, 0, NORTH | SOUTH, 0, 0, 0, 0];
    const EIGHT: [u8; 8] = [0, 0, 0, 0, NORTH | EAST, SOUTH | EAST, SOUTH | WEST, NORTH | WEST];
    if rule == DiagonalRule::Never { FOUR[direction as usize] } else { EIGHT[direction as usize] }
}
