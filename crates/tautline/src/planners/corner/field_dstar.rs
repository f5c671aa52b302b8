//! Field D*.

use crate::engine::{
    Algorithm, Descriptor, Ends, Feature, Guarantee, Preparation, PrepareError, Update, plan_for_all,
};
use crate::map::Map;
use crate::moves::{CornerRule, PathRule};
use crate::planners::corner::search::{AngleMemory, FieldSearch, Trace};
use crate::planners::options::CORNERS;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// Field D* (FD\*) in the form of A*, also known as Field A*: A* over corners in which the way to a corner may come over any point
/// of the sides around it, with the g-values of such points interpolated between those of the corners.
///
/// - **Finds** a path at any angle that turns on the sides of cells as well as at corners, so also where cells of different costs
///   meet.
/// - **Guarantees** a legal path wherever there is one, not a cheapest one. It can be longer than the shortest of moves between
///   corners, as interpolated g-values can be too small.
/// - **Needs** nothing; takes [`Terrain`](crate::map::Terrain) into account. Where a path runs between two cells, the smaller cost
///   counts.
/// - **Complexity**: each corner is expanded once at most; two points for each neighbour that is looked at, each in closed form.
/// - Departs from the papers in these things:
///   - It searches with A* from the start, as in Daniel et al., not with D* Lite from the goal, as in Ferguson & Stentz.
///   - The g-values of corners in the open list count as much as those of expanded ones. In D* Lite only the latter would; but as
///     A* expands no corner twice, what a side says would often come too late if both of its ends had to be expanded first.
///     Figure 4 of Daniel et al. shows the same: the 3.27 at D4 comes from the 2.32 at D3, where f is larger than at the goal.
///   - The path is extracted from the goal to the start, with a step of looking ahead from every point that is considered, and
///     only over points whose g-values get smaller in such a way that it has to end.
///   - Points lie at whole multiples of 2⁻²⁰ of a tile, such that no rounding decides what is legal or where a path turns. Every step
///     stays within one cell.
///   - By default paths do not pass between diagonally touching obstacles ([`CornerRule::Closed`]).
/// - D. Ferguson, A. Stentz: *Using Interpolation to Improve Path Planning: The Field D\* Algorithm*, Journal of Field Robotics
///   23(2), 2006. DOI 10.1002/rob.20109. K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39,
///   2010, sections 4.3 and 8.2. DOI 10.1613/jair.2994.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::on_corners`]).
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{FieldDStar, FieldDStarConfig};
/// use tautline::search::{Query, Workspace};
///
/// // A dear country below a cheap one: the path goes far through the cheap one and is refracted at the border.
/// let map = Map::from_costs(6, 4, |cell| if cell.y < 2 { 1 } else { 3 })?;
/// let planner = FieldDStar::new(&map, FieldDStarConfig::default())?;
/// let answer = planner.plan(&map, &Query::new(Corner::new(0, 0), Corner::new(6, 4)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert!(path.points().any(|point| point.corner().is_none()));
/// let crossing_at = |x: f64| x.hypot(2.0) + 3.0 * (6.0 - x).hypot(2.0);
/// let (straight, refracted) = (crossing_at(3.0), crossing_at(5.35));
/// assert!(path.cost() < 0.85 * straight && path.cost() < 1.01 * refracted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FieldDStar {
    config: FieldDStarConfig,
}

/// The options of [`FieldDStar`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldDStarConfig {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
}

impl FieldDStar {
    /// The algorithm with these options, on a map with nothing but costs of cells.
    pub fn new(map: &Map, config: FieldDStarConfig) -> Result<Self, PrepareError> {
        DESCRIPTOR.supports(map)?;
        Ok(Self { config })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> FieldDStarConfig {
        self.config
    }

    /// The search expands corners only. Both sides of a corner at which two obstacles touch are the same to the observer.
    fn plan_for(
        self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let FieldDStarConfig { rule } = self.config;
        DESCRIPTOR.supports(map)?;
        let grid = map.grid();
        let request = query.at_any_angle(DESCRIPTOR.id, grid, rule)?;
        let mut trace = std::mem::take(workspace.part::<Trace>());
        let memory = workspace.part::<AngleMemory>();
        let answer = FieldSearch::new(map, rule).run(&request, memory, &mut trace, observer);
        *workspace.part() = trace;
        Ok(answer?)
    }
}

impl Algorithm for FieldDStar {
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
    id: "field-dstar",
    name: "Field D*",
    paper: "Ferguson & Stentz 2006; Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[Feature::Terrain, Feature::Nearest],
    options: &[CORNERS],
    index: None,
    build: |map, settings, _| {
        let config = FieldDStarConfig { rule: settings.choice("corners") };
        Ok(Box::new(FieldDStar::new(map, config)?))
    },
};
