//! Rows from CSV files, which may be wrong in any way.

use std::collections::HashMap;
use std::io::BufRead;

use tautline_maps::Problem;

use super::{Axis, Row};
use crate::LabError;
use crate::harness::{number, quoted, read_rows, unexpected, whole};

/// The names of the columns, which are those of the fields of [`Row`].
const COLUMNS: [&str; 11] = [
    "axis",
    "kind",
    "subject",
    "size",
    "threads",
    "seed",
    "units",
    "passes",
    "nanoseconds",
    "expanded",
    "prepare_nanoseconds",
];

/// Reads the rows of a [`Journal`](crate::harness::Journal) of this experiment. `name` is what error messages call it. Blank lines and
/// lines that begin with `#` are overlooked.
pub fn read(file: impl BufRead, name: &str) -> Result<Vec<Row>, LabError> {
    let mut lines = HashMap::new();
    let rows = read_rows(file, name, &COLUMNS, |fields, number| {
        let row = row(fields)?;
        let Row { axis, kind, subject, size, threads, .. } = &row;
        let key = (*axis, kind.clone(), subject.clone(), *size, *threads);
        if let Some(first) = lines.insert(key, number) {
            let found = format!("a second row of {subject} on {kind}, size {size}, threads {threads}");
            return Err(unexpected(found, format!("only the one in line {first}")));
        }
        Ok(row)
    });
    Ok(rows?)
}

fn row(fields: [String; COLUMNS.len()]) -> Result<Row, Problem> {
    let [axis, kind, subject, size, threads, seed, units, passes, nanoseconds, expanded, prepare] = fields;
    let axes = Axis::ALL.map(Axis::name);
    let axis = Axis::named(&axis).ok_or_else(|| not_among("axis", &axis, &axes))?;
    for (column, field, known) in [("kind", &kind, axis.kinds()), ("subject", &subject, axis.subjects())] {
        if !known.contains(&field.as_str()) {
            return Err(not_among(column, field, &known));
        }
    }
    let expanded = match (axis, expanded.as_str()) {
        (Axis::Agents, "") => None,
        (Axis::Agents, field) => {
            return Err(unexpected(
                format!("expanded {}", quoted(field)),
                "nothing, as agents expand nothing",
            ));
        }
        (Axis::Map | Axis::Batch, field) => Some(number("expanded", field)?),
    };
    let nanoseconds = number("nanoseconds", &nanoseconds)?;
    if nanoseconds <= 0.0 {
        return Err(unexpected("nanoseconds of 0", "more than that"));
    }
    Ok(Row {
        axis,
        kind,
        subject,
        size: whole("size", &size, 1)?,
        threads: whole("threads", &threads, 1)?,
        seed: whole("seed", &seed, 0)?,
        units: whole("units", &units, 1)?,
        passes: whole("passes", &passes, 1)?,
        nanoseconds,
        expanded,
        prepare_nanoseconds: whole("prepare_nanoseconds", &prepare, 0)?,
    })
}

fn not_among(column: &str, field: &str, known: &[&str]) -> Problem {
    unexpected(format!("{column} {}", quoted(field)), format!("one of {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::write_rows;
    use crate::scale::series::tests::row;

    fn written() -> (Vec<Row>, String) {
        let rows = vec![
            row(Axis::Map, ("maze-4", "jump-graph"), (256, 1), 1.0 / 3.0),
            row(Axis::Batch, ("rooms-15", "jps"), (10, 2), 4.5),
            row(Axis::Agents, ("disc", "orca"), (250, 2), 0.7),
        ];
        let mut file = Vec::new();
        write_rows(&rows, &mut file).unwrap();
        (rows, String::from_utf8(file).unwrap())
    }

    fn error(text: impl AsRef<[u8]>) -> String {
        read(text.as_ref(), "a.csv").unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let (rows, text) = written();
        assert_eq!(text.lines().next(), Some(COLUMNS.join(",").as_str()));
        assert_eq!(read(text.as_bytes(), "a.csv").unwrap(), rows);
        assert_eq!(read(text.replace('\n', "\r\n\r\n").as_bytes(), "a.csv").unwrap(), rows);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let (_, text) = written();
        let without = |part: &str, other: &str| error(text.replacen(part, other, 1));
        for (part, other, told) in [
            ("batch,", "betch,", "a.csv:3: found axis \"betch\", expected one of map, batch, agents"),
            ("disc", "disk", "a.csv:4: found kind \"disk\", expected one of disc, town"),
            (",jps,", ",jsp,", "a.csv:3: found subject \"jsp\", expected one of jps, taut"),
            (
                ",256,",
                ",0,",
                "a.csv:2: found size \"0\", expected a whole number from 1 to 18446744073709551615",
            ),
            (",4500.0,", ",0.0,", "a.csv:3: found nanoseconds of 0, expected more than that"),
            (",4500.0,", ",NaN,", "a.csv:3: found nanoseconds \"NaN\", expected a finite number from 0"),
            (",2.25,", ",,", "a.csv:3: found expanded \"\", expected a finite number from 0"),
            (
                ",700.0,,",
                ",700.0,3,",
                "a.csv:4: found expanded \"3\", expected nothing, as agents expand nothing",
            ),
            (",700.0,,", ",700.0,", "a.csv:4: found 10 fields, expected 11"),
            ("axis,kind", "kind,axis", "a.csv:1: found \"kind\" as the name of column 1, expected \"axis\""),
        ] {
            let found = without(part, other);
            assert!(found.starts_with(told), "{part} as {other}: {found}");
        }
    }

    #[test]
    fn rows_are_there_once() {
        let (_, text) = written();
        let last = text.lines().last().unwrap();
        assert_eq!(
            error(format!("{text}\n{last}\n")),
            "a.csv:6: found a second row of orca on disc, size 250, threads 2, expected only the one in line 4"
        );
        assert_eq!(
            error(""),
            "a.csv: the file is empty, expected the names of the columns and at least one row"
        );
        assert_eq!(error(COLUMNS.join(",")), "a.csv: found no rows, expected at least one");
        assert!(error(b"axis,\xff").starts_with("a.csv:1: found \"axis,\u{fffd}\", expected text in UTF-8"));
    }
}
