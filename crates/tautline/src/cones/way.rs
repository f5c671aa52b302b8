use crate::geometry::{Corner, Point, Rounded};
use crate::path::{Path, length};
use crate::search::Request;

/// The path from the start of a query over corners, the last one first, and then to its goal or not. Corners at which it goes straight on
/// are left out, which is decided exactly. Its ends are the points of the query as they were given, and its cost is its length.
pub(super) fn way(
    query: &Request<'_, Point>,
    back: impl Iterator<Item = Corner> + Clone,
    to_goal: bool,
) -> Path {
    let goal = (to_goal && query.goal != query.start).then_some(Rounded::from(query.goal));
    let places =
        |back| goal.into_iter().chain(Iterator::map(back, Rounded::from)).chain([query.start.into()]);
    let mut count = 0;
    each_turn(places(back.clone()), |_| count += 1);
    let mut points = Vec::with_capacity(count);
    each_turn(places(back), |place| points.push(place.into()));
    points.reverse();
    points[0] = query.start;
    if let (Some(_), Some(last)) = (goal, points.last_mut()) {
        *last = query.goal;
    }
    let cost = length(&points);
    Path::new(points, cost)
}

/// The first and the last place, and those between at which the way turns.
fn each_turn(places: impl Iterator<Item = Rounded>, mut visit: impl FnMut(Rounded)) {
    let (mut last, mut here) = (None, None);
    for place in places {
        if let Some(here) = here
            && !last.is_some_and(|last| is_between(last, here, place))
        {
            visit(here);
            last = Some(here);
        }
        here = Some(place);
    }
    here.into_iter().for_each(visit);
}

/// Whether the second of three places lies on the line between the others.
fn is_between(a: Rounded, b: Rounded, c: Rounded) -> bool {
    let vector = |from: Rounded, to: Rounded| {
        let (dx, dy) = from.heading(to);
        (i128::from(dx), i128::from(dy))
    };
    let ((ax, ay), (bx, by)) = (vector(a, b), vector(b, c));
    ax * by == ay * bx && ax * bx + ay * by > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Grid;
    use crate::moves::CornerRule;
    use crate::search::Query;

    #[test]
    fn a_path_has_its_turns_and_its_ends_as_they_were_given() {
        let grid = Grid::open(10, 10).unwrap();
        let path = |start: (f64, f64), back: &[(i32, i32)], goal: (f64, f64), to_goal| {
            let back = back.iter().copied().map(Corner::from);
            let query = Query::new(start, goal);
            way(&query.on_points("taut", &grid, CornerRule::Closed).unwrap(), back, to_goal)
        };
        let is_over = |path: &Path, points: &[(f64, f64)]| {
            path.positions().eq(points.iter().map(|&point| point.into()))
        };
        let found = path((0.5, 0.5), &[(4, 3), (3, 3), (1, 1)], (6.0, 3.0), true);
        assert!(is_over(&found, &[(0.5, 0.5), (3.0, 3.0), (6.0, 3.0)]), "{found:?}");
        assert!((found.cost() - (12.5f64.sqrt() + 3.0)).abs() < 1e-12);
        let part = 1.0 / Rounded::TILE as f64;
        let found = path((0.5 + part, 0.5), &[(3, 3), (1, 1)], (0.0, 9.0), false);
        assert!(is_over(&found, &[(0.5 + part, 0.5), (1.0, 1.0), (3.0, 3.0)]), "{found:?}");
        let found = path((0.1, 0.7), &[], (0.1, 0.7), true);
        assert!(is_over(&found, &[(0.1, 0.7)]) && found.cost() == 0.0, "{found:?}");
        let beside = (0.1, 0.7f64.next_up());
        assert!(is_over(&path((0.1, 0.7), &[], beside, true), &[(0.1, 0.7), beside]));
        assert!(is_over(&path((0.1, 0.7), &[], (9.1, 0.7), false), &[(0.1, 0.7)]));
        assert!(is_over(&path((0.1, 0.7), &[], (9.1, 0.7), true), &[(0.1, 0.7), (9.1, 0.7)]));
    }
}
