//! Records from CSV files, which may be wrong in any way.

use std::collections::HashMap;
use std::io::BufRead;

use tautline_maps::{MapError, Place, Problem};

use super::{Record, Verdict};

/// The names of the columns, which are those of the fields of [`Record`].
const COLUMNS: [&str; 16] = [
    "experiment",
    "setting",
    "world",
    "query",
    "planner",
    "outcome",
    "cost",
    "turns",
    "straight",
    "diagonal",
    "expanded",
    "generated",
    "line_of_sight_checks",
    "repairs",
    "nanoseconds",
    "passes",
];

/// As many characters of what is wrong are shown.
const SHOWN: usize = 40;

/// Reads what [`write_records`](super::write_records) wrote. `name` is what error messages call it; `check` says what else is
/// wrong with a record. Blank lines are overlooked.
pub fn read_records(
    file: impl BufRead,
    name: &str,
    check: impl Fn(&Record) -> Result<(), Problem>,
) -> Result<Vec<Record>, MapError> {
    let at = |line, problem| MapError { place: Place { file: name.to_owned(), line, column: None }, problem };
    let (mut records, mut lines, mut has_columns) = (Vec::new(), HashMap::new(), false);
    let mut outcomes = HashMap::new();
    for (number, line) in (1..).zip(file.split(b'\n')) {
        let line = line.map_err(|error| at(None, Problem::Io(error)))?;
        let wrong = |problem| at(Some(number), problem);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let fields = fields(&line).map_err(wrong)?;
        if !has_columns {
            check_columns(&fields).map_err(wrong)?;
            has_columns = true;
            continue;
        }
        let record = record(fields).map_err(wrong)?;
        check(&record).map_err(wrong)?;
        let Record { experiment, setting, world, query, planner, .. } = &record;
        let key = (experiment.clone(), setting.clone(), *world, *query, planner.clone());
        if let Some(first) = lines.insert(key, number) {
            let found = format!("a second row of {planner} on {setting}, world {world}, query {query}");
            return Err(wrong(unexpected(found, format!("only the one in line {first}"))));
        }
        let question = (experiment.clone(), setting.clone(), *world, *query);
        let &mut (outcome, line) = outcomes.entry(question).or_insert((record.outcome, number));
        if outcome != record.outcome {
            let found = format!("another outcome on {setting}, world {world}, query {query}");
            return Err(wrong(unexpected(found, format!("the one in line {line}"))));
        }
        records.push(record);
    }
    if !has_columns {
        return Err(at(
            None,
            Problem::Empty { expected: "the names of the columns and at least one record" },
        ));
    }
    if records.is_empty() {
        return Err(at(None, unexpected("no records", "at least one")));
    }
    Ok(records)
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

/// Whether a record is of this experiment and of a planner that it has in this setting; each setting comes with its planners.
pub(crate) fn check_known(
    record: &Record,
    experiment: &str,
    settings: &[(String, Vec<String>)],
) -> Result<(), Problem> {
    if record.experiment != experiment {
        return Err(unexpected(format!("experiment {}", quoted(&record.experiment)), quoted(experiment)));
    }
    let Some((_, planners)) = settings.iter().find(|(setting, _)| *setting == record.setting) else {
        let known: Vec<_> = settings.iter().map(|(setting, _)| setting.as_str()).collect();
        let found = format!("setting {}", quoted(&record.setting));
        return Err(unexpected(found, format!("one of {}", known.join(", "))));
    };
    if planners.contains(&record.planner) {
        return Ok(());
    }
    let found = format!("planner {} on {}", quoted(&record.planner), record.setting);
    Err(unexpected(found, format!("one of {}", planners.join(", "))))
}

fn check_columns(fields: &[String]) -> Result<(), Problem> {
    for (number, (found, expected)) in (1..).zip(fields.iter().zip(COLUMNS)) {
        if found != expected {
            return Err(unexpected(
                format!("{} as the name of column {number}", quoted(found)),
                quoted(expected),
            ));
        }
    }
    if fields.len() == COLUMNS.len() {
        Ok(())
    } else {
        let expected = format!("{}: {}", COLUMNS.len(), COLUMNS.join(", "));
        Err(unexpected(format!("the names of {} columns", fields.len()), expected))
    }
}

fn record(fields: Vec<String>) -> Result<Record, Problem> {
    let fields = <[String; COLUMNS.len()]>::try_from(fields)
        .map_err(|fields| unexpected(format!("{} fields", fields.len()), COLUMNS.len().to_string()))?;
    let [experiment, setting, world, query, planner, outcome, cost, turns, straight, diagonal, counts @ ..] =
        fields;
    let [expanded, generated, line_of_sight_checks, repairs, nanoseconds, passes] = counts;
    let outcome = match outcome.as_str() {
        "found" => Verdict::Found,
        "unreachable" => Verdict::Unreachable,
        other => {
            return Err(unexpected(format!("outcome {}", quoted(other)), "\"found\" or \"unreachable\""));
        }
    };
    let [straight, diagonal] = steps(outcome, &straight, &diagonal)?;
    Ok(Record {
        experiment,
        setting,
        world: whole("world", &world, 0)?,
        query: whole("query", &query, 0)?,
        planner,
        outcome,
        cost: of_path(outcome, "cost", &cost)?.map(|cost| length("cost", cost)).transpose()?,
        turns: of_path(outcome, "turns", &turns)?.map(|turns| whole("turns", turns, 0)).transpose()?,
        straight,
        diagonal,
        expanded: whole("expanded", &expanded, 0)?,
        generated: whole("generated", &generated, 0)?,
        line_of_sight_checks: whole("line_of_sight_checks", &line_of_sight_checks, 0)?,
        repairs: whole("repairs", &repairs, 0)?,
        nanoseconds: whole("nanoseconds", &nanoseconds, 0)?,
        passes: whole("passes", &passes, 1)?,
    })
}

/// A field that there is where there is a path.
fn of_path<'a>(outcome: Verdict, column: &str, field: &'a str) -> Result<Option<&'a str>, Problem> {
    match (outcome, field.is_empty()) {
        (Verdict::Found, true) => Err(unexpected(format!("no {column}"), "one, as the outcome is \"found\"")),
        (Verdict::Unreachable, false) => {
            let found = format!("{column} {}", quoted(field));
            Err(unexpected(found, "none, as the outcome is \"unreachable\""))
        }
        (Verdict::Found, false) => Ok(Some(field)),
        (Verdict::Unreachable, true) => Ok(None),
    }
}

/// How many steps of each sort a path has: both or neither.
fn steps(outcome: Verdict, straight: &str, diagonal: &str) -> Result<[Option<u64>; 2], Problem> {
    match (straight, diagonal) {
        ("", "") => Ok([None; 2]),
        ("", _) => Err(unexpected("no straight", "one, as there is diagonal")),
        (_, "") => Err(unexpected("no diagonal", "one, as there is straight")),
        _ => {
            let number = |column, field| {
                of_path(outcome, column, field)?.map(|field| whole(column, field, 0)).transpose()
            };
            Ok([number("straight", straight)?, number("diagonal", diagonal)?])
        }
    }
}

fn whole(column: &str, field: &str, least: u64) -> Result<u64, Problem> {
    field.parse().ok().filter(|&number| number >= least).ok_or_else(|| {
        let expected = format!("a whole number from {least} to {}", u64::MAX);
        unexpected(format!("{column} {}", quoted(field)), expected)
    })
}

fn length(column: &str, field: &str) -> Result<f64, Problem> {
    let number = field.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| unexpected(format!("{column} {}", quoted(field)), "a finite number from 0"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::harness::write_records;

    /// Two rows: one with a path, one without.
    fn written() -> (Vec<Record>, String) {
        let unreachable = Record {
            outcome: Verdict::Unreachable,
            cost: None,
            turns: None,
            line_of_sight_checks: 3,
            ..record("rooms, 20 %", 1, "theta:corners=open", 0.0)
        };
        let found = Record {
            straight: Some(12),
            diagonal: Some(5),
            ..record("rooms", 0, "theta", 2f64.sqrt() + 17.0)
        };
        let records = vec![found, unreachable];
        let mut file = Vec::new();
        write_records(&records, &mut file).unwrap();
        (records, String::from_utf8(file).unwrap())
    }

    fn read(text: impl AsRef<[u8]>) -> Result<Vec<Record>, MapError> {
        read_records(text.as_ref(), "a.csv", |_| Ok(()))
    }

    fn error(text: impl AsRef<[u8]>) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let (records, text) = written();
        assert_eq!(text.lines().next(), Some(COLUMNS.join(",").as_str()));
        assert_eq!(read(&text).unwrap(), records);
        assert_eq!(read(text.replace('\n', "\r\n\r\n")).unwrap(), records);
        assert_eq!(read(text.trim_end()).unwrap(), records);
    }

    #[test]
    fn every_field_is_checked() {
        let row = "trial,rooms,0,0,theta,found,18.5,2,,,10,20,0,0,18500,3";
        let whole = "expected a whole number from 0 to 18446744073709551615";
        let finite = "expected a finite number from 0";
        for (column, field, problem) in [
            ("world", "-1", format!("world \"-1\", {whole}")),
            ("query", "", format!("query \"\", {whole}")),
            ("outcome", "lost", "outcome \"lost\", expected \"found\" or \"unreachable\"".into()),
            (
                "outcome",
                "unreachable",
                "cost \"18.5\", expected none, as the outcome is \"unreachable\"".into(),
            ),
            ("cost", "", "no cost, expected one, as the outcome is \"found\"".into()),
            ("cost", "NaN", format!("cost \"NaN\", {finite}")),
            ("cost", "inf", format!("cost \"inf\", {finite}")),
            ("cost", "1e999", format!("cost \"1e999\", {finite}")),
            ("cost", "-1", format!("cost \"-1\", {finite}")),
            ("cost", "1,5", "17 fields, expected 16".into()),
            ("turns", "", "no turns, expected one, as the outcome is \"found\"".into()),
            ("turns", "1.5", format!("turns \"1.5\", {whole}")),
            ("straight", "7", "no diagonal, expected one, as there is straight".into()),
            ("diagonal", "7", "no straight, expected one, as there is diagonal".into()),
            ("expanded", "many\t", format!("expanded \"many\\t\", {whole}")),
            ("generated", "18446744073709551616", format!("generated \"18446744073709551616\", {whole}")),
            ("line_of_sight_checks", "-0.5", format!("line_of_sight_checks \"-0.5\", {whole}")),
            ("repairs", "-1", format!("repairs \"-1\", {whole}")),
            ("nanoseconds", "-18500", format!("nanoseconds \"-18500\", {whole}")),
            ("nanoseconds", "NaN", format!("nanoseconds \"NaN\", {whole}")),
            ("nanoseconds", "inf", format!("nanoseconds \"inf\", {whole}")),
            ("passes", "0", "passes \"0\", expected a whole number from 1 to 18446744073709551615".into()),
        ] {
            let mut fields: Vec<_> = row.split(',').collect();
            fields[COLUMNS.iter().position(|&other| other == column).unwrap()] = field;
            let text = format!("{}\n\n{}\n", COLUMNS.join(","), fields.join(","));
            assert_eq!(error(text), format!("a.csv:3: found {problem}"), "{column} {field}");
        }
        let unreachable = row.replace("found,18.5,2", "unreachable,,2");
        assert_eq!(
            error(format!("{}\n{unreachable}", COLUMNS.join(","))),
            "a.csv:2: found turns \"2\", expected none, as the outcome is \"unreachable\""
        );
        for (steps, problem) in [("-7,1", "straight \"-7\""), ("7,many", "diagonal \"many\"")] {
            let text = format!("{}\n{}", COLUMNS.join(","), row.replace("2,,", &format!("2,{steps}")));
            assert_eq!(error(text), format!("a.csv:2: found {problem}, {whole}"));
        }
        let without_path = row.replace("found,18.5,2,,", "unreachable,,,7,1");
        assert_eq!(
            error(format!("{}\n{without_path}", COLUMNS.join(","))),
            "a.csv:2: found straight \"7\", expected none, as the outcome is \"unreachable\""
        );
        let long = row.replace("18500", &"9".repeat(60));
        assert!(
            error(format!("{}\n{long}", COLUMNS.join(","))).contains(&format!("\"{}…\"", "9".repeat(40)))
        );
    }

    #[test]
    fn files_of_another_form_are_refused() {
        let (_, text) = written();
        for empty in ["", "\n \r\n"] {
            let expected =
                "a.csv: the file is empty, expected the names of the columns and at least one record";
            assert_eq!(error(empty), expected);
        }
        let columns = COLUMNS.join(",");
        assert_eq!(error(&columns), "a.csv: found no records, expected at least one");
        assert_eq!(
            error(text.replace("cost", "price")),
            "a.csv:1: found \"price\" as the name of column 7, expected \"cost\""
        );
        for (names, count) in [(columns.replace(",passes", ""), 15), (format!("{columns},machine"), 17)] {
            let expected =
                format!("a.csv:1: found the names of {count} columns, expected 16: {}", COLUMNS.join(", "));
            assert_eq!(error(names), expected);
        }
        let short = text.trim_end().rsplit_once(',').unwrap().0;
        assert_eq!(error(short), "a.csv:3: found 15 fields, expected 16");
        assert_eq!(error(format!("{columns}\n\"trial,rooms")), "a.csv:2: found 1 fields, expected 16");
        let latin = [columns.as_bytes(), b"\ntri\xe4l,"].concat();
        assert_eq!(error(latin), "a.csv:2: found \"tri\u{fffd}l,\", expected text in UTF-8");
    }

    #[test]
    fn a_row_counts_once() {
        let (_, text) = written();
        let first = text.lines().nth(1).unwrap();
        assert_eq!(
            error(format!("{text}{first}\n")),
            "a.csv:4: found a second row of theta on rooms, world 0, query 0, expected only the one in line 2"
        );
        let lost = first
            .replace(",theta,found,", ",field-dstar,unreachable,")
            .replace(",18.414213562373096,2,12,5,", ",,,,,");
        assert_ne!(lost, first);
        let lost = error(format!("{text}{lost}\n"));
        assert!(
            lost.starts_with(
                "a.csv:4: found another outcome on rooms, world 0, query 0, expected the one in line 2"
            ),
            "{lost}"
        );
        let other = first.replace("rooms,0,0", "rooms,0,1");
        assert_eq!(read(format!("{text}{other}\n")).unwrap().len(), 3);
    }

    #[test]
    fn an_experiment_has_a_check_of_its_own() {
        let (_, text) = written();
        let check = |record: &Record| match record.planner.as_str() {
            "theta" => Ok(()),
            other => Err(unexpected(quoted(other), "\"theta\"")),
        };
        assert_eq!(
            read_records(text.as_bytes(), "a.csv", check).unwrap_err().to_string(),
            "a.csv:3: found \"theta:corners=open\", expected \"theta\""
        );
    }
}
