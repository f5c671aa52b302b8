//! What the page wants to know before anything else.

use serde::Serialize;
use tautline::engine::Registry;
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::KINDS;
use tautline_trace::Entry;

use crate::generators::{GENERATORS, Generator};
use crate::limits::Limits;

/// The version of the messages.
const PROTOCOL: u32 = 1;

/// What there is.
#[derive(Debug, Serialize)]
pub(crate) struct About<'a> {
    protocol: u32,
    program: String,
    given: Option<&'a str>,
    planners: Vec<Entry>,
    generators: &'static [Generator],
    scenes: Vec<SceneEntry>,
    models: [&'static str; 4],
    limits: Limits,
}

/// A scene of the crowds.
#[derive(Debug, Serialize)]
struct SceneEntry {
    name: &'static str,
    help: &'static str,
    agents: usize,
}

impl<'a> About<'a> {
    /// Everything, with these planners, and the name of the map that the program was started with.
    pub(crate) fn new(given: Option<&'a str>, registry: &Registry) -> Self {
        let scenes =
            KINDS.iter().map(|kind| SceneEntry { name: kind.name, help: kind.help, agents: kind.agents });
        Self {
            protocol: PROTOCOL,
            program: format!("tautline {}", env!("CARGO_PKG_VERSION")),
            given,
            planners: registry.iter().map(Entry::from).collect(),
            generators: GENERATORS,
            scenes: scenes.collect(),
            models: Model::NAMES,
            limits: Limits::ALL,
        }
    }
}
