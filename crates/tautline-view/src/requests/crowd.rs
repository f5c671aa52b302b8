//! `crowd`, `walk` and `stop`: agents on the map.

use std::time::Instant;

use serde::Serialize;
use tautline::engine::{Registry, Selection};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::search::{Limits as SearchLimits, Outcome, Query, Workspace};
use tautline_crowd::avoidance::{HalfPlane, Limits, Model};
use tautline_crowd::scene::{KINDS, Scene};
use tautline_crowd::{Agent, Crowd, CrowdConfig, Explanation, Guide, Side, Vec2};

use super::plan::end_at;
use crate::fault::Fault;
use crate::limits;
use crate::map::{Card, SessionMap};
use crate::message::{Attachment, Reply};
use crate::request::{Crowd as Request, CrowdSource, Walk};
use crate::walkers::Walkers;

#[derive(Serialize)]
struct Begun<'a> {
    map: Option<Card<'a>>,
    count: usize,
    time_step: f32,
    max_speed: f32,
}

/// A crowd that is about to walk.
pub(crate) struct Beginning {
    /// The map of its scene, if it has one of its own.
    pub(crate) map: Option<SessionMap>,
    pub(crate) walkers: Walkers,
    pub(crate) reply: Reply,
}

/// Smaller agents would not get anywhere.
const LEAST_RADIUS: f32 = 0.01;

/// Makes a crowd, with planners from a registry.
pub(crate) fn crowd(request: &Request, map: &SessionMap, registry: &Registry) -> Result<Beginning, Fault> {
    let (scene, own_map) = match &request.source {
        CrowdSource::Scene { scene, agents, seed } => {
            let usual = KINDS.iter().find(|kind| kind.name == *scene).map_or(0, |kind| kind.agents);
            let agents = agents.unwrap_or(usual);
            limits::check_agents(agents)?;
            let scene = Scene::named(scene, agents, *seed)?;
            let map = SessionMap::new(&scene.name, scene.map.clone())?;
            (scene, Some(map))
        }
        CrowdSource::Random { agents, radius, seed } => (random(map, *agents, *radius, *seed)?, None),
        CrowdSource::Placed { agents } => (placed(map, agents)?, None),
    };
    let name = request.model.as_deref().unwrap_or(Model::default().name());
    let model = Model::named(name).ok_or_else(|| {
        Fault::new(format!("there is no model {name:?}; there are {}", Model::NAMES.join(", ")))
    })?;
    let guide = guide(request.guide.as_deref(), &scene, registry)?;
    let config = CrowdConfig { guide, ..scene.config(model) };
    check_wait(&scene, &config)?;
    let crowd = scene.crowd(config)?;
    let begun = Begun {
        map: own_map.as_ref().map(SessionMap::card),
        count: crowd.len(),
        time_step: crowd.config().time_step,
        max_speed: scene.agents.iter().map(|agent| agent.max_speed).fold(0.0, f32::max),
    };
    let agents =
        scene.agents.iter().flat_map(|agent| [agent.radius, agent.goal.x, agent.goal.y, agent.group as f32]);
    let costs = own_map.as_ref().map(SessionMap::costs).unwrap_or_default();
    let reply = Reply::new(&begun)?.with(costs.padded().f32s(agents));
    Ok(Beginning { map: own_map, walkers: Walkers::new(crowd), reply })
}

/// The map as a crowd sees it: squares that are free or blocked.
fn crowd_map(map: &SessionMap) -> Result<Map, Fault> {
    if map.has_hexagons() {
        return Err(Fault::new("crowds walk on squares, and this map has hexagons"));
    }
    Ok(map.map.grid().clone().into())
}

fn random(map: &SessionMap, agents: usize, radius: f32, seed: u64) -> Result<Scene, Fault> {
    let plain = crowd_map(map)?;
    limits::check_agents(agents)?;
    check_radius(radius)?;
    Ok(Scene::on_map(&map.name, &plain, agents, radius, seed)?)
}

fn check_radius(radius: f32) -> Result<(), Fault> {
    // Not the other way round, so that what is no number is refused.
    if radius >= LEAST_RADIUS {
        return Ok(());
    }
    Err(Fault::new(format!(
        "found {radius} as the radius of an agent, expected a number of tiles from {LEAST_RADIUS}"
    )))
}

fn placed(map: &SessionMap, agents: &[(f32, f32, f32, f32, f32)]) -> Result<Scene, Fault> {
    let plain = crowd_map(map)?;
    limits::check_agents(agents.len())?;
    agents.iter().try_for_each(|agent| check_radius(agent.4))?;
    let agent = |&(x, y, goal_x, goal_y, radius): &(f32, f32, f32, f32, f32)| Agent {
        radius,
        ..Agent::new(Vec2::new(x, y), Vec2::new(goal_x, goal_y))
    };
    let agents = agents.iter().map(agent).collect();
    Ok(Scene { name: map.name.clone(), map: plain, agents, guide: Guide::planner("taut")? })
}

/// Where the agents get their ways from.
fn guide(name: Option<&str>, scene: &Scene, registry: &Registry) -> Result<Guide, Fault> {
    let planner = match name {
        None | Some("auto") => return Ok(scene.guide.clone()),
        Some("straight") => return Ok(Guide::Straight),
        Some("flow") => return Ok(Guide::Flow),
        Some(planner) => planner,
    };
    let selection = registry.select(planner)?;
    let cells = u64::from(scene.map.width()) * u64::from(scene.map.height());
    if selection.needs_index() && cells > limits::GUIDE_CELLS {
        return Err(Fault::new(format!(
            "{planner} prepares the map, which has to be done again after each change: it guides crowds on maps of at most {} cells",
            limits::GUIDE_CELLS
        )));
    }
    try_out(&selection, scene)?;
    Ok(Guide::Planner(selection))
}

/// Lets a planner look for the ways of some agents, to see whether a crowd can wait for it.
fn try_out(selection: &Selection, scene: &Scene) -> Result<(), Fault> {
    let planner = selection.planner(&scene.map)?;
    let mut workspace = Workspace::new();
    for agent in some_agents(scene) {
        let end = |place: Vec2| {
            let cell = Cell::new(place.x.floor() as i32, place.y.floor() as i32);
            end_at(cell, planner.ends())
        };
        let limits = SearchLimits::until(Instant::now() + limits::GUIDE_TIME);
        let query = Query::new(end(agent.position), end(agent.goal)).with_limits(limits);
        let answer = planner.plan(&scene.map, &query, &mut workspace);
        if answer.is_ok_and(|answer| matches!(answer.outcome, Outcome::Stopped { .. })) {
            return Err(Fault::new(format!(
                "{selection} takes too long to find the ways of agents on this map"
            )));
        }
    }
    Ok(())
}

/// Lets some of the agents look for their ways, to estimate how long it takes for all of them.
fn check_wait(scene: &Scene, config: &CrowdConfig) -> Result<(), Fault> {
    let some: Vec<Agent> = some_agents(scene).copied().collect();
    let (asked, all) = (some.len(), scene.agents.len());
    let mut crowd = Crowd::new(scene.map.clone(), config.clone())?;
    if crowd.add(&some).is_err() {
        // The crowd itself says what is wrong with whom.
        return Ok(());
    }
    let begun = Instant::now();
    crowd.find_ways();
    let wait = begun.elapsed().mul_f64(all as f64 / asked.max(1) as f64);
    if wait > limits::WAYS_TIME {
        return Err(Fault::new(format!(
            "it would take some {} seconds to find the ways of {all} agents on this map, expected at most {}: take fewer agents, or a \
             smaller map",
            wait.as_secs(),
            limits::WAYS_TIME.as_secs()
        )));
    }
    Ok(())
}

/// A few agents, from all over the crowd.
fn some_agents(scene: &Scene) -> impl Iterator<Item = &Agent> {
    scene.agents.iter().step_by(scene.agents.len().div_ceil(limits::GUIDE_TRIALS).max(1))
}

#[derive(Serialize)]
struct Walked {
    time: f64,
    arrived: usize,
    stuck: usize,
    collisions: usize,
    microseconds: f64,
    done: bool,
    explanation: Option<Why>,
}

/// Why an agent takes its next velocity.
#[derive(Serialize)]
struct Why {
    agent: usize,
    preferred: [f32; 2],
    chosen: [f32; 2],
    max_speed: f32,
    reach: f32,
    neighbours: Vec<usize>,
    way: Vec<[f32; 2]>,
    walls: Vec<[f32; 4]>,
    half_planes: Vec<[f32; 4]>,
    cones: Vec<[f32; 6]>,
}

impl Why {
    fn new(agent: usize, explanation: Explanation) -> Self {
        let pair = |Vec2 { x, y }: Vec2| [x, y];
        let half_planes = |all: &[HalfPlane]| {
            let numbers = |one: &HalfPlane| [one.point.x, one.point.y, one.normal.x, one.normal.y];
            all.iter().map(numbers).collect::<Vec<_>>()
        };
        let (mut limits, mut cones) = (Vec::new(), Vec::new());
        match &explanation.limits {
            Limits::HalfPlanes(all) => limits = half_planes(all),
            Limits::Cones(all) => {
                cones.extend(all.iter().map(|cone| {
                    let (apex, left, right) = (cone.apex(), cone.leg(Side::Left), cone.leg(Side::Right));
                    [apex.x, apex.y, left.x, left.y, right.x, right.y]
                }));
            }
            _ => (),
        }
        Self {
            agent,
            preferred: pair(explanation.preferred),
            chosen: pair(explanation.chosen),
            max_speed: explanation.max_speed,
            reach: explanation.neighbour_distance,
            neighbours: explanation.neighbours,
            way: explanation.way.into_iter().map(pair).collect(),
            walls: half_planes(&explanation.walls),
            half_planes: limits,
            cones,
        }
    }
}

/// What is to be seen of an agent.
mod flags {
    pub(super) const ARRIVED: u8 = 1;
    pub(super) const OVERLAPS: u8 = 2;
    pub(super) const NO_WAY: u8 = 4;
}

/// Lets the crowd walk.
pub(crate) fn walk(walk: &Walk, walkers: Option<&mut Walkers>) -> Result<Reply, Fault> {
    let walkers = walkers.ok_or_else(|| Fault::new("there is no crowd that could walk"))?;
    if walk.steps > limits::STEPS {
        return Err(Fault::new(format!("found {} steps, expected at most {}", walk.steps, limits::STEPS)));
    }
    walkers.set_goals(&walk.goals)?;
    walkers.walk(walk.steps);

    let crowd = walkers.crowd();
    let mut flags: Vec<u8> =
        crowd.arrived().map(|arrived| if arrived { flags::ARRIVED } else { 0 }).collect();
    for (flag, has_way) in flags.iter_mut().zip(crowd.has_way()) {
        *flag += if has_way { 0 } else { flags::NO_WAY };
    }
    let collisions = crowd.collisions();
    for &(agent, other) in &collisions {
        flags[agent] |= flags::OVERLAPS;
        flags[other] |= flags::OVERLAPS;
    }
    let count = |flag: u8| flags.iter().filter(|&&flags| flags & flag != 0).count();
    let walked = Walked {
        time: crowd.time(),
        arrived: count(flags::ARRIVED),
        stuck: count(flags::NO_WAY),
        collisions: collisions.len(),
        microseconds: walkers.step_time().as_secs_f64() * 1e6,
        done: walkers.is_done(),
        explanation: walk.chosen.and_then(|agent| Some(Why::new(agent, crowd.explain(agent)?))),
    };
    let states = crowd.positions().iter().zip(crowd.velocities());
    let states = states.flat_map(|(position, velocity)| [position.x, position.y, velocity.x, velocity.y]);
    Ok(Reply::new(&walked)?.with(Attachment::default().f32s(states).u8s(flags)))
}
