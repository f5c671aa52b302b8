use crate::vehicle::finite;
use crate::{Mate, Vec2, Vehicle};

/// Away from all mates that are nearer than a distance, and the more the nearer they are.
///
/// A mate gives the greatest speed away from it, times the part of the distance that is missing. The paper weighs by 1/r, which
/// jumps at the distance and has no bound for near ones; this has neither fault. A mate at the very same place has no direction
/// and gives nothing.
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle, steering::separation};
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 2.0, 1.0)?;
/// let mate = |x| Mate { position: Vec2::new(x, 0.0), velocity: Vec2::ZERO };
/// assert_eq!(separation(&vehicle, &[mate(3.0), mate(9.0)], 4.0), Vec2::new(-0.5, 0.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[must_use]
pub fn separation(vehicle: &Vehicle, mates: &[Mate], distance: f32) -> Vec2 {
    let mut sum = Vec2::ZERO;
    for mate in mates {
        let offset = vehicle.position - mate.position;
        let missing = 1.0 - offset.length() / distance;
        if missing > 0.0 && missing <= 1.0 {
            sum += offset.normalized() * missing;
        }
    }
    finite(sum * vehicle.max_speed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn nearer_ones_count_more() {
        let vehicle = vehicle((1.0, 1.0), (0.3, 0.0));
        let mate = |x, y| Mate { position: Vec2::new(x, y), velocity: Vec2::ZERO };
        // 1 of 4 is missing to the one at (1, 4), 3 of 4 to the one at (0, 1); the others are too far, or here.
        let mates = [mate(1.0, 4.0), mate(0.0, 1.0), mate(9.0, 1.0), mate(1.0, 1.0), mate(f32::NAN, 1.0)];
        assert_close(separation(&vehicle, &mates, 4.0), (0.75, -0.25));
        assert_eq!(separation(&vehicle, &mates, 0.0), Vec2::ZERO);
        assert_eq!(separation(&vehicle, &mates, -4.0), Vec2::ZERO);
    }
}
