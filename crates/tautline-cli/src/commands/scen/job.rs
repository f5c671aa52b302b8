use std::path::Path;

use anyhow::ensure;
use tautline::engine::{Ends, Planner, Selection};
use tautline::search::{Limits, Query, QueryError};
use tautline_maps::movingai::{Scenario, read_references, read_scenario};

use super::Args;
use crate::args::shown;
use crate::check::Reference;
use crate::commands::DEFAULT_PLANNER;
use crate::index_file::{self, IndexFile};
use crate::map::World;
use crate::preparation::build;
use crate::registry;
use crate::shell::quoted;

/// How far a length may be from one in a reference file.
const REFERENCE_TOLERANCE: f64 = 1e-6;

/// What is to be measured.
#[derive(Debug)]
pub(crate) struct Job {
    /// The map.
    pub(crate) world: World,
    /// Its name: the file's, without folder and extension.
    pub(crate) map: String,
    /// The planners.
    pub(crate) planners: Vec<Selection>,
    /// What each of them has prepared, where that is in a file.
    pub(crate) indexes: Vec<Option<IndexFile>>,
    /// The queries that are left after sampling.
    pub(crate) queries: Vec<JobQuery>,
    /// Where the references come from.
    pub(crate) source: Source,
    /// When each search gives up.
    limits: Limits,
    /// Whether the way to the nearest place is wanted where there is none to the goal.
    partial: bool,
    /// How the map is named and read on a command line.
    map_arguments: String,
}

/// Where the references come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The scenario: they are for cells without corner cutting.
    Scenario,
    /// A file that was given for these planners.
    File,
}

/// A query.
#[derive(Clone, Debug)]
pub(crate) struct JobQuery {
    /// Its number in the scenario, from zero.
    pub(crate) number: usize,
    /// Where the path begins.
    pub(crate) start: (i32, i32),
    /// Where it ends.
    pub(crate) goal: (i32, i32),
    /// What is known about it.
    pub(crate) reference: Reference,
    /// The reference as it was given: a scenario says that there is no path by a length of 0, a file of references by an
    /// infinite one.
    pub(crate) given: f64,
}

impl Job {
    /// Reads everything that the arguments name.
    pub(super) fn load(args: Args) -> anyhow::Result<Self> {
        let files = args.index.iter().map(|path| IndexFile::read(path)).collect::<Result<Vec<_>, _>>()?;
        let mut planners = args.planner;
        if planners.is_empty() {
            planners = files.iter().map(IndexFile::selection).collect::<Result<_, _>>()?;
        }
        if planners.is_empty() {
            planners.push(registry().select(DEFAULT_PLANNER)?);
        }
        for option in &args.opt {
            planners.iter_mut().try_for_each(|selection| selection.set(option))?;
        }
        let indexes = index_file::assign(files, &planners)?;
        let world = args.world.load(Some(&args.map))?;
        let scenario = read_scenario(&args.scen)?;
        scenario.check_fits(&world.map)?;
        let references = references(&scenario, args.reference.as_deref())?;
        let sample = scenario.sample(args.sample, args.every);
        let queries = sample.into_iter().map(|number| {
            let query = &scenario.queries[number];
            let (start, goal) = (query.start.into(), query.goal.into());
            let (reference, given) = references[number];
            JobQuery { number, start, goal, reference, given }
        });
        Ok(Self {
            map: args.map.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            planners,
            indexes,
            queries: queries.collect(),
            source: if args.reference.is_some() { Source::File } else { Source::Scenario },
            limits: Limits { max_expansions: args.max_expansions, ..Limits::default() },
            partial: args.partial,
            map_arguments: args.world.words(Some(&args.map)),
            world,
        })
    }

    /// A planner on the map, with what it has prepared.
    pub(super) fn planner(&self, planner: usize) -> anyhow::Result<Planner> {
        let selection = &self.planners[planner];
        self.world.check_radius(selection)?;
        let asked = self.queries.first().map(|query| self.query(selection.descriptor().ends, query));
        let refused = asked.and_then(|query| selection.check(&self.world.map, &query).err());
        if let Some(QueryError::Unsupported(error)) = refused {
            return Err(error.into());
        }
        let prepared = match &self.indexes[planner] {
            Some(index) => index.open(selection, &self.world.map, &self.map_arguments)?,
            None => build(selection, &self.world.map)?,
        };
        Ok(prepared.planner)
    }

    /// A query as it is put to a planner that takes such ends.
    pub(super) fn query(&self, ends: Ends, query: &JobQuery) -> Query {
        let end = |xy| ends.scenario(xy);
        let query = Query::new(end(query.start), end(query.goal));
        Query { partial: self.partial, limits: self.limits.clone(), ..query }
    }

    /// The command that puts a query to a planner again.
    pub(super) fn command(&self, planner: usize, query: &JobQuery) -> String {
        let end = |xy| shown(self.planners[planner].descriptor().ends.scenario(xy));
        let (start, goal) = (end(query.start), end(query.goal));
        let limit =
            self.limits.max_expansions.map(|max| format!(" --max-expansions {max}")).unwrap_or_default();
        let partial = if self.partial { " --partial" } else { "" };
        let index = self.indexes[planner].as_ref();
        let index = index.map(|index| format!(" --index {}", quoted(&index.path.to_string_lossy())));
        format!(
            "tautline plan {} --from {start} --to {goal} --planner {}{}{limit}{partial}",
            self.map_arguments,
            quoted(&self.planners[planner].to_string()),
            index.unwrap_or_default()
        )
    }
}

/// What is known about each query of a scenario, and the number that says so.
fn references(scenario: &Scenario, file: Option<&Path>) -> anyhow::Result<Vec<(Reference, f64)>> {
    let Some(file) = file else {
        let own = scenario.queries.iter().map(|query| {
            let length = query.reference();
            (Reference { length, tolerance: scenario.tolerance(query.length) }, query.length)
        });
        return Ok(own.collect());
    };
    let lengths = read_references(file)?;
    let (found, expected) = (lengths.len(), scenario.queries.len());
    ensure!(
        found == expected,
        "{}: found {found} lengths, expected {expected}, one for each query of {}",
        file.display(),
        scenario.file
    );
    let reference = |length: Option<f64>| {
        (Reference { length, tolerance: REFERENCE_TOLERANCE }, length.unwrap_or(f64::INFINITY))
    };
    Ok(lengths.into_iter().map(reference).collect())
}
