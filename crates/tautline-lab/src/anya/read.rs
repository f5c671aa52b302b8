use std::io::BufRead;

use tautline::engine::Registry;
use tautline_maps::Problem;

use super::NAME;
use super::planners::planners;
use super::sets::SETS;
use crate::LabError;
use crate::harness::{Record, Verdict, quoted, read_records, unexpected};

/// Reads records of this experiment. `name` is what error messages call the file. Sets and planners that no table is about, and
/// queries that are left out of the measurement, are refused like everything else that is wrong with a row.
pub fn read(file: impl BufRead, name: &str) -> Result<Vec<Record>, LabError> {
    let planners = planners(&[]);
    let check = |record: &Record| -> Result<(), Problem> {
        if record.experiment != NAME {
            return Err(unexpected(format!("experiment {}", quoted(&record.experiment)), quoted(NAME)));
        }
        if !SETS.iter().any(|set| set.name == record.setting) {
            let found = format!("setting {}", quoted(&record.setting));
            return Err(unexpected(found, format!("one of {}", SETS.map(|set| set.name).join(", "))));
        }
        if !planners.contains(&record.planner.as_str()) {
            let found = format!("planner {}", quoted(&record.planner));
            return Err(unexpected(found, format!("one of {}", planners.join(", "))));
        }
        if record.outcome == Verdict::Unreachable {
            return Err(unexpected("outcome \"unreachable\"", "\"found\": other queries are left out"));
        }
        if record.cost.is_none_or(|cost| cost <= 0.0) {
            return Err(unexpected("a cost of 0", "more: queries from a place to itself are left out"));
        }
        Ok(())
    };
    Ok(read_records(&Registry::core(), file, name, check)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::instances::tests::record;
    use crate::harness::write_rows;

    fn read_one(record: Record) -> Result<Vec<Record>, String> {
        let mut file = Vec::new();
        write_rows(&[record], &mut file).unwrap();
        read(&file[..], "a.csv").map_err(|error| error.to_string())
    }

    #[test]
    fn only_records_that_a_table_is_about_are_read() {
        let right = || record(("random-10", 1, 7), "anya:cul-de-sac=off", (3, 4, 5.0));
        assert_eq!(read_one(right()).unwrap(), [right()]);
        let error = |record| read_one(record).unwrap_err();
        assert_eq!(
            error(Record { experiment: "theta".into(), ..right() }),
            "a.csv:2: found experiment \"theta\", expected \"anya\""
        );
        let setting = error(Record { setting: "random".into(), ..right() });
        assert!(
            setting.starts_with("a.csv:2: found setting \"random\", expected one of bg512, dao, "),
            "{setting}"
        );
        let planner = error(Record { planner: "astar".into(), ..right() });
        assert!(
            planner.starts_with("a.csv:2: found planner \"astar\", expected one of astar-corners, anya, "),
            "{planner}"
        );
        let none = Record { outcome: Verdict::Unreachable, cost: None, turns: None, ..right() };
        assert!(error(none).starts_with("a.csv:2: found outcome \"unreachable\", expected \"found\": "));
        assert!(
            error(Record { cost: Some(0.0), ..right() })
                .starts_with("a.csv:2: found a cost of 0, expected more")
        );
    }
}
