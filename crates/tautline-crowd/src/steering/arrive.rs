use crate::{Vec2, Vehicle};

/// Towards a place at full speed, and slower in proportion within the slowing distance, so that it stops there.
///
/// It does not overshoot if the slowing distance is at least four times what the vehicle walks in a second at full speed, and its
/// greatest acceleration in numbers at least its greatest speed. With a weight, that is four times divided by the weight, and the
/// acceleration times the weight. Without a slowing distance above 0 it never slows down.
///
/// ```
/// use tautline_crowd::{Vec2, Vehicle, steering::arrive};
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 2.0, 1.0)?;
/// assert_eq!(arrive(&vehicle, Vec2::new(9.0, 0.0), 8.0), Vec2::new(2.0, 0.0));
/// assert_eq!(arrive(&vehicle, Vec2::new(4.0, 0.0), 8.0), Vec2::new(1.0, 0.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[must_use]
pub fn arrive(vehicle: &Vehicle, target: Vec2, slowing_distance: f32) -> Vec2 {
    let offset = target - vehicle.position;
    if !offset.is_finite() {
        return Vec2::ZERO;
    }
    let share = if slowing_distance > 0.0 { (offset.length() / slowing_distance).min(1.0) } else { 1.0 };
    vehicle.steering_to(offset.normalized() * (vehicle.max_speed() * share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn it_slows_down_in_proportion() {
        let vehicle = vehicle((0.0, 0.0), (0.25, 0.0));
        assert_close(arrive(&vehicle, Vec2::new(0.0, 5.0), 4.0), (-0.25, 1.0));
        assert_close(arrive(&vehicle, Vec2::new(0.0, 1.0), 4.0), (-0.25, 0.25));
        assert_close(arrive(&vehicle, Vec2::new(0.0, 1.0), 0.0), (-0.25, 1.0));
        assert_close(arrive(&vehicle, Vec2::ZERO, 0.0), (-0.25, 0.0));
        assert_eq!(arrive(&vehicle, Vec2::new(f32::INFINITY, 0.0), 4.0), Vec2::ZERO);
    }

    #[test]
    fn it_comes_in_as_the_closed_form_says() {
        // Speed 1 and slowing distance 4 are critically damped: from 4 away, at full speed, (4 + t) exp(-t / 2) are left after t.
        let mut vehicle = vehicle((0.0, 0.0), (1.0, 0.0));
        let target = Vec2::new(4.0, 0.0);
        for step in 1..=4096_u16 {
            vehicle.step(arrive(&vehicle, target, 4.0), 1.0 / 256.0);
            let time = f32::from(step) / 256.0;
            let left = (4.0 + time) * (-time / 2.0).exp();
            assert!(
                (4.0 - vehicle.position.x - left).abs() < 0.01,
                "{vehicle:?} after {time}, where {left} should be left"
            );
        }
    }

    #[test]
    fn it_stops_without_overshoot() {
        for (weight, slowing_distance) in [(1.0, 4.0), (1.0, 9.0), (8.0, 0.5)] {
            let mut vehicle = Vehicle::new(Vec2::ZERO, 0.5, 1.0, weight).expect("valid");
            for _ in 0..4000 {
                vehicle.step(arrive(&vehicle, Vec2::new(6.0, 0.0), slowing_distance) * weight, 1.0 / 64.0);
                assert!(vehicle.position.x <= 6.001, "{vehicle:?} with {slowing_distance}");
            }
            assert!(
                (6.0 - vehicle.position.x).abs() < 0.01 && vehicle.velocity.length() < 0.01,
                "{vehicle:?}"
            );
        }
    }
}
