//! A* on corners.

use crate::engine::{
    Algorithm, Descriptor, Ends, Feature, Guarantee, Preparation, PrepareError, Update, plan_for_all,
};
use crate::geometry::{Corner, Position};
use crate::map::Map;
use crate::moves::{CornerMoves, CornerRule, Cost, PathRule};
use crate::open::{Stacks, TieBreak};
use crate::path::{Path, keep_turns};
use crate::planners::corner::options::NEIGHBOURS;
use crate::planners::corner::search::{AngleSearch, MovesOnTerrain, Procedures, Reexpand, Sight};
use crate::planners::options::CORNERS;
use crate::search::{
    Answer, BestFirst, CornerSpace, Ending, Observer, One, Outcome, PartialReason, PathDetail, PathMeter,
    Query, QueryError, Request, SearchMemory, Strategy, Workspace,
};

/// A* from corner to corner of the grid, with four, eight or sixteen neighbours (see [`CornerSpace`]).
///
/// - **Finds** a shortest path of such moves between two corners.
/// - **Guarantees** that no path of such moves is shorter, lengths being compared exactly; with sixteen neighbours up to a length
///   of a million tiles, and from there on to 2⁻³¹ of a tile (see [`KnightLength`](crate::moves::KnightLength)). Paths at any
///   angle can be shorter.
/// - **Needs** nothing. Where cells have costs, a move costs its pieces in each cell times the cost of the cell (see
///   [`segment_cost`](crate::path::segment_cost)); costs are rounded sums then.
/// - **Complexity**: no state that Dijkstra's algorithm would not expand, once each.
/// - Departs from the paper in the rule: by default lines do not pass between diagonally touching obstacles
///   ([`CornerRule::Closed`]), and with [`CornerRule::Open`] they do as in the paper.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, sections 3 and 10.3.
///   DOI 10.1613/jair.2994.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::on_corners`]). With
/// [`Query::or_nearest`], the other side of such a goal is a place like any other, and as near as can be.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::moves::CornerMoves;
/// use tautline::planners::{AStarCorners, AStarCornersConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["...", ".#.", "..."])?;
/// let config = AStarCornersConfig { moves: CornerMoves::Sixteen, ..Default::default() };
/// let planner = AStarCorners::new(&map, config)?;
/// let answer = planner.plan(&map, &Query::new(Corner::new(0, 0), Corner::new(3, 3)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.cost(), 2.0 * 5f64.sqrt());
/// assert_eq!(path.len(), 3, "around the obstacle with two moves of a knight");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AStarCorners {
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

impl AStarCorners {
    /// The planner with these options.
    pub fn new(map: &Map, config: AStarCornersConfig) -> Result<Self, PrepareError> {
        DESCRIPTOR.supports(map)?;
        Ok(Self { config })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> AStarCornersConfig {
        self.config
    }

    /// Both sides of a corner at which two obstacles touch are the same to the observer.
    fn plan_for(
        self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let AStarCornersConfig { rule, moves } = self.config;
        DESCRIPTOR.supports(map)?;
        let grid = map.grid();
        let request = &query.on_corners(DESCRIPTOR.id, grid, rule)?;
        if let Some(terrain) = map.terrain() {
            let request = &query.at_any_angle(DESCRIPTOR.id, grid, rule)?;
            return self.search_on_terrain(map, terrain.smallest(), request, workspace, observer);
        }
        match moves {
            CornerMoves::Four => search(&CornerSpace::four(grid, rule), request, workspace, observer),
            CornerMoves::Eight => search(&CornerSpace::eight(grid, rule), request, workspace, observer),
            CornerMoves::Sixteen => search(&CornerSpace::sixteen(grid, rule), request, workspace, observer),
        }
    }

    fn search_on_terrain(
        self,
        map: &Map,
        smallest: u16,
        query: &Request<'_, Position>,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let AStarCornersConfig { rule, moves } = self.config;
        let search = AngleSearch {
            sight: Sight::new(map.grid(), rule, moves),
            ties: TieBreak::LargerG,
            weight: smallest.into(),
            reexpand: Reexpand::No,
        };
        let mut procedures = MovesOnTerrain { map, rule, moves };
        let is_whole = query.detail == PathDetail::EveryCell;
        let answer =
            search.run_for(&mut procedures, query, workspace.part(), observer, |procedures, way, _| {
                let turns = way.turns();
                let cost = procedures.cost(&turns);
                Path::new(if is_whole { every_move(&turns) } else { turns }, cost)
            });
        Ok(answer?)
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
    query: &Request<'_, Corner>,
    workspace: &mut Workspace,
    observer: &mut impl Observer,
) -> Result<Answer, QueryError> {
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
    let ending = search.advance(&mut progress, &mut target, query.limits, u64::MAX, memory, observer);
    let meter = PathMeter::new(query.limits);
    let path_to = |id| {
        let mut places = memory.path_of(space, id, |state| state.corner, &meter);
        let cost = CornerMoves::length(&places).expect("single moves").length();
        if query.detail == PathDetail::Waypoints {
            keep_turns(&mut places);
        }
        Path::new(places, cost)
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
    Ok(Answer { outcome: meter.outcome(outcome, query.start), stats: progress.stats() })
}

impl Algorithm for AStarCorners {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, _: &Preparation) -> Result<Update, PrepareError> {
        DESCRIPTOR.supports(map)?;
        Ok(Update::Unchanged)
    }

    /// Among all paths at any angle there may be shorter ones.
    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }

    fn rule(&self) -> PathRule {
        self.config.rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Corners
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "astar-corners",
    name: "A* on corners",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    ends: Ends::Corners,
    any_angle: false,
    features: &[Feature::Terrain, Feature::Nearest],
    options: &[CORNERS, NEIGHBOURS],
    index: None,
    build: |map, settings, _| {
        let config =
            AStarCornersConfig { rule: settings.choice("corners"), moves: settings.choice("neighbours") };
        Ok(Box::new(AStarCorners::new(map, config)?))
    },
};
