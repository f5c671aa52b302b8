use crate::vehicle::finite;
use crate::{Vec2, Vehicle, Walls};

/// Away from the wall that the vehicle's centre would come through, or nearer to than its radius straight ahead, within a time if
/// it went on as it does.
///
/// The steering is along the wall's normal: it is what makes the speed towards the wall the greatest speed away from it. In
/// front of a single wall the vehicle stays inside if it can stop within the way that it looks ahead, that is, if half its speed
/// divided by its greatest acceleration is less than the time.
///
/// ```
/// use tautline::Map;
/// use tautline_crowd::{Vec2, Vehicle, Walls, steering::containment};
///
/// let walls = Walls::new(&Map::from_rows(["........"; 8])?);
/// let mut vehicle = Vehicle::new(Vec2::new(6.0, 4.0), 0.5, 2.0, 1.0)?;
/// vehicle.velocity = Vec2::new(1.0, 0.5);
/// assert_eq!(containment(&vehicle, &walls, 1.0), Vec2::ZERO);
/// assert_eq!(containment(&vehicle, &walls, 3.0), Vec2::new(-3.0, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn containment(vehicle: &Vehicle, walls: &Walls, time_ahead: f32) -> Vec2 {
    let ahead = vehicle.velocity.length() * time_ahead.max(0.0) + vehicle.radius();
    match walls.ray(vehicle.position, vehicle.velocity.normalized(), ahead) {
        Some(hit) => finite(hit.normal * (vehicle.max_speed() - hit.normal.dot(vehicle.velocity))),
        None => Vec2::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combine::by_priority;
    use crate::steering::Wander;
    use crate::testing::{assert_close, room, vehicle};

    #[test]
    fn it_turns_along_the_normal() {
        // Two seconds ahead are 2 tiles and the radius a half: the lower edge is 2.4 away, along the way 2.4 / 0.8 = 3.
        let walls = room(9, 9);
        assert_eq!(containment(&vehicle((1.0, 6.6), (0.6, 0.8)), &walls, 2.0), Vec2::ZERO);
        assert_close(containment(&vehicle((1.0, 6.6), (0.6, 0.8)), &walls, 2.51), (0.0, -1.8));
        assert_eq!(containment(&vehicle((1.0, 6.6), (0.6, -0.8)), &walls, 2.51), Vec2::ZERO);
        assert_eq!(containment(&vehicle((1.0, 6.6), (0.0, 0.0)), &walls, 2.51), Vec2::ZERO);
    }

    #[test]
    fn it_stays_inside() {
        let walls = room(9, 9);
        let stays = |seed: u64, is_contained: bool| {
            let mut vehicle = vehicle((4.5, 4.5), (0.6, 0.8));
            let mut wander = Wander::new(seed, 0.8, 9.0);
            (0..2000).all(|_| {
                let steering = by_priority(&mut [
                    (0.0, &mut || if is_contained { containment(&vehicle, &walls, 1.5) } else { Vec2::ZERO }),
                    (0.0, &mut || wander.steer(&vehicle, 0.05)),
                ]);
                vehicle.step(steering, 0.05);
                let Vec2 { x, y } = vehicle.position;
                x > 0.0 && y > 0.0 && x < 9.0 && y < 9.0
            })
        };
        for seed in 0..20 {
            assert!(stays(seed, true) && !stays(seed, false), "seed {seed}");
        }
    }
}
