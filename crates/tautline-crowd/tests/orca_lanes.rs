//! ORCA in lanes gives every agent the very bits that it gets alone, whoever is in the other lanes.

use proptest::prelude::*;
use proptest::sample::select;
use tautline_crowd::Vec2;
use tautline_crowd::avoidance::{Avoidance, Neighbour, Orca, OrcaLanes, Programs, Situation, Walker};

const TIME_STEP: f32 = 0.25;

type Agent = (Walker, Vec<Neighbour>);

/// A coordinate up to some size: half of them on a coarse lattice, so that places coincide and lines are parallel.
fn coordinate(size: f32) -> impl Strategy<Value = f32> {
    prop_oneof![-size..size, (-4_i8..=4).prop_map(move |tick| f32::from(tick) * size / 4.0)]
}

fn vector(size: f32) -> impl Strategy<Value = Vec2> {
    (coordinate(size), coordinate(size)).prop_map(Vec2::from)
}

fn neighbour(distance: f32) -> impl Strategy<Value = Neighbour> {
    let radius = prop_oneof![Just(1.5_f32), 0.0_f32..3.0];
    let (share, horizon_scale) = (select(vec![0.5, 0.1, 0.9, 0.0, 1.0, 0.3]), select(vec![1.0, 0.2, 0.7]));
    (vector(distance), vector(2.0), radius, share, horizon_scale).prop_map(
        |(offset, velocity, radius, share, horizon_scale)| Neighbour {
            offset,
            velocity,
            radius,
            share,
            horizon_scale,
        },
    )
}

fn agent(distance: f32) -> impl Strategy<Value = Agent> {
    let radius = prop_oneof![Just(1.5_f32), 0.0_f32..3.0];
    let walker = (vector(2.0), vector(2.5), radius, select(vec![2.0, 1.0, 0.0, 5.0])).prop_map(
        |(velocity, preferred, radius, max_speed)| Walker { velocity, preferred, radius, max_speed },
    );
    (walker, proptest::collection::vec(neighbour(distance), 0..14))
}

/// From crowds in which all overlap to those in which hardly anybody is near.
fn crowd() -> impl Strategy<Value = Vec<Agent>> {
    select(vec![2.0, 6.0, 15.0, 60.0])
        .prop_flat_map(|distance| proptest::collection::vec(agent(distance), 1..40))
}

fn alone((walker, neighbours): &Agent) -> Vec2 {
    let situation = Situation { walker: *walker, neighbours, walls: &[], time_step: TIME_STEP };
    Orca::default().velocity(&situation, &mut Programs::default())
}

fn together(agents: &[Agent]) -> Vec<Vec2> {
    let mut lanes = OrcaLanes::new(Orca::default(), TIME_STEP);
    let mut velocities = vec![Vec2::new(f32::NAN, f32::NAN); agents.len()];
    solve(&mut lanes, agents, &mut velocities);
    velocities
}

fn solve(lanes: &mut OrcaLanes, agents: &[Agent], velocities: &mut [Vec2]) {
    for (slot, (walker, neighbours)) in agents.iter().enumerate() {
        lanes.add(slot, walker, neighbours.iter().copied(), velocities);
    }
    lanes.finish(velocities);
}

fn bits(velocity: Vec2) -> [u32; 2] {
    [velocity.x.to_bits(), velocity.y.to_bits()]
}

/// Rings of neighbours that close in on agents from all sides.
fn jam(agents: usize) -> Vec<Agent> {
    let agent = |number: usize| {
        let walker = Walker {
            velocity: Vec2::from_angle(number as f32),
            preferred: Vec2::from_angle(2.0 * number as f32),
            radius: 1.5,
            max_speed: 2.0,
        };
        let ring = (0..10).map(|place| {
            let towards = Vec2::from_angle(place as f32 * 0.628 + number as f32 * 0.1);
            Neighbour {
                offset: towards * (2.5 + 0.1 * place as f32),
                velocity: towards * -0.5,
                radius: 1.5,
                ..Neighbour::default()
            }
        });
        (walker, ring.collect())
    };
    (0..agents).map(agent).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn lanes_give_the_bits_of_one_agent_alone(agents in crowd()) {
        for (agent, velocity) in agents.iter().zip(together(&agents)) {
            prop_assert_eq!(bits(velocity), bits(alone(agent)), "{:?}", agent);
        }
    }

    #[test]
    fn no_velocity_of_a_sample_is_better((walker, neighbours) in agent(6.0)) {
        let planes: Vec<_> =
            neighbours.iter().map(|neighbour| Orca::default().half_plane(&walker, neighbour, TIME_STEP)).collect();
        let depth = |velocity: Vec2| planes.iter().map(|plane| plane.depth_outside(velocity)).fold(0.0, f32::max);
        let found = alone(&(walker, neighbours));
        prop_assert!(found.length() <= walker.max_speed * 1.0001);
        for number in 0..400_i16 {
            let (ring, place) = (f32::from(number / 40), f32::from(number % 40));
            let velocity = Vec2::from_angle(place * 0.157) * (walker.max_speed * ring / 9.0);
            prop_assert!(depth(velocity) >= depth(found) - 1e-3, "{velocity:?} is less deep outside than {found:?}");
            if depth(velocity) == 0.0 {
                let (distance, other) = (found.distance(walker.preferred), velocity.distance(walker.preferred));
                prop_assert!(distance <= other + 1e-3, "{velocity:?} is nearer than {found:?}");
            }
        }
    }

    #[test]
    fn what_is_not_finite_stays_in_its_lane(
        mut agents in crowd(),
        lane in any::<prop::sample::Index>(),
        field in 0..7,
        value in select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE]),
    ) {
        let lane = lane.index(agents.len());
        let (walker, neighbours) = &mut agents[lane];
        match (field, neighbours.first_mut()) {
            (0, _) => walker.velocity.x = value,
            (1, _) => walker.preferred.y = value,
            (2, _) => walker.max_speed = value,
            (3, Some(neighbour)) => neighbour.offset.x = value,
            (4, Some(neighbour)) => neighbour.velocity.y = value,
            (5, Some(neighbour)) => neighbour.radius = value,
            (_, Some(neighbour)) => neighbour.horizon_scale = value,
            _ => walker.radius = value,
        }
        let velocities = together(&agents);
        prop_assert!(velocities[lane].is_finite());
        for other in (0..agents.len()).filter(|&other| other != lane) {
            prop_assert_eq!(bits(velocities[other]), bits(alone(&agents[other])));
        }
    }
}

#[test]
fn jams_are_solved_as_by_one_agent_alone() {
    let agents = jam(100);
    let orca = Orca::default();
    for ((walker, neighbours), velocity) in agents.iter().zip(together(&agents)) {
        assert_eq!(bits(velocity), bits(alone(&(*walker, neighbours.clone()))));
        let planes = neighbours.iter().map(|neighbour| orca.half_plane(walker, neighbour, TIME_STEP));
        let deepest = planes.map(|plane| plane.depth_outside(velocity)).fold(f32::MIN, f32::max);
        assert!(deepest > 0.1, "they leave nothing: {deepest}");
    }
}

#[test]
fn a_neighbour_in_the_same_place_with_the_same_velocity_is_left_to_the_right() {
    let velocity = Vec2::new(0.0, 1.0);
    let walker = Walker { velocity, preferred: velocity, radius: 0.125, max_speed: 8.0 };
    let twin = Neighbour { velocity, radius: 0.125, ..Neighbour::default() };
    // Apart after a step: a quarter of a tile in a quarter of a second, half of it by each.
    assert_eq!(together(&[(walker, vec![twin])]), [Vec2::new(0.5, 1.0)]);
}

#[test]
fn no_memory_is_allocated_when_warm() {
    let agents = jam(50);
    let mut lanes = OrcaLanes::new(Orca::default(), TIME_STEP);
    let mut velocities = vec![Vec2::ZERO; agents.len()];
    solve(&mut lanes, &agents, &mut velocities);
    let info = allocation_counter::measure(|| solve(&mut lanes, &agents, &mut velocities));
    assert_eq!(info.count_total, 0);
}
