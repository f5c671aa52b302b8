use super::seek;
use crate::{Mate, Vec2, Vehicle};

/// Towards the place where a vehicle at full speed and a quarry that goes on as it does meet soonest.
///
/// A quarry that cannot be met is sought where it will be after the time in which its present place could be reached. The paper
/// leaves the prediction open; this one is exact for a straight run.
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle, steering::pursue};
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 5.0, 1.0)?;
/// // They meet at (4, 3) after a second.
/// let quarry = Mate { position: Vec2::new(4.0, 0.0), velocity: Vec2::new(0.0, 3.0) };
/// assert_eq!(pursue(&vehicle, quarry), Vec2::new(4.0, 3.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[must_use]
pub fn pursue(vehicle: &Vehicle, quarry: Mate) -> Vec2 {
    seek(vehicle, meeting(vehicle, quarry))
}

/// Where the other one will be when it can be met; not finite if that is never.
pub(super) fn meeting(vehicle: &Vehicle, other: Mate) -> Vec2 {
    let offset = other.position - vehicle.position;
    let speed = vehicle.max_speed();
    // |offset + velocity t| = speed t, as a t² + 2 b t + c = 0.
    let a = other.velocity.length_squared() - speed * speed;
    let b = offset.dot(other.velocity);
    let c = offset.length_squared();
    let root = (b * b - a * c).sqrt();
    // c / (root - b) is the root (-b - root) / a without its cancellation, and holds for a = 0 as well: it is the smaller
    // positive one.
    let time = c / (root - b);
    let time = if time >= 0.0 && time.is_finite() { time } else { offset.length() / speed };
    other.position + other.velocity * time
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    fn mate(position: (f32, f32), velocity: (f32, f32)) -> Mate {
        Mate { position: position.into(), velocity: velocity.into() }
    }

    #[test]
    fn it_runs_to_where_they_meet() {
        // 0.6 t to the side and 0.8 t ahead: 3 apart, they meet after 3 / 0.8 seconds.
        let vehicle = vehicle((0.0, 0.0), (0.0, 0.0));
        assert_close(meeting(&vehicle, mate((3.0, 0.0), (0.0, 0.6))), (3.0, 0.6 * 3.0 / 0.8));
        assert_close(pursue(&vehicle, mate((3.0, 0.0), (0.0, 0.6))), (0.8, 0.6));
    }

    #[test]
    fn as_fast_as_itself() {
        // Towards each other at speed 1 from 4 apart: half way.
        let vehicle = vehicle((0.0, 0.0), (0.0, 0.0));
        assert_close(meeting(&vehicle, mate((4.0, 0.0), (-1.0, 0.0))), (2.0, 0.0));
    }

    #[test]
    fn faster_than_itself() {
        let vehicle = vehicle((0.0, 0.0), (0.0, 0.0));
        // It comes by: |4 - 3t| = t first after a second.
        assert_close(meeting(&vehicle, mate((4.0, 0.0), (-3.0, 0.0))), (1.0, 0.0));
        // It runs away: sought where it will be after 4 seconds. The same if it is just as fast.
        assert_close(meeting(&vehicle, mate((4.0, 0.0), (3.0, 0.0))), (16.0, 0.0));
        assert_close(meeting(&vehicle, mate((4.0, 0.0), (1.0, 0.0))), (8.0, 0.0));
    }

    #[test]
    fn one_that_stands_is_sought() {
        let vehicle = vehicle((1.0, 1.0), (0.5, 0.0));
        let quarry = mate((4.0, 5.0), (0.0, 0.0));
        assert_close(pursue(&vehicle, quarry), seek(&vehicle, quarry.position));
    }
}
