//! Is there a path at all? An answer without a search, before and after the map has changed.

use tautline::geometry::{Cell, Rect};
use tautline::moves::DiagonalRule;
use tautline::planners::AStar;
use tautline::search::{Outcome, Query, Workspace};
use tautline::world::{Components, Grid, Reachability, Tile};
use tautline_draw::Scene;

mod show;

/// A river with a bridge.
const MAP: &str = "\
..........................####......................
...........................####.....................
............................####....................
.............................####...................
..............................####..................
....................................................
..............................####..................
.............................####...................
............................####....................
...........................####.....................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut grid = Grid::from_rows(MAP.lines())?;
    let (here, there) = (Cell::new(6, 2), Cell::new(45, 7));
    let mut components = Components::new(&grid, DiagonalRule::default());
    assert_eq!(components.on(&grid)?.connected(here, there), Reachability::Yes);
    let (query, workspace) = (Query::new(here, there), &mut Workspace::new());
    let path = AStar::new(&grid).plan(&query, workspace)?.into_path().expect("the components say so");
    let before = grid.clone();

    // The bridge falls. What was counted was another map: it has to be brought up to date, which takes microseconds.
    grid.fill(Rect::new(30, 5, 4, 1), Tile::Blocked);
    assert!(components.on(&grid).is_err());
    components.update(&grid);
    let now = components.on(&grid)?;
    assert_eq!(now.connected(here, there), Reachability::No);
    // A planner says the same, after it has looked at every cell on this side.
    let answer = AStar::new(&grid).plan(&query, workspace)?;
    assert_eq!((answer.outcome, answer.stats.expanded), (Outcome::Unreachable, now.size(here) as u64));

    let (left, right) = (now.size(here), now.size(there));
    assert_eq!(left + right, grid.free_cells());
    let text = format!("Without the bridge there is none: {left} and {right} cells, which nothing joins.");
    let sides = now.cells(here).map(|cell| (cell, 0.0)).chain(now.cells(there).map(|cell| (cell, 1.0)));
    let scenes = [
        ("All cells hang together: there is a path from S to G.", Scene::new(&before).path(&path.places)),
        (&text, Scene::new(&grid).values(sides)),
    ];
    show::show("Is there a path at all?", scenes.map(|(text, scene)| (text, scene.start(here).goal(there))))
}
