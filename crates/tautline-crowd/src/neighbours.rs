use std::sync::atomic::{AtomicU64, Ordering};

use wide::f32x8;

use crate::Vec2;

/// Who is where: agents sorted by the squares of a grid, so that those around a place are found in a few short runs of memory.
///
/// Made anew in every step, by counting, in two passes over the agents; the order within a square is that of the agents' numbers.
///
/// ```
/// use tautline_crowd::{Nearest, NeighbourIndex, Vec2};
///
/// let places = [0.0, 3.0, 10.0, 4.0].map(|x| Vec2::new(x, 5.0));
/// let mut index = NeighbourIndex::default();
/// index.rebuild(&places, &[1.0; 4], 2.0);
/// let mut nearest = Nearest::new(2);
/// index.nearest(index.rank(0), 9.0, f32::INFINITY, &mut nearest);
/// let agents: Vec<u32> = nearest.ranks().iter().map(|&rank| index.order()[rank as usize]).collect();
/// assert_eq!(agents, [1, 3]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct NeighbourIndex {
    origin: Vec2,
    /// How many squares a tile is.
    scale: f32,
    columns: usize,
    rows: usize,
    largest: f32,
    /// A number that no other state of any index has.
    state: u64,
    /// For each square, row by row, where its agents begin, and the end of all.
    starts: Vec<u32>,
    /// The square of each agent.
    squares: Vec<u32>,
    /// The agents by their squares.
    order: Vec<u32>,
    /// Where they are, in that order.
    xs: Vec<f32>,
    ys: Vec<f32>,
    /// The square of the largest radius less the square of theirs, in that order.
    smallness: Vec<f32>,
    /// The number of each agent in that order.
    ranks: Vec<u32>,
}

/// The nearest agents to one, and the memory to find them.
#[derive(Clone, Debug)]
pub struct Nearest {
    most: usize,
    /// Those that were found, the nearest first, as numbers in the order of the index.
    found: Vec<u32>,
    /// How near the farthest of them is, squared; infinite if there are fewer than there may be.
    reach: f32,
    /// Everybody in the squares around one.
    around: Surroundings,
    /// Those of them who are near enough.
    candidates: Vec<Candidate>,
}

/// Everybody in the squares around one, which is the same for all who are in it.
#[derive(Clone, Debug)]
struct Surroundings {
    /// Of which state of the index they are, around which square, and how many squares to each side.
    of: (u64, usize, usize),
    xs: Vec<f32>,
    ys: Vec<f32>,
    smallness: Vec<f32>,
    ranks: Vec<u32>,
}

/// Somebody who may be one of the nearest.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    nearness: f32,
    rank: u32,
}

/// There is room for so many around a square from the beginning.
const MANY: usize = 1024;

/// So many are looked at at once.
const LANES: usize = 8;

/// So many candidates are ordered without a branch.
const FEW: usize = 16;

impl Nearest {
    /// Room for at most so many.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most,
            found: Vec::with_capacity(most),
            reach: f32::INFINITY,
            around: Surroundings {
                of: (0, 0, 0),
                xs: Vec::with_capacity(MANY),
                ys: Vec::with_capacity(MANY),
                smallness: Vec::with_capacity(MANY),
                ranks: Vec::with_capacity(MANY),
            },
            candidates: vec![Candidate::default(); MANY],
        }
    }

    /// Those that were found, the nearest first, as numbers in the order of the index.
    #[must_use]
    pub fn ranks(&self) -> &[u32] {
        &self.found
    }

    /// A hint for the next time: about how near the farthest of them will be, squared, if nobody moves much.
    #[must_use]
    pub fn hint(&self) -> f32 {
        self.reach * HINT
    }

    /// Keeps the nearest of the first candidates, in order; ties are broken by the agents' numbers.
    fn keep_nearest(&mut self, count: usize, order: &[u32]) {
        let candidates = &mut self.candidates[..count];
        self.found.clear();
        self.found.resize(count.min(self.most), 0);
        if count > FEW || !rank_few(candidates, &mut self.found) {
            candidates.sort_unstable_by(|a, b| {
                let agent = |candidate: &Candidate| order[candidate.rank as usize];
                a.nearness.total_cmp(&b.nearness).then_with(|| agent(a).cmp(&agent(b)))
            });
            self.found.iter_mut().zip(&*candidates).for_each(|(found, candidate)| *found = candidate.rank);
        }
        self.reach = f32::INFINITY;
        if let (true, Some(&last)) = (count >= self.most, self.found.last()) {
            let farthest = candidates.iter().find(|candidate| candidate.rank == last);
            self.reach = farthest.map_or(f32::INFINITY, |farthest| farthest.nearness);
        }
    }
}

/// How much farther than the farthest neighbour of the last time one looks first, as squares.
const HINT: f32 = 1.1;

/// Puts each candidate where it belongs by counting how many are nearer. False if two are as near.
fn rank_few(candidates: &[Candidate], found: &mut [u32]) -> bool {
    let mut nearness = [f32::INFINITY; FEW];
    nearness.iter_mut().zip(candidates).for_each(|(nearness, candidate)| *nearness = candidate.nearness);
    let mut places = [0u32; FEW];
    for other in nearness {
        for (place, own) in places.iter_mut().zip(nearness) {
            *place += u32::from(other < own);
        }
    }
    let count = candidates.len();
    let mut sum = 0;
    for (candidate, &place) in candidates.iter().zip(&places) {
        sum += place as usize;
        if let Some(found) = found.get_mut(place as usize) {
            *found = candidate.rank;
        }
    }
    // All different: every place from the first to the last is taken.
    sum == count * count.saturating_sub(1) / 2
}

/// The number of the next state of an index; that of an index of nobody is 0.
static STATES: AtomicU64 = AtomicU64::new(1);

/// At most so many squares for each agent, and at least this many in all.
const SQUARES_PER_AGENT: f32 = 4.0;
const SQUARES: f32 = 4096.0;

impl NeighbourIndex {
    /// Sorts the agents anew. Positions must be finite. The squares are as wide as said, which is best about as far as the
    /// neighbours are that are looked for, but not smaller than an agent, and larger where there would be too many of them.
    pub fn rebuild(&mut self, positions: &[Vec2], radii: &[f32], side: f32) {
        let corner = |best: fn(f32, f32) -> f32| {
            positions
                .iter()
                .copied()
                .reduce(|a, b| Vec2::new(best(a.x, b.x), best(a.y, b.y)))
                .unwrap_or_default()
        };
        let (low, high) = (corner(f32::min), corner(f32::max));
        let largest = radii.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        self.largest = largest;
        self.state = STATES.fetch_add(1, Ordering::Relaxed);
        let size = high - low;
        let most = (SQUARES_PER_AGENT * positions.len() as f32).max(SQUARES);
        let mut side = side.max(largest);
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
        self.squares.clear();
        for &position in positions {
            let (column, row) = self.square(position);
            let square = row * self.columns + column;
            self.squares.push(square as u32);
            self.starts[square] += 1;
        }
        for square in 1..self.starts.len() {
            self.starts[square] += self.starts[square - 1];
        }
        let count = positions.len();
        for numbers in [&mut self.order, &mut self.ranks] {
            numbers.resize(count, 0);
        }
        for numbers in [&mut self.xs, &mut self.ys, &mut self.smallness] {
            numbers.resize(count, 0.0);
        }
        // Now each entry is where its square ends. From the last agent to the first, each goes to the end of what is left of its square:
        // then it is where the square begins.
        for agent in (0..count).rev() {
            let start = &mut self.starts[self.squares[agent] as usize];
            *start -= 1;
            let rank = *start as usize;
            self.order[rank] = agent as u32;
            self.ranks[agent] = rank as u32;
            self.xs[rank] = positions[agent].x;
            self.ys[rank] = positions[agent].y;
            self.smallness[rank] = largest * largest - radii[agent] * radii[agent];
        }
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

    fn square(&self, position: Vec2) -> (usize, usize) {
        let at = (position - self.origin) * self.scale;
        ((at.x as usize).min(self.columns - 1), (at.y as usize).min(self.rows - 1))
    }

    /// Finds the agents that are nearest to one, which is given by its place in the order, and less than a distance away; ties are broken
    /// by their numbers. Who is large is as near as its rim: what counts is the square of the distance less that of the radius.
    ///
    /// What is found does not depend on the hint ([`Nearest::hint`] of the last time, or infinity), only how soon.
    pub fn nearest(&self, rank: usize, distance: f32, hint: f32, nearest: &mut Nearest) {
        let place = Vec2::new(self.xs[rank], self.ys[rank]);
        let (column, row) = self.square(place);
        let mut around = 1;
        let mut limit = hint;
        loop {
            // All that is nearer than this is in the squares around.
            let covered = self.covered(place, column, row, around);
            let most = (distance * distance).min(covered * covered);
            let count = self.scan(place, rank, (column, row), around, most.min(limit), nearest);
            // With enough of them nothing nearer is left out; neither is anything if one looked as far as one may.
            if count >= nearest.most || (most <= limit && covered >= distance) {
                return nearest.keep_nearest(count, &self.order);
            }
            // Not enough: first without the hint, then farther.
            if most <= limit {
                around += around.div_ceil(2);
            }
            limit = f32::INFINITY;
        }
    }

    /// How far it is at least from a place in a square to what is more than so many squares away from that.
    fn covered(&self, place: Vec2, column: usize, row: usize, around: usize) -> f32 {
        let side = 1.0 / self.scale;
        let inner = (place - self.origin) - Vec2::new(column as f32, row as f32) * side;
        let out = around as f32 * side;
        let mut covered = f32::INFINITY;
        let sides = [
            (column > around, inner.x + out),
            (column + around + 1 < self.columns, side - inner.x + out),
            (row > around, inner.y + out),
            (row + around + 1 < self.rows, side - inner.y + out),
        ];
        for (has_more, distance) in sides {
            if has_more {
                covered = covered.min(distance);
            }
        }
        // What is outside by a rounding is no farther.
        covered * (1.0 - 1e-5)
    }

    /// Collects everybody in the squares around one.
    fn look_around(&self, (column, row): (usize, usize), around: usize, surroundings: &mut Surroundings) {
        let of = (self.state, row * self.columns + column, around);
        if surroundings.of == of {
            return;
        }
        let Surroundings { of: last, xs, ys, smallness, ranks } = surroundings;
        *last = of;
        xs.clear();
        ys.clear();
        smallness.clear();
        ranks.clear();
        let (left, right) = (column.saturating_sub(around), (column + around).min(self.columns - 1));
        for row in row.saturating_sub(around)..=(row + around).min(self.rows - 1) {
            let begin = self.starts[row * self.columns + left] as usize;
            let end = self.starts[row * self.columns + right + 1] as usize;
            xs.extend_from_slice(&self.xs[begin..end]);
            ys.extend_from_slice(&self.ys[begin..end]);
            smallness.extend_from_slice(&self.smallness[begin..end]);
            ranks.extend(begin as u32..end as u32);
        }
        // Nobody, infinitely far away, so that there are whole groups.
        let whole = xs.len().next_multiple_of(LANES);
        xs.resize(whole, f32::INFINITY);
        ys.resize(whole, 0.0);
        smallness.resize(whole, 0.0);
        ranks.resize(whole, u32::MAX);
    }

    /// Collects those around a square who are nearer to a place in it than a limit. How many there are.
    fn scan(
        &self,
        place: Vec2,
        rank: usize,
        square: (usize, usize),
        around: usize,
        limit: f32,
        nearest: &mut Nearest,
    ) -> usize {
        let Nearest { around: surroundings, candidates, .. } = nearest;
        self.look_around(square, around, surroundings);
        let Surroundings { xs, ys, smallness, ranks, .. } = &*surroundings;
        if candidates.len() <= ranks.len() {
            candidates.resize(ranks.len() + LANES, Candidate::default());
        }
        let mut count = 0;
        let groups = xs
            .as_chunks::<LANES>()
            .0
            .iter()
            .zip(ys.as_chunks().0)
            .zip(smallness.as_chunks().0)
            .zip(ranks.as_chunks().0);
        for (((xs, ys), smallness), ranks) in groups {
            let (dx, dy) = (f32x8::new(*xs) - place.x, f32x8::new(*ys) - place.y);
            let nearness: f32x8 = dx * dx + dy * dy + f32x8::new(*smallness);
            let mut near = nearness.simd_lt(f32x8::splat(limit)).to_bitmask();
            let (nearness, ranks): ([f32; LANES], &[u32; LANES]) = (nearness.to_array(), ranks);
            while near != 0 {
                let lane = near.trailing_zeros() as usize % LANES;
                near &= near - 1;
                // Written always, and kept unless it is the agent itself.
                candidates[count] = Candidate { nearness: nearness[lane], rank: ranks[lane] };
                count += usize::from(ranks[lane] != rank as u32);
            }
        }
        count
    }

    /// The radius of the largest agent.
    #[must_use]
    pub fn largest_radius(&self) -> f32 {
        self.largest
    }

    /// Calls for each agent less than a distance away from one, which is given by its place in the order, with the square of how far it is.
    /// The order depends on the positions only.
    pub fn for_each_within(&self, rank: usize, distance: f32, mut then: impl FnMut(usize, f32)) {
        let place = Vec2::new(self.xs[rank], self.ys[rank]);
        let reach = Vec2::new(distance, distance);
        let ((left, top), (right, bottom)) = (self.square(place - reach), self.square(place + reach));
        for row in top..=bottom {
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
