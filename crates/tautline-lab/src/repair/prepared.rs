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

/// Each of them has these methods of its own.
macro_rules! prepared {
    ($($structure:ident: $name:literal,)*) => {
        $(impl Prepared for $structure {
            const NAME: &'static str = $name;

            fn build(grid: &Grid) -> Self {
                Self::new(grid, RULE)
            }

            fn repair(&mut self, grid: &Grid) {
                self.update(grid);
            }

            fn bytes(&self) -> usize {
                self.bytes()
            }
        })*
    };
}

prepared! {
    JumpTable: "jump table",
    JumpBits: "jump bits",
    Components: "components",
}
