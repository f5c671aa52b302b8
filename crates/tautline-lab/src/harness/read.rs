//! Records from CSV files, which may be wrong in any way.

use std::collections::HashMap;
use std::io::BufRead;

use tautline::engine::Registry;
use tautline_maps::{MapError, Problem};

use super::rows::{number, quoted, read_rows, unexpected, whole};
use super::{Record, Verdict};

/// The names of the columns, which are those of the fields of [`Record`].
const COLUMNS: [&str; 19] = [
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
    "preparation_nanoseconds",
    "bytes",
    "reference",
];

/// Reads what a [`Journal`](super::Journal) of records has. `name` is what error messages call it; `check` says what else is
/// wrong with a record. Planners that the registry does not have are other programs, whose outcomes may differ. Blank lines and lines
/// that begin with `#` are overlooked.
pub fn read_records(
    registry: &Registry,
    file: impl BufRead,
    name: &str,
    check: impl Fn(&Record) -> Result<(), Problem>,
) -> Result<Vec<Record>, MapError> {
    let (mut lines, mut outcomes) = (HashMap::new(), HashMap::new());
    read_rows(file, name, &COLUMNS, |fields, number| {
        let record = record(fields)?;
        check(&record)?;
        let Record { experiment, setting, world, query, planner, .. } = &record;
        let key = (experiment.clone(), setting.clone(), *world, *query, planner.clone());
        if let Some(first) = lines.insert(key, number) {
            let found = format!("a second row of {planner} on {setting}, world {world}, query {query}");
            return Err(unexpected(found, format!("only the one in line {first}")));
        }
        // Peers have rules of their own, under which there may be a path where others have none.
        if registry.select(planner).is_err() {
            return Ok(record);
        }
        let question = (experiment.clone(), setting.clone(), *world, *query);
        let &mut (outcome, line) = outcomes.entry(question).or_insert((record.outcome, number));
        if outcome != record.outcome {
            let found = format!("another outcome on {setting}, world {world}, query {query}");
            return Err(unexpected(found, format!("the one in line {line}")));
        }
        Ok(record)
    })
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

fn record(fields: [String; COLUMNS.len()]) -> Result<Record, Problem> {
    let [experiment, setting, world, query, planner, outcome, cost, turns, straight, diagonal, counts @ ..] =
        fields;
    let [
        expanded,
        generated,
        line_of_sight_checks,
        repairs,
        nanoseconds,
        passes,
        preparation,
        bytes,
        reference,
    ] = counts;
    let outcome = match outcome.as_str() {
        "found" => Verdict::Found,
        "unreachable" => Verdict::Unreachable,
        "illegal" => Verdict::Illegal,
        other => {
            let expected = "\"found\", \"unreachable\" or \"illegal\"";
            return Err(unexpected(format!("outcome {}", quoted(other)), expected));
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
        cost: of_path(outcome, "cost", &cost)?.map(|cost| number("cost", cost)).transpose()?,
        reference: if reference.is_empty() { None } else { Some(number("reference", &reference)?) },
        turns: of_path(outcome, "turns", &turns)?.map(|turns| whole("turns", turns, 0)).transpose()?,
        straight,
        diagonal,
        expanded: whole("expanded", &expanded, 0)?,
        generated: whole("generated", &generated, 0)?,
        line_of_sight_checks: whole("line_of_sight_checks", &line_of_sight_checks, 0)?,
        repairs: whole("repairs", &repairs, 0)?,
        nanoseconds: whole("nanoseconds", &nanoseconds, 0)?,
        passes: whole("passes", &passes, 1)?,
        preparation_nanoseconds: whole("preparation_nanoseconds", &preparation, 0)?,
        bytes: if bytes.is_empty() { None } else { Some(whole("bytes", &bytes, 0)?) },
    })
}

/// A field that there is where there is a path.
fn of_path<'a>(outcome: Verdict, column: &str, field: &'a str) -> Result<Option<&'a str>, Problem> {
    match (outcome, field.is_empty()) {
        (Verdict::Found, true) => Err(unexpected(format!("no {column}"), "one, as the outcome is \"found\"")),
        (Verdict::Unreachable | Verdict::Illegal, false) => {
            let found = format!("{column} {}", quoted(field));
            Err(unexpected(found, "none, as the outcome is not \"found\""))
        }
        (Verdict::Found, false) => Ok(Some(field)),
        (Verdict::Unreachable | Verdict::Illegal, true) => Ok(None),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::harness::write_rows;

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
            preparation_nanoseconds: 7000,
            bytes: Some(1 << 20),
            ..record("rooms", 0, "theta", 2f64.sqrt() + 17.0)
        };
        let records = vec![found, unreachable];
        let mut file = Vec::new();
        write_rows(&records, &mut file).unwrap();
        (records, String::from_utf8(file).unwrap())
    }

    fn read(text: impl AsRef<[u8]>) -> Result<Vec<Record>, MapError> {
        read_records(&Registry::core(), text.as_ref(), "a.csv", |_| Ok(()))
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
        assert_eq!(read(format!("# commit: 1\n{text}#done rooms/0\n")).unwrap(), records);
    }

    #[test]
    fn every_field_is_checked() {
        let row = "trial,rooms,0,0,theta,found,18.5,2,,,10,20,0,0,18500,3,0,,";
        let whole = "expected a whole number from 0 to 18446744073709551615";
        let finite = "expected a finite number from 0";
        for (column, field, problem) in [
            ("world", "-1", format!("world \"-1\", {whole}")),
            ("query", "", format!("query \"\", {whole}")),
            (
                "outcome",
                "lost",
                "outcome \"lost\", expected \"found\", \"unreachable\" or \"illegal\"".into(),
            ),
            (
                "outcome",
                "unreachable",
                "cost \"18.5\", expected none, as the outcome is not \"found\"".into(),
            ),
            ("cost", "", "no cost, expected one, as the outcome is \"found\"".into()),
            ("cost", "NaN", format!("cost \"NaN\", {finite}")),
            ("cost", "inf", format!("cost \"inf\", {finite}")),
            ("cost", "1e999", format!("cost \"1e999\", {finite}")),
            ("cost", "-1", format!("cost \"-1\", {finite}")),
            ("cost", "1,5", "20 fields, expected 19".into()),
            ("reference", "NaN", format!("reference \"NaN\", {finite}")),
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
            ("preparation_nanoseconds", "", format!("preparation_nanoseconds \"\", {whole}")),
            ("bytes", "few", format!("bytes \"few\", {whole}")),
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
            "a.csv:2: found turns \"2\", expected none, as the outcome is not \"found\""
        );
        for (steps, problem) in [("-7,1", "straight \"-7\""), ("7,many", "diagonal \"many\"")] {
            let text = format!("{}\n{}", COLUMNS.join(","), row.replace("2,,", &format!("2,{steps}")));
            assert_eq!(error(text), format!("a.csv:2: found {problem}, {whole}"));
        }
        let without_path = row.replace("found,18.5,2,,", "unreachable,,,7,1");
        assert_eq!(
            error(format!("{}\n{without_path}", COLUMNS.join(","))),
            "a.csv:2: found straight \"7\", expected none, as the outcome is not \"found\""
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
            let expected = "a.csv: the file is empty, expected the names of the columns and at least one row";
            assert_eq!(error(empty), expected);
        }
        let columns = COLUMNS.join(",");
        assert_eq!(error(&columns), "a.csv: found no rows, expected at least one");
        assert_eq!(
            error(text.replace("cost", "price")),
            "a.csv:1: found \"price\" as the name of column 7, expected \"cost\""
        );
        for (names, count) in [(columns.replace(",reference", ""), 18), (format!("{columns},machine"), 20)] {
            let expected =
                format!("a.csv:1: found the names of {count} columns, expected 19: {}", COLUMNS.join(", "));
            assert_eq!(error(names), expected);
        }
        let short = text.trim_end().rsplit_once(',').unwrap().0;
        assert_eq!(error(short), "a.csv:3: found 18 fields, expected 19");
        assert_eq!(error(format!("{columns}\n\"trial,rooms")), "a.csv:2: found 1 fields, expected 19");
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
            read_records(&Registry::core(), text.as_bytes(), "a.csv", check).unwrap_err().to_string(),
            "a.csv:3: found \"theta:corners=open\", expected \"theta\""
        );
    }
}
