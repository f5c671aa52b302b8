//! What the tests of several files need.

use tautline::map::Map;

use crate::{Vec2, Vehicle, Walls};

/// A vehicle of radius 0.5 with speed 1 and acceleration 1 at most, at a place and with a velocity.
pub(crate) fn vehicle(position: (f32, f32), velocity: (f32, f32)) -> Vehicle {
    let mut vehicle = Vehicle::new(position.into(), 0.5, 1.0, 1.0).expect("valid");
    vehicle.velocity = velocity.into();
    if vehicle.velocity != Vec2::ZERO {
        vehicle.heading = vehicle.velocity.normalized();
    }
    vehicle
}

/// Fails unless two vectors are the same but for rounding.
#[track_caller]
pub(crate) fn assert_close(found: Vec2, expected: impl Into<Vec2>) {
    let expected = expected.into();
    assert!(found.distance(expected) < 1e-5, "found {found:?}, expected {expected:?}");
}

/// The walls of a free room of a size, with nothing in it.
pub(crate) fn room(width: usize, height: usize) -> Walls {
    let row = ".".repeat(width);
    Walls::new(&Map::from_rows(vec![row.as_str(); height]).expect("a map"))
}
