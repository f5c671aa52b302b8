use super::flee;
use super::pursue::meeting;
use crate::{Mate, Vec2, Vehicle};

/// Away from the place where a [pursuit](super::pursue()) of the other one would end.
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle, steering::evade};
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 5.0, 1.0)?;
/// let menace = Mate { position: Vec2::new(4.0, 0.0), velocity: Vec2::new(0.0, 3.0) };
/// assert_eq!(evade(&vehicle, menace), Vec2::new(-4.0, -3.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[must_use]
pub fn evade(vehicle: &Vehicle, menace: Mate) -> Vec2 {
    flee(vehicle, meeting(vehicle, menace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn it_runs_from_where_they_would_meet() {
        let menace = Mate { position: Vec2::new(3.0, 0.0), velocity: Vec2::new(0.0, 0.6) };
        assert_close(evade(&vehicle((0.0, 0.0), (0.5, 0.0)), menace), (-0.8 - 0.5, -0.6));
    }
}
