//! Field D*.

use crate::any_angle::{AngleMemory, FieldSearch, Trace};
use crate::geometry::{Corner, Point};
use crate::moves::CornerRule;
use crate::planners::corner_options::CORNERS;
use crate::planners::{
    Build, Descriptor, Guarantee, OptionError, Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Seen, Workspace};
use crate::world::{Ground, Unsupported};

/// Field D* (FD\*) in the form of A*, also known as Field A*: A* over corners in which the way to a corner may come over any point
/// of the sides around it, with the g-values of such points interpolated between those of the corners.
///
/// - **Finds** a path at any angle that turns on the sides of cells as well as at corners, so also where cells of different costs
///   meet.
/// - **Guarantees** a legal path wherever there is one, not a cheapest one. It can be longer than the shortest of moves between
///   corners, as interpolated g-values can be too small.
/// - **Needs** nothing; takes [`Terrain`](crate::world::Terrain) into account. Where a path runs between two cells, the smaller cost
///   counts. Queries name corners.
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
/// use tautline::planners::FieldDStar;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Terrain;
///
/// // A dear country below a cheap one: the path goes far through the cheap one and is refracted at the border.
/// let terrain = Terrain::from_costs(6, 4, |cell| if cell.y < 2 { 1 } else { 3 })?;
/// let answer = FieldDStar::new(&terrain).plan(&Query::new((0, 0), (6, 4)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert!(path.places.iter().any(|point| point.corner().is_none()));
/// let crossing_at = |x: f64| x.hypot(2.0) + 3.0 * (6.0 - x).hypot(2.0);
/// let (straight, refracted) = (crossing_at(3.0), crossing_at(5.35));
/// assert!(path.cost < 0.85 * straight && path.cost < 1.01 * refracted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FieldDStar<'w> {
    ground: Ground<'w>,
    rule: CornerRule,
}

impl<'w> FieldDStar<'w> {
    /// For paths that do not pass between diagonally touching obstacles.
    ///
    /// # Panics
    ///
    /// If there is more to the ground than costs of cells; [`with_rule`](Self::with_rule) says so instead.
    #[must_use]
    pub fn new(ground: impl Into<Ground<'w>>) -> Self {
        Self::with_rule(ground, CornerRule::default())
            .unwrap_or_else(|what| panic!("Field D* cannot take {what} into account"))
    }

    /// For any rule, if there is nothing to the ground but costs of cells.
    pub fn with_rule(ground: impl Into<Ground<'w>>, rule: CornerRule) -> Result<Self, Unsupported> {
        Ok(Self { ground: ground.into().only_terrain()?, rule })
    }

    plan_typed!(
        pub Point,
        "The search expands corners only. Both sides of a corner at which two obstacles touch are the same to the observer."
    );

    fn plan_for(
        &self,
        query: &Query<Point>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Point>,
    ) -> Result<Answer<Point>, QueryError<Point>> {
        let query = query.on_corners(self.ground.grid(), self.rule)?;
        let mut observer = Seen::new(observer, |corner: Corner| Point::from(corner));
        let mut trace = std::mem::take(workspace.part::<Trace>());
        let memory = workspace.part::<AngleMemory>();
        let answer = FieldSearch::new(self.ground, self.rule).run(&query, memory, &mut trace, &mut observer);
        *workspace.part() = trace;
        Ok(answer?)
    }
}

impl Planner<Point> for FieldDStar<'_> {
    plan_as_typed!(Point);

    fn rule(&self) -> CornerRule {
        self.rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "field-dstar",
    name: "Field D*",
    paper: "Ferguson & Stentz 2006; Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    any_angle: true,
    index: None,
    terrain: true,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[CORNERS],
    build: Build::Points(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Point> + 'w>, OptionError> {
    Ok(Box::new(FieldDStar::with_rule(ground, settings.choice("corners"))?))
}
