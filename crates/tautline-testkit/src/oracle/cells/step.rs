use tautline::geometry::Cell;
use tautline::moves::{DiagonalRule, OctileLength};

use crate::world::PlainWorld;

/// Why a step is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum StepFault {
    #[error("they are not neighbours")]
    NotNeighbours,
    #[error("{0} is blocked or outside")]
    Blocked(Cell),
    #[error("the rule has no diagonal steps")]
    Diagonal,
    #[error("it cuts the corner of {0}")]
    CutsCorner(Cell),
    #[error("it slips between {0} and {1}")]
    SlipsBetween(Cell, Cell),
}

/// The single step between two cells, or why there is none.
pub(super) fn step(
    world: &PlainWorld,
    rule: DiagonalRule,
    from: Cell,
    to: Cell,
) -> Result<OctileLength, StepFault> {
    let is_free = |cell: Cell| world.is_free(cell.x, cell.y);
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    if dx.max(dy) != 1 {
        return Err(StepFault::NotNeighbours);
    }
    if let Some(blocked) = [from, to].into_iter().find(|&cell| !is_free(cell)) {
        return Err(StepFault::Blocked(blocked));
    }
    if dx + dy == 1 {
        return Ok(OctileLength { straight: 1, diagonal: 0 });
    }

    let beside = [Cell { x: to.x, y: from.y }, Cell { x: from.x, y: to.y }];
    let blocked: Vec<Cell> = beside.into_iter().filter(|&cell| !is_free(cell)).collect();
    match (rule, blocked.as_slice()) {
        (DiagonalRule::Never, _) => Err(StepFault::Diagonal),
        (DiagonalRule::NoCornerCutting, &[cell, ..]) => Err(StepFault::CutsCorner(cell)),
        (DiagonalRule::CutOneCorner, &[one, other]) => Err(StepFault::SlipsBetween(one, other)),
        _ => Ok(OctileLength { straight: 0, diagonal: 1 }),
    }
}

/// The single step between two cells, if there is one.
pub(crate) fn step_between(
    world: &PlainWorld,
    rule: DiagonalRule,
    from: Cell,
    to: Cell,
) -> Option<OctileLength> {
    step(world, rule, from, to).ok()
}

/// The allowed steps from a cell: where to, and which kind.
pub(super) fn steps_from(
    world: &PlainWorld,
    rule: DiagonalRule,
    from: Cell,
) -> impl Iterator<Item = (Cell, OctileLength)> {
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    around
        .map(move |(dx, dy)| Cell { x: from.x + dx, y: from.y + dy })
        .filter_map(move |to| Some((to, step(world, rule, from, to).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(rows: &[&str], rule: DiagonalRule, from: (i32, i32), to: (i32, i32)) -> Option<StepFault> {
        step(&PlainWorld::from_rows(rows), rule, from.into(), to.into()).err()
    }

    #[test]
    fn diagonal_steps_follow_the_rule() {
        use DiagonalRule::{CutBothCorners, CutOneCorner, Never, NoCornerCutting};
        let (from, to) = ((0, 0), (1, 1));
        let (one, other) = (Cell::new(1, 0), Cell::new(0, 1));

        for rule in [NoCornerCutting, CutOneCorner, CutBothCorners] {
            assert_eq!(fault(&["..", ".."], rule, from, to), None);
        }
        assert_eq!(fault(&["..", ".."], Never, from, to), Some(StepFault::Diagonal));

        assert_eq!(fault(&[".#", ".."], NoCornerCutting, from, to), Some(StepFault::CutsCorner(one)));
        assert_eq!(fault(&["..", "#."], NoCornerCutting, from, to), Some(StepFault::CutsCorner(other)));
        for rule in [CutOneCorner, CutBothCorners] {
            assert_eq!(fault(&[".#", ".."], rule, from, to), None);
            assert_eq!(fault(&["..", "#."], rule, from, to), None);
        }

        let between = &[".#", "#."];
        assert_eq!(fault(between, NoCornerCutting, from, to), Some(StepFault::CutsCorner(one)));
        assert_eq!(fault(between, CutOneCorner, from, to), Some(StepFault::SlipsBetween(one, other)));
        assert_eq!(fault(between, CutBothCorners, from, to), None);
    }

    #[test]
    fn both_ends_must_be_free_neighbours() {
        for rule in DiagonalRule::ALL {
            assert_eq!(fault(&["..."], rule, (0, 0), (1, 0)), None);
            assert_eq!(fault(&["..."], rule, (0, 0), (2, 0)), Some(StepFault::NotNeighbours));
            assert_eq!(fault(&["..."], rule, (0, 0), (0, 0)), Some(StepFault::NotNeighbours));
            assert_eq!(fault(&[".#"], rule, (0, 0), (1, 0)), Some(StepFault::Blocked(Cell::new(1, 0))));
            assert_eq!(fault(&[".#"], rule, (1, 0), (0, 0)), Some(StepFault::Blocked(Cell::new(1, 0))));
            assert_eq!(fault(&["."], rule, (0, 0), (0, -1)), Some(StepFault::Blocked(Cell::new(0, -1))));
        }
    }

    #[test]
    fn an_open_cell_has_eight_or_four_neighbours() {
        let world = PlainWorld::from_rows(&["...", "...", "..."]);
        let count = |rule| steps_from(&world, rule, Cell::new(1, 1)).count();
        assert_eq!(DiagonalRule::ALL.map(count), [8, 8, 8, 4]);
    }
}
