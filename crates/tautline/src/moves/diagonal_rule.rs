use std::sync::LazyLock;

use super::Direction;
use crate::geometry::Cell;
use crate::map::{CellId, Grid};

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
    pub const ALL: [Self; 4] = [Self::NoCornerCutting, Self::CutOneCorner, Self::CutBothCorners, Self::Never];

    /// The row of a [`StepTable`] for a cell at which a path begins.
    pub(crate) const START: u8 = 8;

    /// Whether there are diagonal steps at all.
    #[must_use]
    pub fn has_diagonals(self) -> bool {
        self != Self::Never
    }

    /// The steps that are allowed from a cell: bit k for the direction with the number k.
    #[must_use]
    #[inline]
    pub fn steps(self, grid: &Grid, id: CellId) -> u8 {
        self.all_steps()[usize::from(Self::START)][grid.around(id)]
    }

    /// The allowed steps, however one arrived.
    pub(crate) fn all_steps(self) -> &'static StepTable {
        &ALL_STEPS[self as usize]
    }

    /// The allowed steps without those that are of no use after the last one: see [`is_superfluous`](Self::is_superfluous).
    pub(crate) fn pruned_steps(self) -> &'static StepTable {
        &PRUNED_STEPS[self as usize]
    }

    /// The allowed steps without those that are not canonical after the last one: see
    /// [`is_canonical`](Self::is_canonical).
    pub(crate) fn canonical_steps(self) -> &'static StepTable {
        static TABLES: [LazyLock<StepTable>; 4] = [
            LazyLock::new(|| canonical_table(DiagonalRule::NoCornerCutting)),
            LazyLock::new(|| canonical_table(DiagonalRule::CutOneCorner)),
            LazyLock::new(|| canonical_table(DiagonalRule::CutBothCorners)),
            LazyLock::new(|| canonical_table(DiagonalRule::Never)),
        ];
        &TABLES[self as usize]
    }

    /// Whether the single step between two cells is allowed. Cells that are not neighbours have none.
    #[must_use]
    pub fn allows(self, grid: &Grid, from: Cell, to: Cell) -> bool {
        let (Some(id), Some(direction)) = (grid.id(from), Direction::between(from, to)) else { return false };
        grid.is_free(from) && self.steps(grid, id) >> direction as u8 & 1 != 0
    }

    /// Whether a step of `(dx, dy)` from a cell of the neighbourhood to a cell of it is allowed.
    const fn allows_within(self, around: usize, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> bool {
        if !is_free(around, x + dx, y + dy) {
            return false;
        }
        let (one, other) = (is_free(around, x + dx, y), is_free(around, x, y + dy));
        dx == 0
            || dy == 0
            || match self {
                Self::NoCornerCutting => one && other,
                Self::CutOneCorner => one || other,
                Self::CutBothCorners => true,
                Self::Never => false,
            }
    }

    /// Whether, after a step of `arrival` from a parent, a step to `(dx, dy)` is of no use to a search, C being the cost
    /// of a straight step, D that of a diagonal one, and C < D ≤ 2C. Seen from the parent, the two steps lead
    ///
    /// - back to itself, or to a neighbour that one allowed step reaches: the search found it when it expanded the parent,
    ///   at no higher cost;
    /// - two cells along a row or column by two diagonal steps: two straight ones are cheaper, 2C < 2D, and if they are
    ///   possible, this way is never the cheapest.
    ///
    /// Either way the step is not the last of any cheapest path that the search does not have already, so leaving it out
    /// changes no cost.
    const fn is_superfluous(self, around: usize, arrival: (i32, i32), (dx, dy): (i32, i32)) -> bool {
        let parent = (-arrival.0, -arrival.1);
        let (x, y) = (arrival.0 + dx, arrival.1 + dy);
        if x == 0 && y == 0 {
            return true;
        }
        if x.abs() <= 1 && y.abs() <= 1 {
            return self.allows_within(around, parent, (x, y));
        }
        let two_diagonals = arrival.0 != 0 && arrival.1 != 0 && dx != 0 && dy != 0;
        two_diagonals && (x == 0 || y == 0) && is_free(around, parent.0 + x / 2, parent.1 + y / 2)
    }
    /// Whether, after a step of `arrival` from a parent, a step of `step` belongs to a *canonical* path.
    ///
    /// Many cheapest paths differ only in the order of their steps. The canonical one among them is the first in the
    /// dictionary's order, where a diagonal step comes before a straight one and, with four neighbours, a step along a row
    /// before one along a column. It never takes two steps p → n → m where another way from p to m, past n,
    ///
    /// - is cheaper, or
    /// - costs the same and has the earlier step first.
    ///
    /// For with that way in their place the path would be cheaper, or come earlier. So a search that takes canonical steps
    /// only, from states of a cell *and* a direction of arrival, finds a cheapest path to every cell. The other ways that
    /// are looked at are those within the nine cells around n. D. Harabor and A. Grastien's pruning rules (2011; without
    /// corner cutting 2014) come out of this one definition, and those of the other two rules.
    fn is_canonical(self, around: usize, arrival: (i32, i32), step: (i32, i32)) -> bool {
        let parent = (-arrival.0, -arrival.1);
        let (x, y) = (arrival.0 + step.0, arrival.1 + step.1);
        if (x, y) == (0, 0) || self.is_step_within(around, parent, (x, y)) {
            // Back, or to where one step leads: one is always cheaper than two.
            return false;
        }
        let cost = step_cost(arrival) + step_cost(step);
        !Direction::ALL.into_iter().map(Direction::offset).filter(|&first| first != arrival).any(|first| {
            let (past, second) = ((parent.0 + first.0, parent.1 + first.1), (x - first.0, y - first.1));
            let other = step_cost(first) + step_cost(second);
            (other < cost || other == cost && self.comes_before(first, arrival))
                && self.is_step_within(around, past, second)
                && self.is_step_within(around, parent, first)
        })
    }

    /// Whether one step stands before another in the order that makes a path canonical.
    fn comes_before(self, one: (i32, i32), other: (i32, i32)) -> bool {
        match self {
            Self::Never => one.1 == 0 && other.1 != 0,
            _ => step_cost(one) > step_cost(other),
        }
    }

    /// Whether `(dx, dy)` is an allowed step between two cells of the neighbourhood.
    fn is_step_within(self, around: usize, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> bool {
        let near = -1..=1;
        near.contains(&dx)
            && near.contains(&dy)
            && (dx, dy) != (0, 0)
            && [x, y, x + dx, y + dy].iter().all(|place| near.contains(place))
            && self.allows_within(around, (x, y), (dx, dy))
    }
}

/// What a step costs, near enough to compare sums of two: 99/70 is √2 to four digits.
fn step_cost((dx, dy): (i32, i32)) -> u32 {
    if dx != 0 && dy != 0 { 99 } else { 70 }
}

/// Made when it is first asked for: the compiler would take seconds for it. Where the cell itself or the one that it was
/// reached from is blocked, no path arrives, and the table has nothing.
fn canonical_table(rule: DiagonalRule) -> StepTable {
    let mut table = ALL_STEPS[rule as usize];
    for arrival in Direction::ALL {
        let (dx, dy) = arrival.offset();
        for (around, steps) in table[arrival as usize].iter_mut().enumerate() {
            let arrives = is_free(around, 0, 0) && is_free(around, -dx, -dy);
            let is_kept = |step: &Direction| {
                arrives
                    && *steps >> *step as u8 & 1 != 0
                    && rule.is_canonical(around, (dx, dy), step.offset())
            };
            *steps =
                Direction::ALL.into_iter().filter(is_kept).fold(0, |steps, step| steps | 1 << step as u8);
        }
    }
    table
}

/// Whether a cell of the neighbourhood is free.
const fn is_free(around: usize, x: i32, y: i32) -> bool {
    around >> ((y + 1) * 3 + x + 1) & 1 != 0
}

/// For each direction in which one arrived at a cell ([`DiagonalRule::START`] where there is none) and each of the 512
/// neighbourhoods the steps from there, bit k for the direction with the number k: one look-up instead of eight case
/// distinctions.
pub(crate) type StepTable = [[u8; 512]; 9];

static ALL_STEPS: [StepTable; 4] = step_tables(false);
static PRUNED_STEPS: [StepTable; 4] = step_tables(true);

#[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler only")]
const fn step_tables(prune: bool) -> [StepTable; 4] {
    let mut tables = [[[0; 512]; 9]; 4];
    let mut index = 0;
    while index < 4 * 9 * 512 {
        let (rule, arrival, around) = (DiagonalRule::ALL[index / 512 / 9], index / 512 % 9, index % 512);
        let prune = prune && arrival != DiagonalRule::START as usize;
        let mut steps = 0;
        let mut number = 0;
        while number < 8 {
            let step = Direction::ALL[number].offset();
            if rule.allows_within(around, (0, 0), step)
                && !(prune && rule.is_superfluous(around, Direction::ALL[arrival].offset(), step))
            {
                steps |= 1 << number;
            }
            number += 1;
        }
        tables[rule as usize][arrival][around] = steps;
        index += 1;
    }
    tables
}

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

    /// The steps after `arrival` at the middle of the drawing, as words.
    fn canonical(rule: DiagonalRule, rows: [&str; 3], arrival: Direction) -> String {
        let grid = Grid::from_rows(rows).unwrap();
        let around = grid.around(grid.id(Cell::new(1, 1)).unwrap());
        let steps = rule.canonical_steps()[arrival as usize][around];
        let names = ["N", "E", "S", "W", "NE", "SE", "SW", "NW"];
        (0..8)
            .filter(|number| steps >> number & 1 != 0)
            .map(|number| names[number])
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The rules of the papers, one by one.
    #[test]
    fn canonical_steps_are_the_natural_and_the_forced_ones() {
        use Direction::{East, North, NorthEast};
        let open = ["...", "...", "..."];
        for rule in [NoCornerCutting, CutOneCorner, CutBothCorners] {
            assert_eq!(canonical(rule, open, East), "E");
            assert_eq!(canonical(rule, open, NorthEast), "N E NE");
        }
        // The obstacle lies beside the cell before, or beside this one.
        let (before, beside) = (["#..", "...", "..."], [".#.", "...", "..."]);
        assert_eq!(canonical(NoCornerCutting, before, East), "N E NE");
        assert_eq!(canonical(NoCornerCutting, beside, East), "E");
        for rule in [CutOneCorner, CutBothCorners] {
            assert_eq!(canonical(rule, before, East), "E");
            assert_eq!(canonical(rule, beside, East), "E NE");
        }
        let corner = [".#.", "..#", "..."];
        assert_eq!(canonical(CutOneCorner, corner, East), "");
        assert_eq!(canonical(CutBothCorners, corner, East), "NE");
        // Diagonal steps force something only where they may cut a corner.
        let cut = ["...", "#..", "..."];
        assert_eq!(canonical(CutOneCorner, cut, NorthEast), "N E NE NW");
        assert_eq!(canonical(CutBothCorners, cut, NorthEast), "N E NE NW");
        let cut = [".#.", "#..", "..."];
        assert_eq!(canonical(CutOneCorner, cut, NorthEast), "E NE");
        assert_eq!(canonical(CutBothCorners, cut, NorthEast), "E NE NW");
        // Four neighbours: along the row first.
        assert_eq!(canonical(Never, open, East), "N E S");
        assert_eq!(canonical(Never, open, North), "N");
        assert_eq!(canonical(Never, ["...", "...", "..#"], North), "N E");
        assert_eq!(canonical(Never, ["...", "...", "#.#"], North), "N E W");
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
