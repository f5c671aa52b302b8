//! The options that planners on corners share.

use crate::engine::{Choice, OptionKind, OptionSpec};
use crate::moves::CornerMoves;
use crate::open::TieBreak;

impl Choice for CornerMoves {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("4", Self::Four), ("8", Self::Eight), ("16", Self::Sixteen)];
}

pub(super) const TIES: OptionSpec = OptionSpec {
    name: "ties",
    default: "smaller-g",
    kind: OptionKind::of::<TieBreak>(),
    help: "which of several corners with the same f is expanded first",
};

pub(super) const NEIGHBOURS: OptionSpec = OptionSpec {
    name: "neighbours",
    default: "8",
    kind: OptionKind::of::<CornerMoves>(),
    help: "to how many corners one moves from each: along sides, also along diagonals, also as a knight",
};
