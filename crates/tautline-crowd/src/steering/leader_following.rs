use super::{arrive, separation};
use crate::vehicle::finite;
use crate::{Mate, Vec2, Vehicle};

/// Behind a leader, apart from the others, and out of its way.
///
/// The sum of [`arrive`](super::arrive()) at a place behind the leader and of [`separation`](super::separation()). In a rectangle
/// in front of the leader, full speed sideways out of it takes the place of arriving; right in the middle of it, to the leader's
/// right.
///
/// ```
/// use tautline_crowd::{Vec2, Vehicle, steering::LeaderFollowing};
/// let following = LeaderFollowing { behind: 2.0, slowing_distance: 4.0, separation: 1.0, ahead: 3.0, aside: 1.0 };
/// let leader = Vehicle::new(Vec2::new(9.0, 0.0), 0.5, 1.0, 1.0)?;
/// let follower = |x, y| Vehicle::new(Vec2::new(x, y), 0.5, 1.0, 1.0);
/// assert_eq!(following.steer(&follower(5.0, 0.0)?, &leader, &[]), Vec2::new(0.5, 0.0), "two tiles from its place");
/// assert_eq!(following.steer(&follower(11.0, 0.5)?, &leader, &[]), Vec2::new(0.0, 1.0), "in the way");
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderFollowing {
    /// How far behind the leader the place to arrive at is.
    pub behind: f32,
    /// The distance within which an arriving vehicle slows down.
    pub slowing_distance: f32,
    /// The distance of separation.
    pub separation: f32,
    /// How far the leader's way reaches in front of it.
    pub ahead: f32,
    /// How far the leader's way reaches to each side of it.
    pub aside: f32,
}

impl LeaderFollowing {
    /// The steering after a leader, among mates. The leader counts as a mate if it is one of them.
    #[must_use]
    pub fn steer(&self, vehicle: &Vehicle, leader: &Vehicle, mates: &[Mate]) -> Vec2 {
        let heading = leader.heading.normalized();
        let offset = vehicle.position - leader.position;
        let (ahead, lateral) = (heading.dot(offset), heading.cross(offset));
        let is_in_the_way = ahead > 0.0 && ahead < self.ahead && lateral.abs() < self.aside;
        let own = if is_in_the_way {
            vehicle.at_full_speed(if lateral < 0.0 { heading.left() } else { heading.right() })
        } else {
            arrive(vehicle, leader.position - heading * self.behind, self.slowing_distance)
        };
        finite(own + separation(vehicle, mates, self.separation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    const FOLLOWING: LeaderFollowing =
        LeaderFollowing { behind: 2.0, slowing_distance: 4.0, separation: 2.0, ahead: 3.0, aside: 1.0 };

    #[test]
    fn it_arrives_behind() {
        // The leader goes down: behind it is above it.
        let leader = vehicle((5.0, 5.0), (0.0, 0.5));
        assert_close(FOLLOWING.steer(&vehicle((3.0, 3.0), (0.25, 0.0)), &leader, &[]), (0.5 - 0.25, 0.0));
        let mate = Mate { position: Vec2::new(3.0, 4.0), velocity: Vec2::ZERO };
        assert_close(FOLLOWING.steer(&vehicle((3.0, 3.0), (0.25, 0.0)), &leader, &[mate]), (0.25, -0.5));
    }

    #[test]
    fn it_gets_out_of_the_way() {
        let leader = vehicle((5.0, 5.0), (0.0, 0.5));
        let steer = |x, y| FOLLOWING.steer(&vehicle((x, y), (0.0, 0.0)), &leader, &[]);
        assert_close(steer(5.5, 7.0), (1.0, 0.0));
        assert_close(steer(4.5, 7.0), (-1.0, 0.0));
        assert_close(steer(5.0, 7.0), (-1.0, 0.0));
        // Beside the rectangle and beyond it they arrive at (5, 3).
        assert!(steer(6.5, 7.0).x < 0.0 && steer(6.5, 7.0).y < 0.0);
        assert_close(steer(5.0, 8.5), (0.0, -1.0));
    }
}
