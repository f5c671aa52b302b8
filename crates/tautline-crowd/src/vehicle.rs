use thiserror::Error;

use crate::Vec2;

/// Another one, as far as steering looks at it: where it is and how it moves.
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle};
/// let vehicle = Vehicle::new(Vec2::new(1.0, 2.0), 0.5, 1.0, 1.0)?;
/// assert_eq!(Mate::from(&vehicle), Mate { position: Vec2::new(1.0, 2.0), velocity: Vec2::ZERO });
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mate {
    /// Where it is.
    pub position: Vec2,
    /// How it moves.
    pub velocity: Vec2,
}

impl Mate {
    /// Whether it is anywhere and moves anyhow. Those that do not are overlooked.
    pub(crate) fn is_finite(&self) -> bool {
        self.position.is_finite() && self.velocity.is_finite()
    }
}

impl From<&Vehicle> for Mate {
    fn from(vehicle: &Vehicle) -> Self {
        Self { position: vehicle.position, velocity: vehicle.velocity }
    }
}

/// Why a vehicle cannot be.
///
/// ```
/// use tautline_crowd::{Vec2, Vehicle, VehicleError};
/// assert_eq!(Vehicle::new(Vec2::ZERO, -0.5, 1.0, 1.0), Err(VehicleError::Radius(-0.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum VehicleError {
    /// The position is not finite.
    #[error("position has to be finite, found ({}, {})", .0.x, .0.y)]
    Position(Vec2),
    /// The radius is not finite, or not above 0.
    #[error("radius has to be a finite number above 0, found {0}")]
    Radius(f32),
    /// The greatest speed is not finite, or below 0.
    #[error("max_speed has to be a finite number of at least 0, found {0}")]
    MaxSpeed(f32),
    /// The greatest acceleration is not finite, or below 0.
    #[error("max_accel has to be a finite number of at least 0, found {0}")]
    MaxAccel(f32),
}

/// A point mass that is driven by a steering and looks where it goes.
///
/// Lengths are tiles, times are seconds. A steering is an acceleration; the [behaviours](crate::steering) answer the difference
/// between the velocity they would like and the one there is, of which the vehicle takes as much as it can.
///
/// Craig Reynolds, "Steering Behaviors For Autonomous Characters" (1999), without its mass.
///
/// ```
/// use tautline_crowd::{Vec2, Vehicle};
/// let mut vehicle = Vehicle::new(Vec2::ZERO, 0.5, 2.0, 4.0)?;
/// vehicle.step(Vec2::new(0.0, 9.0), 0.25);
/// assert_eq!(vehicle.velocity, Vec2::new(0.0, 1.0), "4 tiles per second² for a quarter of a second");
/// assert_eq!(vehicle.position, Vec2::new(0.0, 0.25));
/// assert_eq!(vehicle.heading, Vec2::new(0.0, 1.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vehicle {
    /// Where its centre is.
    pub position: Vec2,
    /// How it moves.
    pub velocity: Vec2,
    /// Where it looks, of length 1.
    pub heading: Vec2,
    radius: f32,
    max_speed: f32,
    max_accel: f32,
}

impl Vehicle {
    /// A vehicle that stands and looks to the right.
    pub fn new(position: Vec2, radius: f32, max_speed: f32, max_accel: f32) -> Result<Self, VehicleError> {
        let is_length = |number: f32| number.is_finite() && number >= 0.0;
        if !position.is_finite() {
            return Err(VehicleError::Position(position));
        }
        if !is_length(radius) || radius == 0.0 {
            return Err(VehicleError::Radius(radius));
        }
        if !is_length(max_speed) {
            return Err(VehicleError::MaxSpeed(max_speed));
        }
        if !is_length(max_accel) {
            return Err(VehicleError::MaxAccel(max_accel));
        }
        let heading = Vec2::new(1.0, 0.0);
        Ok(Self { position, velocity: Vec2::ZERO, heading, radius, max_speed, max_accel })
    }

    /// How large it is.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// How fast it can be, in tiles per second.
    #[must_use]
    pub fn max_speed(&self) -> f32 {
        self.max_speed
    }

    /// How fast its velocity can change, in tiles per second squared.
    #[must_use]
    pub fn max_accel(&self) -> f32 {
        self.max_accel
    }

    /// Moves for a time. The new velocity moves it, not the old one (semi-implicit Euler).
    ///
    /// A steering that is not finite counts as none, and a time step that is not finite or is negative changes nothing. A
    /// velocity that would not be finite becomes zero; a position that would not be finite stays.
    pub fn step(&mut self, steering: Vec2, time_step: f32) {
        if !time_step.is_finite() || time_step < 0.0 {
            return;
        }
        let accel = finite(steering).truncated(self.max_accel);
        self.velocity = finite((self.velocity + accel * time_step).truncated(self.max_speed));
        let position = self.position + self.velocity * time_step;
        if position.is_finite() {
            self.position = position;
        }
        if self.velocity != Vec2::ZERO {
            self.heading = self.velocity.normalized();
        }
    }

    /// The steering towards a velocity: the difference to the one there is. None if that is not finite.
    #[must_use]
    pub fn steering_to(&self, desired: Vec2) -> Vec2 {
        finite(desired - self.velocity)
    }

    /// The steering towards full speed in a direction of any length; nothing is the direction of standing still. None if the
    /// direction is not finite.
    pub(crate) fn at_full_speed(&self, direction: Vec2) -> Vec2 {
        if direction.is_finite() {
            self.steering_to(direction.normalized() * self.max_speed)
        } else {
            Vec2::ZERO
        }
    }

    /// Where it will be after a time if it goes on as it does.
    pub(crate) fn after(&self, time: f32) -> Vec2 {
        self.position + self.velocity * time
    }
}

/// A vector if it is finite, otherwise nothing.
pub(crate) fn finite(vector: Vec2) -> Vec2 {
    if vector.is_finite() { vector } else { Vec2::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, vehicle};

    #[test]
    fn a_step_truncates_moves_and_looks() {
        // Steering (30, 40) becomes (0.6, 0.8) by max_accel 1; velocity (0.8, 0) becomes (1.1, 0.4), cut to length 1.
        let mut vehicle = vehicle((1.0, 2.0), (0.8, 0.0));
        vehicle.step(Vec2::new(30.0, 40.0), 0.5);
        let length = 1.37_f32.sqrt();
        let velocity = Vec2::new(1.1 / length, 0.4 / length);
        assert_close(vehicle.velocity, velocity);
        assert_close(vehicle.position, Vec2::new(1.0, 2.0) + velocity * 0.5);
        assert_close(vehicle.heading, velocity);
    }

    #[test]
    fn who_stands_keeps_looking() {
        let mut vehicle = vehicle((0.0, 0.0), (0.0, 0.5));
        vehicle.step(Vec2::new(0.0, -0.5), 1.0);
        assert_eq!(
            (vehicle.velocity, vehicle.position, vehicle.heading),
            (Vec2::ZERO, Vec2::ZERO, Vec2::new(0.0, 1.0))
        );
    }

    #[test]
    fn what_is_not_finite_does_nothing() {
        let before = vehicle((0.0, 0.0), (0.5, 0.0));
        for steering in [Vec2::new(f32::NAN, 1.0), Vec2::new(1.0, f32::NAN), Vec2::new(f32::INFINITY, 0.0)] {
            let mut vehicle = before;
            vehicle.step(steering, 1.0);
            assert_eq!((vehicle.velocity, vehicle.position), (before.velocity, Vec2::new(0.5, 0.0)));
        }
        for time_step in [f32::NAN, f32::INFINITY, -1.0] {
            let mut vehicle = before;
            vehicle.step(Vec2::new(1.0, 0.0), time_step);
            assert_eq!(vehicle, before);
        }
    }

    #[test]
    fn an_error_names_the_field_and_the_value() {
        let message = |radius, speed, accel| {
            Vehicle::new(Vec2::ZERO, radius, speed, accel).expect_err("invalid").to_string()
        };
        assert_eq!(message(0.0, 1.0, 1.0), "radius has to be a finite number above 0, found 0");
        assert_eq!(message(1.0, -2.5, 1.0), "max_speed has to be a finite number of at least 0, found -2.5");
        assert_eq!(
            message(1.0, 1.0, f32::NAN),
            "max_accel has to be a finite number of at least 0, found NaN"
        );
        let nowhere = Vehicle::new(Vec2::new(1.0, f32::INFINITY), 1.0, 1.0, 1.0).expect_err("invalid");
        assert_eq!(nowhere.to_string(), "position has to be finite, found (1, inf)");
    }
}
