//! Planners on maps of growing sizes.

use tautline::engine::{Registry, Selection};

use super::worlds::{Kind, queries};
use super::{Axis, NAME, Row};
use crate::LabError;
use crate::harness::{Method, Record, Records, Setting, Workspaces, World, mean, measure_world, pinned};

/// The planners: between cells and at any angle, each online and prepared.
pub(super) const PLANNERS: [&str; 7] =
    ["astar", "jps", "jump-graph", "theta", "anya", "taut", "taut-prepared"];

/// Which of them take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// All.
    All,
    /// Those that need no index.
    Online,
}

/// What is asked of a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// How many queries.
    pub(super) queries: usize,
    /// How often each; the fastest counts.
    pub(super) passes: usize,
    /// Of which planners: there are maps for which it takes too long to prepare an index.
    pub(super) who: Who,
}

/// Puts the same queries to the planners on one map. Their answers are verified, and the lengths compared between those of one rule.
pub(super) fn measured(kind: Kind, side: u32, effort: Effort, seed: u64) -> Result<Vec<Row>, LabError> {
    let name = format!("{} of {side} × {side} cells, seed {seed}", kind.name());
    let map = kind.map(side, seed)?;
    let queries = queries(&map, effort.queries, seed, &name)?;
    let world = World { map, queries, source: None };
    let registry = Registry::core();
    let planners =
        PLANNERS.map(|planner| registry.select(planner)).into_iter().collect::<Result<Vec<_>, _>>()?;
    let takes_part = |planner: &Selection| effort.who == Who::All || !planner.needs_index();
    let planners: Vec<Selection> = planners.into_iter().filter(takes_part).collect();
    let shown: Vec<String> = planners.iter().map(Selection::to_string).collect();
    let made = Box::new(move |_| Ok(world.clone()));
    let setting = Setting { name: name.clone(), worlds: 1, world: made, peers: Vec::new(), planners };
    let method = Method::of_papers(effort.passes);
    let records = pinned(|| measure_world(NAME, &setting, 0, &method, &mut Workspaces::new(), &mut || {}))?;
    let records = Records::new(records);
    let rows = shown.into_iter().map(|subject| {
        let records = records.of(&name, &subject);
        let mean = |figure: fn(&Record) -> u64| {
            mean(records.iter().map(|record| figure(record) as f64)).unwrap_or_default()
        };
        Row {
            axis: Axis::Map,
            kind: kind.name().into(),
            subject,
            size: side.into(),
            threads: 1,
            seed,
            units: records.len() as u64,
            passes: effort.passes as u64,
            nanoseconds: mean(|record| record.nanoseconds),
            expanded: Some(mean(|record| record.expanded)),
            prepare_nanoseconds: records.first().map_or(0, |record| record.preparation_nanoseconds),
        }
    });
    Ok(rows.collect())
}
