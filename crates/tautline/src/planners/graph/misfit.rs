use crate::engine::{Overflow, PrepareError, Unsupported};
use crate::search::QueryError;

/// Why a planner does not work on a map.
pub(super) enum Misfit {
    Unsupported(Unsupported),
    Overflow(Overflow),
    Nodes,
}

impl From<Unsupported> for Misfit {
    fn from(error: Unsupported) -> Self {
        Self::Unsupported(error)
    }
}

impl From<Overflow> for Misfit {
    fn from(error: Overflow) -> Self {
        Self::Overflow(error)
    }
}

impl From<Misfit> for PrepareError {
    fn from(misfit: Misfit) -> Self {
        match misfit {
            Misfit::Unsupported(error) => error.into(),
            Misfit::Overflow(error) => error.into(),
            Misfit::Nodes => Self::Nodes,
        }
    }
}

impl From<Misfit> for QueryError {
    fn from(misfit: Misfit) -> Self {
        match misfit {
            Misfit::Unsupported(error) => error.into(),
            Misfit::Overflow(error) => error.into(),
            Misfit::Nodes => Self::Nodes,
        }
    }
}
