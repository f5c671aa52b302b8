use std::f32::consts::FRAC_1_SQRT_2;
use std::ops::{Add, Sub};

use super::FieldError;
use super::error::{check_links, check_root};
use crate::geometry::Cell;
use crate::heuristic::Zero;
use crate::map::Map;
use crate::moves::{Cost, DiagonalRule, StepCosts};
use crate::open::{Heap, TieBreak};
use crate::search::{
    BestFirst, Limits, Nothing, SearchMemory, Silent, Space, Strategy, Workspace, WorldSpace,
};

/// A value for each cell, which agents roll down: the maps of roguelike games.
///
/// From roots with small values the values grow with the cost of the way, and an agent that always steps to the neighbour with the
/// smallest value comes to a root. Several wishes become one map by adding theirs up, each with a weight; fear is a wish
/// [turned round](Self::flee).
///
/// - **Holds** a number for each free cell from which a root can be reached, in tiles, as `f32`; the same on every machine.
/// - **Guarantees**, after [`rescan`](Self::rescan): no cell has a larger value than a neighbour and the way to it.
/// - **Needs** nothing: any [`Map`].
/// - **Complexity**: a rescan is one best-first search over the whole map.
/// - *The Incredible Power of Dijkstra Maps*, `RogueBasin`.
///
/// ```
/// use tautline::field::DijkstraMap;
/// use tautline::map::Map;
/// use tautline::moves::DiagonalRule;
/// use tautline::search::Workspace;
///
/// let map = Map::from_rows(["......", "......"])?;
/// let (rule, memory) = (DiagonalRule::Never, &mut Workspace::new());
/// let gold = DijkstraMap::new(&map, rule, [((0, 0), 0.0)], memory)?;
/// let food = DijkstraMap::new(&map, rule, [((5, 0), 0.0)], memory)?;
/// let hungry = DijkstraMap::weighted_sum([(&gold, 1.0), (&food, 3.0)]).unwrap();
/// assert_eq!(gold.best_step((3, 0)), Some((2, 0).into()));
/// assert_eq!(hungry.best_step((3, 0)), Some((4, 0).into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DijkstraMap<'w> {
    map: &'w Map,
    rule: DiagonalRule,
    /// Row by row; infinite where a cell is blocked, or there is no way to a root.
    values: Vec<f32>,
}

impl<'w> DijkstraMap<'w> {
    /// What fear multiplies by, in the article: where to run to counts for more than how far one is already.
    pub const FEAR: f32 = 1.2;

    /// The map of some roots and their values. The smaller the value, the stronger a root attracts: with a value of −5, from
    /// five tiles farther away than one with 0. Of a cell that comes more than once, the smallest value counts.
    pub fn new<R: Into<Cell>>(
        map: &'w Map,
        rule: DiagonalRule,
        roots: impl IntoIterator<Item = (R, f32)>,
        workspace: &mut Workspace,
    ) -> Result<Self, FieldError> {
        check_links(map)?;
        let grid = map.grid();
        let values = vec![f32::INFINITY; grid.width() as usize * grid.height() as usize];
        let mut map = Self { map, rule, values };
        for (root, value) in roots {
            let root = root.into();
            check_root(grid, root)?;
            if !value.is_finite() {
                return Err(FieldError::RootValue(root));
            }
            let index = map.index(root);
            map.values[index] = map.values[index].min(value);
        }
        map.rescan(workspace)?;
        Ok(map)
    }

    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.map.grid().width() as usize + cell.x as usize
    }

    /// The value of a cell; none where it is blocked, or has no way to a root.
    #[must_use]
    pub fn value(&self, cell: impl Into<Cell>) -> Option<f32> {
        let cell = cell.into();
        let value = self.map.grid().contains(cell).then(|| self.values[self.index(cell)]);
        value.filter(|value| value.is_finite())
    }

    /// The cells that have a value, and their values, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, f32)> {
        self.map.grid().cells().zip(self.values.iter().copied()).filter(|(_, value)| value.is_finite())
    }

    /// All values, row by row; infinite where there is none.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Lowers each value to the smallest one of a cell plus the cost of the way there, if that is less.
    ///
    /// One search *backwards* from all cells at once, as agents walk towards small values.
    pub fn rescan(&mut self, workspace: &mut Workspace) -> Result<(), FieldError> {
        let grid = self.map.grid();
        let memory = workspace.part::<SearchMemory<Value, Heap>>();
        let space = self.space();
        let search = BestFirst {
            space: &space,
            heuristic: &Zero,
            strategy: Strategy::CheapestTotal,
            ties: TieBreak::Fifo,
            remember_h: true,
        };
        let known = grid.cells().zip(&self.values).filter(|(_, value)| value.is_finite());
        let starts = known.map(|(cell, &value)| (cell, Value(value)));
        let mut progress = search.begin_with_costs(starts, memory)?.tracking_nearest(false);
        search.advance(&mut progress, &mut Nothing, &Limits::default(), u64::MAX, memory, &mut Silent);
        for (cell, value) in grid.cells().zip(&mut self.values) {
            if let Some((Value(settled), _)) = memory.settled(space.id(cell)) {
                *value = settled;
            }
        }
        Ok(())
    }

    /// The ways against the direction in which agents walk; what they cost in tiles.
    fn space(&self) -> WorldSpace<'w, Value> {
        // The space doubles all costs.
        let costs = StepCosts { straight: Value(0.5), diagonal: Value(FRAC_1_SQRT_2) };
        WorldSpace::new(self.map, self.rule, costs).backwards()
    }

    /// Multiplies all values. With a negative factor what attracted repels: see [`flee`](Self::flee). A factor that makes a
    /// value infinite, or no number at all, takes the cell from the map.
    #[must_use]
    pub fn scaled(mut self, factor: f32) -> Self {
        for value in &mut self.values {
            *value =
                finite(*value).map_or(f32::INFINITY, |value| finite(value * factor).unwrap_or(f32::INFINITY));
        }
        self
    }

    /// Each value the sum of those of several maps, each multiplied by a weight. A cell that one of them does not have, the sum
    /// does not have. The [`Map`] and the rule are those of the first one; none without any maps, or for maps of different sizes.
    #[must_use]
    pub fn weighted_sum<'m>(maps: impl IntoIterator<Item = (&'m Self, f32)>) -> Option<Self>
    where
        'w: 'm,
    {
        let mut maps = maps.into_iter();
        let (first, weight) = maps.next()?;
        let mut sum = first.clone().scaled(weight);
        for (map, weight) in maps {
            let size = |map: &Self| (map.map.grid().width(), map.map.grid().height());
            if size(map) != size(&sum) {
                return None;
            }
            for (value, more) in sum.values.iter_mut().zip(&map.values) {
                let total = finite(*value).zip(finite(*more)).map(|(value, more)| value + more * weight);
                *value = total.and_then(finite).unwrap_or(f32::INFINITY);
            }
        }
        Some(sum)
    }

    /// The map for agents that flee from the roots: all values multiplied by −`fear`, and scanned again.
    ///
    /// With the values only turned round one runs to the end of the nearest dead end, as everything there is farther away than
    /// what lies before it. Scanned again, the farthest places are roots, and attract past what is near: the more so, the larger
    /// the factor, up to running past the one that one flees from. It must be more than 1, since with 1 every cell is a root of
    /// its own; [`FEAR`](Self::FEAR) is what the article takes.
    pub fn flee(&self, fear: f32, workspace: &mut Workspace) -> Result<Self, FieldError> {
        let mut map = self.clone().scaled(-fear);
        map.rescan(workspace)?;
        Ok(map)
    }

    /// The neighbour, by a step or a link, with the smallest value, if that is smaller than the cell's own; the first in the
    /// order of [`Direction::ALL`](crate::moves::Direction::ALL), then of the links, where several are equal. A link is taken only
    /// where the value behind it and what it costs are together no more than the cell's own, as on the way to a root.
    #[must_use]
    pub fn best_step(&self, cell: impl Into<Cell>) -> Option<Cell> {
        let cell = cell.into();
        let mut best = (self.value(cell)?, None);
        let space = self.space().backwards();
        let here = best.0;
        space.successors(
            space.id(cell),
            cell,
            WorldSpace::<Value>::START,
            |_, next, Value(cost), arrival| {
                let is_step = arrival.0 < DiagonalRule::START;
                let is_worth_it = |value: f32| is_step || value + cost <= here;
                if let Some(value) = self.value(next).filter(|&value| value < best.0 && is_worth_it(value)) {
                    best = (value, Some(next));
                }
            },
        );
        best.1
    }

    /// Step by step from a cell to where no neighbour has a smaller value; nothing if the cell has no value.
    pub fn way(&self, from: impl Into<Cell>) -> impl Iterator<Item = Cell> {
        let from = Some(from.into()).filter(|&cell| self.value(cell).is_some());
        std::iter::successors(from, |&cell| self.best_step(cell))
    }
}

/// A number that is one.
fn finite(value: f32) -> Option<f32> {
    value.is_finite().then_some(value)
}

/// What is added up: a number that may be negative, where a search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Value(f32);

impl Add for Value {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Value {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Cost for Value {
    type Stored = f32;

    const STACK_SHIFT: u32 = 0;

    /// The bits of a positive number order as the number does, those of a negative one the other way round. (Adding 0 makes
    /// −0 the same as 0.)
    #[inline]
    fn key(self) -> u64 {
        let bits = (self.0 + 0.0).to_bits();
        u64::from(if bits >> 31 == 0 { bits | 1 << 31 } else { !bits })
    }

    #[inline]
    fn times(self, count: u32) -> Self {
        Self(self.0 * count as f32)
    }

    fn value(self) -> f64 {
        self.0.into()
    }

    #[inline]
    fn remember(self) -> u32 {
        self.0.to_bits()
    }

    #[inline]
    fn recall(remembered: u32) -> Option<Self> {
        Some(Self(f32::from_bits(remembered)))
    }

    #[inline]
    fn store(self) -> f32 {
        self.0
    }

    #[inline]
    fn load(stored: f32) -> Self {
        Self(stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_as_the_numbers_do() {
        let numbers = [f32::MIN, -3.5, -1.0, -f32::MIN_POSITIVE, 0.0, f32::MIN_POSITIVE, 0.1, 7.0, f32::MAX];
        assert!(numbers.windows(2).all(|pair| Value(pair[0]).key() < Value(pair[1]).key()));
        assert_eq!(Value(-0.0).key(), Value(0.0).key());
    }
}
