use crate::Vec2;

/// Who is where: agents sorted by the squares of a grid, so that those around a place are found in a few short runs of memory.
///
/// Made anew in every step, by counting, in two passes over the agents; the order within a square is that of the agents' numbers. The
/// squares are as wide as two agents, wider only where the agents are so far apart that there would be too many squares.
#[derive(Clone, Debug, Default)]
pub struct NeighbourIndex {
    origin: Vec2,
    /// How many squares a tile is.
    scale: f32,
    columns: usize,
    rows: usize,
    largest: f32,
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

/// The nearest agents to one, as they are found.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The key of each, sorted: how near it is in the upper half, its number in the lower one.
    keys: Vec<u64>,
    most: usize,
    /// What a key has to be less than.
    limit: u64,
}

impl Nearest {
    /// Room for at most so many.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { keys: Vec::with_capacity(most + 1), most, limit: 0 }
    }

    fn begin(&mut self, limit: f32) {
        self.keys.clear();
        self.limit = if self.most == 0 { 0 } else { key(limit, 0) };
    }

    fn add(&mut self, key: u64) {
        if key >= self.limit {
            return;
        }
        if self.keys.len() == self.most {
            self.keys.pop();
        }
        let mut at = self.keys.len();
        self.keys.push(key);
        while at > 0 && self.keys[at - 1] > key {
            self.keys[at] = self.keys[at - 1];
            at -= 1;
        }
        self.keys[at] = key;
        if self.keys.len() == self.most {
            self.limit = self.keys[self.most - 1];
        }
    }

    /// Those that were found, the nearest first.
    #[must_use]
    pub fn agents(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.keys.iter().map(|&key| (key & u64::from(u32::MAX)) as usize)
    }
}

/// Numbers that are not negative compare like their bits.
fn key(nearness: f32, agent: u32) -> u64 {
    u64::from(nearness.to_bits()) << 32 | u64::from(agent)
}

/// At most so many squares for each agent, and at least this many in all.
const SQUARES_PER_AGENT: f32 = 4.0;
const SQUARES: f32 = 4096.0;

impl NeighbourIndex {
    /// Sorts the agents anew. Positions must be finite.
    pub fn rebuild(&mut self, positions: &[Vec2], radii: &[f32]) {
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
        let size = high - low;
        let most = (SQUARES_PER_AGENT * positions.len() as f32).max(SQUARES);
        let mut side = 2.0 * largest;
        while (size.x / side + 1.0) * (size.y / side + 1.0) > most {
            side *= 1.25;
        }
        self.origin = low;
        self.scale = 1.0 / side;
        self.columns = (size.x * self.scale) as usize + 1;
        self.rows = (size.y * self.scale) as usize + 1;
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        self.squares.clear();
        for &position in positions {
            let (column, row) = self.square(position);
            let square = row * self.columns + column;
            self.squares.push(square as u32);
            self.starts[square + 1] += 1;
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
        // From the last agent to the first, each at the end of what is left of its square: then the beginnings are right again.
        for agent in (0..count).rev() {
            let next = &mut self.starts[self.squares[agent] as usize + 1];
            *next -= 1;
            let rank = *next as usize;
            self.order[rank] = agent as u32;
            self.ranks[agent] = rank as u32;
            self.xs[rank] = positions[agent].x;
            self.ys[rank] = positions[agent].y;
            self.smallness[rank] = largest * largest - radii[agent] * radii[agent];
        }
        // Now each entry but the first is where its own square begins, one place too far.
        self.starts.rotate_left(1);
        let end = self.starts.len() - 1;
        self.starts[end] = count as u32;
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
    pub fn nearest(&self, rank: usize, distance: f32, nearest: &mut Nearest) {
        let place = Vec2::new(self.xs[rank], self.ys[rank]);
        nearest.begin(distance * distance);
        let (column, row) = self.square(place);
        let side = 1.0 / self.scale;
        // How far the place is from the nearest side of its square.
        let inner = (place - self.origin) - Vec2::new(column as f32, row as f32) * side;
        let margin = inner.x.min(inner.y).min(side - inner.x).min(side - inner.y);
        let mut around = 1;
        self.scan(place, rank, column.saturating_sub(1), column + 1, row.saturating_sub(1), row + 1, nearest);
        loop {
            // All that is nearer than this has been seen.
            let seen = margin + around as f32 * side;
            if key(seen * seen, 0) >= nearest.limit {
                return;
            }
            let covers_all = column <= around
                && row <= around
                && column + around + 1 >= self.columns
                && row + around + 1 >= self.rows;
            if covers_all {
                return;
            }
            around += 1;
            let (left, right) = (column.saturating_sub(around), column + around);
            if row >= around {
                self.scan(place, rank, left, right, row - around, row - around, nearest);
            }
            let (top, bottom) = (row.saturating_sub(around - 1), row + around - 1);
            if column >= around {
                self.scan(place, rank, left, left, top, bottom, nearest);
            }
            self.scan(place, rank, right, right, top, bottom, nearest);
            self.scan(place, rank, left, right, row + around, row + around, nearest);
        }
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

    /// Looks at the agents in a rectangle of squares.
    #[expect(clippy::too_many_arguments, reason = "a rectangle is four numbers")]
    fn scan(
        &self,
        place: Vec2,
        rank: usize,
        left: usize,
        right: usize,
        top: usize,
        bottom: usize,
        nearest: &mut Nearest,
    ) {
        if left >= self.columns {
            return;
        }
        let right = right.min(self.columns - 1);
        for row in top..=bottom.min(self.rows - 1) {
            let begin = self.starts[row * self.columns + left] as usize;
            let end = self.starts[row * self.columns + right + 1] as usize;
            let (xs, ys, smallness) =
                (&self.xs[begin..end], &self.ys[begin..end], &self.smallness[begin..end]);
            for (offset, ((x, y), smallness)) in xs.iter().zip(ys).zip(smallness).enumerate() {
                let (dx, dy) = (x - place.x, y - place.y);
                let other = begin + offset;
                if other != rank {
                    nearest.add(key(dx * dx + dy * dy + smallness, self.order[other]));
                }
            }
        }
    }
}
