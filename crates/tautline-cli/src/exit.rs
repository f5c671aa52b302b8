use std::process::ExitCode;

/// How a command ended, as its exit code says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The work is done.
    Done = 0,
    /// There is no path, or none was found within the limits.
    NoPath = 1,
    /// Bad usage or bad input.
    BadInput = 2,
    /// A check failed: a planner gave a wrong answer, or an index does not fit.
    CheckFailed = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
