use super::super::nodes::{AngleNodes, Status};
use super::super::sight::{Sight, Vertex};
use crate::geometry::{Cell, Corner, Point, Rounded};
use crate::map::Map;
use crate::path::leg_cost;

/// What it costs to be on a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices<'a>(pub(super) &'a Map);

impl Prices<'_> {
    /// The cost of a cell; infinite where it is blocked.
    #[inline]
    pub(super) fn of(self, cell: Cell) -> f64 {
        match self.0.cost(cell) {
            0 => f64::INFINITY,
            cost => f64::from(cost),
        }
    }

    /// What it costs along a side: the cheaper cell counts.
    #[inline]
    pub(super) fn along(self, ends: [Corner; 2]) -> f64 {
        let [one, other] = beside(ends);
        self.of(one).min(self.of(other))
    }

    /// The free cells beside a side, and what they cost.
    #[inline(always)]
    pub(super) fn beside(self, ends: [Corner; 2]) -> impl Iterator<Item = (Cell, f64)> {
        self.free(beside(ends))
    }

    /// The free cells that a point lies in which is no corner, and what they cost.
    pub(super) fn around(self, point: Point) -> impl Iterator<Item = (Cell, f64)> {
        let [one, other] = Rounded::from(point).cells_of_point();
        self.free([one, other]).take(if one == other { 1 } else { 2 })
    }

    /// What a straight step within a cell costs.
    pub(super) fn leg(self, from: Point, to: Point) -> Option<f64> {
        leg_cost(self.0, from, to)
    }

    /// The free ones of some cells, and what they cost.
    #[inline]
    pub(super) fn free<const N: usize>(self, cells: [Cell; N]) -> impl Iterator<Item = (Cell, f64)> {
        cells.into_iter().map(move |cell| (cell, self.of(cell))).filter(|&(_, cost)| cost < f64::INFINITY)
    }
}

/// The two cells beside a side.
#[inline(always)]
fn beside([a, b]: [Corner; 2]) -> [Cell; 2] {
    let cell = Cell { x: a.x.min(b.x), y: a.y.min(b.y) };
    let other = if a.y == b.y { Cell { y: cell.y - 1, ..cell } } else { Cell { x: cell.x - 1, ..cell } };
    [cell, other]
}

/// The corner of a cell that lies across from one of its corners.
pub(super) fn across(cell: Cell, corner: Corner) -> Corner {
    Corner { x: 2 * cell.x + 1 - corner.x, y: 2 * cell.y + 1 - corner.y }
}

/// A corner of a free cell, as it is seen from within the cell, and its g-value, if it has one.
#[inline]
pub(super) fn known(
    sight: &Sight<'_>,
    nodes: &AngleNodes,
    corner: Corner,
    cell: Cell,
) -> Option<(Vertex, f64)> {
    Some((sight.within(corner, cell), known_g(sight, nodes, corner, cell)?))
}

/// The g-value of a corner of a free cell, as it is seen from within the cell, if it has one.
#[inline]
pub(super) fn known_g(sight: &Sight<'_>, nodes: &AngleNodes, corner: Corner, cell: Cell) -> Option<f64> {
    let id = sight.number_within(corner, cell);
    (nodes.status(id) != Status::New).then(|| nodes.g(id))
}
