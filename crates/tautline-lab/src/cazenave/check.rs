//! Whether the algorithms keep what they promise, in the costs of the search.

use std::collections::HashMap;

use super::algorithms::Promise;
use super::sets::{Neighbours, SETS, Set};
use super::tables::rows;
use super::worlds::{command, world};
use crate::LabError;
use crate::harness::{Record, Records};

/// Makes sure that those that promise the cheapest paths have found paths of the same cost, that none has found a cheaper one, and
/// that those that add something to each threshold are not further above it than that.
pub(super) fn check(records: &Records) -> Result<(), LabError> {
    for (set, neighbours) in SETS.into_iter().flat_map(|set| Neighbours::ALL.map(|some| (set, some))) {
        check_set(records, set, neighbours)?;
    }
    Ok(())
}

fn check_set(records: &Records, set: Set, neighbours: Neighbours) -> Result<(), LabError> {
    let setting = set.setting(neighbours);
    let rows: Vec<_> = rows(set, neighbours)
        .into_iter()
        .map(|(algorithm, _)| (algorithm.promise(), records.of(&setting, &algorithm.planner(neighbours))))
        .collect();
    let priced = |record| neighbours.cost(record).map(|cost| (cost, record));
    let mut cheapest: HashMap<_, (u64, &Record)> = HashMap::new();
    for (cost, record) in rows.iter().flat_map(|(_, records)| *records).filter_map(priced) {
        let least = cheapest.entry((record.world, record.query)).or_insert((cost, record));
        if cost < least.0 {
            *least = (cost, record);
        }
    }
    for (promise, records) in rows {
        let over = match promise {
            Promise::Cheapest => 0,
            Promise::Within(more) => more.into(),
            Promise::Nothing => continue,
        };
        for (cost, record) in records.iter().filter_map(priced) {
            let (least, other) = cheapest[&(record.world, record.query)];
            if cost > least + over {
                let more = if over > 0 { format!(" to {}", least + over) } else { String::new() };
                let fault = format!(
                    "found cost {cost} in the costs of the search, expected {least}{more}, as {} found {least}",
                    other.planner
                );
                return Err(wrong(set, record, &fault));
            }
        }
    }
    Ok(())
}

fn wrong(set: Set, record: &Record, fault: &str) -> LabError {
    let ends = world(set.walls, record.world).map(|world| world.queries[0]);
    match ends {
        Ok((start, goal)) => LabError::WrongAnswer {
            planner: record.planner.clone(),
            map: format!("{}, world {}", record.setting, record.world),
            query: record.query as usize,
            start,
            goal,
            fault: format!("{fault}; the map: {}", command(set.walls, record.world)),
        },
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cazenave::algorithms::Algorithm;
    use crate::cazenave::sets::COMPLEX;
    use crate::cazenave::tally::tests::record;

    /// What is wrong where M has found paths of 50 straight moves and another algorithm such ones.
    fn fault(neighbours: Neighbours, algorithm: Algorithm, straight: u64) -> Option<String> {
        let at = (COMPLEX, neighbours, 3);
        let records = [record(at, Algorithm::M, (50, 7)), record(at, algorithm, (straight, 7))];
        check(&Records::new(records)).err().map(|error| error.to_string())
    }

    #[test]
    fn the_cheapest_paths_cost_the_same() {
        for algorithm in [
            Algorithm::Mqueue,
            Algorithm::alt(10),
            Algorithm::alt_best(10),
            Algorithm::ida_safe(None, None),
            Algorithm::Fringe,
        ] {
            assert_eq!(fault(Neighbours::Eight, algorithm, 50), None);
            assert!(fault(Neighbours::Eight, algorithm, 51).is_some(), "{algorithm:?}");
        }
        let (start, goal) = world(600, 3).unwrap().queries[0];
        assert_eq!(
            fault(Neighbours::Eight, Algorithm::Mqueue, 51).unwrap(),
            format!(
                "wrong answer of astar:open=heap:diagonal=cut-both-corners:costs=3/2 on walls-600-8, world 3, query 0 from \
                 {start:?} to {goal:?}: found cost 102 in the costs of the search, expected 100, as \
                 astar:diagonal=cut-both-corners:costs=3/2 found 100; the map: tautline generate walls --width 300 \
                 --height 300 --count 600 --seed 3"
            )
        );
        let shorter = fault(Neighbours::Eight, Algorithm::ida(None, None), 49).unwrap();
        assert!(
            shorter.contains("wrong answer of astar:diagonal") && shorter.contains("expected 98"),
            "{shorter}"
        );
    }

    #[test]
    fn thresholds_with_a_delta_are_not_further_off() {
        let delta = |cut: fn(Option<u32>, Option<u32>) -> Algorithm| cut(Some(10), Some(10));
        for algorithm in [delta(Algorithm::ida_safe), delta(Algorithm::ida_nof)] {
            assert_eq!(fault(Neighbours::Eight, algorithm, 55), None);
            let far = fault(Neighbours::Eight, algorithm, 56).unwrap();
            assert!(
                far.contains("found cost 112 in the costs of the search, expected 100 to 110, as"),
                "{far}"
            );
        }
        assert_eq!(fault(Neighbours::Four, delta(Algorithm::ida_safe), 60), None);
        assert!(fault(Neighbours::Four, delta(Algorithm::ida_safe), 61).is_some());
    }

    #[test]
    fn the_papers_cut_may_do_anything_but_find_cheaper_paths() {
        for algorithm in [Algorithm::ida(None, None), Algorithm::ida(Some(10), Some(20))] {
            for straight in [50, 90] {
                assert_eq!(fault(Neighbours::Eight, algorithm, straight), None);
            }
        }
    }
}
