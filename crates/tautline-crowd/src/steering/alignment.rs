use crate::{Mate, Vec2, Vehicle};

/// Towards the average velocity of the mates; nothing without mates.
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle, steering::alignment};
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 2.0, 1.0)?;
/// let mate = |x, y| Mate { position: Vec2::ZERO, velocity: Vec2::new(x, y) };
/// assert_eq!(alignment(&vehicle, &[mate(1.0, 0.0), mate(0.0, 2.0)]), Vec2::new(0.5, 1.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[must_use]
pub fn alignment(vehicle: &Vehicle, mates: &[Mate]) -> Vec2 {
    mean(mates, |mate| mate.velocity).map_or(Vec2::ZERO, |velocity| vehicle.steering_to(velocity))
}

/// The mean of something of the mates that are finite.
pub(super) fn mean(mates: &[Mate], of: impl Fn(&Mate) -> Vec2) -> Option<Vec2> {
    let (mut sum, mut count) = (Vec2::ZERO, 0_u32);
    for mate in mates.iter().filter(|mate| mate.is_finite()) {
        sum += of(mate);
        count += 1;
    }
    (count > 0).then(|| sum / count as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn it_is_the_average_minus_the_velocity() {
        let vehicle = vehicle((1.0, 1.0), (0.3, 0.0));
        let mate = |x, y| Mate { position: Vec2::ZERO, velocity: Vec2::new(x, y) };
        let mates = [mate(1.0, 0.0), mate(0.0, 1.0), mate(0.2, -0.4), mate(f32::INFINITY, 0.0)];
        assert_close(alignment(&vehicle, &mates), (0.4 - 0.3, 0.2));
        assert_eq!(alignment(&vehicle, &[]), Vec2::ZERO);
    }
}
