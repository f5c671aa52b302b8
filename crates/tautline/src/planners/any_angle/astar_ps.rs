//! A* with post-smoothed paths.

use crate::any_angle::{AngleSearch, Moves, Reexpand, Sight};
use crate::geometry::Corner;
use crate::moves::{CornerMoves, CornerRule};
use crate::open::TieBreak;
use crate::path::{Path, length, post_smooth_in_place};
use crate::planners::corner_options::{CORNERS, NEIGHBOURS};
use crate::planners::{
    Build, Descriptor, Guarantee, OptionError, Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, SightCheck, Workspace};
use crate::world::{Grid, Ground};

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
/// use tautline::geometry::Corner;
/// use tautline::planners::AStarPs;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows([".....", ".#...", "....."])?;
/// let answer = AStarPs::new(&grid).plan(&Query::new((0, 3), (5, 2)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.places, [(0, 3), (5, 2)].map(Corner::from));
/// assert_eq!(path.cost, 26f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AStarPs<'w> {
    grid: &'w Grid,
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
struct Unsmoothed(Vec<Corner>);

impl<'w> AStarPs<'w> {
    /// The planner with its default options.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_config(grid, AStarPsConfig::default())
    }

    /// The planner with these options.
    #[must_use]
    pub fn with_config(grid: &'w Grid, config: AStarPsConfig) -> Self {
        Self { grid, config }
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> AStarPsConfig {
        self.config
    }

    plan_typed!(
        pub Corner,
        "Both sides of a corner at which two obstacles touch are the same to the observer."
    );

    fn plan_for(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        let (grid, AStarPsConfig { rule, moves }) = (self.grid, self.config);
        query.check(grid, rule)?;
        let Unsmoothed(mut places) = std::mem::take(workspace.part());
        let search = AngleSearch {
            sight: Sight::new(grid, rule, moves),
            ties: TieBreak::LargerG,
            weight: 1.0,
            reexpand: Reexpand::No,
        };
        let answer =
            search.run_for(&mut Moves, query, workspace.part(), observer, |_, nodes, to, observer| {
                places.clear();
                places.extend(search.sight.back(nodes, to));
                places.reverse();
                post_smooth_in_place(grid, rule, &mut places, &query.limits, |from, to, is_free| {
                    if observer.is_watching() {
                        observer.sight(&SightCheck { from, to, is_free, is_followed: true });
                    }
                });
                Path { places: places.clone(), cost: length(&places) }
            });
        *workspace.part() = Unsmoothed(places);
        Ok(answer?)
    }
}

impl Planner<Corner> for AStarPs<'_> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.config.rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "astar-ps",
    name: "A* with post-smoothed paths",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    any_angle: true,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[CORNERS, NEIGHBOURS],
    build: Build::Corners(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Corner> + 'w>, OptionError> {
    let config = AStarPsConfig { rule: settings.choice("corners"), moves: settings.choice("neighbours") };
    Ok(Box::new(AStarPs::with_config(ground.plain()?, config)))
}
