use super::{PrepareError, SelectionError};
use crate::search::{QueryError, StopReason};

/// What can go wrong between the text that names a planner and the answer to a query.
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
    /// The planner gave up before it knew whether there is a path.
    #[error("the search was stopped: {0}")]
    Stopped(StopReason),
}
