//! Jump point search.

use std::borrow::Cow;

use crate::geometry::Cell;
use crate::jumps::{BitPoints, JumpBits, search_jump_points};
use crate::moves::DiagonalRule;
use crate::planners::graph_options::DIAGONAL;
use crate::planners::{
    Build, Descriptor, Guarantee, OptionError, Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// Jump point search: A* that looks at few cells, without any table.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper, under every diagonal rule.
/// - **Needs** [`JumpBits`]: some bits for each cell that say where scans find something. They are derived from the map 64
///   cells at a time, in a few milliseconds for a million cells, and kept right by [`JumpBits::update`] when the map is edited.
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
/// use tautline::planners::Jps;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = Jps::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Jps<'w> {
    grid: &'w Grid,
    bits: Cow<'w, JumpBits>,
}

/// Bits that were derived from another map, or from an earlier state of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the jump bits do not fit the map as it is now: update them")]
pub struct StaleBits;

impl<'w> Jps<'w> {
    /// For the rule of the MovingAI benchmarks, no corner cutting.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_rule(grid, DiagonalRule::default())
    }

    /// For any rule.
    #[must_use]
    pub fn with_rule(grid: &'w Grid, rule: DiagonalRule) -> Self {
        Self { grid, bits: Cow::Owned(JumpBits::new(grid, rule)) }
    }

    /// With bits that are kept from edit to edit, and whose rule it follows.
    ///
    /// ```
    /// use tautline::planners::{Jps, JumpBits};
    /// use tautline::world::{Grid, Tile};
    ///
    /// let mut grid = Grid::open(9, 9)?;
    /// let mut bits = JumpBits::new(&grid, Default::default());
    /// grid.set((4, 4), Tile::Blocked)?;
    /// assert!(Jps::with_bits(&grid, &bits).is_err());
    /// bits.update(&grid);
    /// assert!(Jps::with_bits(&grid, &bits).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_bits(grid: &'w Grid, bits: &'w JumpBits) -> Result<Self, StaleBits> {
        if bits.is_current(grid) { Ok(Self { grid, bits: Cow::Borrowed(bits) }) } else { Err(StaleBits) }
    }

    /// The bits.
    #[must_use]
    pub fn bits(&self) -> &JumpBits {
        &self.bits
    }

    plan_typed!(pub Cell);

    fn plan_for<V: Observer<Cell>>(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        query.check(self.grid)?;
        let jumps = BitPoints::new(self.grid, &self.bits, query.goal);
        search_jump_points(self.grid, &jumps, query, workspace, observer)
    }
}

impl Planner<Cell> for Jps<'_> {
    plan_as_typed!(Cell);

    fn rule(&self) -> DiagonalRule {
        self.bits.rule()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "jps",
    name: "Jump point search",
    paper: "Harabor & Grastien 2011, 2014",
    guarantee: Guarantee::Optimal,
    any_angle: false,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[DIAGONAL],
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    let grid = ground.plain()?;
    Ok(Box::new(Jps::with_rule(grid, settings.choice("diagonal"))))
}
