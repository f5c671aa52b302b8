//! A map that changes while an agent walks: the planner is updated, and the path planned anew.

use tautline::geometry::Rect;
use tautline::map::Tile;
use tautline::{Cell, Map, Path, Planner, Query, QueryError, Workspace};
use tautline_draw::Scene;

mod show;

/// A mine with two tunnels and shafts between them.
const MAP: &str = "\
##########################################################
#........................................................#
#...############...################...################...#
#...############...################...################...#
#...############...################...################...#
#........................................................#
##########################################################";

/// What is seen when the miner plans.
const TEXTS: [&str; 3] = [
    "The miner (S) sets out through the upper tunnel.",
    "The roof falls in: the new way leads around the rocks.",
    "It falls in again: now there is one way left.",
];

/// After so many steps, a part of the mine falls in.
const FALLS: [(usize, Rect); 3] =
    [(20, Rect::new(26, 1, 2, 1)), (43, Rect::new(46, 1, 2, 1)), (99, Rect::new(0, 0, 0, 0))];

fn scene((map, path): &(Map, Path)) -> Scene<'_> {
    Scene::new(map).path(path.positions()).start(path.start()).goal(path.end())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut map = Map::from_rows(MAP.lines())?;
    let mut planner = Planner::new("jps", &map)?;
    let (mut workspace, goal) = (Workspace::new(), Cell::new(55, 1));
    let (mut walked, mut moments) = (vec![Cell::new(2, 1)], Vec::new());
    for (steps, rocks) in FALLS {
        let query = Query::new(walked[walked.len() - 1], goal);
        let path = planner.plan(&map, &query, &mut workspace)?.into_path().expect("a tunnel is left");
        walked.extend(path.cells().into_iter().flatten().skip(1).take(steps - walked.len()));
        moments.push((map.clone(), path));

        let fallen = map.fill(rocks, Tile::Blocked);
        let refused = matches!(planner.plan(&map, &query, &mut workspace), Err(QueryError::Stale(_)));
        assert_eq!(refused, fallen > 0, "a planner for another state of the map refuses to plan");
        planner.update(&map)?; // Microseconds, also on large maps.
    }

    assert_eq!(walked.last(), Some(&goal));
    assert!(walked.len() > moments[0].1.len(), "a longer way than it seemed");
    show::show("A map that changes", [0, 1, 2].map(|moment| (TEXTS[moment], scene(&moments[moment]))))
}
