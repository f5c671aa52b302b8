use super::{PathFollowing, separation};
use crate::combine::weighted_sum;
use crate::{Mate, Vec2, Vehicle};

/// Along a path and apart from the others on it: [`PathFollowing`] and weighted [`separation`](super::separation()).
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle, steering::{CrowdPathFollowing, PathFollowing}};
/// let path = [Vec2::ZERO, Vec2::new(9.0, 0.0)];
/// let following =
///     CrowdPathFollowing { path: PathFollowing { radius: 1.0, time_ahead: 1.0 }, distance: 2.0, separation: 3.0 };
/// let vehicle = Vehicle::new(Vec2::new(4.0, 0.0), 0.5, 1.0, 1.0)?;
/// let mate = Mate { position: Vec2::new(4.0, 1.0), velocity: Vec2::ZERO };
/// // Forwards with weight 1, and half of the distance is missing to the mate below.
/// assert_eq!(following.steer(&vehicle, &path, &[mate]), Vec2::new(1.0, -1.5));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdPathFollowing {
    /// How the path is followed.
    pub path: PathFollowing,
    /// The distance of separation.
    pub distance: f32,
    /// The weight of separation; that of the path is 1.
    pub separation: f32,
}

impl CrowdPathFollowing {
    /// The steering along a path among mates.
    #[must_use]
    pub fn steer(&self, vehicle: &Vehicle, path: &[Vec2], mates: &[Mate]) -> Vec2 {
        let apart = separation(vehicle, mates, self.distance);
        weighted_sum(&[(1.0, self.path.steer(vehicle, path)), (self.separation, apart)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn it_is_the_sum_of_both() {
        let path = [Vec2::ZERO, Vec2::new(9.0, 0.0)];
        let following = CrowdPathFollowing {
            path: PathFollowing { radius: 0.5, time_ahead: 1.0 },
            distance: 2.0,
            separation: 2.0,
        };
        let mate = Mate { position: Vec2::new(3.5, 0.0), velocity: Vec2::ZERO };
        // On the path and forwards only the mate counts: a quarter of the distance is missing.
        assert_close(following.steer(&vehicle((2.0, 0.0), (0.5, 0.0)), &path, &[mate]), (-0.5, 0.0));
        assert_close(following.steer(&vehicle((2.0, 0.0), (-0.5, 0.0)), &path, &[mate]), (1.5 - 0.5, 0.0));
    }
}
