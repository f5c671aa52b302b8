//! The options of the graph planners, as data.

use super::{NodeKind, OpenKind};
use crate::engine::{Choice, OptionKind, OptionSpec, PrepareError, Settings};
use crate::heuristic::Metric;
use crate::moves::{CostModel, DiagonalRule, StepCosts};
use crate::open::TieBreak;

impl Choice for CostModel {
    const CHOICES: &'static [(&'static str, Self)] = &[
        ("octile", Self::Octile),
        ("99/70", Self::Integer(StepCosts::D99_C70)),
        ("3/2", Self::Integer(StepCosts::D3_C2)),
        ("99/50", Self::Integer(StepCosts::D99_C50)),
        ("1", Self::Integer(StepCosts::FOUR_NEIGHBOURS)),
    ];
}

impl Choice for Option<Metric> {
    const CHOICES: &'static [(&'static str, Self)] = &[
        ("auto", None),
        ("octile", Some(Metric::Octile)),
        ("manhattan", Some(Metric::Manhattan)),
        ("chebyshev", Some(Metric::Chebyshev)),
        ("euclidean", Some(Metric::Euclidean)),
        ("zero", Some(Metric::Zero)),
    ];
}

/// A queue is no choice: it keeps no order but its own.
impl Choice for OpenKind {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("heap", Self::Heap), ("linear", Self::Linear), ("stacks", Self::Stacks)];
}

impl Choice for NodeKind {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("pooled", Self::Pooled), ("fresh", Self::Fresh), ("listed", Self::Listed)];
}

impl Choice for TieBreak {
    const CHOICES: &'static [(&'static str, Self)] = &[
        ("larger-g", Self::LargerG),
        ("smaller-g", Self::SmallerG),
        ("lifo", Self::Lifo),
        ("fifo", Self::Fifo),
    ];
}

pub(super) const COSTS: OptionSpec = OptionSpec {
    name: "costs",
    default: "octile",
    kind: OptionKind::of::<CostModel>(),
    help: "what steps cost: exact octile lengths, or whole numbers as diagonal/straight; 1 is for four neighbours",
};

pub(super) const HEURISTIC: OptionSpec = OptionSpec {
    name: "heuristic",
    default: "auto",
    kind: OptionKind::of::<Option<Metric>>(),
    help: "the estimate of the cost to the goal; auto = octile, or manhattan for four neighbours",
};

pub(super) const OPEN: OptionSpec = OptionSpec {
    name: "open",
    default: "stacks",
    kind: OptionKind::of::<OpenKind>(),
    help: "the open list: an indexed heap, an array that is scanned, or an array of stacks",
};

pub(super) const TIES: OptionSpec = OptionSpec {
    name: "ties",
    default: "lifo",
    kind: OptionKind::of::<TieBreak>(),
    help: "which of several equally good states comes first",
};

pub(super) const NODES: OptionSpec = OptionSpec {
    name: "nodes",
    default: "pooled",
    kind: OptionKind::of::<NodeKind>(),
    help: "where is kept what is known of states: in one table that is used again, in memory that is asked for node by node, \
           or in a list that is gone through; the latter two are for comparison, on plain maps",
};

pub(super) const REMEMBER_H: OptionSpec = OptionSpec {
    name: "remember-h",
    default: "on",
    kind: OptionKind::of::<bool>(),
    help: "keep the estimate of an open state for when a cheaper way to it is found",
};

pub(super) const TURN_PENALTY: OptionSpec = OptionSpec {
    name: "turn-penalty",
    default: "0",
    kind: OptionKind::Range { min: 0.0, max: 1000.0 },
    help: "what each change of heading costs, in tiles: a multiple of 0.5; the cost of a path includes it",
};

/// The penalty for turns, in halves of a tile.
pub(super) fn turn_penalty(settings: &Settings) -> Result<u32, PrepareError> {
    let tiles = settings.number("turn-penalty");
    let halves = 2.0 * tiles;
    if halves.fract() == 0.0 { Ok(halves as u32) } else { Err(PrepareError::TurnPenalty(tiles)) }
}

/// The rule and the costs, if they go together.
pub(super) fn moves(settings: &Settings) -> Result<(DiagonalRule, CostModel), PrepareError> {
    let rule: DiagonalRule = settings.choice("diagonal");
    let costs = settings.choice("costs");
    if let CostModel::Integer(costs) = costs
        && rule.has_diagonals()
    {
        StepCosts::new(costs.straight, costs.diagonal).map_err(PrepareError::Costs)?;
    }
    Ok((rule, costs))
}
