//! How something grows: t = a·n^b, by least squares on the logarithms.

use crate::harness::critical;

/// How something grows with its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Growth {
    /// The power of the size.
    pub(super) exponent: f64,
    /// Between which numbers it lies with 95 % confidence, if there are more than two sizes.
    pub(super) interval: Option<(f64, f64)>,
}

/// The critical values of Student's t for an interval of 95 %, from one degree of freedom on.
const CRITICAL: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

/// That of the normal distribution, which t comes near to.
const NORMAL: f64 = 1.959_964;

/// Fits points of a size and what it takes. None where there are not two sizes; points at which it takes nothing have no logarithm and do
/// not count.
pub(super) fn growth(points: impl IntoIterator<Item = (f64, f64)>) -> Option<Growth> {
    let points = points.into_iter().filter(|&(size, time)| size > 0.0 && time > 0.0);
    let logs: Vec<(f64, f64)> = points.map(|(size, time)| (size.ln(), time.ln())).collect();
    let count = logs.len() as f64;
    let (sum_x, sum_y) = logs.iter().fold((0.0, 0.0), |(x, y), log| (x + log.0, y + log.1));
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let squares: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let products: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    if squares.is_nan() || squares <= 0.0 {
        return None;
    }
    let exponent = products / squares;
    let residual = |&(x, y): &(f64, f64)| (y - mean_y - exponent * (x - mean_x)).powi(2);
    let interval = logs.len().checked_sub(2).filter(|&degrees| degrees > 0).map(|degrees| {
        let error = (logs.iter().map(residual).sum::<f64>() / degrees as f64 / squares).sqrt();
        let reach = critical(&CRITICAL, NORMAL, degrees) * error;
        (exponent - reach, exponent + reach)
    });
    Some(Growth { exponent, interval })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_data_give_the_exponent() {
        for exponent in [0.0, 0.5, 1.0, 1.7] {
            let points = [256.0, 512.0, 1024.0, 2048.0].map(|size: f64| (size, 3.0 * size.powf(exponent)));
            let fitted = growth(points).unwrap();
            assert!((fitted.exponent - exponent).abs() < 1e-12, "{fitted:?}");
            let (least, most) = fitted.interval.unwrap();
            assert!(exponent - least < 1e-6 && most - exponent < 1e-6, "{fitted:?}");
        }
    }

    #[test]
    fn the_interval_is_that_of_the_regression() {
        // ln n = 0, 1, 2, 3 and ln t = 0, 2, 1, 3: slope 0.8, squares of the residuals 1.8, error √(1.8 / 2 / 5).
        let points =
            [(0.0, 0.0), (1.0, 2.0), (2.0, 1.0), (3.0, 3.0)].map(|(x, y): (f64, f64)| (x.exp(), y.exp()));
        let fitted = growth(points).unwrap();
        let error = (1.8f64 / 2.0 / 5.0).sqrt();
        let (least, most) = fitted.interval.unwrap();
        assert!((fitted.exponent - 0.8).abs() < 1e-12);
        assert!((least - (0.8 - 4.303 * error)).abs() < 1e-9 && (most - (0.8 + 4.303 * error)).abs() < 1e-9);
    }

    #[test]
    fn too_few_sizes_have_no_growth() {
        assert_eq!(growth([]), None);
        assert_eq!(growth([(4.0, 2.0)]), None);
        assert_eq!(growth([(4.0, 2.0), (4.0, 3.0)]), None);
        assert_eq!(growth([(4.0, 2.0), (8.0, 0.0)]), None, "nothing has no logarithm");
        let two = growth([(4.0, 2.0), (16.0, 4.0)]).unwrap();
        assert!((two.exponent - 0.5).abs() < 1e-12 && two.interval.is_none());
    }

    #[test]
    fn critical_values_are_those_of_the_tables() {
        let shown =
            [1, 4, 10, 11, 20, 60].map(|degrees| format!("{:.2}", critical(&CRITICAL, NORMAL, degrees)));
        assert_eq!(shown, ["12.71", "2.78", "2.23", "2.20", "2.09", "2.00"]);
    }
}
