use crate::heuristic::EuclideanCost;
use crate::moves::{CostModel, OctileLength, StepCosts};

/// What steps cost for the distances that are kept of exact lengths: 41/29 is the best fraction below √2 for which 16 bits are enough on
/// most maps, where ways of up to 2,259 tiles fit.
const BELOW_OCTILE: StepCosts<u32> = StepCosts::unusual(29, 41);

/// The costs in which landmarks count: those of the search where they are whole numbers, and otherwise whole numbers below them.
pub(super) fn counted(costs: CostModel) -> StepCosts<u32> {
    match costs {
        CostModel::Octile => BELOW_OCTILE,
        CostModel::Integer(costs) => costs,
    }
}

/// A cost that landmarks can estimate.
pub trait LandmarkCost: EuclideanCost {
    /// The least cost of a way that is at least this long in the costs that landmarks count in.
    fn at_least(counted: u32) -> Self;
}

impl LandmarkCost for u32 {
    #[inline]
    fn at_least(counted: u32) -> Self {
        counted
    }
}

/// A straight step counts C = 29 and a diagonal one D = 41, which is a little less than C·√2. If two cells are k or more apart in these
/// costs, then so is every way between them, with s straight and t diagonal steps: C·s + D·t ≥ k. The shortest length for which that
/// holds, b(k), is therefore a lower bound of the true distance, and it is a length of the form that is compared exactly.
///
/// It keeps estimates consistent. b is monotonic; b(j + k) ≤ b(j) + b(k), as the steps of both together are enough for the sum; and
/// b(C) ≤ 1, b(D) ≤ √2. A step that costs c ∈ {C, D} changes k by c at most, so that b(k) ≤ b(k′ + c) ≤ b(k′) + b(c), and b(c) is not
/// longer than the step.
///
/// C straight steps count more than as many tiles of diagonal ones, so that few of the latter are taken: as many as best fill up
/// what straight steps leave over, less than C, since D straight steps count as much as C diagonal ones and are shorter.
impl LandmarkCost for OctileLength {
    #[inline]
    fn at_least(counted: u32) -> Self {
        if let Some(&(straight, diagonal)) = FEW.get(counted as usize) {
            return Self { straight: straight.into(), diagonal: diagonal.into() };
        }
        let (straight, rest) = (counted / C, counted % C);
        let (fewer, diagonal) = REST[rest as usize];
        Self { straight: straight - u32::from(fewer), diagonal: diagonal.into() }
    }
}

const C: u32 = BELOW_OCTILE.straight;
const D: u32 = BELOW_OCTILE.diagonal;

/// For what is left over when as many straight steps as fit were taken: how many of them to give back for how many diagonal ones.
const REST: [(u8, u8); C as usize] = {
    let mut table = [(0, 0); C as usize];
    let mut rest = 0;
    while rest < C {
        let mut least = f64::INFINITY;
        let mut diagonal = 0;
        while diagonal < C {
            // One more straight step instead would be longer than the best of these: t diagonal ones of which D·t leaves over the rest
            // exactly cost rest / C and hardly more.
            let fewer = (D as i32 * diagonal as i32 - rest as i32).div_euclid(C as i32);
            let length = diagonal as f64 * std::f64::consts::SQRT_2 - fewer as f64;
            if fewer >= 0 && length < least {
                least = length;
                table[rest as usize] = (fewer as u8, diagonal as u8);
            }
            diagonal += 1;
        }
        rest += 1;
    }
    table
};

/// Up to here there may be too few straight steps to give back.
const FEWEST: u32 = C * (D + 1);

/// The shortest lengths that count so much, straight and diagonal steps.
const FEW: [(u8, u8); FEWEST as usize] = {
    let mut table = [(0, 0); FEWEST as usize];
    let mut counted = 0;
    while counted < FEWEST {
        let mut least = f64::INFINITY;
        let mut diagonal = 0;
        while diagonal < C {
            let straight = counted.saturating_sub(D * diagonal).div_ceil(C);
            let length = straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2;
            if length < least {
                least = length;
                table[counted as usize] = (straight as u8, diagonal as u8);
            }
            diagonal += 1;
        }
        counted += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Cost;

    fn shortest(counted: u32) -> OctileLength {
        let length = |diagonal: u32| OctileLength {
            straight: counted.saturating_sub(D * diagonal).div_ceil(C),
            diagonal,
        };
        (0..=counted.div_ceil(D)).map(length).min().unwrap()
    }

    #[test]
    fn the_tables_have_the_shortest_lengths() {
        for counted in (0..6000).chain(65_000..65_100) {
            assert_eq!(OctileLength::at_least(counted), shortest(counted), "{counted}");
        }
    }

    #[test]
    fn no_step_lowers_it_by_more_than_its_length() {
        let bound = OctileLength::at_least;
        for counted in 0..6000 {
            assert!(bound(counted + C).key() <= (bound(counted) + OctileLength::STRAIGHT).key());
            assert!(bound(counted + D).key() <= (bound(counted) + OctileLength::DIAGONAL).key());
            assert!(bound(counted) <= bound(counted + 1));
        }
    }
}
