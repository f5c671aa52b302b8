/// A side, as seen along a direction.
///
/// ```
/// use tautline_crowd::{Side, steering::WallFollowing};
/// let following = WallFollowing { side: Side::Right, distance: 1.0, time_ahead: 0.5 };
/// assert_ne!(following.side, Side::Left);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
}
