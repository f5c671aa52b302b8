//! Paths at any angle: moves of the grid smoothed afterwards, smoothed during the search (Theta*), and the shortest of all.

use tautline::moves::CornerRule;
use tautline::path::post_smooth;
use tautline::planners::{AngleConfig, Reexpand, Theta, ThetaOptions};
use tautline::{Algorithm, Corner, Planner, Query, Workspace};
use tautline_draw::Scene;
use tautline_maps::ascii::parse_ascii;

mod show;

/// A camp.
const MAP: &[u8] = b"
........................................
........#####...............##..........
........#####.......####....##..........
....................####................
..####..........................#####...
..####.......######.............#####...
.............######....##.......#####...
.......##..............##...............
.......##......................##.......
........................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = parse_ascii(MAP, "camp")?.map;
    let (start, goal) = (Corner::new(1, 9), Corner::new(39, 2));
    let (query, workspace) = (Query::new(start, goal), &mut Workspace::new());
    let moves = Planner::new("astar-corners", &map)?.plan(&map, &query, workspace)?;
    let moves = moves.into_path().expect("the camp is open");
    // Any legal path of corners can be smoothed, whichever planner found it.
    let smooth = post_smooth(map.grid(), CornerRule::Closed, moves.corners().expect("a path of corners"))?;
    // Options that only one planner has are in `algorithm`.
    let algorithm = ThetaOptions { reexpand: Reexpand::Yes, ..Default::default() };
    let theta = Theta::new(&map, AngleConfig { algorithm, ..Default::default() })?;
    let theta = theta.plan(&map, &query, workspace)?.into_path().expect("it is open");
    let taut = Planner::new("taut", &map)?;
    let shortest = taut.plan(&map, &query, workspace)?.into_path().expect("it is open");

    assert!(smooth.cost() < moves.cost() && theta.cost() < smooth.cost());
    assert!(shortest.cost() <= theta.cost() && theta.cost() < 1.01 * shortest.cost());
    // Ends can be any points.
    let click = Query::new((1.4, 8.7), (38.6, 2.2));
    let clicked = taut.plan(&map, &click, workspace)?.into_path().expect("it is open");
    assert!(clicked.cost() < shortest.cost());
    // Paths to all corners at once.
    let field = Theta::new(&map, AngleConfig::default())?.paths_from(&map, start, workspace)?;
    assert!(field.cost(goal).is_some_and(|cost| cost < 1.01 * shortest.cost()));
    let text = format!(
        "From corner to corner: {:.2} tiles; smoothed afterwards (path 1): {:.2}; Theta*, which smooths as it searches\n\
         (2): {:.2}; the shortest at any angle (3): {:.2}.",
        moves.cost(),
        smooth.cost(),
        theta.cost(),
        shortest.cost()
    );
    let scene = [&smooth, &theta, &shortest]
        .into_iter()
        .fold(Scene::new(&map), |scene, path| scene.path(path.positions()));
    show::show("At any angle", [(&text, scene.start(start).goal(goal))])
}
