//! Six neighbours instead of eight: A* on hexagons.

use tautline::map::Tiling;
use tautline::moves::HexStep;
use tautline::{Planner, Query, Workspace};
use tautline_draw::Scene;
use tautline_maps::ascii::{Drawing, parse_ascii};

mod show;

/// Lakes. Rows with odd numbers lie half a tile to the right.
const MAP: &[u8] = b"
..............................
....####......................
...######.........###.........
...######........#####........
....####....##..#######....G..
.....##....####..######.......
..........######..####........
..S.......#####....##.........
..........######..............
...........####.......##......
......................##......
..............................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Drawing { map, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "lakes")? else {
        panic!("S and G are on the map");
    };
    // The same cells, but they lie beside each other as those of a honeycomb. Diagonal rules do not matter there.
    let map = map.with_tiling(Tiling::Hexagonal);
    let planner = Planner::new("astar", &map)?;
    let path = planner.plan(&map, &Query::new(start, goal), &mut Workspace::new())?;
    let path = path.into_path().expect("there is land between the lakes");

    let (cells, crow) = (path.cells().expect("a path of cells"), HexStep::distance(start, goal));
    let steps = cells.len() - 1;
    assert!(cells.windows(2).all(|pair| HexStep::neighbours(pair[0]).any(|next| next == pair[1])));
    assert_eq!(path.cost() as usize, steps, "all six steps are one tile long");
    assert!(steps > crow as usize);
    let text = format!("A shortest path has {steps} steps; without the lakes it would have {crow}.");
    let scene = Scene::new(&map).path(path.positions()).start(start).goal(goal);
    show::show("Hexagons", [(&text, scene)])
}
