use std::path::PathBuf;

use tautline::engine::Selection;

use crate::LabError;
use crate::harness::{Known, Length, Setting, Source, World};
use crate::maps::{ReferenceMap, chosen};
use crate::peers::YARDSTICK;
use crate::verify::ANGLE_TOLERANCE;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of MovingAI files, with a folder for each set.
    pub folder: PathBuf,
    /// The planners, as columns.
    pub planners: Vec<Selection>,
    /// Only maps whose name contains one of these; all reference maps where there is none.
    pub maps: Vec<String>,
}

/// A setting for each map, with one world.
pub fn plan(options: &Options) -> Result<Vec<Setting>, LabError> {
    let setting = |name: &'static str| {
        let folder = options.folder.clone();
        Setting {
            name: name.to_owned(),
            worlds: 1,
            world: Box::new(move |_| world(&ReferenceMap::load(&folder, name)?, &folder)),
            peers: vec![YARDSTICK],
            planners: options.planners.clone(),
        }
    };
    Ok(chosen(&options.maps)?.into_iter().map(setting).collect())
}

/// A map with its reference queries. The ends of planners at any angle have the coordinates of the cells. These are free, so the
/// places have a free cell next to them, too.
pub(crate) fn world(map: &ReferenceMap<'_>, folder: &std::path::Path) -> Result<World, LabError> {
    let shortest = map.shortest_at_any_angle(folder)?;
    let (mut queries, mut known) = (Vec::new(), Vec::new());
    for number in map.scenario.sample(Some(400), Some(4)) {
        let query = &map.scenario.queries[number];
        queries.push(((query.start.x, query.start.y), (query.goal.x, query.goal.y)));
        let at_any_angle = shortest
            .as_ref()
            .map_or(Length::Unknown, |lengths| Length::about(lengths[number], ANGLE_TOLERANCE));
        known.push(Known { number, at_any_angle, on_cells: map.on_cells(number) });
    }
    let source = Source { map: format!("{}.map", map.name), queries: known };
    Ok(World { map: map.map.clone(), queries, source: Some(source) })
}
