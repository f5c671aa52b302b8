use tautline::geometry::Corner;
use tautline::moves::{CornerRule, DiagonalRule};
use tautline::planners::{JumpBits, JumpTable, Pockets, Taut};
use tautline::search::{Query, Workspace};
use tautline::world::{Components, Grid};

/// What is built from a map and can be repaired after edits.
pub(super) trait Prepared {
    const NAME: &'static str;

    fn build(grid: &Grid) -> Self;

    fn repair(&mut self, grid: &Grid);

    fn bytes(&self) -> usize;

    /// Whether it is what it should be on this map.
    fn is_right(&self, grid: &Grid) -> bool;
}

const RULE: DiagonalRule = DiagonalRule::NoCornerCutting;

/// Each of them has these methods of its own.
macro_rules! prepared {
    ($($structure:ident: $name:literal, $rule:expr, $is_right:expr;)*) => {
        $(impl Prepared for $structure {
            const NAME: &'static str = $name;

            fn build(grid: &Grid) -> Self {
                Self::new(grid, $rule)
            }

            fn repair(&mut self, grid: &Grid) {
                self.update(grid);
            }

            fn bytes(&self) -> usize {
                self.bytes()
            }

            fn is_right(&self, grid: &Grid) -> bool {
                $is_right(self, grid)
            }
        })*
    };
}

prepared! {
    JumpTable: "jump table", RULE, is_as_new;
    JumpBits: "jump bits", RULE, is_as_new;
    Components: "components", RULE, is_as_new;
    Pockets: "pockets", CornerRule::Closed, lead_to_the_same_lengths;
}

fn is_as_new<S: Prepared + PartialEq>(structure: &S, grid: &Grid) -> bool {
    *structure == S::build(grid)
}

/// Which runs of cells are pockets depends on the order in which they were found, so the paths are compared that they lead to, between
/// places spread over the map.
fn lead_to_the_same_lengths(pockets: &Pockets, grid: &Grid) -> bool {
    /// Along each axis.
    const PLACES: u32 = 6;
    let (fresh, mut workspace) = (Taut::new(grid), Workspace::new());
    let Ok(repaired) = Taut::with_pockets(grid, pockets) else { return false };
    let spread = |size: u32, place: u32| (size * (2 * place + 1) / (2 * PLACES)) as i32;
    let places = (0..PLACES * PLACES).map(|place| {
        Corner::new(spread(grid.width(), place % PLACES), spread(grid.height(), place / PLACES))
    });
    let places: Vec<Corner> = places.collect();
    places.iter().zip(places.iter().rev()).all(|(&start, &goal)| {
        let [one, other] = [&repaired, &fresh].map(|taut| {
            let answer = taut.plan(&Query::new(start, goal), &mut workspace);
            answer.map(|answer| answer.path().map(|path| path.cost))
        });
        match (one, other) {
            (Ok(Some(one)), Ok(Some(other))) => (one - other).abs() <= 1e-9 * other,
            (one, other) => one == other,
        }
    })
}
