//! Near enough: a path that ends next to its goal, or within some tiles of it. The goal may be solid.

use tautline::search::Reach;
use tautline::{Cell, Map, Path, Planner, Query, QueryError, Workspace};
use tautline_draw::Scene;

mod show;

/// A cellar; a chest stands in its middle.
const MAP: &str = "\
################################################
#..............................................#
#......######..................#####...........#
#......#....#..................#...#...........#
#......#....#..................#...#...........#
#......#....#..................#...#...........#
#...........#.......#..........#...............#
#...........#..................#...............#
#...........#..................#####...........#
#..............................................#
################################################";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::from_rows(MAP.lines())?;
    let [thief, chest, archer, dragon] = [(9, 4), (20, 6), (44, 9), (33, 4)].map(Cell::from);
    let (planner, workspace) = (Planner::new("astar", &map)?, &mut Workspace::new());

    // Nobody can stand on the chest, but next to it.
    let query = Query::new(thief, chest);
    assert_eq!(planner.plan(&map, &query, workspace), Err(QueryError::GoalBlocked(chest.into())));
    let beside = planner.plan(&map, &query.with_reach(Reach::NextTo), workspace)?;
    let beside = beside.into_path().expect("a free side");
    // To hit the dragon, the archer has to be within five tiles of it, walls or not.
    let query = Query::new(archer, dragon).with_reach(Reach::Within(5.0));
    let near = planner.plan(&map, &query, workspace)?.into_path().expect("a place that near");

    let near_enough = |path: &Path, goal: Cell, tiles: f64| {
        path.points().position(|point| point.distance(goal.centre()) <= tiles)
    };
    assert_eq!(near_enough(&beside, chest, 1.5), Some(beside.len() - 1), "not before the last place");
    assert_eq!(near_enough(&near, dragon, 5.0), Some(near.len() - 1));
    let text = "The thief stops next to the chest, which is solid (path 1).\n\
                The archer stops within five tiles of the dragon in its den, as the crow flies (path 2).";
    let scene = Scene::new(&map).path(beside.positions()).path(near.positions());
    let scene = scene.start(thief).goal(chest).start(archer).goal(dragon);
    show::show("Next to, and within some tiles", [(text, scene)])
}
