use tautline::geometry::Cell;
use tautline::moves::{DiagonalRule, OctileLength};

use super::search::sum;
use super::step::step;
use crate::world::PlainWorld;

/// Walks a path step by step: from `start` to `goal`, every cell free, every step allowed. Returns how many straight
/// and how many diagonal steps it has, or says which step is wrong and why.
///
/// The path names every cell, both ends included; from a cell to itself it has that one cell.
pub fn check_path(
    world: &PlainWorld,
    rule: DiagonalRule,
    start: Cell,
    goal: Cell,
    path: &[Cell],
) -> Result<OctileLength, String> {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
        return Err("the path has no cells".to_owned());
    };
    if first != start {
        return Err(format!("the path begins at {first}, not at the start {start}"));
    }
    if last != goal {
        return Err(format!("the path ends at {last}, not at the goal {goal}"));
    }
    if !world.is_free(start.x, start.y) {
        return Err(format!("the start {start} is blocked or outside"));
    }
    let mut total = OctileLength::default();
    for (number, pair) in path.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        match step(world, rule, from, to) {
            Ok(one) => total = sum(total, one),
            Err(fault) => return Err(format!("step {number} from {from} to {to} is not allowed: {fault}")),
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rule: DiagonalRule, goal: (i32, i32), path: &[(i32, i32)]) -> Result<OctileLength, String> {
        let world = PlainWorld::from_rows(&[
            "....", //
            ".#..", "....",
        ]);
        let path: Vec<Cell> = path.iter().map(|&cell| cell.into()).collect();
        check_path(&world, rule, Cell::new(0, 0), goal.into(), &path)
    }

    #[test]
    fn a_legal_path_is_measured() {
        let path = [(0, 0), (1, 0), (2, 0), (3, 1), (2, 2)];
        let steps = OctileLength { straight: 2, diagonal: 2 };
        assert_eq!(check(DiagonalRule::NoCornerCutting, (2, 2), &path), Ok(steps));
        assert_eq!(check(DiagonalRule::Never, (0, 0), &[(0, 0)]), Ok(OctileLength::default()));
    }

    #[test]
    fn the_error_says_which_step_and_why() {
        let expect = |rule, goal, path: &[(i32, i32)], error: &str| {
            assert_eq!(check(rule, goal, path), Err(error.to_owned()));
        };
        let rule = DiagonalRule::NoCornerCutting;
        expect(rule, (1, 0), &[], "the path has no cells");
        expect(rule, (1, 0), &[(1, 0)], "the path begins at (1, 0), not at the start (0, 0)");
        expect(rule, (2, 0), &[(0, 0), (1, 0)], "the path ends at (1, 0), not at the goal (2, 0)");
        expect(
            rule,
            (2, 1),
            &[(0, 0), (1, 0), (2, 1)],
            "step 1 from (1, 0) to (2, 1) is not allowed: it cuts the corner of (1, 1)",
        );
        expect(
            rule,
            (2, 2),
            &[(0, 0), (1, 1), (2, 2)],
            "step 0 from (0, 0) to (1, 1) is not allowed: (1, 1) is blocked or outside",
        );
        expect(
            rule,
            (2, 0),
            &[(0, 0), (2, 0)],
            "step 0 from (0, 0) to (2, 0) is not allowed: they are not neighbours",
        );
        expect(
            DiagonalRule::Never,
            (3, 1),
            &[(0, 0), (1, 0), (2, 0), (3, 1)],
            "step 2 from (2, 0) to (3, 1) is not allowed: the rule has no diagonal steps",
        );
    }

    #[test]
    fn a_blocked_start_is_an_error_even_when_nobody_moves() {
        let world = PlainWorld::from_rows(&["#"]);
        let cell = Cell::new(0, 0);
        let error = check_path(&world, DiagonalRule::Never, cell, cell, &[cell]).unwrap_err();
        assert_eq!(error, "the start (0, 0) is blocked or outside");
    }
}
