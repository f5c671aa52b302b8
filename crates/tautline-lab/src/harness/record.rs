use serde::Serialize;

/// One answer of one planner: a row of the CSV file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// The experiment.
    pub experiment: String,
    /// The kind of world.
    pub setting: String,
    /// The number of the world, from which it can be made again.
    pub world: u64,
    /// The number of the query on this world.
    pub query: u64,
    /// The planner with its options.
    pub planner: String,
    /// What it found.
    pub outcome: Verdict,
    /// What the path costs.
    pub cost: Option<f64>,
    /// How often its heading changes.
    pub turns: Option<u64>,
    /// How many of its steps are straight; none for paths at any angle, as below.
    pub straight: Option<u64>,
    /// How many of its steps are diagonal.
    pub diagonal: Option<u64>,
    /// How many states were expanded.
    pub expanded: u64,
    /// How many successors went to the open list.
    pub generated: u64,
    /// Of how many lines it was asked whether they are unblocked.
    pub line_of_sight_checks: u64,
    /// How often a search was made again because the first one had lost the path.
    pub repairs: u64,
    /// How long the fastest of the passes took.
    pub nanoseconds: u64,
    /// How many passes there were.
    pub passes: u64,
    /// How long it took to prepare the planner on this world.
    pub preparation_nanoseconds: u64,
    /// How many bytes the preparation and the largest of a few queries took, where that was measured.
    pub bytes: Option<u64>,
    /// What a shortest path under the planner's rule costs: as a planner found it that took part and finds shortest ones, or else as a
    /// file says; none where neither is known, or where there is no path.
    pub reference: Option<f64>,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A path.
    Found,
    /// That there is none.
    Unreachable,
    /// A path that its own rule does not allow, which may come of a peer.
    Illegal,
}
