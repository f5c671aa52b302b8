use tautline::engine::{PrepareError, SelectionError};
use tautline::geometry::Cell;
use tautline_crowd::CrowdError;
use tautline_crowd::scene::SceneError;
use tautline_maps::MapError;
use tautline_maps::generate::GenerateError;

use crate::harness::Xy;
use crate::repair::Shape;

/// Why an experiment has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// A planner gave a wrong answer.
    #[error("wrong answer of {planner} on {map}, query {query} from {start:?} to {goal:?}: {fault}")]
    WrongAnswer {
        /// The planner with its options.
        planner: String,
        /// The map's file, or the number of a world that was made for the experiment.
        map: String,
        /// The number of the query in the scenario file or on the world, from zero.
        query: usize,
        /// Where it begins.
        start: Xy,
        /// Where it ends.
        goal: Xy,
        /// What is wrong.
        fault: String,
    },
    /// After an edit, a repaired structure differs from a new one.
    #[error(
        "wrong repair of the {structure} on {map}: after edit {edit} of seed {seed}, at {cell}, it is not what a new \
         one is; to repeat it: tautline lab repair --map {map} --edits {edit} --seed {seed}"
    )]
    WrongRepair {
        /// What was repaired.
        structure: &'static str,
        /// The map.
        map: String,
        /// The number of the edit, from one.
        edit: usize,
        /// What the edits were drawn with.
        seed: u64,
        /// The cell that was changed.
        cell: Cell,
    },
    /// After a patch of cells has changed, a repaired structure differs from a new one.
    #[error(
        "wrong repair of the {structure} on {map}: after {shape} patch {number} of {cells} cells of seed {seed} it is not what a new \
         one is; to repeat it: tautline lab repair --map {map} --patches {number} --seed {seed}"
    )]
    WrongPatch {
        /// What was repaired.
        structure: &'static str,
        /// The map.
        map: String,
        /// How the cells lie.
        shape: Shape,
        /// How many cells were changed.
        cells: usize,
        /// The number of the patch among those of this shape and size, from one.
        number: u64,
        /// What the patches were drawn with.
        seed: u64,
    },
    /// A file of the experiment cannot be read.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A planner does not take these options, or this map.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// A planner of the experiment is not in the registry.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// No reference map has such a name.
    #[error("no reference map has {name:?} in its name; there are: {}", known.join(", "))]
    UnknownMap {
        /// What was asked for.
        name: String,
        /// The reference maps.
        known: Vec<&'static str>,
    },
    /// The experiment takes one map, and several have such a name.
    #[error("several reference maps have {name:?} in their names, expected one: {}", known.join(", "))]
    AmbiguousMap {
        /// What was asked for.
        name: String,
        /// Those that have it.
        known: Vec<&'static str>,
    },
    /// There is nothing to measure.
    #[error("{file}: found no queries, expected at least one")]
    NoQueries {
        /// The scenario's file.
        file: String,
    },
    /// A public library was to be measured on a map that is not plain.
    #[error("{peer} is measured on plain maps only, and this map has costs, links or hexagons")]
    NotPlain {
        /// The library.
        peer: &'static str,
    },
    /// The lengths that paths are compared with are not those of the scenario.
    #[error("{file}: found {found} lengths, expected {expected}, one for each query of the scenario")]
    References {
        /// Their file.
        file: String,
        /// How many there are.
        found: usize,
        /// How many queries there are.
        expected: usize,
    },
    /// A folder of maps cannot be read, or has none.
    #[error("{folder}: {problem}, expected a folder with MovingAI maps")]
    Folder {
        /// The folder.
        folder: String,
        /// What is wrong with it.
        problem: String,
    },
    /// What a search leaves out changes the lengths that it finds.
    #[error(
        "{planner} found length {found} for query {query} of map {map} of {set}, expected {expected}, which is what {against} found"
    )]
    WrongPruning {
        /// The planner with its options.
        planner: String,
        /// The planner that it is compared with.
        against: String,
        /// The set.
        set: String,
        /// The number of the map in the set, in the order of their names, from zero.
        map: u64,
        /// The number of the query in the scenario file, from zero.
        query: u64,
        /// The length.
        found: f64,
        /// What it should be.
        expected: f64,
    },
    /// What is measured cannot be kept.
    #[error("cannot write {file}: {problem}")]
    Journal {
        /// The file.
        file: String,
        /// Why.
        problem: String,
    },
    /// There is a file of a run that was not finished, and it is not the same one.
    #[error(
        "{file} is of another run that was not finished: found {name} {found:?}, expected {expected:?}; remove it to measure \
         from the beginning, or repeat that run to finish it"
    )]
    OtherRun {
        /// The file.
        file: String,
        /// What is different.
        name: String,
        /// What the file has.
        found: String,
        /// What this run has.
        expected: String,
    },
    /// Rows that belong together are not all there.
    #[error("{file}: {problem}, expected one")]
    Records {
        /// The file.
        file: String,
        /// What is missing.
        problem: String,
    },
    /// A scene cannot be made.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A crowd cannot be made.
    #[error(transparent)]
    Crowd(#[from] CrowdError),
    /// There are not as many threads as there should be.
    #[error("cannot start {threads} threads: {problem}")]
    Threads {
        /// How many.
        threads: usize,
        /// Why not.
        problem: String,
    },
    /// A picture cannot be drawn.
    #[error("cannot draw {picture}: {problem}")]
    Picture {
        /// Which one.
        picture: String,
        /// Why.
        problem: String,
    },
    /// A world cannot be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}
