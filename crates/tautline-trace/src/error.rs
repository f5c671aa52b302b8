use std::io;

/// Why a trace could not be read: the line, what was found there, and what was expected.
///
/// ```
/// use tautline_trace::{ReadLimits, Trace};
///
/// let file = "{\"tautline_trace\":9}\n";
/// let error = Trace::read(file.as_bytes(), "old.trace.jsonl", ReadLimits::default()).unwrap_err();
/// assert_eq!(error.to_string(), r#"old.trace.jsonl:1: found 9 as "tautline_trace", expected the version 1"#);
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{name}:{line}: {problem}")]
pub struct TraceError {
    /// The file, as the caller named it.
    pub name: String,
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong with it.
    pub problem: TraceProblem,
}

/// What is wrong with a trace.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceProblem {
    /// The operating system cannot read it.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// Something else stands where the format wants one certain thing.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What stands there, shortened and with its unprintable characters escaped.
        found: String,
        /// What should.
        expected: String,
    },
}

impl TraceProblem {
    pub(super) fn unexpected(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Unexpected { found: found.into(), expected: expected.into() }
    }
}

/// The beginning of a text, for an error message.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut head: String = text.chars().take(LONGEST).collect();
    if head.len() < text.len() {
        head.push('…');
    }
    format!("{head:?}")
}
