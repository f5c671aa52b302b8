//! Fringe Search.

use crate::engine::{
    Algorithm, Descriptor, Ends, Guarantee, Preparation, PrepareError, Settings, Update, plan_for_all,
};
use crate::heuristic::landmarks::{LandmarkConfig, LandmarkCost, Landmarks};
use crate::index::IndexError;
use crate::map::{Map, Revision};
use crate::moves::{CostModel, DiagonalRule, PathRule};
use crate::planners::graph::guided_grid::{GuidedGrid, MoveRules, PathSearch, SearchTask, Searched};
use crate::planners::graph::landmark_options::{self, CHOICE, GUIDED_BY, LANDMARKS, SEED, chosen_landmarks};
use crate::planners::graph::options::{COSTS, REMEMBER_H, moves};
use crate::planners::options::DIAGONAL;
use crate::search::{
    Answer, Ended, FringeMemory, FringeSearch, GridSpace, Observer, OutOfMemory, Query, QueryError, Stats,
    Workspace,
};

/// Fringe Search: goes through a list of states again and again, each time up to the least f that was left the time before.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper. With whole-number costs, cheapest in those.
/// - **Needs** nothing, or [`Landmarks`], prepared by [`new`](Self::new). After an edit of the map they are prepared again.
/// - **Complexity**: expands about the states of A*, some of them again by a cheaper way. Nothing is sorted; instead the whole fringe is
///   looked at once for each value of f: few with small whole-number costs, very many with exact lengths. Every operation on the list
///   takes constant time.
/// - Departs from the paper in nothing; the paper's cache, of g and of the state before, is one slot for each cell, whose h is kept, too.
/// - Y. Björnsson, M. Enzenberger, R. C. Holte, J. Schaeffer: *Fringe Search: Beating A\* at Pathfinding on Game Maps*, CIG 2005.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{Fringe, FringeConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = Fringe::new(&map, FringeConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fringe {
    on: GuidedGrid,
    config: FringeConfig,
}

/// The options of [`Fringe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FringeConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
    /// What they cost.
    pub costs: CostModel,
    /// The landmarks that guide the search, if any do, besides the distance on an empty map.
    pub landmarks: Option<LandmarkConfig>,
    /// Whether the estimate of a state is kept for when it is looked at again.
    pub remember_h: bool,
}

impl Default for FringeConfig {
    fn default() -> Self {
        let (rule, costs) = (DiagonalRule::default(), CostModel::default());
        Self { rule, costs, landmarks: None, remember_h: true }
    }
}

impl FringeConfig {
    fn moves(&self) -> MoveRules {
        MoveRules { rule: self.rule, costs: self.costs, delta: 0 }
    }
}

impl Fringe {
    /// With these options. If landmarks guide the search, they are prepared.
    pub fn new(map: &Map, config: FringeConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits, or on several threads.
    pub fn prepare(map: &Map, config: FringeConfig, preparation: &Preparation) -> Result<Self, PrepareError> {
        let on = GuidedGrid::prepare(DESCRIPTOR.id, map, config.moves(), config.landmarks, preparation)?;
        Ok(Self { on, config })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> &FringeConfig {
        &self.config
    }

    /// The landmarks that guide it, if any do.
    #[must_use]
    pub fn landmarks(&self) -> Option<&Landmarks> {
        self.on.landmarks()
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        self.on.plan(self, map, query, workspace, observer)
    }
}

impl PathSearch for Fringe {
    fn find<C: LandmarkCost>(
        &self,
        ask: &SearchTask<'_, C>,
        workspace: &mut Workspace,
        stats: &mut Stats,
        observer: &mut impl Observer,
    ) -> Result<Searched, OutOfMemory> {
        let &SearchTask { map, rule, costs, heuristic, query, meter } = ask;
        let memory = workspace.part::<FringeMemory<C>>();
        let (space, remember_h) = (GridSpace::new(map.grid(), rule, costs), self.config.remember_h);
        let search = FringeSearch { space, heuristic, remember_h };
        let ends = (query.start, query.goal);
        let (ended, last) = search.run(ends, query.limits, memory, stats, observer)?;
        Ok(match ended {
            Ended::Found => Searched::Found(search.way_to(memory, last, meter)),
            Ended::Exhausted => Searched::Unreachable,
            Ended::Stopped(why) => Searched::Stopped(why, search.way_to(memory, last, meter)),
        })
    }
}

impl Algorithm for Fringe {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.revision().is_none() {
            self.on.fit(map)?;
            return Ok(Update::Unchanged);
        }
        if self.revision() == Some(map.revision()) {
            return Ok(Update::Unchanged);
        }
        *self = Self::prepare(map, self.config, preparation)?;
        Ok(Update::Rebuilt)
    }

    fn revision(&self) -> Option<Revision> {
        self.landmarks().map(Landmarks::revision)
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        self.landmarks().map(Landmarks::to_bytes)
    }

    fn memory(&self) -> usize {
        self.landmarks().map_or(0, Landmarks::bytes)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::within(self.on.bound())
    }

    fn rule(&self) -> PathRule {
        self.config.rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Cells
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "fringe",
    name: "Fringe Search",
    paper: "Björnsson, Enzenberger, Holte & Schaeffer 2005",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &[DIAGONAL, COSTS, GUIDED_BY, LANDMARKS, CHOICE, SEED, REMEMBER_H],
    index: Some(landmark_options::optional_index(open)),
    build: |map, settings, preparation| Ok(Box::new(Fringe::prepare(map, config(settings)?, preparation)?)),
};

fn config(settings: &Settings) -> Result<FringeConfig, PrepareError> {
    let (rule, costs) = moves(settings)?;
    let (landmarks, remember_h) = (chosen_landmarks(settings), settings.choice("remember-h"));
    Ok(FringeConfig { rule, costs, landmarks, remember_h })
}

fn open(map: &Map, settings: &Settings, bytes: &[u8]) -> Result<Box<dyn Algorithm>, IndexError> {
    let config = config(settings)?;
    let on = GuidedGrid::open(DESCRIPTOR.id, map, config.moves(), config.landmarks, bytes)?;
    Ok(Box::new(Fringe { on, config }))
}
