//! The picture in the README, drawn anew.

use tautline::geometry::Cell;
use tautline::planners::AStar;
use tautline::search::{Observer, Query, Visit, Workspace};
use tautline_draw::Scene;
use tautline_maps::builtin;

struct Expanded(Vec<Cell>);

impl Observer<Cell> for Expanded {
    fn expand(&mut self, visit: &Visit<Cell>) {
        self.0.push(visit.place);
    }
}

#[test]
fn the_tour_is_drawn_byte_for_byte() {
    let map = builtin();
    let (start, goal) = map.start.zip(map.goal).unwrap();
    let mut expanded = Expanded(Vec::new());
    let planner = AStar::new(&map.grid);
    let answer =
        planner.plan_observed(&Query::new(start, goal), &mut Workspace::new(), &mut expanded).unwrap();
    let path = answer.path().unwrap();
    let caption =
        format!("astar · length {:.3} · {} turns · {} expanded", path.cost, path.turns(), expanded.0.len());
    let mut drawn = Vec::new();
    Scene::new(&map.grid)
        .expanded(expanded.0)
        .path(&path.places)
        .start(start)
        .goal(goal)
        .caption(caption)
        .write_svg(&mut drawn)
        .unwrap();
    let expected = include_str!("../../../docs/pictures/tour.svg");
    assert_eq!(String::from_utf8(drawn).unwrap(), expected);
}
