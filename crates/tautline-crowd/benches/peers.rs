//! A step of a dense crowd, beside `dodgy_2d` with the very same neighbours: `cargo bench -p tautline-crowd --bench peers`.
//!
//! The crowd of the disc scene walks. In each state, five things are timed on one thread: the whole step of the crowd, and, apart from
//! it, to find everybody's neighbours, to solve for all velocities with our ORCA for one agent and for several at once, which must give
//! the same bits, and the same with `dodgy_2d`, from the same lists. The figures are the fastest of some repetitions, in microseconds for
//! an agent.

use std::borrow::Cow;
use std::hint::black_box;
use std::time::Instant;

use tautline_crowd::avoidance::{Avoidance, Model, Neighbour, Orca, OrcaLanes, Programs, Situation, Walker};
use tautline_crowd::scene::Scene;
use tautline_crowd::{Nearest, NeighbourIndex, Vec2};

const STEPS: usize = 200;
const REPETITIONS: usize = 3;
const RADIUS: f32 = 1.5;
const MAX_SPEED: f32 = 2.0;
/// Seconds of all steps: the crowd's own step, neighbours, ORCA, ORCA in lanes, `dodgy_2d`.
type Times = [f64; 5];

fn main() {
    println!(
        "one thread, disc scene, {STEPS} steps, ten neighbours; µs for an agent and a step, the fastest of {REPETITIONS}"
    );
    println!(
        "agents   whole step   neighbours   ORCA, one by one   ORCA in lanes   dodgy_2d   dodgy_2d / ORCA   with neighbours"
    );
    let mut steps = Vec::new();
    for agents in [1000, 4000, 16_000] {
        let mut best = [f64::INFINITY; 5];
        for _ in 0..REPETITIONS {
            let times = measure(agents);
            best.iter_mut().zip(times).for_each(|(best, time)| *best = best.min(time));
        }
        let [step, neighbours, orca, lanes, dodgy] =
            best.map(|seconds| seconds * 1e6 / (agents * STEPS) as f64);
        println!(
            "{agents:>6}   {step:>10.3}   {neighbours:>10.3}   {orca:>16.3}   {lanes:>13.3}   {dodgy:>8.3}   {:>15.2}   {:>15.2}",
            dodgy / lanes,
            (neighbours + dodgy) / (neighbours + lanes)
        );
        steps.push(step);
    }
    println!("growth of the whole step from 1,000 to 16,000 agents: {:.2}", steps[2] / steps[0]);
}

fn measure(agents: usize) -> Times {
    let scene = Scene::named("disc", agents, 1).expect("a scene");
    let config = scene.config(Model::default());
    let mut crowd = scene.crowd(config.clone()).expect("a crowd");
    let (mut index, mut nearest) = (NeighbourIndex::default(), Nearest::new(config.max_neighbours));
    let mut hints = vec![f32::INFINITY; agents];
    let (mut orca, mut dodgy) = (OneByOne::default(), Dodgy::default());
    let mut lanes = OrcaLanes::new(Orca::default(), config.time_step);
    let mut velocities = [vec![Vec2::ZERO; agents], vec![Vec2::ZERO; agents]];
    let mut times = [0.0; 5];
    for _ in 0..STEPS {
        let begun = Instant::now();
        crowd.step();
        times[0] += begun.elapsed().as_secs_f64();

        let begun = Instant::now();
        let side = NeighbourIndex::best_side(&hints, config.neighbour_distance);
        index.rebuild(crowd.positions(), crowd.radii(), side);
        index.nearest(0..agents, config.neighbour_distance, &hints, &mut nearest);
        for (rank, &agent) in index.order().iter().enumerate() {
            hints[agent as usize] = nearest.hint(rank);
        }
        times[1] += begun.elapsed().as_secs_f64();

        let goals: Vec<Vec2> = crowd.goals().collect();
        let person = |&agent: &u32| {
            let agent = agent as usize;
            let (place, velocity) = (crowd.positions()[agent], crowd.velocities()[agent]);
            Person { place, velocity, preferred: (goals[agent] - place).truncated(1.0) }
        };
        let people: Vec<Person> = index.order().iter().map(person).collect();
        dodgy.set(&people);
        let [alone, together] = &mut velocities;
        times[2] += orca.solve(&people, &nearest, config.time_step, alone);
        times[3] += in_lanes(&mut lanes, &people, &nearest, together);
        times[4] += dodgy.solve(&nearest, config.time_step);
        assert_eq!(alone, together, "the lanes give the same velocities");
    }
    times
}

/// An agent, in the order of the index.
struct Person {
    place: Vec2,
    velocity: Vec2,
    preferred: Vec2,
}

impl Person {
    fn walker(&self) -> Walker {
        let Self { velocity, preferred, .. } = *self;
        Walker { velocity, preferred, radius: RADIUS, max_speed: MAX_SPEED }
    }

    fn sees(&self, other: &Self) -> Neighbour {
        let offset = other.place - self.place;
        Neighbour { offset, velocity: other.velocity, radius: RADIUS, ..Neighbour::default() }
    }
}

#[derive(Default)]
struct OneByOne {
    memory: Programs,
    neighbours: Vec<Neighbour>,
}

impl OneByOne {
    fn solve(
        &mut self,
        people: &[Person],
        nearest: &Nearest,
        time_step: f32,
        velocities: &mut [Vec2],
    ) -> f64 {
        let Self { memory, neighbours } = self;
        let begun = Instant::now();
        for (rank, (person, velocity)) in people.iter().zip(velocities).enumerate() {
            neighbours.clear();
            neighbours.extend(nearest.ranks(rank).iter().map(|&other| person.sees(&people[other as usize])));
            let situation = Situation { walker: person.walker(), neighbours, walls: &[], time_step };
            *velocity = Orca::default().velocity(&situation, memory);
        }
        begun.elapsed().as_secs_f64()
    }
}

fn in_lanes(lanes: &mut OrcaLanes, people: &[Person], nearest: &Nearest, velocities: &mut [Vec2]) -> f64 {
    let begun = Instant::now();
    for (rank, person) in people.iter().enumerate() {
        let neighbours = nearest.ranks(rank).iter().map(|&other| person.sees(&people[other as usize]));
        lanes.add(rank, &person.walker(), neighbours, velocities);
    }
    lanes.finish(velocities);
    begun.elapsed().as_secs_f64()
}

#[derive(Default)]
struct Dodgy {
    agents: Vec<dodgy_2d::Agent>,
    preferred: Vec<dodgy_2d::Vec2>,
}

impl Dodgy {
    fn set(&mut self, people: &[Person]) {
        let vector = |v: Vec2| dodgy_2d::Vec2::new(v.x, v.y);
        let agent = |person: &Person| dodgy_2d::Agent {
            position: vector(person.place),
            velocity: vector(person.velocity),
            radius: RADIUS,
            avoidance_responsibility: 1.0,
        };
        self.agents = people.iter().map(agent).collect();
        self.preferred = people.iter().map(|person| vector(person.preferred)).collect();
    }

    fn solve(&self, nearest: &Nearest, time_step: f32) -> f64 {
        let Self { agents, preferred } = self;
        let options = dodgy_2d::AvoidanceOptions {
            obstacle_margin: 0.0,
            time_horizon: 10.0,
            obstacle_time_horizon: 10.0,
        };
        let mut neighbours = Vec::new();
        let begun = Instant::now();
        for (rank, agent) in agents.iter().enumerate() {
            neighbours.clear();
            neighbours
                .extend(nearest.ranks(rank).iter().map(|&other| Cow::Borrowed(&agents[other as usize])));
            black_box(agent.compute_avoiding_velocity(
                &neighbours,
                &[],
                preferred[rank],
                MAX_SPEED,
                time_step,
                &options,
            ));
        }
        begun.elapsed().as_secs_f64()
    }
}
