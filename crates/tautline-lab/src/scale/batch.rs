//! Batches of queries of growing sizes, on one thread and on all.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tautline::engine::{Planner, Registry, Selection, Workspaces, plan_many};
use tautline::geometry::Position;
use tautline::map::Map;
use tautline::search::{Answer, Query, Workspace};

use super::plan::thread_counts;
use super::worlds::{Kind, queries};
use super::{Axis, Row};
use crate::LabError;
use crate::harness::Xy;
use crate::harness::verify::{Said, walked};

/// The kind of world.
pub(super) const KIND: Kind = Kind::Rooms;

/// The planners: one between cells and one at any angle.
pub(super) const PLANNERS: [&str; 2] = ["jps", "taut"];

/// So many answers are compared with those that their queries get alone.
const ALONE: usize = 1000;

/// What is asked of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Cells on each side of the map.
    pub(super) side: u32,
    /// Smaller batches are made as often as it takes to answer so many queries.
    pub(super) least: usize,
    /// How often all of it is done; the fastest counts.
    pub(super) passes: usize,
}

/// Answers batches of so many queries on each number of threads. Every answer is verified, and those on several threads have to be
/// those on one.
pub(super) fn measured(planner: &str, size: usize, effort: Effort, seed: u64) -> Result<Vec<Row>, LabError> {
    let selection = Registry::core().select(planner)?;
    let name = format!("{} of {side} × {side} cells, seed {seed}", KIND.name(), side = effort.side);
    let map = KIND.map(effort.side, seed)?;
    let count = effort.least.max(size).next_multiple_of(size);
    let ends = queries(&map, count, seed, &name)?;
    Trial { selection, name, map, ends, size, effort, seed }.run()
}

struct Trial {
    selection: Selection,
    /// What messages call the map.
    name: String,
    map: Map,
    ends: Vec<(Xy, Xy)>,
    size: usize,
    effort: Effort,
    seed: u64,
}

impl Trial {
    fn run(&self) -> Result<Vec<Row>, LabError> {
        let clock = Instant::now();
        let planner = &self.selection.planner(&self.map)?;
        let prepared = clock.elapsed();
        let queries = self.queries(planner);
        let mut workspace = Workspace::new();
        let alone = queries.iter().take(ALONE);
        let alone = alone.map(|query| digest(&planner.plan(&self.map, query, &mut workspace)));
        // What is expected of each query; of the later ones it is what the first pass on one thread says.
        let mut expected: Vec<u64> = alone.collect();
        let mut rows = Vec::new();
        for threads in thread_counts() {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.map_err(|error| LabError::Threads { threads, problem: error.to_string() })?;
            let mut workspaces = Workspaces::new();
            let (mut fastest, mut expanded) = (Duration::MAX, 0);
            for _ in 0..self.effort.passes {
                let (answers, time) = self.pass(planner, &queries, &pool, &mut workspaces);
                fastest = fastest.min(time);
                expanded = answers.iter().flatten().map(|answer| answer.stats.expanded).sum();
                self.verify(planner, &queries, &answers, &mut expected)?;
            }
            let units = queries.len() as f64;
            rows.push(Row {
                axis: Axis::Batch,
                kind: KIND.name().into(),
                subject: self.selection.to_string(),
                size: self.size as u64,
                threads: threads as u64,
                seed: self.seed,
                units: queries.len() as u64,
                passes: self.effort.passes as u64,
                nanoseconds: fastest.as_nanos() as f64 / units,
                expanded: Some(expanded as f64 / units),
                prepare_nanoseconds: prepared.as_nanos() as u64,
            });
        }
        Ok(rows)
    }

    /// The queries, as the planner takes them.
    fn queries(&self, planner: &Planner) -> Vec<Query> {
        let ends = planner.ends();
        let query = |&(start, goal): &(Xy, Xy)| Query::new(ends.scenario(start), ends.scenario(goal));
        self.ends.iter().map(query).collect()
    }

    /// Answers all queries, batch after batch, and how long that takes.
    fn pass(
        &self,
        planner: &Planner,
        queries: &[Query],
        pool: &ThreadPool,
        workspaces: &mut Workspaces,
    ) -> (Vec<Said>, Duration) {
        let (mut answers, mut time) = (Vec::with_capacity(queries.len()), Duration::ZERO);
        for batch in queries.chunks(self.size) {
            let clock = Instant::now();
            let said = pool.install(|| plan_many(planner, &self.map, batch, workspaces));
            time += clock.elapsed();
            answers.extend(said);
        }
        (answers, time)
    }

    /// Makes sure that every answer is right by itself, and the one that is expected.
    fn verify(
        &self,
        planner: &Planner,
        queries: &[Query],
        answers: &[Said],
        expected: &mut Vec<u64>,
    ) -> Result<(), LabError> {
        let wrong = |number: usize, fault: String| {
            let (start, goal) = self.ends[number];
            let (planner, map) = (self.selection.to_string(), self.name.clone());
            LabError::WrongAnswer { planner, map, query: number, start, goal, fault }
        };
        for (number, (query, answer)) in queries.iter().zip(answers).enumerate() {
            let found = digest(answer);
            match expected.get(number) {
                Some(&expected) if expected == found => {}
                Some(_) => {
                    let fault = format!("another answer in a batch of {} than before", self.size);
                    return Err(wrong(number, fault));
                }
                None => expected.push(found),
            }
            let walked = walked(&self.map, planner, query, answer);
            let walked = walked.map_err(|fault| wrong(number, fault))?;
            walked.ok_or_else(|| wrong(number, "found no path, expected one".into()))?;
        }
        Ok(())
    }
}

/// A number that two answers have in common only if they are the same path: a million paths take too much memory to keep them twice.
fn digest(answer: &Said) -> u64 {
    let mut hasher = DefaultHasher::new();
    let path = answer.as_ref().ok().and_then(Answer::path);
    for (x, y) in path.into_iter().flat_map(|path| path.positions().map(Position::xy)) {
        (x.to_bits(), y.to_bits()).hash(&mut hasher);
    }
    path.map(|path| path.cost().to_bits()).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(size: usize) -> Trial {
        let selection = Registry::core().select("jps").unwrap();
        let map = KIND.map(48, 1).unwrap();
        let effort = Effort { side: 48, least: 6, passes: 2 };
        let ends = queries(&map, 6, 1, "rooms").unwrap();
        Trial { selection, name: "rooms".into(), map, ends, size, effort, seed: 1 }
    }

    #[test]
    fn a_batch_is_measured_on_each_number_of_threads() {
        for planner in PLANNERS {
            let effort = Effort { side: 48, least: 10, passes: 2 };
            let rows = measured(planner, 4, effort, 1).unwrap();
            let counts: Vec<_> = rows.iter().map(|row| row.threads as usize).collect();
            assert_eq!(counts, thread_counts());
            for row in &rows {
                assert_eq!((row.axis, row.size, row.units, row.passes), (Axis::Batch, 4, 12, 2));
                assert_eq!((row.kind.as_str(), row.subject.as_str()), (KIND.name(), planner));
                assert!(row.nanoseconds > 0.0 && row.expanded == rows[0].expanded, "{row:?}");
            }
        }
    }

    #[test]
    fn batches_are_of_their_size_and_in_order() {
        let trial = trial(4);
        let planner = trial.selection.planner(&trial.map).unwrap();
        let queries = trial.queries(&planner);
        let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let (answers, time) = trial.pass(&planner, &queries, &pool, &mut Workspaces::new());
        assert!(answers.len() == 6 && time > Duration::ZERO);
        trial.verify(&planner, &queries, &answers, &mut Vec::new()).unwrap();
    }

    #[test]
    fn wrong_answers_are_told() {
        let trial = trial(3);
        let planner = trial.selection.planner(&trial.map).unwrap();
        let queries = trial.queries(&planner);
        let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let (mut answers, _) = trial.pass(&planner, &queries, &pool, &mut Workspaces::new());
        let mut expected = Vec::new();
        trial.verify(&planner, &queries, &answers, &mut expected).unwrap();
        let error = |answers: &[Said], expected: &[u64]| {
            trial.verify(&planner, &queries, answers, &mut expected.to_vec()).unwrap_err().to_string()
        };
        expected[4] ^= 1;
        let told = error(&answers, &expected);
        assert!(told.starts_with("wrong answer of jps on rooms, query 4 from "), "{told}");
        assert!(told.ends_with(": another answer in a batch of 3 than before"), "{told}");
        answers.swap(0, 5);
        assert!(error(&answers, &[]).contains("query 0"), "in another order");
    }
}
