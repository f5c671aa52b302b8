use tautline::planners::Guarantee;

/// A guarantee in a word or two: `optimal`, `suboptimal`, or by what factor or how many tiles a path can be too long,
/// such as `≤ 1.5×` or `≤ +5 tiles`.
#[must_use]
pub fn promise(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Bounded(bound) => format!("≤ {}×", short(bound)),
        Guarantee::Within { factor, plus } if factor <= 1.0 => format!("≤ +{} tiles", short(plus)),
        Guarantee::Within { factor, plus } => format!("≤ {}× + {}", short(factor), short(plus)),
        other => other.name().to_owned(),
    }
}

/// A bound as it is where that is short, otherwise rounded up to four digits after the point: still a bound.
fn short(bound: f64) -> String {
    let exact = bound.to_string();
    if exact.len() <= 6 { exact } else { ((bound * 1e4).ceil() / 1e4).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_never_rounded_down() {
        assert_eq!(promise(Guarantee::Bounded(1.1)), "≤ 1.1×");
        assert_eq!(promise(Guarantee::Bounded(2f64.sqrt())), "≤ 1.4143×");
        assert_eq!(promise(Guarantee::Bounded(1000.0)), "≤ 1000×");
        assert_eq!(promise(Guarantee::Optimal), "optimal");
        assert_eq!(promise(Guarantee::Within { factor: 1.0, plus: 5.0 }), "≤ +5 tiles");
        assert_eq!(promise(Guarantee::Within { factor: 1.06, plus: 2.5 }), "≤ 1.06× + 2.5");
    }
}
