//! From one place to several: one search, which ends when the last of them is reached.

use tautline::field::{Field, FieldConfig};
use tautline::{Cell, Map, Path, Planner, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// Hills and a harbour.
const MAP: &str = "\
............................................................
.......####.....................####........................
......######.....####..........######.......................
.......####.....######..........####.............###........
................######..........................#####.......
.................####................##..........###........
..........................####......####....................
..####...................######......##.....................
.######...................####..............................
..####.....####.................................####........
..........######............................................
...........####.............................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::from_rows(MAP.lines())?;
    let (harbour, villages) = ((8, 5), [(1, 0), (24, 9), (29, 2)].map(Cell::from));

    // Costs spread from the harbour, the nearest cells first. Without `until` they would spread over the whole map.
    let config = FieldConfig { until: villages.to_vec(), ..Default::default() };
    let field = Field::with_config(&map, config, [harbour])?;

    let mut scene = Scene::new(&map).start(harbour).values(field.reached());
    let (planner, mut costs) = (Planner::new("astar", &map)?, Vec::new());
    for village in villages {
        let path = field.path(village).expect("the field has reached all villages");
        let alone = planner.plan(&map, &Query::new(harbour, village), &mut Workspace::new())?;
        assert_eq!(Some(path.cost()), alone.path().map(Path::cost), "as exact as a search for it alone");
        costs.push(format!("{:.1}", path.cost()));
        scene = scene.path(path.positions()).goal(village);
    }
    let (seen, all, costs) = (field.reached().count(), map.free_cells(), costs.join(", "));
    assert!(seen < all);
    let text = format!(
        "The ways from the harbour (S) to three villages (G) cost {costs}. The search ended at the\n\
         last of them: it looked at {seen} of {all} cells, shaded by what it costs to get there."
    );
    show::show("From one to many", [(&text, scene)])
}
