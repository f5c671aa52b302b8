use super::angle_ranges::AngleRange;
use super::open::AngleOpen;
use crate::open::TieBreak;
use crate::search::count;
use crate::search::{OutOfMemory, StateId, zeroed};

/// What a search knows of a corner: g and the tag. From the highest bits, that is the search's stamp, whether the corner is closed
/// (one bit), and its parent; so the tags of later searches are larger, and those of closed corners the largest. A tuple because
/// its all-zero form is known to be valid.
type Slot = (f64, u64);

/// One more than the largest stamp.
const STAMPS: u32 = 1 << 31;

/// The bit of a tag.
const CLOSED: u64 = 1 << 32;

/// What the search has done with a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    New,
    Open,
    Closed,
}

/// The memory of a search at any angle.
#[derive(Debug, Default)]
pub(crate) struct AngleMemory {
    pub(super) nodes: AngleNodes,
    pub(super) open: AngleOpen,
    /// Of AP Theta* only.
    pub(crate) ranges: Vec<AngleRange>,
}

impl AngleMemory {
    /// Forgets everything and makes room for this many corners.
    pub(super) fn begin(&mut self, states: usize, ties: TieBreak) -> Result<(), OutOfMemory> {
        self.open.begin(ties);
        self.nodes.begin(states)
    }
}

/// The known corners of a search, by number. Nothing is cleared between searches until the stamps run out.
#[derive(Debug, Default)]
pub(crate) struct AngleNodes {
    slots: Vec<Slot>,
    /// Never zero during a search.
    stamp: u32,
}

impl AngleNodes {
    /// Forgets everything and makes room for this many corners.
    pub(super) fn begin(&mut self, states: usize) -> Result<(), OutOfMemory> {
        if self.slots.len() < states {
            // The old pages go first: there may not be room for both.
            self.slots = Vec::new();
            self.slots = zeroed(states)?;
            self.stamp = 0;
        }
        self.stamp += 1;
        if self.stamp == STAMPS {
            self.slots.fill((0.0, 0));
            self.stamp = 1;
        }
        Ok(())
    }

    /// The tag of an open corner with this parent.
    #[inline]
    fn open_tag(&self, parent: u32) -> u64 {
        u64::from(self.stamp) << 33 | u64::from(parent)
    }

    #[inline]
    pub(super) fn status(&self, id: StateId) -> Status {
        count::done(1);
        match self.slots[id.index()].1 {
            tag if tag >= self.open_tag(0) | CLOSED => Status::Closed,
            tag if tag >= self.open_tag(0) => Status::Open,
            _ => Status::New,
        }
    }

    /// Whether a corner is open or closed, and has this parent.
    #[inline]
    pub(super) fn is_child(&self, id: StateId, parent: StateId) -> bool {
        count::done(1);
        self.slots[id.index()].1 | CLOSED == self.open_tag(parent.0) | CLOSED
    }

    /// Whether it is closed and has this parent.
    #[inline]
    pub(super) fn is_closed_child(&self, id: StateId, parent: StateId) -> bool {
        self.slots[id.index()].1 == self.open_tag(parent.0) | CLOSED
    }

    /// The moves from a corner to those around it that are closed or have this parent, a bit for each of the first eight of
    /// [`VECTORS`](crate::moves::VECTORS), if so many numbers are a row. On the border of the map some may be left out, and what it
    /// says of moves that leave the map has no meaning.
    #[inline(always)]
    pub(super) fn to_settled(&self, id: StateId, across: u32, parent: Option<StateId>) -> u32 {
        let closed = self.open_tag(0) | CLOSED;
        let child = parent.map_or(closed, |parent| self.open_tag(parent.0));
        let moves = |middle: usize, numbers: [u32; 3]| match self
            .slots
            .get(middle.wrapping_sub(1)..middle.wrapping_add(2))
        {
            Some(&[(_, left), (_, here), (_, right)]) => {
                let is_settled = |tag: u64| u32::from(tag >= closed) | u32::from(tag == child);
                is_settled(left) << numbers[0]
                    | is_settled(here) << numbers[1]
                    | is_settled(right) << numbers[2]
            }
            _ => 0,
        };
        let (middle, across) = (id.index(), across as usize);
        moves(middle.wrapping_sub(across), [7, 0, 4])
            | moves(middle, [3, 31, 1])
            | moves(middle + across, [6, 2, 5])
    }

    /// The length of the way to a known corner.
    #[inline]
    pub(super) fn g(&self, id: StateId) -> f64 {
        self.slots[id.index()].0
    }

    /// From where a known corner is reached; the start is its own parent.
    #[inline]
    pub(super) fn parent(&self, id: StateId) -> StateId {
        count::done(1);
        StateId(self.slots[id.index()].1 as u32)
    }

    /// A way to a corner, which is open now.
    #[inline]
    pub(super) fn open(&mut self, id: StateId, g: f64, parent: StateId) {
        self.slots[id.index()] = (g, self.open_tag(parent.0));
    }

    #[inline]
    pub(super) fn close(&mut self, id: StateId) {
        self.slots[id.index()].1 |= CLOSED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::VECTORS;
    use tautline_testkit::world::SplitMix64;

    #[test]
    fn stamps_that_run_out_leave_no_trace() {
        let mut nodes = AngleNodes::default();
        nodes.begin(3).unwrap();
        nodes.open(StateId(1), 2.0, StateId(0));
        nodes.close(StateId(1));
        nodes.stamp = STAMPS - 2;
        for _ in 0..3 {
            nodes.begin(3).unwrap();
            assert!((0..3).all(|id| nodes.status(StateId(id)) == Status::New));
            nodes.open(StateId(2), 1.0, StateId(2));
            assert_eq!(nodes.status(StateId(2)), Status::Open);
        }
        assert_eq!(nodes.stamp, 2);
    }

    /// Which moves lead to closed corners and to children, against what is known of each; nothing is left out but on the border.
    #[test]
    fn settled_corners_around_one_are_those_that_it_knows() {
        let mut rng = SplitMix64::new(3);
        let (across, rows) = (9, 7);
        let mut nodes = AngleNodes::default();
        let mut counts = [0; 3];
        for _ in 0..200 {
            nodes.begin((across * rows) as usize).unwrap();
            for _ in 0..rng.below(90) {
                let id = StateId(rng.below(across * rows));
                nodes.open(id, 1.0, StateId(rng.below(3)));
                if rng.chance(40) {
                    nodes.close(id);
                }
            }
            for (x, y) in (0..across).flat_map(|x| (0..rows).map(move |y| (x, y))) {
                let parent = rng.pick(&[None, Some(StateId(0)), Some(StateId(1))]);
                let found = nodes.to_settled(StateId(y * across + x), across, parent);
                let on_border = x == 0 || y == 0 || x == across - 1 || y == rows - 1;
                for (number, (dx, dy)) in VECTORS.into_iter().take(8).enumerate() {
                    let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                    if x >= across || y >= rows {
                        continue;
                    }
                    let id = StateId(y * across + x);
                    let status = nodes.status(id);
                    let is_child = parent.is_some_and(|parent| nodes.is_child(id, parent));
                    let has_parent = parent.is_some_and(|parent| nodes.parent(id) == parent);
                    assert_eq!(is_child, has_parent && status != Status::New);
                    let is_closed_child = parent.is_some_and(|parent| nodes.is_closed_child(id, parent));
                    assert_eq!(is_closed_child, has_parent && status == Status::Closed);
                    let is_settled = status == Status::Closed || is_child;
                    let is_found = found >> number & 1 != 0;
                    assert!(is_settled == is_found || (is_settled && on_border), "{x} {y}");
                    counts[status as usize] += u32::from(is_found == is_settled);
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
    }
}
