//! Many agents, one goal: a flow field knows the next step from everywhere.

use tautline::field::FlowField;
use tautline::moves::DiagonalRule;
use tautline::path::check_cells;
use tautline::{Cell, Map, Planner, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// A theatre on fire, with one way out.
const MAP: &str = "\
############################################
#..........................................#
#...#######.....#######.....#######........#
#..........................................#
#...#######.....#######.....#######.........
#..........................................#
#...#######.....#######.....#######........#
#..........................................#
######....################.....#############
#.......................#..................#
#.......................#..................#
############################################";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::from_rows(MAP.lines())?;
    let (exit, rule) = (Cell::new(43, 4), DiagonalRule::NoCornerCutting);
    let (planner, workspace) = (Planner::new("astar", &map)?, &mut Workspace::new());
    let flow = FlowField::new(&map, rule, [exit], workspace)?;

    // The arrows are made once; then each agent only looks at the one below its feet.
    let steps = map.cells().filter_map(|cell| Some((cell, flow.next(cell)?)));
    let mut scene = Scene::new(&map).goal(exit).arrows(steps);
    for agent in [(1, 1), (12, 5), (20, 10), (41, 10)].map(Cell::from) {
        let way: Vec<Cell> = flow.way(agent).collect();
        let length = check_cells(map.grid(), rule, &way)?.length();
        let shortest = planner.plan(&map, &Query::new(agent, exit), workspace)?;
        assert!(shortest.path().is_some_and(|path| length <= path.cost()), "a shortest way");
        scene = scene.path(way).start(agent);
    }
    let mut free = map.cells().filter(|&cell| map.is_free(cell));
    assert!(free.all(|cell| flow.reaches_a_goal(cell)), "nobody is left behind");
    let text = "Every cell has an arrow towards the exit (G). Four of the people (S) follow theirs:\n\
                no search is made for any of them, and each way is a shortest one.";
    show::show("From many to one", [(text, scene)])
}
