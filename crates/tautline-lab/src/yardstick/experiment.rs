use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tautline::geometry::Cell;
use tautline::planners::{Build, BuildFor, Selection};
use tautline::search::{Query, Workspace};

use super::report::{MapRow, Report};
use crate::LabError;
use crate::maps::{ReferenceMap, chosen};
use crate::peer::{OCTILE, Yardstick};
use crate::verify::Verifier;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of MovingAI files, with a folder for each set.
    pub folder: PathBuf,
    /// The planners, as columns.
    pub planners: Vec<Selection>,
    /// Only maps whose name contains one of these; all reference maps where there is none.
    pub maps: Vec<String>,
    /// How often the whole list of queries is run; the fastest time of each query counts.
    pub passes: usize,
}

/// Measures. `progress` is called with what is done, what there is to do, and what is being done now.
pub fn run(options: &Options, progress: &mut dyn FnMut(u64, u64, &str)) -> Result<Report, LabError> {
    let names = chosen(&options.maps)?;
    // What cannot be measured is better known at once.
    options.planners.iter().try_for_each(|selection| builder(selection).map(drop))?;
    let passes = options.passes.max(1);
    // Yardstick and planners, with one pass each that is not timed.
    let per_map = (1 + options.planners.len() as u64) * (1 + passes as u64);
    let total = names.len() as u64 * per_map;
    let mut rows = Vec::new();
    for (number, &name) in names.iter().enumerate() {
        let mut done = number as u64 * per_map;
        let mut step = || {
            done += 1;
            progress(done, total, name);
        };
        rows.push(Track::load(options, name)?.measure(&options.planners, passes, &mut step)?);
    }
    Ok(Report { planners: options.planners.iter().map(ToString::to_string).collect(), passes, rows })
}

fn builder(selection: &Selection) -> Result<BuildFor<Cell>, LabError> {
    match selection.planner.build {
        Build::Cells(build) => Ok(build),
        _ => Err(LabError::Unsupported { planner: selection.to_string() }),
    }
}

/// A map with its reference queries.
struct Track {
    map: ReferenceMap,
    yardstick: Yardstick,
    /// The numbers of the queries in the scenario.
    numbers: Vec<usize>,
    queries: Vec<Query<Cell>>,
}

/// A planner's times on one map.
struct Times {
    build: Duration,
    query: Duration,
}

impl Track {
    fn load(options: &Options, name: &'static str) -> Result<Self, LabError> {
        let map = ReferenceMap::load(&options.folder, name)?;
        let numbers = map.scenario.sample(Some(400), Some(4));
        let queries = numbers.iter().map(|&number| map.query(number)).collect();
        Ok(Self { yardstick: Yardstick::new(&map.grid), map, numbers, queries })
    }

    fn measure(
        &self,
        planners: &[Selection],
        passes: usize,
        step: &mut dyn FnMut(),
    ) -> Result<MapRow, LabError> {
        let yardstick = self.measure_yardstick(passes, step);
        let times: Result<Vec<_>, _> =
            planners.iter().map(|selection| self.measure_planner(selection, passes, step)).collect();
        let times = times?;
        Ok(MapRow {
            map: self.map.name,
            queries: self.queries.len(),
            yardstick,
            planners: times.iter().map(|times| times.query).collect(),
            builds: times.iter().map(|times| times.build).collect(),
        })
    }

    fn measure_yardstick(&self, passes: usize, step: &mut dyn FnMut()) -> Duration {
        let mut plan = |query: &Query<Cell>| self.yardstick.plan(query.start, query.goal, OCTILE);
        for query in &self.queries {
            drop(black_box(plan(query)));
        }
        step();
        self.fastest(passes, &mut plan, step)
    }

    fn measure_planner(
        &self,
        selection: &Selection,
        passes: usize,
        step: &mut dyn FnMut(),
    ) -> Result<Times, LabError> {
        let build = builder(selection)?;
        let clock = Instant::now();
        let planner = build((&self.map.grid).into(), &selection.settings)?;
        let build = clock.elapsed();
        let mut workspace = Workspace::new();
        let verifier = Verifier::of(selection, &self.map, &self.yardstick);
        for (&number, query) in self.numbers.iter().zip(&self.queries) {
            let answer = planner.plan(query, &mut workspace);
            verifier.check(number, planner.as_ref(), &answer)?;
        }
        step();
        let query = self.fastest(passes, &mut |query| planner.plan(query, &mut workspace), step);
        Ok(Times { build, query })
    }

    /// The mean over the queries of the fastest time that each of them took in passes that follow each other.
    fn fastest<A>(
        &self,
        passes: usize,
        plan: &mut impl FnMut(&Query<Cell>) -> A,
        step: &mut dyn FnMut(),
    ) -> Duration {
        let mut fastest = vec![Duration::MAX; self.queries.len()];
        for _ in 0..passes {
            for (best, query) in fastest.iter_mut().zip(&self.queries) {
                let clock = Instant::now();
                let answer = black_box(plan(query));
                *best = clock.elapsed().min(*best);
                drop(answer);
            }
            step();
        }
        fastest.iter().sum::<Duration>() / fastest.len() as u32
    }
}
