//! Paths at any angle: moves of the grid smoothed afterwards, smoothed during the search (Theta*), and the shortest of all.

use tautline::geometry::{Corner, Point};
use tautline::moves::CornerRule;
use tautline::path::post_smooth;
use tautline::planners::{AStarCorners, AngleConfig, Reexpand, Taut, Theta, ThetaOptions};
use tautline::search::{Query, Workspace};
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
    let grid = parse_ascii(MAP, "camp")?.grid;
    let (start, goal) = (Corner::new(1, 9), Corner::new(39, 2));
    let (query, workspace) = (Query::new(start, goal), &mut Workspace::new());
    let moves = AStarCorners::new(&grid).plan(&query, workspace)?.into_path().expect("the camp is open");
    // Any legal path of corners can be smoothed, whoever found it.
    let smooth = post_smooth(&grid, CornerRule::Closed, &moves.places)?;
    // Options that only one planner has are in `algorithm`.
    let algorithm = ThetaOptions { reexpand: Reexpand::Yes, ..Default::default() };
    let config = AngleConfig { algorithm, ..Default::default() };
    let theta = Theta::with_config(&grid, config).plan(&query, workspace)?.into_path().expect("it is open");
    let shortest = Taut::new(&grid).plan(&query, workspace)?.into_path().expect("it is open");

    assert!(smooth.cost < moves.cost && theta.cost < smooth.cost);
    assert!(shortest.cost <= theta.cost && theta.cost < 1.01 * shortest.cost);
    // Ends can be any points.
    let click = Query::new((1.4, 8.7), (38.6, 2.2));
    let clicked = Taut::new(&grid).plan_points(&click, workspace)?.into_path().expect("it is open");
    assert!(clicked.cost < shortest.cost);
    // Paths to all corners at once.
    let field = Theta::new(&grid).paths_from(start, workspace)?;
    assert!(field.cost(goal).is_some_and(|cost| cost < 1.01 * shortest.cost));
    let text = format!(
        "From corner to corner: {:.2} tiles; smoothed afterwards (path 1): {:.2}; Theta*, which smooths as it searches\n\
         (2): {:.2}; the shortest at any angle (3): {:.2}.",
        moves.cost, smooth.cost, theta.cost, shortest.cost
    );
    let line = |path: &[Corner]| path.iter().copied().map(Point::from).collect::<Vec<_>>();
    let scene = [&smooth, &theta, &shortest]
        .into_iter()
        .fold(Scene::new(&grid), |scene, path| scene.line(&line(&path.places)));
    show::show("At any angle", [(&text, scene.start_at(start).goal_at(goal))])
}
