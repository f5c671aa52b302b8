use std::io::BufRead;
use std::path::Path;

use crate::error::{MapError, Problem, shown};
use crate::fields::length;
use crate::lines::{self, Lines};

/// Reads a list of lengths, one for each query of a scenario in its order; none where the list says `inf`, which
/// is to say that there is no path. `name` is what error messages call the list.
///
/// ```
/// use tautline_maps::movingai::parse_references;
///
/// let lengths = parse_references("2.828427125\ninf\n".as_bytes(), "lengths.txt")?;
/// assert_eq!(lengths, [Some(2.828427125), None]);
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_references(reader: impl BufRead, name: &str) -> Result<Vec<Option<f64>>, MapError> {
    references_from_lines(&mut Lines::new(reader, name))
}

/// Reads a file of lengths; see [`parse_references`].
pub fn read_references(path: impl AsRef<Path>) -> Result<Vec<Option<f64>>, MapError> {
    references_from_lines(&mut lines::open(path.as_ref())?)
}

fn references_from_lines<R: BufRead>(lines: &mut Lines<R>) -> Result<Vec<Option<f64>>, MapError> {
    let mut references = Vec::new();
    while let Some(line) = lines.next_text()? {
        match line.bytes.trim_ascii_start() {
            // A line is a query: a blank one in the middle would shift all that follow.
            b"" => {
                lines.expect_end("nothing after a blank line")?;
                break;
            }
            b"inf" => references.push(None),
            number => references.push(Some(length(number).map_err(|expected| {
                let expected = format!("{expected}, or `inf`");
                line.error(Problem::Unexpected { found: shown(number), expected })
            })?)),
        }
    }
    Ok(references)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_length_is_refused_with_its_line() {
        let message = |text: &str| parse_references(text.as_bytes(), "a.txt").unwrap_err().to_string();
        assert_eq!(
            message("1\nnan\n"),
            "a.txt:2: found \"nan\", expected a finite number that is not negative, or `inf`"
        );
        assert_eq!(message("1\n\n2\n"), "a.txt:3: found \"2\", expected nothing after a blank line");
        assert_eq!(
            message("1 2\n"),
            "a.txt:1: found \"1 2\", expected a finite number that is not negative, or `inf`"
        );
    }

    #[test]
    fn line_ends_and_blank_lines_at_the_end_do_not_matter() {
        assert_eq!(parse_references(&b"1.5\r\n inf \r\n\n"[..], "a.txt").unwrap(), [Some(1.5), None]);
        assert!(parse_references(&b""[..], "a.txt").unwrap().is_empty());
    }
}
