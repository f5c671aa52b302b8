//! What Anya's two prunings are worth, which the paper does not say.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::planners::{ANYA, PRUNINGS};
use super::sets::SETS;
use crate::LabError;
use crate::harness::{ROUNDING, Record, Records, markdown, mean};

/// How many nodes Anya expands for one query, in the order of [`PRUNINGS`].
type Expansions = [u64; PRUNINGS.len()];

/// The mean expansions with both prunings, with one and with none, and how many times as many these are as with both; none where
/// no query was answered with each. An error where a length depends on them.
pub(super) fn table(records: &Records) -> Result<Option<String>, LabError> {
    check(records)?;
    let of_sets = SETS.map(|set| (set.title, expansions(records, set.name)));
    let all: Vec<_> = of_sets.iter().flat_map(|(_, queries)| queries).copied().collect();
    if all.is_empty() {
        return Ok(None);
    }
    let rows = of_sets.iter().filter(|(_, queries)| !queries.is_empty());
    let rows = rows.map(|(title, queries)| row(title, queries)).chain([row("all", &all)]);
    let columns = ["benchmark"].into_iter().chain(PRUNINGS.map(|(_, name)| name)).map(String::from);
    let without = |order: Ordering| all.iter().filter(|[both, .., none]| none.cmp(both) == order).count();
    Ok(Some(format!(
        "{}\n\nMean expansions, and in parentheses how many times as many they are as with both. With none, {} of {} queries take \
         more expansions than with both, {} as many and {} fewer. The lengths of all paths are the same.",
        markdown(&columns.collect::<Vec<_>>(), rows),
        without(Ordering::Greater),
        all.len(),
        without(Ordering::Equal),
        without(Ordering::Less),
    )))
}

/// For each query of a set that was answered with all of the prunings.
fn expansions(records: &Records, set: &str) -> Vec<Expansions> {
    let key = |record: &Record| (record.world, record.query);
    let of = |(planner, _)| -> HashMap<_, _> {
        records.of(set, planner).iter().map(|record| (key(record), record.expanded)).collect()
    };
    let [_, cul_de_sac, intermediate, none] = PRUNINGS.map(of);
    let of_query = |both: &Record| {
        let of = |other: &HashMap<_, _>| other.get(&key(both)).copied();
        Some([both.expanded, of(&cul_de_sac)?, of(&intermediate)?, of(&none)?])
    };
    records.of(set, ANYA).iter().filter_map(of_query).collect()
}

fn row(title: &str, queries: &[Expansions]) -> Vec<String> {
    let mean = |at: usize| mean(queries.iter().map(|expansions| expansions[at] as f64)).unwrap_or_default();
    let both = mean(0);
    let cell = |at| match mean(at) {
        mean if both > 0.0 => format!("{mean:.1} ({:.2}×)", mean / both),
        mean => format!("{mean:.1}"),
    };
    std::iter::once(title.to_owned()).chain((0..PRUNINGS.len()).map(cell)).collect()
}

/// Makes sure that all lengths are those that are found with both prunings.
fn check(records: &Records) -> Result<(), LabError> {
    for set in SETS {
        let both: HashMap<_, _> = records
            .of(set.name, ANYA)
            .iter()
            .map(|record| ((record.world, record.query), record.cost))
            .collect();
        for record in PRUNINGS[1..].iter().flat_map(|(planner, _)| records.of(set.name, planner)) {
            let expected = both.get(&(record.world, record.query)).copied().flatten();
            let Some((found, expected)) = record.cost.zip(expected) else {
                continue;
            };
            if (found - expected).abs() > ROUNDING * expected {
                return Err(LabError::WrongPruning {
                    planner: record.planner.clone(),
                    against: ANYA.into(),
                    set: set.name.into(),
                    map: record.world,
                    query: record.query,
                    found,
                    expected,
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::instances::tests::record;

    /// Three queries that were answered with all prunings, and two that were not: one of these with a path of this length.
    fn records(last: f64) -> Vec<Record> {
        let of = |(set, query), expanded: &[u64]| {
            let answers = PRUNINGS.iter().zip(expanded.to_owned());
            answers
                .map(|((planner, _), expanded)| record((set, 0, query), planner, (expanded, 1, 6.0)))
                .collect()
        };
        let mut records: Vec<Vec<Record>> = vec![
            of(("dao", 0), &[10, 30, 10, 40]),
            of(("dao", 1), &[30, 31, 30, 44]),
            of(("dao", 2), &[1000, 1000]),
            of(("sc1", 0), &[50]),
            of(("rooms", 0), &[20, 20, 20, 10]),
        ];
        records[1][1].cost = Some(6.0 + 1e-12);
        records[2][1].cost = Some(last);
        records.concat()
    }

    #[test]
    fn expansions_are_compared_with_those_of_both() {
        let table = table(&Records::new(records(6.0))).unwrap().unwrap();
        let cells = |row: &str| -> Vec<String> {
            row.split('|').map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
        };
        let rows: Vec<_> = table.lines().skip(2).map(cells).take_while(|row| row.len() > 1).collect();
        assert_eq!(
            rows,
            [
                ["Dragon Age", "20.0 (1.00×)", "30.5 (1.52×)", "20.0 (1.00×)", "42.0 (2.10×)"],
                ["Rooms", "20.0 (1.00×)", "20.0 (1.00×)", "20.0 (1.00×)", "10.0 (0.50×)"],
                ["all", "20.0 (1.00×)", "27.0 (1.35×)", "20.0 (1.00×)", "31.3 (1.57×)"],
            ],
            "of the same queries only"
        );
        let told = "With none, 2 of 3 queries take more expansions than with both, 0 as many and 1 fewer. The lengths of all paths \
                    are the same.";
        assert!(table.ends_with(told), "{table}");
        let of_anya = Records::new([record(("dao", 0, 0), ANYA, (10, 1, 5.0))]);
        assert!(matches!(super::table(&of_anya), Ok(None)));
    }

    #[test]
    fn a_length_that_depends_on_them_is_an_error() {
        let error = table(&Records::new(records(6.0001))).unwrap_err().to_string();
        assert_eq!(
            error,
            "anya:intermediate=off found length 6.0001 for query 2 of map 0 of dao, expected 6, which is what anya found"
        );
    }
}
