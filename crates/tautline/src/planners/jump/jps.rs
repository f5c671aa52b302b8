//! Jump point search.

use crate::engine::{
    Algorithm, Descriptor, Ends, Guarantee, Preparation, PrepareError, Update, plan_for_all,
};
use crate::map::{Map, Revision};
use crate::moves::{DiagonalRule, PathRule};
use crate::planners::jump::{BitPoints, JumpBits, search_jump_points};
use crate::planners::options::DIAGONAL;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// Jump point search: A* that looks at few cells, without any table.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper, under every diagonal rule.
/// - **Needs** some 45 bits for each cell that say where scans find something. They are derived from the map 64 cells at a time, in a
///   few milliseconds for a million cells, and repaired by [`update`](Algorithm::update) where the map is edited.
/// - **Complexity**: hardly ever more than one expansion for each jump point (again only where it was expanded by a longer way
///   first, as states with nearly the same f come in no order); a scan along a row, column or diagonal looks at a word for each
///   64 cells.
/// - **Departs** from the first description in six things, none of which changes a cost:
///   - Jump points on diagonals are *expanded in place*: what lies to their sides is reached from the state before, and only
///     straight jump points come to the open list (and, where corners may be cut, diagonal ones that an obstacle forces).
///     Harabor and Grastien (2014) call it pruning intermediate points. A walk along a diagonal ends where the search has
///     been before by a way that is not longer.
///   - Jump points from which one scan at most finds anything are looked through at once if they are hardly farther from the
///     goal than the state that is being expanded; those from which nothing can be found are left out, unless they see the
///     goal.
///   - The goal is not looked for by scans: see `Sight`.
///   - A cell is kept with one direction of arrival, whichever came first at the lowest cost: see `JumpNodes` for the proof
///     that this is enough.
///   - The open list is made of stacks of states with nearly the same f. When the goal is in sight, the search goes on with
///     what promises less than the way to it.
///   - The jump points of all four diagonal rules, with four neighbours too, follow from one definition.
/// - D. Harabor, A. Grastien: *Online Graph Pruning for Pathfinding on Grid Maps*, AAAI 2011; *Improving Jump Point Search*,
///   ICAPS 2014.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{Jps, JpsConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = Jps::new(&map, JpsConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two of them are equal where their bits are, whatever states of whatever maps these are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jps {
    bits: JumpBits,
}

/// The options of [`Jps`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JpsConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
}

impl Jps {
    /// Derives the bits of a map.
    pub fn new(map: &Map, config: JpsConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits.
    pub fn prepare(map: &Map, config: JpsConfig, preparation: &Preparation) -> Result<Self, PrepareError> {
        DESCRIPTOR.begin(map, preparation)?;
        Ok(Self { bits: JumpBits::new(map, config.rule, &mut preparation.meter())? })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> JpsConfig {
        JpsConfig { rule: self.bits.rule() }
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let request = query.on_cells(DESCRIPTOR.id, map.grid())?;
        let jumps = BitPoints::new(map.grid(), &self.bits, request.goal);
        search_jump_points(map.grid(), &jumps, &request, workspace, observer)
    }
}

impl Algorithm for Jps {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.revision() == Some(map.revision()) {
            return Ok(Update::Unchanged);
        }
        DESCRIPTOR.begin(map, preparation)?;
        Ok(self.bits.update(map, &mut preparation.meter())?)
    }

    fn revision(&self) -> Option<Revision> {
        Some(self.bits.revision())
    }

    fn memory(&self) -> usize {
        self.bits.bytes()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn rule(&self) -> PathRule {
        self.bits.rule().into()
    }

    fn ends(&self) -> Ends {
        Ends::Cells
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "jps",
    name: "Jump point search",
    paper: "Harabor & Grastien 2011, 2014",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &[DIAGONAL],
    index: None,
    build: |map, settings, preparation| {
        let config = JpsConfig { rule: settings.choice("diagonal") };
        Ok(Box::new(Jps::prepare(map, config, preparation)?))
    },
};
