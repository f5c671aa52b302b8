use super::seek;
use crate::{Vec2, Vehicle};

/// Along a path, as wide as its radius says. One that stays on it and goes forwards is left alone.
///
/// It looks where the vehicle will be after the time ahead. If that is outside of the path, or not further along it than the
/// vehicle is now, it seeks the place of the path that the vehicle could reach in that time from the place nearest to it. The
/// path's end is sought like the rest: to stop there is a matter of [`arrive`](super::arrive()). Where a path crosses itself, the
/// part that counts is the nearest one, and the earlier one if two are equally near.
///
/// ```
/// use tautline_crowd::{Vec2, Vehicle, steering::PathFollowing};
/// let path = [Vec2::ZERO, Vec2::new(9.0, 0.0), Vec2::new(9.0, 9.0)];
/// let following = PathFollowing { radius: 0.5, time_ahead: 1.0 };
/// let mut vehicle = Vehicle::new(Vec2::new(2.0, 0.4), 0.3, 1.0, 1.0)?;
/// vehicle.velocity = Vec2::new(1.0, 0.0);
/// assert_eq!(following.steer(&vehicle, &path), Vec2::ZERO);
/// vehicle.velocity = Vec2::new(0.0, 1.0);
/// assert!(following.steer(&vehicle, &path).y < 0.0, "it would leave the path");
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathFollowing {
    /// How far from the path's line a vehicle may be.
    pub radius: f32,
    /// How far it looks ahead, in seconds.
    pub time_ahead: f32,
}

impl PathFollowing {
    /// The steering along a path, given by its corners from its beginning to its end. None if one of them is not finite.
    #[must_use]
    pub fn steer(&self, vehicle: &Vehicle, path: &[Vec2]) -> Vec2 {
        let place = vehicle.after(self.time_ahead);
        if !path.iter().all(|corner| corner.is_finite()) || !place.is_finite() {
            return Vec2::ZERO;
        }
        let (Some(now), Some(then)) = (project(path, vehicle.position), project(path, place)) else {
            return Vec2::ZERO;
        };
        if place.distance(then.point) <= self.radius && then.along > now.along {
            return Vec2::ZERO;
        }
        seek(vehicle, place_at(path, now.along + vehicle.max_speed() * self.time_ahead))
    }
}

/// A place of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OnPath {
    point: Vec2,
    /// The length of the path up to there.
    along: f32,
}

/// The place of a path that is nearest to another place. None for a path without corners.
fn project(path: &[Vec2], place: Vec2) -> Option<OnPath> {
    let mut best = OnPath { point: *path.first()?, along: 0.0 };
    let mut squared = (place - best.point).length_squared();
    let mut length = 0.0;
    for (&from, &to) in path.iter().zip(&path[1..]) {
        let line = to - from;
        // A line without length has no part that is a number, and is never nearer than the line before it.
        let part = (line.dot(place - from) / line.length_squared()).clamp(0.0, 1.0);
        let point = from + line * part;
        let here = (place - point).length_squared();
        if here < squared {
            (best, squared) = (OnPath { point, along: length + line.length() * part }, here);
        }
        length += line.length();
    }
    Some(best)
}

/// The place of a path at a length from its beginning; its beginning for lengths below 0, its end for those beyond it.
fn place_at(path: &[Vec2], along: f32) -> Vec2 {
    let mut left = along.max(0.0);
    for (&from, &to) in path.iter().zip(path.iter().skip(1)) {
        let length = from.distance(to);
        if left < length {
            return from + (to - from) * (left / length);
        }
        left -= length;
    }
    path.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    const FOLLOWING: PathFollowing = PathFollowing { radius: 0.5, time_ahead: 2.0 };

    fn corner() -> [Vec2; 4] {
        // With a corner that is there twice.
        [(0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (4.0, 3.0)].map(Vec2::from)
    }

    #[test]
    fn places_of_a_path() {
        let on_path = |x, y| project(&corner(), Vec2::new(x, y)).map(|found| (found.point, found.along));
        assert_eq!(on_path(1.0, 2.0), Some((Vec2::new(1.0, 0.0), 1.0)));
        assert_eq!(on_path(-1.0, 1.0), Some((Vec2::ZERO, 0.0)));
        assert_eq!(on_path(5.0, 2.0), Some((Vec2::new(4.0, 2.0), 6.0)));
        assert_eq!(on_path(4.0, 9.0), Some((Vec2::new(4.0, 3.0), 7.0)));
        for (along, place) in
            [(-1.0, (0.0, 0.0)), (3.0, (3.0, 0.0)), (4.0, (4.0, 0.0)), (6.0, (4.0, 2.0)), (8.0, (4.0, 3.0))]
        {
            assert_eq!(place_at(&corner(), along), Vec2::from(place));
        }
    }

    #[test]
    fn on_the_path_and_forwards_is_left_alone() {
        assert_eq!(FOLLOWING.steer(&vehicle((1.0, 0.3), (0.5, 0.0)), &corner()), Vec2::ZERO);
        assert_eq!(
            FOLLOWING.steer(&vehicle((1.0, 3.0), (0.5, -1.4)), &corner()),
            Vec2::ZERO,
            "it comes back by itself"
        );
    }

    #[test]
    fn beside_the_path_it_goes_to_a_place_ahead() {
        // From (1, 1) the nearest place is (1, 0); two seconds at speed 1 further are at (3, 0).
        let found = FOLLOWING.steer(&vehicle((1.0, 1.0), (0.5, 0.0)), &corner());
        let length = 5_f32.sqrt();
        assert_close(found, (2.0 / length - 0.5, -1.0 / length));
    }

    #[test]
    fn backwards_it_turns_around() {
        assert_close(FOLLOWING.steer(&vehicle((2.0, 0.0), (-0.5, 0.0)), &corner()), (1.0 + 0.5, 0.0));
        assert_close(FOLLOWING.steer(&vehicle((2.0, 0.0), (0.0, 0.0)), &corner()), (1.0, 0.0));
    }

    #[test]
    fn paths_of_one_corner_of_none_and_of_no_numbers() {
        let vehicle = vehicle((1.0, 1.0), (0.5, 0.0));
        assert_eq!(FOLLOWING.steer(&vehicle, &[]), Vec2::ZERO);
        assert_close(FOLLOWING.steer(&vehicle, &[Vec2::new(1.0, 9.0)]), (-0.5, 1.0));
        let path = [Vec2::ZERO, Vec2::new(9.0, 0.0), Vec2::new(f32::NAN, 0.0)];
        assert_eq!(FOLLOWING.steer(&vehicle, &path), Vec2::ZERO, "even if the corner is far away");
    }

    #[test]
    fn it_stays_near_the_path_around_a_corner() {
        let path = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)].map(Vec2::from);
        let mut vehicle = Vehicle::new(Vec2::new(0.0, 1.0), 0.3, 1.0, 4.0).expect("valid");
        let following = PathFollowing { radius: 0.3, time_ahead: 0.7 };
        for step in 0..1150 {
            vehicle.step(following.steer(&vehicle, &path) * 4.0, 1.0 / 64.0);
            let on_path = project(&path, vehicle.position).expect("a path");
            let limit = if step < 128 { 1.05 } else { 0.6 };
            assert!(vehicle.position.distance(on_path.point) < limit, "{vehicle:?} after {step} steps");
        }
        assert!(project(&path, vehicle.position).expect("a path").along > 14.0, "{vehicle:?}");
    }
}
