//! To whichever is nearest: one search for several goals.

use tautline::geometry::Cell;
use tautline::planners::AStar;
use tautline::search::{Query, Workspace};
use tautline::world::Grid;
use tautline_draw::Scene;

mod show;

/// A town with walls.
const MAP: &str = "\
......................#.........................
......................#.........................
..########............#........##########.......
..#......#............#........#........#.......
..#......#............#........#........#.......
..#......#............#........#........#.......
..#...................#........####..####.......
..#......#............#.........................
..########............#.........................
......................#.........................
................................................
................................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = Grid::from_rows(MAP.lines())?;
    let hurt = Cell::new(20, 3);
    let healers = [(24, 3), (4, 4), (35, 4), (45, 11), (12, 9)].map(Cell::from);

    let query = Query::new(hurt, healers[0]).or_to_any(healers);
    let workspace = &mut Workspace::new();
    let path = AStar::new(&grid).plan(&query, workspace)?.into_path().expect("one can be reached");

    // The nearest as the crow flies is behind a wall. One search finds the same as a search for each.
    let nearest = *path.places.last().expect("a path ends somewhere");
    assert_ne!(nearest, healers[0]);
    for healer in healers {
        let alone = AStar::new(&grid).plan(&Query::new(hurt, healer), workspace)?;
        assert!(alone.path().is_some_and(|alone| alone.cost >= path.cost));
    }
    let text = format!(
        "Five healers (G). The one behind the wall is four tiles away as the crow flies,\n\
         but the one at {nearest} is the nearest on foot: {:.1} tiles.",
        path.cost
    );
    let scene = Scene::new(&grid).path(&path.places).start(hurt);
    show::show("The nearest of many", [(&text, healers.into_iter().fold(scene, Scene::goal))])
}
