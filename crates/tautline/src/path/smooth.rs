use super::{IllegalStep, Path, check_corners, line_of_sight};
use crate::geometry::{Corner, Point};
use crate::moves::CornerRule;
use crate::world::{Grid, Quadrants};

/// The path of corners with places left out as long as the last one that is kept sees the place after the next: Algorithm 2 of
/// the Theta* paper. What is left are the turning points.
///
/// - **Finds** a legal path between the same ends that is no longer. A second pass can find a shorter one.
/// - **Needs** a legal path; from which planner does not matter.
/// - **Complexity**: a [line of sight](line_of_sight) for each place.
/// - Departs from the paper in two things. Places where the path goes straight on are left out too. And under
///   [`CornerRule::Closed`] the path stays on its side of every place at which two obstacles touch, its ends included: a line
///   that would come to one from the other side is not taken.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 4.2.
///   DOI 10.1613/jair.2994.
///
/// # Errors
///
/// What [`check_corners`] finds wrong with the path.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::moves::CornerRule;
/// use tautline::path::post_smooth;
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "#...", "...."])?;
/// let path = [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2)].map(Corner::from);
/// let smooth = post_smooth(&grid, CornerRule::Closed, &path)?;
/// assert_eq!(smooth.places, [path[0], path[4]]);
/// assert_eq!(smooth.cost, 20f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn post_smooth(grid: &Grid, rule: CornerRule, corners: &[Corner]) -> Result<Path<Corner>, IllegalStep> {
    check_corners(grid, rule, corners)?;
    let mut places = corners.to_vec();
    post_smooth_in_place(grid, rule, &mut places);
    let cost = length(&places);
    Ok(Path { places, cost })
}

/// The path of corners that goes from each place on to the farthest later one that it sees.
///
/// It is as careful about sides as [`post_smooth`], but from a place it looks at all later ones, not only up to the first that it
/// does not see. A second pass changes nothing.
///
/// - **Complexity**: a [line of sight](line_of_sight) for each pair of a place that is kept and a later one, so quadratic in the
///   number of places where few can be left out.
///
/// # Errors
///
/// What [`check_corners`] finds wrong with the path.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::moves::CornerRule;
/// use tautline::path::pull_string;
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["...", ".#.", "..."])?;
/// let detour = [(1, 0), (0, 0), (0, 3), (3, 3), (3, 0), (2, 0)].map(Corner::from);
/// assert_eq!(pull_string(&grid, CornerRule::Closed, &detour)?.places, [detour[0], detour[5]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pull_string(grid: &Grid, rule: CornerRule, corners: &[Corner]) -> Result<Path<Corner>, IllegalStep> {
    check_corners(grid, rule, corners)?;
    let mut places = corners.to_vec();
    let sight = Sight { grid, rule };
    sight.leave_out(&mut places, |places, from, at| {
        let mut later = (at + 2..places.len()).rev();
        later.find(|&index| sight.sees(from, sight.stance(places, index))).unwrap_or(at + 1)
    });
    let cost = length(&places);
    Ok(Path { places, cost })
}

/// [`post_smooth`] for a path that is known to be legal, in the memory that it has.
pub(crate) fn post_smooth_in_place(grid: &Grid, rule: CornerRule, places: &mut Vec<Corner>) {
    let sight = Sight { grid, rule };
    sight.leave_out(places, |places, from, at| {
        let unseen = (at + 2..places.len()).find(|&index| !sight.sees(from, sight.stance(places, index)));
        unseen.unwrap_or(places.len()) - 1
    });
}

/// How long the lines from corner to corner are together.
pub(crate) fn length(corners: &[Corner]) -> f64 {
    // Not a sum: that of nothing is −0.
    corners.windows(2).fold(0.0, |length, pair| length + Point::from(pair[0]).distance(pair[1].into()))
}

/// A place of a path, and within which quadrants paths come and go there: those on the side of the path where two obstacles
/// touch, otherwise all.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stance {
    corner: Corner,
    side: Quadrants,
}

#[derive(Clone, Copy)]
struct Sight<'w> {
    grid: &'w Grid,
    rule: CornerRule,
}

impl Sight<'_> {
    /// How a legal path with two places or more stands on one of them: by the line that leads there, or away from the first.
    /// The lines before and after a place are on the same side of it.
    fn stance(self, places: &[Corner], index: usize) -> Stance {
        let (corner, other) = (places[index], places[if index == 0 { 1 } else { index - 1 }]);
        let free = self.grid.quadrants(corner);
        let is_split = free.are_apart(self.rule);
        Stance {
            corner,
            side: if is_split { free.towards(other.x - corner.x, other.y - corner.y) } else { free },
        }
    }

    /// Whether a path may go straight from one to the other, or is there already.
    fn sees(self, from: Stance, to: Stance) -> bool {
        if from.corner == to.corner {
            return from == to;
        }
        let (dx, dy) = (to.corner.x - from.corner.x, to.corner.y - from.corner.y);
        !from.side.towards(dx, dy).is_empty()
            && !to.side.towards(-dx, -dy).is_empty()
            && line_of_sight(self.grid, self.rule, from.corner, to.corner)
    }

    /// Goes from each place on to the one that `next` says, which it must see, and leaves out all others and where that goes
    /// straight on. `next` is told the places, which are as they were from the current one on, that one, and its number.
    fn leave_out(self, places: &mut Vec<Corner>, next: impl Fn(&[Corner], Stance, usize) -> usize) {
        let last = places.len() - 1;
        if last == 0 {
            return;
        }
        let (mut at, mut from, mut kept) = (0, self.stance(places, 0), 1);
        while at < last {
            at = next(places, from, at);
            from = self.stance(places, at);
            if from.corner == places[kept - 1] {
                continue;
            }
            if kept > 1 && goes_straight_on(places[kept - 2], places[kept - 1], from.corner) {
                kept -= 1;
            }
            places[kept] = from.corner;
            kept += 1;
        }
        places.truncate(kept);
    }
}

/// Whether the heading is the same before and after the second of three places. Where two obstacles touch, no legal path has
/// that: so the line from the first to the third is legal.
pub(crate) fn goes_straight_on(before: Corner, corner: Corner, after: Corner) -> bool {
    let heading = |from: Corner, to: Corner| (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let ((ax, ay), (bx, by)) = (heading(before, corner), heading(corner, after));
    ax * by == ay * bx && ax * bx + ay * by > 0
}
