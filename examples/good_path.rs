//! Not only short: soft costs lead away from walls and guards, and past what is worth a detour.

use tautline::field::{Border, Clearance, Layers};
use tautline::{Cell, Map, Planner, Query, Workspace};
use tautline_draw::Scene;
use tautline_maps::ascii::{Drawing, parse_ascii};

mod show;

/// A hall with pillars.
const MAP: &[u8] = b"
................................................
................................................
......##......##......##......##......##........
......##......##......##......##......##........
................................................
..S..........................................G..
................................................
......##......##......##......##......##........
......##......##......##......##......##........
................................................
................................................
................................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Drawing { map, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "hall")? else {
        panic!("S and G are on the map");
    };
    let (planner, workspace) = (Planner::new("astar", &map)?, &mut Workspace::new());
    let mut plan = |map: &Map, query: &Query| planner.plan(map, query, workspace);
    let ways = Query::new(start, goal);
    let short = plan(&map, &ways)?.into_path().expect("the hall is open");
    let guard = plan(&map, &Query::new((18, 5), (28, 5)))?.into_path().expect("the hall is open");
    let coins = [(14, 11), (23, 11), (32, 11)].map(Cell::from);

    // What a cell costs is 1 and what the layers add, each with its weight. A negative one attracts.
    let costs = Layers::new(map.grid())
        .near_walls(&Clearance::new(map.grid(), Border::Open), 1.5, 3.0)
        .along(&guard, 5.0, 6.0)
        .around("coins", coins, 3.0, -0.8)
        .build();
    let good = plan(&costs, &ways)?.into_path().expect("the hall is open");

    let [on_short, on_guard, on_good] = [&short, &guard, &good].map(|path| path.cells().expect("cells"));
    assert!(on_guard.iter().all(|cell| on_short.contains(cell) && !on_good.contains(cell)));
    assert!(coins.iter().all(|coin| on_good.contains(coin)));
    let text = "The shortest path (1) runs into a guard, who walks up and down (2). The good one (3) keeps away\n\
                from him and from the pillars, and collects coins ($). Shaded by the cost of a cell.";
    let shades = map.cells().map(|cell| (cell, f64::from(costs.cost(cell))));
    let scene = Scene::new(&map).values(shades.filter(|&(_, cost)| cost > f64::from(Layers::SCALE)));
    let scene = coins.into_iter().fold(scene.start(start).goal(goal), |scene, coin| scene.mark(coin, '$'));
    let paths = [short, guard, good];
    show::show("A good path", [(text, paths.iter().fold(scene, |scene, path| scene.path(path.positions())))])
}
