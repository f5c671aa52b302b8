//! As near as one can get: a path towards a goal that cannot be reached.

use tautline::planners::AStar;
use tautline::search::{Outcome, PartialReason, Query, Workspace};
use tautline::world::Grid;
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
    let grid = Grid::from_rows(MAP.lines())?;
    let (player, island, mountain) = ((22, 9), (9, 4), (35, 5));
    let (planner, workspace) = (AStar::new(&grid), &mut Workspace::new());

    // The player has clicked somewhere; to stand still would be a poor answer.
    let mut towards = |goal| planner.plan(&Query::new(player, goal).or_nearest(), workspace);
    let Outcome::Partial { path: to_shore, why } = towards(island)?.outcome else { panic!("no bridge") };
    assert_eq!(why, PartialReason::Unreachable);
    let Outcome::Partial { path: to_foot, why } = towards(mountain)?.outcome else { panic!("solid rock") };
    assert_eq!(why, PartialReason::GoalBlocked);

    // Where a goal can be reached, the path leads there as ever.
    assert!(towards((50, 0))?.path().is_some());
    let text = format!(
        "From S, the nearest one gets to the island is {} on the shore (path 1),\n\
         and to the middle of the mountain {} at its foot (path 2).",
        to_shore.places[to_shore.places.len() - 1],
        to_foot.places[to_foot.places.len() - 1]
    );
    let scene = Scene::new(&grid).path(&to_shore.places).path(&to_foot.places);
    show::show("As near as one can get", [(&text, scene.start(player).goal(island).goal(mountain))])
}
