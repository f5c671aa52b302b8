use std::time::Duration;

use tautline::planners::{Guarantee, Selection};
use tautline::search::PathDetail;

use crate::draw::Scene;
use crate::run::Run;

/// One path and how it was found: what the formats of `tautline plan` show.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The planner.
    pub(crate) selection: &'a Selection,
    /// What it promises with these options.
    pub(crate) guarantee: Guarantee,
    /// How long it took to make it.
    pub(crate) preparation: Duration,
    /// Which places of the path were asked for.
    pub(crate) detail: PathDetail,
    /// The call.
    pub(crate) run: &'a Run,
    /// The map and what happened on it.
    pub(crate) scene: Scene<'a>,
}
