use super::{Avoidance, CombinedObstacle, Hrvo, Orca, Programs, Rvo, Situation, Vo};
use crate::Vec2;

/// One of the models of avoidance.
///
/// ```
/// use tautline_crowd::avoidance::{Hrvo, Model};
/// assert_eq!(Model::named("hrvo"), Some(Model::Hrvo(Hrvo::default())));
/// assert_eq!(Model::default().name(), "orca");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Model {
    /// Velocity obstacles.
    Vo(Vo),
    /// Reciprocal velocity obstacles.
    Rvo(Rvo),
    /// Hybrid reciprocal velocity obstacles.
    Hrvo(Hrvo),
    /// Optimal reciprocal collision avoidance.
    Orca(Orca),
}

impl Default for Model {
    fn default() -> Self {
        Self::Orca(Orca::default())
    }
}

/// The memory of any model.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) programs: Programs,
    combined: CombinedObstacle,
}

impl Model {
    /// The names of the models.
    pub const NAMES: [&str; 4] = ["orca", "hrvo", "rvo", "vo"];

    /// The model with a name, with its default parameters.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "vo" => Some(Self::Vo(Vo::default())),
            "rvo" => Some(Self::Rvo(Rvo::default())),
            "hrvo" => Some(Self::Hrvo(Hrvo::default())),
            "orca" => Some(Self::Orca(Orca::default())),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Vo(_) => "vo",
            Self::Rvo(_) => "rvo",
            Self::Hrvo(_) => "hrvo",
            Self::Orca(_) => "orca",
        }
    }

    /// For how long no collision may be ahead, in seconds.
    #[must_use]
    pub fn time_horizon(&self) -> f32 {
        match self {
            Self::Vo(model) => model.time_horizon,
            Self::Rvo(model) => model.time_horizon,
            Self::Hrvo(model) => model.time_horizon,
            Self::Orca(model) => model.time_horizon,
        }
    }

    /// The same with another horizon.
    #[must_use]
    pub fn with_time_horizon(mut self, time_horizon: f32) -> Self {
        match &mut self {
            Self::Vo(model) => model.time_horizon = time_horizon,
            Self::Rvo(model) => model.time_horizon = time_horizon,
            Self::Hrvo(model) => model.time_horizon = time_horizon,
            Self::Orca(model) => model.time_horizon = time_horizon,
        }
        self
    }
}

impl Avoidance for Model {
    type Memory = Memory;

    fn velocity(&self, situation: &Situation<'_>, memory: &mut Memory) -> Vec2 {
        match self {
            Self::Vo(model) => model.velocity(situation, &mut memory.combined),
            Self::Rvo(model) => model.velocity(situation, &mut memory.combined),
            Self::Hrvo(model) => model.velocity(situation, &mut memory.combined),
            Self::Orca(model) => model.velocity(situation, &mut memory.programs),
        }
    }
}
