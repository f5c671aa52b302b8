use super::Direction;
use crate::geometry::Cell;
use crate::world::{CellId, Grid};

/// Which diagonal steps are allowed beside obstacles. A step's end must be free under every rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DiagonalRule {
    /// Both cells beside the step must be free: the rule of the MovingAI benchmarks.
    #[default]
    NoCornerCutting,
    /// At least one of the two cells beside the step must be free.
    CutOneCorner,
    /// The cells beside the step do not matter: one may slip between two obstacles.
    CutBothCorners,
    /// No diagonal steps: four neighbours.
    Never,
}

impl DiagonalRule {
    /// All four rules.
    pub const ALL: [Self; 4] =
        [Self::NoCornerCutting, Self::CutOneCorner, Self::CutBothCorners, Self::Never];

    /// Whether there are diagonal steps at all.
    #[must_use]
    pub fn has_diagonals(self) -> bool {
        self != Self::Never
    }

    /// The steps that are allowed from a cell: bit k for the direction with the number k.
    #[must_use]
    #[inline]
    pub fn steps(self, grid: &Grid, id: CellId) -> u8 {
        STEPS[self as usize][grid.around(id)]
    }

    /// Whether the single step between two cells is allowed. Cells that are not neighbours have none.
    #[must_use]
    pub fn allows(self, grid: &Grid, from: Cell, to: Cell) -> bool {
        let (Some(id), Some(direction)) = (grid.id(from), Direction::between(from, to)) else { return false };
        grid.is_free(from) && self.steps(grid, id) >> direction as u8 & 1 != 0
    }

    /// The rule for one neighbourhood, as [`Grid::around`] packs it.
    const fn steps_around(self, around: usize) -> u8 {
        let mut steps = 0;
        let mut number = 0;
        while number < 8 {
            let direction = Direction::ALL[number];
            let (dx, dy) = direction.offset();
            if is_free(around, dx, dy)
                && (!direction.is_diagonal() || self.allows_beside(is_free(around, dx, 0), is_free(around, 0, dy)))
            {
                steps |= 1 << number;
            }
            number += 1;
        }
        steps
    }

    const fn allows_beside(self, one: bool, other: bool) -> bool {
        match self {
            Self::NoCornerCutting => one && other,
            Self::CutOneCorner => one || other,
            Self::CutBothCorners => true,
            Self::Never => false,
        }
    }
}

const fn is_free(around: usize, dx: i32, dy: i32) -> bool {
    around >> ((dy + 1) * 3 + dx + 1) & 1 != 0
}

/// For each rule and each of the 512 neighbourhoods the allowed steps: one look-up instead of eight case
/// distinctions.
static STEPS: [[u8; 512]; 4] = {
    let mut table = [[0; 512]; 4];
    let mut rule = 0;
    while rule < 4 {
        let mut around = 0;
        while around < 512 {
            table[rule][around] = DiagonalRule::ALL[rule].steps_around(around);
            around += 1;
        }
        rule += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use DiagonalRule::{CutBothCorners, CutOneCorner, Never, NoCornerCutting};

    fn allowed(rows: [&str; 3], to: (i32, i32)) -> Vec<DiagonalRule> {
        let grid = Grid::from_rows(rows).unwrap();
        let middle = Cell::new(1, 1);
        DiagonalRule::ALL.into_iter().filter(|rule| rule.allows(&grid, middle, to.into())).collect()
    }

    #[test]
    fn each_rule_says_what_its_name_says() {
        assert_eq!(allowed(["...", "...", "..."], (2, 0)), [NoCornerCutting, CutOneCorner, CutBothCorners]);
        assert_eq!(allowed([".#.", "...", "..."], (2, 0)), [CutOneCorner, CutBothCorners]);
        assert_eq!(allowed(["...", "..#", "..."], (2, 0)), [CutOneCorner, CutBothCorners]);
        assert_eq!(allowed([".#.", "..#", "..."], (2, 0)), [CutBothCorners]);
        assert_eq!(allowed(["..#", "...", "..."], (2, 0)), []);
        assert_eq!(
            allowed([".#.", "...", "..."], (2, 1)),
            [NoCornerCutting, CutOneCorner, CutBothCorners, Never]
        );
        assert_eq!(allowed(["...", "...", "..."], (1, 1)), [], "a cell is not its own neighbour");
    }

    #[test]
    fn a_blocked_cell_has_no_steps_out_of_it() {
        assert_eq!(allowed(["...", ".#.", "..."], (2, 1)), []);
    }

    #[test]
    fn the_border_blocks_like_an_obstacle() {
        let grid = Grid::open(1, 1).unwrap();
        let id = grid.id(Cell::new(0, 0)).unwrap();
        for rule in DiagonalRule::ALL {
            assert_eq!(rule.steps(&grid, id), 0);
        }
    }
}
