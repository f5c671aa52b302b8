//! From corner to corner instead of from cell to cell: the more neighbours, the shorter the path.

use tautline::moves::CornerMoves;
use tautline::planners::{AStarCorners, AStarCornersConfig};
use tautline::{Algorithm, Corner, Map, Point, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// A park with flower beds.
const MAP: &str = "\
................................................
................................................
..........#####.................................
..........#####...........####..................
..........#####...........####..................
..........................####..................
....................................#######.....
...............####.................#######.....
...............####.............................
...............####.............................
................................................
................................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::from_rows(MAP.lines())?;
    let (start, goal) = (Corner::new(2, 1), Corner::new(46, 10));
    let mut scene = Scene::new(&map).start(start).goal(goal);
    let mut lengths = Vec::new();
    for moves in CornerMoves::ALL {
        let planner = AStarCorners::new(&map, AStarCornersConfig { moves, ..Default::default() })?;
        let answer = planner.plan(&map, &Query::new(start, goal), &mut Workspace::new())?;
        let path = answer.into_path().expect("there is room between the beds");
        scene = scene.path(path.positions());
        lengths.push(path.cost());
    }
    assert!(lengths[0] > lengths[1] && lengths[1] > lengths[2]);
    assert!(lengths[2] > Point::from(start).distance(goal.into()));
    let text = format!(
        "Along the sides of the tiles (path 1, four neighbours): {:.2} tiles.\n\
         With their diagonals (path 2, eight neighbours): {:.2}. With the moves of a knight (path 3, sixteen): {:.2}.",
        lengths[0], lengths[1], lengths[2]
    );
    show::show("Four, eight and sixteen neighbours", [(&text, scene)])
}
