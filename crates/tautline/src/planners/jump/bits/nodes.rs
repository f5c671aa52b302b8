use super::Length;
use crate::geometry::Cell;
use crate::moves::Direction;
use crate::search::{OutOfMemory, PathMeter, count, zeroed};

/// A state of a jump-point search: a cell and the direction in which it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) cell: Cell,
    pub(crate) arrival: Direction,
}

/// Numbers the cells of a map so that their coordinates are found without a division: a row takes a power of two.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Numbering {
    shift: u32,
}

impl Numbering {
    pub(crate) fn new(width: u32) -> Self {
        Self { shift: width.next_power_of_two().trailing_zeros() }
    }

    /// How many numbers a map of this height needs.
    pub(crate) fn count(self, height: u32) -> usize {
        (height as usize) << self.shift
    }

    #[inline]
    pub(crate) fn number(self, cell: Cell) -> usize {
        (cell.y as usize) << self.shift | cell.x as usize
    }

    #[inline]
    pub(crate) fn cell(self, number: usize) -> Cell {
        Cell { x: (number & ((1 << self.shift) - 1)) as i32, y: (number >> self.shift) as i32 }
    }
}

/// The cells that a search of jump points has come to. A search is bound by the cache lines it touches and by the branches that
/// cannot be predicted, so what it asks of a cell is one number, and the answer one comparison.
///
/// The states of the search are cells with a direction of arrival, as the direction decides which steps are canonical. **One
/// direction for each cell is enough**, whichever came first with the shortest way; all other arrivals are dropped, those that
/// are equally long too. For every cell m on a shortest path to the goal is still reached by a shortest way, by induction over
/// its length. Let m not be the start. If some shortest path to m ends in a straight step (with four neighbours: in a step
/// along the column), let c → m be one; otherwise let it be the last step of any shortest path to m. It is canonical after
/// *every* arrival p → c by a shortest way. For it is not only if there is another way p → q → m that is
///
/// - shorter: it is not, as c → m ends a shortest path, or
/// - equally long, with the earlier step first. That is, p → c is straight and c → m diagonal, while p → q is diagonal and
///   q → m straight (with four neighbours: p → c along the column, c → m along the row, and the other way round). But if
///   c → m is diagonal, no shortest path to m ends in a straight step.
///
/// With m, c is on a shortest path to the goal, so it was reached by a shortest way, and whichever arrival was kept, c → m is
/// canonical after it. Neither is it one of the arrivals that the search leaves out because nothing can be found from them and
/// the goal is not in sight: behind c → m there is a jump point, or the goal. So m is reached.
///
/// This does not depend on the order in which states are expanded, as long as a cell that is reached by a shorter way is expanded
/// again, and none is left that promises less than the way to the goal that was found.
///
/// (Cells that are on no shortest path to the goal may be kept with a longer way, where an arrival by a shorter one was left
/// out. They do no harm: as long as no shortest path is found, some open state on one has an f of at most its length.)
#[derive(Debug)]
pub(crate) struct JumpNodes<L> {
    /// For each cell, from the highest digit to the lowest: the number of the last search that came to it, how much shorter
    /// than the longest path the best way to it is, and whether it has been expanded. So a way is worth recording if its key is
    /// larger.
    keys: Vec<L>,
    /// The number of the cell before it.
    parents: Vec<u32>,
    numbering: Numbering,
    /// The key of a way of no length in the running search.
    best: L,
    /// How many cells were expanded and then reached by a shorter way.
    reopened: u64,
}

impl<L: Length> Default for JumpNodes<L> {
    fn default() -> Self {
        let (best, numbering) = (L::default(), Numbering::default());
        Self { keys: Vec::new(), parents: Vec::new(), numbering, best, reopened: 0 }
    }
}

impl<L: Length> JumpNodes<L> {
    /// Where the number of the search begins in a key.
    const SEARCH: u32 = L::USED_BITS + 1;

    /// Forgets everything and makes room for a map of this size.
    pub(crate) fn begin(&mut self, numbering: Numbering, height: u32) -> Result<(), OutOfMemory> {
        self.numbering = numbering;
        self.reopened = 0;
        let cells = numbering.count(height);
        if self.keys.len() < cells {
            // The old pages go first: there may not be room for both.
            (self.keys, self.parents) = (Vec::new(), Vec::new());
            (self.keys, self.parents) = (zeroed(cells)?, zeroed(cells)?);
            self.best = L::default();
        }
        let mut search = (self.best >> Self::SEARCH) + 1u32.into();
        if search >> (L::ALL_BITS - Self::SEARCH) != L::default() {
            self.keys.fill(L::default());
            search = 1u32.into();
        }
        self.best = (search << Self::SEARCH) + (((L::from(1u32) << L::USED_BITS) - 1u32.into()) << 1);
        Ok(())
    }

    /// Records the start, which nothing can reach again at no cost.
    pub(crate) fn start(&mut self, cell: Cell) {
        let number = self.numbering.number(cell);
        self.keys[number] = self.best | 1u32.into();
        self.parents[number] = number as u32;
    }

    /// Records a way to a cell; whether it is shorter than those before.
    #[inline]
    pub(crate) fn reach(&mut self, number: usize, g: L, parent: u32) -> bool {
        count::done(1);
        let key = &mut self.keys[number];
        let new = self.best - (g << 1);
        if new < (*key | 1u32.into()) {
            return false;
        }
        let is_expanded = *key & 1u32.into() != L::default();
        self.reopened += u64::from(is_expanded && *key >> Self::SEARCH == self.best >> Self::SEARCH);
        *key = new;
        self.parents[number] = parent;
        true
    }

    /// Takes up a cell that came from the open list: the way to it, unless it has been expanded.
    ///
    /// The entry may be older than the way: a walk along a diagonal can have found a shorter one, and have looked at once at what
    /// lies behind it. Then the cell is expanded once more, for the old arrival with the new length: in vain, but not wrongly.
    #[inline]
    pub(crate) fn expand(&mut self, number: usize) -> Option<L> {
        count::done(1);
        let key = &mut self.keys[number];
        let is_new = *key & 1u32.into() == L::default();
        let g = (self.best - *key) >> 1;
        *key = *key | 1u32.into();
        is_new.then_some(g)
    }

    /// How many cells were expanded and then reached by a shorter way.
    pub(crate) fn reopened(&self) -> u64 {
        self.reopened
    }

    /// From where a cell that the search has come to was reached; none for the start.
    pub(crate) fn parent(&self, cell: Cell) -> Option<Cell> {
        count::done(1);
        let number = self.numbering.number(cell);
        let parent = self.parents[number] as usize;
        (parent != number).then(|| self.numbering.cell(parent))
    }

    /// Collects the points on the way from the start to a cell that the search has come to, as far as there is time for that.
    pub(crate) fn way(&self, to: Cell, points: &mut Vec<Cell>, meter: &PathMeter<'_>) {
        points.clear();
        points.extend(std::iter::successors(Some(to), |&cell| self.parent(cell).filter(|_| meter.places(1))));
        points.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Measure;
    use super::*;
    use crate::moves::DiagonalRule;

    fn nodes() -> (JumpNodes<u64>, Measure<u64>, Numbering) {
        let measure = Measure::new(DiagonalRule::NoCornerCutting);
        (JumpNodes::default(), measure, Numbering::new(5))
    }

    #[test]
    fn numbers_and_cells_belong_together() {
        let numbering = Numbering::new(5);
        assert_eq!(numbering.count(4), 32);
        for (x, y) in [(0, 0), (4, 0), (0, 3), (4, 3)] {
            let cell = Cell { x, y };
            assert_eq!(numbering.cell(numbering.number(cell)), cell);
        }
        assert_eq!(Numbering::new(1).number(Cell { x: 0, y: 7 }), 7);
    }

    #[test]
    fn only_shorter_ways_count_and_each_cell_is_expanded_once() {
        let (mut nodes, measure, numbering) = nodes();
        nodes.begin(numbering, 4).unwrap();
        nodes.start(Cell { x: 0, y: 0 });
        let steps = |lead, straight| measure.steps(lead, straight);
        assert!(nodes.reach(9, steps(0, 7), 0));
        assert!(!nodes.reach(9, steps(0, 7), 1), "equally long");
        assert!(!nodes.reach(9, steps(5, 0), 1), "longer: 7.07…");
        assert!(nodes.reach(9, steps(4, 1), 2), "shorter: 6.65…");
        assert_eq!(nodes.expand(9), Some(steps(4, 1)));
        assert_eq!(nodes.expand(9), None);
        assert!(!nodes.reach(0, steps(0, 1), 9), "nothing is shorter than to be there");
        assert_eq!(nodes.parent(Cell { x: 1, y: 1 }), Some(Cell { x: 2, y: 0 }));
        assert_eq!(nodes.parent(Cell { x: 0, y: 0 }), None);
    }

    #[test]
    fn searches_that_are_counted_from_the_beginning_again_do_not_revive_old_cells() {
        let (mut nodes, _, numbering) = nodes();
        nodes.begin(numbering, 4).unwrap();
        assert!(nodes.reach(3, 1, 0));
        let shift = JumpNodes::<u64>::SEARCH;
        nodes.best = ((u64::MAX >> shift) - 1) << shift;
        let mut searches = Vec::new();
        for _ in 0..3 {
            nodes.begin(numbering, 4).unwrap();
            searches.push(nodes.best >> shift);
            for cell in 0..4 {
                assert!(nodes.reach(cell, 9, 0), "search {searches:?}");
                assert!(!nodes.reach(cell, 9, 0), "search {searches:?}");
            }
            assert_eq!(nodes.expand(2), Some(9));
        }
        assert_eq!(searches, [u64::MAX >> shift, 1, 2]);
    }

    #[test]
    fn the_longest_way_is_still_one() {
        let mut nodes = JumpNodes::<u64>::default();
        let (long, wide) = ((1 << u64::USED_BITS) - 1, (1 << u128::USED_BITS) - 1);
        nodes.begin(Numbering::new(5), 4).unwrap();
        assert!(nodes.reach(3, long, 0) && nodes.reach(3, long - 1, 0) && !nodes.reach(3, long, 0));
        assert_eq!(nodes.expand(3), Some(long - 1));
        assert!(nodes.reach(3, 0, 0));
        assert_eq!(nodes.reopened(), 1);
        let mut nodes = JumpNodes::<u128>::default();
        nodes.begin(Numbering::new(5), 4).unwrap();
        assert!(nodes.reach(3, wide, 0) && nodes.reach(3, wide - 1, 0) && !nodes.reach(3, wide, 0));
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        assert!(JumpNodes::<u64>::default().begin(Numbering { shift: 60 }, 4).is_err());
    }
}
