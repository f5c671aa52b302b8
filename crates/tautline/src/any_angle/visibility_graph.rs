use super::{TurningCorner, turning_corners};
use crate::map::{Map, Revision};
use crate::moves::CornerRule;
use crate::path::line_of_sight;

/// The visibility graph of a map, prepared for [`Visibility`](crate::planners::Visibility): the corners at which a shortest path
/// can turn, and the taut lines of sight between them.
///
/// With n such corners, that takes n² / 2 looks at two of them, a line-of-sight check for those between which a line would be taut
/// at both, in time of the number of cells that it crosses, and four bytes for each end of a line that is found.
#[derive(Clone, Debug)]
pub(crate) struct VisibilityGraph {
    revision: Revision,
    corners: Vec<TurningCorner>,
    /// For each corner the numbers of those that it sees, in order.
    seen: Vec<Vec<u32>>,
}

impl VisibilityGraph {
    /// Prepares a map as it is now.
    #[must_use]
    pub(crate) fn new(map: &Map, rule: CornerRule) -> Self {
        let grid = map.grid();
        let corners = turning_corners(grid, rule);
        let mut seen = vec![Vec::new(); corners.len()];
        for (number, a) in corners.iter().enumerate() {
            for (other, b) in corners.iter().enumerate().skip(number + 1) {
                let heading = (b.corner.x - a.corner.x, b.corner.y - a.corner.y);
                if a.is_taut(heading) && b.is_taut(heading) && line_of_sight(grid, rule, a.corner, b.corner) {
                    seen[number].push(other as u32);
                    seen[other].push(number as u32);
                }
            }
        }
        Self { revision: map.revision(), corners, seen }
    }

    /// The state of the map that it was prepared for.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// How many lines between them.
    #[must_use]
    pub(crate) fn edges(&self) -> usize {
        self.seen.iter().map(Vec::len).sum::<usize>() / 2
    }

    pub(crate) fn turning_corners(&self) -> &[TurningCorner] {
        &self.corners
    }

    /// The numbers of the corners that one of them sees.
    pub(crate) fn seen_from(&self, number: usize) -> &[u32] {
        &self.seen[number]
    }
}
