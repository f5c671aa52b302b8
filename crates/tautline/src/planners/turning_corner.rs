use crate::geometry::{Corner, cross};
use crate::map::{Grid, Quadrants};
use crate::moves::CornerRule;
use crate::search::{Meter, StopReason, count, pieces};

/// A corner at which a shortest path can turn, and how.
///
/// Where the free quadrants around a corner are one, two side by side, or all four, they are convex, and a path that turns there
/// is made shorter by a cut from just before the turn to just behind it. The same holds of a corner at which two obstacles touch
/// under [`CornerRule::Closed`]: a path that comes to it goes back into the quadrant that it came from, which is convex. That
/// leaves the corners with exactly one blocked quadrant and, under [`CornerRule::Open`], those at which two obstacles touch.
///
/// At the former, let the blocked quadrant Q lie at the angles from 0° to 90°, and let a shortest path come from the angle α and
/// go on to the angle β, both from 90° to 360°. Unless |α − β| ≥ 180°, what lies between them is free and convex, and a cut makes
/// the path shorter. So one of them is at most 180° and the other at least 270°. In other words:
///
/// - neither line leads from the corner into Q or into the quadrant opposite to it ([`is_taut`](Self::is_taut));
/// - the headings before and behind the corner lie in the same quadrant, and the path turns towards Q ([`turns`](Self::turns)). If
///   it went straight on, the line from the place before to the place behind would be legal as well, and as taut at both.
///
/// Where two obstacles touch, no line leads into either, and a path turns only from one free quadrant into the other: to either
/// side, as there is an obstacle on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurningCorner {
    pub(crate) corner: Corner,
    /// Heads into the blocked quadrant, or into one of the two.
    pub(crate) blocked: (i8, i8),
    pub(crate) is_double: bool,
}

impl TurningCorner {
    /// A corner of the map, if a shortest path can turn there.
    #[inline]
    fn new(grid: &Grid, rule: CornerRule, corner: Corner) -> Option<Self> {
        let free = grid.quadrants(corner);
        let (blocked, is_double) = match free.bits() {
            0b1110 => ((-1, -1), false),
            0b1101 => ((1, -1), false),
            0b1011 => ((-1, 1), false),
            0b0111 => ((1, 1), false),
            Quadrants::FALLING => ((1, -1), true),
            Quadrants::RISING => ((1, 1), true),
            _ => return None,
        };
        (!free.are_apart(rule)).then_some(Self { corner, blocked, is_double })
    }

    /// Whether a shortest path that turns here can come or go along a legal line with this heading.
    #[inline]
    pub(crate) fn is_taut(self, (dx, dy): (i32, i32)) -> bool {
        let (x, y) = self.blocked;
        dx.signum() * dy.signum() * i32::from(x * y) <= 0
    }

    /// Whether a shortest path can turn here from one heading into another, both of them taut.
    #[inline]
    pub(crate) fn turns(self, before: (i64, i64), behind: (i64, i64)) -> bool {
        let ((ax, ay), (bx, by)) = (before, behind);
        let is_in_one_quadrant = ax.signum() * bx.signum() >= 0 && ay.signum() * by.signum() >= 0;
        let turn = cross(before, behind).signum();
        let towards = cross(before, (self.blocked.0.into(), self.blocked.1.into())).signum();
        is_in_one_quadrant && turn != 0 && (self.is_double || turn == towards)
    }
}

/// All corners of a map at which a shortest path can turn, row by row. Looks at each corner of the map once.
pub(crate) fn turning_corners(
    grid: &Grid,
    rule: CornerRule,
    meter: &mut Meter<'_>,
) -> Result<Vec<TurningCorner>, StopReason> {
    let mut turning = Vec::new();
    // On the border at least two quadrants side by side are blocked.
    for (y, columns) in pieces(grid.width() - 1, grid.height() - 1) {
        meter.go_on(columns.len() as u64)?;
        count::done(columns.len() as u64);
        let corners = columns.map(|x| Corner { x: x + 1, y: y + 1 });
        turning.extend(corners.filter_map(|corner| TurningCorner::new(grid, rule, corner)));
    }
    Ok(turning)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rows: [&str; 3], rule: CornerRule) -> Vec<(i32, i32)> {
        let grid = Grid::from_rows(rows).unwrap();
        turning_corners(&grid, rule, &mut Meter::unlimited())
            .unwrap()
            .into_iter()
            .map(|turning| turning.corner.into())
            .collect()
    }

    #[test]
    fn convex_corners_and_where_two_touch_if_paths_pass_there() {
        let all = [(1, 1), (2, 1), (1, 2), (2, 2)];
        assert_eq!(found(["...", ".#.", "..."], CornerRule::Closed), all);
        assert_eq!(found(["...", ".##", "..."], CornerRule::Closed), [(1, 1), (1, 2)]);
        assert_eq!(found(["#..", ".#.", "..."], CornerRule::Closed), [(2, 1), (1, 2), (2, 2)]);
        assert_eq!(found(["#..", ".#.", "..."], CornerRule::Open), all);
        assert_eq!(found(["..#", ".#.", "..."], CornerRule::Open), all);
    }

    #[test]
    fn a_path_turns_around_the_obstacle_only() {
        // Its blocked quadrant is the one to the south-east.
        let grid = Grid::from_rows(["..", ".#"]).unwrap();
        let [turning] = turning_corners(&grid, CornerRule::Closed, &mut Meter::unlimited()).unwrap()[..]
        else {
            panic!("one corner")
        };
        assert!(turning.is_taut((1, -1)) && turning.is_taut((-3, 1)) && turning.is_taut((1, 0)));
        assert!(!turning.is_taut((1, 1)) && !turning.is_taut((-1, -2)));
        assert!(turning.turns((2, -1), (1, 0)) && turning.turns((0, -1), (1, 0)));
        assert!(!turning.turns((2, -1), (1, -1)), "away from it");
        assert!(!turning.turns((2, -1), (4, -2)), "straight on");
        assert!(!turning.turns((2, -1), (-1, 1)), "back");
        assert!(turning.turns((-1, 2), (0, 1)) && !turning.turns((-1, 2), (-1, 1)));
    }
}
