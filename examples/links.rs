//! Teleports and one-way doors: ways between cells that are not beside each other.

use tautline::geometry::Cell;
use tautline::planners::AStar;
use tautline::search::{Query, Workspace};
use tautline::world::{Grid, Ground, Link, Links};
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
    let grid = Grid::from_rows(MAP.lines())?;
    let [outside, throne, tower, hall] = [(4, 7), (20, 5), (45, 4), (26, 4)].map(Cell::from);
    let mut links = Links::new();
    // A teleport, which takes as long as two steps …
    links.add_both_ways(&grid, Link::new(tower, hall, 2))?;
    // … and two doors in the walls, which open in one direction only.
    links.add(&grid, Link::new((17, 5), (15, 5), 2))?;
    links.add(&grid, Link::new((15, 7), (13, 7), 2))?;

    let (ground, workspace) = (Ground::from(&grid).with_links(&links), &mut Workspace::new());
    let mut plan = |from, to| AStar::new(ground).plan(&Query::<Cell>::new(from, to), workspace);
    let way_in = plan(outside, throne)?.into_path().expect("the teleport leads there");
    let way_out = plan(throne, outside)?.into_path().expect("the doors lead there");

    assert!(way_in.places.windows(2).any(|pair| pair == [tower, hall]));
    assert!(way_out.cost < way_in.cost && !way_out.places.contains(&hall));
    let text = format!(
        "A teleport (a) leads from the tower into the hall, and back. The doors b and c only let one out.\n\
         The way in costs {:.1} (path 1, by the teleport); the way out costs {:.1} (path 2, by the doors).",
        way_in.cost, way_out.cost
    );
    let castle = Scene::new(ground).start(outside).goal(throne);
    let ways = castle.path(&way_in.places).path(&way_out.places);
    show::show("A teleport and one-way doors", [(&text, ways)])
}
