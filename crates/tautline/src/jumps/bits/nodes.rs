use bytemuck::Zeroable;

use super::Measure;
use crate::geometry::Cell;
use crate::moves::Direction;
use crate::search::{OutOfMemory, zeroed};

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

/// What a search knows of a cell: the steps of the best way to it; the mark, which is the search's stamp and in the lowest bit
/// whether the cell has been expanded; and the number of the cell before it. A tuple because its all-zero form is known to be
/// valid.
type Slot<S> = (S, u32, u32);

/// The cells that a search of jump points has come to. A search is bound by the cache lines it touches, so a slot is 12 bytes
/// (with [`Compact`](super::Compact)).
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
/// (Cells that are on no shortest path to the goal may be kept with a longer way, where an arrival by a shorter one was left
/// out. They do no harm: as long as the goal is not found, some open state on a shortest path to it has an f of at most that
/// path's length, so the state that is taken out and sees the goal has, too.)
#[derive(Debug)]
pub(crate) struct JumpNodes<M: Measure> {
    slots: Vec<Slot<M::Steps>>,
    numbering: Numbering,
    /// The running search, above the lowest bit. Never zero during a search.
    stamp: u32,
    /// How many cells were expanded and then reached by a shorter way.
    reopened: u64,
}

impl<M: Measure> Default for JumpNodes<M> {
    fn default() -> Self {
        Self { slots: Vec::new(), numbering: Numbering::default(), stamp: 0, reopened: 0 }
    }
}

impl<M: Measure> JumpNodes<M> {
    /// Forgets everything and makes room for a map of this size.
    pub(crate) fn begin(&mut self, numbering: Numbering, height: u32) -> Result<(), OutOfMemory> {
        self.numbering = numbering;
        self.reopened = 0;
        let cells = numbering.count(height);
        if self.slots.len() < cells {
            // The old pages go first: there may not be room for both.
            self.slots = Vec::new();
            self.slots = zeroed(cells)?;
            self.stamp = 0;
        }
        self.stamp = self.stamp.wrapping_add(2);
        if self.stamp == 0 {
            self.slots.fill(Slot::zeroed());
            self.stamp = 2;
        }
        Ok(())
    }

    /// Records the start, which nothing can reach again at no cost.
    pub(crate) fn start(&mut self, cell: Cell) {
        let number = self.numbering.number(cell);
        self.slots[number] = (M::Steps::default(), self.stamp | 1, number as u32);
    }

    /// Records a way to a cell; whether it is shorter than those before.
    #[inline]
    pub(crate) fn reach(&mut self, measure: M, number: usize, g: M::Steps, parent: u32) -> bool {
        let slot = &mut self.slots[number];
        if slot.1 & !1 == self.stamp && measure.length(slot.0) <= measure.length(g) {
            return false;
        }
        self.reopened += u64::from(slot.1 == self.stamp | 1);
        *slot = (g, self.stamp, parent);
        true
    }

    /// Takes up a cell that came from the open list: the way to it, unless it has been expanded.
    #[inline]
    pub(crate) fn expand(&mut self, number: usize) -> Option<M::Steps> {
        let slot = &mut self.slots[number];
        let is_new = slot.1 & 1 == 0;
        slot.1 |= 1;
        is_new.then_some(slot.0)
    }

    /// How many cells were expanded and then reached by a shorter way.
    pub(crate) fn reopened(&self) -> u64 {
        self.reopened
    }

    /// From where a cell that the search has come to was reached; none for the start.
    pub(crate) fn parent(&self, cell: Cell) -> Option<Cell> {
        let number = self.numbering.number(cell);
        let parent = self.slots[number].2 as usize;
        (parent != number).then(|| self.numbering.cell(parent))
    }

    /// Collects the points on the way from the start to a cell that the search has come to.
    pub(crate) fn way(&self, to: Cell, points: &mut Vec<Cell>) {
        points.clear();
        points.extend(std::iter::successors(Some(to), |&cell| self.parent(cell)));
        points.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Compact;
    use super::*;
    use crate::moves::DiagonalRule;

    fn nodes() -> (JumpNodes<Compact>, Compact, Numbering) {
        let measure = Compact::new(DiagonalRule::NoCornerCutting, 5, 4).unwrap();
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
        let steps = |lead, straight| Compact::add(0, lead, straight);
        assert!(nodes.reach(measure, 9, steps(0, 7), 0));
        assert!(!nodes.reach(measure, 9, steps(0, 7), 1), "equally long");
        assert!(!nodes.reach(measure, 9, steps(5, 0), 1), "longer: 7.07…");
        assert!(nodes.reach(measure, 9, steps(4, 1), 2), "shorter: 6.65…");
        assert_eq!(nodes.expand(9), Some(steps(4, 1)));
        assert_eq!(nodes.expand(9), None);
        assert!(!nodes.reach(measure, 0, steps(0, 1), 9), "nothing is shorter than to be there");
        assert_eq!(nodes.parent(Cell { x: 1, y: 1 }), Some(Cell { x: 2, y: 0 }));
        assert_eq!(nodes.parent(Cell { x: 0, y: 0 }), None);
    }

    #[test]
    fn stamps_that_wrap_around_do_not_revive_old_cells() {
        let (mut nodes, measure, numbering) = nodes();
        nodes.begin(numbering, 4).unwrap();
        assert!(nodes.reach(measure, 3, 1, 0));
        nodes.stamp = u32::MAX - 3;
        let mut stamps = Vec::new();
        for _ in 0..3 {
            nodes.begin(numbering, 4).unwrap();
            stamps.push(nodes.stamp);
            for cell in 0..4 {
                assert!(nodes.reach(measure, cell, 9, 0), "stamp {}", nodes.stamp);
            }
            assert_eq!(nodes.expand(2), Some(9));
        }
        assert_eq!(stamps, [u32::MAX - 1, 2, 4]);
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        assert!(JumpNodes::<Compact>::default().begin(Numbering { shift: 60 }, 4).is_err());
    }
}
