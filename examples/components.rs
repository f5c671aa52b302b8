//! Is there a path at all? An answer without a search, before and after the map has changed.

use tautline::geometry::Rect;
use tautline::map::{Components, Reachability, Tile};
use tautline::moves::DiagonalRule;
use tautline::{Cell, Map, Outcome, Planner, Query, Workspace};
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
    let mut map = Map::from_rows(MAP.lines())?;
    let (here, there) = (Cell::new(6, 2), Cell::new(45, 7));
    let mut components = Components::new(&map, DiagonalRule::default());
    assert_eq!(components.on(&map)?.connected(here, there), Reachability::Yes);
    let planner = Planner::new("astar", &map)?;
    let (query, workspace) = (Query::new(here, there), &mut Workspace::new());
    let path = planner.plan(&map, &query, workspace)?.into_path().expect("the components say so");
    let before = map.clone();

    // The bridge falls. The components are those of the map before: they have to be updated, which takes microseconds.
    map.fill(Rect::new(30, 5, 4, 1), Tile::Blocked);
    assert!(components.on(&map).is_err());
    components.update(&map);
    let now = components.on(&map)?;
    assert_eq!(now.connected(here, there), Reachability::No);
    // A planner says the same, after it has looked at every cell on this side. A* keeps nothing that had to be updated.
    let answer = planner.plan(&map, &query, workspace)?;
    assert_eq!((answer.outcome, answer.stats.expanded), (Outcome::Unreachable, now.size(here) as u64));

    let (left, right) = (now.size(here), now.size(there));
    assert_eq!(left + right, map.free_cells());
    let text = format!("Without the bridge there is none: {left} and {right} cells, which nothing joins.");
    let sides = now.cells(here).map(|cell| (cell, 0.0)).chain(now.cells(there).map(|cell| (cell, 1.0)));
    let scenes = [
        ("All cells hang together: there is a path from S to G.", Scene::new(&before).path(path.positions())),
        (&text, Scene::new(&map).values(sides)),
    ];
    show::show("Is there a path at all?", scenes.map(|(text, scene)| (text, scene.start(here).goal(there))))
}
