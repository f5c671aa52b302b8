//! What the planners share in which the parent of a corner can be any corner.

use super::ap_theta::ApThetaOptions;
use super::lazy_theta::LazyThetaOptions;
use super::theta::ThetaOptions;
use crate::engine::{
    Algorithm, Choice, Ends, Feature, Guarantee, OptionKind, OptionSpec, Preparation, PrepareError, Settings,
    Unsupported, Update,
};
use crate::geometry::{Corner, Position};
use crate::map::Map;
use crate::moves::{CornerMoves, CornerRule, PathRule};
use crate::open::TieBreak;
use crate::planners::corner::search::{
    AngleMemory, AnglePropagation, AngleSearch, Basic, CornerField, First, KeyVertices, Lazy, OnTerrain,
    Procedures, Reexpand, Sight, Ways,
};
use crate::search::{Answer, Observer, OutOfMemory, Query, QueryError, Request, Silent, Stats, Workspace};

/// One of the algorithms at any angle: the options that only it has.
pub trait AngleAlgorithm: Copy + Default + Send + Sync + 'static {
    /// The algorithm's id.
    const ID: &'static str;

    /// What it does with the neighbours of an expanded corner.
    fn update(self) -> UpdateVertex;
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
pub enum UpdateVertex {
    /// Basic Theta*.
    Theta(ThetaOptions),
    /// Lazy Theta*.
    LazyTheta(LazyThetaOptions),
    /// AP Theta*.
    ApTheta(ApThetaOptions),
}

/// An algorithm at any angle.
#[derive(Clone, Copy, Debug)]
pub struct AnglePlanner<A> {
    config: AngleConfig<A>,
}

/// The searches of all these algorithms. They do not depend on the type of the algorithm, so that they are compiled in this crate and
/// nowhere else.
#[derive(Clone, Copy, Debug)]
struct AngleSearches<'m> {
    id: &'static str,
    map: &'m Map,
    config: AngleConfig<UpdateVertex>,
}

impl<A: AngleAlgorithm> AnglePlanner<A> {
    /// The algorithm with these options. Only Basic Theta* takes maps whose cells have costs.
    pub fn new(map: &Map, config: AngleConfig<A>) -> Result<Self, PrepareError> {
        let AngleConfig { weight, .. } = config;
        if !(0.0..=1.0).contains(&weight) {
            return Err(PrepareError::Weight { found: weight, min: 0.0, max: 1.0 });
        }
        let planner = Self { config };
        planner.on(map)?;
        Ok(planner)
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> AngleConfig<A> {
        self.config
    }

    /// The searches on a map, if it is supported.
    fn on<'m>(&self, map: &'m Map) -> Result<AngleSearches<'m>, Unsupported> {
        let AngleConfig { rule, ties, weight, algorithm } = self.config;
        let config = AngleConfig { rule, ties, weight, algorithm: algorithm.update() };
        let features: &[Feature] = match config.algorithm {
            UpdateVertex::Theta(_) => &[Feature::Terrain],
            UpdateVertex::LazyTheta(_) | UpdateVertex::ApTheta(_) => &[],
        };
        map.supports_only(A::ID, features)?;
        Ok(AngleSearches { id: A::ID, map, config })
    }

    /// Makes it from options, for a descriptor.
    pub(super) fn build(map: &Map, config: AngleConfig<A>) -> Result<Box<dyn Algorithm>, PrepareError> {
        Ok(Box::new(Self::new(map, config)?))
    }

    /// Finds paths from a corner to all others (section 8.1): the search ends only when its open list is empty, and estimates
    /// nothing.
    ///
    /// ```
    /// use tautline::map::Map;
    /// use tautline::planners::Theta;
    /// use tautline::search::Workspace;
    ///
    /// let map = Map::from_rows(["....", ".##.", "...."])?;
    /// let field = Theta::new(&map, Default::default())?.paths_from(&map, (0, 0).into(), &mut Workspace::new())?;
    /// assert_eq!(field.cost((1, 3).into()), Some(10f64.sqrt()));
    /// let path = field.path((4, 3).into()).unwrap();
    /// assert_eq!(path.len(), 3, "around the obstacle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paths_from<'m>(
        &self,
        map: &'m Map,
        start: Corner,
        workspace: &mut Workspace,
    ) -> Result<CornerField<'m>, QueryError> {
        self.on(map)?.paths_from(start, workspace)
    }
}

impl<A: AngleAlgorithm> Algorithm for AnglePlanner<A> {
    fn id(&self) -> &'static str {
        A::ID
    }

    fn plan(&self, map: &Map, query: &Query, workspace: &mut Workspace) -> Result<Answer, QueryError> {
        self.on(map)?.plan(query, workspace, None)
    }

    /// Both sides of a corner at which two obstacles touch are the same to the observer.
    fn plan_observed(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Answer, QueryError> {
        self.on(map)?.plan(query, workspace, Some(observer))
    }

    fn update_with(&mut self, map: &Map, _: &Preparation) -> Result<Update, PrepareError> {
        self.on(map)?;
        Ok(Update::Unchanged)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }

    fn rule(&self) -> PathRule {
        self.config.rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Points
    }
}

impl<'m> AngleSearches<'m> {
    fn plan(
        &self,
        query: &Query,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Answer, QueryError> {
        let query = &query.at_any_angle(self.id, self.map.grid(), self.config.rule)?;
        let memory = workspace.part();
        Ok(match observer {
            None => self.search(memory, Plan { query, observer: &mut Silent })?,
            Some(mut observer) => self.search(memory, Plan { query, observer: &mut observer })?,
        })
    }

    fn paths_from(&self, start: Corner, workspace: &mut Workspace) -> Result<CornerField<'m>, QueryError> {
        Query::new(start, start).on_corners(self.id, self.map.grid(), self.config.rule)?;
        Ok(CornerField::new(self.search(workspace.part(), All { start })?, self.map))
    }

    fn search<J: Job<'m>>(&self, memory: &mut AngleMemory, job: J) -> Result<J::Done, OutOfMemory> {
        let AngleConfig { rule, ties, mut weight, algorithm } = self.config;
        let (map, grid) = (self.map, self.map.grid());
        let search = |moves, weight, reexpand| {
            let sight = Sight::new(grid, rule, moves);
            AngleSearch { sight, ties, weight, reexpand }
        };
        match algorithm {
            UpdateVertex::Theta(ThetaOptions { moves, first, replace, reexpand, paths }) => {
                let basic = Basic { first, replace, paths, keys: KeyVertices::default() };
                if let Some(terrain) = map.terrain() {
                    let smallest = f64::from(terrain.smallest());
                    weight *= smallest;
                    let mut procedures = OnTerrain { basic, map, rule, smallest };
                    return job.run(search(moves, weight, reexpand), &mut procedures, memory);
                }
                job.run(search(moves, weight, reexpand), &mut { basic }, memory)
            }
            UpdateVertex::LazyTheta(LazyThetaOptions { moves }) => {
                job.run(search(moves, weight, Reexpand::No), &mut Lazy, memory)
            }
            UpdateVertex::ApTheta(ApThetaOptions { first }) => {
                let mut procedures = AnglePropagation::new(first, std::mem::take(&mut memory.ranges));
                let search = search(CornerMoves::Eight, weight, Reexpand::No);
                let done =
                    procedures.begin(&search.sight).and_then(|()| job.run(search, &mut procedures, memory));
                memory.ranges = procedures.into_ranges();
                done
            }
        }
    }
}

/// What is to be done with a search, whatever its procedures are.
trait Job<'m> {
    type Done;

    fn run(
        self,
        search: AngleSearch<'m>,
        procedures: &mut impl Procedures,
        memory: &mut AngleMemory,
    ) -> Result<Self::Done, OutOfMemory>;
}

/// A query is to be answered.
struct Plan<'a, O> {
    query: &'a Request<'a, Position>,
    observer: &'a mut O,
}

impl<'m, O: Observer> Job<'m> for Plan<'_, O> {
    type Done = Answer;

    fn run(
        self,
        search: AngleSearch<'m>,
        procedures: &mut impl Procedures,
        memory: &mut AngleMemory,
    ) -> Result<Answer, OutOfMemory> {
        search.run(procedures, self.query, memory, self.observer)
    }
}

/// Paths to all corners are to be found.
struct All {
    start: Corner,
}

impl<'m> Job<'m> for All {
    type Done = (Ways<'m>, Stats);

    fn run(
        self,
        search: AngleSearch<'m>,
        procedures: &mut impl Procedures,
        memory: &mut AngleMemory,
    ) -> Result<(Ways<'m>, Stats), OutOfMemory> {
        search.all(procedures, self.start, memory)
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
