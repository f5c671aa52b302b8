use tautline_maps::generate::Rng;

use super::quantile;
use crate::units::geometric_mean;

/// How often the queries are drawn again.
const DRAWS: usize = 1000;

/// What the middle 95 of 100 draws lie between.
const TAILS: (f64, f64) = (0.025, 0.975);

/// The times of two planners for each query of one map: first the one that the other is compared with.
pub type Pairs = Vec<(f64, f64)>;

/// Where a speed-up lies that is the geometric mean over maps, with a confidence of 95 %: the queries of each map are drawn again,
/// with repetition, a thousand times, always the same. The maps are not drawn: they are the ones that the speed-up is for. None
/// where there are no queries.
#[must_use]
pub fn speed_up_interval(maps: &[Pairs]) -> Option<(f64, f64)> {
    if maps.is_empty() || maps.iter().any(Vec::is_empty) {
        return None;
    }
    let mut rng = Rng::new(0);
    let mut drawn = |pairs: &Pairs| {
        let (mut longer, mut shorter) = (0.0, 0.0);
        for _ in pairs {
            let (first, second) = pairs[rng.below(pairs.len() as u64) as usize];
            longer += first;
            shorter += second;
        }
        longer / shorter
    };
    let mut means: Vec<f64> = (0..DRAWS).map(|_| geometric_mean(maps.iter().map(&mut drawn))).collect();
    means.sort_by(f64::total_cmp);
    quantile(&means, TAILS.0).zip(quantile(&means, TAILS.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_mean() {
        // Ratios of 2 everywhere leave nothing to chance.
        let same = vec![vec![(2.0, 1.0), (6.0, 3.0)], vec![(4.0, 2.0)]];
        let (least, most) = speed_up_interval(&same).unwrap();
        assert!((least - 2.0).abs() < 1e-12 && (most - 2.0).abs() < 1e-12);
        // The sum of 400 times that are 1 or 3 with even chances has a standard error of 1/40 of itself.
        let spread: Pairs = (0..400).map(|query| (if query % 2 == 0 { 1.0 } else { 3.0 }, 1.0)).collect();
        let (least, most) = speed_up_interval(&[spread]).unwrap();
        let half = 2.0 * 1.96 / 40.0;
        assert!((least - (2.0 - half)).abs() < 0.02 && (most - (2.0 + half)).abs() < 0.02, "{least} {most}");
        assert_eq!((speed_up_interval(&[]), speed_up_interval(&[vec![]])), (None, None));
    }
}
