use std::path::PathBuf;

use tautline::engine::{Registry, Selection};

use super::load::{LeftOut, load, names};
use super::planners::planners;
use super::sets::SETS;
use crate::LabError;
use crate::harness::Setting;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of MovingAI files, with a folder for each set.
    pub folder: PathBuf,
    /// Only these tables and figures; all where there is none.
    pub only: Vec<String>,
    /// How many maps of each set, the first by name; all where it is none.
    pub maps: Option<usize>,
    /// How many queries of each map, spread evenly; all where it is none.
    pub sample: Option<usize>,
}

/// What will be measured.
pub struct Plan {
    /// The sets with their planners.
    pub settings: Vec<Setting>,
    /// What will be left out, and why.
    pub left_out: Vec<String>,
}

/// Reads all maps and finds out what there is to measure for the tables that are wanted.
pub fn plan(options: &Options) -> Result<Plan, LabError> {
    let registry = Registry::core();
    let selections: Vec<Selection> = planners(&options.only)
        .into_iter()
        .map(|planner| registry.select(planner))
        .collect::<Result<_, _>>()?;
    let (mut settings, mut left_out) = (Vec::new(), Vec::new());
    for set in &SETS {
        let mut names = names(&options.folder, set)?;
        if names.is_empty() {
            left_out.push(format!("{}: there are no maps of it in the folder", set.title));
            continue;
        }
        names.truncate(options.maps.unwrap_or(names.len()));
        let (mut worlds, mut queries) = (Vec::new(), LeftOut::default());
        for name in &names {
            let (world, of_map) = load(&options.folder, set, name, options.sample)?;
            worlds.push(world);
            queries.add(of_map);
        }
        if queries != LeftOut::default() {
            left_out.push(format!("queries of {}: {queries}", set.title));
        }
        let count = worlds.len() as u64;
        let world = Box::new(move |number| Ok(worlds[number as usize].clone()));
        settings.push(Setting {
            name: set.name.into(),
            worlds: count,
            world,
            peers: Vec::new(),
            planners: selections.clone(),
        });
    }
    if settings.is_empty() {
        let problem = "found no folder of a set".into();
        return Err(LabError::Folder { folder: options.folder.display().to_string(), problem });
    }
    Ok(Plan { settings, left_out })
}
