use std::f32::consts::TAU;

use crate::random::Random;
use crate::{Vec2, Vehicle};

/// A walk without a goal that turns now and then: towards a place that strolls around a circle in front of the vehicle.
///
/// The circle's centre is at a distance of 1 and its radius is the strength, so a strength below 1 never turns it by more than
/// the arc sine of that at once. The same seed and the same time steps give the same walk.
///
/// ```
/// use tautline_crowd::{Vec2, Vehicle, steering::Wander};
/// let mut vehicle = Vehicle::new(Vec2::ZERO, 0.5, 1.0, 1.0)?;
/// let mut wander = Wander::new(7, 0.5, 3.0);
/// for _ in 0..100 {
///     vehicle.step(wander.steer(&vehicle, 0.1), 0.1);
/// }
/// assert!(vehicle.velocity.length() > 0.5);
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Wander {
    strength: f32,
    rate: f32,
    /// Where on the circle the place is, from the heading to the right.
    angle: f32,
    random: Random,
}

impl Wander {
    /// A walk with a seed; its strength, which is the circle's radius; and its rate, which is how far the place on the circle
    /// goes per second at most, in radians. Strengths and rates that are not finite count as 0.
    #[must_use]
    pub fn new(seed: u64, strength: f32, rate: f32) -> Self {
        let number = |number: f32| if number.is_finite() { number } else { 0.0 };
        Self { strength: number(strength), rate: number(rate), angle: 0.0, random: Random::new(seed) }
    }

    /// The steering of the next step.
    pub fn steer(&mut self, vehicle: &Vehicle, time_step: f32) -> Vec2 {
        let angle = (self.angle + self.random.signed() * self.rate * time_step) % TAU;
        if angle.is_finite() {
            self.angle = angle;
        }
        let heading = vehicle.heading.normalized();
        vehicle.at_full_speed(heading + heading.turned(Vec2::from_angle(self.angle)) * self.strength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn the_generator_is_splitmix64() {
        // The first outputs for the seed 0 are e220a8397b1dcdaf and 6e789e6aa1b965f4.
        let mut wander = Wander::new(0, 1.0, 1.0);
        let number = |bits: u64| (bits >> 40) as f32 / 8_388_608.0 - 1.0;
        for bits in [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4] {
            assert!((wander.random.signed() - number(bits)).abs() < 1e-7);
        }
    }

    #[test]
    fn without_strength_it_goes_on() {
        let vehicle = vehicle((3.0, 4.0), (0.0, 0.5));
        assert_close(Wander::new(1, 0.0, 9.0).steer(&vehicle, 0.1), (0.0, 0.5));
    }

    #[test]
    fn it_turns_both_ways_and_never_more_than_its_strength_allows() {
        let vehicle = vehicle((0.0, 0.0), (0.0, 0.0));
        let mut wander = Wander::new(3, 0.5, 20.0);
        let mut angles = (0.0_f32, 0.0_f32);
        for _ in 0..2000 {
            let desired = wander.steer(&vehicle, 0.1);
            assert!((desired.length() - 1.0).abs() < 1e-5);
            let angle = desired.y.atan2(desired.x);
            angles = (angles.0.min(angle), angles.1.max(angle));
        }
        // The tangent to a circle of radius 1/2 at a distance of 1 leaves at 30°.
        let most = 30_f32.to_radians();
        assert!((-most - 1e-3..-most + 0.01).contains(&angles.0), "{angles:?}");
        assert!((most - 0.01..most + 1e-3).contains(&angles.1), "{angles:?}");
    }

    #[test]
    fn a_time_step_that_is_not_finite_is_forgotten() {
        let vehicle = vehicle((0.0, 0.0), (0.0, 0.0));
        let mut wander = Wander::new(3, 0.5, 20.0);
        assert_close(wander.steer(&vehicle, f32::NAN), (1.0, 0.0));
        assert!((wander.steer(&vehicle, 0.1).length() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_seed_gives_one_walk() {
        let walk = |seed| {
            let (mut vehicle, mut wander) = (vehicle((0.0, 0.0), (1.0, 0.0)), Wander::new(seed, 0.7, 5.0));
            (0..200).for_each(|_| vehicle.step(wander.steer(&vehicle, 0.1), 0.1));
            vehicle.position
        };
        assert_eq!(walk(1), walk(1));
        assert!(walk(1).distance(walk(2)) > 0.1);
    }
}
