use std::collections::{BTreeSet, HashMap};
use std::io::BufRead;

use tautline::engine::Registry;
use tautline_maps::Problem;

use super::NAME;
use crate::LabError;
use crate::harness::{Record, quoted, read_records, unexpected};
use crate::maps::MAPS;
use crate::peers::YARDSTICK;

/// Reads records of this experiment. `name` is what error messages call the file. Planners may be any, those of the registry or others.
pub fn read(registry: &Registry, file: impl BufRead, name: &str) -> Result<Vec<Record>, LabError> {
    let check = |record: &Record| -> Result<(), Problem> {
        if record.experiment != NAME {
            return Err(unexpected(format!("experiment {}", quoted(&record.experiment)), quoted(NAME)));
        }
        if !MAPS.contains(&record.setting.as_str()) {
            let found = format!("setting {}", quoted(&record.setting));
            return Err(unexpected(found, format!("one of {}", MAPS.join(", "))));
        }
        Ok(())
    };
    let records = read_records(registry, file, name, check)?;
    check_complete(&records, name)?;
    Ok(records)
}

/// Makes sure that all that were measured on a map answered the same queries there as the yardstick.
pub(crate) fn check_complete(records: &[Record], name: &str) -> Result<(), LabError> {
    let mut queries: HashMap<(&str, &str), BTreeSet<u64>> = HashMap::new();
    for record in records {
        queries.entry((&record.setting, &record.planner)).or_default().insert(record.query);
    }
    for ((setting, planner), answered) in &queries {
        let asked = queries.get(&(*setting, YARDSTICK.id)).cloned().unwrap_or_default();
        if let Some(query) = asked.symmetric_difference(answered).next() {
            let without = if answered.contains(query) { YARDSTICK.id } else { planner };
            let problem = format!("found no row of {without} for query {query} of {setting}");
            return Err(LabError::Records { file: name.to_owned(), problem });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::harness::write_rows;

    #[test]
    fn rows_that_belong_together_are_all_there() {
        let row = |planner, query| Record {
            experiment: NAME.into(),
            query,
            ..record("dao/den520d", 0, planner, 7.0)
        };
        let read = |rows: &[Record]| {
            let mut file = Vec::new();
            write_rows(rows, &mut file).unwrap();
            read(&Registry::core(), &file[..], "a.csv")
                .map(|records| records.len())
                .map_err(|error| error.to_string())
        };
        let all = [row("pathfinding", 0), row("pathfinding", 4), row("jps", 0), row("jps", 4)];
        assert_eq!(read(&all), Ok(4));
        for (missing, planner, query) in [(1, "pathfinding", 4), (2, "jps", 0)] {
            let mut rows = all.to_vec();
            rows.remove(missing);
            let told =
                format!("a.csv: found no row of {planner} for query {query} of dao/den520d, expected one");
            assert_eq!(read(&rows), Err(told));
        }
    }
}
