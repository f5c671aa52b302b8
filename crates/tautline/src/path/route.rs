use crate::search::Place;

/// A way from a start to a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Path<P> {
    /// The places in order, start and goal included: every cell for a planner on cells, the turning points at any
    /// angle.
    pub places: Vec<P>,
    /// Its length, one tile being one unit.
    pub cost: f64,
}

impl<P: Place> Path<P> {
    /// How often the heading changes.
    ///
    /// ```
    /// use tautline::geometry::Cell;
    /// use tautline::path::Path;
    /// let places = [(0, 0), (1, 0), (2, 0), (3, 1), (3, 2)].map(Cell::from).to_vec();
    /// assert_eq!(Path { places, cost: 3.0 + 2f64.sqrt() }.turns(), 2);
    /// ```
    #[must_use]
    pub fn turns(&self) -> usize {
        let heading = |pair: &[P]| {
            let ((ax, ay), (bx, by)): ((i32, i32), (i32, i32)) = (pair[0].into(), pair[1].into());
            (i64::from(bx) - i64::from(ax), i64::from(by) - i64::from(ay))
        };
        self.places
            .windows(3)
            .filter(|three| {
                let ((ax, ay), (bx, by)) = (heading(&three[..2]), heading(&three[1..]));
                ax * by != ay * bx || ax * bx + ay * by < 0
            })
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Cell;

    fn turns(places: &[(i32, i32)]) -> usize {
        Path { places: places.iter().map(|&place| Cell::from(place)).collect(), cost: 0.0 }.turns()
    }

    #[test]
    fn turns_are_changes_of_heading() {
        assert_eq!(turns(&[]), 0);
        assert_eq!(turns(&[(3, 3)]), 0);
        assert_eq!(turns(&[(0, 0), (1, 1)]), 0);
        assert_eq!(turns(&[(0, 0), (1, 1), (3, 3)]), 0, "a longer step in the same direction");
        assert_eq!(turns(&[(0, 0), (1, 1), (0, 0)]), 1, "turning back is a turn");
        assert_eq!(turns(&[(0, 0), (1, 0), (2, 1), (3, 1)]), 2);
    }
}
