use super::nodes::State;
use super::{JumpBits, Sight};
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::DiagonalRule;
use crate::planners::jump::JumpPoints;
use crate::search::Scan;

/// The jump points of a map as its bits tell them.
pub(crate) struct BitPoints<'a> {
    grid: &'a Grid,
    bits: &'a JumpBits,
    sight: Sight,
}

impl<'a> BitPoints<'a> {
    /// The bits must fit the map.
    pub(crate) fn new(grid: &'a Grid, bits: &'a JumpBits, goal: Cell) -> Self {
        Self { grid, bits, sight: Sight::new(bits, goal) }
    }
}

impl JumpPoints for BitPoints<'_> {
    #[inline]
    fn rule(&self) -> DiagonalRule {
        self.bits.rule
    }

    #[inline]
    fn steps(&self, _: Cell, number: usize, arrival: u8) -> u8 {
        self.bits.steps(self.grid, number, arrival)
    }

    #[inline]
    fn successors(
        &self,
        from: Cell,
        steps: u8,
        enter: impl FnMut(Cell, u32) -> bool,
        found: impl FnMut(State, u32, u32),
    ) {
        self.bits.successors(from, steps, enter, found);
    }

    #[inline]
    fn sees_goal(&self, from: Cell) -> bool {
        self.sight.reaches(self.bits, from)
    }

    fn scans(&self, from: Cell, steps: u8) -> impl Iterator<Item = Scan> {
        self.bits.scans(from, steps)
    }
}
