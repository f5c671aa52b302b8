//! As near as one can get: a path towards a goal that cannot be reached.

use tautline::search::PartialReason;
use tautline::{Map, Outcome, Planner, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// A lake with an island, and a solid mountain.
const MAP: &str = "\
....................................................
.....##########.....................................
...###############..............####................
..######...#######............########..............
..#####.....#######..........##########.............
...#####...#######..........############............
....############.............##########.............
......########................########..............
................................####................
....................................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::from_rows(MAP.lines())?;
    let (player, island, mountain) = ((22, 9), (9, 4), (35, 5));
    let (planner, workspace) = (Planner::new("astar", &map)?, &mut Workspace::new());

    // The player has clicked somewhere; to stand still would be a poor answer.
    let mut towards = |goal| planner.plan(&map, &Query::new(player, goal).or_nearest(), workspace);
    let Outcome::Partial { path: to_shore, why } = towards(island)?.outcome else { panic!("no bridge") };
    assert_eq!(why, PartialReason::Unreachable);
    let Outcome::Partial { path: to_foot, why } = towards(mountain)?.outcome else { panic!("solid rock") };
    assert_eq!(why, PartialReason::GoalBlocked);

    // Where a goal can be reached, the path leads there as ever.
    assert!(towards((50, 0))?.is_complete());
    let text = format!(
        "From S, the nearest one gets to the island is {} on the shore (path 1),\n\
         and to the middle of the mountain {} at its foot (path 2).",
        to_shore.end(),
        to_foot.end()
    );
    let scene = Scene::new(&map).path(to_shore.positions()).path(to_foot.positions());
    show::show("As near as one can get", [(&text, scene.start(player).goal(island).goal(mountain))])
}
