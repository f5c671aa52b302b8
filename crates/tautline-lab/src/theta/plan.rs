use std::path::PathBuf;

use tautline::engine::Registry;

use super::kinds::{Extent, Kind};
use super::sheets;
use crate::LabError;
use crate::harness::{Setting, usable};

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of MovingAI files; without it there are no game maps.
    pub folder: Option<PathBuf>,
    /// Only these tables and figures; all where there is none.
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
    /// What will be left out, and why.
    pub left_out: Vec<String>,
}

/// Finds out what there is to measure for the tables that are wanted.
pub fn plan(options: &Options) -> Result<Plan, LabError> {
    let registry = Registry::core();
    let sheets = sheets::chosen(&options.only);
    let mut plan = Plan { settings: Vec::new(), left_out: Vec::new() };
    for kind in Kind::all() {
        let name = kind.name();
        let wanted = sheets::planners(&sheets, kind);
        if wanted.is_empty() {
            continue;
        }
        let Some(world) = kind.maker(options.folder.as_deref())? else {
            plan.leave_out("game maps: the folder of MovingAI files was not given".into());
            continue;
        };
        let trial = kind.trial()?;
        let mut planners = Vec::new();
        for planner in wanted {
            match usable(&registry, &planner, &trial) {
                Ok(selection) => planners.push(selection),
                Err(reason) => plan.leave_out(reason),
            }
        }
        if !planners.is_empty() {
            let worlds = options.worlds.unwrap_or_else(|| kind.worlds(options.extent));
            plan.settings.push(Setting { name, worlds, world, peers: Vec::new(), planners });
        }
    }
    Ok(plan)
}

impl Plan {
    fn leave_out(&mut self, reason: String) {
        if !self.left_out.contains(&reason) {
            self.left_out.push(reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theta::planners::{THETA, THETA_4, THETA_16};

    fn planned(only: &[&str], worlds: Option<u64>) -> Plan {
        let only = only.iter().map(ToString::to_string).collect();
        plan(&Options { folder: None, only, worlds, extent: Extent::Quick }).unwrap()
    }

    #[test]
    fn only_what_the_tables_need_is_measured() {
        let plan = planned(&["figure-24", "table-5"], Some(7));
        let settings: Vec<_> =
            plan.settings.iter().map(|setting| (setting.name.as_str(), setting.worlds)).collect();
        assert_eq!(settings, [("random-500-20", 7), ("single-source", 7)]);
        let planners: Vec<_> = plan.settings[0].planners.iter().map(ToString::to_string).collect();
        assert_eq!(planners, [THETA_4, THETA, THETA_16]);
        assert!(planned(&["table-1"], None).settings.iter().all(|setting| setting.worlds > 1));
    }

    #[test]
    fn what_is_left_out_is_told_once() {
        let left_out = planned(&["table-1", "table-2"], None).left_out;
        let of_maps = left_out.iter().filter(|reason| reason.starts_with("game maps: "));
        assert_eq!(of_maps.count(), 1, "{left_out:?}");
    }
}
