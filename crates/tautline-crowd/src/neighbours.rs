#![expect(clippy::inline_always, reason = "a part of one function for each kind of processor")]

use std::ops::Range;

use fearless_simd::{Level, Simd, dispatch, f32x8, f64x4, prelude::*, u32x8, u64x4};

use crate::Vec2;

/// Where agents are: sorted by the squares of a grid, so that those around a place are found in a few short runs of memory.
///
/// Rebuilt in every step, by counting, in two passes over the agents; the order within a square is that of the agents' numbers.
///
/// ```
/// use tautline_crowd::{Nearest, NeighbourIndex, Vec2};
///
/// let places = [0.0, 3.0, 10.0, 4.0].map(|x| Vec2::new(x, 5.0));
/// let mut index = NeighbourIndex::default();
/// index.rebuild(&places, &[1.0; 4], 2.0);
/// let mut nearest = Nearest::new(2);
/// // For all of them, in the order of the index.
/// index.nearest(0..4, 9.0, &[f32::INFINITY; 4], &mut nearest);
/// let agents: Vec<u32> = nearest.ranks(index.rank(0)).iter().map(|&rank| index.order()[rank as usize]).collect();
/// assert_eq!(agents, [1, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct NeighbourIndex {
    /// What the processor can do.
    level: Level,
    origin: Vec2,
    /// How many squares a tile is.
    scale: f32,
    columns: usize,
    rows: usize,
    largest: f32,
    smallest: f32,
    /// For each square, row by row, where its agents begin, and the end of all.
    starts: Vec<u32>,
    /// The square of each agent.
    squares: Vec<u32>,
    /// The agents by their squares.
    order: Vec<u32>,
    /// The number of each agent in that order.
    ranks: Vec<u32>,
    /// Where they are, in that order; behind the last one there is room for as many as are looked at together.
    xs: Vec<f32>,
    ys: Vec<f32>,
    /// The square of the largest radius less the square of theirs.
    smallness: Vec<f32>,
}

/// The nearest agents to some, and the memory to find them.
#[derive(Clone, Debug)]
pub struct Nearest {
    most: usize,
    /// Those that were found for each of the agents, the nearest first, as numbers in the order of the index.
    found: Vec<u32>,
    counts: Vec<u32>,
    /// How near the farthest of them is, squared; infinite if there are fewer than there may be.
    reach: Vec<f32>,
    /// The agents that may be near enough to any of a group, as numbers in the order of the index.
    candidates: Vec<u32>,
    /// How near they are to each of the agents, with their own numbers.
    keys: Vec<[f64; TOGETHER]>,
    /// The least of these for each of the agents, in order.
    least: Vec<[f64; TOGETHER]>,
}

/// There is room for so many candidates from the beginning.
const MANY: usize = 1024;
/// For so many agents at once are their neighbours looked for.
const TOGETHER: usize = 4;
/// So many others are looked at at once.
const LANES: usize = 8;
/// So many of the nearest are kept in registers.
const SLOTS: usize = 10;
/// The distance of a neighbour has the precision of `f32` in a number of `f64`: the bits that are left have the number of the agent. So to compare such numbers
/// is to compare by nearness, and by the agents' numbers where they are as near.
const AGENT: u64 = (1 << 29) - 1;
/// How much farther than the farthest neighbour of the last time one looks first, as squares.
const HINT: f32 = 1.03;
/// How much farther one looks if there were not enough, as squares.
const FARTHER: f32 = 2.0;
/// What a rounding can be, as a part of a square.
const ROUNDING: f32 = 1e-5;
/// At most so many squares for each agent, and at least this many in all.
const SQUARES_PER_AGENT: f32 = 4.0;
const SQUARES: f32 = 4096.0;

impl Nearest {
    /// Room for at most so many.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most,
            found: Vec::new(),
            counts: Vec::new(),
            reach: Vec::new(),
            candidates: vec![0; MANY],
            keys: vec![[0.0; TOGETHER]; MANY],
            least: vec![[0.0; TOGETHER]; most],
        }
    }

    /// Those that were found for one of the agents, by its place among those for which it was looked, the nearest first, as numbers in the
    /// order of the index.
    #[must_use]
    pub fn ranks(&self, place: usize) -> &[u32] {
        &self.found[place * self.most..][..self.counts[place] as usize]
    }

    /// A hint for the next time: about how near the farthest of them will be, squared, if no agent moves much.
    #[must_use]
    pub fn hint(&self, place: usize) -> f32 {
        self.reach[place] * HINT
    }
}

impl Default for NeighbourIndex {
    /// An index without agents.
    fn default() -> Self {
        Self {
            level: Level::new(),
            origin: Vec2::ZERO,
            scale: 1.0,
            columns: 1,
            rows: 1,
            largest: 0.0,
            smallest: 0.0,
            starts: vec![0; 2],
            squares: Vec::new(),
            order: Vec::new(),
            ranks: Vec::new(),
            xs: Vec::new(),
            ys: Vec::new(),
            smallness: Vec::new(),
        }
    }
}

impl NeighbourIndex {
    /// How wide the squares are best, by the [hints](Nearest::hint) of all agents, if one looks not farther than a distance: as wide as the
    /// neighbours are far.
    #[must_use]
    pub fn best_side(hints: &[f32], distance: f32) -> f32 {
        let mut sum = 0.0;
        for hint in hints {
            sum += f64::from(hint.min(distance * distance));
        }
        (sum / hints.len().max(1) as f64).sqrt() as f32
    }

    /// Sorts the agents again, of which there are less than half a thousand million. Positions must be finite. The squares are as wide as
    /// said, which is best about as far as the neighbours are that are looked for, but not smaller than an agent, and larger where there
    /// would be too many of them.
    pub fn rebuild(&mut self, positions: &[Vec2], radii: &[f32], side: f32) {
        let count = positions.len();
        let (low, high) = bounds(positions);
        self.largest = radii.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        self.smallest = radii.iter().copied().fold(self.largest, f32::min);
        let size = high - low;
        let most = (SQUARES_PER_AGENT * count as f32).max(SQUARES);
        let mut side = side.max(self.largest);
        while (size.x / side + 1.0) * (size.y / side + 1.0) > most {
            side *= 1.25;
        }
        self.origin = low;
        self.scale = 1.0 / side;
        self.columns = (size.x * self.scale) as usize + 1;
        self.rows = (size.y * self.scale) as usize + 1;
        self.starts.clear();
        // For as many squares as there can be, so that it never grows again.
        self.starts.reserve(most as usize + 2);
        self.starts.resize(self.columns * self.rows + 1, 0);
        let mut squares = std::mem::take(&mut self.squares);
        squares.clear();
        squares.extend(
            positions.iter().map(|place| (self.row(place.y) * self.columns + self.column(place.x)) as u32),
        );
        for &square in &squares {
            self.starts[square as usize] += 1;
        }
        for square in 1..self.starts.len() {
            self.starts[square] += self.starts[square - 1];
        }
        for numbers in [&mut self.order, &mut self.ranks] {
            numbers.resize(count, 0);
        }
        for numbers in [&mut self.xs, &mut self.ys, &mut self.smallness] {
            numbers.resize(count + LANES, 0.0);
        }
        // Now each entry is where its square ends. From the last agent to the first, each goes to the end of what is left of its square:
        // then it is where the square begins.
        for (agent, &place) in positions.iter().enumerate().rev() {
            let start = &mut self.starts[squares[agent] as usize];
            *start -= 1;
            let rank = *start as usize;
            self.order[rank] = agent as u32;
            self.ranks[agent] = rank as u32;
            self.xs[rank] = place.x;
            self.ys[rank] = place.y;
            self.smallness[rank] = self.largest * self.largest - radii[agent] * radii[agent];
        }
        self.squares = squares;
    }

    /// The agents in the order of the index: those that are near to each other are near in it.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The place of an agent in that order.
    #[must_use]
    pub fn rank(&self, agent: usize) -> usize {
        self.ranks[agent] as usize
    }

    /// The radius of the largest agent.
    #[must_use]
    pub fn largest_radius(&self) -> f32 {
        self.largest
    }

    #[inline(always)]
    fn column(&self, x: f32) -> usize {
        (((x - self.origin.x) * self.scale) as i32).clamp(0, self.columns as i32 - 1) as usize
    }

    #[inline(always)]
    fn row(&self, y: f32) -> usize {
        (((y - self.origin.y) * self.scale) as i32).clamp(0, self.rows as i32 - 1) as usize
    }

    /// Finds the agents that are nearest to each of some, which are given by their places in the order, and less than a distance away; ties
    /// are broken by their numbers. A large agent is as near as its rim: what counts is the square of the distance less that of the radius.
    /// So an agent that is larger than the smallest one is seen from a little farther away.
    ///
    /// What is found does not depend on the hints ([`Nearest::hint`] of the last time for each agent, or infinity), only how soon.
    pub fn nearest(&self, ranks: Range<usize>, distance: f32, hints: &[f32], nearest: &mut Nearest) {
        nearest.found.resize(ranks.len() * nearest.most, 0);
        nearest.counts.resize(ranks.len(), 0);
        nearest.reach.resize(ranks.len(), 0.0);
        dispatch!(self.level, simd => self.find_all(simd, ranks, distance, hints, nearest));
    }

    /// Finds the nearest of all, a few at once.
    #[inline(always)]
    fn find_all<S: Simd>(
        &self,
        simd: S,
        ranks: Range<usize>,
        distance: f32,
        hints: &[f32],
        nearest: &mut Nearest,
    ) {
        let farthest = distance * distance + self.largest * self.largest - self.smallest * self.smallest;
        let mut first = ranks.start;
        while first < ranks.end {
            // As many of them as are in the same row of squares.
            let end_of_row = self.starts[(self.row(self.ys[first]) + 1) * self.columns] as usize;
            let group = first..ranks.end.min(first + TOGETHER).min(end_of_row);
            let place = first - ranks.start;
            first = group.end;
            let mut limits = [0.0; TOGETHER];
            for (limit, &agent) in limits.iter_mut().zip(&self.order[group.clone()]) {
                *limit = hints[agent as usize].min(farthest);
            }
            loop {
                self.find(simd, group.clone(), limits, place, nearest);
                let mut is_done = true;
                for (limit, &count) in limits.iter_mut().zip(&nearest.counts[place..place + group.len()]) {
                    if (count as usize) < nearest.most && *limit < farthest {
                        is_done = false;
                        let farther = FARTHER * limit.max(1.0 / (self.scale * self.scale));
                        *limit = if farther > 0.0 { farther.min(farthest) } else { farthest };
                    }
                }
                if is_done {
                    break;
                }
            }
        }
    }

    /// Finds the agents that are nearest to each of a group, and nearer than its limits; for the agents from a place on.
    #[inline(always)]
    fn find<S: Simd>(
        &self,
        simd: S,
        group: Range<usize>,
        limits: [f32; TOGETHER],
        place: usize,
        nearest: &mut Nearest,
    ) {
        let last = group.len() - 1;
        let ranks: [usize; TOGETHER] = std::array::from_fn(|lane| group.start + lane.min(last));
        let x = f64x4::load_array(simd, ranks.map(|rank| self.xs[rank].into()));
        let y = f64x4::load_array(simd, ranks.map(|rank| self.ys[rank].into()));
        let agents = u64x4::load_array(simd, ranks.map(|rank| self.order[rank].into()));
        let limits = f64x4::load_array(simd, limits.map(f64::from));
        let low = Vec2::new(x.reduce_min() as f32, y.reduce_min() as f32);
        let high = Vec2::new(x.reduce_max() as f32, y.reduce_max() as f32);
        let limit = limits.reduce_max() as f32 * (1.0 + ROUNDING);
        let limits = f64x4::from_bits(limits.to_bits() & !AGENT);
        let Nearest { most, found, counts, reach, candidates, keys, least } = nearest;

        let candidates = self.collect(simd, (low, high), limit, candidates);
        if keys.len() < candidates.len() {
            keys.resize(2 * candidates.len(), [0.0; TOGETHER]);
        }
        let keys = &mut keys[..candidates.len()];
        let count = self.order.len();
        let (xs, ys, smallness, order) =
            (&self.xs[..count], &self.ys[..count], &self.smallness[..count], &self.order[..count]);
        for (key, &rank) in keys.iter_mut().zip(candidates) {
            let rank = rank as usize;
            let (dx, dy) = (x - f64::from(xs[rank]), y - f64::from(ys[rank]));
            let nearness = dx * dx + dy * dy + f64::from(smallness[rank]);
            let agent = u64::from(order[rank]);
            let nearness = f64x4::from_bits((nearness.to_bits() & !AGENT) | agent);
            // No agent is its own neighbour.
            let is_oneself = agents.simd_eq(agent);
            is_oneself.select(f64x4::splat(simd, f64::INFINITY), nearness).store_array(key);
        }

        // Each key goes along the slots, in which the least are in order, and changes places with every larger one.
        for least in least.chunks_mut(SLOTS) {
            let mut slots = [limits; SLOTS];
            for left in &mut *keys {
                let mut key = f64x4::load_array_ref(simd, left);
                for slot in &mut slots {
                    (*slot, key) = (slot.min(key), slot.max(key));
                }
                key.store_array(left);
            }
            for (to, slot) in least.iter_mut().zip(slots) {
                slot.store_array(to);
            }
        }

        let limits = limits.to_array();
        for lane in 0..=last {
            let found = &mut found[(place + lane) * *most..][..*most];
            let mut count = 0;
            for (found, least) in found.iter_mut().zip(&*least) {
                if least[lane] >= limits[lane] {
                    break;
                }
                *found = self.ranks[(least[lane].to_bits() & AGENT) as usize];
                count += 1;
            }
            counts[place + lane] = count;
            let farthest = if count as usize == *most { least.last() } else { None };
            reach[place + lane] = farthest.map_or(f32::INFINITY, |farthest| farthest[lane] as f32);
        }
    }

    /// Collects all agents that may be nearer to a rectangle than a limit.
    #[inline(always)]
    fn collect<'a, S: Simd>(
        &self,
        simd: S,
        (low, high): (Vec2, Vec2),
        limit: f32,
        candidates: &'a mut Vec<u32>,
    ) -> &'a [u32] {
        let distance = limit.sqrt() * (1.0 + ROUNDING);
        let (left, right) = (self.column(low.x - distance), self.column(high.x + distance));
        let (xs, ys, smallness) = (&self.xs[..], &self.ys[..], &self.smallness[..]);
        let mut count = 0;
        for row in self.row(low.y - distance)..=self.row(high.y + distance) {
            let begin = self.starts[row * self.columns + left];
            let end = self.starts[row * self.columns + right + 1];
            let most = count + (end - begin) as usize + LANES;
            if candidates.len() < most {
                candidates.resize(2 * most, 0);
            }
            for first in (begin..end).step_by(LANES) {
                let at = first as usize..first as usize + LANES;
                let ranks = u32x8::load_array(simd, std::array::from_fn(|lane| lane as u32)) + first;
                let x = f32x8::from_slice(simd, &xs[at.clone()]);
                let y = f32x8::from_slice(simd, &ys[at.clone()]);
                let dx = (low.x - x).max(x - high.x).max(0.0);
                let dy = (low.y - y).max(y - high.y).max(0.0);
                let nearness = dx * dx + dy * dy + f32x8::from_slice(simd, &smallness[at]);
                let is_near = nearness.simd_lt(limit) & ranks.simd_lt(end);
                ranks.compress(is_near).store_slice(&mut candidates[count..count + LANES]);
                count += is_near.to_bitmask().count_ones() as usize;
            }
        }
        &candidates[..count]
    }

    /// Calls for each agent less than a distance away from one, which is given by its place in the order, with the square of how far it is.
    /// The order depends on the positions only.
    pub fn for_each_within(&self, rank: usize, distance: f32, mut then: impl FnMut(usize, f32)) {
        let place = Vec2::new(self.xs[rank], self.ys[rank]);
        let (left, right) = (self.column(place.x - distance), self.column(place.x + distance));
        for row in self.row(place.y - distance)..=self.row(place.y + distance) {
            let begin = self.starts[row * self.columns + left] as usize;
            let end = self.starts[row * self.columns + right + 1] as usize;
            for other in (begin..end).filter(|&other| other != rank) {
                let squared = (Vec2::new(self.xs[other], self.ys[other]) - place).length_squared();
                if squared < distance * distance {
                    then(self.order[other] as usize, squared);
                }
            }
        }
    }
}

/// The corners of the smallest rectangle around some places.
fn bounds(places: &[Vec2]) -> (Vec2, Vec2) {
    let less = |a: f32, b: f32| if b < a { b } else { a };
    let more = |a: f32, b: f32| if b > a { b } else { a };
    let first = places.first().copied().unwrap_or_default();
    places.iter().fold((first, first), |(low, high), place| {
        let low = Vec2::new(less(low.x, place.x), less(low.y, place.y));
        (low, Vec2::new(more(high.x, place.x), more(high.y, place.y)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the processor can do, the same is found.
    #[test]
    fn every_processor_finds_the_same() {
        let place = |number: u32| {
            let (x, y) = (number.wrapping_mul(2_654_435_761) >> 20, number.wrapping_mul(40_503) & 0xfff);
            Vec2::new(x as f32, y as f32) / 64.0
        };
        let places: Vec<Vec2> = (0..500).map(place).collect();
        let radii: Vec<f32> = (0..500).map(|number| 0.5 + (number % 3) as f32 / 4.0).collect();
        let find = |level| {
            let mut index = NeighbourIndex { level, ..NeighbourIndex::default() };
            index.rebuild(&places, &radii, 5.0);
            let mut nearest = Nearest::new(12);
            index.nearest(0..500, 15.0, &[10.0; 500], &mut nearest);
            (nearest.found, nearest.counts, nearest.reach)
        };
        assert_eq!(find(Level::new()), find(Level::baseline()));
    }
}
