//! Rows of CSV files, which may be wrong in any way.

use std::io::BufRead;

use tautline_maps::{MapError, Place, Problem};

use super::origin::COMMENT;

/// As many characters of what is wrong are shown.
const SHOWN: usize = 40;

/// Reads the rows of a file with these columns. `name` is what error messages call it, `row` makes a row of its fields and is told the
/// number of its line. Blank lines and lines that begin with `#` are overlooked.
pub(crate) fn read_rows<R, const N: usize>(
    file: impl BufRead,
    name: &str,
    columns: &[&str; N],
    mut row: impl FnMut([String; N], usize) -> Result<R, Problem>,
) -> Result<Vec<R>, MapError> {
    let at = |line, problem| MapError { place: Place { file: name.to_owned(), line, column: None }, problem };
    let (mut rows, mut has_columns) = (Vec::new(), false);
    for (number, line) in (1..).zip(file.split(b'\n')) {
        let line = line.map_err(|error| at(None, Problem::Io(error)))?;
        let wrong = |problem| at(Some(number), problem);
        if line.trim_ascii().is_empty() || line.first() == Some(&(COMMENT as u8)) {
            continue;
        }
        let fields = fields(&line).map_err(wrong)?;
        if !has_columns {
            check_columns(&fields, columns).map_err(wrong)?;
            has_columns = true;
            continue;
        }
        let fields = <[String; N]>::try_from(fields)
            .map_err(|fields| wrong(unexpected(format!("{} fields", fields.len()), N.to_string())))?;
        rows.push(row(fields, number).map_err(wrong)?);
    }
    if !has_columns {
        return Err(at(None, Problem::Empty { expected: "the names of the columns and at least one row" }));
    }
    if rows.is_empty() {
        return Err(at(None, unexpected("no rows", "at least one")));
    }
    Ok(rows)
}

/// What is found where something else is expected.
pub(crate) fn unexpected(found: impl Into<String>, expected: impl Into<String>) -> Problem {
    Problem::Unexpected { found: found.into(), expected: expected.into() }
}

/// The beginning of a field between quotation marks.
pub(crate) fn quoted(field: &str) -> String {
    let shown: String = field.chars().take(SHOWN).collect();
    let more = if shown.len() < field.len() { "…" } else { "" };
    format!("\"{}{more}\"", shown.escape_debug())
}

/// A field that is a whole number, this one at least.
pub(crate) fn whole(column: &str, field: &str, least: u64) -> Result<u64, Problem> {
    field.parse().ok().filter(|&number| number >= least).ok_or_else(|| {
        let expected = format!("a whole number from {least} to {}", u64::MAX);
        unexpected(format!("{column} {}", quoted(field)), expected)
    })
}

/// A field that is a number such as a length or a time.
pub(crate) fn number(column: &str, field: &str) -> Result<f64, Problem> {
    let number = field.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| unexpected(format!("{column} {}", quoted(field)), "a finite number from 0"))
}

/// What is between the commas of a line.
fn fields(line: &[u8]) -> Result<Vec<String>, Problem> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = str::from_utf8(line)
        .map_err(|_| unexpected(quoted(&String::from_utf8_lossy(line)), "text in UTF-8"))?;
    // Line by line: the reader itself counts lines wrongly after blank ones.
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).terminator(csv::Terminator::Any(b'\n'));
    let mut rows = reader.from_reader(text.as_bytes()).into_records();
    // Text in memory can be read, and rows may be of any length.
    let row = rows.next().and_then(Result::ok).unwrap_or_default();
    Ok(row.iter().map(String::from).collect())
}

fn check_columns(fields: &[String], columns: &[&str]) -> Result<(), Problem> {
    for (number, (found, expected)) in (1..).zip(fields.iter().zip(columns)) {
        if found != expected {
            return Err(unexpected(
                format!("{} as the name of column {number}", quoted(found)),
                quoted(expected),
            ));
        }
    }
    if fields.len() == columns.len() {
        Ok(())
    } else {
        let expected = format!("{}: {}", columns.len(), columns.join(", "));
        Err(unexpected(format!("the names of {} columns", fields.len()), expected))
    }
}

/// Writes rows, with the names of the columns first.
#[cfg(test)]
pub(crate) fn write_rows(rows: &[impl serde::Serialize], out: impl std::io::Write) -> std::io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    rows.iter().try_for_each(|row| table.serialize(row))?;
    table.flush()
}
