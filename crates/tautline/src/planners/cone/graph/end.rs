use crate::geometry::{Corner, Point, Position, Rounded};
use crate::path::{line_of_sight, line_of_sight_between_points};
use crate::planners::cone::rows::sweep::Sweep;

/// A start or a goal.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// As the query says.
    pub(super) position: Position,
    pub(super) at: Rounded,
    /// The same.
    point: Point,
    /// If it is one.
    pub(super) corner: Option<Corner>,
}

impl End {
    pub(super) fn new(position: Position) -> Self {
        let at = Rounded::from(position.point());
        Self { position, at, point: at.into(), corner: position.point().corner() }
    }

    /// How far it is from a corner, along x and y.
    #[inline]
    pub(super) fn from(&self, corner: Corner) -> (f64, f64) {
        (self.point.x - f64::from(corner.x), self.point.y - f64::from(corner.y))
    }

    /// How far it is from a corner.
    #[inline]
    pub(super) fn distance(&self, corner: Corner) -> f64 {
        norm(self.from(corner))
    }

    /// Whether the straight line from a node is a path to it.
    pub(super) fn sees<const BITS: u32>(&self, sweep: Sweep<'_, BITS>, node: Corner) -> bool {
        match self.corner {
            Some(corner) => {
                sweep.can_end(corner, node) && line_of_sight(sweep.grid, sweep.rule, corner, node)
            }
            None => line_of_sight_between_points(sweep.grid, sweep.rule, self.at, node.into()),
        }
    }

    /// Whether the straight line from another end is a path to it.
    pub(super) fn sees_end<const BITS: u32>(&self, sweep: Sweep<'_, BITS>, other: &Self) -> bool {
        match (self.corner, other.corner) {
            (Some(a), Some(b)) => {
                sweep.can_end(a, b) && sweep.can_end(b, a) && line_of_sight(sweep.grid, sweep.rule, a, b)
            }
            _ => line_of_sight_between_points(sweep.grid, sweep.rule, self.at, other.at),
        }
    }
}

/// The length of a heading.
#[inline]
pub(super) fn norm((dx, dy): (f64, f64)) -> f64 {
    (dx * dx + dy * dy).sqrt()
}
