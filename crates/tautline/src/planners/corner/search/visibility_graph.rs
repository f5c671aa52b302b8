use crate::map::{Map, Revision};
use crate::moves::CornerRule;
use crate::path::{line_of_sight, sight_work};
use crate::planners::turning_corner::{TurningCorner, turning_corners};
use crate::search::{Meter, StopReason, count};

/// The visibility graph of a map, prepared for [`Visibility`](crate::planners::Visibility): the corners at which a shortest path
/// can turn, and the taut lines of sight between them.
///
/// With n such corners, that takes n² / 2 looks at two of them, a line-of-sight check for those between which a line would be taut
/// at both, in time of the number of cells that it crosses, and four bytes for each end of a line that is found.
#[derive(Clone, Debug)]
pub(crate) struct VisibilityGraph {
    revision: Revision,
    corners: Vec<TurningCorner>,
    /// For each corner where the numbers of those that it sees end.
    ends: Vec<usize>,
    /// These numbers, in order.
    seen: Vec<u32>,
}

impl VisibilityGraph {
    /// Prepares a map as it is now.
    pub(crate) fn new(map: &Map, rule: CornerRule, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let grid = map.grid();
        let corners = turning_corners(grid, rule, meter)?;
        let mut lines: Vec<(u32, u32)> = Vec::new();
        // How many each corner sees, and then where their numbers begin.
        let mut ends = vec![0; corners.len()];
        for (number, a) in corners.iter().enumerate() {
            for (other, b) in corners.iter().enumerate().skip(number + 1) {
                meter.go_on(1)?;
                count::done(1);
                let heading = (b.corner.x - a.corner.x, b.corner.y - a.corner.y);
                if a.is_taut(heading) && b.is_taut(heading) {
                    meter.go_on(sight_work(a.corner, b.corner))?;
                    if line_of_sight(grid, rule, a.corner, b.corner) {
                        lines.push((number as u32, other as u32));
                        ends[number] += 1;
                        ends[other] += 1;
                    }
                }
            }
        }
        let mut end = 0;
        for seen in &mut ends {
            meter.go_on(1)?;
            count::done(1);
            end += std::mem::replace(seen, end);
        }
        let mut seen = vec![0; end];
        // The lower numbers come first, as each line comes after all those that begin at corners with lower numbers.
        for (number, other) in lines {
            meter.go_on(1)?;
            count::done(1);
            for (from, to) in [(number, other), (other, number)] {
                seen[ends[from as usize]] = to;
                ends[from as usize] += 1;
            }
        }
        Ok(Self { revision: map.revision(), corners, ends, seen })
    }

    /// The state of the map that it was prepared for.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// How many lines between them.
    #[must_use]
    pub(crate) fn edges(&self) -> usize {
        self.seen.len() / 2
    }

    pub(crate) fn turning_corners(&self) -> &[TurningCorner] {
        &self.corners
    }

    /// The numbers of the corners that one of them sees.
    pub(crate) fn seen_from(&self, number: usize) -> &[u32] {
        let first = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.seen[first..self.ends[number]]
    }
}
