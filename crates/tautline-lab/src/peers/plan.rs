use std::path::PathBuf;

use tautline::engine::{Registry, Selection};

use super::{CROWDS, NAME, crowds, peers};
use crate::LabError;
use crate::harness::{Record, Setting, Verdict};
use crate::maps::{ReferenceMap, chosen};
use crate::yardstick::world;

/// Our planners that the libraries are measured beside: each online one of a kind, and the prepared ones.
const PLANNERS: [&str; 7] = ["astar", "jps", "jump-graph", "theta", "anya", "taut", "taut-prepared"];

/// How many agents the crowds have: one of the libraries takes a time for each that grows with their number.
const AGENTS: usize = 250;

/// How many steps they walk.
const STEPS: usize = 200;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of MovingAI files, with a folder for each set.
    pub folder: PathBuf,
    /// Only maps whose name contains one of these; all reference maps where there is none.
    pub maps: Vec<String>,
}

/// A setting for each map, with one world.
pub fn plan(options: &Options) -> Result<Vec<Setting>, LabError> {
    let registry = Registry::core();
    let planners: Vec<Selection> =
        PLANNERS.into_iter().map(|planner| registry.select(planner)).collect::<Result<_, _>>()?;
    let setting = |name: &'static str| {
        let folder = options.folder.clone();
        Setting {
            name: name.to_owned(),
            worlds: 1,
            world: Box::new(move |_| world(&ReferenceMap::load(&folder, name)?, &folder)),
            peers: peers(),
            planners: planners.clone(),
        }
    };
    Ok(chosen(&options.maps)?.into_iter().map(setting).collect())
}

/// Measures crowds in the scene where a disc of agents walks through itself.
pub fn measure_crowds() -> Result<Vec<Record>, LabError> {
    let record = |row: super::CrowdRow| {
        let steps = (AGENTS * STEPS) as u64;
        Record {
            experiment: NAME.to_owned(),
            setting: CROWDS.to_owned(),
            world: 0,
            query: 0,
            planner: row.library.to_owned(),
            outcome: Verdict::Found,
            cost: Some(row.arrived as f64 / AGENTS as f64),
            turns: Some(0),
            straight: None,
            diagonal: None,
            expanded: steps,
            generated: row.collisions as u64,
            line_of_sight_checks: 0,
            repairs: 0,
            nanoseconds: (row.microseconds * 1e3 * steps as f64) as u64,
            passes: 1,
            preparation_nanoseconds: 0,
            bytes: None,
            reference: None,
        }
    };
    Ok(crowds(AGENTS, STEPS)?.into_iter().map(record).collect())
}
