use std::fmt::{Display, Formatter};

use super::{CornerRule, DiagonalRule};

/// Which paths are legal for a planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathRule {
    /// Paths are steps between cells.
    Steps(DiagonalRule),
    /// Paths are straight lines at any angle, or moves between corners.
    Lines(CornerRule),
}

impl PathRule {
    /// The rule for steps, if paths are made of these.
    #[must_use]
    pub fn steps(self) -> Option<DiagonalRule> {
        match self {
            Self::Steps(rule) => Some(rule),
            Self::Lines(_) => None,
        }
    }

    /// The rule for lines, if paths are made of these.
    #[must_use]
    pub fn lines(self) -> Option<CornerRule> {
        match self {
            Self::Steps(_) => None,
            Self::Lines(rule) => Some(rule),
        }
    }
}

impl From<DiagonalRule> for PathRule {
    fn from(rule: DiagonalRule) -> Self {
        Self::Steps(rule)
    }
}

impl From<CornerRule> for PathRule {
    fn from(rule: CornerRule) -> Self {
        Self::Lines(rule)
    }
}

/// The name of the rule for steps or for lines.
impl Display for PathRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Steps(rule) => write!(f, "{rule:?}"),
            Self::Lines(CornerRule::Closed) => {
                f.write_str("lines that do not pass between obstacles that touch")
            }
            Self::Lines(CornerRule::Open) => f.write_str("lines that pass between obstacles that touch"),
        }
    }
}
