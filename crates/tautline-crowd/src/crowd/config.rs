use tautline::engine::{PrepareError, Registry, Selection, SelectionError, Unsupported};

use super::AgentId;
use crate::avoidance::Model;

/// How a crowd moves.
///
/// ```
/// use tautline_crowd::CrowdConfig;
/// use tautline_crowd::avoidance::Model;
///
/// let config = CrowdConfig { model: Model::named("hrvo").unwrap(), ..CrowdConfig::default() };
/// assert_eq!((config.time_step, config.max_neighbours), (0.25, 10));
/// ```
#[derive(Clone, Debug)]
pub struct CrowdConfig {
    /// How agents avoid each other.
    pub model: Model,
    /// How they find their ways.
    pub guide: Guide,
    /// How long a step takes, in seconds.
    pub time_step: f32,
    /// How far an agent looks for others, in tiles, from centre to centre; for larger ones than the smallest a little farther.
    pub neighbour_distance: f32,
    /// How many others an agent looks at, the nearest.
    pub max_neighbours: usize,
    /// How many agents, or fields of [`Guide::Flow`], at most look for better paths in a step after an edit has freed tiles. Agents that have
    /// lost their path look for another one at once and do not count.
    pub searches_per_step: usize,
    /// How many threads make a step. With more than one there has to be the feature `rayon`; the positions are the same.
    pub threads: usize,
}

impl Default for CrowdConfig {
    /// The parameters of the examples of RVO2: a quarter of a second, ten neighbours within fifteen tiles, ORCA; straight ways,
    /// one thread; 16 searches for better paths in a step.
    fn default() -> Self {
        Self {
            model: Model::default(),
            guide: Guide::Straight,
            time_step: 0.25,
            neighbour_distance: 15.0,
            max_neighbours: 10,
            searches_per_step: 16,
            threads: 1,
        }
    }
}

impl CrowdConfig {
    /// The same with another model, and with all lengths and times such that agents of this size and speed walk as those of RVO2's examples
    /// do, which have a radius of 1.5 tiles and walk a tile a second.
    #[must_use]
    pub fn scaled(self, model: Model, radius: f32, speed: f32) -> Self {
        let rvo2 = Self::default();
        let (length, time) = (radius / 1.5, radius / 1.5 / speed);
        Self {
            model: model.with_time_horizon(model.time_horizon() * time),
            time_step: rvo2.time_step * time,
            neighbour_distance: rvo2.neighbour_distance * length,
            ..self
        }
    }
}

/// Where agents get their ways from.
#[derive(Clone, Debug)]
pub enum Guide {
    /// From nowhere: they walk straight towards their goals. For maps without walls.
    Straight,
    /// From a planner: a path for each agent. See [`Guide::planner`] for one of Tautline's own.
    Planner(Selection),
    /// From fields of directions: one for each goal, so that it pays where many agents share one.
    Flow,
}

impl Guide {
    /// The planner of Tautline that a text names: `taut`, or `theta:corners=open`.
    ///
    /// ```
    /// use tautline_crowd::Guide;
    /// assert!(matches!(Guide::planner("taut")?, Guide::Planner(selection) if selection.descriptor().id == "taut"));
    /// assert!(Guide::planner("tuat").is_err());
    /// # Ok::<(), tautline::engine::SelectionError>(())
    /// ```
    pub fn planner(spec: &str) -> Result<Self, SelectionError> {
        Registry::core().select(spec).map(Self::Planner)
    }
}

/// An agent as it joins a crowd.
///
/// ```
/// use tautline_crowd::{Agent, Vec2};
/// let agent = Agent { radius: 0.3, ..Agent::new(Vec2::new(2.5, 3.5), Vec2::new(40.5, 3.5)) };
/// assert_eq!((agent.speed, agent.max_speed), (1.0, 2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    /// Where it begins.
    pub position: Vec2,
    /// Where it wants to go.
    pub goal: Vec2,
    /// How large it is, in tiles.
    pub radius: f32,
    /// How fast it walks where nothing hinders it, in tiles a second.
    pub speed: f32,
    /// How fast it can be.
    pub max_speed: f32,
    /// What group it belongs to: a number that means something to the caller, such as a team or a colour.
    pub group: u32,
}

impl Agent {
    /// An agent with the parameters of the examples of RVO2: a radius of 1.5 tiles, one tile a second, two at most.
    #[must_use]
    pub const fn new(position: Vec2, goal: Vec2) -> Self {
        Self { position, goal, radius: 1.5, speed: 1.0, max_speed: 2.0, group: 0 }
    }
}

/// Why a crowd is not made, or does not take an agent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// A number that cannot be.
    #[error("found {found} as {what}, expected {expected}")]
    Number {
        /// What the number is.
        what: &'static str,
        /// The number.
        found: f32,
        /// What it may be.
        expected: &'static str,
    },
    /// The same for one of the agents.
    #[error("agent {agent}: found {found} as {what}, expected {expected}")]
    AgentNumber {
        /// The number of the agent.
        agent: usize,
        /// What the number is.
        what: &'static str,
        /// The number.
        found: f32,
        /// What it may be.
        expected: &'static str,
    },
    /// An agent has no room where it begins, or where it wants to go.
    #[error("agent {agent}: {what} ({}, {}) is within {radius} tiles of a wall, or in one", .place.x, .place.y)]
    InWall {
        /// The number of the agent.
        agent: usize,
        /// Its start or its goal.
        what: &'static str,
        /// Where that is.
        place: Vec2,
        /// The radius of the agent.
        radius: f32,
    },
    /// Two agents begin on top of each other.
    #[error(
        "agents {agent} and {other} begin {distance} tiles apart, expected at least {least}, the sum of their radii"
    )]
    Overlap {
        /// The number of one agent.
        agent: usize,
        /// The number of the other.
        other: usize,
        /// How far apart they are.
        distance: f32,
        /// How far apart they have to be.
        least: f32,
    },
    /// There is no such agent, or it has left.
    #[error("agent {0} is not in the crowd, or has left it")]
    NoAgent(AgentId),
    /// The planner does not plan from any place to any other: its paths lead from corner to corner only.
    #[error("a crowd needs paths between any places: {0}")]
    Ends(Unsupported),
    /// The planner does not plan here.
    #[error("{planner} does not plan on this map: {why}")]
    Planner {
        /// Which planner.
        planner: String,
        /// What it says.
        why: PrepareError,
    },
    /// Several threads, without the feature for them, or too many for the system.
    #[error(
        "cannot start {found} threads: more than one needs the feature rayon, and a system that has room for them"
    )]
    Threads {
        /// How many threads.
        found: usize,
    },
}

use crate::Vec2;
