use serde::Serialize;

use super::Axis;

/// One measured point: a row of the CSV file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What grows.
    pub axis: Axis,
    /// The kind of world, or the scene.
    pub kind: String,
    /// The planner with its options, or the model of the agents.
    pub subject: String,
    /// How large it is: cells on each side of the map, queries in the batch, or agents.
    pub size: u64,
    /// On how many threads.
    pub threads: u64,
    /// What the world and the queries are made from.
    pub seed: u64,
    /// How many units each pass has: queries, or steps of an agent.
    pub units: u64,
    /// How many passes there were.
    pub passes: u64,
    /// How long a unit took on the average; of maps, the fastest pass of each query counts, otherwise the fastest pass as a whole.
    pub nanoseconds: f64,
    /// How many states were expanded for a query on the average; none for agents.
    pub expanded: Option<f64>,
    /// How long it took to make the planner, or to find the ways of all agents.
    pub prepare_nanoseconds: u64,
}
