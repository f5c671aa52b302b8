use crate::vehicle::finite;
use crate::{Vec2, Vehicle, Wall, Walls};

/// A round obstacle.
///
/// ```
/// use tautline_crowd::{Vec2, steering::Circle};
/// let column = Circle { centre: Vec2::new(2.0, 3.0), radius: 0.5 };
/// assert_eq!(column.centre.x + column.radius, 2.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Its centre.
    pub centre: Vec2,
    /// Its radius.
    pub radius: f32,
}

/// Keeps the way ahead empty: to the side of the nearest obstacle that the vehicle would hit within a time, and slower the nearer
/// it is.
///
/// The way is as wide as the vehicle and as long as it comes in the time at its speed. The side is the one away from the
/// obstacle's centre, or from where the wall leads; with an obstacle straight ahead, the right. The steering sideways is the
/// greatest speed; that backwards is the speed, times how much of the way the obstacle takes away. An agent that stands hits nothing.
/// Circles that are not finite, or whose radius is negative, are overlooked; one that overlaps the vehicle from behind is no
/// obstacle.
///
/// ```
/// use tautline::Map;
/// use tautline_crowd::{Vec2, Vehicle, Walls, steering::{Circle, obstacle_avoidance}};
///
/// let walls = Walls::new(&Map::from_rows(["................"; 16])?);
/// let mut vehicle = Vehicle::new(Vec2::new(2.0, 8.0), 0.5, 1.0, 1.0)?;
/// vehicle.velocity = Vec2::new(1.0, 0.0);
/// // Right ahead, and 2 of the 4 tiles of the way are free: to the right, which is downwards, and with half the speed.
/// let column = Circle { centre: Vec2::new(5.0, 8.0), radius: 0.5 };
/// assert_eq!(obstacle_avoidance(&vehicle, &[column], &walls, 4.0), Vec2::new(-0.5, 1.0));
/// assert_eq!(obstacle_avoidance(&vehicle, &[], &walls, 4.0), Vec2::ZERO);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn obstacle_avoidance(vehicle: &Vehicle, circles: &[Circle], walls: &Walls, time_ahead: f32) -> Vec2 {
    let heading = vehicle.velocity.normalized();
    let speed = vehicle.velocity.length();
    let length = speed * time_ahead;
    if !length.is_finite() || length <= 0.0 {
        return Vec2::ZERO;
    }
    let mut nearest: Option<Touch> = None;
    let mut note = |touch: Option<Touch>| {
        if let Some(touch) = touch.filter(|touch| touch.distance <= length)
            && nearest.is_none_or(|nearest| touch.distance < nearest.distance)
        {
            nearest = Some(touch);
        }
    };
    for circle in circles.iter().filter(|circle| circle.radius.is_finite() && circle.radius >= 0.0) {
        note(touch_circle(circle.centre - vehicle.position, circle.radius + vehicle.radius(), heading));
    }
    walls.for_each_near(vehicle.position, length + vehicle.radius(), |wall, _| {
        note(touch_wall(vehicle, wall, heading));
    });
    let Some(nearest) = nearest else {
        return Vec2::ZERO;
    };
    let nearness = 1.0 - nearest.distance / length;
    finite(nearest.aside * vehicle.max_speed() - heading * (speed * nearness))
}

/// Where a vehicle comes to touch an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Touch {
    /// How far it goes until then.
    distance: f32,
    /// To which side it is shorter around it, of length 1.
    aside: Vec2,
}

/// Touches a circle, of which the offset is known and the radius with the vehicle's own.
fn touch_circle(offset: Vec2, radius: f32, heading: Vec2) -> Option<Touch> {
    let (ahead, lateral) = (heading.dot(offset), heading.cross(offset));
    let is_in_the_way = ahead > 0.0 && lateral.abs() < radius;
    is_in_the_way.then(|| Touch {
        distance: (ahead - ((radius - lateral) * (radius + lateral)).sqrt()).max(0.0),
        aside: if lateral > 0.0 { heading.left() } else { heading.right() },
    })
}

/// Touches a wall whose line has the vehicle in front of it: along the wall, or at one of its ends.
fn touch_wall(vehicle: &Vehicle, wall: &Wall, heading: Vec2) -> Option<Touch> {
    let towards = -wall.normal.dot(heading);
    if towards > 0.0 {
        let distance = ((wall.ahead(vehicle.position) - vehicle.radius()) / towards).max(0.0);
        let point = vehicle.position + heading * distance;
        let nearest = wall.nearest(point);
        // On the wall, not beyond an end of it.
        if wall.normal.cross(point - nearest) == 0.0 {
            let aside = if heading.cross(wall.normal) < 0.0 { heading.left() } else { heading.right() };
            return Some(Touch { distance, aside });
        }
    }
    let end = |end: Vec2| touch_circle(end - vehicle.position, vehicle.radius(), heading);
    match (end(wall.from), end(wall.to)) {
        (Some(from), Some(to)) => Some(if to.distance < from.distance { to } else { from }),
        (from, to) => from.or(to),
    }
}

#[cfg(test)]
mod tests {
    use tautline::map::Map;

    use super::*;
    use crate::combine::by_priority;
    use crate::steering::seek;
    use crate::testing::{assert_close, room, vehicle};

    #[test]
    fn circles_to_the_right_and_to_the_left() {
        // From (2, 8) with (1, 0) for 4 seconds: a circle half a tile to the right is touched after 3 - √(1 - 1/4).
        let (walls, vehicle) = (room(16, 16), vehicle((2.0, 8.0), (1.0, 0.0)));
        let nearness = 1.0 - (3.0 - 0.75_f32.sqrt()) / 4.0;
        let circle = |x, y| Circle { centre: Vec2::new(x, y), radius: 0.5 };
        let steer = |circles: &[Circle]| obstacle_avoidance(&vehicle, circles, &walls, 4.0);
        assert_close(steer(&[circle(5.0, 8.5)]), (-nearness, -1.0));
        assert_close(steer(&[circle(5.0, 7.5)]), (-nearness, 1.0));
        assert_eq!(steer(&[circle(5.0, 9.1)]), Vec2::ZERO, "beside the way");
        assert_eq!(steer(&[circle(1.0, 8.0)]), Vec2::ZERO, "behind");
        assert_eq!(steer(&[circle(7.1, 8.0)]), Vec2::ZERO, "beyond the way");
        assert_close(steer(&[circle(6.0, 8.5), circle(5.0, 7.5), circle(5.5, 8.5)]), (-nearness, 1.0));
        assert_close(steer(&[circle(2.5, 8.5)]), (-1.0, -1.0));
        for radius in [-0.1, f32::NAN, f32::INFINITY] {
            assert_eq!(steer(&[Circle { centre: Vec2::new(5.0, 8.0), radius }]), Vec2::ZERO, "no circle");
        }
    }

    #[test]
    fn walls_and_their_ends() {
        let walls = room(9, 9);
        // Straight at the right edge, which is touched after 1.5 of 2 tiles.
        assert_close(obstacle_avoidance(&vehicle((7.0, 4.0), (1.0, 0.0)), &[], &walls, 2.0), (-0.25, 1.0));
        // At the lower edge at a slant, with it on the right: touched after (3 - 0.5) / 0.8 of 5 tiles.
        let nearness = 1.0 - 2.5 / 0.8 / 5.0;
        let found = obstacle_avoidance(&vehicle((1.0, 6.0), (0.6, 0.8)), &[], &walls, 5.0);
        assert_close(found, (0.8 - 0.6 * nearness, -0.6 - 0.8 * nearness));
        // Past a block whose corner (3, 3) is 0.3 to the left of the way: touched after 2 - 0.4 of 4 tiles.
        let rows = ["........", "........", "...#....", "........", "........", "........"];
        let walls = Walls::new(&Map::from_rows(rows).expect("a map"));
        let found = obstacle_avoidance(&vehicle((1.0, 3.3), (1.0, 0.0)), &[], &walls, 4.0);
        assert_close(found, (-0.6, 1.0));
        assert_eq!(obstacle_avoidance(&vehicle((1.0, 3.6), (1.0, 0.0)), &[], &walls, 4.0), Vec2::ZERO);
    }

    #[test]
    fn one_end_of_a_wall_is_enough() {
        // The wall from (3, 2) to (3, 3) is passed 0.3 below its lower end and 0.4 above its upper one.
        let wall = Wall { from: Vec2::new(3.0, 2.0), to: Vec2::new(3.0, 3.0), normal: Vec2::new(-1.0, 0.0) };
        for (y, distance, aside) in [(3.3, 1.6, 1.0), (1.6, 1.7, -1.0)] {
            let vehicle = vehicle((1.0, y), (1.0, 0.0));
            let touch = touch_wall(&vehicle, &wall, vehicle.heading).expect("an end is in the way");
            assert_close(Vec2::new(touch.distance, 0.0), (distance, 0.0));
            assert_close(touch.aside, (0.0, aside));
        }
        assert_eq!(touch_wall(&vehicle((1.0, 3.6), (1.0, 0.0)), &wall, Vec2::new(1.0, 0.0)), None);
        // With both ends in the way, the nearer one.
        let wall = Wall { from: Vec2::new(3.0, 3.0), to: Vec2::new(4.0, 3.0), normal: Vec2::new(0.0, 1.0) };
        for (x, velocity) in [(1.0, 1.0), (6.0, -1.0)] {
            let vehicle = vehicle((x, 3.3), (velocity, 0.0));
            let touch = touch_wall(&vehicle, &wall, vehicle.heading).expect("both ends are in the way");
            assert_close(Vec2::new(touch.distance, 0.0), (1.6, 0.0));
            assert_close(touch.aside, (0.0, 1.0));
        }
    }

    #[test]
    fn it_walks_around_a_column() {
        let walls = room(20, 20);
        for (y, radius) in [(10.0, 1.0), (10.3, 1.5), (9.2, 2.0)] {
            let column = Circle { centre: Vec2::new(10.0, 10.0), radius };
            let mut vehicle = Vehicle::new(Vec2::new(2.0, y), 0.4, 1.0, 4.0).expect("valid");
            let goal = Vec2::new(18.0, 10.0);
            let mut steps = 0;
            while vehicle.position.distance(goal) > 0.5 {
                let steering = by_priority(&mut [
                    (0.0, &mut || obstacle_avoidance(&vehicle, &[column], &walls, 1.5) * 4.0),
                    (0.0, &mut || seek(&vehicle, goal) * 4.0),
                ]);
                vehicle.step(steering, 1.0 / 64.0);
                let gap = vehicle.position.distance(column.centre) - radius - vehicle.radius();
                assert!(gap > -0.01, "{vehicle:?} with radius {radius}");
                steps += 1;
                assert!(steps < 64 * 60, "{vehicle:?} with radius {radius}");
            }
        }
    }
}
