use crate::geometry::{Corner, Point, Rounded};

/// The turning points of a path from a start over corners, the last one first, and then to a goal, if it gets there. Corners at which it
/// goes straight on are left out, which is decided exactly. Its ends are the points as they were given.
pub(crate) fn turning_points(
    start: Point,
    back: impl Iterator<Item = Corner> + Clone,
    goal: Option<Point>,
) -> Vec<Point> {
    let goal = goal.filter(|&goal| goal != start);
    let places = |back| {
        let corners = Iterator::map(back, Rounded::from);
        goal.map(Rounded::from).into_iter().chain(corners).chain([start.into()])
    };
    let mut count = 0;
    each_turn(places(back.clone()), |_| count += 1);
    let mut points = Vec::with_capacity(count);
    each_turn(places(back), |place| points.push(place.into()));
    points.reverse();
    points[0] = start;
    if let (Some(goal), Some(last)) = (goal, points.last_mut()) {
        *last = goal;
    }
    points
}

/// The first and the last place, and those between at which the way turns.
fn each_turn(places: impl Iterator<Item = Rounded>, mut visit: impl FnMut(Rounded)) {
    let (mut last, mut here): (Option<Rounded>, Option<Rounded>) = (None, None);
    for place in places {
        if let Some(here) = here
            && !last.is_some_and(|last| here.is_between(last, place))
        {
            visit(here);
            last = Some(here);
        }
        here = Some(place);
    }
    here.into_iter().for_each(visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn a_path_has_its_turns_and_its_ends_as_they_were_given() {
        let path = |start: (f64, f64), back: &[(i32, i32)], goal: (f64, f64), to_goal: bool| {
            let back = back.iter().copied().map(Corner::from);
            turning_points(start.into(), back, to_goal.then_some(goal.into()))
        };
        let is_over = |path: &[Point], points: &[(f64, f64)]| {
            path.iter().copied().eq(points.iter().copied().map(Point::from))
        };
        let found = path((0.5, 0.5), &[(4, 3), (3, 3), (1, 1)], (6.0, 3.0), true);
        assert!(is_over(&found, &[(0.5, 0.5), (3.0, 3.0), (6.0, 3.0)]), "{found:?}");
        let part = 1.0 / Rounded::TILE as f64;
        let found = path((0.5 + part, 0.5), &[(3, 3), (1, 1)], (0.0, 9.0), false);
        assert!(is_over(&found, &[(0.5 + part, 0.5), (1.0, 1.0), (3.0, 3.0)]), "{found:?}");
        let found = path((0.1, 0.7), &[], (0.1, 0.7), true);
        assert!(is_over(&found, &[(0.1, 0.7)]), "{found:?}");
        let beside = (0.1, 0.7f64.next_up());
        assert!(is_over(&path((0.1, 0.7), &[], beside, true), &[(0.1, 0.7), beside]));
        assert!(is_over(&path((0.1, 0.7), &[], (9.1, 0.7), false), &[(0.1, 0.7)]));
        assert!(is_over(&path((0.1, 0.7), &[], (9.1, 0.7), true), &[(0.1, 0.7), (9.1, 0.7)]));
    }
}
