use std::fmt;
use std::str::FromStr;

const WHOLE: u32 = 1_000_000;

/// A part of a whole, from 0 to 100 percent in steps of a ten-thousandth of a percent.
///
/// It is read from a percentage and kept as a whole number, so that "12.5" means the same everywhere.
///
/// ```
/// use tautline_maps::generate::Share;
///
/// let share: Share = "12.5".parse()?;
/// assert_eq!(share.of(1000), 125);
/// assert_eq!(share.to_string(), "12.5");
/// assert!("101".parse::<Share>().is_err());
/// # Ok::<(), tautline_maps::generate::ShareError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share {
    millionths: u32,
}

/// A text that is no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found:?}, expected a percentage from 0 to 100 with at most four digits after the point")]
pub struct ShareError {
    found: String,
}

impl Share {
    /// A whole number of percent, or none above 100.
    #[must_use]
    pub const fn percent(percent: u32) -> Option<Self> {
        if percent <= 100 { Some(Self { millionths: percent * (WHOLE / 100) }) } else { None }
    }

    /// How many of `count` things it is, rounded to the nearest number, halves up.
    #[must_use]
    pub const fn of(self, count: u64) -> u64 {
        // In 128 bits, because the product may not fit 64.
        ((count as u128 * self.millionths as u128 + WHOLE as u128 / 2) / WHOLE as u128) as u64
    }
}

/// As a percentage without the sign, such as `12.5`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (percent, rest) = (self.millionths / (WHOLE / 100), self.millionths % (WHOLE / 100));
        if rest == 0 {
            write!(f, "{percent}")
        } else {
            write!(f, "{percent}.{}", format!("{rest:04}").trim_end_matches('0'))
        }
    }
}

/// From a percentage, such as `20`, `12.5` or `12.5%`.
impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        parse(text.strip_suffix('%').unwrap_or(text)).ok_or_else(|| ShareError { found: text.to_owned() })
    }
}

fn parse(percentage: &str) -> Option<Share> {
    let (percent, decimals) = percentage.split_once('.').unwrap_or((percentage, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(percent) || !is_number(decimals) || decimals.len() > 4 {
        return None;
    }
    let whole = Share::percent(percent.parse().ok()?)?;
    let rest: u32 = format!("{decimals:0<4}").parse().ok()?;
    Some(Share { millionths: whole.millionths + rest }).filter(|share| share.millionths <= WHOLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_read_exactly() {
        let millionths = |text: &str| text.parse::<Share>().map(|share| share.millionths).ok();
        assert_eq!(millionths("20"), Some(200_000));
        assert_eq!(millionths("12.5"), Some(125_000));
        assert_eq!(millionths("12.5%"), Some(125_000));
        assert_eq!(millionths("0.0001"), Some(1));
        assert_eq!(millionths("100.0"), Some(1_000_000));
        for wrong in
            ["", "%", ".", ".5", "5.", "-1", "+1", "1e1", "100.0001", "101", "1.00001", "99999999999", "5 "]
        {
            assert_eq!(millionths(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_share_prints_as_it_is_read() {
        for text in ["0", "20", "12.5", "0.0001", "33.3333", "100"] {
            assert_eq!(text.parse::<Share>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn parts_are_rounded_to_the_nearest_number() {
        let share = |text: &str| text.parse::<Share>().unwrap();
        assert_eq!(share("50").of(3), 2);
        assert_eq!(share("49.9999").of(3), 1);
        assert_eq!(share("0").of(u64::MAX), 0);
        assert_eq!(share("100").of(u64::MAX), u64::MAX);
    }
}
