//! Numbers for people.

use std::time::Duration;

/// A time with its unit, such as `45.2 µs`.
pub(crate) fn time(time: Duration) -> String {
    let (number, unit) = in_its_unit(time);
    format!("{} {unit}", digits(number))
}

/// A time as a number of microseconds, milliseconds or seconds, whichever suits it, and the name of the unit.
#[must_use]
pub fn in_its_unit(time: Duration) -> (f64, &'static str) {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 1e-3 => (seconds * 1e6, "µs"),
        _ if seconds < 1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    }
}

/// A time as a number of microseconds.
pub(crate) fn microseconds(time: Duration) -> String {
    digits(time.as_secs_f64() * 1e6)
}

/// How many times as long one time is as another.
pub(crate) fn ratio(longer: Duration, shorter: Duration) -> f64 {
    longer.as_secs_f64() / shorter.as_secs_f64()
}

/// How many times something is as fast: a digit behind the point of a small number, none of a large one.
pub(crate) fn factor(number: f64) -> String {
    if number < 9.95 { format!("{number:.1}") } else { format!("{number:.0}") }
}

/// The number whose logarithm is the mean of theirs.
pub(crate) fn geometric_mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    (numbers.map(f64::ln).sum::<f64>() / count).exp()
}

/// A whole number with a comma behind every thousand.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// A number of bytes with its unit, such as `3.1 MB`.
pub(crate) fn bytes(bytes: u64) -> String {
    let number = bytes as f64;
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", digits(number / 1e3)),
        1_000_000..1_000_000_000 => format!("{} MB", digits(number / 1e6)),
        _ => format!("{} GB", digits(number / 1e9)),
    }
}

/// A number with one digit after the point, or none where it has three before it.
fn digits(number: f64) -> String {
    if number < 99.95 { format!("{number:.1}") } else { format!("{number:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_fits() {
        let shown = |nanoseconds| time(Duration::from_nanos(nanoseconds));
        assert_eq!(shown(0), "0.0 µs");
        assert_eq!(shown(45_240), "45.2 µs");
        assert_eq!(shown(99_960), "100 µs");
        assert_eq!(shown(3_120_000), "3.1 ms");
        assert_eq!(shown(6_100_000_000), "6.1 s");
        assert_eq!(microseconds(Duration::from_millis(3)), "3000");
    }

    #[test]
    fn bytes_have_the_unit_that_fits() {
        let shown = [0, 999, 1_000, 262_144, 3_140_000, 2_500_000_000].map(bytes);
        assert_eq!(shown, ["0 B", "999 B", "1.0 kB", "262 kB", "3.1 MB", "2.5 GB"]);
    }

    #[test]
    fn large_numbers_are_grouped() {
        let shown = [0, 7, 999, 1000, 36_208, 133_089_043].map(thousands);
        assert_eq!(shown, ["0", "7", "999", "1,000", "36,208", "133,089,043"]);
    }

    #[test]
    fn the_mean_of_ratios_is_geometric() {
        assert!((geometric_mean([4.0, 9.0].into_iter()) - 6.0).abs() < 1e-9);
        assert!(geometric_mean([0.0, 9.0].into_iter()).abs() < 1e-9);
    }
}
