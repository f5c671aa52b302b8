//! Placeholder while the interface is agreed on.
use std::path::PathBuf;

use tautline::planners::Selection;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of MovingAI files.
    pub folder: PathBuf,
    /// The planners, as columns.
    pub planners: Vec<Selection>,
    /// Only maps whose name contains one of these; all reference maps where there is none.
    pub maps: Vec<String>,
    /// How often the whole list of queries is run; the fastest time of each query counts.
    pub passes: usize,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A planner gave a wrong answer: everything needed to repeat it is in the text.
    #[error("{0}")]
    WrongAnswer(String),
    /// Anything about the input.
    #[error("{0}")]
    Input(String),
}

/// What was measured; displays as a table.
#[derive(Clone, Debug)]
pub struct Report;

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("")
    }
}

/// Measures. `progress` is called with what is done and what there is to do, and what is being done now.
pub fn run(_: &Options, _: &mut dyn FnMut(u64, u64, &str)) -> Result<Report, LabError> {
    Ok(Report)
}
