use std::cmp::Ordering;

use tautline::moves::{CostModel, OctileLength, StepCosts};

/// Which of two numbers of steps is cheaper, without any rounding.
///
/// For octile lengths this asks for the sign of a + b√2, where a and b are the differences of the two counts. Since
/// t ↦ t·|t| grows with t, a is above −b√2 exactly when a·|a| is above −2·b·|b|: so the sign is that of
/// a·|a| + 2·b·|b|, a whole number.
#[must_use]
pub fn compare(model: CostModel, one: OctileLength, other: OctileLength) -> Ordering {
    match model {
        CostModel::Octile => {
            let a = i128::from(one.straight) - i128::from(other.straight);
            let b = i128::from(one.diagonal) - i128::from(other.diagonal);
            (a * a.abs() + 2 * b * b.abs()).cmp(&0)
        }
        CostModel::Integer(costs) => exact_cost(costs, one).cmp(&exact_cost(costs, other)),
    }
}

/// What so many steps cost in whole numbers.
///
/// # Panics
///
/// Where the cost does not fit 64 bits.
#[must_use]
pub fn exact_cost(costs: StepCosts<u32>, steps: OctileLength) -> u64 {
    let straight = u64::from(costs.straight) * u64::from(steps.straight);
    let diagonal = u64::from(costs.diagonal) * u64::from(steps.diagonal);
    straight.checked_add(diagonal).expect("the cost fits 64 bits")
}

/// What so many steps cost, as a number: exact for whole costs below 2⁵³, rounded for octile lengths.
#[must_use]
pub fn value(model: CostModel, steps: OctileLength) -> f64 {
    match model {
        CostModel::Octile => f64::from(steps.straight) + f64::from(steps.diagonal) * 2f64.sqrt(),
        CostModel::Integer(costs) => exact_cost(costs, steps) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(straight: u32, diagonal: u32) -> OctileLength {
        OctileLength { straight, diagonal }
    }

    #[test]
    fn octile_lengths_are_told_apart_where_doubles_cannot() {
        // 1607521² = 2 · 1136689² − 1 and 3880899² = 2 · 2744210² + 1: neighbours of √2 from both sides.
        let octile = CostModel::Octile;
        assert_eq!(compare(octile, steps(1_607_521, 0), steps(0, 1_136_689)), Ordering::Less);
        assert_eq!(compare(octile, steps(3_880_899, 0), steps(0, 2_744_210)), Ordering::Greater);
        assert_eq!(compare(octile, steps(5, 3), steps(5, 3)), Ordering::Equal);
        assert_eq!(compare(octile, steps(7, 0), steps(0, 5)), Ordering::Less);
        assert_eq!(compare(octile, steps(3, 5), steps(10, 0)), Ordering::Greater);
    }

    #[test]
    fn different_steps_can_cost_the_same_in_whole_numbers() {
        let costs = StepCosts::D3_C2;
        assert_eq!(compare(CostModel::Integer(costs), steps(3, 0), steps(0, 2)), Ordering::Equal);
        assert_eq!(exact_cost(costs, steps(3, 2)), 12);
        assert_eq!(compare(CostModel::Integer(costs), steps(3, 1), steps(4, 0)), Ordering::Greater);
    }

    #[test]
    fn values_are_plain_sums() {
        assert!((value(CostModel::Octile, steps(2, 3)) - 6.242_640_687_119_286).abs() < 1e-15);
        assert!((value(CostModel::Integer(StepCosts::D99_C70), steps(2, 3)) - 437.0).abs() < 1e-15);
    }
}
