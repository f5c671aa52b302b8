//! Models of avoidance: which velocity an agent takes, given the one it would like and its neighbours.

mod cone;
mod free_velocity;
mod hrvo;
mod lane_programs;
mod limits;
mod linear_programs;
mod model;
mod orca;
mod orca_lanes;
mod rvo;
mod vo;
mod wall_limits;

pub use cone::Cone;
pub use free_velocity::CombinedObstacle;
pub use hrvo::Hrvo;
pub use limits::Limits;
pub use linear_programs::Programs;
pub use model::{Memory, Model};
pub use orca::Orca;
pub use orca_lanes::OrcaLanes;
pub use rvo::Rvo;
pub use vo::Vo;
pub use wall_limits::{nearest_within, wall_half_planes, wall_reach};

use crate::Vec2;

/// What an agent knows of itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// How it moves now.
    pub velocity: Vec2,
    /// How it would move if it were alone.
    pub preferred: Vec2,
    /// How large it is.
    pub radius: f32,
    /// How fast it can be.
    pub max_speed: f32,
}

/// What an agent knows of another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// From the agent to its neighbour.
    pub offset: Vec2,
    /// How the neighbour moves.
    pub velocity: Vec2,
    /// How large the neighbour is.
    pub radius: f32,
    /// The agent's own part of the evasion, from 0 to 1: a half between equals, the rest is the neighbour's.
    pub share: f32,
    /// The part of the model's horizon of time that counts for this neighbour, from 0 to 1.
    pub horizon_scale: f32,
}

impl Default for Neighbour {
    /// A point in the same place that stands still; half of the evasion is the agent's, and all of the horizon counts.
    fn default() -> Self {
        Self { offset: Vec2::ZERO, velocity: Vec2::ZERO, radius: 0.0, share: 0.5, horizon_scale: 1.0 }
    }
}

/// The velocities on one side of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HalfPlane {
    /// A velocity on the line.
    pub point: Vec2,
    /// Into the half-plane, of length 1.
    pub normal: Vec2,
}

impl HalfPlane {
    /// How far a velocity lies outside; negative inside.
    #[must_use]
    pub fn depth_outside(&self, velocity: Vec2) -> f32 {
        self.normal.dot(self.point - velocity)
    }
}

/// All that a model looks at.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The agent itself.
    pub walker: Walker,
    /// Its neighbours, the nearest first.
    pub neighbours: &'a [Neighbour],
    /// What the walls allow: no velocity outside of one of these is taken. The velocity zero is inside of all of them unless the agent
    /// overlaps a wall.
    pub walls: &'a [HalfPlane],
    /// How long a step takes.
    pub time_step: f32,
}

/// A model of avoidance.
pub trait Avoidance: Sync {
    /// The memory that it needs and that is kept from agent to agent.
    type Memory: Default + Send;

    /// The agent's next velocity: never faster than it can be, always finite.
    fn velocity(&self, situation: &Situation<'_>, memory: &mut Self::Memory) -> Vec2;
}
