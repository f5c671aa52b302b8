use std::fmt::{Display, Formatter};

use super::Records;

/// One of a paper's findings.
pub(crate) struct Finding {
    /// The tables and figures that it is about.
    pub(crate) tables: Vec<&'static str>,
    /// What the paper says.
    pub(crate) claim: String,
    /// Whether it holds; none where not enough was measured to tell.
    pub(crate) holds: Option<bool>,
    /// The figures that say so.
    pub(crate) figures: String,
}

impl Finding {
    /// Whether it is about one of these tables; all are wanted where none is named.
    pub(crate) fn is_of(&self, only: &[String]) -> bool {
        only.is_empty() || only.iter().any(|id| self.tables.contains(&id.as_str()))
    }

    /// Whether anything was measured that it is about.
    pub(crate) fn has_figures(&self) -> bool {
        !self.figures.is_empty()
    }
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let holds = match self.holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None if self.has_figures() => "undecided",
            None => "not measured",
        };
        write!(f, "- {}: {holds}", self.claim)?;
        if self.has_figures() { write!(f, " ({})", self.figures) } else { Ok(()) }
    }
}

/// What to think of the runtimes where they were measured once.
pub(crate) fn one_pass(records: &Records) -> &'static str {
    if records.iter().any(|record| record.passes == 1) {
        " Some runtimes are those of a single pass: take --passes 5 to judge them."
    } else {
        ""
    }
}

/// How many of the findings about the tables that are wanted hold, how they are judged, and each of them with its figures; none
/// where nothing was measured that one is about.
pub(crate) fn summary(findings: &[Finding], only: &[String], method: &str) -> Option<String> {
    let (told, untold): (Vec<_>, Vec<_>) =
        findings.iter().filter(|finding| finding.is_of(only)).partition(|finding| finding.has_figures());
    let count = |holds| told.iter().filter(|finding| finding.holds == holds).count();
    let (yes, no, undecided) = (count(Some(true)), count(Some(false)), count(None));
    let lines: Vec<_> = told.iter().map(ToString::to_string).collect();
    (!told.is_empty()).then(|| {
        format!(
            "{yes} hold, {no} do not, {undecided} are undecided; {} more are about what was not measured. {method}\n\n{}",
            untold.len(),
            lines.join("\n")
        )
    })
}
