use crate::{Vec2, Vehicle};

/// Towards a place at full speed, and past it. On the place itself it brakes.
///
/// ```
/// use tautline_crowd::{Vec2, Vehicle, steering::seek};
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 2.0, 1.0)?;
/// assert_eq!(seek(&vehicle, Vec2::new(0.0, 7.0)), Vec2::new(0.0, 2.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[must_use]
pub fn seek(vehicle: &Vehicle, target: Vec2) -> Vec2 {
    vehicle.at_full_speed(target - vehicle.position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn it_is_the_desired_velocity_minus_the_velocity() {
        let vehicle = vehicle((1.0, 1.0), (0.5, 0.25));
        assert_close(seek(&vehicle, Vec2::new(4.0, 5.0)), (0.6 - 0.5, 0.8 - 0.25));
        assert_close(seek(&vehicle, vehicle.position), (-0.5, -0.25));
    }

    #[test]
    fn nowhere_is_not_sought() {
        let vehicle = vehicle((1.0, 1.0), (0.5, 0.25));
        for target in [Vec2::new(f32::NAN, 1.0), Vec2::new(f32::INFINITY, 1.0)] {
            assert_eq!(seek(&vehicle, target), Vec2::ZERO);
        }
    }
}
