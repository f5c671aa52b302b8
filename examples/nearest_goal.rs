//! To whichever is nearest: one search for several goals.

use tautline::{Cell, Map, Planner, Position, Query, Workspace};
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
    let map = Map::from_rows(MAP.lines())?;
    let hurt = Cell::new(20, 3);
    let healers = [(24, 3), (4, 4), (35, 4), (45, 11), (12, 9)].map(Cell::from);

    let query = Query::new(hurt, healers[0]).or_to_any(healers);
    let (planner, workspace) = (Planner::new("astar", &map)?, &mut Workspace::new());
    let path = planner.plan(&map, &query, workspace)?.into_path().expect("one can be reached");

    // The nearest as the crow flies is behind a wall. One search finds the same as a search for each.
    let nearest = path.end();
    assert_ne!(nearest, Position::from(healers[0]));
    for healer in healers {
        let alone = planner.plan(&map, &Query::new(hurt, healer), workspace)?;
        assert!(alone.path().is_some_and(|alone| alone.cost() >= path.cost()));
    }
    let text = format!(
        "Five healers (G). The one behind the wall is four tiles away as the crow flies,\n\
         but the one at {nearest} is the nearest on foot: {:.1} tiles.",
        path.cost()
    );
    let scene = Scene::new(&map).path(path.positions()).start(hurt);
    show::show("The nearest of many", [(&text, healers.into_iter().fold(scene, Scene::goal))])
}
