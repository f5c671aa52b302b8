//! Costs on steps: uphill is dearer than downhill, and steep is dearest.

use tautline::map::Tolls;
use tautline::{Cell, Map, Planner, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// Heights: a hill with a cliff in the west and a ramp in the east.
const HEIGHTS: &str = "\
0000000000000000000000000000000000000000000000000000
0000000000089999999999999999887766554433221100000000
0000000000899999999999999999988776655443322110000000
0000000000899999999999999999988776655443322110000000
0000000000899999999999999999988776655443322110000000
0000000000899999999999999999988776655443322110000000
0000000000089999999999999999887766554433221100000000
0000000000000000000000000000000000000000000000000000";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows: Vec<&[u8]> = HEIGHTS.lines().map(str::as_bytes).collect();
    let height = |cell: Cell| i32::from(rows[cell.y as usize][cell.x as usize] - b'0');
    let map = Map::open(52, 8)?;
    let (camp, castle) = ((4, 3), (16, 4));
    let planner = Planner::new("astar", &map)?;
    let plan = |map: &Map, from, to| {
        let answer = planner.plan(map, &Query::new(from, to), &mut Workspace::new());
        answer.map(|answer| answer.into_path().expect("nothing is blocked"))
    };

    // So much for each unit of height, up and down: the same way there and back, but not the same cost.
    let even = map.clone().with_tolls(Tolls::climbs(map.grid(), height, 3, 1))?;
    let (up, down) = (plan(&even, camp, castle)?, plan(&even, castle, camp)?);
    assert!((up.cost() - down.cost() - 9.0 * (3.0 - 1.0)).abs() < 1e-9, "9 units of height");
    // The square of a climb, and nothing downhill: now a cliff is only good to jump from.
    let climb = |cell, direction| (height(cell + direction) - height(cell)).max(0);
    let steep = Tolls::from_fn(map.grid(), |cell, direction| climb(cell, direction).pow(2) as u16);
    let steep = map.clone().with_tolls(steep)?;
    let (ramp, cliff) = (plan(&steep, camp, castle)?, plan(&steep, castle, camp)?);
    assert!(ramp.len() > 2 * cliff.len());

    let heights = map.cells().map(|cell| (cell, height(cell).into()));
    let hill = Scene::new(&map).values(heights).start(camp).goal(castle);
    let one = hill.clone().path(up.positions());
    let both = hill.path(ramp.positions()).path(cliff.positions());
    let [up, down, ramp, cliff] = [up, down, ramp, cliff].map(|path| format!("{:.1}", path.cost()));
    let first = format!("A unit of height costs 3 up and 1 down: {up} there, {down} back by the same way.");
    let second =
        format!("The square of a climb, nothing down: {ramp} up the ramp (1), {cliff} down the cliff (2).");
    show::show("Uphill and downhill", [(&first, one), (&second, both)])
}
