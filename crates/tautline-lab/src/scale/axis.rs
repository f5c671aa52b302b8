use std::fmt::{Display, Formatter};

use serde::Serialize;

use super::{agents, batch, maps, worlds};

/// What grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// The map.
    Map,
    /// The number of queries in a batch.
    Batch,
    /// The number of agents.
    Agents,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Map, Self::Batch, Self::Agents];

    /// Its name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Batch => "batch",
            Self::Agents => "agents",
        }
    }

    /// The one with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.name() == name)
    }

    /// The kinds of worlds or scenes that are measured along it.
    pub(super) fn kinds(self) -> Vec<&'static str> {
        match self {
            Self::Map => worlds::Kind::ALL.map(worlds::Kind::name).into(),
            Self::Batch => vec![batch::KIND.name()],
            Self::Agents => agents::Place::ALL.map(agents::Place::name).into(),
        }
    }

    /// The planners or models that are measured along it.
    pub(super) fn subjects(self) -> Vec<&'static str> {
        match self {
            Self::Map => maps::PLANNERS.into(),
            Self::Batch => batch::PLANNERS.into(),
            Self::Agents => vec![agents::MODEL],
        }
    }
}

impl Display for Axis {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
