//! JPS+.

use crate::engine::{
    Algorithm, Descriptor, Ends, Guarantee, IndexSpec, Preparation, PrepareError, Settings, Update,
    plan_for_all,
};
use crate::index::IndexError;
use crate::map::{Map, Revision};
use crate::moves::{DiagonalRule, PathRule};
use crate::planners::jump::{JumpTable, TablePoints, search_jump_points, with_lines};
use crate::planners::options::DIAGONAL;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// JPS+: jump point search that looks its jumps up in a table.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper, under every diagonal rule.
/// - **Needs** a table: 16 bytes a cell, 8 with four neighbours, and twice as much on maps with a side of 32,767
///   cells or more. [`update`](Algorithm::update) repairs it after a few edits.
/// - **Complexity**: hardly ever more than one expansion for each jump point, a look-up of the table for each jump point that is
///   found; the table is built in time linear in the cells.
/// - **Departs** from the first description in what [`Jps`](crate::planners::Jps) does too, for both are one search: jump
///   points on diagonals are expanded in place (Harabor and Grastien, 2014, prune these intermediate points; the variant is
///   known as JPS2+), those from which next to nothing is to be found do not come to the open list, a cell is kept with one
///   direction of arrival, and the open list is made of stacks. The goal is looked for where a state is taken from the open
///   list, along the diagonal and then straight, instead of on every line that crosses its row or column. And the jump points
///   of all four diagonal rules, with four neighbours too, follow from one definition.
/// - D. Harabor, A. Grastien: *Improving Jump Point Search*, ICAPS 2014; *Online Graph Pruning for Pathfinding on Grid
///   Maps*, AAAI 2011. S. Rabin, F. Silva: *JPS+: An Extreme A\* Speed Optimization for Static Uniform Cost Grids*, Game AI
///   Pro 2, 2015.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{JpsPlus, JpsPlusConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = JpsPlus::new(&map, JpsPlusConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JpsPlus {
    table: JumpTable,
}

/// The options of [`JpsPlus`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JpsPlusConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
}

impl JpsPlus {
    /// Prepares a map.
    pub fn new(map: &Map, config: JpsPlusConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits.
    pub fn prepare(
        map: &Map,
        config: JpsPlusConfig,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        DESCRIPTOR.begin(map, preparation)?;
        Ok(Self { table: JumpTable::new(map, config.rule, &mut preparation.meter())? })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> JpsPlusConfig {
        JpsPlusConfig { rule: self.table.rule() }
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let request = query.on_cells(DESCRIPTOR.id, map.grid())?;
        let (grid, rule) = (map.grid(), self.table.rule());
        with_lines!(self.table.lines(), lines => {
            let jumps = TablePoints::new(grid, rule, lines, request.goal);
            search_jump_points(grid, &jumps, &request, workspace, observer)
        })
    }
}

impl Algorithm for JpsPlus {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.revision() == Some(map.revision()) {
            return Ok(Update::Unchanged);
        }
        DESCRIPTOR.begin(map, preparation)?;
        Ok(self.table.update(map, &mut preparation.meter())?)
    }

    fn revision(&self) -> Option<Revision> {
        Some(self.table.revision())
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        Some(self.table.to_bytes())
    }

    fn memory(&self) -> usize {
        self.table.bytes()
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
    id: "jps-plus",
    name: "JPS+",
    paper: "Harabor & Grastien 2014",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &[DIAGONAL],
    index: Some(IndexSpec { version: 1, is_needed: |_| true, only_with: "", contents: |_| None, open }),
    build: |map, settings, preparation| Ok(Box::new(JpsPlus::prepare(map, config(settings), preparation)?)),
};

fn config(settings: &Settings) -> JpsPlusConfig {
    JpsPlusConfig { rule: settings.choice("diagonal") }
}

fn open(map: &Map, settings: &Settings, bytes: &[u8]) -> Result<Box<dyn Algorithm>, IndexError> {
    let table =
        JumpTable::from_bytes(map, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
    let planner = JpsPlus { table };
    if planner.config() != config(settings) {
        return Err(IndexError::other_options());
    }
    Ok(Box::new(planner))
}
