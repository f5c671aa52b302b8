use crate::vehicle::finite;
use crate::{Mate, Vec2, Vehicle};

/// Out of the way of mates that go anywhere: aside from the first one that would come too near if both went on as they do.
///
/// The steering is the greatest speed across the relative velocity, away from where the mate would pass, or to the right if they
/// would meet exactly. So the two push each other apart, whatever numbers they see: head-on and overtaking they turn aside; on
/// crossing courses both turn to the same hand, one brakes and the other one hurries. Mates that already overlap and do not
/// approach are a matter of [`separation`](super::separation()).
///
/// ```
/// use tautline_crowd::{Mate, Vec2, Vehicle, steering::UnalignedCollisionAvoidance};
/// let avoidance = UnalignedCollisionAvoidance { horizon: 4.0, distance: 1.2 };
/// let mut vehicle = Vehicle::new(Vec2::ZERO, 0.5, 1.0, 1.0)?;
/// vehicle.velocity = Vec2::new(1.0, 0.0);
/// let mate = |x| Mate { position: Vec2::new(x, 0.0), velocity: Vec2::new(-1.0, 0.0) };
/// assert_eq!(avoidance.steer(&vehicle, &[mate(6.0)]), Vec2::new(0.0, 1.0), "head-on in 3 seconds: to the right");
/// assert_eq!(avoidance.steer(&vehicle, &[mate(9.0)]), Vec2::ZERO, "not within the horizon");
/// # Ok::<(), tautline_crowd::VehicleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnalignedCollisionAvoidance {
    /// How far it looks ahead, in seconds.
    pub horizon: f32,
    /// Mates whose centres come nearer than this are avoided: for equal vehicles, twice their radius and a margin.
    pub distance: f32,
}

impl UnalignedCollisionAvoidance {
    /// The steering among mates.
    #[must_use]
    pub fn steer(&self, vehicle: &Vehicle, mates: &[Mate]) -> Vec2 {
        let mut soonest = self.horizon;
        let mut aside = Vec2::ZERO;
        for mate in mates {
            let offset = mate.position - vehicle.position;
            let approach = vehicle.velocity - mate.velocity;
            // The nearest approach: where the rest of the offset is across the relative velocity.
            let time = offset.dot(approach) / approach.length_squared();
            let is_next = time > 0.0 && time < soonest;
            if is_next && (offset - approach * time).length() < self.distance {
                soonest = time;
                let direction = approach.normalized();
                aside = if direction.cross(offset) > 0.0 { direction.left() } else { direction.right() };
            }
        }
        finite(aside * vehicle.max_speed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combine::by_priority;
    use crate::steering::seek;
    use crate::testing::{assert_close, vehicle};

    const AVOIDANCE: UnalignedCollisionAvoidance =
        UnalignedCollisionAvoidance { horizon: 4.0, distance: 1.2 };

    fn mate(position: (f32, f32), velocity: (f32, f32)) -> Mate {
        Mate { position: position.into(), velocity: velocity.into() }
    }

    #[test]
    fn crossing_courses_turn_to_one_hand_and_one_brakes() {
        // One to the right, one down; they meet at (3, 0) after 3 seconds.
        let half = 0.5_f32.sqrt();
        let (a, b) = (vehicle((0.0, 0.0), (1.0, 0.0)), vehicle((3.0, -3.0), (0.0, 1.0)));
        assert_close(AVOIDANCE.steer(&a, &[Mate::from(&b)]), (half, half));
        assert_close(AVOIDANCE.steer(&b, &[Mate::from(&a)]), (-half, -half));
        // If the other one is a little early, it passes in front, and is let.
        let b = vehicle((3.0, -2.5), (0.0, 1.0));
        assert_close(AVOIDANCE.steer(&a, &[Mate::from(&b)]), (-half, -half));
        assert_close(AVOIDANCE.steer(&b, &[Mate::from(&a)]), (half, half));
    }

    #[test]
    fn the_soonest_counts() {
        let vehicle = vehicle((0.0, 0.0), (1.0, 0.0));
        let (near, far) = (mate((4.0, 0.5), (-1.0, 0.0)), mate((6.0, -0.5), (-1.0, 0.0)));
        assert_close(AVOIDANCE.steer(&vehicle, &[far, near]), (0.0, -1.0));
        assert_close(AVOIDANCE.steer(&vehicle, &[near, far]), (0.0, -1.0));
        assert_close(AVOIDANCE.steer(&vehicle, &[far]), (0.0, 1.0));
    }

    #[test]
    fn who_does_not_come_near_does_not_count() {
        let vehicle = vehicle((0.0, 0.0), (1.0, 0.0));
        for mate in [
            mate((4.0, 1.3), (-1.0, 0.0)),
            mate((-4.0, 0.0), (-1.0, 0.0)),
            mate((4.0, 0.0), (1.0, 0.0)),
            mate((0.0, 0.0), (-1.0, 0.0)),
            mate((f32::NAN, 0.0), (-1.0, 0.0)),
        ] {
            assert_eq!(AVOIDANCE.steer(&vehicle, &[mate]), Vec2::ZERO, "{mate:?}");
        }
    }

    /// Two on their ways to their goals, of the given speeds; answers how near their centres come.
    fn meet(from: [(f32, f32); 2], to: [(f32, f32); 2], speeds: [f32; 2], avoids: bool) -> f32 {
        let mut vehicles = [0, 1].map(|number| {
            let mut vehicle = Vehicle::new(from[number].into(), 0.5, speeds[number], 4.0).expect("valid");
            vehicle.velocity = (Vec2::from(to[number]) - vehicle.position).normalized() * speeds[number];
            vehicle
        });
        let mut nearest = f32::INFINITY;
        let mut arrived = [false; 2];
        for _ in 0..64 * 60 {
            let mates = [Mate::from(&vehicles[1]), Mate::from(&vehicles[0])];
            for number in 0..2 {
                let (vehicle, goal) = (vehicles[number], Vec2::from(to[number]));
                let steering = by_priority(&mut [
                    (0.0, &mut || {
                        if avoids {
                            AVOIDANCE.steer(&vehicle, &mates[number..=number]) * 4.0
                        } else {
                            Vec2::ZERO
                        }
                    }),
                    (0.0, &mut || seek(&vehicle, goal) * 4.0),
                ]);
                vehicles[number].step(steering, 1.0 / 64.0);
                arrived[number] |= vehicles[number].position.distance(goal) < 0.5;
            }
            nearest = nearest.min(vehicles[0].position.distance(vehicles[1].position));
            if arrived == [true; 2] {
                return nearest;
            }
        }
        panic!("not arrived: {vehicles:?}");
    }

    #[test]
    fn two_pass_each_other() {
        let cases = [
            ("crossing", [(0.0, 0.0), (6.0, -6.0)], [(12.0, 0.0), (6.0, 6.0)], [1.0, 1.0]),
            ("crossing, one slower", [(0.0, 0.0), (6.0, -3.0)], [(12.0, 0.0), (6.0, 6.0)], [1.0, 0.5]),
            ("at a slant", [(-1.7, 0.0), (2.0, -6.0)], [(12.0, 0.0), (8.0, 6.0)], [1.0, 1.0]),
            ("head-on", [(0.0, 0.0), (12.0, 0.0)], [(12.0, 0.0), (0.0, 0.0)], [1.0, 1.0]),
            ("nearly head-on", [(0.0, 0.0), (12.0, 0.3)], [(12.0, 0.0), (0.0, 0.3)], [1.0, 1.0]),
            ("overtaking", [(0.0, 0.0), (4.0, 0.0)], [(16.0, 0.0), (20.0, 0.0)], [1.0, 0.5]),
        ];
        for (name, from, to, speeds) in cases {
            assert!(meet(from, to, speeds, false) < 0.7, "{name} is no danger");
            let nearest = meet(from, to, speeds, true);
            assert!(nearest >= 1.0, "{name}: as near as {nearest}");
        }
    }
}
