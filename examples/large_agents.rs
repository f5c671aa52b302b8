//! Who is large needs wide gates: clearance tells where agents of some size have room.

use tautline::field::{Border, Clearance};
use tautline::{Map, Planner, Query, Workspace};
use tautline_draw::Scene;
use tautline_maps::ascii::{Drawing, parse_ascii};

mod show;

/// A wall with three gates: one, three and five tiles wide.
const MAP: &[u8] = b"
............................#.......................
........................#####.......................
....S...........................................G...
........................#####.......................
............................#.......................
....................................................
....................................................
....................................................
............................#.......................
....................................................
....................................................
....................................................
....................................................
....................................................
............................#.......................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Drawing { map, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "gates")? else {
        panic!("S and G are on the map");
    };
    // How far each cell is from the nearest wall; the edge of this map is none.
    let clearance = Clearance::new(map.grid(), Border::Open);
    let (query, workspace) = (Query::new(start, goal), &mut Workspace::new());
    let mut scene = Scene::new(&map).start(start).goal(goal);
    for (radius, gate) in [(0.5, 2), (1.5, 6), (2.5, 11)] {
        // A map of the places where the middle of the agent can be: every planner plans on it as on any other.
        let room = Map::from(clearance.grid_for_radius(radius));
        let path = Planner::new("jps", &room)?.plan(&room, &query, workspace)?.into_path();
        let path = path.expect("there is a gate for all");
        let cells = path.cells().expect("a path of cells");
        assert!(cells.contains(&(28, gate).into()));
        assert!(cells.iter().all(|&cell| clearance.distance(cell) >= radius));
        scene = scene.path(path.positions());
    }
    let text = "A walker (path 1, radius 0.5) takes the small gate, a cart (path 2, 1.5) the one in the middle,\n\
                and an elephant (path 3, 2.5) the large one: the shortest path that each has room for.";
    show::show("Large agents", [(text, scene)])
}
