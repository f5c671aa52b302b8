//! As much of YAML as a trace needs: flow mappings on one line.

use std::fmt::Write;
use std::io;

use crate::Xy;

/// A mapping on one line, `{ type: expanding, x: 3 }`.
#[derive(Debug)]
pub(super) struct Mapping(String);

impl Mapping {
    pub(super) fn new() -> Self {
        Self("{ ".to_owned())
    }

    /// Adds a value that is YAML already.
    pub(super) fn raw(&mut self, key: &str, value: &str) {
        let separator = if self.0.len() > 2 { ", " } else { "" };
        write!(self.0, "{separator}{key}: {value}").expect("strings take everything");
    }

    pub(super) fn text(&mut self, key: &str, value: &str) {
        self.raw(key, &quoted(value));
    }

    pub(super) fn number(&mut self, key: &str, value: f64) -> io::Result<()> {
        self.raw(key, &number(value)?);
        Ok(())
    }

    /// Its text.
    pub(super) fn finish(mut self) -> String {
        self.0.push_str(" }");
        self.0
    }
}

/// A place as a mapping.
pub(super) fn place((x, y): Xy) -> io::Result<String> {
    Ok(format!("{{ x: {}, y: {} }}", number(x)?, number(y)?))
}

/// A list on one line.
pub(super) fn list(items: impl Iterator<Item = io::Result<String>>) -> io::Result<String> {
    Ok(format!("[{}]", items.collect::<io::Result<Vec<_>>>()?.join(", ")))
}

/// A finite number.
pub(super) fn number(number: f64) -> io::Result<String> {
    if number.is_finite() {
        return Ok(number.to_string());
    }
    let message = format!("found {number} in a trace, expected a finite number");
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}

/// A text between quotation marks, in ASCII.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            ' '..='~' => quoted.push(character),
            _ => write!(quoted, "\\U{:08X}", u32::from(character)).expect("strings take everything"),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mappings_stay_on_their_line() {
        let mut mapping = Mapping::new();
        mapping.text("a", "say \"\\\"\n,é😀");
        mapping.number("b", -0.5).unwrap();
        mapping.raw("c", &place((1.0, 2.25)).unwrap());
        let expected = r#"{ a: "say \"\\\"\U0000000A,\U000000E9\U0001F600", b: -0.5, c: { x: 1, y: 2.25 } }"#;
        assert_eq!(mapping.finish(), expected);
        assert!(number(f64::NAN).is_err());
    }
}
