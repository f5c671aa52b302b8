//! A* on visibility graphs.

use crate::engine::{
    Algorithm, Descriptor, Ends, Guarantee, Preparation, PrepareError, Update, plan_for_all,
};
use crate::map::{Map, Revision};
use crate::moves::{CornerRule, PathRule};
use crate::planners::corner::search::{VisibilityGraph, VisibilitySearch};
use crate::planners::options::CORNERS;
use crate::planners::turning_corner::{TurningCorner, turning_corners};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// A* on the visibility graph: the corners of obstacles and the straight lines between those that see each other.
///
/// - **Finds** a shortest path at any angle between any two points, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Which lines are legal is decided with
///   whole numbers.
/// - **Needs** a list of the corners at which a shortest path can turn: [`new`](Self::new) makes it, in one pass over the map.
/// - **Complexity**: at most one expansion for each of these n corners, each with a look at all n, and a line-of-sight check for
///   those to which a taut line might lead by a shorter way than the one that is known: O(n²) looks at worst. When it is
///   [prepared](VisibilityConfig::is_prepared), only the start looks at all corners, and each expanded corner checks one line, that to
///   the goal.
/// - **Departs** from the paper in these things:
///   - By default lines do not pass between diagonally touching obstacles ([`CornerRule::Closed`]), and with
///     [`CornerRule::Open`] they do as in the paper.
///   - Not all corners of blocked cells are vertices, only those with exactly one blocked cell around them and, if lines pass
///     there, those at which two obstacles touch. At any other a path that turns can be made shorter.
///   - Only *taut* lines are looked at: those along which a path can come to a corner, or go on from it, and be wrapped around its
///     obstacle. A path with any other turn can be made shorter by cutting the corner just there. That also holds given the way
///     by which the search has come to a corner: if that is a shortest one, and going on from it is not taut, then no shortest
///     path to what comes next leads over the corner, by whichever way.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 4.4. DOI
///   10.1613/jair.2994. Taut lines: Y.-H. Liu, S. Arimoto: *Path Planning Using a Tangent Graph for Mobile Robots Among Polygonal
///   and Curved Obstacles*, 1992.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::on_corners`]). The nearest
/// place to a goal that cannot be reached need not be a corner of an obstacle: [`Query::or_nearest`] is refused.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{Visibility, VisibilityConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows([".....", ".###.", "....."])?;
/// let planner = Visibility::new(&map, VisibilityConfig::default())?;
/// let answer = planner.plan(&map, &Query::new(Corner::new(0, 2), Corner::new(5, 0)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.corners().unwrap(), [(0, 2), (1, 1), (5, 0)].map(Corner::from));
/// assert!((path.cost() - (2f64.sqrt() + 17f64.sqrt())).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Visibility {
    rule: CornerRule,
    vertices: Vertices,
}

/// The corners at which paths can turn, and perhaps the lines between them.
#[derive(Clone, Debug)]
enum Vertices {
    Corners(Vec<TurningCorner>, Revision),
    Graph(VisibilityGraph),
}

/// The options of [`Visibility`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisibilityConfig {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
    /// Whether the lines between turning corners are found when the planner is made, and not in each query. With n such corners, that
    /// takes n² / 2 looks at two of them, a line-of-sight check for those between which a line would be taut at both, and four bytes for
    /// each end of a line that is found.
    pub is_prepared: bool,
}

impl Visibility {
    /// Finds the corners of a map at which paths can turn.
    ///
    /// ```
    /// use tautline::map::Map;
    /// use tautline::planners::{Visibility, VisibilityConfig};
    ///
    /// let map = Map::from_rows([".....", ".###.", "....."])?;
    /// let planner = Visibility::new(&map, VisibilityConfig { is_prepared: true, ..Default::default() })?;
    /// assert_eq!((planner.corners(), planner.edges()), (4, Some(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(map: &Map, config: VisibilityConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits.
    pub fn prepare(
        map: &Map,
        config: VisibilityConfig,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        let VisibilityConfig { rule, is_prepared } = config;
        DESCRIPTOR.begin(map, preparation)?;
        let meter = &mut preparation.meter();
        let vertices = if is_prepared {
            Vertices::Graph(VisibilityGraph::new(map, rule, meter)?)
        } else {
            Vertices::Corners(turning_corners(map.grid(), rule, meter)?, map.revision())
        };
        Ok(Self { rule, vertices })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> VisibilityConfig {
        VisibilityConfig { rule: self.rule, is_prepared: matches!(self.vertices, Vertices::Graph(_)) }
    }

    /// At how many corners of the map paths can turn.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.turning_corners().len()
    }

    /// How many lines between them there are, if they are known.
    #[must_use]
    pub fn edges(&self) -> Option<usize> {
        if let Vertices::Graph(graph) = &self.vertices { Some(graph.edges()) } else { None }
    }

    fn turning_corners(&self) -> &[TurningCorner] {
        match &self.vertices {
            Vertices::Corners(corners, _) => corners,
            Vertices::Graph(graph) => graph.turning_corners(),
        }
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let (grid, rule) = (map.grid(), self.rule);
        let request = query.at_any_angle(DESCRIPTOR.id, grid, rule)?;
        request.refuse_partial(DESCRIPTOR.id)?;
        let graph = if let Vertices::Graph(graph) = &self.vertices { Some(graph) } else { None };
        let search = VisibilitySearch { grid, rule, corners: self.turning_corners(), graph };
        search.answer(&request, workspace, observer)
    }
}

impl Algorithm for Visibility {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.revision() == Some(map.revision()) {
            return Ok(Update::Unchanged);
        }
        *self = Self::prepare(map, self.config(), preparation)?;
        Ok(Update::Rebuilt)
    }

    fn revision(&self) -> Option<Revision> {
        Some(match &self.vertices {
            Vertices::Corners(_, revision) => *revision,
            Vertices::Graph(graph) => graph.revision(),
        })
    }

    fn memory(&self) -> usize {
        size_of_val(self.turning_corners()) + 8 * self.edges().unwrap_or(0)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn rule(&self) -> PathRule {
        self.rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Points
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "visibility",
    name: "A* on visibility graphs",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Optimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[],
    options: &[CORNERS],
    index: None,
    build: |map, settings, preparation| {
        let config = VisibilityConfig { rule: settings.choice("corners"), is_prepared: false };
        Ok(Box::new(Visibility::prepare(map, config, preparation)?))
    },
};
