use std::thread::available_parallelism;

use super::maps::Who;
use super::worlds::Kind;
use super::{Axis, Extent, Row, agents, batch, maps};
use crate::LabError;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// How thoroughly.
    pub extent: Extent,
    /// Only what grows along these axes; all where there is none.
    pub only: Vec<Axis>,
    /// What the worlds, the queries and the crowds are made from.
    pub seed: u64,
}

/// What is measured at one go: a run can be stopped between two of them and go on later.
pub struct Job {
    /// Its name, which no other job of the same seed has, and which stays the same.
    pub name: String,
    /// Measures and verifies.
    pub run: Box<dyn Fn() -> Result<Vec<Row>, LabError>>,
}

/// The sizes that are measured, and how thoroughly each.
struct Sizes {
    sides: Vec<u32>,
    map: fn(Kind, u32) -> maps::Effort,
    batches: Vec<usize>,
    batch: fn(usize) -> batch::Effort,
    crowds: Vec<usize>,
    agents: agents::Effort,
}

impl Sizes {
    fn of(extent: Extent) -> Self {
        let doubled = |first: usize, last: usize| {
            std::iter::successors(Some(first), |size| Some(size * 2)).take_while(move |size| *size <= last)
        };
        let tenfold = |last: usize| {
            std::iter::successors(Some(1), |size| Some(size * 10)).take_while(move |size| *size <= last)
        };
        match extent {
            Extent::Quick => Self {
                sides: doubled(256, 1024).map(|side| side as u32).collect(),
                map: |kind, side| maps::Effort {
                    queries: 10,
                    passes: 2,
                    who: who(side, if kind == Kind::Random { 256 } else { 1024 }),
                },
                batches: tenfold(10_000).collect(),
                batch: |size| batch::Effort {
                    side: 512,
                    least: 1000,
                    passes: if size > 1000 { 1 } else { 2 },
                },
                crowds: doubled(250, 4000).collect(),
                agents: agents::Effort { steps: 50, passes: 2 },
            },
            Extent::Full => Self {
                sides: doubled(256, 8192).map(|side| side as u32).collect(),
                map: |kind, side| maps::Effort {
                    queries: 10,
                    // On large maps a pass takes minutes.
                    passes: if side > 2048 { 1 } else { 3 },
                    who: who(side, if kind == Kind::Random { 1024 } else { 4096 }),
                },
                batches: tenfold(1_000_000).collect(),
                batch: |size| batch::Effort {
                    side: 512,
                    least: 10_000,
                    passes: if size > 100_000 { 1 } else { 3 },
                },
                crowds: doubled(250, 64_000).collect(),
                agents: agents::Effort { steps: 200, passes: 3 },
            },
        }
    }
}

/// Prepared planners take part on maps up to a size. Where cells are blocked at random, every one of them has corners, and an index is many
/// times as large as among rooms or walls.
fn who(side: u32, largest: u32) -> Who {
    if side <= largest { Who::All } else { Who::Online }
}

/// All that is to be measured, one after the other.
#[must_use]
pub fn jobs(options: &Options) -> Vec<Job> {
    jobs_of(&Sizes::of(options.extent), options)
}

fn jobs_of(sizes: &Sizes, options: &Options) -> Vec<Job> {
    let seed = options.seed;
    let is_wanted = |axis| options.only.is_empty() || options.only.contains(&axis);
    let mut jobs: Vec<Job> = Vec::new();
    let mut add = |axis: Axis, what: &str, size: usize, run: Box<dyn Fn() -> Result<Vec<Row>, LabError>>| {
        if is_wanted(axis) {
            jobs.push(Job { name: format!("{axis} {what} {size}"), run });
        }
    };
    for kind in Kind::ALL {
        for &side in &sizes.sides {
            let effort = (sizes.map)(kind, side);
            let run = move || maps::measured(kind, side, effort, seed);
            add(Axis::Map, kind.name(), side as usize, Box::new(run));
        }
    }
    for planner in batch::PLANNERS {
        for &size in &sizes.batches {
            let effort = (sizes.batch)(size);
            let run = move || batch::measured(planner, size, effort, seed);
            add(Axis::Batch, planner, size, Box::new(run));
        }
    }
    for place in agents::Place::ALL {
        for &size in &sizes.crowds {
            let effort = sizes.agents;
            let run = move || agents::measured(place, size, effort, seed);
            add(Axis::Agents, place.name(), size, Box::new(run));
        }
    }
    jobs
}

/// On how many threads batches and crowds are measured: on one, and on all that the machine has.
pub(super) fn thread_counts() -> Vec<usize> {
    let all = available_parallelism().map_or(1, usize::from);
    if all == 1 { vec![1] } else { vec![1, all] }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn options(extent: Extent, only: &[Axis]) -> Options {
        Options { extent, only: only.into(), seed: 1 }
    }

    /// Sizes that take no time.
    fn tiny() -> Sizes {
        Sizes {
            sides: vec![24, 48],
            map: |_, side| maps::Effort { queries: 3, passes: 2, who: who(side, 24) },
            batches: vec![1, 10],
            batch: |_| batch::Effort { side: 32, least: 10, passes: 1 },
            crowds: vec![8, 16],
            agents: agents::Effort { steps: 3, passes: 2 },
        }
    }

    #[test]
    fn names_are_unique_and_stay() {
        for extent in [Extent::Quick, Extent::Full] {
            let jobs = jobs(&options(extent, &[]));
            let names: HashSet<_> = jobs.iter().map(|job| job.name.as_str()).collect();
            assert_eq!(names.len(), jobs.len());
            for name in ["map random-10 256", "map maze-4 1024", "batch taut 10000", "agents town 4000"] {
                assert!(names.contains(name), "{name}");
            }
            let largest = ["map walls 8192", "batch jps 1000000", "agents disc 64000"];
            assert!(largest.iter().all(|name| names.contains(name) == (extent == Extent::Full)));
        }
        let batches = jobs(&options(Extent::Quick, &[Axis::Batch]));
        assert_eq!(batches.len(), 2 * 5);
        assert!(batches.iter().all(|job| job.name.starts_with("batch ")));
    }

    #[test]
    fn jobs_measure_and_verify() {
        let jobs = jobs_of(&tiny(), &options(Extent::Quick, &[]));
        assert_eq!(jobs.len(), 4 * 2 + 2 * 2 + 2 * 2);
        for job in &jobs {
            let rows = (job.run)().unwrap_or_else(|error| panic!("{}: {error}", job.name));
            for row in &rows {
                assert!(row.nanoseconds > 0.0 && row.units > 0 && row.seed == 1, "{row:?}");
                assert!(row.axis.kinds().contains(&row.kind.as_str()), "{row:?}");
                let size = row.size.to_string();
                assert!(job.name.starts_with(row.axis.name()) && job.name.ends_with(&size), "{row:?}");
            }
            let threads = thread_counts().len();
            let expected = match job.name.as_str() {
                name if name.starts_with("map") && name.ends_with("24") => maps::PLANNERS.len(),
                name if name.starts_with("map") => maps::PLANNERS.len() - 2,
                _ => threads,
            };
            assert_eq!(rows.len(), expected, "{}", job.name);
        }
    }
}
