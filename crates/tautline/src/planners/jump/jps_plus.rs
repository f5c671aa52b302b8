//! JPS+.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use crate::geometry::Cell;
use crate::index::IndexError;
use crate::jumps::with_lines;
use crate::jumps::{JumpTable, TablePoints, search_jump_points};
use crate::moves::DiagonalRule;
use crate::planners::graph_options::DIAGONAL;
use crate::planners::{
    Build, Descriptor, Guarantee, IndexSpec, Open, OptionError, Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// JPS+: jump point search that looks its jumps up in a table.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper, under every diagonal rule.
/// - **Needs** a [`JumpTable`]: 16 bytes a cell, 8 with four neighbours, and twice as much on maps with a side of 32,767
///   cells or more. It is built with the planner or handed to it, and can be repaired after edits.
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
/// use tautline::planners::JpsPlus;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = JpsPlus::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JpsPlus<'w> {
    grid: &'w Grid,
    table: Cow<'w, JumpTable>,
}

/// A table that was made for another map, or for an earlier state of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the jump table does not fit the map as it is now: update it")]
pub struct StaleTable;

impl<'w> JpsPlus<'w> {
    /// Builds the table for [`DiagonalRule::NoCornerCutting`].
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_rule(grid, DiagonalRule::default())
    }

    /// Builds the table for a rule.
    #[must_use]
    pub fn with_rule(grid: &'w Grid, rule: DiagonalRule) -> Self {
        Self { grid, table: Cow::Owned(JumpTable::new(grid, rule)) }
    }

    /// Takes or borrows a table, whose rule it follows.
    ///
    /// ```
    /// use tautline::moves::DiagonalRule;
    /// use tautline::planners::{JpsPlus, JumpTable};
    /// use tautline::world::{Grid, Tile};
    ///
    /// let mut grid = Grid::open(9, 9)?;
    /// let mut table = JumpTable::new(&grid, DiagonalRule::Never);
    /// grid.set((4, 4), Tile::Blocked)?;
    /// assert!(JpsPlus::with_table(&grid, &table).is_err());
    /// table.update(&grid);
    /// assert!(JpsPlus::with_table(&grid, &table).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_table(grid: &'w Grid, table: impl Into<Cow<'w, JumpTable>>) -> Result<Self, StaleTable> {
        let table = table.into();
        if table.is_current(grid) { Ok(Self { grid, table }) } else { Err(StaleTable) }
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &JumpTable {
        &self.table
    }

    plan_typed!(pub Cell);

    fn plan_for<V: Observer<Cell>>(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        query.check(self.grid)?;
        let (grid, rule) = (self.grid, self.table.rule());
        with_lines!(self.table.lines(), lines => {
            let jumps = TablePoints::new(grid, rule, lines, query.goal);
            search_jump_points(grid, &jumps, query, workspace, observer)
        })
    }
}

impl From<JumpTable> for Cow<'_, JumpTable> {
    fn from(table: JumpTable) -> Self {
        Self::Owned(table)
    }
}

impl<'w> From<&'w JumpTable> for Cow<'w, JumpTable> {
    fn from(table: &'w JumpTable) -> Self {
        Self::Borrowed(table)
    }
}

impl Planner<Cell> for JpsPlus<'_> {
    plan_as_typed!(Cell);

    fn rule(&self) -> DiagonalRule {
        self.table.rule()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "jps-plus",
    name: "JPS+",
    paper: "Harabor & Grastien 2014",
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
    Ok(Box::new(JpsPlus::with_rule(grid, settings.choice("diagonal"))))
}

#[expect(clippy::unnecessary_wraps, reason = "others can fail")]
fn prepare(grid: &Grid, settings: &Settings, _: NonZeroUsize) -> Result<Vec<u8>, OptionError> {
    Ok(JumpTable::new(grid, settings.choice("diagonal")).to_bytes())
}

fn open<'w>(
    grid: &'w Grid,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Box<dyn Planner<Cell> + 'w>, IndexError> {
    let table =
        JumpTable::from_bytes(grid, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
    if table.rule() != settings.choice("diagonal") {
        return Err(IndexError::Malformed("its rule is not that of its settings".into()));
    }
    Ok(Box::new(JpsPlus { grid, table: Cow::Owned(table) }))
}
