use tautline::moves::DiagonalRule;
use tautline::planners::{JumpBits, JumpTable};
use tautline::world::{Components, Grid};

/// What is built from a map and can be repaired after edits.
pub(super) trait Prepared: PartialEq {
    const NAME: &'static str;

    fn build(grid: &Grid) -> Self;

    fn repair(&mut self, grid: &Grid);

    fn bytes(&self) -> usize;
}

const RULE: DiagonalRule = DiagonalRule::NoCornerCutting;

/// What JPS+ prepares.
impl Prepared for JumpTable {
    const NAME: &'static str = "jump table";

    fn build(grid: &Grid) -> Self {
        Self::new(grid, RULE)
    }

    fn repair(&mut self, grid: &Grid) {
        self.update(grid);
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// What JPS derives.
impl Prepared for JumpBits {
    const NAME: &'static str = "jump bits";

    fn build(grid: &Grid) -> Self {
        Self::new(grid, RULE)
    }

    fn repair(&mut self, grid: &Grid) {
        self.update(grid);
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// What tells whether there is a path at all.
impl Prepared for Components {
    const NAME: &'static str = "components";

    fn build(grid: &Grid) -> Self {
        Self::new(grid, RULE)
    }

    fn repair(&mut self, grid: &Grid) {
        self.update(grid);
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}
