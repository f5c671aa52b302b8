use super::canvas::Trace;
use crate::number::number;

/// An SVG outline of the lines, in tiles with two digits after the point. Steps are relative, which is short; they are those
/// between rounded places, so that no error adds up.
pub(super) fn outline(trace: &Trace) -> String {
    let mut outline = String::new();
    let mut at = (0, 0);
    for line in &trace.lines {
        for (index, point) in line.iter().enumerate() {
            let next = ((100.0 * point.x).round() as i64, (100.0 * point.y).round() as i64);
            if index == 0 {
                outline.push('m');
            } else if next == at {
                continue;
            }
            // After the place where a line begins, pairs of numbers are steps along it.
            for step in [next.0 - at.0, next.1 - at.1] {
                let step = short(step);
                if !outline.ends_with('m') && !step.starts_with('-') {
                    outline.push(' ');
                }
                outline += &step;
            }
            at = next;
        }
    }
    outline
}

/// So many hundredths, without a zero before the point.
fn short(hundredths: i64) -> String {
    let text = number(hundredths as f64 / 100.0);
    if let Some(digits) = text.strip_prefix("0.") {
        format!(".{digits}")
    } else if let Some(digits) = text.strip_prefix("-0.") {
        format!("-.{digits}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::INK;
    use super::*;
    use tautline::geometry::Point;

    fn drawn(lines: &[&[(f64, f64)]]) -> String {
        let lines = lines.iter().map(|line| line.iter().map(|&point| Point::from(point)).collect());
        outline(&Trace { lines: lines.collect(), colour: INK })
    }

    #[test]
    fn steps_are_relative_and_short() {
        let line = [(12.5, 3.0), (13.0, 2.25), (13.0, 2.25), (12.999, 2.5), (11.0, 2.5)];
        assert_eq!(drawn(&[&line]), "m12.5 3 .5-.75 0 .25-2 0");
        assert_eq!(drawn(&[&[(1.0, 1.0), (2.0, 1.0)], &[(0.5, 1.0), (0.5, 2.0)]]), "m1 1 1 0m-1.5 0 0 1");
    }

    #[test]
    fn roundings_do_not_add_up() {
        let line: Vec<(f64, f64)> = (0..=900).map(|step| (f64::from(step) * 0.014, 0.0)).collect();
        let steps = drawn(&[&line]);
        let across: f64 = steps[1..].split(' ').step_by(2).map(|step| step.parse::<f64>().unwrap()).sum();
        assert!((across - 12.6).abs() < 1e-9, "{across}");
    }
}
