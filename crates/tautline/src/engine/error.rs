use super::{PrepareError, SelectionError};
use crate::index::IndexError;
use crate::map::{GridError, LinkError, OutsideGrid};
use crate::search::{QueryError, StopReason};

/// What can go wrong between a drawn map or the text that names a planner and the answer to a query: one error for programs that do not
/// tell them apart.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such planner, or no such option.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// The planner cannot be made, or cannot be updated.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// The query has no answer.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A map cannot be made.
    #[error(transparent)]
    Map(#[from] GridError),
    /// A cell is not on the map.
    #[error(transparent)]
    Outside(#[from] OutsideGrid),
    /// A link cannot be added to the map.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// There is no index, or one is refused.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The planner gave up before it knew whether there is a path.
    #[error("the search was stopped: {0}")]
    Stopped(StopReason),
}
