//! A* on a prepared graph of taut lines.

use crate::engine::{
    Algorithm, Choice, Descriptor, Ends, Guarantee, IndexSpec, OptionKind, OptionSpec, Preparation,
    PrepareError, Settings, Update, plan_for_all,
};
use crate::index::IndexError;
use crate::map::{Map, Revision};
use crate::moves::PathRule;
use crate::planners::Bounding;
use crate::planners::cone::graph::{TautGraph, TautGraphMemory};
pub use crate::planners::cone::graph::{TautLandmarks, TautPreparedConfig};
use crate::planners::options::CORNERS;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// Shortest paths at any angle on maps that stay: A* on the graph of all turning corners and the taut lines between them.
///
/// - **Finds** a shortest path at any angle between any two points, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Which lines are legal is decided with
///   whole numbers.
/// - **Needs** a graph of the taut lines, made by [`new`](Self::new). After an edit of the map it is rebuilt.
/// - **Complexity**: a query looks around its start, as far as that is of use, and expands each turning corner at most once for each
///   better way to it; each expanded corner from which the goal may be seen checks the line to it. Preparing looks from each
///   turning corner over what it sees, and from the end of each line over what is seen behind it; then comes a search from each
///   corner, or where that takes too long, from each landmark, for which each corner looks around once more.
/// - **Departs** from the papers in these things:
///   - The lines are found by following what is seen from row to row, as [`Taut`](super::taut::Taut) does, and not by checks of all pairs
///     of corners.
///   - The lines that can come after one are those between its heading and the obstacle that the path turns around: a range of those
///     of its end.
///   - Each line has a rectangle around the goals to which it can lead. Where it is prepared by searches, it is that of the shortest
///     paths that begin with the line, as in goal bounding. Otherwise it is all that can be seen after lines that lead into dead
///     ends, the levels of sparse visibility graphs, and no goal has to be linked to the graph for them.
///   - The corners that see the goal are not looked for before the search, unless there are landmarks, whose distances from the
///     goal come from them.
/// - S. Oh, H. W. Leong: *Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle Pathfinding Using Hierarchical Taut Paths*, 2017.
///   S. Rabin, N. R. Sturtevant: *Combining Bounding Boxes and JPS to Prune Grid Pathfinding*, 2016. A. V. Goldberg, C. Harrelson:
///   *Computing the Shortest Path: A\* Search Meets Graph Theory*, 2005.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::on_corners`]). The nearest
/// place to a goal that cannot be reached need not be a corner of an obstacle: [`Query::or_nearest`] is refused.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{TautPrepared, TautPreparedConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows([".....", ".###.", "....."])?;
/// let planner = TautPrepared::new(&map, TautPreparedConfig::default())?;
/// let answer = planner.plan(&map, &Query::new(Corner::new(0, 2), Corner::new(5, 0)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.corners().unwrap(), [(0, 2), (1, 1), (5, 0)].map(Corner::from));
/// assert!((path.cost() - (2f64.sqrt() + 17f64.sqrt())).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TautPrepared {
    graph: TautGraph,
}

impl TautPrepared {
    /// Prepares a map.
    pub fn new(map: &Map, config: TautPreparedConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits.
    pub fn prepare(
        map: &Map,
        config: TautPreparedConfig,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        DESCRIPTOR.begin(map, preparation)?;
        Ok(Self { graph: TautGraph::new(map, config, &mut preparation.meter())? })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> TautPreparedConfig {
        self.graph.config()
    }

    /// How many turning corners its graph has.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.graph.corners()
    }

    /// How many taut lines its graph has.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.graph.edges()
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let rule = self.graph.config().rule;
        let request = query.at_any_angle(DESCRIPTOR.id, map.grid(), rule)?;
        request.refuse_partial(DESCRIPTOR.id)?;
        Ok(self.graph.answer(map, &request, workspace.part::<TautGraphMemory>(), observer)?)
    }
}

impl Algorithm for TautPrepared {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.graph.revision() == map.revision() {
            return Ok(Update::Unchanged);
        }
        *self = Self::prepare(map, self.config(), preparation)?;
        Ok(Update::Rebuilt)
    }

    fn revision(&self) -> Option<Revision> {
        Some(self.graph.revision())
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(self.graph.to_bytes())
    }

    fn memory(&self) -> usize {
        self.graph.bytes()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn rule(&self) -> PathRule {
        self.config().rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Points
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "taut-prepared",
    name: "Taut, prepared",
    paper: "Oh & Leong 2017; Rabin & Sturtevant 2016",
    guarantee: Guarantee::Optimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[],
    options: &[CORNERS, LANDMARKS, BOUNDS],
    index: Some(IndexSpec { version: 2, is_needed: |_| true, only_with: "", contents: |_| None, open }),
    build: |map, settings, preparation| {
        Ok(Box::new(TautPrepared::prepare(map, config(settings), preparation)?))
    },
};

fn config(settings: &Settings) -> TautPreparedConfig {
    TautPreparedConfig {
        rule: settings.choice("corners"),
        landmarks: settings.choice("landmarks"),
        bounds: settings.choice("bounds"),
    }
}

fn open(map: &Map, settings: &Settings, bytes: &[u8]) -> Result<Box<dyn Algorithm>, IndexError> {
    let graph =
        TautGraph::from_bytes(map, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
    let planner = TautPrepared { graph };
    if planner.config() != config(settings) {
        return Err(IndexError::other_options());
    }
    Ok(Box::new(planner))
}

impl Choice for TautLandmarks {
    const CHOICES: &'static [(&'static str, Self)] = &[("0", Self::Zero), ("16", Self::Sixteen)];
}

const LANDMARKS: OptionSpec = OptionSpec {
    name: "landmarks",
    default: "16",
    kind: OptionKind::of::<TautLandmarks>(),
    help: "from how many places distances are prepared to estimate the way to the goal, where there are no bounds",
};

const BOUNDS: OptionSpec = OptionSpec {
    name: "bounds",
    default: "auto",
    kind: OptionKind::of::<Bounding>(),
    help: "prepare for each line where the goals lie that it leads to, by a search from every turning corner; auto = where \
           that takes some seconds at most, on = even if it takes minutes",
};
