//! What the planners share in which the parent of a corner can be any corner.

use super::{
    ApThetaOptions, Choice, Guarantee, LazyThetaOptions, OptionKind, OptionSpec, Planner, Settings,
    ThetaOptions, plan_as_typed, plan_typed,
};
use crate::any_angle::{
    AngleMemory, AnglePropagation, AngleSearch, Basic, CornerField, First, KeyVertices, Lazy, OnTerrain,
    Procedures, Reexpand, Sight, Ways,
};
use crate::geometry::Corner;
use crate::moves::{CornerMoves, CornerRule};
use crate::open::TieBreak;
use crate::search::{Answer, Observer, OutOfMemory, Query, QueryError, Stats, Workspace};
use crate::world::{Grid, Ground};

/// One of the algorithms at any angle: the options that only it has.
pub trait AngleAlgorithm: Copy + Default + Sync {
    /// What it does with the neighbours of an expanded corner.
    fn update(self) -> Update;
}

/// The options of an algorithm at any angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AngleConfig<A> {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
    /// Which of several equally good corners comes first: the one with the smaller g, as in section 7 of the Theta* paper, unless
    /// asked otherwise.
    pub ties: TieBreak,
    /// What the straight-line distances to the goal are multiplied with, from 0 to 1 (section 9.1): a smaller weight makes the
    /// search expand more corners, and can make it find shorter paths.
    pub weight: f64,
    /// What only this algorithm has.
    pub algorithm: A,
}

impl<A: Default> Default for AngleConfig<A> {
    fn default() -> Self {
        let (rule, algorithm) = (CornerRule::default(), A::default());
        Self { rule, ties: TieBreak::SmallerG, weight: 1.0, algorithm }
    }
}

/// What is done with the neighbours of an expanded corner: the procedure `UpdateVertex` of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Basic Theta*.
    Theta(ThetaOptions),
    /// Lazy Theta*.
    LazyTheta(LazyThetaOptions),
    /// AP Theta*.
    ApTheta(ApThetaOptions),
}

/// An algorithm at any angle on a map.
#[derive(Clone, Copy, Debug)]
pub struct AnglePlanner<'w, A> {
    ground: Ground<'w>,
    config: AngleConfig<A>,
}

/// The searches of all these algorithms. They do not depend on the type of the algorithm, so that they are compiled in this crate and
/// nowhere else.
#[derive(Clone, Copy, Debug)]
struct AngleSearches<'w> {
    ground: Ground<'w>,
    config: AngleConfig<Update>,
}

impl<'w, A: AngleAlgorithm> AnglePlanner<'w, A> {
    /// The algorithm with its default options.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_config(grid, AngleConfig::default())
    }

    /// The algorithm with these options.
    ///
    /// # Panics
    ///
    /// If the weight is not from 0 to 1.
    #[must_use]
    pub fn with_config(grid: &'w Grid, config: AngleConfig<A>) -> Self {
        Self::on(grid.into(), config)
    }

    pub(super) fn on(ground: Ground<'w>, config: AngleConfig<A>) -> Self {
        assert!((0.0..=1.0).contains(&config.weight), "{} is no weight from 0 to 1", config.weight);
        Self { ground, config }
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> AngleConfig<A> {
        self.config
    }

    fn search(&self) -> AngleSearches<'w> {
        let AngleConfig { rule, ties, weight, algorithm } = self.config;
        let config = AngleConfig { rule, ties, weight, algorithm: algorithm.update() };
        AngleSearches { ground: self.ground, config }
    }

    /// Answers a query.
    pub fn plan(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        self.search().plan(query, workspace)
    }

    /// Answers a query while an observer watches. Both sides of a corner at which two obstacles touch are the same to the observer.
    pub fn plan_observed(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut dyn Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        self.search().plan_observed(query, workspace, observer)
    }

    /// Finds paths from a corner to all others (section 8.1): the search ends only when its open list is empty, and estimates
    /// nothing.
    ///
    /// ```
    /// use tautline::planners::Theta;
    /// use tautline::search::Workspace;
    /// use tautline::world::Grid;
    ///
    /// let grid = Grid::from_rows(["....", ".##.", "...."])?;
    /// let field = Theta::new(&grid).paths_from((0, 0).into(), &mut Workspace::new())?;
    /// assert_eq!(field.cost((1, 3).into()), Some(10f64.sqrt()));
    /// let path = field.path((4, 3).into()).unwrap();
    /// assert_eq!(path.places.len(), 3, "around the obstacle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paths_from(
        &self,
        start: Corner,
        workspace: &mut Workspace,
    ) -> Result<CornerField<'w>, QueryError<Corner>> {
        self.search().paths_from(start, workspace)
    }
}

impl<'w> AngleSearches<'w> {
    plan_typed!(Corner);

    fn plan_for(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        query.check(self.ground.grid(), self.config.rule)?;
        Ok(self.search(workspace.part(), Plan { query, observer })?)
    }

    fn paths_from(
        &self,
        start: Corner,
        workspace: &mut Workspace,
    ) -> Result<CornerField<'w>, QueryError<Corner>> {
        Query::<Corner>::new(start, start).check(self.ground.grid(), self.config.rule)?;
        Ok(CornerField::new(self.search(workspace.part(), All { start })?, self.ground.terrain()))
    }

    fn search<J: Job<'w>>(&self, memory: &mut AngleMemory, job: J) -> Result<J::Done, OutOfMemory> {
        let AngleConfig { rule, ties, mut weight, algorithm } = self.config;
        let grid = self.ground.grid();
        let search = |moves, weight, reexpand| {
            let sight = Sight::new(grid, rule, moves);
            AngleSearch { sight, ties, weight, reexpand }
        };
        match algorithm {
            Update::Theta(ThetaOptions { moves, first, replace, reexpand, paths }) => {
                let basic = Basic { first, replace, paths, keys: KeyVertices::default() };
                if let Some(terrain) = self.ground.terrain() {
                    weight *= f64::from(terrain.smallest());
                    let mut procedures = OnTerrain { basic, terrain, rule };
                    return job.run(search(moves, weight, reexpand), &mut procedures, memory);
                }
                job.run(search(moves, weight, reexpand), &mut { basic }, memory)
            }
            Update::LazyTheta(LazyThetaOptions { moves }) => {
                job.run(search(moves, weight, Reexpand::No), &mut Lazy, memory)
            }
            Update::ApTheta(ApThetaOptions { first }) => {
                let mut procedures = AnglePropagation::new(first, std::mem::take(&mut memory.ranges));
                let search = search(CornerMoves::Eight, weight, Reexpand::No);
                let done = procedures
                    .begin(search.sight.states())
                    .and_then(|()| job.run(search, &mut procedures, memory));
                memory.ranges = procedures.into_ranges();
                done
            }
        }
    }
}

/// What is to be done with a search, whatever its procedures are.
trait Job<'w> {
    type Done;

    fn run(
        self,
        search: AngleSearch<'w>,
        procedures: &mut impl Procedures,
        memory: &mut AngleMemory,
    ) -> Result<Self::Done, OutOfMemory>;
}

/// A query is to be answered.
struct Plan<'a, O> {
    query: &'a Query<Corner>,
    observer: &'a mut O,
}

impl<'w, O: Observer<Corner>> Job<'w> for Plan<'_, O> {
    type Done = Answer<Corner>;

    fn run(
        self,
        search: AngleSearch<'w>,
        procedures: &mut impl Procedures,
        memory: &mut AngleMemory,
    ) -> Result<Answer<Corner>, OutOfMemory> {
        search.run(procedures, self.query, memory, self.observer)
    }
}

/// Paths to all corners are to be found.
struct All {
    start: Corner,
}

impl<'w> Job<'w> for All {
    type Done = (Ways<'w>, Stats);

    fn run(
        self,
        search: AngleSearch<'w>,
        procedures: &mut impl Procedures,
        memory: &mut AngleMemory,
    ) -> Result<(Ways<'w>, Stats), OutOfMemory> {
        search.all(procedures, self.start, memory)
    }
}

impl<A: AngleAlgorithm> Planner<Corner> for AnglePlanner<'_, A> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.config.rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }
}

impl Choice for First {
    const CHOICES: &'static [(&'static str, Self)] = &[("path-2", Self::Path2), ("path-1", Self::Path1)];
}

pub(super) const FIRST: OptionSpec = OptionSpec {
    name: "first",
    default: "path-2",
    kind: OptionKind::of::<First>(),
    help: "which of two equally long ways is taken: from the parent of the expanded corner, or by way of it (path-1)",
};

pub(super) const WEIGHT: OptionSpec = OptionSpec {
    name: "weight",
    default: "1",
    kind: OptionKind::Range { min: 0.0, max: 1.0 },
    help: "what estimates are multiplied with: below 1 more corners are expanded, and paths can become shorter",
};

/// What all of these algorithms have, and what only this one has.
pub(super) fn config<A>(settings: &Settings, algorithm: A) -> AngleConfig<A> {
    AngleConfig {
        rule: settings.choice("corners"),
        ties: settings.choice("ties"),
        weight: settings.number("weight"),
        algorithm,
    }
}
