//! Axes.

/// How numbers are laid out along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scale {
    /// By their differences.
    Linear,
    /// By their ratios; only for numbers above zero.
    Logarithmic,
}

/// An axis: which numbers are shown, and between which pixels.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    scale: Scale,
    least: f64,
    most: f64,
    pixels: (i32, i32),
    /// The numbers that are written along it.
    pub(super) ticks: Vec<f64>,
}

impl Axis {
    /// An axis with room for all these numbers, of which there is one at least.
    pub(super) fn new(scale: Scale, numbers: impl Iterator<Item = f64>, pixels: (i32, i32)) -> Self {
        let (least, most) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), number| {
            (least.min(number), most.max(number))
        });
        match scale {
            Scale::Logarithmic => {
                let (least, most) = (step_below(least), step_above(most));
                let most = if most > least { most } else { step_above(1.01 * least) };
                let steps = std::iter::successors(Some(least), |&last| Some(step_above(1.01 * last)));
                let steps: Vec<f64> = steps.take_while(|&step| step <= 1.001 * most).collect();
                // Over many decades, the decades alone are enough.
                let has_room = steps.len() <= 8;
                let ticks = steps.iter().copied().filter(|&step| has_room || is_decade(step)).collect();
                Self { scale, least, most, pixels, ticks }
            }
            Scale::Linear => {
                let least = least.min(0.0);
                let step = step_above((most - least).max(f64::MIN_POSITIVE) / 6.0);
                let count = ((most - least) / step).ceil().max(1.0);
                let first = (least / step).floor();
                let ticks = (0..=count as i32).map(|number| (first + f64::from(number)) * step).collect();
                Self { scale, least: first * step, most: (first + count) * step, pixels, ticks }
            }
        }
    }

    /// Where a number is.
    pub(super) fn pixel(&self, number: f64) -> i32 {
        let part = match self.scale {
            Scale::Linear => (number - self.least) / (self.most - self.least),
            Scale::Logarithmic => (number / self.least).ln() / (self.most / self.least).ln(),
        };
        let (from, to) = self.pixels;
        from + (part * f64::from(to - from)).round() as i32
    }
}

/// The largest of 1, 2 and 5 times a power of ten that is not above a number.
fn step_below(number: f64) -> f64 {
    let decade = 10f64.powf(number.log10().floor());
    // What is below by rounding only is not below.
    [5.0, 2.0]
        .into_iter()
        .map(|factor| factor * decade)
        .find(|&step| step <= 1.000_001 * number)
        .unwrap_or(decade)
}

/// The smallest that is not below it.
fn step_above(number: f64) -> f64 {
    let decade = 10f64.powf(number.log10().floor());
    let steps = [1.0, 2.0, 5.0].into_iter().map(|factor| factor * decade);
    steps.into_iter().find(|&step| step >= number / 1.000_001).unwrap_or(10.0 * decade)
}

fn is_decade(number: f64) -> bool {
    let power = number.log10();
    (power - power.round()).abs() < 1e-6
}

/// A number on an axis, with as few digits as it needs: 0.05, 20, 10,000.
pub(super) fn label(number: f64) -> String {
    if number.abs() >= 1000.0 {
        return crate::units::thousands(number.round() as u64);
    }
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(scale: Scale, numbers: &[f64]) -> Axis {
        Axis::new(scale, numbers.iter().copied(), (0, 1000))
    }

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks.iter().map(|&tick| label(tick)).collect()
    }

    #[test]
    fn ratios_are_laid_out_evenly() {
        let axis = of(Scale::Logarithmic, &[3.0, 150.0]);
        assert_eq!(labels(&axis), ["2", "5", "10", "20", "50", "100", "200"]);
        assert_eq!([2.0, 20.0, 200.0].map(|number| axis.pixel(number)), [0, 500, 1000]);
        assert_eq!(
            labels(&of(Scale::Logarithmic, &[0.07, 20_000.0])),
            ["0.1", "1", "10", "100", "1,000", "10,000"]
        );
        assert_eq!(labels(&of(Scale::Logarithmic, &[1.0])), ["1", "2"]);
    }

    #[test]
    fn differences_begin_at_zero() {
        let axis = of(Scale::Linear, &[0.4, 5.3]);
        assert_eq!(labels(&axis), ["0", "1", "2", "3", "4", "5", "6"]);
        assert_eq!([0.0, 3.0, 6.0].map(|number| axis.pixel(number)), [0, 500, 1000]);
        assert_eq!(
            labels(&of(Scale::Linear, &[0.0, 0.11])),
            ["0", "0.02", "0.04", "0.06", "0.08", "0.1", "0.12"]
        );
        assert_eq!(
            of(Scale::Linear, &[0.0]).ticks.len(),
            2,
            "where all are zero, there is an axis all the same"
        );
    }
}
