//! The picture in the README, drawn anew.

use tautline::planners::AStar;
use tautline::search::{Query, Workspace};
use tautline_draw::{Expanded, Scene};
use tautline_maps::builtin;

#[test]
fn the_tour_is_drawn_byte_for_byte() {
    let map = builtin();
    let (start, goal) = map.start.zip(map.goal).unwrap();
    let mut expanded = Expanded::default();
    let planner = AStar::new(&map.grid);
    let answer =
        planner.plan_observed(&Query::new(start, goal), &mut Workspace::new(), &mut expanded).unwrap();
    let path = answer.path().unwrap();
    let caption = format!(
        "astar · length {:.3} · {} turns · {} expanded",
        path.cost,
        path.turns(),
        expanded.cells.len()
    );
    let mut drawn = Vec::new();
    Scene::new(&map.grid)
        .expanded(expanded.cells)
        .path(&path.places)
        .start(start)
        .goal(goal)
        .caption(caption)
        .write_svg(&mut drawn)
        .unwrap();
    let expected = include_str!("../../../docs/pictures/tour.svg");
    assert_eq!(String::from_utf8(drawn).unwrap(), expected);
}
