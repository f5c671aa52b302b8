//! Whatever numbers steering is given, what it answers is finite, and a vehicle stays where numbers are.

use proptest::prelude::*;
use tautline::map::Map;
use tautline_crowd::combine::{by_priority, weighted_sum};
use tautline_crowd::steering::{
    Circle, CrowdPathFollowing, Flocking, LeaderFollowing, PathFollowing, UnalignedCollisionAvoidance,
    WallFollowing, Wander, alignment, arrive, cohesion, containment, evade, flee, obstacle_avoidance, pursue,
    seek, separation,
};
use tautline_crowd::{ContextMap, Mate, Side, Vec2, Vehicle, Walls};

/// Numbers that are finite: usual, huge, tiny and equal ones.
fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -12.0_f32..12.0,
        3 => prop::sample::select(vec![
            0.0, -0.0, 1.0, -1.0, 3.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-45, 1e-30, 1e19, -1e19, 2e19, 1e30, f32::EPSILON,
        ]),
        1 => any::<f32>().prop_filter("finite", |number| number.is_finite()),
    ]
}

/// All numbers, and those that are none.
fn hostile() -> impl Strategy<Value = f32> {
    prop_oneof![5 => finite(), 1 => prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY])]
}

fn place() -> impl Strategy<Value = Vec2> {
    (hostile(), hostile()).prop_map(Vec2::from)
}

fn mate() -> impl Strategy<Value = Mate> {
    (place(), place()).prop_map(|(position, velocity)| Mate { position, velocity })
}

/// Vehicles whose numbers are all finite, however strange.
fn vehicle() -> impl Strategy<Value = Vehicle> {
    let vector = || (finite(), finite()).prop_map(Vec2::from);
    (vector(), vector(), vector(), [finite(), finite(), finite()]).prop_map(
        |(position, velocity, heading, [radius, speed, accel])| {
            let radius = radius.abs().max(f32::MIN_POSITIVE);
            let mut vehicle = Vehicle::new(position, radius, speed.abs(), accel.abs()).expect("valid");
            (vehicle.velocity, vehicle.heading) = (velocity, heading);
            vehicle
        },
    )
}

fn walls() -> Walls {
    let rows = ["........", ".##.....", ".##...#.", "......#.", "....###.", "........"];
    Walls::new(&Map::from_rows(rows).expect("a map"))
}

fn is_finite(vehicle: &Vehicle) -> bool {
    vehicle.position.is_finite() && vehicle.velocity.is_finite() && vehicle.heading.is_finite()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn behaviours_of_one_and_two(
        vehicle in vehicle(),
        target in place(),
        other in mate(),
        a in hostile(),
        b in hostile(),
        seed: u64,
    ) {
        let mut wander = Wander::new(seed, a, b);
        let answers = [
            ("seek", seek(&vehicle, target)),
            ("flee", flee(&vehicle, target)),
            ("pursue", pursue(&vehicle, other)),
            ("evade", evade(&vehicle, other)),
            ("arrive", arrive(&vehicle, target, a)),
            ("arrive here", arrive(&vehicle, vehicle.position, a)),
            ("pursue here", pursue(&vehicle, Mate { position: vehicle.position, ..other })),
            ("evade itself", evade(&vehicle, Mate::from(&vehicle))),
            ("wander", wander.steer(&vehicle, a)),
            ("wander on", wander.steer(&vehicle, 0.1)),
            ("steering_to", vehicle.steering_to(target)),
        ];
        for (name, answer) in answers {
            prop_assert!(answer.is_finite(), "{name}: {answer:?}");
        }
    }

    #[test]
    fn behaviours_along_paths_and_walls(
        vehicle in vehicle(),
        path in prop::collection::vec(place(), 0..5),
        circles in prop::collection::vec((place(), hostile()), 0..4),
        a in hostile(),
        b in hostile(),
    ) {
        let walls = walls();
        let circles: Vec<Circle> = circles.into_iter().map(|(centre, radius)| Circle { centre, radius }).collect();
        let wall_following = |side| WallFollowing { side, distance: a, time_ahead: b }.steer(&vehicle, &walls);
        let here = [Circle { centre: vehicle.position, radius: a }];
        let answers = [
            ("path", PathFollowing { radius: a, time_ahead: b }.steer(&vehicle, &path)),
            ("path here", PathFollowing { radius: a, time_ahead: b }.steer(&vehicle, &[vehicle.position; 3])),
            ("wall to the left", wall_following(Side::Left)),
            ("wall to the right", wall_following(Side::Right)),
            ("containment", containment(&vehicle, &walls, a)),
            ("obstacles", obstacle_avoidance(&vehicle, &circles, &walls, a)),
            ("obstacle here", obstacle_avoidance(&vehicle, &here, &walls, b)),
        ];
        for (name, answer) in answers {
            prop_assert!(answer.is_finite(), "{name}: {answer:?}");
        }
    }

    #[test]
    fn behaviours_of_groups(
        vehicle in vehicle(),
        leader in vehicle(),
        mut mates in prop::collection::vec(mate(), 0..5),
        path in prop::collection::vec(place(), 0..4),
        [a, b, c, d, e] in [hostile(), hostile(), hostile(), hostile(), hostile()],
    ) {
        mates.push(Mate::from(&vehicle));
        let following = LeaderFollowing { behind: a, slowing_distance: b, separation: c, ahead: d, aside: e };
        let along = PathFollowing { radius: a, time_ahead: b };
        let answers = [
            ("separation", separation(&vehicle, &mates, a)),
            ("alignment", alignment(&vehicle, &mates)),
            ("cohesion", cohesion(&vehicle, &mates)),
            ("flocking", Flocking { distance: a, separation: b, alignment: c, cohesion: d }.steer(&vehicle, &mates)),
            ("leader", following.steer(&vehicle, &leader, &mates)),
            ("crowd", CrowdPathFollowing { path: along, distance: c, separation: d }.steer(&vehicle, &path, &mates)),
            ("collisions", UnalignedCollisionAvoidance { horizon: a, distance: b }.steer(&vehicle, &mates)),
        ];
        for (name, answer) in answers {
            prop_assert!(answer.is_finite(), "{name}: {answer:?}");
        }
        let weighted: Vec<(f32, Vec2)> = mates.iter().map(|mate| (a, mate.velocity)).collect();
        prop_assert!(weighted_sum(&weighted).is_finite());
        prop_assert!(by_priority(&mut [(a, &mut || mates[0].position), (b, &mut || mates[0].velocity)]).is_finite());
    }

    #[test]
    fn a_vehicle_stays_where_numbers_are(
        mut vehicle in vehicle(),
        steps in prop::collection::vec((place(), hostile()), 1..8),
    ) {
        for (steering, time_step) in steps {
            vehicle.step(steering, time_step);
            prop_assert!(is_finite(&vehicle), "{vehicle:?} after {steering:?} for {time_step}");
        }
    }

    #[test]
    fn a_vehicle_is_made_of_good_numbers_only(position in place(), [radius, speed, accel] in [hostile(), hostile(), hostile()]) {
        let is_good = position.is_finite()
            && radius.is_finite() && radius > 0.0
            && speed.is_finite() && speed >= 0.0
            && accel.is_finite() && accel >= 0.0;
        prop_assert_eq!(Vehicle::new(position, radius, speed, accel).is_ok(), is_good);
    }

    #[test]
    fn a_context_map_answers_a_direction_or_none(
        interests in prop::collection::vec((place(), hostile()), 0..4),
        dangers in prop::collection::vec((place(), hostile()), 0..4),
    ) {
        let mut map = ContextMap::<12>::new();
        for (direction, strength) in interests {
            map.add_interest(direction, strength);
        }
        for (direction, strength) in dangers {
            map.add_danger(direction, strength);
        }
        let values = map.interest().iter().chain(map.danger());
        prop_assert!(values.into_iter().all(|value| value.is_finite()));
        let heading = map.heading();
        prop_assert!(heading == Vec2::ZERO || (heading.length() - 1.0).abs() < 1e-5, "{heading:?}");
    }
}
