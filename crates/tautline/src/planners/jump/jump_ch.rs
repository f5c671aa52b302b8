//! A contraction hierarchy over jump points.

use crate::engine::{
    Algorithm, Descriptor, Ends, Guarantee, IndexSpec, Preparation, PrepareError, Settings, Update,
    plan_for_all,
};
use crate::index::IndexError;
use crate::map::{Map, Revision};
use crate::moves::{DiagonalRule, PathRule};
use crate::planners::jump::{JumpChMemory, JumpHierarchy};
use crate::planners::options::DIAGONAL;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// A contraction hierarchy over the jump points of a map, prepared once: a search from each end, upwards only.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is shorter.
/// - **Needs** a hierarchy of the jump points, made by [`new`](Self::new). After an edit of the map it is rebuilt.
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
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{JumpCh, JumpChConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = JumpCh::new(&map, JumpChConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpCh {
    hierarchy: JumpHierarchy,
}

/// The options of [`JumpCh`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JumpChConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
}

impl JumpCh {
    /// Prepares a map.
    pub fn new(map: &Map, config: JumpChConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits.
    pub fn prepare(map: &Map, config: JumpChConfig, preparation: &Preparation) -> Result<Self, PrepareError> {
        DESCRIPTOR.begin(map, preparation)?;
        Ok(Self { hierarchy: JumpHierarchy::new(map, config.rule, &mut preparation.meter())? })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> JumpChConfig {
        JumpChConfig { rule: self.hierarchy.rule() }
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let request = query.on_cells(DESCRIPTOR.id, map.grid())?;
        self.hierarchy.plan(&request, workspace.part::<JumpChMemory>(), observer)
    }
}

impl Algorithm for JumpCh {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.hierarchy.revision() == map.revision() {
            return Ok(Update::Unchanged);
        }
        *self = Self::prepare(map, self.config(), preparation)?;
        Ok(Update::Rebuilt)
    }

    fn revision(&self) -> Option<Revision> {
        Some(self.hierarchy.revision())
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(self.hierarchy.to_bytes())
    }

    fn memory(&self) -> usize {
        self.hierarchy.bytes()
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
    id: "jump-ch",
    name: "Jump-point contraction hierarchy",
    paper: "Geisberger et al. 2008; Harabor & Grastien 2011",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &[DIAGONAL],
    index: Some(IndexSpec { version: 1, is_needed: |_| true, only_with: "", contents: |_| None, open }),
    build: |map, settings, preparation| Ok(Box::new(JumpCh::prepare(map, config(settings), preparation)?)),
};

fn config(settings: &Settings) -> JumpChConfig {
    JumpChConfig { rule: settings.choice("diagonal") }
}

fn open(map: &Map, settings: &Settings, bytes: &[u8]) -> Result<Box<dyn Algorithm>, IndexError> {
    let hierarchy =
        JumpHierarchy::from_bytes(map, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
    let planner = JumpCh { hierarchy };
    if planner.config() != config(settings) {
        return Err(IndexError::other_options());
    }
    Ok(Box::new(planner))
}
