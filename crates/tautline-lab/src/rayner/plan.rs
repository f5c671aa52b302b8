use tautline::engine::{Registry, Selection};
use tautline::map::Map;

use super::kinds::Kind;
use super::practices::{self, Practice, SAME_COSTS};
use super::{Extent, FUNCTIONS};
use crate::LabError;
use crate::harness::{Setting, World, usable};

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only these practices; all where there is none.
    pub only: Vec<String>,
    /// How many worlds of each kind; what the extent says where it is none.
    pub worlds: Option<u64>,
    /// How thoroughly.
    pub extent: Extent,
}

/// What will be measured.
pub struct Plan {
    /// The kinds of worlds with their planners.
    pub settings: Vec<Setting>,
    /// Whether functions are measured, too.
    pub has_functions: bool,
    /// What will be left out, and why.
    pub left_out: Vec<String>,
}

/// Finds out what there is to measure for the practices that are wanted.
pub fn plan(options: &Options) -> Result<Plan, LabError> {
    let registry = Registry::core();
    let practices = practices::chosen(&options.only);
    let has_functions = !practices::planners(&practices, FUNCTIONS).is_empty();
    let mut plan = Plan { settings: Vec::new(), has_functions, left_out: Vec::new() };
    let trial = World { map: trial()?, queries: vec![((0, 0), (3, 2))], source: None };
    if practices.iter().any(|practice| practice.id == "costs") {
        // To show why: it is refused.
        plan.left_out.extend(usable(&registry, SAME_COSTS, &trial).err());
    }
    for kind in Kind::all() {
        let name = kind.name();
        let planners = plan.usable(&registry, &practices, (&name, &trial));
        if !planners.is_empty() {
            let worlds = options.worlds.unwrap_or_else(|| kind.worlds(options.extent));
            plan.settings.push(Setting { name, worlds, world: kind.maker(), peers: Vec::new(), planners });
        }
    }
    Ok(plan)
}

/// A tiny map, to try planners on.
fn trial() -> Result<Map, LabError> {
    Map::open(4, 4).map_err(|error| LabError::Generate(error.into()))
}

impl Plan {
    /// The planners that take part in a setting; why others do not is told once.
    fn usable(
        &mut self,
        registry: &Registry,
        practices: &[Practice],
        (setting, trial): (&str, &World),
    ) -> Vec<Selection> {
        let mut planners = Vec::new();
        for planner in practices::planners(practices, setting) {
            match usable(registry, &planner, trial) {
                Ok(selection) => planners.push(selection),
                Err(reason) if !self.left_out.contains(&reason) => self.left_out.push(reason),
                Err(_) => {}
            }
        }
        planners
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(only: &[&str], worlds: Option<u64>) -> Plan {
        let only = only.iter().map(ToString::to_string).collect();
        plan(&Options { only, worlds, extent: Extent::Quick }).unwrap()
    }

    #[test]
    fn only_what_the_practices_need_is_measured() {
        let plan = planned(&["memoise"], Some(7));
        let settings: Vec<_> =
            plan.settings.iter().map(|setting| (setting.name.as_str(), setting.worlds)).collect();
        let kinds = ["random-256-20", "random-256-35", "rooms-256", "maze-256", "walls-256"];
        assert_eq!(settings, kinds.map(|kind| (kind, 7)));
        assert_eq!(plan.settings[0].planners.len(), 4);
        assert!(!plan.has_functions && plan.left_out.is_empty());
        let functions = planned(&["octile"], None);
        assert!(functions.has_functions && functions.settings.is_empty());
        let open = planned(&["open"], None);
        assert_eq!(open.settings.len(), 12);
        assert!(open.settings.iter().all(|setting| setting.worlds > 1 && setting.planners.len() == 3));
    }

    #[test]
    fn costs_that_are_the_same_are_refused() {
        let plan = planned(&["costs"], None);
        assert!(plan.settings.iter().all(|setting| setting.planners.len() == 4));
        let refused: Vec<_> =
            plan.left_out.iter().filter(|reason| reason.starts_with("astar:costs=1: ")).collect();
        assert_eq!(refused.len(), 1, "{:?}", plan.left_out);
    }

    #[test]
    fn every_planner_but_those_that_there_are_not_takes_part() {
        let plan = planned(&[], None);
        let known = |reason: &String| {
            reason.starts_with("astar:costs=1: ") || reason.starts_with("there is no planner \"fringe\"")
        };
        assert!(plan.left_out.iter().all(known), "{:?}", plan.left_out);
    }
}
