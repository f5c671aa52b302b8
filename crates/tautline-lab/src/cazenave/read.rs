use std::io::BufRead;

use tautline::engine::Registry;
use tautline_maps::Problem;

use super::NAME;
use super::sets::{Neighbours, SETS, length};
use super::tables::rows;
use crate::LabError;
use crate::harness::{ROUNDING, Record, Verdict, check_known, read_records, unexpected};

/// Reads records of this experiment. `name` is what error messages call the file. Settings and planners that no table is about,
/// further queries on a world, and paths without steps or of another length than their steps are refused like everything else that
/// is wrong with a row.
pub fn read(file: impl BufRead, name: &str) -> Result<Vec<Record>, LabError> {
    let mut settings = Vec::new();
    for (set, neighbours) in SETS.into_iter().flat_map(|set| Neighbours::ALL.map(|some| (set, some))) {
        let rows = rows(set, neighbours).into_iter();
        let planners: Vec<_> = rows.map(|(algorithm, _)| algorithm.planner(neighbours)).collect();
        if !planners.is_empty() {
            settings.push((set.setting(neighbours), planners));
        }
    }
    let check = |record: &Record| {
        check_known(record, NAME, &settings)?;
        if record.query != 0 {
            return Err(unexpected(format!("query {}", record.query), "0: each world has one"));
        }
        check_steps(record)
    };
    Ok(read_records(&Registry::core(), file, name, check)?)
}

/// A path has steps, and they are as long as it is.
fn check_steps(record: &Record) -> Result<(), Problem> {
    if record.outcome == Verdict::Unreachable {
        return Ok(());
    }
    let Some((straight, diagonal)) = record.straight.zip(record.diagonal) else {
        return Err(unexpected("no straight and diagonal", "both, as the outcome is \"found\""));
    };
    let is_four = SETS.iter().any(|set| set.setting(Neighbours::Four) == record.setting);
    if is_four && diagonal > 0 {
        return Err(unexpected(format!("diagonal {diagonal}"), format!("0 on {}", record.setting)));
    }
    let cost = record.cost.unwrap_or_default();
    match length(straight, diagonal) {
        Some(length) if (cost - length).abs() <= ROUNDING * length => Ok(()),
        _ => {
            let expected = format!("the length of {straight} straight and {diagonal} diagonal steps");
            Err(unexpected(format!("cost {cost}"), expected))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cazenave::algorithms::Algorithm;
    use crate::cazenave::sets::COMPLEX;
    use crate::cazenave::tally::tests::record;
    use crate::harness::write_rows;

    fn read_all(records: &[Record]) -> Result<Vec<Record>, String> {
        let mut file = Vec::new();
        write_rows(records, &mut file).unwrap();
        read(&file[..], "a.csv").map_err(|error| error.to_string())
    }

    fn right() -> Record {
        record((COMPLEX, Neighbours::Eight, 3), Algorithm::M, (700, 9))
    }

    #[test]
    fn only_records_that_a_table_is_about_are_read() {
        assert_eq!(read_all(&[right()]).unwrap(), [right()]);
        let error = |record: Record| read_all(&[record]).unwrap_err();
        assert_eq!(
            error(Record { experiment: "theta".into(), ..right() }),
            "a.csv:2: found experiment \"theta\", expected \"cazenave\""
        );
        assert_eq!(
            error(Record { setting: "walls-400-4".into(), ..right() }),
            "a.csv:2: found setting \"walls-400-4\", expected one of walls-200-8, walls-200-4, walls-400-8, walls-600-8, \
             walls-600-4"
        );
        let planner = error(Record { planner: "astar".into(), ..right() });
        assert!(
            planner.starts_with(
                "a.csv:2: found planner \"astar\" on walls-600-8, expected one of ida-star-delta:"
            ),
            "{planner}"
        );
        assert_eq!(
            error(Record { query: 1, ..right() }),
            "a.csv:2: found query 1, expected 0: each world has one"
        );
    }

    #[test]
    fn paths_have_the_steps_that_they_are_long() {
        let error = |record: Record| read_all(&[record]).unwrap_err();
        assert_eq!(
            error(Record { straight: None, diagonal: None, ..right() }),
            "a.csv:2: found no straight and diagonal, expected both, as the outcome is \"found\""
        );
        assert_eq!(
            error(Record { cost: Some(700.0), ..right() }),
            "a.csv:2: found cost 700, expected the length of 700 straight and 7 diagonal steps"
        );
        assert!(
            error(Record { straight: Some(u64::MAX), ..right() })
                .contains("the length of 18446744073709551615")
        );
        let four = record((COMPLEX, Neighbours::Four, 3), Algorithm::M, (700, 9));
        assert_eq!(
            error(Record { diagonal: Some(7), cost: length(700, 7), ..four }),
            "a.csv:2: found diagonal 7, expected 0 on walls-600-4"
        );
    }
}
