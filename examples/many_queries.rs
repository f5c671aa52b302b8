//! Many queries at once: by all threads there are, with the answers in order.

use std::time::Instant;

use tautline::engine::{Workspaces, plan_many};
use tautline::{Cell, Planner, Query, Workspace};
use tautline_draw::Scene;
use tautline_maps::{LoadOptions, load};

mod show;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/rooms.map");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = load(FILE, &LoadOptions::default())?.map;
    let planner = Planner::new("jps", &map)?;
    // From every free cell to the one that is as far away from the end as it is from the beginning.
    let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    let queries: Vec<Query> =
        free.iter().zip(free.iter().rev()).map(|(&start, &goal)| Query::new(start, goal)).collect();

    let mut workspaces = Workspaces::new(); // keep them for the next batch
    let begun = Instant::now();
    let answers = plan_many(&planner, &map, &queries, &mut workspaces);
    let time = begun.elapsed();

    let mut scene = Scene::new(&map);
    for (number, (query, answer)) in queries.iter().zip(&answers).enumerate() {
        let alone = planner.plan(&map, query, &mut Workspace::new());
        assert_eq!(answer, &alone, "each answer is the one that its query gets alone");
        if let (true, Some(path)) = (number % 200 == 0, alone?.path()) {
            scene = scene.path(path.positions());
        }
    }
    let text =
        format!("{} queries in {:.1} ms, and a few of their paths:", queries.len(), time.as_secs_f64() * 1e3);
    show::show("Many queries at once", [(&text, scene)])
}
