//! A map from a file: MovingAI, a drawing, an image, ROS, Tiled or a table, whichever it is.

use tautline::{Planner, Query, Workspace};
use tautline_draw::Scene;
use tautline_maps::{LoadOptions, load};

mod show;

/// Grass (.), trees (T), swamp (S), water (W) and walls (@).
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/land.map");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // As the benchmarks mean it: one walks on grass and swamp, and both are the same.
    let plain = load(FILE, &LoadOptions::default())?.map;
    // For a scout, to whom ground costs something; what is not named is blocked.
    let scout = LoadOptions { unit: Some(".=1,S=3,T=4".parse()?), ..LoadOptions::default() };
    let scout = load(FILE, &scout)?.map;

    let (query, workspace) = (Query::new((15, 13), (33, 13)), &mut Workspace::new());
    let mut scenes = Vec::new();
    for map in [&plain, &scout] {
        // A file can have anything in it: a planner that does not support it is not made, and the error says why.
        let planner = Planner::new("astar", map)?;
        let path = planner.plan(map, &query, workspace)?.into_path().expect("there is a way");
        let scene = Scene::new(map).path(path.positions()).start(query.start).goal(query.goal);
        scenes.push((path.cost(), scene));
    }
    assert!(plain.terrain().is_none() && scout.terrain().is_some());
    assert!(scenes[0].0 < scenes[1].0);
    let texts = [
        format!("Trees and water are blocked, the rest is the same: cost {:.1}.", scenes[0].0),
        format!(
            "To a scout, swamp and trees cost three and four times as much (the digits): cost {:.1}.",
            scenes[1].0
        ),
    ];
    let [one, two] = [0, 1].map(|number| (texts[number].as_str(), scenes[number].1.clone()));
    show::show("A map from a file", [one, two])
}
