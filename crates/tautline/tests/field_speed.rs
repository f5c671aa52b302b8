//! How fast fields are made; run by name, with `TAUTLINE_MOVINGAI` for the map of a city:
//! `cargo test --profile dist -p tautline --test suite field_speed:: -- --ignored --nocapture`

use std::path::PathBuf;
use std::time::Instant;

use tautline::field::{Border, Clearance, DijkstraMap, Field, FlowField};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::moves::DiagonalRule;
use tautline::search::Workspace;
use tautline_maps::movingai::{Passable, read_map};

const RULE: DiagonalRule = DiagonalRule::NoCornerCutting;

/// Prints the fastest of some runs, in cells a second.
fn measure(name: &str, cells: usize, mut run: impl FnMut()) {
    let mut fastest = f64::INFINITY;
    for _ in 0..15 {
        let clock = Instant::now();
        run();
        fastest = fastest.min(clock.elapsed().as_secs_f64());
    }
    let rate = cells as f64 / fastest / 1e6;
    println!("{name:>14}: {cells} cells in {:.2} ms, {rate:.1} million a second", fastest * 1e3);
}

fn measure_all(name: &str, map: &Map, goal: Cell) {
    println!("{name}, from {goal}");
    let mut workspace = Workspace::new();
    let mut field = Field::new(map, [goal]).unwrap();
    let reached = field.reached().count();
    measure("flow field", reached, || {
        FlowField::new(map, RULE, [goal], &mut workspace).unwrap();
    });
    measure("field", reached, || field.reroot([goal]).unwrap());
    measure("dijkstra map", reached, || {
        DijkstraMap::new(map, RULE, [(goal, 0.0)], &mut workspace).unwrap();
    });
    measure("clearance", map.free_cells(), || {
        let _ = Clearance::new(map.grid(), Border::Blocked);
    });
}

#[test]
#[ignore = "full check: measures, and proves nothing"]
fn cells_a_second() {
    let open = Map::open(1024, 1024).unwrap();
    measure_all("open", &open, Cell::new(512, 512));
    measure_all("open", &open, Cell::new(0, 0));
    let Some(folder) = std::env::var_os("TAUTLINE_MOVINGAI").map(PathBuf::from) else {
        return println!("skipped: TAUTLINE_MOVINGAI does not name a folder of MovingAI files");
    };
    let city = read_map(folder.join("cities/Boston_0_1024.map"), &Passable::default()).unwrap();
    let free: Vec<Cell> = city.cells().filter(|&cell| city.is_free(cell)).collect();
    measure_all("Boston_0_1024", &city, free[free.len() / 2]);
    measure_all("Boston_0_1024", &city, free[0]);
}
