/// The critical values of Student's t for a two-sided test at α = 0.01, from one degree of freedom on.
const CRITICAL: [f64; 29] = [
    63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169, 3.106, 3.055, 3.012, 2.977, 2.947,
    2.921, 2.898, 2.878, 2.861, 2.845, 2.831, 2.819, 2.807, 2.797, 2.787, 2.779, 2.771, 2.763, 2.756,
];

/// That of the normal distribution, which t comes near to.
const NORMAL: f64 = 2.575_829;

/// The mean of numbers; none where there are none.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) =
        numbers.into_iter().fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// The number that a part of the numbers, which are in increasing order, are below: 0.5 for the median. Between two of them it
/// is a mean of both (type 7 of Hyndman and Fan, as most programs have it); none where there are none.
#[must_use]
pub fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let place = part * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + place.fract() * (above - below))
}

/// The standard deviation of the numbers that these are a sample of; none where there are fewer than two.
#[must_use]
pub fn standard_deviation(numbers: &[f64]) -> Option<f64> {
    let degrees = numbers.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
    let mean = mean(numbers.iter().copied())?;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    Some((squares / degrees as f64).sqrt())
}

/// Student's paired t-test: whether the differences within pairs are nothing but chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedTest {
    /// The mean difference over its standard error; negative where the first of the pairs are smaller.
    pub t: f64,
    /// How many pairs, less one.
    pub degrees: usize,
}

impl PairedTest {
    /// What |t| exceeds by chance one time in a hundred.
    #[must_use]
    pub fn critical(&self) -> f64 {
        critical(&CRITICAL, NORMAL, self.degrees)
    }

    /// Whether chance is ruled out at α = 0.01, on both sides.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.t.abs() > self.critical()
    }
}

/// The critical value of Student's t for some degrees of freedom: the table's, which begins with one, and behind its end what comes of
/// that of the normal distribution, z.
pub(crate) fn critical(table: &[f64], z: f64, degrees: usize) -> f64 {
    table.get(degrees - 1).copied().unwrap_or_else(|| {
        // The expansion of Cornish and Fisher, exact to two digits from ten degrees on and to three from thirty.
        let n = degrees as f64;
        z + (z.powi(3) + z) / (4.0 * n) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
    })
}

/// Tests pairs of numbers; none where there are fewer than two.
#[must_use]
pub fn paired_test(pairs: &[(f64, f64)]) -> Option<PairedTest> {
    let degrees = pairs.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
    let differences = || pairs.iter().map(|(first, second)| first - second);
    let mean = mean(differences())?;
    let squares: f64 = differences().map(|difference| (difference - mean).powi(2)).sum();
    let error = (squares / degrees as f64 / pairs.len() as f64).sqrt();
    // Where all pairs are alike, there is no difference to explain.
    Some(PairedTest { t: if mean == 0.0 { 0.0 } else { mean / error }, degrees })
}

/// Whether two shares, each of so many cases, differ by nothing but chance: the test of two proportions at α = 0.01, on both sides.
#[must_use]
pub fn is_same_share((first, cases): (f64, usize), (second, others): (f64, usize)) -> bool {
    let (cases, others) = (cases as f64, others as f64);
    let share = (first * cases + second * others) / (cases + others);
    let error = (share * (1.0 - share) * (1.0 / cases + 1.0 / others)).sqrt();
    (first - second).abs() <= NORMAL * error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sleep_of_ten_patients() {
        // Student: The Probable Error of a Mean. Biometrika 6, 1908: t = 4.0621 with 9 degrees of freedom, p = 0.0028.
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let pairs: Vec<_> = first.into_iter().zip(second).collect();
        let test = paired_test(&pairs).unwrap();
        assert_eq!((format!("{:.4}", test.t).as_str(), test.degrees), ("-4.0621", 9));
        assert!(test.is_significant());
        assert!(!PairedTest { t: 3.2, ..test }.is_significant());
    }

    #[test]
    fn critical_values_are_those_of_the_tables() {
        let critical = |degrees| format!("{:.3}", PairedTest { t: 0.0, degrees }.critical());
        assert_eq!(
            [1, 9, 29, 30, 60, 120, 499].map(critical),
            ["63.657", "3.250", "2.756", "2.750", "2.660", "2.617", "2.586"]
        );
    }

    #[test]
    fn pairs_without_a_difference_show_none() {
        assert_eq!(paired_test(&[(1.0, 1.0), (2.0, 2.0)]), Some(PairedTest { t: 0.0, degrees: 1 }));
        assert!(paired_test(&[(1.0, 2.0), (2.0, 3.0)]).unwrap().is_significant());
        assert_eq!(paired_test(&[(1.0, 2.0)]), None);
        assert_eq!((mean([]), mean([1.0, 4.0])), (None, Some(2.5)));
    }

    #[test]
    fn quartiles_lie_between_neighbours() {
        let quartiles = |numbers: &[f64]| [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| quantile(numbers, part));
        assert_eq!(quartiles(&[1.0, 2.0, 3.0, 4.0]), [1.0, 1.75, 2.5, 3.25, 4.0].map(Some));
        assert_eq!(quartiles(&[1.0, 5.0, 6.0, 10.0, 30.0]), [1.0, 5.0, 6.0, 10.0, 30.0].map(Some));
        assert_eq!(quartiles(&[7.0]), [Some(7.0); 5]);
        assert_eq!(quartiles(&[]), [None; 5]);
    }

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        // The mean is 5, the squares add up to 32.
        let deviation = standard_deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert!((deviation - (32f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!((standard_deviation(&[7.0]), standard_deviation(&[])), (None, None));
    }

    #[test]
    fn shares_differ_by_chance_or_not() {
        let differs = |first, second| !is_same_share((first, 300), (second, 300));
        assert!(!differs(0.5, 0.5) && !differs(1.0, 1.0) && !differs(0.55, 0.5));
        assert!(differs(0.7, 0.5) && differs(0.5, 0.7));
        // 0.1 over √(0.65 · 0.35 · 2 / n) is 2.546 for n = 295 and 2.610 for n = 310; the critical value is 2.576.
        assert!(is_same_share((0.6, 295), (0.7, 295)) && !is_same_share((0.6, 310), (0.7, 310)));
        assert!(!is_same_share((1.0, 200), (0.94, 500)) && is_same_share((1.0, 20), (0.94, 500)));
    }
}
