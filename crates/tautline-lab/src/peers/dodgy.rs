use std::borrow::Cow;
use std::time::{Duration, Instant};

use dodgy_2d::{AgentParameters, AvoidanceOptions, Simulator, SimulatorMargin};
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::Scene;
use tautline_crowd::{Agent, Crowd, CrowdConfig, Nearest, NeighbourIndex, Vec2};

use crate::LabError;

/// How a crowd of some library did in the disc scene, where all want to get to the other side.
#[derive(Clone, Debug)]
pub struct CrowdRow {
    /// The library, its version, and how it is used.
    pub library: &'static str,
    /// The time of a step for an agent, in microseconds: in the fastest of some windows of steps.
    pub microseconds: f64,
    /// Pairs that overlapped by more than 1/1000 of a tile, counted in each step.
    pub collisions: usize,
    /// How many have been at their goals: not farther away than their radius.
    pub arrived: usize,
}

/// The libraries, with their versions and how they are used, and differences that matter when their figures are read.
pub(super) const CROWDS: [(&str, &str); 3] = [
    (concat!("tautline-crowd ", env!("CARGO_PKG_VERSION")), "ORCA; ten neighbours within fifteen tiles"),
    (
        "dodgy_2d 0.5.5",
        "the preferred interface: ORCA for an agent and its neighbours, which are found with our index, the same ten",
    ),
    (
        "dodgy_2d 0.5.5 Simulator",
        "finds neighbours itself, among all pairs, and leaves out the near ones instead of the far ones: agents walk through each \
         other; has one speed, here the walking speed",
    ),
];

/// So many parts of the steps are timed apart.
const WINDOWS: usize = 5;

/// Runs the disc scene on one thread with so many agents for so many steps: with our crowd, and with `dodgy_2d` in both of the
/// ways that its documentation shows. An error where the scene cannot have so many agents.
pub fn crowds(agents: usize, steps: usize) -> Result<Vec<CrowdRow>, LabError> {
    let scene = Scene::named("disc", agents, 1)?;
    let config = scene.config(Model::default());
    let ours = Ours(scene.crowd(config.clone())?);
    let raw = Raw::new(&scene, &config);
    let simulated = Simulated::new(&scene, &config);
    let [first, second, third] = CROWDS.map(|(library, _)| library);
    Ok(vec![
        run(&scene, steps, ours, first),
        run(&scene, steps, raw, second),
        run(&scene, steps, simulated, third),
    ])
}

/// A crowd that can be watched.
trait Walking {
    fn step(&mut self);
    fn positions(&self) -> Cow<'_, [Vec2]>;
}

fn run(scene: &Scene, steps: usize, mut crowd: impl Walking, library: &'static str) -> CrowdRow {
    let radii: Vec<f32> = scene.agents.iter().map(|agent| agent.radius).collect();
    let mut has_arrived = vec![false; radii.len()];
    let mut collisions = 0;
    let mut windows = [(Duration::ZERO, 0u32); WINDOWS];
    let mut index = NeighbourIndex::default();
    for step in 0..steps {
        let begun = Instant::now();
        crowd.step();
        let (time, count) = &mut windows[step * WINDOWS / steps];
        *time += begun.elapsed();
        *count += 1;
        let positions = crowd.positions();
        collisions += colliding_pairs(&positions, &radii, &mut index);
        for ((agent, position), has_arrived) in scene.agents.iter().zip(&*positions).zip(&mut has_arrived) {
            *has_arrived |= position.distance(agent.goal) <= agent.radius;
        }
    }
    let for_an_agent = |&(time, count): &(Duration, u32)| {
        time.as_secs_f64() * 1e6 / (f64::from(count) * scene.agents.len() as f64)
    };
    let windows = windows.iter().filter(|(_, count)| *count > 0);
    CrowdRow {
        library,
        microseconds: windows.map(for_an_agent).fold(f64::INFINITY, f64::min),
        collisions,
        arrived: has_arrived.into_iter().filter(|&has_arrived| has_arrived).count(),
    }
}

fn colliding_pairs(positions: &[Vec2], radii: &[f32], index: &mut NeighbourIndex) -> usize {
    let largest = radii.iter().copied().fold(0.0, f32::max);
    index.rebuild(positions, radii, 2.0 * largest);
    let mut count = 0;
    for agent in 0..positions.len() {
        index.for_each_within(index.rank(agent), radii[agent] + largest, |other, squared| {
            count += usize::from(other > agent && squared.sqrt() < radii[agent] + radii[other] - 1e-3);
        });
    }
    count
}

struct Ours(Crowd);

impl Walking for Ours {
    fn step(&mut self) {
        self.0.step();
    }

    fn positions(&self) -> Cow<'_, [Vec2]> {
        self.0.positions().into()
    }
}

fn vector(ours: Vec2) -> dodgy_2d::Vec2 {
    dodgy_2d::Vec2::new(ours.x, ours.y)
}

fn position(agent: &dodgy_2d::Agent) -> Vec2 {
    Vec2::new(agent.position.x, agent.position.y)
}

fn at_start(agent: &Agent) -> dodgy_2d::Agent {
    dodgy_2d::Agent {
        position: vector(agent.position),
        velocity: dodgy_2d::Vec2::ZERO,
        radius: agent.radius,
        avoidance_responsibility: 1.0,
    }
}

/// The interface that the library recommends. Neighbours come from an index of ours.
struct Raw {
    agents: Vec<dodgy_2d::Agent>,
    /// Where each wants to go, how fast it walks, and how fast it can be.
    wishes: Vec<(dodgy_2d::Vec2, f32, f32)>,
    radii: Vec<f32>,
    config: CrowdConfig,
    index: NeighbourIndex,
    nearest: Nearest,
    hints: Vec<f32>,
}

impl Raw {
    fn new(scene: &Scene, config: &CrowdConfig) -> Self {
        let agents = &scene.agents;
        Self {
            agents: agents.iter().map(at_start).collect(),
            wishes: agents.iter().map(|agent| (vector(agent.goal), agent.speed, agent.max_speed)).collect(),
            radii: agents.iter().map(|agent| agent.radius).collect(),
            config: config.clone(),
            index: NeighbourIndex::default(),
            nearest: Nearest::new(config.max_neighbours),
            hints: vec![f32::INFINITY; agents.len()],
        }
    }
}

impl Walking for Raw {
    fn step(&mut self) {
        let Self { agents, wishes, radii, config, index, nearest, hints } = self;
        let places: Vec<Vec2> = agents.iter().map(position).collect();
        index.rebuild(&places, radii, NeighbourIndex::best_side(hints, config.neighbour_distance));
        index.nearest(0..agents.len(), config.neighbour_distance, hints, nearest);
        let options = AvoidanceOptions {
            obstacle_margin: 0.0,
            time_horizon: config.model.time_horizon(),
            obstacle_time_horizon: config.model.time_horizon(),
        };
        let order = index.order();
        let mut velocities = vec![dodgy_2d::Vec2::ZERO; agents.len()];
        for (rank, &number) in order.iter().enumerate() {
            let (agent, (goal, speed, max_speed)) = (&agents[number as usize], wishes[number as usize]);
            let neighbours: Vec<_> = nearest
                .ranks(rank)
                .iter()
                .map(|&rank| Cow::Borrowed(&agents[order[rank as usize] as usize]))
                .collect();
            let preferred = (goal - agent.position).clamp_length_max(speed);
            velocities[number as usize] = agent.compute_avoiding_velocity(
                &neighbours,
                &[],
                preferred,
                max_speed,
                config.time_step,
                &options,
            );
            hints[number as usize] = nearest.hint(rank);
        }
        for (agent, velocity) in agents.iter_mut().zip(velocities) {
            agent.velocity = velocity;
            agent.position += velocity * config.time_step;
        }
    }

    fn positions(&self) -> Cow<'_, [Vec2]> {
        self.agents.iter().map(position).collect()
    }
}

/// The library's own way to let agents walk.
struct Simulated {
    simulator: Simulator,
    time_step: f32,
}

impl Simulated {
    fn new(scene: &Scene, config: &CrowdConfig) -> Self {
        let mut simulator = Simulator::new();
        for agent in &scene.agents {
            let parameters = AgentParameters {
                goal_point: vector(agent.goal),
                max_speed: agent.speed,
                obstacle_margin: SimulatorMargin::Distance(0.0),
                time_horizon: config.model.time_horizon(),
                obstacle_time_horizon: config.model.time_horizon(),
            };
            simulator.add_agent(at_start(agent), parameters);
        }
        Self { simulator, time_step: config.time_step }
    }
}

impl Walking for Simulated {
    fn step(&mut self) {
        self.simulator.step(self.time_step);
    }

    fn positions(&self) -> Cow<'_, [Vec2]> {
        let agents = (0..self.simulator.get_agent_count()).map(|number| self.simulator.get_agent(number));
        agents.map(position).collect()
    }
}
