//! A* on a prepared graph of jump points.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use crate::geometry::Cell;
use crate::index::IndexError;
use crate::jumps::JumpGraphMemory;
use crate::jumps::{Bounding, JumpGraphConfig, JumpGraphIndex, Landmarks};
use crate::moves::DiagonalRule;
use crate::planners::graph_options::DIAGONAL;
use crate::planners::{
    Build, Choice, ConfigError, Descriptor, Guarantee, IndexSpec, Open, OptionError, OptionKind, OptionSpec,
    Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// A* on the graph of all jump points of a map, prepared once, with landmarks.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is shorter.
/// - **Needs** a [`JumpGraphIndex`], made by [`new`](Self::new) or taken as it is by [`with_prepared`](Self::with_prepared).
///   After an edit of the map it must be rebuilt.
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
/// use tautline::planners::JumpGraph;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = JumpGraph::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpGraph<'w> {
    grid: &'w Grid,
    index: Cow<'w, JumpGraphIndex>,
}

/// An index that was made for another state of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the jump graph was prepared for another state of the map: it must be rebuilt")]
pub struct StaleIndex;

impl<'w> JumpGraph<'w> {
    /// Prepares the map with the default options.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "it cannot: only bounds that are asked for are refused")]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_config(grid, JumpGraphConfig::default())
            .expect("bounds are left out where they take too long")
    }

    /// Prepares the map with these options.
    pub fn with_config(grid: &'w Grid, config: JumpGraphConfig) -> Result<Self, ConfigError> {
        Ok(Self { grid, index: Cow::Owned(JumpGraphIndex::new(grid, config)?) })
    }

    /// Takes what was prepared before, if it belongs to the map as it is now.
    pub fn with_prepared(grid: &'w Grid, index: &'w JumpGraphIndex) -> Result<Self, StaleIndex> {
        if grid.revision() == index.revision() {
            Ok(Self { grid, index: Cow::Borrowed(index) })
        } else {
            Err(StaleIndex)
        }
    }

    /// What was prepared.
    #[must_use]
    pub fn index(&self) -> &JumpGraphIndex {
        &self.index
    }

    plan_typed!(pub Cell);

    fn plan_for<V: Observer<Cell>>(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.index.plan(self.grid, query, workspace.part::<JumpGraphMemory>(), observer)
    }
}

impl Planner<Cell> for JumpGraph<'_> {
    plan_as_typed!(Cell);

    fn rule(&self) -> DiagonalRule {
        self.index.config().rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
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

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "jump-graph",
    name: "Jump-point graph",
    paper: "Harabor & Grastien 2014; Uras, Koenig & Hernández 2013",
    guarantee: Guarantee::Optimal,
    any_angle: false,
    index: Some(IndexSpec {
        version: 2,
        is_needed: |_| true,
        only_with: "",
        prepare,
        contents,
        open: Open::Cells(open),
    }),
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[DIAGONAL, LANDMARKS, BOUNDS],
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    let grid = ground.plain()?;
    Ok(Box::new(JumpGraph::with_config(grid, config(settings))?))
}

fn config(settings: &Settings) -> JumpGraphConfig {
    JumpGraphConfig {
        rule: settings.choice("diagonal"),
        landmarks: settings.choice("landmarks"),
        bounds: settings.choice("bounds"),
    }
}

fn prepare(grid: &Grid, settings: &Settings, _: NonZeroUsize) -> Result<Vec<u8>, OptionError> {
    Ok(JumpGraphIndex::new(grid, config(settings))?.to_bytes())
}

fn contents(bytes: &[u8]) -> Option<String> {
    let with = if JumpGraphIndex::has_bounds(bytes)? { "with" } else { "without" };
    Some(format!("a graph {with} bounds"))
}

fn open<'w>(
    grid: &'w Grid,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Box<dyn Planner<Cell> + 'w>, IndexError> {
    let index =
        JumpGraphIndex::from_bytes(grid, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
    if index.config() != config(settings) {
        return Err(IndexError::Malformed("its options are not those of its settings".into()));
    }
    Ok(Box::new(JumpGraph { grid, index: Cow::Owned(index) }))
}
