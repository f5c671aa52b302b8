use super::Heuristic;
use crate::geometry::Cell;
use crate::moves::{Cost, StepCosts};

/// The cost on an empty map with eight neighbours: as many diagonal steps as go, straight ones for the rest.
///
/// Admissible and consistent for four neighbours too, where [`Manhattan`](super::Manhattan) is larger.
#[derive(Clone, Copy, Debug)]
pub struct Octile<C> {
    goal: Cell,
    costs: StepCosts<C>,
}

impl<C: Cost> Octile<C> {
    /// The estimate to `goal` for these costs.
    #[must_use]
    pub fn new(goal: Cell, costs: StepCosts<C>) -> Self {
        Self { goal, costs }
    }
}

impl<C: Cost> Heuristic<Cell, C> for Octile<C> {
    #[inline]
    fn estimate(&self, cell: Cell) -> C {
        let (dx, dy) = (cell.x.abs_diff(self.goal.x), cell.y.abs_diff(self.goal.y));
        self.costs.diagonal.times(dx.min(dy)) + self.costs.straight.times(dx.abs_diff(dy))
    }

    fn overestimate(&self) -> f64 {
        1.0
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

/// The octile distance as Rayner prints it first, with a case distinction: C·Δx + B·Δy if Δx > Δy, else C·Δy + B·Δx,
/// with B = D − C.
#[must_use]
pub fn octile_branching(dx: u32, dy: u32, costs: StepCosts<u32>) -> u32 {
    let (c, d) = (i64::from(costs.straight), i64::from(costs.diagonal));
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    let b = d - c;
    (if dx > dy { c * dx + b * dy } else { c * dy + b * dx }) as u32
}

/// The octile distance without a case distinction: (E·|Δx − Δy| + D·(Δx + Δy)) / 2 with E = 2C − D. The sum is always
/// even, so nothing is lost by the division.
#[must_use]
pub fn octile_branch_free(dx: u32, dy: u32, costs: StepCosts<u32>) -> u32 {
    let (c, d) = (i64::from(costs.straight), i64::from(costs.diagonal));
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    let e = 2 * c - d;
    ((e * (dx - dy).abs() + d * (dx + dy)) >> 1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_of_writing_it_are_equal() {
        for costs in [StepCosts::D99_C70, StepCosts::D3_C2, StepCosts::D99_C50, StepCosts::new(5, 7).unwrap()]
        {
            for x in 0..80 {
                for y in 0..80 {
                    let expected = octile_branching(x, y, costs);
                    assert_eq!(octile_branch_free(x, y, costs), expected);
                    let goal = Cell::new(40, 40);
                    let cell = Cell::new(40 - x as i32, 40 + y as i32);
                    assert_eq!(Octile::new(goal, costs).estimate(cell), expected);
                }
            }
        }
    }
}
