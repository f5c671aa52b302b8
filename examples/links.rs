//! Teleports and one-way doors: ways between cells that are not beside each other.

use tautline::map::Link;
use tautline::{Cell, Map, Planner, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// A castle without a gate, and a wizard's tower.
const MAP: &str = "\
....................................................
..............#########################.............
..............#.......................#....#####....
..............#.###################...#....#...#....
..............#.#.................#...#....#...#....
..............#.#.................#...#....#...#....
..............#.###################...#....#.###....
..............#.......................#....#.#......
..............#########################.............
....................................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut map = Map::from_rows(MAP.lines())?;
    let [outside, throne, tower, hall] = [(4, 7), (20, 5), (45, 4), (26, 4)].map(Cell::from);
    // A teleport, which takes as long as two steps …
    map.add_link_both_ways(Link::new(tower, hall, 2))?;
    // … and two doors in the walls, which open in one direction only.
    map.add_link(Link::new((17, 5), (15, 5), 2))?;
    map.add_link(Link::new((15, 7), (13, 7), 2))?;

    let (planner, workspace) = (Planner::new("astar", &map)?, &mut Workspace::new());
    let mut plan = |from, to| planner.plan(&map, &Query::new(from, to), workspace);
    let way_in = plan(outside, throne)?.into_path().expect("the teleport leads there");
    let way_out = plan(throne, outside)?.into_path().expect("the doors lead there");

    let [cells_in, cells_out] = [&way_in, &way_out].map(|path| path.cells().expect("a path of cells"));
    assert!(cells_in.windows(2).any(|pair| pair == [tower, hall]));
    assert!(way_out.cost() < way_in.cost() && !cells_out.contains(&hall));
    let text = format!(
        "A teleport (a) leads from the tower into the hall, and back. The doors b and c only let one out.\n\
         The way in costs {:.1} (path 1, by the teleport); the way out costs {:.1} (path 2, by the doors).",
        way_in.cost(),
        way_out.cost()
    );
    let castle = Scene::new(&map).start(outside).goal(throne);
    let ways = castle.path(way_in.positions()).path(way_out.positions());
    show::show("A teleport and one-way doors", [(&text, ways)])
}
