use crate::geometry::{Cell, Point, Rounded};
use crate::map::Grid;
use crate::search::StateId;

/// Start and goal of a search, where they are points that are no corners. They are vertices behind those of the corners: the start the
/// first, the goal the second.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointEnds {
    pub(super) start: Option<PointEnd>,
    pub(super) goal: Option<PointEnd>,
}

/// A point at which a path begins or ends, and the corners of the free cells that it lies in.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointEnd {
    /// As it was given.
    pub(super) point: Point,
    pub(super) at: Rounded,
    corners: [Option<StateId>; MOST_CORNERS],
}

/// Those of two cells side by side.
const MOST_CORNERS: usize = 6;

impl PointEnd {
    /// A point that is no corner. `number` gives the number of a corner of a cell as it is seen from within the cell.
    pub(super) fn new(grid: &Grid, point: Point, number: impl Fn((i32, i32), Cell) -> StateId) -> Self {
        let at = Rounded::from(point);
        let mut corners = [None; MOST_CORNERS];
        let mut count = 0;
        for cell in at.cells_of_point().into_iter().filter(|&cell| grid.is_free(cell)) {
            let Cell { x, y } = cell;
            for corner in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
                let number = Some(number(corner, cell));
                if !corners.contains(&number) {
                    corners[count] = number;
                    count += 1;
                }
            }
        }
        Self { point, at, corners }
    }

    /// The corners of its cells.
    pub(super) fn corners(&self) -> impl Iterator<Item = StateId> + use<> {
        self.corners.into_iter().flatten()
    }

    /// Whether a corner is one of its cells'.
    #[inline]
    pub(super) fn has_corner(&self, id: StateId) -> bool {
        self.corners.contains(&Some(id))
    }

    /// Whether it is in no free cell, nor beside one.
    pub(super) fn is_blocked(&self) -> bool {
        self.corners[0].is_none()
    }

    /// Whether it shares a free cell with another one.
    fn is_beside(&self, grid: &Grid, other: &Self) -> bool {
        let others = other.at.cells_of_point();
        self.at.cells_of_point().into_iter().any(|cell| others.contains(&cell) && grid.is_free(cell))
    }
}

impl PointEnds {
    /// Whether both are points, in one free cell.
    pub(super) fn are_beside_each_other(&self, grid: &Grid) -> bool {
        matches!((self.start, self.goal), (Some(start), Some(goal)) if start.is_beside(grid, &goal))
    }
}
