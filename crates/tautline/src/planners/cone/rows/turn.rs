use crate::map::Quadrants;
use crate::moves::CornerRule;

/// Where a shortest path can go on from a corner at which it turns, given the heading with which it comes.
///
/// That is a part of one quadrant, bounded by an axis and by the line along which it came (see
/// [`TurningCorner`](crate::planners::turning_corner::TurningCorner) for the reasons). It is looked at row by row, upwards or downwards, from the
/// corner; each of its two bounds, the left and the right one, is a [`Bound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wedge {
    /// 1 downwards, −1 upwards.
    pub(crate) down: i32,
    pub(crate) left: Bound,
    pub(crate) right: Bound,
    /// To which side the row of the corner itself belongs to it: 1 to the right, −1 to the left, 0 to none.
    pub(crate) flat: i32,
}

impl Wedge {
    /// On which side the line is on which the path came: 1 on the right, −1 on the left.
    #[inline]
    pub(crate) fn side_of_ray(&self) -> i32 {
        if self.right == Bound::Ray { 1 } else { -1 }
    }
}

/// What bounds a wedge to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The obstacle around which the path turns: a wall along the column of the corner.
    Wall,
    /// The line on which the path came.
    Ray,
    /// The row of the corner.
    Row,
}

/// Where a shortest path that comes to a corner with this heading, and turns there, can go on; none if it does not turn.
#[inline]
pub(crate) fn turn(free: Quadrants, rule: CornerRule, (dx, dy): (i32, i32)) -> Option<Wedge> {
    let (dx, dy) = (dx.signum(), dy.signum());
    // Where the obstacle lies.
    let (x, y) = match free.bits() {
        0b1110 => (-1, -1),
        0b1101 => (1, -1),
        0b1011 => (-1, 1),
        0b0111 => (1, 1),
        Quadrants::FALLING | Quadrants::RISING => return turn_between(free, rule, (dx, dy)),
        _ => return None,
    };
    let sides =
        |of_obstacle: Bound, other: Bound| if x < 0 { (of_obstacle, other) } else { (other, of_obstacle) };
    let (down, (left, right), flat) = if dy == 0 {
        // Along a row, past the end of the obstacle, and around it.
        (x != dx).then_some((y, sides(Bound::Wall, Bound::Row), 0))?
    } else if y == dy {
        // Past the near end of the obstacle, and along its side.
        (x == -dx).then_some((dy, sides(Bound::Wall, Bound::Ray), 0))?
    } else {
        // Past its far end, and behind it.
        (x != -dx).then_some((dy, sides(Bound::Row, Bound::Ray), x))?
    };
    Some(Wedge { down, left, right, flat })
}

/// The same where two obstacles touch: into the quadrant opposite to that from which the path comes.
#[cold]
fn turn_between(free: Quadrants, rule: CornerRule, (dx, dy): (i32, i32)) -> Option<Wedge> {
    if free.are_apart(rule) {
        return None;
    }
    let is_falling = free.bits() == Quadrants::FALLING;
    // Along a grid line the quadrant that lies ahead has one side on that line.
    let x = if dx == 0 { if is_falling { dy } else { -dy } } else { dx };
    let y = if dy == 0 { if is_falling { dx } else { -dx } } else { dy };
    if (x == y) != is_falling {
        return None;
    }
    let (left, right) = if x > 0 { (Bound::Wall, Bound::Row) } else { (Bound::Row, Bound::Wall) };
    // What lies ahead in the row is seen from where the path comes, if it comes along it.
    Some(Wedge { down: y, left, right, flat: if dy == 0 { 0 } else { x } })
}
