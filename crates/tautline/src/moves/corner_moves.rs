use super::KnightLength;
use crate::geometry::Corner;

/// Which moves lead from corner to corner: the branching factors of the Theta* paper (Daniel, Nash, Koenig & Felner 2010,
/// section 10.3 and figure 23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CornerMoves {
    /// Along the sides of the cells.
    Four,
    /// Those and the diagonals of the cells.
    #[default]
    Eight,
    /// Those and the moves of a knight: two cells in one direction and one in the other.
    Sixteen,
}

/// What the moves change, of each kind clockwise.
pub(crate) const VECTORS: [(i32, i32); 16] = [
    (0, -1),
    (1, 0),
    (0, 1),
    (-1, 0),
    (1, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -2),
    (2, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
];

impl CornerMoves {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Four, Self::Eight, Self::Sixteen];

    /// The moves as changes of x and y: first the straight ones, then the diagonal ones, then those of a knight.
    #[must_use]
    pub fn vectors(self) -> &'static [(i32, i32)] {
        &VECTORS[..self.count()]
    }

    /// How many they are.
    #[must_use]
    pub(crate) const fn count(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
            Self::Sixteen => 16,
        }
    }

    /// The length of a shortest way between two corners on a map without obstacles.
    ///
    /// Let M be the larger and m the smaller of |Δx| and |Δy|. Four neighbours: M + m straight moves. Eight: m diagonal ones
    /// and M − m straight ones. Sixteen: where 2m ≤ M, m moves of a knight and M − 2m straight ones, otherwise M − m moves of a
    /// knight and 2m − M diagonal ones.
    ///
    /// No way is shorter. Each move divided by its length is a point on the unit circle, so the moves span a convex polygon of
    /// which each of these points is a corner; let ‖·‖ be the norm whose unit ball that polygon is. Then ‖v‖ is the length of
    /// each move v, and by the triangle inequality no way with a change of w is shorter than ‖w‖. Between two moves u and v
    /// that are neighbours on the circle the polygon has a straight side, so that ‖pu + qv‖ = p‖u‖ + q‖v‖ for p, q ≥ 0. And as
    /// such neighbours have the determinant ±1, every change of x and y is such a sum with whole p and q: the one above. These
    /// p + q moves stay between the two corners, so that they are possible on every map.
    ///
    /// A norm obeys the triangle inequality, so as an estimate this is consistent.
    ///
    /// ```
    /// use tautline::moves::{CornerMoves, KnightLength};
    /// let distance = CornerMoves::Sixteen.distance((0, 0).into(), (7, -5).into());
    /// assert_eq!(distance, KnightLength { straight: 0, diagonal: 3, knight: 2 });
    /// ```
    #[must_use]
    pub fn distance(self, from: Corner, to: Corner) -> KnightLength {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let (more, less) = (dx.max(dy), dx.min(dy));
        match self {
            Self::Four => KnightLength { straight: more.saturating_add(less), diagonal: 0, knight: 0 },
            Self::Eight => KnightLength { straight: more - less, diagonal: less, knight: 0 },
            Self::Sixteen if less <= more / 2 => {
                KnightLength { straight: more - 2 * less, diagonal: 0, knight: less }
            }
            // Where 2m might not fit: 2m − M = m − (M − m).
            Self::Sixteen => {
                let knight = more - less;
                KnightLength { straight: 0, diagonal: less - knight, knight }
            }
        }
    }

    /// The length of the moves from corner to corner along a path; none if one of them is no single move.
    pub(crate) fn length(corners: &[Corner]) -> Option<KnightLength> {
        corners.windows(2).try_fold(KnightLength::ZERO, |length, pair| {
            let (dx, dy) = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
            let step = match (dx.max(dy), dx.min(dy)) {
                (1, 0) => KnightLength::STRAIGHT,
                (1, 1) => KnightLength::DIAGONAL,
                (2, 1) => KnightLength::KNIGHT,
                _ => return None,
            };
            Some(length + step)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::*;
    use crate::moves::Cost;

    /// Dijkstra's algorithm on a map without obstacles.
    #[test]
    fn the_distance_is_that_of_a_search_on_an_empty_map() {
        const SIDE: i32 = 24;
        for moves in CornerMoves::ALL {
            for start in [Corner::new(0, 0), Corner::new(11, 7)] {
                let mut settled: HashMap<Corner, KnightLength> = HashMap::new();
                let mut open = BTreeSet::from([(0, start)]);
                let mut lengths = HashMap::from([(start, KnightLength::ZERO)]);
                while let Some((key, corner)) = open.pop_first() {
                    let length = lengths[&corner];
                    if settled.contains_key(&corner) || length.key() != key {
                        continue;
                    }
                    settled.insert(corner, length);
                    for &(dx, dy) in moves.vectors() {
                        let next = Corner::new(corner.x + dx, corner.y + dy);
                        if !(0..=SIDE).contains(&next.x) || !(0..=SIDE).contains(&next.y) {
                            continue;
                        }
                        let after = length + CornerMoves::length(&[corner, next]).unwrap();
                        if lengths.get(&next).is_none_or(|known| after.key() < known.key()) {
                            lengths.insert(next, after);
                            open.insert((after.key(), next));
                        }
                    }
                }
                assert_eq!(settled.len(), ((SIDE + 1) * (SIDE + 1)) as usize);
                for (corner, length) in settled {
                    assert_eq!(moves.distance(start, corner), length, "{moves:?} from {start} to {corner}");
                    assert_eq!(moves.distance(corner, start), length);
                }
            }
        }
    }

    #[test]
    fn the_moves_are_all_that_are_meant() {
        for moves in CornerMoves::ALL {
            let different: BTreeSet<_> = moves.vectors().iter().collect();
            assert_eq!(different.len(), moves.count());
            for &(dx, dy) in moves.vectors() {
                assert!(different.contains(&(-dx, -dy)) && different.contains(&(dy, dx)), "{dx} {dy}");
                let squared = dx * dx + dy * dy;
                assert!([1, 2, 5].contains(&squared), "{dx} {dy}");
            }
        }
    }

    #[test]
    fn far_ends_do_not_overflow() {
        let (a, b) = (Corner::new(i32::MIN, i32::MIN), Corner::new(i32::MAX, i32::MAX));
        let expected = KnightLength { straight: 0, diagonal: u32::MAX, knight: 0 };
        assert_eq!(CornerMoves::Sixteen.distance(a, b), expected);
    }
}
