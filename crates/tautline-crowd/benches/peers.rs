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
use tautline_crowd::{Crowd, Nearest, NeighbourIndex, Vec2};

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
    let mut hints = vec![config.neighbour_distance * config.neighbour_distance; agents];
    let mut lists: Vec<u32> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    let mut times = [0.0; 5];
    for _ in 0..STEPS {
        let begun = Instant::now();
        crowd.step();
        times[0] += begun.elapsed().as_secs_f64();

        let begun = Instant::now();
        let side = hints.iter().map(|hint| hint.sqrt()).sum::<f32>() / agents as f32;
        index.rebuild(crowd.positions(), crowd.radii(), side.min(config.neighbour_distance));
        lists.clear();
        ends.clear();
        for rank in 0..agents {
            let agent = index.order()[rank] as usize;
            index.nearest(rank, config.neighbour_distance, hints[agent], &mut nearest);
            hints[agent] = nearest.hint();
            lists.extend(nearest.ranks().iter().map(|&rank| index.order()[rank as usize]));
            ends.push(lists.len());
        }
        times[1] += begun.elapsed().as_secs_f64();

        let lists: Vec<(usize, &[u32])> = (0..agents)
            .map(|rank| {
                let begin = if rank == 0 { 0 } else { ends[rank - 1] };
                (index.order()[rank] as usize, &lists[begin..ends[rank]])
            })
            .collect();
        let goals: Vec<Vec2> = crowd.goals().collect();
        let preferred: Vec<Vec2> = crowd
            .positions()
            .iter()
            .zip(&goals)
            .map(|(&place, &goal)| (goal - place).truncated(1.0))
            .collect();
        let (mut alone, mut together) = (vec![Vec2::ZERO; agents], vec![Vec2::ZERO; agents]);
        times[2] += ours(&crowd, &lists, &preferred, config.time_step, &mut alone);
        times[3] += ours_in_lanes(&crowd, &lists, &preferred, config.time_step, &mut together);
        times[4] += theirs(&crowd, &lists, &preferred, config.time_step);
        assert_eq!(alone, together, "the lanes give the same velocities");
    }
    times
}

fn walker(crowd: &Crowd, agent: usize, preferred: &[Vec2]) -> Walker {
    Walker {
        velocity: crowd.velocities()[agent],
        preferred: preferred[agent],
        radius: RADIUS,
        max_speed: MAX_SPEED,
    }
}

fn neighbour(crowd: &Crowd, agent: usize, other: u32) -> Neighbour {
    Neighbour {
        offset: crowd.positions()[other as usize] - crowd.positions()[agent],
        velocity: crowd.velocities()[other as usize],
        radius: RADIUS,
        ..Neighbour::default()
    }
}

fn ours(
    crowd: &Crowd,
    lists: &[(usize, &[u32])],
    preferred: &[Vec2],
    time_step: f32,
    velocities: &mut [Vec2],
) -> f64 {
    let (orca, mut memory, mut neighbours) = (Orca::default(), Programs::default(), Vec::new());
    let begun = Instant::now();
    for &(agent, list) in lists {
        neighbours.clear();
        neighbours.extend(list.iter().map(|&other| neighbour(crowd, agent, other)));
        let walker = walker(crowd, agent, preferred);
        let situation = Situation { walker, neighbours: &neighbours, walls: &[], time_step };
        velocities[agent] = orca.velocity(&situation, &mut memory);
    }
    begun.elapsed().as_secs_f64()
}

fn ours_in_lanes(
    crowd: &Crowd,
    lists: &[(usize, &[u32])],
    preferred: &[Vec2],
    time_step: f32,
    velocities: &mut [Vec2],
) -> f64 {
    let mut lanes = OrcaLanes::new(Orca::default(), time_step);
    let begun = Instant::now();
    for &(agent, list) in lists {
        let neighbours = list.iter().map(|&other| neighbour(crowd, agent, other));
        lanes.add(agent, &walker(crowd, agent, preferred), neighbours, velocities);
    }
    lanes.finish(velocities);
    begun.elapsed().as_secs_f64()
}

fn theirs(crowd: &Crowd, lists: &[(usize, &[u32])], preferred: &[Vec2], time_step: f32) -> f64 {
    use dodgy_2d::{Agent, AvoidanceOptions};
    let vector = |v: Vec2| dodgy_2d::Vec2::new(v.x, v.y);
    let agents: Vec<Agent> = crowd
        .positions()
        .iter()
        .zip(crowd.velocities())
        .map(|(&position, &velocity)| Agent {
            position: vector(position),
            velocity: vector(velocity),
            radius: RADIUS,
            avoidance_responsibility: 1.0,
        })
        .collect();
    let preferred: Vec<_> = preferred.iter().map(|&preferred| vector(preferred)).collect();
    let options = AvoidanceOptions { obstacle_margin: 0.0, time_horizon: 10.0, obstacle_time_horizon: 10.0 };
    let mut neighbours = Vec::new();
    let begun = Instant::now();
    for &(agent, list) in lists {
        neighbours.clear();
        neighbours.extend(list.iter().map(|&other| Cow::Borrowed(&agents[other as usize])));
        black_box(agents[agent].compute_avoiding_velocity(
            &neighbours,
            &[],
            preferred[agent],
            MAX_SPEED,
            time_step,
            &options,
        ));
    }
    begun.elapsed().as_secs_f64()
}
