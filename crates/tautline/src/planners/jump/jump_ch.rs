//! A contraction hierarchy over jump points.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use crate::geometry::Cell;
use crate::index::IndexError;
use crate::jumps::{JumpChMemory, JumpHierarchy};
use crate::moves::DiagonalRule;
use crate::planners::graph_options::DIAGONAL;
use crate::planners::{
    Build, Descriptor, Guarantee, IndexSpec, Open, OptionError, Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// A contraction hierarchy over the jump points of a map, prepared once: a search from each end, upwards only.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is shorter.
/// - **Needs** a [`JumpHierarchy`], made by [`new`](Self::new) or taken as it is by [`with_prepared`](Self::with_prepared).
///   After an edit of the map it must be rebuilt.
/// - **Complexity**: a query expands some of the jump points above those around its two ends, and scans the map around these
///   only. Preparing takes a scan from each jump point, and small searches around it when it is contracted: fractions of
///   a second where the map is a maze or very cluttered, longest where thousands of jump points see each other.
/// - Departs from the papers: jump points do not depend on the direction of arrival, scans stop at every one of them, and a leg
///   is kept if scans find it from both its ends, so that the graph is the same both ways; the searches are directed to the
///   other end by the distance on an empty map, as are those for witnesses; a node is left alone also where the way over a
///   node above it is just as short.
/// - R. Geisberger, P. Sanders, D. Schultes, D. Delling: *Contraction Hierarchies: Faster and Simpler Hierarchical Routing in
///   Road Networks*, 2008. DOI 10.1007/978-3-540-68552-4_24. D. Harabor, A. Grastien: *Online Graph Pruning for Pathfinding on
///   Grid Maps*, 2011. T. Uras, S. Koenig, C. Hernández: *Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids*, 2013.
///
/// ```
/// use tautline::planners::JumpCh;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = JumpCh::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpCh<'w> {
    grid: &'w Grid,
    hierarchy: Cow<'w, JumpHierarchy>,
}

/// A hierarchy that was made for another state of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hierarchy was prepared for another state of the map: it must be rebuilt")]
pub struct StaleHierarchy;

impl<'w> JumpCh<'w> {
    /// Prepares the map for [`DiagonalRule::NoCornerCutting`].
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_rule(grid, DiagonalRule::default())
    }

    /// Prepares the map for a rule.
    #[must_use]
    pub fn with_rule(grid: &'w Grid, rule: DiagonalRule) -> Self {
        Self { grid, hierarchy: Cow::Owned(JumpHierarchy::new(grid, rule)) }
    }

    /// Takes what was prepared before, if it belongs to the map as it is now.
    pub fn with_prepared(grid: &'w Grid, hierarchy: &'w JumpHierarchy) -> Result<Self, StaleHierarchy> {
        if grid.revision() == hierarchy.revision() {
            Ok(Self { grid, hierarchy: Cow::Borrowed(hierarchy) })
        } else {
            Err(StaleHierarchy)
        }
    }

    /// What was prepared.
    #[must_use]
    pub fn hierarchy(&self) -> &JumpHierarchy {
        &self.hierarchy
    }

    plan_typed!(pub Cell, "Of places that are reached from the goal, g is the way on to it.");

    fn plan_for<V: Observer<Cell>>(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.hierarchy.plan(self.grid, query, workspace.part::<JumpChMemory>(), observer)
    }
}

impl Planner<Cell> for JumpCh<'_> {
    plan_as_typed!(Cell);

    fn rule(&self) -> DiagonalRule {
        self.hierarchy.rule()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "jump-ch",
    name: "Jump-point contraction hierarchy",
    paper: "Geisberger et al. 2008; Harabor & Grastien 2011",
    guarantee: Guarantee::Optimal,
    any_angle: false,
    index: Some(IndexSpec {
        version: 1,
        is_needed: |_| true,
        only_with: "",
        prepare,
        contents: |_| None,
        open: Open::Cells(open),
    }),
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[DIAGONAL],
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    let grid = ground.plain()?;
    Ok(Box::new(JumpCh::with_rule(grid, settings.choice("diagonal"))))
}

#[expect(clippy::unnecessary_wraps, reason = "others can fail")]
fn prepare(grid: &Grid, settings: &Settings, _: NonZeroUsize) -> Result<Vec<u8>, OptionError> {
    Ok(JumpHierarchy::new(grid, settings.choice("diagonal")).to_bytes())
}

fn open<'w>(
    grid: &'w Grid,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Box<dyn Planner<Cell> + 'w>, IndexError> {
    let hierarchy =
        JumpHierarchy::from_bytes(grid, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
    if hierarchy.rule() != settings.choice("diagonal") {
        return Err(IndexError::Malformed("its rule is not that of its settings".into()));
    }
    Ok(Box::new(JumpCh { grid, hierarchy: Cow::Owned(hierarchy) }))
}
