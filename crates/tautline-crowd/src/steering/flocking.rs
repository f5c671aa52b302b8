use super::{alignment, cohesion, separation};
use crate::combine::weighted_sum;
use crate::{Mate, Vec2, Vehicle};

/// The weighted sum of separation, alignment and cohesion.
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle, steering::Flocking};
/// let flocking = Flocking { distance: 4.0, separation: 2.0, alignment: 1.0, cohesion: 0.5 };
/// let vehicle = Vehicle::new(Vec2::ZERO, 0.5, 1.0, 1.0)?;
/// let mate = Mate { position: Vec2::new(2.0, 0.0), velocity: Vec2::new(0.0, 1.0) };
/// // Half the distance is missing: 2 · (-0.5, 0) + 1 · (0, 1) + 0.5 · (1, 0).
/// assert_eq!(flocking.steer(&vehicle, &[mate]), Vec2::new(-0.5, 1.0));
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flocking {
    /// The distance of [`separation`](super::separation()).
    pub distance: f32,
    /// The weight of [`separation`](super::separation()).
    pub separation: f32,
    /// The weight of [`alignment`](super::alignment()).
    pub alignment: f32,
    /// The weight of [`cohesion`](super::cohesion()).
    pub cohesion: f32,
}

impl Flocking {
    /// The steering among mates.
    #[must_use]
    pub fn steer(&self, vehicle: &Vehicle, mates: &[Mate]) -> Vec2 {
        weighted_sum(&[
            (self.separation, separation(vehicle, mates, self.distance)),
            (self.alignment, alignment(vehicle, mates)),
            (self.cohesion, cohesion(vehicle, mates)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::vehicle;

    #[test]
    fn a_flock_gathers_keeps_apart_and_goes_one_way() {
        let flocking = Flocking { distance: 1.5, separation: 3.0, alignment: 1.0, cohesion: 0.5 };
        let mut flock: Vec<Vehicle> = (0..12_u8)
            .map(|number| {
                let place = (f32::from(number % 4) * 3.0, f32::from(number / 4) * 3.0);
                vehicle(place, (0.5, if number % 2 == 0 { 0.4 } else { -0.4 }))
            })
            .collect();
        let spread = |flock: &[Vehicle]| {
            let pairs = flock.iter().flat_map(|a| flock.iter().map(move |b| a.position.distance(b.position)));
            pairs.fold(0.0, f32::max)
        };
        let before = spread(&flock);
        for _ in 0..1000 {
            let mates: Vec<Mate> = flock.iter().map(Mate::from).collect();
            for (number, vehicle) in flock.iter_mut().enumerate() {
                let others: Vec<Mate> = mates
                    .iter()
                    .enumerate()
                    .filter(|&(other, _)| other != number)
                    .map(|(_, mate)| *mate)
                    .collect();
                vehicle.step(flocking.steer(vehicle, &others), 0.05);
            }
        }
        assert!(spread(&flock) < 0.7 * before, "{} before, {} now", before, spread(&flock));
        // The mean of all velocities is (0.5, 0), and stays.
        for (number, a) in flock.iter().enumerate() {
            assert!(a.velocity.distance(Vec2::new(0.5, 0.0)) < 0.1, "{a:?}");
            for b in &flock[..number] {
                assert!(a.position.distance(b.position) > 0.4, "{a:?} {b:?}");
                assert!(a.velocity.distance(b.velocity) < 0.1, "{a:?} {b:?}");
            }
        }
    }
}
