use crate::{Vec2, Vehicle};

/// Away from a place at full speed. On the place itself it brakes.
///
/// ```
/// use tautline_crowd::{Vec2, Vehicle, steering::flee};
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 2.0, 1.0)?;
/// assert_eq!(flee(&vehicle, Vec2::new(0.0, 7.0)), Vec2::new(0.0, -2.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[must_use]
pub fn flee(vehicle: &Vehicle, target: Vec2) -> Vec2 {
    vehicle.at_full_speed(vehicle.position - target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn it_is_the_desired_velocity_minus_the_velocity() {
        let vehicle = vehicle((1.0, 1.0), (0.5, 0.25));
        assert_close(flee(&vehicle, Vec2::new(4.0, 5.0)), (-0.6 - 0.5, -0.8 - 0.25));
    }
}
