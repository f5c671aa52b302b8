use std::cmp::Ordering;

use tautline::geometry::Corner;
use tautline::moves::{CornerMoves, CornerRule, KnightLength};

use super::endpoint::{EndpointError, Place};
use super::oracle::sees;
use crate::world::PlainWorld;

/// The moves of a shortest path from `start` to each corner that can be a goal without naming a quadrant, row by row; `None`
/// where there is no path of such moves.
///
/// Dijkstra's algorithm over all places, where a move is any unobstructed segment of the right length: 1 for four neighbours,
/// also √2 for eight, also √5 for sixteen. Lengths are compared exactly.
pub fn shortest_moves(
    world: &PlainWorld,
    rule: CornerRule,
    moves: CornerMoves,
    start: Corner,
) -> Result<Vec<(Corner, Option<KnightLength>)>, EndpointError> {
    let start = Place::of(world, rule, start.into())?;
    let places: Vec<Place> = world.corners().flat_map(|corner| Place::all_at(world, rule, corner)).collect();
    let mut lengths: Vec<Option<KnightLength>> =
        places.iter().map(|&place| (place == start).then_some(KnightLength::ZERO)).collect();
    let mut open: Vec<usize> = (0..places.len()).collect();
    let nearest = |open: &[usize], lengths: &[Option<KnightLength>]| {
        let reached = (0..open.len()).filter_map(|at| Some((at, lengths[open[at]]?)));
        reached.min_by(|&(_, one), &(_, other)| compare(one, other))
    };
    while let Some((at, length)) = nearest(&open, &lengths) {
        let from = places[open.swap_remove(at)];
        for &number in &open {
            let to = places[number];
            let Some(step) = step(moves, from.corner, to.corner) else { continue };
            if !sees(world, rule, from, to) {
                continue;
            }
            let next = KnightLength {
                straight: length.straight + step.straight,
                diagonal: length.diagonal + step.diagonal,
                knight: length.knight + step.knight,
            };
            if lengths[number].is_none_or(|known| compare(next, known) == Ordering::Less) {
                lengths[number] = Some(next);
            }
        }
    }
    let goal = |corner: Corner| {
        let goal = Place::of(world, rule, corner.into()).ok()?;
        let number = places.iter().position(|&place| place == goal)?;
        Some((corner, lengths[number]))
    };
    Ok(world.corners().filter_map(goal).collect())
}

/// The move between two corners, if there is one.
fn step(moves: CornerMoves, from: Corner, to: Corner) -> Option<KnightLength> {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let (straight, diagonal, knight) = match (dx * dx + dy * dy, moves) {
        (1, _) => (1, 0, 0),
        (2, CornerMoves::Eight | CornerMoves::Sixteen) => (0, 1, 0),
        (5, CornerMoves::Sixteen) => (0, 0, 1),
        _ => return None,
    };
    Some(KnightLength { straight, diagonal, knight })
}

/// The order of a + b√2 + c√5, exactly. Let the difference of two lengths be u + v with u = a + b√2 and v = c√5. It has the sign
/// of u·|u| + v·|v|, which is of the form p + q√2 again, and that has the sign of p·|p| + 2q·|q|.
fn compare(one: KnightLength, other: KnightLength) -> Ordering {
    let sign = |p: i128, q: i128| (p * p.abs() + 2 * q * q.abs()).signum();
    let minus = |a: u32, b: u32| i128::from(a) - i128::from(b);
    let a = minus(one.straight, other.straight);
    let b = minus(one.diagonal, other.diagonal);
    let c = minus(one.knight, other.knight);
    let sign_u = sign(a, b);
    sign(sign_u * (a * a + 2 * b * b) + 5 * c * c.abs(), sign_u * 2 * a * b).cmp(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_lengths() {
        let mut all = Vec::new();
        for straight in 0..7 {
            for diagonal in 0..7 {
                for knight in 0..7 {
                    all.push(KnightLength { straight, diagonal, knight });
                }
            }
        }
        for &one in &all {
            for &other in &all {
                // Doubles do for numbers that small.
                let expected = if one == other {
                    Ordering::Equal
                } else {
                    assert!((one.length() - other.length()).abs() > 1e-9);
                    one.length().total_cmp(&other.length())
                };
                assert_eq!(compare(one, other), expected, "{one:?} {other:?}");
            }
        }
    }

    /// Two obstacles touch at (1, 1): under `Closed` the moves go around, or not at all.
    #[test]
    fn moves_do_not_cross_a_double_corner_under_the_closed_rule() {
        let world = PlainWorld::from_rows(&[".#.", "#..", "..."]);
        let length = |rule, moves| {
            let found = shortest_moves(&world, rule, moves, Corner::new(0, 0)).unwrap();
            found.into_iter().find(|&(corner, _)| corner == Corner::new(2, 2)).unwrap().1
        };
        assert_eq!(length(CornerRule::Closed, CornerMoves::Eight), None);
        let diagonal = KnightLength { straight: 0, diagonal: 2, knight: 0 };
        assert_eq!(length(CornerRule::Open, CornerMoves::Eight), Some(diagonal));
        let straight = KnightLength { straight: 4, diagonal: 0, knight: 0 };
        assert_eq!(length(CornerRule::Open, CornerMoves::Four), Some(straight));
    }
}
