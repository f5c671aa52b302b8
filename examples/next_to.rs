//! Near enough: a path that ends next to its goal, or within some tiles of it. The goal may be solid.

use tautline::geometry::Cell;
use tautline::path::Path;
use tautline::planners::AStar;
use tautline::search::{Query, QueryError, Reach, Workspace};
use tautline::world::Grid;
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
    let grid = Grid::from_rows(MAP.lines())?;
    let [thief, chest, archer, dragon] = [(9, 4), (20, 6), (44, 9), (33, 4)].map(Cell::from);
    let (planner, workspace) = (AStar::new(&grid), &mut Workspace::new());

    // Nobody can stand on the chest, but next to it.
    let query = Query::new(thief, chest);
    assert_eq!(planner.plan(&query, workspace), Err(QueryError::GoalBlocked(chest)));
    let beside = planner.plan(&query.with_reach(Reach::NextTo), workspace)?.into_path().expect("a free side");
    // To hit the dragon, the archer has to be within five tiles of it, walls or not.
    let query = Query::new(archer, dragon).with_reach(Reach::Within(5));
    let near = planner.plan(&query, workspace)?.into_path().expect("a place that near");

    let near_enough = |path: &Path<Cell>, goal: Cell, tiles: f64| {
        path.places.iter().position(|cell| cell.centre().distance(goal.centre()) <= tiles)
    };
    assert_eq!(near_enough(&beside, chest, 1.5), Some(beside.places.len() - 1), "not before the last place");
    assert_eq!(near_enough(&near, dragon, 5.0), Some(near.places.len() - 1));
    let text = "The thief stops next to the chest, which is solid (path 1).\n\
                The archer stops within five tiles of the dragon in its den, as the crow flies (path 2).";
    let scene = Scene::new(&grid).path(&beside.places).path(&near.places);
    let scene = scene.start(thief).goal(chest).start(archer).goal(dragon);
    show::show("Next to, and within some tiles", [(text, scene)])
}
