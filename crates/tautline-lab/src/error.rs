use tautline::geometry::Cell;
use tautline::planners::OptionError;
use tautline_maps::MapError;

/// Why an experiment has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// A planner gave a wrong answer.
    #[error("wrong answer of {planner} on {map}, query {query} from {start} to {goal}: {fault}")]
    WrongAnswer {
        /// The planner with its options.
        planner: String,
        /// The map's file.
        map: String,
        /// The number of the query in the scenario file, from zero.
        query: usize,
        /// Where it begins.
        start: Cell,
        /// Where it ends.
        goal: Cell,
        /// What is wrong.
        fault: String,
    },
    /// A file of the experiment cannot be read.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A planner does not take these options on this map.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// No reference map has such a name.
    #[error("no reference map has {name:?} in its name; there are: {}", known.join(", "))]
    UnknownMap {
        /// What was asked for.
        name: String,
        /// The reference maps.
        known: Vec<&'static str>,
    },
    /// The planner does not work on what the experiment is about.
    #[error("planner {planner} does not plan on cells, which this experiment is about")]
    Unsupported {
        /// The planner.
        planner: String,
    },
}
