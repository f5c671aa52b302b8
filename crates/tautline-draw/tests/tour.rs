//! The picture in the README, drawn anew.

use tautline::{Planner, Query, Workspace};
use tautline_draw::{Expanded, Scene};
use tautline_maps::{Drawing, builtin};

#[test]
fn the_tour_is_drawn_byte_for_byte() {
    let Drawing { map, start, goal } = builtin();
    let query = Query::new(start.unwrap(), goal.unwrap());
    let mut expanded = Expanded::default();
    let planner = Planner::new("astar", &map).unwrap();
    let answer = planner.plan_observed(&map, &query, &mut Workspace::new(), &mut expanded).unwrap();
    let path = answer.path().unwrap();
    let caption = format!(
        "astar · length {:.3} · {} turns · {} expanded",
        path.cost(),
        path.turns(),
        expanded.cells.len()
    );
    let mut drawn = Vec::new();
    Scene::new(&map)
        .expanded(expanded.cells)
        .path(path.positions())
        .start(query.start)
        .goal(query.goal)
        .caption(caption)
        .write_svg(&mut drawn)
        .unwrap();
    let expected = include_str!("../../../docs/pictures/tour.svg");
    assert_eq!(String::from_utf8(drawn).unwrap(), expected);
}
