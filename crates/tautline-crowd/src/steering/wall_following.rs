use super::seek;
use crate::{Side, Vec2, Vehicle, Walls};

/// Along the walls at a distance, around their inner and outer corners, with the wall on one side.
///
/// It looks where the vehicle will be after the time ahead, takes the wall that is in the way there, or else the one nearest to
/// that place, and seeks a place at the distance in front of it, further on. Where no wall is within twice the distance it says
/// nothing.
///
/// ```
/// use tautline::Map;
/// use tautline_crowd::{Side, Vec2, Vehicle, Walls, steering::WallFollowing};
///
/// let walls = Walls::new(&Map::from_rows(["........"; 8])?);
/// let vehicle = Vehicle::new(Vec2::new(4.0, 1.0), 0.3, 2.0, 1.0)?;
/// // The wall nearest to it is the upper edge.
/// let following = WallFollowing { side: Side::Left, distance: 1.0, time_ahead: 0.5 };
/// assert_eq!(following.steer(&vehicle, &walls), Vec2::new(2.0, 0.0));
/// let following = WallFollowing { side: Side::Right, ..following };
/// assert_eq!(following.steer(&vehicle, &walls), Vec2::new(-2.0, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallFollowing {
    /// Where the vehicle has the wall.
    pub side: Side,
    /// How far from the wall the vehicle's centre is to be.
    pub distance: f32,
    /// How far it looks ahead, in seconds.
    pub time_ahead: f32,
}

impl WallFollowing {
    /// The steering along the walls.
    #[must_use]
    pub fn steer(&self, vehicle: &Vehicle, walls: &Walls) -> Vec2 {
        let place = vehicle.after(self.time_ahead);
        let way = place - vehicle.position;
        let in_the_way = walls.ray(vehicle.position, way.normalized(), way.length());
        let Some(hit) = in_the_way.or_else(|| walls.nearest(place, 2.0 * self.distance)) else {
            return Vec2::ZERO;
        };
        // In front of a wall's end, away from that end is not straight away from the wall: this leads around the corner.
        let is_in_front = in_the_way.is_none() && place != hit.point;
        let away = if is_in_front { (place - hit.point).normalized() } else { hit.normal };
        let onwards = match self.side {
            Side::Left => away.left(),
            Side::Right => away.right(),
        };
        seek(vehicle, hit.point + away * self.distance + onwards * (vehicle.max_speed() * self.time_ahead))
    }
}

#[cfg(test)]
mod tests {
    use tautline::map::Map;

    use super::*;
    use crate::testing::{assert_close, room, vehicle};

    const FOLLOWING: WallFollowing = WallFollowing { side: Side::Left, distance: 1.0, time_ahead: 1.0 };

    #[test]
    fn it_comes_to_the_distance() {
        // In a second it will be at (4, 1.5), half a tile too far from the upper edge: it seeks (4, 1) and a tile further, (5,
        // 1).
        let length = (1.5_f32 * 1.5 + 0.25).sqrt();
        let found = FOLLOWING.steer(&vehicle((3.5, 1.5), (0.5, 0.0)), &room(9, 9));
        assert_close(found, (1.5 / length - 0.5, -0.5 / length));
    }

    #[test]
    fn far_from_all_walls_it_says_nothing() {
        assert_eq!(FOLLOWING.steer(&vehicle((4.5, 4.5), (0.5, 0.0)), &room(9, 9)), Vec2::ZERO);
    }

    #[test]
    fn a_wall_in_the_way_is_followed() {
        // The right edge is hit at (9, 4); with it on its left, the vehicle goes down.
        let found = FOLLOWING.steer(&vehicle((8.5, 4.0), (1.0, 0.0)), &room(9, 9));
        let length = 1.25_f32.sqrt();
        assert_close(found, (-0.5 / length - 1.0, 1.0 / length));
    }

    /// Walks for a while, and says how far to the right and to the left it has turned in all, and its least and greatest distance
    /// to a wall after some time.
    fn walk(walls: &Walls, from: Vec2, side: Side) -> (f32, f32, f32) {
        let mut vehicle = Vehicle::new(from, 0.3, 1.0, 4.0).expect("valid");
        let following = WallFollowing { side, distance: 1.0, time_ahead: 0.6 };
        let (mut turned, mut least, mut most) = (0.0, f32::INFINITY, 0.0_f32);
        for step in 0..3000 {
            let heading = vehicle.heading;
            vehicle.step(following.steer(&vehicle, walls) * 4.0, 1.0 / 64.0);
            if step > 200 {
                turned += heading.cross(vehicle.heading).atan2(heading.dot(vehicle.heading));
                let distance = walls.nearest(vehicle.position, 9.0).expect("a wall").distance;
                (least, most) = (least.min(distance), most.max(distance));
            }
        }
        (turned, least, most)
    }

    #[test]
    fn it_walks_around_in_a_room_and_around_a_block() {
        // Around in a room of 10 tiles, 32 or less at a distance of 1: more than a round in 43 seconds.
        for (side, sign) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
            let (turned, least, most) = walk(&room(10, 10), Vec2::new(5.0, 1.5), side);
            assert!(turned * sign > 6.0, "to its right with the wall on its left: {turned}");
            assert!(least > 0.7 && most < 1.3, "{least} {most}");
        }
        let rows: Vec<String> = (0..20)
            .map(|y| {
                (0..20)
                    .map(|x| if (8..12).contains(&x) && (8..12).contains(&y) { '#' } else { '.' })
                    .collect()
            })
            .collect();
        let walls = Walls::new(&Map::from_rows(rows.iter().map(String::as_str)).expect("a map"));
        let (turned, least, most) = walk(&walls, Vec2::new(10.0, 7.2), Side::Left);
        assert!(turned < -6.0, "to its left with the block on its left: {turned}");
        assert!(least > 0.7 && most < 1.3, "{least} {most}");
    }
}
