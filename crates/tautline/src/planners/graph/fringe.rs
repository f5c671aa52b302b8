//! Fringe Search.

use std::borrow::Cow;

use crate::geometry::Cell;
use crate::heuristic::landmarks::{LandmarkConfig, LandmarkCost, Landmarks};
use crate::index::IndexError;
use crate::moves::{CostModel, DiagonalRule};
use crate::planners::graph_options::{COSTS, DIAGONAL, REMEMBER_H, moves};
use crate::planners::guided_grid::{Ask, Came, FindsWays, GuidedGrid, Moves};
use crate::planners::landmark_options::{self, CHOICE, GUIDED_BY, LANDMARKS, SEED, chosen_landmarks};
use crate::planners::{
    Build, ConfigError, Descriptor, Guarantee, LandmarkError, OptionError, Planner, Settings, plan_as_typed,
    plan_typed,
};
use crate::search::{
    Answer, Ended, FringeMemory, FringeSearch, GridSpace, Observer, OutOfMemory, Query, QueryError, Stats,
    Workspace,
};
use crate::world::{Grid, Ground};

/// Fringe Search: goes through a list of states again and again, each time up to the least f that was left the time before.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper. With whole-number costs, cheapest in those.
/// - **Needs** nothing, or [`Landmarks`], made by [`with_config`](Self::with_config) or taken as they are by
///   [`with_landmarks`](Self::with_landmarks), which after an edit of the map must be prepared again.
/// - **Complexity**: expands about the states of A*, some of them again by a cheaper way. Nothing is sorted; instead the whole fringe is
///   looked at once for each value of f: few with small whole-number costs, very many with exact lengths. Every operation on the list
///   takes constant time.
/// - Departs from the paper in nothing; the paper's cache, of g and of the state before, is one slot for each cell, whose h is kept, too.
/// - Y. Björnsson, M. Enzenberger, R. C. Holte, J. Schaeffer: *Fringe Search: Beating A\* at Pathfinding on Game Maps*, CIG 2005.
///
/// ```
/// use tautline::planners::Fringe;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = Fringe::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fringe<'w> {
    on: GuidedGrid<'w>,
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
    fn moves(&self) -> Moves {
        Moves { rule: self.rule, costs: self.costs, delta: 0 }
    }
}

impl<'w> Fringe<'w> {
    /// With the default options.
    ///
    /// # Panics
    ///
    /// If the map has so many cells that lengths might not fit their place: 2³⁰ and more.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_config(grid, FringeConfig::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// With these options. If landmarks guide the search, they are prepared.
    pub fn with_config(grid: &'w Grid, config: FringeConfig) -> Result<Self, ConfigError> {
        Ok(Self { on: GuidedGrid::prepare(grid, config.moves(), config.landmarks)?, config })
    }

    /// With these options, guided by landmarks that were prepared before.
    pub fn with_landmarks(
        grid: &'w Grid,
        config: FringeConfig,
        landmarks: impl Into<Cow<'w, Landmarks>>,
    ) -> Result<Self, LandmarkError> {
        Ok(Self { on: GuidedGrid::take(grid, config.moves(), config.landmarks, landmarks.into())?, config })
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

    plan_typed!(pub Cell);

    fn plan_for<V: Observer<Cell>>(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.on.plan(self, query, workspace, observer)
    }
}

impl FindsWays for Fringe<'_> {
    fn find<C: LandmarkCost>(
        &self,
        ask: &Ask<'_, C>,
        workspace: &mut Workspace,
        stats: &mut Stats,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Came, OutOfMemory> {
        let &Ask { grid, rule, costs, heuristic, query } = ask;
        let memory = workspace.part::<FringeMemory<C>>();
        let (space, remember_h) = (GridSpace::new(grid, rule, costs), self.config.remember_h);
        let search = FringeSearch { space, heuristic, remember_h };
        let ends = (query.start, query.goal);
        let (ended, last) = search.run(ends, &query.limits, memory, stats, observer)?;
        Ok(match ended {
            Ended::Found => Came::To(search.way_to(memory, last)),
            Ended::Exhausted => Came::ToNothing,
            Ended::Stopped(why) => Came::ToALimit(why, search.way_to(memory, last)),
        })
    }
}

impl Planner<Cell> for Fringe<'_> {
    plan_as_typed!(Cell);

    fn rule(&self) -> DiagonalRule {
        self.config.rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::within(self.on.bound())
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "fringe",
    name: "Fringe Search",
    paper: "Björnsson, Enzenberger, Holte & Schaeffer 2005",
    guarantee: Guarantee::Optimal,
    any_angle: false,
    index: Some(landmark_options::optional_index(open)),
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[DIAGONAL, COSTS, GUIDED_BY, LANDMARKS, CHOICE, SEED, REMEMBER_H],
    build: Build::Cells(build),
};

fn config(settings: &Settings) -> Result<FringeConfig, OptionError> {
    let (rule, costs) = moves(settings)?;
    let (landmarks, remember_h) = (chosen_landmarks(settings), settings.choice("remember-h"));
    Ok(FringeConfig { rule, costs, landmarks, remember_h })
}

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    Ok(Box::new(Fringe::with_config(ground.plain()?, config(settings)?)?))
}

fn open<'w>(
    grid: &'w Grid,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Box<dyn Planner<Cell> + 'w>, IndexError> {
    let landmarks = landmark_options::open(grid, bytes)?;
    Ok(Box::new(Fringe::with_landmarks(grid, config(settings)?, landmarks)?))
}
