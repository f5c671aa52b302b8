use tautline::engine::Registry;

use super::sets::{Neighbours, chosen};
use super::tables::rows;
use super::worlds::{trial, world};
use crate::LabError;
use crate::harness::{Setting, usable};

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only these tables; all where there is none.
    pub only: Vec<String>,
    /// How many maps of each set.
    pub worlds: u64,
}

/// What will be measured.
pub struct Plan {
    /// The sets, with each number of neighbours, and their planners.
    pub settings: Vec<Setting>,
    /// What will be left out, and why.
    pub left_out: Vec<String>,
}

/// Finds out what there is to measure for the tables that are wanted.
pub fn plan(options: &Options) -> Result<Plan, LabError> {
    let (registry, trial) = (Registry::core(), trial()?);
    let (mut settings, mut left_out) = (Vec::new(), Vec::new());
    let sets = chosen(&options.only);
    for (set, neighbours) in sets.into_iter().flat_map(|set| Neighbours::ALL.map(|some| (set, some))) {
        let mut planners = Vec::new();
        for (algorithm, _) in rows(set, neighbours) {
            match usable(&registry, &algorithm.planner(neighbours), &trial) {
                Ok(selection) => planners.push(selection),
                Err(reason) if left_out.contains(&reason) => {}
                Err(reason) => left_out.push(reason),
            }
        }
        if !planners.is_empty() {
            let (name, worlds) = (set.setting(neighbours), options.worlds);
            let world = Box::new(move |number| world(set.walls, number));
            settings.push(Setting { name, worlds, world, peers: Vec::new(), planners });
        }
    }
    Ok(Plan { settings, left_out })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cazenave::algorithms::Algorithm;

    #[test]
    fn only_what_the_tables_need_is_measured() {
        let plan = |only: &[&str]| {
            let only = only.iter().map(ToString::to_string).collect();
            plan(&Options { only, worlds: 7 }).unwrap()
        };
        let settings = |only: &[&str]| -> Vec<String> {
            plan(only).settings.into_iter().map(|setting| setting.name).collect()
        };
        assert_eq!(settings(&["table-2"]), ["walls-400-8"]);
        assert_eq!(
            settings(&[]),
            ["walls-200-8", "walls-200-4", "walls-400-8", "walls-600-8", "walls-600-4"]
        );
        let plan = plan(&["table-3"]);
        assert_eq!(plan.settings[1].worlds, 7);
        let planners: Vec<_> = plan.settings[1].planners.iter().map(ToString::to_string).collect();
        assert!(planners.contains(&Algorithm::M.planner(Neighbours::Four)), "{planners:?}");
        assert!(!planners.contains(&Algorithm::Mqueue.planner(Neighbours::Four)), "it is not in the table");
    }
}
