//! Scenes: maps with agents on them that have somewhere to go, as the field measures its models on.

mod measures;
mod open;
mod places;
mod walled;

pub use measures::{Measures, Report};

use tautline::map::{GridError, Map, Tile};

use crate::avoidance::Model;
use crate::random::Random;
use crate::{Agent, Crowd, CrowdConfig, CrowdError, Guide, Vec2};

/// A map, and the agents that walk on it.
///
/// ```
/// use tautline_crowd::avoidance::Model;
/// use tautline_crowd::scene::Scene;
///
/// let scene = Scene::named("circle", 12, 1)?;
/// let report = scene.run(scene.config(Model::default()), 4000, |_| ())?;
/// assert_eq!((report.arrived, report.collisions_10pct), (12, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    /// What it is called.
    pub name: String,
    /// The map.
    pub map: Map,
    /// The agents on it.
    pub agents: Vec<Agent>,
    /// How they find their ways.
    pub guide: Guide,
}

/// Why there is no such scene.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// A name that no scene has.
    #[error("there is no scene {found:?}; there are {}", names())]
    Unknown {
        /// The name.
        found: String,
    },
    /// Too few or too many agents.
    #[error("found {found} agents, expected {least} to {most} in this scene")]
    Agents {
        /// How many were asked for.
        found: usize,
        /// How many there can be at least.
        least: usize,
        /// How many there can be at most.
        most: usize,
    },
    /// A map that has not room for so many.
    #[error("found room for {found} of {expected} agents with a radius of {radius} tiles")]
    NoRoom {
        /// For how many there is room.
        found: usize,
        /// How many were asked for.
        expected: usize,
        /// How large they are.
        radius: f32,
    },
    /// The map cannot be made.
    #[error(transparent)]
    Grid(#[from] GridError),
}

fn names() -> String {
    let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
    names.join(", ")
}

/// A kind of scene.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What is to be seen in it.
    pub help: &'static str,
    /// How many agents it has by default.
    pub agents: usize,
    /// The fewest and the most that it can have.
    range: (usize, usize),
    build: fn(usize) -> Result<Plan, SceneError>,
}

/// What a kind of scene makes.
struct Plan {
    map: Map,
    agents: Vec<Agent>,
    guide: Guide,
}

/// All kinds of scenes.
pub const KINDS: &[Kind] = &[
    kind(
        "circle",
        "agents on a circle, each of which wants to get to the other side",
        250,
        (1, 4000),
        open::circle,
    ),
    kind(
        "disc",
        "a disc full of agents, each of which wants to get to the other side",
        1000,
        (1, 200_000),
        open::disc,
    ),
    kind(
        "concentric",
        "agents on circles within each other, to the other side",
        120,
        (1, 4000),
        open::concentric,
    ),
    kind("oncoming", "two groups that walk through each other", 100, (2, 20_000), open::oncoming),
    kind("confusion", "four groups that cross", 100, (4, 20_000), open::confusion),
    kind(
        "confusion-obstacle",
        "four groups that cross, with an obstacle in the middle",
        100,
        (4, 20_000),
        walled::confusion_obstacle,
    ),
    kind(
        "blocks",
        "four groups in the corners, and four blocks between them",
        100,
        (4, 2000),
        walled::blocks,
    ),
    kind(
        "doorway",
        "two rooms with one door; all want to get to the other room",
        40,
        (2, 400),
        walled::doorway,
    ),
    kind("hallway", "a hallway with traffic in both directions", 100, (2, 2000), walled::hallway),
    kind(
        "hallway-4",
        "two hallways that cross, with traffic in four directions",
        100,
        (4, 2000),
        walled::hallway_4,
    ),
    kind("bottleneck", "a room that all leave by one exit", 100, (1, 1000), walled::bottleneck),
    kind(
        "corridor",
        "a corridor one agent wide, with a niche; half come from each end",
        2,
        (2, 6),
        walled::corridor,
    ),
];

const fn kind(
    name: &'static str,
    help: &'static str,
    agents: usize,
    range: (usize, usize),
    build: fn(usize) -> Result<Plan, SceneError>,
) -> Kind {
    Kind { name, help, agents, range, build }
}

/// By so much the seed moves every start, at most.
const SHIFT: f32 = 0.01;

impl Scene {
    /// A scene by its name, with so many agents. The seed moves every start by up to a hundredth of a tile.
    pub fn named(name: &str, agents: usize, seed: u64) -> Result<Self, SceneError> {
        let kind = KINDS
            .iter()
            .find(|kind| kind.name == name)
            .ok_or_else(|| SceneError::Unknown { found: name.into() })?;
        let (least, most) = kind.range;
        if !(least..=most).contains(&agents) {
            return Err(SceneError::Agents { found: agents, least, most });
        }
        let Plan { map, mut agents, guide } = (kind.build)(agents)?;
        let mut random = Random::new(seed);
        for agent in &mut agents {
            // In a square within the circle.
            agent.position +=
                Vec2::new(random.signed(), random.signed()) * (SHIFT / std::f32::consts::SQRT_2);
        }
        Ok(Self { name: name.into(), map, agents, guide })
    }

    /// A map with agents in random places, which want to get to other random places that they can reach.
    pub fn on_map(name: &str, map: &Map, agents: usize, radius: f32, seed: u64) -> Result<Self, SceneError> {
        let agents = places::random_agents(map, agents, radius, seed)?;
        Ok(Self { name: name.into(), map: map.clone(), agents, guide: taut() })
    }

    /// The parameters with which agents as large and as fast as these walk as those of RVO2's examples do.
    #[must_use]
    pub fn config(&self, model: Model) -> CrowdConfig {
        let (radius, speed) = self.agents.iter().fold((0.0, 0.0), |(radius, speed): (f32, f32), agent| {
            (radius.max(agent.radius), speed.max(agent.speed))
        });
        let config = CrowdConfig { guide: self.guide.clone(), ..CrowdConfig::default() };
        if radius > 0.0 && speed > 0.0 {
            config.scaled(model, radius, speed)
        } else {
            CrowdConfig { model, ..config }
        }
    }

    /// The crowd before its first step.
    pub fn crowd(&self, config: CrowdConfig) -> Result<Crowd, CrowdError> {
        let mut crowd = Crowd::new(self.map.clone(), config)?;
        crowd.add(&self.agents)?;
        Ok(crowd)
    }

    /// Lets all agents walk until all have been at their goals, or for at most `limit` steps. Each state is shown, the first one too.
    pub fn run(
        &self,
        config: CrowdConfig,
        limit: usize,
        mut show: impl FnMut(&Crowd),
    ) -> Result<Report, CrowdError> {
        let mut crowd = self.crowd(config)?;
        let mut measures = Measures::new(&mut crowd);
        show(&crowd);
        while measures.steps() < limit && !measures.is_done() {
            measures.step(&mut crowd);
            show(&crowd);
        }
        Ok(measures.report(&crowd))
    }
}

/// A map from a function that says which tiles are walls.
fn map(width: i32, height: i32, is_wall: impl Fn(i32, i32) -> bool) -> Result<Map, SceneError> {
    let tile = |wall| if wall { Tile::Blocked } else { Tile::Free };
    Ok(Map::from_fn(width as u32, height as u32, |cell| tile(is_wall(cell.x, cell.y)))?)
}

/// Ways from the planner at any angle that needs no preparation.
fn taut() -> Guide {
    Guide::planner("taut").unwrap_or(Guide::Straight)
}
