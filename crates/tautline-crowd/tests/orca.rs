//! ORCA's linear programs and half-planes against their definitions, and the index of neighbours against looking at everybody.

use proptest::prelude::*;
use tautline::map::Map;
use tautline_crowd::avoidance::{
    Avoidance, HalfPlane, Memory, Neighbour, Orca, Programs, Situation, Walker, nearest_within,
    wall_half_planes,
};
use tautline_crowd::{Nearest, NeighbourIndex, Vec2, Walls};

fn vec2(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

fn neighbour() -> impl Strategy<Value = Neighbour> {
    (vec2(9.0), vec2(1.5), 0.2..2.0f32, 0.0..1.0f32, 0.1..1.0f32).prop_map(
        |(offset, velocity, radius, share, horizon_scale)| Neighbour {
            offset,
            velocity,
            radius,
            share,
            horizon_scale,
        },
    )
}

fn walker() -> impl Strategy<Value = Walker> {
    (vec2(1.4), vec2(1.4), 0.2..2.0f32).prop_map(|(velocity, preferred, radius)| Walker {
        velocity,
        preferred,
        radius,
        max_speed: 2.0,
    })
}

fn half_plane() -> impl Strategy<Value = HalfPlane> {
    (vec2(1.5), 0.0..std::f32::consts::TAU)
        .prop_map(|(point, angle)| HalfPlane { point, normal: Vec2::from_angle(angle) })
}

/// The velocities of a lattice in the disc.
fn lattice(max_speed: f32) -> impl Iterator<Item = Vec2> {
    let step = 0.04;
    let count = (max_speed / step) as i32;
    (-count..=count)
        .flat_map(move |y| (-count..=count).map(move |x| Vec2::new(x as f32, y as f32) * step))
        .filter(move |velocity| velocity.length() <= max_speed)
}

fn depth(lines: &[HalfPlane], velocity: Vec2) -> f32 {
    lines.iter().map(|line| line.depth_outside(velocity)).fold(0.0, f32::max)
}

/// The least distance of two discs that keep their velocities for a time, squared, in double precision.
fn least_distance_squared(offset: Vec2, relative: Vec2, time: f32) -> f64 {
    let (x, y) = (f64::from(offset.x), f64::from(offset.y));
    let (u, v) = (f64::from(relative.x), f64::from(relative.y));
    let speed = u * u + v * v;
    let at = if speed > 0.0 { ((x * u + y * v) / speed).clamp(0.0, time.into()) } else { 0.0 };
    (x - u * at).powi(2) + (y - v * at).powi(2)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nothing on a lattice is nearer to the velocity that is looked for, or, where nothing is inside, less outside.
    #[test]
    fn nothing_is_nearer(lines in prop::collection::vec(half_plane(), 0..9), preferred in vec2(2.0)) {
        let found = nearest_within(&lines, preferred, 2.0, &mut Memory::default());
        prop_assert!(found.length() <= 2.0 + 1e-4, "{:?}: {}", found, found.length());
        let outside = depth(&lines, found);
        for velocity in lattice(2.0) {
            if outside < 1e-3 {
                let is_better = depth(&lines, velocity) <= 0.0 && velocity.distance(preferred) < found.distance(preferred) - 2e-3;
                prop_assert!(!is_better, "{:?} is nearer than {:?}", velocity, found);
            } else {
                prop_assert!(depth(&lines, velocity) > outside - 2e-3, "{:?} is less outside than {:?}", velocity, found);
            }
        }
    }

    /// Two agents that keep to each other's half-planes do not meet within the horizon.
    #[test]
    fn both_halves_together_are_enough(
        a in walker(), b in walker(), offset in vec2(9.0), share in 0.0..1.0f32, across in (-2.0..2.0f32, -2.0..2.0f32),
    ) {
        let orca = Orca { time_horizon: 5.0 };
        let seen = |walker: &Walker, offset, share| {
            Neighbour { offset, velocity: walker.velocity, radius: walker.radius, share, horizon_scale: 1.0 }
        };
        let mine = orca.half_plane(&a, &seen(&b, offset, share), 0.25);
        let theirs = orca.half_plane(&b, &seen(&a, -offset, 1.0 - share), 0.25);
        // Any velocities inside, on the line too.
        let inside = |line: HalfPlane, along: f32| line.point + line.normal.left() * along + line.normal * 1e-4;
        let relative = inside(mine, across.0) - inside(theirs, across.1);
        let radius = a.radius + b.radius;
        if offset.length() > radius * 1.001 {
            let least = least_distance_squared(offset, relative, 5.0);
            prop_assert!(least.sqrt() > f64::from(radius) * (1.0 - 1e-3), "{} of {}", least.sqrt(), radius);
        } else if offset.length() > 0.01 {
            // Who overlaps is apart after the step.
            let after = (offset - relative * 0.25).length();
            prop_assert!(after > radius * 0.999, "{} of {}", after, radius);
        }
    }

    /// The third program relaxes what agents ask for, never what walls do.
    #[test]
    fn walls_are_hard(
        walker in walker(), neighbours in prop::collection::vec(neighbour(), 0..10), place in (0.0..8.0f32, 0.0..8.0f32),
    ) {
        let map = Map::from_rows(["........", "........", "...##...", "........", "......#.", ".#......", "........", "........"]);
        let map = map.expect("a map");
        let walls = Walls::new(&map);
        prop_assume!(map.is_free((place.0 as i32, place.1 as i32)));
        let place = Vec2::new(place.0, place.1);
        let to_wall = walls.nearest(place, 8.0).map_or(8.0, |hit| hit.distance);
        prop_assume!(to_wall > 0.01);
        let radius = walker.radius.min(0.99 * to_wall);
        let mut half_planes = Vec::new();
        wall_half_planes(&walls, place, radius, walker.max_speed, 0.25, &mut half_planes);
        prop_assert!(depth(&half_planes, Vec2::ZERO) <= 0.0, "to stand is allowed");
        let situation = Situation { walker, neighbours: &neighbours, walls: &half_planes, time_step: 0.25 };
        let found = Orca::default().velocity(&situation, &mut Programs::default());
        prop_assert!(depth(&half_planes, found) < 1e-3, "{:?} {} of {:?}", found, depth(&half_planes, found), half_planes);
        prop_assert!(found.length() <= walker.max_speed + 1e-4);
        // A step later it is not nearer to a wall than its radius.
        let hit = walls.nearest(place + found * 0.25, radius * 0.99);
        prop_assert!(hit.is_none(), "{:?}", hit);
    }

    /// The nearest by their rims, with ties by number, whatever the squares and the hints are.
    #[test]
    fn neighbours_are_the_nearest(
        agents in prop::collection::vec(((0..40i32, 0..40i32), 0..3usize, 0.0..200.0f32), 1..80),
        side in 0.1..30.0f32, distance in 0.0..40.0f32, most in 0..25usize,
        split in 0..80usize,
    ) {
        // On a lattice, so that there are ties, and even the same places.
        let places: Vec<Vec2> = agents.iter().map(|((x, y), ..)| Vec2::new(*x as f32, *y as f32) / 2.0).collect();
        let radii: Vec<f32> = agents.iter().map(|(_, size, _)| [0.5, 1.0, 2.5][*size]).collect();
        let largest = radii.iter().copied().fold(0.0, f32::max);
        let smallest = radii.iter().copied().fold(f32::MAX, f32::min);
        let mut index = NeighbourIndex::default();
        index.rebuild(&places, &radii, side);
        let mut nearest = Nearest::new(most);
        let hints: Vec<f32> = agents.iter().map(|agent| agent.2).collect();
        let batch = split.min(places.len());
        for ranks in [0..batch, batch..places.len()] {
            index.nearest(ranks.clone(), distance, &hints, &mut nearest);
            for rank in ranks.clone() {
            let agent = index.order()[rank] as usize;
            let place = places[agent];
            let mut expected: Vec<(f32, usize)> = (0..places.len())
                .filter(|&other| other != agent)
                .map(|other| ((places[other] - place).length_squared() + (largest * largest - radii[other] * radii[other]), other))
                .filter(|(nearness, _)| *nearness < distance * distance + largest * largest - smallest * smallest)
                .collect();
            expected.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
            expected.truncate(most);
            let found: Vec<usize> = nearest.ranks(rank - ranks.start).iter().map(|&rank| index.order()[rank as usize] as usize).collect();
            prop_assert_eq!(found, expected.iter().map(|(_, other)| *other).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn all_within_a_distance_are_found(
        agents in prop::collection::vec(vec2(20.0), 1..60), side in 0.1..30.0f32, distance in 0.0..50.0f32,
    ) {
        let mut index = NeighbourIndex::default();
        index.rebuild(&agents, &vec![0.5; agents.len()], side);
        for (agent, &place) in agents.iter().enumerate() {
            let mut found = Vec::new();
            index.for_each_within(index.rank(agent), distance, |other, _| found.push(other));
            found.sort_unstable();
            let is_near = |other: &usize| (agents[*other] - place).length_squared() < distance * distance;
            let expected: Vec<usize> = (0..agents.len()).filter(|&other| other != agent).filter(is_near).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

/// Head-on with one neighbour: the velocity obstacle's side has slope 3/4 (a distance of 5, radii that sum up to 3); the agent does half of
/// what is missing to it.
#[test]
fn half_of_what_is_missing() {
    let forward = Vec2::new(1.0, 0.0);
    let walker = Walker { velocity: forward, preferred: forward, radius: 1.5, max_speed: 2.0 };
    let neighbour =
        Neighbour { offset: Vec2::new(5.0, 0.0), velocity: -forward, radius: 1.5, ..Neighbour::default() };
    let line = Orca::default().half_plane(&walker, &neighbour, 0.25);
    // Relative velocity (2, 0); the leg to the right has the direction (0.8, 0.6) and the normal (-0.6, 0.8), 1.2 away.
    assert!(line.normal.distance(Vec2::new(-0.6, 0.8)) < 1e-6, "{line:?}");
    assert!(line.point.distance(Vec2::new(1.0 - 0.36, 0.48)) < 1e-6, "{line:?}");
    // All of it, if the neighbour does nothing.
    let line = Orca::default().half_plane(&walker, &Neighbour { share: 1.0, ..neighbour }, 0.25);
    assert!(line.point.distance(Vec2::new(1.0 - 0.72, 0.96)) < 1e-6, "{line:?}");
}

/// What was found in one index is not taken for that of another one.
#[test]
fn two_indices_can_share_their_memory() {
    let (mut one, mut two) = (NeighbourIndex::default(), NeighbourIndex::default());
    one.rebuild(&[Vec2::new(0.0, 0.0), Vec2::new(1.0, 0.0)], &[0.5; 2], 4.0);
    two.rebuild(&[Vec2::new(0.0, 0.0), Vec2::new(0.0, 2.0), Vec2::new(3.0, 0.0)], &[0.5; 3], 4.0);
    let mut nearest = Nearest::new(5);
    let mut count = |index: &NeighbourIndex| {
        let rank = index.rank(0);
        index.nearest(rank..rank + 1, 9.0, &[f32::INFINITY; 3], &mut nearest);
        nearest.ranks(0).len()
    };
    assert_eq!((count(&one), count(&two), count(&one)), (1, 2, 1));
}

/// An index of nobody, before and after anybody was in it.
#[test]
fn nobody_is_near_nobody() {
    let (mut index, mut nearest) = (NeighbourIndex::default(), Nearest::new(3));
    index.nearest(0..0, 9.0, &[], &mut nearest);
    index.rebuild(&[Vec2::ZERO], &[1.0], 2.0);
    index.nearest(0..1, 9.0, &[0.0], &mut nearest);
    assert!(nearest.ranks(0).is_empty());
    index.rebuild(&[], &[], 2.0);
    index.nearest(0..0, 9.0, &[], &mut nearest);
    assert!(index.order().is_empty());
}

/// Points in one place, again and again: what is nearer than nothing is looked for farther away.
#[test]
fn points_in_one_place_are_neighbours() {
    let (mut index, mut nearest) = (NeighbourIndex::default(), Nearest::new(10));
    let mut hints = [f32::INFINITY; 12];
    for _ in 0..3 {
        index.rebuild(&[Vec2::new(7.0, 7.0); 12], &[1e-20; 12], NeighbourIndex::best_side(&hints, 15.0));
        index.nearest(0..12, 15.0, &hints, &mut nearest);
        for (rank, hint) in hints.iter_mut().enumerate() {
            assert_eq!(nearest.ranks(rank).len(), 10);
            *hint = nearest.hint(rank);
        }
    }
}

/// In the same place, with hints of nothing, as after a step in which all were there.
#[test]
fn all_in_one_place_are_neighbours() {
    let (mut index, mut nearest) = (NeighbourIndex::default(), Nearest::new(3));
    index.rebuild(&[Vec2::new(7.0, 7.0); 20], &[1.0; 20], 0.0);
    index.nearest(0..20, 9.0, &[0.0; 20], &mut nearest);
    for rank in 0..20 {
        let expected: Vec<u32> = (0..20).filter(|&other| other != rank).take(3).collect();
        assert_eq!(nearest.ranks(rank as usize), expected, "ties by number");
    }
}
