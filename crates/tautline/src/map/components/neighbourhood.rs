//! Which cells are beside each other, and which of the cells around one hang together without it.

use crate::map::Tiling;
use crate::moves::DiagonalRule;

/// Which cells can be reached in one step, as far as it matters for what can be reached at all.
///
/// A diagonal step that needs both cells beside it free, or one of them, is of no help: by way of such a cell two straight
/// steps lead to the same place. So under [`DiagonalRule::NoCornerCutting`] and [`DiagonalRule::CutOneCorner`] the cells that
/// can be reached are those that four neighbours reach, as under [`DiagonalRule::Never`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbourhood {
    /// Squares that share a side.
    Four,
    /// Squares that share a side or a corner.
    Eight,
    /// Hexagons that share a side.
    Six,
}

/// The straight neighbours among the nine cells around one.
const STRAIGHT: u16 = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7;

/// The places of a square's neighbours among the nine cells, from the one above clockwise.
const SQUARES: [u8; 8] = [1, 2, 5, 8, 7, 6, 3, 0];

/// The places of a hexagon's neighbours among the nine cells, from the one to the right clockwise, in even and in odd rows.
pub(super) const HEXAGONS: [[u8; 6]; 2] = [[5, 7, 6, 3, 0, 1], [5, 8, 7, 3, 1, 2]];

/// The free neighbours of a cell in groups that hang together around it, each as bits of the nine cells around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Groups {
    masks: [u16; Self::MOST],
    count: usize,
}

impl Groups {
    /// There are no more: between two groups there is a blocked cell.
    pub(super) const MOST: usize = 4;

    pub(super) fn masks(&self) -> &[u16] {
        &self.masks[..self.count]
    }

    fn push(&mut self, mask: u16) {
        self.masks[self.count] = mask;
        self.count += 1;
    }
}

impl Neighbourhood {
    pub(super) fn of(tiling: Tiling, rule: DiagonalRule) -> Self {
        match (tiling, rule) {
            (Tiling::Hexagonal, _) => Self::Six,
            (Tiling::Square, DiagonalRule::CutBothCorners) => Self::Eight,
            (Tiling::Square, _) => Self::Four,
        }
    }

    /// How many cells further than a run of cells, to the left and to the right, the cells above and below reach that are
    /// beside it.
    pub(super) fn reach(self, is_odd_row: bool) -> (usize, usize) {
        match self {
            Self::Four => (0, 0),
            Self::Eight => (1, 1),
            Self::Six => (usize::from(!is_odd_row), usize::from(is_odd_row)),
        }
    }

    /// The cells around one, clockwise.
    fn ring(self, is_odd_row: bool) -> &'static [u8] {
        match self {
            Self::Four | Self::Eight => &SQUARES,
            Self::Six => &HEXAGONS[usize::from(is_odd_row)],
        }
    }

    /// The groups of free neighbours of a cell, told by the nine cells around it; whether it is free itself does not matter.
    ///
    /// Cells that follow each other in the ring hang together. What parts the ring is a blocked cell; with eight neighbours a
    /// blocked corner does not, for the cells before and behind it touch.
    pub(super) fn groups(self, around: usize, is_odd_row: bool) -> Groups {
        let ring = self.ring(is_odd_row);
        let around = around as u16;
        let wanted = if self == Self::Four { STRAIGHT } else { !0 };
        let parting = if self == Self::Eight { STRAIGHT } else { !0 };
        let parts = |place: u8| !around & parting & 1 << place != 0;
        let mut groups = Groups::default();
        let first = ring.iter().position(|&place| parts(place)).unwrap_or(0);
        let mut group = 0;
        for &place in ring[first..].iter().chain(&ring[..first]) {
            if parts(place) && group != 0 {
                groups.push(group);
                group = 0;
            }
            group |= around & wanted & 1 << place;
        }
        if group != 0 {
            groups.push(group);
        }
        groups
    }

    /// The place of a cell of a group among the nine cells, one that shares a side with the cell in the middle if there is one.
    pub(super) fn nearest(self, group: u16) -> u32 {
        let straight = group & STRAIGHT;
        if self == Self::Six || straight == 0 { group.trailing_zeros() } else { straight.trailing_zeros() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Cell;
    use crate::map::{Grid, Tile};
    use crate::moves::HexStep;

    /// Joins cells until nothing changes.
    fn naive(grid: &Grid, middle: Cell, is_beside: impl Fn(Cell, Cell) -> bool) -> Vec<Vec<Cell>> {
        let ring: Vec<Cell> =
            grid.cells().filter(|&cell| grid.is_free(cell) && cell != middle && near(cell, middle)).collect();
        let mut groups: Vec<Vec<Cell>> = ring.iter().map(|&cell| vec![cell]).collect();
        while let Some((one, other)) = pairs(groups.len())
            .find(|&(one, other)| groups[one].iter().any(|&a| groups[other].iter().any(|&b| is_beside(a, b))))
        {
            let moved = groups.remove(other);
            groups[one].extend(moved);
        }
        for group in &mut groups {
            group.retain(|&cell| is_beside(cell, middle));
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    fn near(a: Cell, b: Cell) -> bool {
        (a.x - b.x).abs() <= 1 && (a.y - b.y).abs() <= 1
    }

    fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..count).flat_map(move |other| (0..other).map(move |one| (one, other)))
    }

    #[test]
    fn the_ring_decides_what_hangs_together() {
        for (neighbourhood, row) in [
            (Neighbourhood::Four, 1),
            (Neighbourhood::Eight, 1),
            (Neighbourhood::Six, 1),
            (Neighbourhood::Six, 2),
        ] {
            let is_beside = |a: Cell, b: Cell| match neighbourhood {
                Neighbourhood::Four => (a.x - b.x).abs() + (a.y - b.y).abs() == 1,
                Neighbourhood::Eight => near(a, b),
                Neighbourhood::Six => HexStep::neighbours(a).any(|other| other == b),
            };
            let middle = Cell::new(1, row);
            for around in 0..512usize {
                let cells = |mask: usize| {
                    let places = (0..9).filter(move |k| mask >> k & 1 != 0);
                    places.map(|k| Cell::new(k % 3, row - 1 + k / 3)).collect::<Vec<_>>()
                };
                let mut grid = Grid::blocked(3, 4).unwrap();
                for cell in cells(around) {
                    grid.set(cell, Tile::Free).unwrap();
                }
                let groups = neighbourhood.groups(around, row == 1);
                let found: Vec<Vec<Cell>> = groups.masks().iter().map(|&mask| cells(mask.into())).collect();
                let expected = naive(&grid, middle, is_beside);
                let sorted = |mut groups: Vec<Vec<Cell>>| {
                    for group in &mut groups {
                        group.sort_by_key(|cell| (cell.y, cell.x));
                    }
                    groups.sort_by_key(|group| (group[0].y, group[0].x));
                    groups
                };
                assert_eq!(sorted(found), sorted(expected), "{neighbourhood:?} {around:#b}");
            }
        }
    }
}
