use crate::geometry::{Corner, Point, Position};
use crate::path::{self, Path, turning_points};
use crate::planners::cone::rows::cone::Cone;
use crate::planners::cone::rows::sweep::{Sweep, distance};
use crate::planners::cone::search::roots::{Root, Roots};
use crate::planners::cone::search::visible_corners::VisibleCorners;
use crate::search::PathMeter;

/// What a search of cones asks about the start and the goal of its query: corners, or any points.
///
/// A search for a goal that is a corner looks for it in the rows that it comes to. Of a goal that is any point, it is known from the
/// beginning from which corners it is seen.
pub(in crate::planners::cone) trait Ends: Copy {
    /// The goal.
    fn goal(&self) -> Position;

    /// The start, where that is not the first root itself.
    fn start_before_roots(&self) -> Option<Position>;

    /// How far it is from a corner straight to the goal.
    fn to_goal(&self, corner: Corner) -> f64;

    /// No path by way of the root and of a point of the interval is shorter.
    fn estimate<const BITS: u32>(&self, root: &Root, cone: &Cone) -> f64;

    /// Where it is.
    fn goal_at(&self) -> Point;

    /// No path by way of the root and of a point of its row that is between so far away on this side is shorter.
    #[inline]
    fn estimate_along_row(&self, root: &Root, to_right: i32, (from, to): (f64, f64)) -> f64 {
        let (goal, corner) = (self.goal_at(), Point::from(root.corner));
        let to_goal = (goal.x - corner.x) * f64::from(to_right);
        let point = to_goal.clamp(from, to);
        let (dx, dy) = (to_goal - point, goal.y - corner.y);
        root.g + point + (dx * dx + dy * dy).sqrt()
    }

    /// So many rows from a root in this direction it has to be looked whether a cone [sees](Self::is_seen) the goal.
    fn rows_to_goal(&self, root: &Root, down: i32) -> i32;

    /// Whether the goal lies in the row of a cone, between its ends.
    fn is_seen<const BITS: u32>(&self, root: &Root, cone: &Cone) -> bool;

    /// How far it is to the goal along the row of a root, if it is in that row on this side.
    fn along_row(&self, root: Corner, to_right: i32) -> Option<i32>;

    /// Whether the goal is this corner.
    fn is_at(&self, corner: Corner) -> bool;

    /// Whether it is known from the beginning that the goal is seen from a corner.
    fn is_known_to_see(&self, corner: Corner) -> bool;

    /// Whether a path can end at the goal with a line from a corner that sees it.
    fn can_end<const BITS: u32>(&self, sweep: Sweep<'_, BITS>, from: Corner) -> bool;

    /// The path to the goal by way of a root, which is so long.
    fn path(&self, roots: &Roots, last: u32, length: f64, meter: &PathMeter<'_>) -> Path;

    /// The path to a root; to the start, where there is none.
    fn path_to_root(&self, roots: &Roots, root: Option<u32>, meter: &PathMeter<'_>) -> Path;
}

/// Two corners.
#[derive(Clone, Copy)]
pub(in crate::planners::cone) struct Corners {
    pub(in crate::planners::cone) start: Corner,
    pub(in crate::planners::cone) goal: Corner,
}

impl Ends for Corners {
    fn goal(&self) -> Position {
        self.goal.into()
    }

    fn start_before_roots(&self) -> Option<Position> {
        None
    }

    #[inline]
    fn goal_at(&self) -> Point {
        self.goal.into()
    }

    #[inline]
    fn to_goal(&self, corner: Corner) -> f64 {
        distance(corner, self.goal)
    }

    #[inline]
    fn estimate<const BITS: u32>(&self, root: &Root, cone: &Cone) -> f64 {
        let (dx, dy) = (self.goal.x - root.corner.x, (self.goal.y - root.corner.y) * cone.down);
        cone.estimate::<BITS>(root, (dx.into(), dy.into()))
    }

    #[inline]
    fn rows_to_goal(&self, root: &Root, down: i32) -> i32 {
        (self.goal.y - root.corner.y) * down
    }

    #[inline]
    fn is_seen<const BITS: u32>(&self, root: &Root, cone: &Cone) -> bool {
        cone.sees::<BITS>(root, self.goal)
    }

    #[inline]
    fn along_row(&self, root: Corner, to_right: i32) -> Option<i32> {
        let to_goal = (self.goal.x - root.x) * to_right;
        (self.goal.y == root.y && to_goal > 0).then_some(to_goal)
    }

    #[inline]
    fn is_at(&self, corner: Corner) -> bool {
        corner == self.goal
    }

    #[inline]
    fn is_known_to_see(&self, _: Corner) -> bool {
        false
    }

    fn can_end<const BITS: u32>(&self, sweep: Sweep<'_, BITS>, from: Corner) -> bool {
        sweep.can_end(self.goal, from)
    }

    fn path(&self, roots: &Roots, last: u32, length: f64, meter: &PathMeter<'_>) -> Path {
        Path::new(roots.path_to(last, self.goal, meter), length)
    }

    fn path_to_root(&self, roots: &Roots, root: Option<u32>, meter: &PathMeter<'_>) -> Path {
        match root {
            Some(root) => Path::new(roots.path_to(root, roots.get(root).corner, meter), roots.get(root).g),
            None => Path::new(vec![self.start], 0.0),
        }
    }
}

/// Any two points that do not see each other.
#[derive(Clone, Copy)]
pub(in crate::planners::cone) struct Points<'a> {
    /// As they were given.
    pub(in crate::planners::cone) start: Point,
    pub(in crate::planners::cone) goal: Point,
    /// The goal as it is rounded.
    pub(in crate::planners::cone) rounded: Point,
    /// The corners from which the goal is seen, in order.
    pub(in crate::planners::cone) around_goal: &'a VisibleCorners,
}

impl Ends for Points<'_> {
    fn goal(&self) -> Position {
        self.goal.into()
    }

    fn start_before_roots(&self) -> Option<Position> {
        Some(self.start.into())
    }

    #[inline]
    fn goal_at(&self) -> Point {
        self.rounded
    }

    #[inline]
    fn to_goal(&self, corner: Corner) -> f64 {
        Point::from(corner).distance(self.rounded)
    }

    #[inline]
    fn estimate<const BITS: u32>(&self, root: &Root, cone: &Cone) -> f64 {
        let corner = Point::from(root.corner);
        let (dx, dy) = (self.rounded.x - corner.x, self.rounded.y - corner.y);
        cone.estimate::<BITS>(root, (dx, dy * f64::from(cone.down)))
    }

    #[inline]
    fn rows_to_goal(&self, _: &Root, _: i32) -> i32 {
        0
    }

    #[inline]
    fn is_seen<const BITS: u32>(&self, _: &Root, _: &Cone) -> bool {
        false
    }

    #[inline]
    fn along_row(&self, _: Corner, _: i32) -> Option<i32> {
        None
    }

    #[inline]
    fn is_at(&self, _: Corner) -> bool {
        false
    }

    #[inline]
    fn is_known_to_see(&self, corner: Corner) -> bool {
        self.around_goal.seen.binary_search_by_key(&corner, |&(seen, _)| seen).is_ok()
    }

    fn can_end<const BITS: u32>(&self, _: Sweep<'_, BITS>, _: Corner) -> bool {
        true
    }

    fn path(&self, roots: &Roots, last: u32, _: f64, meter: &PathMeter<'_>) -> Path {
        path_over(turning_points(self.start, roots.back_from(last, meter), Some(self.goal)))
    }

    fn path_to_root(&self, roots: &Roots, root: Option<u32>, meter: &PathMeter<'_>) -> Path {
        let back = root.into_iter().flat_map(|root| roots.back_from(root, meter));
        path_over(turning_points(self.start, back, None))
    }
}

/// The path over these points.
pub(in crate::planners::cone) fn path_over(points: Vec<Point>) -> Path {
    let cost = path::length(&points);
    Path::new(points, cost)
}
