use super::alignment::mean;
use crate::vehicle::finite;
use crate::{Mate, Vec2, Vehicle};

/// Towards the mean place of the mates: the offset to it, but no longer than the greatest speed; nothing without mates.
///
/// The paper has the offset or [`seek`](super::seek()); the latter brakes a whole flock until it stands.
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle, steering::cohesion};
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 2.0, 1.0)?;
/// let mate = |x, y| Mate { position: Vec2::new(x, y), velocity: Vec2::ZERO };
/// assert_eq!(cohesion(&vehicle, &[mate(3.0, 1.0), mate(3.0, -1.0)]), Vec2::new(2.0, 0.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[must_use]
pub fn cohesion(vehicle: &Vehicle, mates: &[Mate]) -> Vec2 {
    mean(mates, |mate| mate.position)
        .map_or(Vec2::ZERO, |place| finite(place - vehicle.position).truncated(vehicle.max_speed()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn it_goes_to_the_middle() {
        let vehicle = vehicle((1.0, 1.0), (0.3, 0.0));
        let mate = |x, y| Mate { position: Vec2::new(x, y), velocity: Vec2::ZERO };
        // The middle is (4, 5).
        assert_close(cohesion(&vehicle, &[mate(2.0, 7.0), mate(6.0, 3.0), mate(4.0, 5.0)]), (0.6, 0.8));
        assert_close(cohesion(&vehicle, &[mate(1.5, 1.0), mate(1.0, 1.5)]), (0.25, 0.25));
        assert_eq!(cohesion(&vehicle, &[]), Vec2::ZERO);
    }
}
