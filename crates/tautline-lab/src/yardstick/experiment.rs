use std::path::PathBuf;
use std::time::{Duration, Instant};

use tautline::geometry::Cell;
use tautline::planners::{Build, BuildFor, Planner, Selection};
use tautline::search::{Place, Query, Workspace};

use super::report::{Angles, MapRow, PlannerRow, Report};
use crate::LabError;
use crate::harness::mean;
use crate::harness::timing::{Timed, WarmUp, time};
use crate::harness::verify::{Said, is_same};
use crate::maps::{ReferenceMap, chosen};
use crate::peer::{OCTILE, Yardstick};
use crate::verify::{AngleVerifier, Verifier};

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

/// A map with its reference queries.
struct Track {
    map: ReferenceMap<'static>,
    yardstick: Yardstick,
    /// The numbers of the queries in the scenario.
    numbers: Vec<usize>,
    /// For each query of the scenario, the length of a shortest path at any angle.
    shortest: Option<Vec<Option<f64>>>,
}

/// The verified answers of a planner on one map.
struct Answers {
    build: Duration,
    query: Duration,
    /// How many lines of sight each query took.
    line_of_sight_checks: f64,
    /// How many times as long as the shortest each path is, where that is known.
    excesses: Vec<f64>,
}

impl Track {
    fn load(options: &Options, name: &'static str) -> Result<Self, LabError> {
        let map = ReferenceMap::load(&options.folder, name)?;
        let numbers = map.scenario.sample(Some(400), Some(4));
        let shortest = map.shortest_at_any_angle(&options.folder)?;
        Ok(Self { yardstick: Yardstick::new(&map.grid), map, numbers, shortest })
    }

    fn measure(
        &self,
        planners: &[Selection],
        passes: usize,
        step: &mut dyn FnMut(),
    ) -> Result<MapRow, LabError> {
        let yardstick = self.measure_yardstick(passes, step);
        let rows: Result<Vec<_>, _> =
            planners.iter().map(|selection| self.measure_planner(selection, passes, step)).collect();
        Ok(MapRow { map: self.map.name, queries: self.numbers.len(), yardstick, planners: rows? })
    }

    fn measure_yardstick(&self, passes: usize, step: &mut dyn FnMut()) -> Duration {
        let plan = |query: &Query<Cell>| self.yardstick.plan(query.start, query.goal, OCTILE);
        mean_time(&time(&self.queries(), WarmUp::OnePass, passes, plan, |_, _| true, step))
    }

    fn measure_planner(
        &self,
        selection: &Selection,
        passes: usize,
        step: &mut dyn FnMut(),
    ) -> Result<PlannerRow, LabError> {
        match selection.planner.build {
            Build::Cells(build) => {
                let verifier = Verifier::of(selection, &self.map, &self.yardstick);
                let verify = |number, planner: &dyn Planner<Cell>, _: &_, answer: &_| {
                    verifier.check(number, planner, answer).map(|()| None)
                };
                let answers = self.answers(build, selection, passes, verify, step)?;
                Ok(PlannerRow { query: answers.query, build: answers.build, angles: None })
            }
            Build::Corners(build) => self.measure_at_any_angle(build, selection, passes, step),
            Build::Points(build) => self.measure_at_any_angle(build, selection, passes, step),
            other => Err(LabError::Unsupported { planner: selection.to_string(), places: other.places() }),
        }
    }

    /// The ends have the coordinates of the cells. These are free, so the places have a free cell next to them, too.
    fn measure_at_any_angle<P: Place>(
        &self,
        build: BuildFor<P>,
        selection: &Selection,
        passes: usize,
        step: &mut dyn FnMut(),
    ) -> Result<PlannerRow, LabError> {
        let verifier = AngleVerifier::of(selection, &self.map, self.shortest.as_deref());
        let verify = |number, planner: &dyn Planner<P>, query: &_, answer: &_| {
            verifier.check(number, planner, query, answer)
        };
        let answers = self.answers(build, selection, passes, verify, step)?;
        let excess = mean(answers.excesses);
        let angles = Some(Angles { excess, line_of_sight_checks: answers.line_of_sight_checks });
        Ok(PlannerRow { query: answers.query, build: answers.build, angles })
    }

    /// Times a planner and verifies its answers afterwards. `verify` also says how many times as long as the shortest a path is.
    fn answers<P: Place>(
        &self,
        build: BuildFor<P>,
        selection: &Selection,
        passes: usize,
        verify: impl Fn(usize, &dyn Planner<P>, &Query<P>, &Said<P>) -> Result<Option<f64>, LabError>,
        step: &mut dyn FnMut(),
    ) -> Result<Answers, LabError> {
        let clock = Instant::now();
        let planner = build((&self.map.grid).into(), &selection.settings)?;
        let build = clock.elapsed();
        let (queries, mut workspace) = (self.queries(), Workspace::new());
        let plan = |query: &Query<P>| planner.plan(query, &mut workspace);
        let timed = time(&queries, WarmUp::OnePass, passes, plan, is_same, step);
        let (mut excesses, mut checks) = (Vec::new(), Vec::new());
        for ((&number, query), timed) in self.numbers.iter().zip(&queries).zip(&timed) {
            excesses.extend(verify(number, &*planner, query, &timed.answer)?);
            if !timed.is_same {
                let fault = "a later pass gave another answer".into();
                return Err(self.map.wrong(&selection.to_string(), number, fault));
            }
            checks.extend(timed.answer.as_ref().map(|answer| answer.stats.line_of_sight_checks as f64));
        }
        let line_of_sight_checks = mean(checks).unwrap_or_default();
        Ok(Answers { build, query: mean_time(&timed), line_of_sight_checks, excesses })
    }

    /// The queries, as places of some kind with the coordinates of the cells.
    fn queries<P: Place>(&self) -> Vec<Query<P>> {
        let ends = self.numbers.iter().map(|&number| &self.map.scenario.queries[number]);
        ends.map(|ends| Query::new((ends.start.x, ends.start.y), (ends.goal.x, ends.goal.y))).collect()
    }
}

/// The mean over the queries of the fastest time that each of them took.
fn mean_time<A>(timed: &[Timed<A>]) -> Duration {
    timed.iter().map(|timed| timed.fastest).sum::<Duration>() / timed.len() as u32
}
