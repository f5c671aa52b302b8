//! A step of a dense crowd, beside `dodgy_2d` with the very same neighbours: `cargo bench -p tautline-crowd --bench peers`.
//!
//! The crowd of the disc scene walks. In each state, four things are timed on one thread: the whole step of the crowd, and, apart from
//! it, to find everybody's neighbours, to solve for all velocities with our ORCA, and the same with `dodgy_2d`, from the same lists. The
//! figures are the fastest of some repetitions, in microseconds for an agent.

use std::borrow::Cow;
use std::hint::black_box;
use std::time::Instant;

use tautline_crowd::avoidance::{Avoidance, Model, Neighbour, Orca, Programs, Situation, Walker};
use tautline_crowd::scene::Scene;
use tautline_crowd::{Crowd, Nearest, NeighbourIndex, Vec2};

const STEPS: usize = 200;
const REPETITIONS: usize = 3;
const RADIUS: f32 = 1.5;
const MAX_SPEED: f32 = 2.0;

/// Seconds of all steps: the crowd's own step, neighbours, ORCA, `dodgy_2d`.
type Times = [f64; 4];

fn main() {
    println!(
        "one thread, disc scene, {STEPS} steps, ten neighbours; µs for an agent and a step, the fastest of {REPETITIONS}"
    );
    println!(
        "agents   whole step   neighbours   ORCA   dodgy_2d   (neighbours + dodgy_2d) / whole step   dodgy_2d / ORCA"
    );
    let mut steps = Vec::new();
    for agents in [1000, 4000, 16_000] {
        let mut best = [f64::INFINITY; 4];
        for _ in 0..REPETITIONS {
            let times = measure(agents);
            best.iter_mut().zip(times).for_each(|(best, time)| *best = best.min(time));
        }
        let [step, neighbours, orca, dodgy] = best.map(|seconds| seconds * 1e6 / (agents * STEPS) as f64);
        println!(
            "{agents:>6}   {step:>10.3}   {neighbours:>10.3}   {orca:>4.3}   {dodgy:>8.3}   {:>36.2}   {:>15.2}",
            (neighbours + dodgy) / step,
            dodgy / orca
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
    let mut times = [0.0; 4];
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
        times[2] += ours(&crowd, &lists, &preferred, config.time_step);
        times[3] += theirs(&crowd, &lists, &preferred, config.time_step);
    }
    times
}

fn ours(crowd: &Crowd, lists: &[(usize, &[u32])], preferred: &[Vec2], time_step: f32) -> f64 {
    let (positions, velocities) = (crowd.positions(), crowd.velocities());
    let (orca, mut memory, mut neighbours) = (Orca::default(), Programs::default(), Vec::new());
    let begun = Instant::now();
    for &(agent, list) in lists {
        neighbours.clear();
        neighbours.extend(list.iter().map(|&other| Neighbour {
            offset: positions[other as usize] - positions[agent],
            velocity: velocities[other as usize],
            radius: RADIUS,
            ..Neighbour::default()
        }));
        let walker = Walker {
            velocity: velocities[agent],
            preferred: preferred[agent],
            radius: RADIUS,
            max_speed: MAX_SPEED,
        };
        let situation = Situation { walker, neighbours: &neighbours, walls: &[], time_step };
        black_box(orca.velocity(&situation, &mut memory));
    }
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
