use std::io::BufRead;

use tautline::geometry::Point;

use crate::error::{MapError, Problem, shown};
use crate::lines::{Line, Lines};

const KEYS: &str = "image, resolution, origin, negate, occupied_thresh, free_thresh, mode";

/// What the YAML file says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    pub(super) image: String,
    pub(super) resolution: f64,
    pub(super) origin: Point,
    pub(super) yaw: f64,
    pub(super) negate: bool,
    pub(super) occupied_threshold: f64,
    pub(super) free_threshold: f64,
}

/// The value of one key.
struct Entry<'a> {
    key: &'a str,
    value: &'a str,
}

impl Header {
    /// Reads the file: a key and its value in each line, comments, and lists in one line or in several.
    pub(super) fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Self, MapError> {
        let mut draft = Draft::default();
        while let Some(line) = lines.next_text()? {
            let Ok(text) = str::from_utf8(line.bytes) else {
                return Err(line.unexpected("text in UTF-8"));
            };
            let text = without_comment(text);
            if text.trim().is_empty() || text == "---" || text == "..." || text.starts_with("%YAML") {
                continue;
            }
            match text.trim_start().strip_prefix("- ") {
                Some(item) => draft.add_to_origin(item.trim(), &line)?,
                None => draft.set(&entry(text, &line)?, &line)?,
            }
        }
        draft.finish(lines)
    }
}

/// What is known of the header so far.
#[derive(Default)]
struct Draft {
    image: Option<String>,
    resolution: Option<f64>,
    origin: Option<Vec<f64>>,
    negate: Option<bool>,
    occupied_threshold: Option<f64>,
    free_threshold: Option<f64>,
    mode: Option<()>,
    /// Whether the last key was `origin` and nothing stood behind it.
    in_origin: bool,
}

impl Draft {
    fn set(&mut self, entry: &Entry<'_>, line: &Line<'_>) -> Result<(), MapError> {
        let &Entry { key, value } = entry;
        self.in_origin = false;
        let share = |value| number(value).filter(|number| (0.0..=1.0).contains(number));
        match key {
            "image" => {
                let image = unquoted(value).filter(|image| !image.is_empty());
                once(&mut self.image, image, entry, "the path of an image", line)
            }
            "resolution" => {
                let metres = number(value).filter(|&metres| metres > 0.0);
                once(&mut self.resolution, metres, entry, "a number of metres above 0", line)
            }
            "origin" => {
                self.in_origin = value.is_empty();
                let numbers = if self.in_origin { Some(Vec::new()) } else { list(value) };
                once(&mut self.origin, numbers, entry, "[x, y, yaw]", line)
            }
            "negate" => {
                let negate = match value {
                    "0" | "false" => Some(false),
                    "1" | "true" => Some(true),
                    _ => None,
                };
                once(&mut self.negate, negate, entry, "0 or 1", line)
            }
            "occupied_thresh" => {
                once(&mut self.occupied_threshold, share(value), entry, "a number from 0 to 1", line)
            }
            "free_thresh" => {
                once(&mut self.free_threshold, share(value), entry, "a number from 0 to 1", line)
            }
            "mode" => {
                let trinary = unquoted(value).filter(|mode| mode == "trinary").map(|_| ());
                once(&mut self.mode, trinary, entry, "trinary (the modes scale and raw are not read)", line)
            }
            _ => Err(line.unexpected(format!("one of the keys {KEYS}"))),
        }
    }

    fn add_to_origin(&mut self, item: &str, line: &Line<'_>) -> Result<(), MapError> {
        let origin = self.origin.as_mut().filter(|origin| self.in_origin && origin.len() < 3);
        let Some(origin) = origin else {
            return Err(line.unexpected(format!("one of the keys {KEYS}")));
        };
        origin.push(number(item).ok_or_else(|| line.unexpected("a number of the list `origin`"))?);
        Ok(())
    }

    fn finish<R: BufRead>(self, lines: &Lines<R>) -> Result<Header, MapError> {
        fn needed<T, R: BufRead>(value: Option<T>, key: &str, lines: &Lines<R>) -> Result<T, MapError> {
            value.ok_or_else(|| {
                let found = format!("no `{key}`");
                let expected =
                    "image, resolution, origin, negate, occupied_thresh and free_thresh".to_owned();
                lines.error(Problem::Unexpected { found, expected })
            })
        }
        let image = needed(self.image, "image", lines)?;
        let resolution = needed(self.resolution, "resolution", lines)?;
        let origin = needed(self.origin, "origin", lines)?;
        let &[x, y, yaw] = origin.as_slice() else {
            let found = format!("{} numbers in `origin`", origin.len());
            return Err(lines.error(Problem::Unexpected { found, expected: "3: x, y, yaw".to_owned() }));
        };
        let negate = needed(self.negate, "negate", lines)?;
        let occupied_threshold = needed(self.occupied_threshold, "occupied_thresh", lines)?;
        let free_threshold = needed(self.free_threshold, "free_thresh", lines)?;
        if free_threshold > occupied_threshold {
            let found = format!("a free_thresh of {free_threshold}");
            let expected = format!("at most {occupied_threshold}, the occupied_thresh");
            return Err(lines.error(Problem::Unexpected { found, expected }));
        }
        let origin = Point { x, y };
        Ok(Header { image, resolution, origin, yaw, negate, occupied_threshold, free_threshold })
    }
}

/// Sets a value that is there and was not there before.
fn once<T>(
    slot: &mut Option<T>,
    value: Option<T>,
    entry: &Entry<'_>,
    expected: &str,
    line: &Line<'_>,
) -> Result<(), MapError> {
    let &Entry { key, value: text } = entry;
    let found = shown(text.as_bytes());
    match value {
        None => Err(line.error(Problem::Unexpected { found, expected: format!("{expected} as `{key}`") })),
        Some(_) if slot.is_some() => Err(line.unexpected(format!("`{key}` only once"))),
        Some(value) => {
            *slot = Some(value);
            Ok(())
        }
    }
}

fn entry<'a>(text: &'a str, line: &Line<'_>) -> Result<Entry<'a>, MapError> {
    let (key, value) = text.split_once(':').ok_or_else(|| line.unexpected("a key, a colon and a value"))?;
    Ok(Entry { key: key.trim_end(), value: value.trim() })
}

/// A line up to the `#` that begins a comment: one at the beginning or after a blank, and not between quotes.
fn without_comment(text: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        // Two quotes within quotes are one that is meant.
        let may_open = matches!(before, ' ' | '\t') || before == character;
        match (quote, character) {
            (None, '#') if matches!(before, ' ' | '\t') => return text[..at].trim_end(),
            (None, '\'' | '"') if may_open => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
        before = character;
    }
    text
}

/// A text with or without quotes around it.
fn unquoted(value: &str) -> Option<String> {
    if let Some(rest) = value.strip_prefix('\'') {
        let inner = rest.strip_suffix('\'')?;
        let plain = inner.replace("''", "");
        return (!plain.contains('\'')).then(|| inner.replace("''", "'"));
    }
    if let Some(rest) = value.strip_prefix('"') {
        return rest.strip_suffix('"').filter(|inner| !inner.contains(['"', '\\'])).map(str::to_owned);
    }
    Some(value.to_owned())
}

fn number(value: &str) -> Option<f64> {
    value.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Numbers between brackets.
fn list(value: &str) -> Option<Vec<f64>> {
    let inner = value.strip_prefix('[')?.strip_suffix(']')?;
    inner.split(',').map(|item| number(item.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "image: a.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0.25]\nnegate: 0\n\
                        occupied_thresh: 0.65\nfree_thresh: 0.196\n";

    fn parse(text: &str) -> Result<Header, MapError> {
        Header::read(&mut Lines::new(text.as_bytes(), "a.yaml"))
    }

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn lists_comments_and_quotes_are_read_in_all_their_forms() {
        let header = parse(GOOD).unwrap();
        assert_eq!(header.image, "a.pgm");
        assert_eq!((header.origin, header.yaw), (Point { x: -1.5, y: 2.0 }, 0.25));
        let block = "---\n# a map\nfree_thresh: 0.196 # low\r\noccupied_thresh: 0.65\nnegate: false\n\norigin:\n- -1.5\n\
                     - 2.0\n  - 0.25\nresolution: 5.0e-2\nmode: trinary\nimage: \"a.pgm\"   # the 'image'\n";
        assert_eq!(parse(block).unwrap(), header);
        let image = |value: &str| parse(&GOOD.replace("a.pgm", value)).unwrap().image;
        assert_eq!(image("'it''s # 1.pgm'"), "it's # 1.pgm");
        assert_eq!(image("maps/a#1.pgm"), "maps/a#1.pgm");
    }

    #[test]
    fn every_flaw_is_named() {
        let cases = [
            ("resolution: 0.05\n", "", "a.yaml: found no `resolution`, expected image, resolution, origin"),
            ("0.05", "0", "a.yaml:2: found \"0\", expected a number of metres above 0 as `resolution`"),
            ("0.05", "-1", "a.yaml:2: found \"-1\", expected a number of metres above 0 as `resolution`"),
            ("0.05", "nan", "a.yaml:2: found \"nan\", expected a number of metres above 0 as `resolution`"),
            ("0.05", "", "a.yaml:2: found nothing, expected a number of metres above 0 as `resolution`"),
            ("[-1.5, 2, 0.25]", "[1, 2]", "a.yaml: found 2 numbers in `origin`, expected 3: x, y, yaw"),
            ("[-1.5, 2, 0.25]", "[1, inf, 2]", "a.yaml:3: found \"[1, inf, 2]\", expected [x, y, yaw]"),
            ("[-1.5, 2, 0.25]", "[1, 2, 3", "a.yaml:3: found \"[1, 2, 3\", expected [x, y, yaw] as `origin`"),
            (
                "[-1.5, 2, 0.25]",
                "\n- 1\n- x",
                "a.yaml:5: found \"- x\", expected a number of the list `origin`",
            ),
            ("negate: 0", "negate: no", "a.yaml:4: found \"no\", expected 0 or 1 as `negate`"),
            ("negate: 0", "negate", "a.yaml:4: found \"negate\", expected a key, a colon and a value"),
            ("negate: 0", "negated: 0", "a.yaml:4: found \"negated: 0\", expected one of the keys image,"),
            ("negate: 0", "- 1", "a.yaml:4: found \"- 1\", expected one of the keys image,"),
            ("negate: 0", "image: b.pgm", "a.yaml:4: found \"image: b.pgm\", expected `image` only once"),
            ("negate: 0", "mode: scale", "a.yaml:4: found \"scale\", expected trinary"),
            ("0.65", "1.5", "a.yaml:5: found \"1.5\", expected a number from 0 to 1 as `occupied_thresh`"),
            (
                "0.65",
                "0.1",
                "a.yaml: found a free_thresh of 0.196, expected at most 0.1, the occupied_thresh",
            ),
            ("a.pgm", "'a.pgm", "a.yaml:1: found \"\\'a.pgm\", expected the path of an image as `image`"),
            ("a.pgm", "", "a.yaml:1: found nothing, expected the path of an image as `image`"),
        ];
        for (good, bad, expected) in cases {
            let message = message(&GOOD.replace(good, bad));
            assert!(message.starts_with(expected), "{message}\nshould begin with\n{expected}");
        }
        assert!(message("").starts_with("a.yaml: found no `image`"));
        assert_eq!(
            parse_bytes(b"image: \xff\n").unwrap_err().to_string(),
            "a.yaml:1: found \"image: \\xff\", expected text in UTF-8"
        );
    }

    fn parse_bytes(bytes: &[u8]) -> Result<Header, MapError> {
        Header::read(&mut Lines::new(bytes, "a.yaml"))
    }
}
