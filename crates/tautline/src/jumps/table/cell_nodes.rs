use crate::moves::{Cost, OctileLength};
use crate::search::{OutOfMemory, zeroed};

/// What a search knows of a cell: g, the cell before it, and the mark: the search's stamp (16 bits), the directions by which
/// the cell was reached at this g (8 bits), and those of them that have been expanded (8 bits). A tuple because its all-zero
/// form is known to be valid.
type Slot = (u64, u32, u32);

/// One more than the largest stamp.
const STAMPS: u32 = 1 << 16;

/// The known states of a search over cells and directions of arrival.
///
/// All states of a cell share one slot, for only those with the cell's smallest g are kept: a dearer one lies on no cheapest
/// path, whatever its direction is. A slot belongs to the running search if it bears the search's own stamp.
#[derive(Debug, Default)]
pub(crate) struct CellNodes {
    slots: Vec<Slot>,
    /// Never zero during a search.
    stamp: u32,
}

impl CellNodes {
    /// Forgets everything and makes room for this many cells.
    pub(crate) fn begin(&mut self, cells: usize) -> Result<(), OutOfMemory> {
        if self.slots.len() < cells {
            // The old pages go first: there may not be room for both.
            self.slots = Vec::new();
            self.slots = zeroed(cells)?;
            self.stamp = 0;
        }
        self.stamp += 1;
        if self.stamp == STAMPS {
            self.slots.fill((0, 0, 0));
            self.stamp = 1;
        }
        Ok(())
    }

    /// Makes a cell the start: no way to it is as cheap as being there.
    pub(crate) fn start(&mut self, cell: u32) {
        self.slots[cell as usize] = (OctileLength::ZERO.store(), cell, self.stamp << 16 | 0xffff);
    }

    /// Records a way to a cell, unless a cheaper one is known or one as cheap by the same direction. Whether it was new.
    #[inline]
    pub(crate) fn reach(&mut self, cell: u32, direction: usize, g: OctileLength, parent: u32) -> bool {
        let slot = &mut self.slots[cell as usize];
        let seen = 0x100 << direction;
        if slot.2 >> 16 == self.stamp {
            let known = OctileLength::load(slot.0);
            if known == g {
                let is_new = slot.2 & seen == 0;
                slot.2 |= seen;
                return is_new;
            }
            if known < g {
                return false;
            }
        }
        *slot = (g.store(), parent, self.stamp << 16 | seen);
        true
    }

    /// The g of a cell that is to be expanded with this direction of arrival, unless that has been done or a cheaper way was
    /// found that does not arrive so.
    #[inline]
    pub(crate) fn expand(&mut self, cell: u32, direction: usize) -> Option<OctileLength> {
        let slot = &mut self.slots[cell as usize];
        let (seen, done) = (0x100 << direction, 1 << direction);
        if slot.2 & (seen | done) != seen {
            return None;
        }
        slot.2 |= done;
        Some(OctileLength::load(slot.0))
    }

    /// The cell before a cell that was reached; the start is before itself.
    #[inline]
    pub(crate) fn parent(&self, cell: u32) -> u32 {
        self.slots[cell as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn straight(straight: u32) -> OctileLength {
        OctileLength { straight, diagonal: 0 }
    }

    #[test]
    fn equal_ways_are_kept_and_dearer_ones_are_not() {
        let mut nodes = CellNodes::default();
        nodes.begin(4).unwrap();
        assert!(nodes.reach(2, 3, straight(7), 0));
        assert!(!nodes.reach(2, 3, straight(7), 1), "the same again");
        assert!(!nodes.reach(2, 4, straight(8), 1), "dearer");
        assert!(nodes.reach(2, 5, straight(7), 1), "as cheap, from elsewhere");
        assert_eq!(nodes.expand(2, 3), Some(straight(7)));
        assert_eq!(nodes.expand(2, 3), None, "once is enough");
        assert!(nodes.reach(2, 6, OctileLength { straight: 0, diagonal: 4 }, 3), "cheaper: 5.65…");
        assert_eq!(nodes.expand(2, 5), None, "no longer the best");
        assert_eq!(nodes.expand(2, 6), Some(OctileLength { straight: 0, diagonal: 4 }));
        assert_eq!(nodes.parent(2), 3);
        nodes.start(0);
        assert!(!nodes.reach(0, 1, straight(1), 2));
        assert_eq!(nodes.parent(0), 0);
    }

    #[test]
    fn stamps_that_wrap_around_do_not_revive_old_cells() {
        let mut nodes = CellNodes::default();
        nodes.begin(3).unwrap();
        assert!(nodes.reach(1, 0, straight(1), 0));
        // As many searches later as there are stamps.
        nodes.stamp = STAMPS - 2;
        let mut stamps = Vec::new();
        for _ in 0..4 {
            nodes.begin(3).unwrap();
            stamps.push(nodes.stamp);
            for cell in 0..3 {
                assert!(nodes.reach(cell, 0, straight(9), 0), "stamp {}", nodes.stamp);
                assert!(!nodes.reach(cell, 0, straight(9), 0));
            }
        }
        assert_eq!(stamps, [STAMPS - 1, 1, 2, 3]);
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        assert!(CellNodes::default().begin(usize::MAX / 32).is_err());
    }
}
