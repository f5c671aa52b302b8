//! The words and numbers in a line of text.

/// The words of a line, blanks between them.
pub(crate) fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty())
}

/// A whole number up to `largest`; otherwise what should have been there.
pub(crate) fn whole_number(field: &[u8], largest: u32) -> Result<u32, String> {
    if field.is_empty() || !field.iter().all(u8::is_ascii_digit) {
        return Err("a whole number".to_owned());
    }
    let add_digit =
        |number: u64, &digit: &u8| (number * 10 + u64::from(digit - b'0')).min(u64::from(u32::MAX) + 1);
    let number = field.iter().fold(0, add_digit);
    u32::try_from(number)
        .ok()
        .filter(|&number| number <= largest)
        .ok_or_else(|| format!("a number of at most {largest}"))
}

/// A length: a number that is finite and not negative; otherwise what should have been there.
pub(crate) fn length(field: &[u8]) -> Result<f64, String> {
    let number = str::from_utf8(field).ok().and_then(|text| text.parse::<f64>().ok());
    number
        .filter(|number| number.is_finite() && !number.is_sign_negative())
        .ok_or_else(|| "a finite number that is not negative".to_owned())
}

/// What a cost should look like, for error messages.
pub(crate) const COST: &str = "a cost: a whole number from 0 (blocked) to 65535";

/// A whole number, which may be written as one with a point.
pub(crate) fn cost(field: &[u8]) -> Option<u16> {
    let text = str::from_utf8(field).ok()?;
    if let Ok(cost) = text.parse::<u16>() {
        return Some(cost);
    }
    let number: f64 = text.parse().ok()?;
    let is_cost = (0.0..=f64::from(u16::MAX)).contains(&number) && number.fract() == 0.0;
    is_cost.then_some(number as u16)
}

/// A whole number, also a negative one, which may be written as one with a point.
pub(crate) fn whole(field: &[u8]) -> Option<i32> {
    let text = str::from_utf8(field).ok()?;
    if let Ok(number) = text.parse::<i32>() {
        return Some(number);
    }
    let number: f64 = text.parse().ok()?;
    let is_whole = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number) && number.fract() == 0.0;
    is_whole.then_some(number as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_separated_by_any_blanks() {
        assert!(fields(b" a\t b  c ").eq([b"a", b"b", b"c"]));
        assert_eq!(fields(b"  ").count(), 0);
    }

    #[test]
    fn whole_numbers_have_digits_only_and_a_largest() {
        assert_eq!(whole_number(b"0042", 42), Ok(42));
        assert_eq!(whole_number(b"4294967295", u32::MAX), Ok(u32::MAX));
        for wrong in ["", "+1", "-1", "1.0", "x", "1 2"] {
            assert_eq!(whole_number(wrong.as_bytes(), 9), Err("a whole number".to_owned()), "{wrong}");
        }
        for large in ["43", "4294967296", "99999999999999999999999999"] {
            assert_eq!(
                whole_number(large.as_bytes(), 42),
                Err("a number of at most 42".to_owned()),
                "{large}"
            );
        }
    }

    #[test]
    fn lengths_are_finite_and_not_negative() {
        assert_eq!(length(b"2.5"), Ok(2.5));
        assert_eq!(length(b"0"), Ok(0.0));
        for wrong in ["", "-1", "-0", "nan", "inf", "1e999", "two"] {
            assert!(length(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn whole_numbers_may_be_negative_and_have_a_point() {
        for (text, expected) in
            [("-3", -3), ("2147483647", i32::MAX), ("-2147483648.0", i32::MIN), ("1e3", 1000)]
        {
            assert_eq!(whole(text.as_bytes()), Some(expected), "{text}");
        }
        for wrong in ["", "nan", "0.5", "2147483648", "-2147483649", "two"] {
            assert_eq!(whole(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn costs_are_whole_and_fit_sixteen_bits() {
        for (text, expected) in [("0", 0), ("65535", 65_535), ("3.0", 3), ("1.5e1", 15), ("-0", 0)] {
            assert_eq!(cost(text.as_bytes()), Some(expected), "{text}");
        }
        for wrong in ["", "-1", "nan", "inf", "0.5", "65536", "1e5", "two"] {
            assert_eq!(cost(wrong.as_bytes()), None, "{wrong}");
        }
        assert!(COST.ends_with(&u16::MAX.to_string()));
    }
}
