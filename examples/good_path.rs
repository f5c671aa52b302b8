//! Not only short: soft costs lead away from walls and guards, and past what is worth a detour.

use tautline::field::{Border, Clearance, Layers};
use tautline::geometry::Cell;
use tautline::planners::AStar;
use tautline::search::{Query, Workspace};
use tautline::world::Ground;
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
    let Drawing { grid, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "hall")? else {
        panic!("S and G are on the map");
    };
    let workspace = &mut Workspace::new();
    let mut plan = |query: Query<Cell>, ground: Ground<'_>| AStar::new(ground).plan(&query, workspace);
    let ways = Query::new(start, goal);
    let short = plan(ways.clone(), Ground::from(&grid))?.into_path().expect("the hall is open");
    let guard =
        plan(Query::new((18, 5), (28, 5)), Ground::from(&grid))?.into_path().expect("the hall is open");
    let coins = [(14, 11), (23, 11), (32, 11)].map(Cell::from);

    // What a cell costs is 1 and what the layers add, each with its weight. A negative one attracts.
    let terrain = Layers::new(&grid)
        .near_walls(&Clearance::new(&grid, Border::Open), 1.5, 3.0)
        .along(&guard, 5.0, 6.0)
        .around("coins", coins, 3.0, -0.8)
        .build();
    let good = plan(ways, Ground::from(&terrain))?.into_path().expect("the hall is open");

    assert!(guard.places.iter().all(|cell| short.places.contains(cell) && !good.places.contains(cell)));
    assert!(coins.iter().all(|coin| good.places.contains(coin)));
    let text = "The shortest path (1) runs into a guard, who walks up and down (2). The good one (3) keeps away\n\
                from him and from the pillars, and collects coins ($). Shaded by the cost of a cell.";
    let costs = grid.cells().map(|cell| (cell, f64::from(terrain.cost(cell))));
    let scene = Scene::new(&grid).values(costs.filter(|&(_, cost)| cost > f64::from(Layers::SCALE)));
    let scene = coins.into_iter().fold(scene.start(start).goal(goal), |scene, coin| scene.mark(coin, '$'));
    show::show("A good path", [(text, scene.path(&short.places).path(&guard.places).path(&good.places))])
}
