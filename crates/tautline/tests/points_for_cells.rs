//! Planners on cells take a point for the cell that contains it.

use std::mem::discriminant;

use tautline::engine::{Feature, Registry};
use tautline::geometry::{Cell, Point};
use tautline::map::Map;
use tautline::search::{Answer, Query, QueryError, Reach, Workspace};
use tautline_testkit::conformance::{hand_made, on_cells, random_variant};
use tautline_testkit::world::{RichWorld, SplitMix64};

/// Points that belong to a cell: within it, on its upper and its left side and on the corner between them; on the right and on the
/// lower border of the map also those on its other sides.
fn points(world: &RichWorld, Cell { x, y }: Cell) -> Vec<Point> {
    let along = |at: i32, length: u32| {
        let is_last = at + 1 == length as i32;
        let at = f64::from(at);
        let mut along = vec![at, at + 0.25, at + 0.5, (at + 1.0).next_down()];
        if is_last {
            along.push(at + 1.0);
        }
        along
    };
    let across = along(x, world.plain.width);
    let down = along(y, world.plain.height);
    down.into_iter().flat_map(|y| across.iter().map(move |&x| Point::new(x, y))).collect()
}

/// Whether two replies are the same; of refusals the reason counts, as they name the position that was given.
fn is_same(a: &Result<Answer, QueryError>, b: &Result<Answer, QueryError>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => a == b,
        (Err(a), Err(b)) => discriminant(a) == discriminant(b),
        _ => false,
    }
}

#[test]
fn points_are_taken_for_their_cells() {
    let (registry, mut rng) = (Registry::core(), SplitMix64::new(61));
    let mut worlds: Vec<RichWorld> = hand_made().into_iter().map(RichWorld::plain).collect();
    worlds.extend((0..16).map(|parts| {
        let (width, height) = (1 + rng.below(9), 1 + rng.below(8));
        RichWorld::random(width, height, 25, parts, &mut rng)
    }));
    let mut workspace = Workspace::new();
    for descriptor in on_cells(&registry) {
        let (mut answered, mut on_borders) = (0, 0);
        for world in &worlds {
            let map = world.to_map();
            let selection = random_variant(&registry, descriptor, &mut rng);
            let Ok(planner) = selection.planner(&map) else { continue };
            let cells: Vec<Cell> = world.plain.cells().collect();
            for _ in 0..12 {
                let [start, goal, other] = [(); 3].map(|()| rng.pick(&cells));
                let mut of_cells = Query::new(start, goal);
                let [from, to, or_to] = [start, goal, other].map(|cell| rng.pick(&points(world, cell)));
                let mut of_points = Query::new(from, to);
                if descriptor.handles(Feature::Reach) && rng.chance(30) {
                    let reach = rng.pick(&[Reach::At, Reach::NextTo, Reach::Within(1.5)]);
                    of_cells = of_cells.or_to(other).with_reach(reach);
                    of_points = of_points.or_to(or_to).with_reach(reach);
                }
                let expected = planner.plan(&map, &of_cells, &mut workspace);
                let reply = planner.plan(&map, &of_points, &mut workspace);
                assert!(
                    is_same(&reply, &expected),
                    "{selection}: {of_points:?}: {reply:?}, but {of_cells:?}: {expected:?}\n{world}"
                );
                answered += u32::from(expected.is_ok());
                let (right, lower) = (f64::from(map.width()), f64::from(map.height()));
                on_borders += u32::from([from, to].iter().any(|end| end.x >= right || end.y >= lower));
            }
        }
        assert!(answered > 30 && on_borders > 30, "{}: {answered}, {on_borders}", descriptor.id);
    }
}

/// A point that is not on the map belongs to no cell of it, however near it is to the border.
#[test]
fn points_outside_are_outside() {
    let map = Map::open(4, 3).unwrap();
    let registry = Registry::core();
    let mut workspace = Workspace::new();
    for descriptor in on_cells(&registry) {
        let planner = registry.planner(descriptor.id, &map).unwrap();
        for outside in [
            Point::new(0f64.next_down(), 1.0),
            Point::new(1.0, -0.25),
            Point::new(4f64.next_up(), 1.0),
            Point::new(1.0, 3.5),
            Point::new(f64::NAN, 1.0),
            Point::new(1.0, f64::INFINITY),
        ] {
            let from = planner.plan(&map, &Query::new(outside, (0, 0)), &mut workspace);
            assert!(matches!(from, Err(QueryError::StartOutside { .. })), "{}: {outside:?}", descriptor.id);
            let to = planner.plan(&map, &Query::new((0, 0), outside), &mut workspace);
            assert!(matches!(to, Err(QueryError::GoalOutside { .. })), "{}: {outside:?}", descriptor.id);
        }
    }
}

/// Whether a path may end where it ends is a matter of the cell that contains a goal.
#[test]
fn a_path_can_end_in_the_cell_of_its_goal() {
    let map = Map::open(4, 4).unwrap();
    let planner = Registry::core().planner("astar", &map).unwrap();
    for (reach, ends) in [(Reach::At, 1), (Reach::NextTo, 3), (Reach::Within(1.0), 3)] {
        let query = Query::new((0.2, 0.3), (3.2, 4.0)).with_reach(reach);
        let path = planner.plan(&map, &query, &mut Workspace::new()).unwrap().into_path().unwrap();
        assert!(query.can_end_at(path.end(), &map, planner.rule()), "{reach:?}");
        let can_end = map.cells().filter(|&cell| query.can_end_at(cell.into(), &map, planner.rule()));
        assert_eq!(can_end.count(), ends, "{reach:?}");
    }
    let far = Query::new(Cell::new(i32::MIN, i32::MIN), (0, 0)).with_reach(Reach::Within(2.0));
    assert!(!far.can_end_at(Cell::new(i32::MAX, i32::MIN).into(), &map, planner.rule()));
}

/// Tens of thousands of goals, most of them the same, are no matter of seconds.
#[test]
fn very_many_goals_take_time_for_each_goal_and_not_for_each_pair() {
    let map = Map::open(60, 60).unwrap();
    let goals: Vec<Cell> = (0..60_000).map(|n| Cell::new(30 + n % 30, 30 + n / 30 % 30)).collect();
    let query = Query::new((0, 0), (59, 59)).or_to_any(goals);
    let planner = Registry::core().planner("dijkstra", &map).unwrap();
    let begun = std::time::Instant::now();
    let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
    assert!((answer.path().unwrap().cost() - 30.0 * 2f64.sqrt()).abs() < 1e-9);
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
