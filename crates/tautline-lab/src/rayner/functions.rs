//! The octile distance as a function.

use std::hint::black_box;

use tautline::heuristic::{octile_branch_free, octile_branching};
use tautline::moves::StepCosts;
use tautline_maps::generate::Rng;

use super::{Extent, NAME};
use crate::LabError;
use crate::harness::timing::TimedList;
use crate::harness::{Method, Record, Verdict};

/// The setting of records that are those of functions. Their planner is the name of the function, `expanded` the number of its calls,
/// which `nanoseconds` is the time of, and `cost` the mean of the distances in tiles.
pub const FUNCTIONS: &str = "functions";

/// The names of the functions, with the one that the other is compared with first.
pub(super) const BRANCHING: &str = "octile_branching";
pub(super) const BRANCH_FREE: &str = "octile_branch_free";

/// How many pairs of differences there are in a batch: more than a processor learns the branches of by heart.
const CALLS: usize = 1 << 16;

/// The largest difference.
const LARGEST: u64 = 512;

const COSTS: StepCosts<u32> = StepCosts::D99_C70;

type Octile = fn(u32, u32, StepCosts<u32>) -> u32;

/// Times both ways to write the octile distance over batches of pseudo-random differences, as many batches as there are worlds. An
/// error where the two are not equal.
pub fn measure_functions(
    worlds: Option<u64>,
    extent: Extent,
    passes: usize,
) -> Result<Vec<Record>, LabError> {
    let batches = worlds.unwrap_or(if extent == Extent::Full { 100 } else { 10 });
    let mut records = Vec::new();
    for world in 0..batches {
        let batch = batch(world);
        compare(world, &batch, octile_branching, octile_branch_free)?;
        // Each as a closure of its own, so that it is called directly.
        records.push(record(world, BRANCHING, &batch, passes, |dx, dy| octile_branching(dx, dy, COSTS)));
        records.push(record(world, BRANCH_FREE, &batch, passes, |dx, dy| octile_branch_free(dx, dy, COSTS)));
    }
    Ok(records)
}

/// The differences of a batch.
fn batch(world: u64) -> Vec<(u32, u32)> {
    let mut rng = Rng::new(world);
    (0..CALLS).map(|_| (rng.below(LARGEST) as u32, rng.below(LARGEST) as u32)).collect()
}

fn record(
    world: u64,
    function: &str,
    batch: &[(u32, u32)],
    passes: usize,
    octile: impl Fn(u32, u32) -> u32,
) -> Record {
    let sum = |(): &()| {
        // Hidden from the compiler one by one, as a search asks for one distance at a time.
        batch.iter().map(|&pair| black_box(pair)).map(|(dx, dy)| u64::from(octile(dx, dy))).sum::<u64>()
    };
    let (method, mut list) = (Method::steady(passes), TimedList::new(vec![()]));
    for round in 0..method.rounds() {
        list.pass(method.pass(round), sum, |one, other| one == other);
    }
    let timed = &list.answers[0];
    let tiles = timed.answer as f64 / f64::from(COSTS.straight);
    Record {
        experiment: NAME.to_owned(),
        setting: FUNCTIONS.to_owned(),
        world,
        query: 0,
        planner: function.to_owned(),
        outcome: Verdict::Found,
        cost: Some(tiles / batch.len() as f64),
        reference: None,
        turns: Some(0),
        straight: None,
        diagonal: None,
        expanded: batch.len() as u64,
        generated: 0,
        line_of_sight_checks: 0,
        repairs: 0,
        nanoseconds: timed.fastest.as_nanos() as u64,
        passes: passes as u64,
        preparation_nanoseconds: 0,
        bytes: None,
    }
}

fn compare(world: u64, batch: &[(u32, u32)], branching: Octile, branch_free: Octile) -> Result<(), LabError> {
    for (query, &(dx, dy)) in batch.iter().enumerate() {
        let (expected, found) = (branching(dx, dy, COSTS), branch_free(dx, dy, COSTS));
        if expected != found {
            return Err(LabError::WrongAnswer {
                planner: BRANCH_FREE.to_owned(),
                map: format!("{FUNCTIONS}, world {world}"),
                query,
                start: (0, 0),
                goal: (dx as i32, dy as i32),
                fault: format!("found {found}, expected {expected}, which is what {BRANCHING} found"),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_functions_are_records() {
        let records = measure_functions(Some(2), Extent::Full, 3).unwrap();
        let functions: Vec<_> =
            records.iter().map(|record| (record.world, record.planner.as_str())).collect();
        assert_eq!(functions, [(0, BRANCHING), (0, BRANCH_FREE), (1, BRANCHING), (1, BRANCH_FREE)]);
        for pair in records.chunks(2) {
            assert_eq!(pair[0].cost, pair[1].cost);
            // The mean of the larger of two differences is two thirds of the largest, of the smaller one third.
            assert!((pair[0].cost.unwrap() - (2.0 + 29.0 / 70.0) / 3.0 * 511.0).abs() < 3.0);
        }
        assert!(
            records.iter().all(|record| record.nanoseconds > 0
                && record.expanded == CALLS as u64
                && record.passes == 3)
        );
        assert_eq!(measure_functions(None, Extent::Quick, 1).unwrap().len(), 20);
    }

    #[test]
    fn functions_that_differ_are_an_error() {
        let wrong: Octile = |dx, dy, costs| octile_branch_free(dx, dy, costs) + u32::from(dx == 7);
        let told = compare(3, &[(1, 2), (7, 5)], octile_branching, wrong).unwrap_err().to_string();
        assert_eq!(
            told,
            "wrong answer of octile_branch_free on functions, world 3, query 1 from (0, 0) to (7, 5): found 636, expected \
             635, which is what octile_branching found"
        );
    }
}
