//! Steering allocates nothing: it is asked once per agent and step.

use tautline::map::Map;
use tautline_crowd::combine::{by_priority, weighted_sum};
use tautline_crowd::steering::{
    Circle, CrowdPathFollowing, Flocking, LeaderFollowing, PathFollowing, UnalignedCollisionAvoidance,
    WallFollowing, Wander, containment, obstacle_avoidance, pursue,
};
use tautline_crowd::{ContextMap, Mate, Side, Vec2, Vehicle, Walls};

#[test]
fn a_step_allocates_nothing() {
    let walls = Walls::new(&Map::from_rows(["........"; 8]).expect("a map"));
    let mut vehicle = Vehicle::new(Vec2::new(6.5, 4.0), 0.5, 1.0, 1.0).expect("valid");
    vehicle.velocity = Vec2::new(1.0, 0.0);
    let mates = [Mate { position: Vec2::new(7.5, 4.0), velocity: Vec2::new(-1.0, 0.0) }];
    let circles = [Circle { centre: Vec2::new(7.5, 4.5), radius: 0.2 }];
    let path = [Vec2::ZERO, Vec2::new(8.0, 0.0)];
    let along = PathFollowing { radius: 0.5, time_ahead: 1.0 };
    let crowd = CrowdPathFollowing { path: along, distance: 3.0, separation: 1.0 };
    let leader =
        LeaderFollowing { behind: 1.0, slowing_distance: 2.0, separation: 3.0, ahead: 1.0, aside: 1.0 };
    let mut wander = Wander::new(1, 0.5, 1.0);
    let used = allocation_counter::measure(|| {
        let mut map = ContextMap::<16>::new();
        map.add_interest(Vec2::new(1.0, 1.0), 1.0);
        map.add_danger(Vec2::new(1.0, 0.0), 1.0);
        let sum = weighted_sum(&[
            (1.0, pursue(&vehicle, mates[0])),
            (1.0, wander.steer(&vehicle, 0.1)),
            (1.0, crowd.steer(&vehicle, &path, &mates)),
            (1.0, WallFollowing { side: Side::Left, distance: 1.0, time_ahead: 1.0 }.steer(&vehicle, &walls)),
            (1.0, leader.steer(&vehicle, &vehicle, &mates)),
            (
                1.0,
                Flocking { distance: 3.0, separation: 1.0, alignment: 1.0, cohesion: 1.0 }
                    .steer(&vehicle, &mates),
            ),
            (1.0, UnalignedCollisionAvoidance { horizon: 3.0, distance: 1.0 }.steer(&vehicle, &mates)),
        ]);
        let steering = by_priority(&mut [
            (9.0, &mut || containment(&vehicle, &walls, 2.0)),
            (9.0, &mut || obstacle_avoidance(&vehicle, &circles, &walls, 2.0)),
            (9.0, &mut || vehicle.steering_to(map.heading())),
            (0.0, &mut || sum),
        ]);
        vehicle.step(steering, 0.1);
    });
    assert_eq!(used.count_total, 0);
}
