//! A* on corners.

use crate::any_angle::{AngleSearch, MovesOnTerrain, Reexpand, Sight};
use crate::geometry::Corner;
use crate::moves::{CornerMoves, CornerRule, Cost};
use crate::open::{Stacks, TieBreak};
use crate::path::{Path, keep_turns};
use crate::planners::corner_options::{CORNERS, NEIGHBOURS};
use crate::planners::{
    Build, Descriptor, Guarantee, OptionError, Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{
    Answer, BestFirst, CornerSpace, CornerState, Ending, Observer, One, Outcome, PartialReason, PathDetail,
    Query, QueryError, SearchMemory, Seen, Strategy, Workspace,
};
use crate::world::{Grid, Ground, Terrain};

/// A* from corner to corner of the grid, with four, eight or sixteen neighbours (see [`CornerSpace`]).
///
/// - **Finds** a shortest path of such moves between two corners.
/// - **Guarantees** that no path of such moves is shorter, lengths being compared exactly; with sixteen neighbours up to a length
///   of a million tiles, and from there on to 2⁻³¹ of a tile (see [`KnightLength`](crate::moves::KnightLength)). Paths at any
///   angle can be shorter.
/// - **Needs** nothing.
/// - **Complexity**: no state that Dijkstra's algorithm would not expand, once each.
/// - Departs from the paper in the rule: by default lines do not pass between diagonally touching obstacles
///   ([`CornerRule::Closed`]), and with [`CornerRule::Open`] they do as in the paper.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, sections 3 and 10.3.
///   DOI 10.1613/jair.2994.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::check`]). With
/// [`Query::or_nearest`], the other side of such a goal is a place like any other, and as near as can be.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::moves::CornerMoves;
/// use tautline::planners::{AStarCorners, AStarCornersConfig};
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["...", ".#.", "..."])?;
/// let config = AStarCornersConfig { moves: CornerMoves::Sixteen, ..Default::default() };
/// let planner = AStarCorners::with_config(&grid, config);
/// let answer = planner.plan(&Query::new((0, 0), (3, 3)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.cost, 2.0 * 5f64.sqrt());
/// assert_eq!(path.places.len(), 3, "around the obstacle with two moves of a knight");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AStarCorners<'w> {
    ground: Ground<'w>,
    config: AStarCornersConfig,
}

/// The options of [`AStarCorners`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AStarCornersConfig {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
    /// Which moves there are.
    pub moves: CornerMoves,
}

impl<'w> AStarCorners<'w> {
    /// The planner with its default options.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_config(grid, AStarCornersConfig::default())
    }

    /// The planner with these options.
    #[must_use]
    pub fn with_config(grid: &'w Grid, config: AStarCornersConfig) -> Self {
        Self { ground: grid.into(), config }
    }

    /// The planner where cells have costs: a move costs its pieces in each cell times the cost of the cell (see
    /// [`segment_cost`](crate::path::segment_cost)). Costs are rounded sums then.
    ///
    /// ```
    /// use tautline::planners::AStarCorners;
    /// use tautline::search::{Query, Workspace};
    /// use tautline::world::Terrain;
    ///
    /// let swamp = Terrain::from_costs(4, 2, |cell| if cell.x == 1 && cell.y == 1 { 9 } else { 1 })?;
    /// let planner = AStarCorners::on_terrain(&swamp, Default::default());
    /// let path = planner.plan(&Query::new((1, 1), (2, 2)), &mut Workspace::new())?.into_path().unwrap();
    /// assert_eq!(path.cost, 2.0, "along the sides of the dear cell, which belong to its neighbours as well");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_terrain(terrain: &'w Terrain, config: AStarCornersConfig) -> Self {
        Self { ground: terrain.into(), config }
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> AStarCornersConfig {
        self.config
    }

    plan_typed!(pub Corner, "Both sides of a corner at which two obstacles touch are the same to the observer.");

    fn plan_for(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        let (grid, AStarCornersConfig { rule, moves }) = (self.ground.grid(), self.config);
        query.check(grid, rule)?;
        if let Some(terrain) = self.ground.terrain() {
            return self.search_on_terrain(terrain, query, workspace, observer);
        }
        match moves {
            CornerMoves::Four => search(&CornerSpace::four(grid, rule), query, workspace, observer),
            CornerMoves::Eight => search(&CornerSpace::eight(grid, rule), query, workspace, observer),
            CornerMoves::Sixteen => search(&CornerSpace::sixteen(grid, rule), query, workspace, observer),
        }
    }

    fn search_on_terrain(
        &self,
        terrain: &'w Terrain,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        let AStarCornersConfig { rule, moves } = self.config;
        let search = AngleSearch {
            sight: Sight::new(terrain.grid(), rule, moves),
            ties: TieBreak::LargerG,
            weight: terrain.smallest().into(),
            reexpand: Reexpand::No,
        };
        let mut procedures = MovesOnTerrain { terrain, rule, moves };
        let mut answer = search.run(&mut procedures, query, workspace.part(), observer)?;
        if query.detail == PathDetail::EveryCell
            && let Outcome::Found(path)
            | Outcome::Partial { path, .. }
            | Outcome::Stopped { nearest: path, .. } = &mut answer.outcome
        {
            path.places = every_move(&path.places);
        }
        Ok(answer)
    }
}

/// The corners of a path of moves, and those that it goes straight on at.
fn every_move(turns: &[Corner]) -> Vec<Corner> {
    let moves = |pair: &[Corner]| {
        let (from, to) = (pair[0], pair[1]);
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        // A knight's move has 1 along one axis, so the smaller of both is how many moves there are; or else it is zero, or both
        // are the same.
        let count = match (dx.abs().max(dy.abs()), dx.abs().min(dy.abs())) {
            (more, 0) => more,
            (_, less) => less,
        };
        (1..=count).map(move |k| Corner { x: from.x + dx / count * k, y: from.y + dy / count * k })
    };
    turns.iter().take(1).copied().chain(turns.windows(2).flat_map(moves)).collect()
}

fn search<C: Cost>(
    space: &CornerSpace<'_, C>,
    query: &Query<Corner>,
    workspace: &mut Workspace,
    observer: &mut impl Observer<Corner>,
) -> Result<Answer<Corner>, QueryError<Corner>> {
    let memory: &mut SearchMemory<C, Stacks> = workspace.part();
    let search = BestFirst {
        space,
        heuristic: &space.distance_to(query.goal),
        strategy: Strategy::CheapestTotal,
        ties: TieBreak::default(),
        remember_h: true,
    };
    let tracks_nearest = query.partial || !query.limits.is_unlimited();
    let mut progress = search.begin([space.end(query.start)], memory)?.tracking_nearest(tracks_nearest);
    let mut target = One::new(space, space.end(query.goal));
    let mut observer = Seen::new(observer, |state: CornerState| state.corner);
    let ending = search.advance(&mut progress, &mut target, &query.limits, u64::MAX, memory, &mut observer);
    let path_to = |id| {
        let mut places = memory.path_of(space, id, |state| state.corner);
        let cost = CornerMoves::length(&places).expect("single moves").length();
        if query.detail == PathDetail::Waypoints {
            keep_turns(&mut places);
        }
        Path { places, cost }
    };
    let outcome = match ending.expect("it was not to pause") {
        Ending::Found(id) => Outcome::Found(path_to(id)),
        Ending::Unreachable if query.partial => {
            let is_blocked = space.is_blocked(query.goal);
            let why = if is_blocked { PartialReason::GoalBlocked } else { PartialReason::Unreachable };
            Outcome::Partial { path: path_to(progress.nearest()), why }
        }
        Ending::Unreachable => Outcome::Unreachable,
        Ending::Stopped(why) => Outcome::Stopped { why, nearest: path_to(progress.nearest()) },
    };
    Ok(Answer { outcome, stats: progress.stats() })
}

impl Planner<Corner> for AStarCorners<'_> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.config.rule
    }

    /// Among all paths at any angle there may be shorter ones.
    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "astar-corners",
    name: "A* on corners",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    any_angle: false,
    index: None,
    terrain: true,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[CORNERS, NEIGHBOURS],
    build: Build::Corners(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Corner> + 'w>, OptionError> {
    let config =
        AStarCornersConfig { rule: settings.choice("corners"), moves: settings.choice("neighbours") };
    Ok(Box::new(AStarCorners { ground: ground.only_terrain()?, config }))
}
