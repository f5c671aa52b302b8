//! More natural paths: from side to side of the cells instead of from middle to middle, and pulled tight as a string.

use tautline::planners::{MidpointOutcome, Midpoints};
use tautline::{Planner, Query, Workspace};
use tautline_draw::Scene;
use tautline_maps::ascii::{Drawing, parse_ascii};

mod show;

/// A cave.
const MAP: &[u8] = b"
............#####.......................
.S..........#####...............####....
............#####...............####....
....##.......#####...#####......####....
...####........##....#####.......##.....
...####..............####...............
....##......##........###...............
...........####.............###.........
...........####............#####.....G..
............##..............###.........";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Drawing { map, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "cave")? else {
        panic!("S and G are on the map");
    };
    let (query, workspace) = (Query::new(start, goal), &mut Workspace::new());
    let cells = Planner::new("astar", &map)?.plan(&map, &query, workspace)?;
    let cells = cells.into_path().expect("the cave is open");
    let MidpointOutcome::Found(found) = Midpoints.plan(&map, &query, workspace)?.outcome else {
        panic!("the cave is open");
    };
    // The sides that the path crosses are portals. The funnel algorithm finds the shortest line through all of them.
    let (middles, tight) = (found.middles(), found.tight());

    assert!(tight.cost() < middles.cost() && tight.cost() < cells.cost());
    assert!(found.corridor().iter().all(|&cell| map.is_free(cell)));
    let text = format!(
        "From cell to cell (path 1): {:.2} tiles; from side to side (2): {:.2}; pulled tight through these\n\
         sides (3): {:.2}. A picture shows more of it: cargo run --example midpoints -- midpoints.svg",
        cells.cost(),
        middles.cost(),
        tight.cost()
    );
    let paths = [cells, middles, tight];
    let scene = paths.iter().fold(Scene::new(&map), |scene, path| scene.path(path.positions()));
    show::show("From side to side, and pulled tight", [(&text, scene.start(start).goal(goal))])
}
