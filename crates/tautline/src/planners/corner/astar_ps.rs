//! A* with post-smoothed paths.

use crate::engine::{
    Algorithm, Descriptor, Ends, Feature, Guarantee, Preparation, PrepareError, Update, plan_for_all,
};
use crate::geometry::{Corner, Place, Point, Position};
use crate::map::Map;
use crate::moves::{CornerMoves, CornerRule, PathRule};
use crate::open::TieBreak;
use crate::path::{Path, PathPlace, Sighted, length, line_work, post_smooth_in_place, sees_between_points};
use crate::planners::corner::options::NEIGHBOURS;
use crate::planners::corner::search::{Account, AngleSearch, Moves, Reexpand, Sight};
use crate::planners::options::CORNERS;
use crate::search::{Answer, Observer, Query, QueryError, SightCheck, Workspace};

/// A* with post-smoothed paths (A* PS): A* from corner to corner of the grid, then [`post_smooth`](crate::path::post_smooth).
///
/// - **Finds** a path at any angle, as its turning points.
/// - **Guarantees** a path where there is one, no longer than the shortest of the moves that it was made of, which
///   [`AStarCorners`](super::astar_corners::AStarCorners) finds.
/// - **Needs** nothing.
/// - **Complexity**: that of A*, and a line of sight for each move of its path.
/// - Departs from the paper in the rule: by default lines do not pass between diagonally touching obstacles
///   ([`CornerRule::Closed`]), and with [`CornerRule::Open`] they do as in the paper.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 4.2.
///   DOI 10.1613/jair.2994.
///
/// A deadline or a cancel flag ends the smoothing, too: what is left of the path then stays as the moves are.
///
/// Ends where two obstacles touch, and [`Query::or_nearest`], are as with [`AStarCorners`](super::astar_corners::AStarCorners).
/// The estimate is the straight-line distance. That makes the search expand more than octile distances do, but its paths mix
/// straight and diagonal moves, which leaves more to be smoothed.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{AStarPs, AStarPsConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows([".....", ".#...", "....."])?;
/// let planner = AStarPs::new(&map, AStarPsConfig::default())?;
/// let answer = planner.plan(&map, &Query::new(Corner::new(0, 3), Corner::new(5, 2)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.corners().unwrap(), [(0, 3), (5, 2)].map(Corner::from));
/// assert_eq!(path.cost(), 26f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AStarPs {
    config: AStarPsConfig,
}

/// The options of [`AStarPs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AStarPsConfig {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
    /// Which moves the path that is smoothed is made of.
    pub moves: CornerMoves,
}

/// Where the path is kept before it is smoothed.
#[derive(Default)]
struct Unsmoothed {
    corners: Vec<Corner>,
    points: Vec<Point>,
}

impl AStarPs {
    /// The algorithm with these options.
    pub fn new(map: &Map, config: AStarPsConfig) -> Result<Self, PrepareError> {
        DESCRIPTOR.supports(map)?;
        Ok(Self { config })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> AStarPsConfig {
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
        let AStarPsConfig { rule, moves } = self.config;
        DESCRIPTOR.supports(map)?;
        let grid = map.grid();
        let request = query.at_any_angle(DESCRIPTOR.id, grid, rule)?;
        let mut unsmoothed = std::mem::take(workspace.part::<Unsmoothed>());
        let search = AngleSearch {
            sight: Sight::new(grid, rule, moves),
            ties: TieBreak::LargerG,
            weight: 1.0,
            reexpand: Reexpand::No,
        };
        let answer = search.run_for(&mut Moves, &request, workspace.part(), observer, |_, way, account| {
            let Unsmoothed { corners, points } = &mut unsmoothed;
            if way.is_between_corners() {
                way.corners(corners);
                let sees = |rest: &[Corner], to| Corner::sees(grid, rule, rest, to);
                smooth(corners, sees, account)
            } else {
                way.points(points);
                let sees = |rest: &[Point], to| sees_between_points(grid, rule, rest, to);
                smooth(points, sees, account)
            }
        });
        *workspace.part() = unsmoothed;
        Ok(answer?)
    }
}

/// Leaves out places of a path that is not needed any more. Once the time is up, no more lines are looked at.
fn smooth<P: Place + PathPlace + Into<Position>>(
    places: &mut Vec<P>,
    sees: impl Fn(&[P], usize) -> bool,
    account: &mut Account<'_, impl Observer>,
) -> Path {
    post_smooth_in_place(places, |rest, to| {
        let [from, end]: [Position; 2] = [rest[0].into(), rest[to].into()];
        if !account.meter.work(line_work(from.point().into(), end.point().into())) {
            return false;
        }
        let is_free = sees(rest, to);
        if account.observer.is_watching() {
            account.observer.sight(&SightCheck { from, to: end, is_free, is_followed: true });
        }
        is_free
    });
    Path::new(places.clone(), length(places))
}

impl Algorithm for AStarPs {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, _: &Preparation) -> Result<Update, PrepareError> {
        DESCRIPTOR.supports(map)?;
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

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "astar-ps",
    name: "A* with post-smoothed paths",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[Feature::Nearest],
    options: &[CORNERS, NEIGHBOURS],
    index: None,
    build: |map, settings, _| {
        let config = AStarPsConfig { rule: settings.choice("corners"), moves: settings.choice("neighbours") };
        Ok(Box::new(AStarPs::new(map, config)?))
    },
};
