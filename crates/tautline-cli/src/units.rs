//! Numbers for people.

use std::time::Duration;

use tautline_lab::units::in_its_unit;

/// A time with three digits and its unit, such as `45.2 µs`.
pub(crate) fn time(time: Duration) -> String {
    let (number, unit) = in_its_unit(time);
    format!("{} {unit}", three_digits(number))
}

/// A number with three digits, or more before the point.
pub(crate) fn three_digits(number: f64) -> String {
    let decimals = match number {
        _ if number < 9.995 => 2,
        _ if number < 99.95 => 1,
        _ => 0,
    };
    format!("{number:.decimals$}")
}

/// A number of things.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A part of a whole, such as `84.2 %`.
pub(crate) fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let shown = |nanoseconds| time(Duration::from_nanos(nanoseconds));
        assert_eq!(shown(45), "0.04 µs");
        assert_eq!(shown(9_994), "9.99 µs");
        assert_eq!(shown(9_996), "10.0 µs");
        assert_eq!(shown(99_960), "100 µs");
        assert_eq!(shown(1_234_000), "1.23 ms");
        assert_eq!(shown(62_100_000_000), "62.1 s");
    }
}
