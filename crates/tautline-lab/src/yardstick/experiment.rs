use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tautline::geometry::Cell;
use tautline::planners::{Build, Planner, Selection};
use tautline::search::{Query, Workspace};
use tautline::world::Grid;
use tautline_maps::movingai::{Passable, Scenario, read_map, read_scenario};

use super::peer::{OCTILE, Yardstick};
use super::report::{MapRow, Report};
use super::verify::Known;
use crate::LabError;

/// The reference maps: the set's folder and the map's name.
pub const MAPS: [&str; 14] = [
    "dao/den520d",
    "bg512/AR0400SR",
    "bg512/AR0602SR",
    "sc1/BigGameHunters",
    "rooms/32room_000",
    "sc1/Aftershock",
    "sc1/Entanglement",
    "dao/brc202d",
    "mazes/maze512-8-0",
    "dao/orz900d",
    "cities/Boston_0_1024",
    "random/random512-10-0",
    "random/random512-20-0",
    "random/random512-40-0",
];

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
    let passes = options.passes.max(1) as u64;
    let columns = options.planners.len() as u64;
    // One pass for verification, then yardstick and planners in each pass.
    let per_map = columns + passes * (1 + columns);
    let total = names.len() as u64 * per_map;
    let mut rows = Vec::new();
    for (number, &name) in names.iter().enumerate() {
        let mut done = number as u64 * per_map;
        let mut step = || {
            done += 1;
            progress(done, total, name);
        };
        let map = Map::load(options, name)?;
        rows.push(map.measure(options, &mut step)?);
    }
    Ok(Report {
        planners: options.planners.iter().map(ToString::to_string).collect(),
        passes: options.passes,
        rows,
    })
}

fn chosen(wanted: &[String]) -> Result<Vec<&'static str>, LabError> {
    for name in wanted {
        if !MAPS.iter().any(|map| map.contains(name.as_str())) {
            return Err(LabError::UnknownMap { name: name.clone(), known: MAPS.into() });
        }
    }
    let is_wanted = |map: &&str| wanted.is_empty() || wanted.iter().any(|name| map.contains(name.as_str()));
    Ok(MAPS.into_iter().filter(is_wanted).collect())
}

struct Map {
    name: &'static str,
    grid: Grid,
    yardstick: Yardstick,
    scenario: Scenario,
    /// The numbers of the reference queries.
    queries: Vec<usize>,
}

impl Map {
    fn load(options: &Options, name: &'static str) -> Result<Self, LabError> {
        let path = options.folder.join(format!("{name}.map"));
        let grid = read_map(&path, &Passable::default())?;
        let scenario = read_scenario(options.folder.join(format!("{name}.map.scen")))?;
        scenario.check_fits(&grid)?;
        let queries = scenario.sample(Some(400), Some(4));
        Ok(Self { name, yardstick: Yardstick::new(&grid), grid, scenario, queries })
    }

    fn ends(&self, query: usize) -> (Cell, Cell) {
        (self.scenario.queries[query].start, self.scenario.queries[query].goal)
    }

    fn measure(&self, options: &Options, step: &mut dyn FnMut()) -> Result<MapRow, LabError> {
        let mut contenders = Vec::new();
        for selection in &options.planners {
            let mut contender = Contender::new(self, selection)?;
            contender.verify(self, selection)?;
            contenders.push(contender);
            step();
        }
        let mut yardstick = vec![Duration::MAX; self.queries.len()];
        for _ in 0..options.passes.max(1) {
            for (best, &query) in yardstick.iter_mut().zip(&self.queries) {
                let (start, goal) = self.ends(query);
                let clock = Instant::now();
                black_box(self.yardstick.plan(start, goal, OCTILE));
                *best = clock.elapsed().min(*best);
            }
            step();
            for contender in &mut contenders {
                contender.pass(self);
                step();
            }
        }
        Ok(MapRow {
            map: self.name,
            queries: self.queries.len(),
            yardstick: mean(&yardstick),
            planners: contenders.iter().map(|contender| mean(&contender.fastest)).collect(),
        })
    }
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / times.len() as u32
}

/// A planner on one map, and its times.
struct Contender<'a> {
    planner: Box<dyn Planner<Cell> + 'a>,
    workspace: Workspace,
    fastest: Vec<Duration>,
}

impl<'a> Contender<'a> {
    fn new(map: &'a Map, selection: &Selection) -> Result<Self, LabError> {
        let Build::Cells(build) = selection.planner.build else {
            return Err(LabError::Unsupported { planner: selection.to_string() });
        };
        let planner = build(&map.grid, &selection.settings)?;
        Ok(Self { planner, workspace: Workspace::new(), fastest: vec![Duration::MAX; map.queries.len()] })
    }

    fn verify(&mut self, map: &Map, selection: &Selection) -> Result<(), LabError> {
        for &query in &map.queries {
            let (start, goal) = map.ends(query);
            let reference = map.scenario.queries[query].reference();
            let known = Known {
                grid: &map.grid,
                yardstick: &map.yardstick,
                start,
                goal,
                reference,
                tolerance: map.scenario.tolerance(reference.unwrap_or(0.0)),
            };
            let answer = self.planner.plan(&Query::new(start, goal), &mut self.workspace);
            if let Some(fault) = known.fault(selection, self.planner.as_ref(), &answer) {
                return Err(LabError::WrongAnswer {
                    planner: selection.to_string(),
                    map: format!("{}.map", map.name),
                    query,
                    start,
                    goal,
                    fault,
                });
            }
        }
        Ok(())
    }

    fn pass(&mut self, map: &Map) {
        for (best, &query) in self.fastest.iter_mut().zip(&map.queries) {
            let (start, goal) = map.ends(query);
            let query = Query::new(start, goal);
            let clock = Instant::now();
            let answer = black_box(self.planner.plan(&query, &mut self.workspace));
            *best = clock.elapsed().min(*best);
            drop(answer);
        }
    }
}
