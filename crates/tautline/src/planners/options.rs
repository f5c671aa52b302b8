//! The options that planners of several families share.

use crate::engine::{Choice, OptionKind, OptionSpec};
use crate::moves::{CornerRule, DiagonalRule};

impl Choice for DiagonalRule {
    const CHOICES: &'static [(&'static str, Self)] = &[
        ("no-corner-cutting", Self::NoCornerCutting),
        ("cut-one-corner", Self::CutOneCorner),
        ("cut-both-corners", Self::CutBothCorners),
        ("never", Self::Never),
    ];
}

impl Choice for CornerRule {
    const CHOICES: &'static [(&'static str, Self)] = &[("closed", Self::Closed), ("open", Self::Open)];
}

pub(super) const DIAGONAL: OptionSpec = OptionSpec {
    name: "diagonal",
    default: "no-corner-cutting",
    kind: OptionKind::of::<DiagonalRule>(),
    help: "which diagonal steps are allowed beside obstacles; never = four neighbours",
};

pub(crate) const CORNERS: OptionSpec = OptionSpec {
    name: "corners",
    default: "closed",
    kind: OptionKind::of::<CornerRule>(),
    help: "whether paths pass between two obstacles that touch with their corners (open) or not (closed)",
};
