//! A* on a prepared graph of jump points.

use crate::engine::{
    Algorithm, Choice, Descriptor, Ends, Guarantee, IndexSpec, OptionKind, OptionSpec, Preparation,
    PrepareError, Settings, Update, plan_for_all,
};
use crate::index::IndexError;
use crate::map::{Map, Revision};
use crate::moves::PathRule;
pub use crate::planners::jump::{Bounding, JumpGraphConfig, Landmarks};
use crate::planners::jump::{JumpGraphIndex, JumpGraphMemory};
use crate::planners::options::DIAGONAL;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// A* on the graph of all jump points of a map, prepared once, with landmarks.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is shorter.
/// - **Needs** a graph of the jump points, made by [`new`](Self::new). After an edit of the map it is rebuilt.
/// - **Complexity**: a query expands some of the jump points between start and goal, and scans the map around its two ends
///   only. Preparing takes a scan from each jump point and a search from each landmark, or with bounds, on maps with few
///   jump points, a search over all cells from each of them.
/// - Departs from the papers: jump points that are reached diagonally without being forced are expanded in place, so an edge
///   is a leg of diagonal and then straight steps, and its length is that on an empty map; the goal is looked for when a node
///   is expanded and not by scans; a cell is one node, with one direction of arrival, or with bounds all of the lowest cost;
///   the scans from the start go on as the search does; bounds are rectangles of goals for single edges, of which each goal is
///   in one for sure; distances from landmarks are 16-bit numbers beside the node, and those of start and goal come from
///   the jump points around them.
/// - D. Harabor, A. Grastien: *Improving Jump Point Search*, 2014. DOI 10.1609/icaps.v24i1.13633. T. Uras, S. Koenig,
///   C. Hernández: *Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids*, 2013. A. V. Goldberg, C. Harrelson:
///   *Computing the Shortest Path: A\* Search Meets Graph Theory*, 2005.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{JumpGraph, JumpGraphConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = JumpGraph::new(&map, JumpGraphConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpGraph {
    index: JumpGraphIndex,
}

impl JumpGraph {
    /// Prepares a map.
    pub fn new(map: &Map, config: JumpGraphConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits.
    pub fn prepare(
        map: &Map,
        config: JumpGraphConfig,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        DESCRIPTOR.begin(map, preparation)?;
        Ok(Self { index: JumpGraphIndex::new(map, config, &mut preparation.meter())? })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> JumpGraphConfig {
        self.index.config()
    }

    /// How many jump points its graph has.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.index.nodes()
    }

    /// How many edges its graph has.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.index.edges()
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let request = query.on_cells(DESCRIPTOR.id, map.grid())?;
        self.index.plan(map.grid(), &request, workspace.part::<JumpGraphMemory>(), observer)
    }
}

impl Algorithm for JumpGraph {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.index.revision() == map.revision() {
            return Ok(Update::Unchanged);
        }
        *self = Self::prepare(map, self.config(), preparation)?;
        Ok(Update::Rebuilt)
    }

    fn revision(&self) -> Option<Revision> {
        Some(self.index.revision())
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(self.index.to_bytes())
    }

    fn memory(&self) -> usize {
        self.index.bytes()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn rule(&self) -> PathRule {
        self.config().rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Cells
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "jump-graph",
    name: "Jump-point graph",
    paper: "Harabor & Grastien 2014; Uras, Koenig & Hernández 2013",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &[DIAGONAL, LANDMARKS, BOUNDS],
    index: Some(IndexSpec { version: 2, is_needed: |_| true, only_with: "", contents, open }),
    build: |map, settings, preparation| Ok(Box::new(JumpGraph::prepare(map, config(settings), preparation)?)),
};

fn config(settings: &Settings) -> JumpGraphConfig {
    JumpGraphConfig {
        rule: settings.choice("diagonal"),
        landmarks: settings.choice("landmarks"),
        bounds: settings.choice("bounds"),
    }
}

fn open(map: &Map, settings: &Settings, bytes: &[u8]) -> Result<Box<dyn Algorithm>, IndexError> {
    let index =
        JumpGraphIndex::from_bytes(map, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
    let planner = JumpGraph { index };
    if planner.config() != config(settings) {
        return Err(IndexError::other_options());
    }
    Ok(Box::new(planner))
}

fn contents(bytes: &[u8]) -> Option<String> {
    let with = if JumpGraphIndex::has_bounds(bytes)? { "with" } else { "without" };
    Some(format!("a graph {with} bounds"))
}

impl Choice for Landmarks {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("0", Self::Zero), ("16", Self::Sixteen), ("48", Self::FortyEight)];
}

impl Choice for Bounding {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("auto", Self::Auto), ("on", Self::On)];
}

const LANDMARKS: OptionSpec = OptionSpec {
    name: "landmarks",
    default: "48",
    kind: OptionKind::of::<Landmarks>(),
    help: "from how many places distances are prepared to estimate the way to the goal, where there are no bounds",
};

const BOUNDS: OptionSpec = OptionSpec {
    name: "bounds",
    default: "auto",
    kind: OptionKind::of::<Bounding>(),
    help: "prepare for each edge where the goals lie that it leads to, by a search from every jump point; auto = where \
           that takes some seconds at most, on = even if it takes minutes",
};
