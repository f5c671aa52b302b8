//! For each edge, where the goals lie for which it can be the next one.

use std::cmp::Reverse;

use super::turns::{canonical_steps, directions, followers, is_jump_point};
use super::{Edge, JumpGraphIndex};
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::{DiagonalRule, Direction};
use crate::search::{Meter, StopReason, count};

/// A rectangle around all goals for which an edge can be the next one on a cheapest path, for each edge of a graph.
///
/// Let the directions be in an order in which leading ones come first. Among the cheapest paths between two cells one is the
/// first in the dictionary's order. It is canonical, and so is every part of it: the part from a jump point n on is the
/// first of the cheapest paths from n to the goal, for otherwise the whole would not be the first. So a search finds it if
/// at n it takes only the edge with which the first of the cheapest paths from n to the goal begins, unless n sees the goal.
/// Where several edges begin a cheapest path, that is the earliest of them: in the order of their directions, among those
/// with the same leading direction the one with more leading steps, then in the order of the directions that follow.
/// Edges that are never taken are left out.
///
/// That edge is canonical after the arrival at n on this path. Another arrival at the same cost may leave it out, and the other
/// way that it then leaves room for has no rectangles of its own: here a search goes on from all arrivals of the lowest cost.
///
/// S. Rabin, N. R. Sturtevant: *Combining Bounding Boxes and JPS to Prune Grid Pathfinding*, 2016, has boxes for directions, of
/// goals with any cheapest path.
///
/// The rectangles lie in the edges, in units of two to the power of `shift` cells: first and last column, first and last row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) shift: u32,
}

impl Bounds {
    /// Whether an edge can be the next one to a goal.
    #[inline]
    pub(super) fn contains(edge: Edge, [x, y]: [u8; 2]) -> bool {
        let [left, right, top, bottom] = edge.steps.to_le_bytes();
        (left..=right).contains(&x) && (top..=bottom).contains(&y)
    }

    /// The cell in units of the rectangles.
    #[inline]
    pub(super) fn place(self, cell: Cell) -> [u8; 2] {
        [(cell.x >> self.shift) as u8, (cell.y >> self.shift) as u8]
    }

    /// Searches from every node and gives the edges their rectangles; `None` where the map is too large, or a path too long for
    /// costs to be told apart.
    pub(super) fn give(
        grid: &Grid,
        graph: &mut JumpGraphIndex,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, StopReason> {
        let largest = grid.width().max(grid.height());
        if graph.nodes.len() > JumpGraphIndex::MOST_NODES || largest > LARGEST_SIDE {
            return Ok(None);
        }
        let mut shift = 0;
        while (largest - 1) >> shift > 0xff {
            shift += 1;
        }
        let mut sweeper = Sweeper::new(grid, graph.config.rule, meter)?;
        let mut edges: Vec<Edge> = Vec::new();
        let mut nodes = Labels {
            best: vec![u64::MAX; graph.nodes.len()],
            arrivals: vec![0; graph.nodes.len()],
            buckets: vec![Vec::new(); 2 * largest as usize],
            waiting: 0,
        };
        let mut places = Vec::with_capacity(graph.nodes.len());
        for node in &graph.nodes {
            let Some(firsts) = nodes.search(grid, graph, node.cell(), &mut sweeper, meter)? else {
                return Ok(None);
            };
            let rects = sweeper.rects(firsts.len(), meter)?;
            let begin = edges.len();
            let mut ends = [0; 8];
            for (arrival, end) in ends.iter_mut().enumerate() {
                for edge in &graph.edges[node.range(arrival)] {
                    let rank = firsts.iter().position(|first| first == edge).expect("a first edge");
                    meter.go_on(1 + rank as u64)?;
                    count::done(1 + rank as u64);
                    let [left, right, ..] = rects[rank];
                    if left <= right {
                        let rect = rects[rank].map(|place| (place >> shift) as u8);
                        edges.push(Edge { end: edge.end, steps: u32::from_le_bytes(rect) });
                    }
                }
                *end = (edges.len() - begin) as u16;
            }
            places.push((begin as u32, ends));
        }
        for (node, place) in graph.nodes.iter_mut().zip(places) {
            (node.edges, node.ends) = place;
        }
        graph.edges = edges;
        Ok(Some(Self { shift }))
    }
}

/// What a diagonal step costs here, a straight one being 2³²: an integer, so that costs can be added up.
///
/// It is less than one too small. Two lengths of a different number of diagonal steps, by b, and nearly equal, differ by more
/// than 1 / (2.83 · b), the costs by b · 2⁻³² less at most: the order is exact as long as b² < 2³² / 2.83, so for paths with
/// fewer than 38,900 diagonal steps. Those up to [`LONGEST`] and one more leg have fewer, and their costs fit 48 bits.
const DIAGONAL: u64 = 0x1_6a09_e667;
const STRAIGHT: u64 = 1 << 32;
const LONGEST: u64 = 30_000 * STRAIGHT;
const LARGEST_SIDE: u32 = 16_000;

/// The label of what is reached without an edge, behind all others.
const DIRECT: u64 = 0xffff;

/// The search from one node: for each node the cost and the label of the earliest cheapest path, and its arrivals.
struct Labels {
    /// The cost, and in the low 16 bits the number of the first edge.
    best: Vec<u64>,
    arrivals: Vec<u8>,
    /// Open nodes by their costs in whole steps, modulo the number of buckets: no leg is as long. No leg is shorter than a
    /// step either, so no node of a bucket leads to another one of the same bucket, and they need no order.
    buckets: Vec<Vec<u32>>,
    /// How many entries there are in all buckets.
    waiting: usize,
}

impl Labels {
    /// Labels all cells; returns the edges that the labels mean.
    fn search(
        &mut self,
        grid: &Grid,
        graph: &JumpGraphIndex,
        from: Cell,
        sweeper: &mut Sweeper,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Edge>>, StopReason> {
        let rule = graph.config.rule;
        let mut firsts = Vec::new();
        let steps = canonical_steps(rule, grid, from, DiagonalRule::START);
        for direction in directions(graph.finds(grid, from, DiagonalRule::START)) {
            graph.all_legs(from, 1 << direction as u8, meter, |edge| {
                let leading = leading_steps(rule, from, graph.nodes[edge.node() as usize].cell());
                firsts.push((order(rule, direction), Reverse(leading), order(rule, edge.arrival()), edge));
            })?;
        }
        firsts.sort_unstable_by_key(|&(first, leading, arrival, _)| (first, leading, arrival));
        let firsts: Vec<Edge> = firsts.into_iter().map(|(.., edge)| edge).collect();
        assert!(firsts.len() < DIRECT as usize, "fewer than two for each column");
        meter.fill(&mut self.best, u64::MAX)?;
        meter.fill(&mut self.arrivals, 0)?;
        meter.fill(&mut sweeper.cells, u64::MAX)?;
        sweeper.sweep(from, steps, 0, DIRECT, meter)?;
        for (&edge, label) in firsts.iter().zip(0..) {
            self.relax(graph, from, 0, label, edge);
        }
        let mut turn = 0;
        while self.waiting > 0 {
            meter.go_on(1)?;
            count::done(1);
            let mut bucket = std::mem::take(&mut self.buckets[turn]);
            self.waiting -= bucket.len();
            turn = (turn + 1) % self.buckets.len();
            for number in bucket.drain(..) {
                let number = number as usize;
                let arrivals = std::mem::take(&mut self.arrivals[number]);
                if arrivals == 0 {
                    continue;
                }
                let (cost, label) = (self.best[number] >> 16, self.best[number] & DIRECT);
                if cost > LONGEST {
                    self.buckets.iter_mut().for_each(Vec::clear);
                    return Ok(None);
                }
                let node = &graph.nodes[number];
                let mut steps = 0;
                for arrival in directions(arrivals) {
                    steps |= canonical_steps(graph.config.rule, grid, node.cell(), arrival as u8);
                    meter.go_on(1 + node.range(arrival as usize).len() as u64)?;
                    for &edge in &graph.edges[node.range(arrival as usize)] {
                        self.relax(graph, node.cell(), cost, label, edge);
                    }
                }
                sweeper.sweep(node.cell(), steps, cost, label, meter)?;
            }
            let emptied = (turn + self.buckets.len() - 1) % self.buckets.len();
            self.buckets[emptied] = bucket;
        }
        Ok(Some(firsts))
    }

    fn relax(&mut self, graph: &JumpGraphIndex, from: Cell, cost: u64, label: u64, edge: Edge) {
        count::done(1);
        let number = edge.node();
        let length = graph.length(from, edge);
        let leg = u64::from(length.diagonal) * DIAGONAL + u64::from(length.straight) * STRAIGHT;
        let entry = (cost + leg) << 16 | label;
        let best = &mut self.best[number as usize];
        let arrivals = &mut self.arrivals[number as usize];
        if entry > *best {
            return;
        }
        let arrived = 1 << edge.arrival() as u8;
        if entry == *best {
            // Expanded nodes are not reached again: every leg costs something.
            *arrivals |= arrived;
            return;
        }
        if entry >> 16 < *best >> 16 {
            let bucket = ((cost + leg) / STRAIGHT) as usize % self.buckets.len();
            self.buckets[bucket].push(number);
            self.waiting += 1;
        }
        (*best, *arrivals) = (entry, arrived);
    }
}

/// How many leading steps the leg between two cells has.
fn leading_steps(rule: DiagonalRule, from: Cell, to: Cell) -> u32 {
    let (across, down) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    if rule == DiagonalRule::Never { across } else { across.min(down) }
}

/// The place of a direction in the order, leading ones first.
fn order(rule: DiagonalRule, direction: Direction) -> u8 {
    u8::from(followers(rule, direction) == 0) << 3 | direction as u8
}

/// The labels of all cells in a search from one node.
struct Sweeper {
    rule: DiagonalRule,
    width: usize,
    strides: [isize; 8],
    /// The steps that are allowed from each cell.
    allowed: Vec<u8>,
    /// The directions in which a scan passes each cell.
    passes: Vec<u8>,
    /// The free cells of each row, in runs: the first, and the number of the one behind the last.
    free: Vec<(Cell, usize)>,
    /// As in [`Labels`]; what the node sees keeps its label.
    cells: Vec<u64>,
}

impl Sweeper {
    fn new(grid: &Grid, rule: DiagonalRule, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let table = rule.canonical_steps();
        let width = grid.width() as usize;
        let cells = width * grid.height() as usize;
        let cell = |number: usize| Cell { x: (number % width) as i32, y: (number / width) as i32 };
        let around = |number: usize| grid.around(grid.id(cell(number)).expect("a cell of the map"));
        let passes = |number: usize| {
            let around = around(number);
            Direction::ALL.into_iter().fold(0, |passes, direction| {
                let steps = table[direction as usize][around];
                let goes_on = steps >> direction as u8 & 1 != 0 && !is_jump_point(rule, direction, steps);
                passes | u8::from(goes_on) << direction as u8
            })
        };
        let passes = meter.list(cells, passes)?;
        let allowed = meter.list(cells, |number| table[usize::from(DiagonalRule::START)][around(number)])?;
        let mut free: Vec<(Cell, usize)> = Vec::new();
        for (cell, index) in grid.cells().zip(0..) {
            meter.go_on(1)?;
            count::done(1);
            if !grid.is_free(cell) {
                continue;
            }
            match free.last_mut() {
                Some((first, end)) if *end == index && first.y == cell.y => *end += 1,
                _ => free.push((cell, index + 1)),
            }
        }
        Ok(Self {
            rule,
            width,
            free,
            strides: Direction::ALL.map(|direction| {
                let (dx, dy) = direction.offset();
                dy as isize * width as isize + dx as isize
            }),
            allowed,
            cells: vec![0; cells],
            passes,
        })
    }

    /// Labels the cells on the legs that begin with these steps from a cell.
    ///
    /// A leg ends where a cell has a cheaper path, or an equally cheap one with an earlier label: behind it, that path goes
    /// on to be the better one.
    fn sweep(
        &mut self,
        from: Cell,
        steps: u8,
        cost: u64,
        label: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let start = from.y as usize * self.width + from.x as usize;
        for direction in directions(steps) {
            let followers = followers(self.rule, direction);
            if followers == 0 {
                meter.go_on(self.run(start, direction, cost, label))?;
                continue;
            }
            let step = if direction.is_diagonal() { DIAGONAL } else { STRAIGHT };
            let (mut at, mut cost) = (start, cost);
            loop {
                at = at.wrapping_add_signed(self.strides[direction as usize]);
                cost += step;
                meter.go_on(1)?;
                if !self.label(at, cost, label) {
                    break;
                }
                for side in directions(followers & self.allowed[at]) {
                    meter.go_on(self.run(at, side, cost, label))?;
                }
                if self.passes[at] >> direction as u8 & 1 == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Labels the cells of a straight scan; returns at how many it looks.
    fn run(&mut self, from: usize, direction: Direction, cost: u64, label: u64) -> u64 {
        let (mut at, mut further) = (from, 0);
        loop {
            at = at.wrapping_add_signed(self.strides[direction as usize]);
            further += STRAIGHT;
            if !self.label(at, cost + further, label) || self.passes[at] >> direction as u8 & 1 == 0 {
                return further / STRAIGHT;
            }
        }
    }

    #[inline]
    fn label(&mut self, at: usize, cost: u64, label: u64) -> bool {
        count::done(1);
        let (entry, known) = (cost << 16 | label, self.cells[at]);
        if entry >= known {
            return false;
        }
        if known != cost << 16 | DIRECT {
            self.cells[at] = entry;
        }
        true
    }

    /// The rectangles around the cells of each label.
    fn rects(&self, labels: usize, meter: &mut Meter<'_>) -> Result<Vec<[i32; 4]>, StopReason> {
        let mut rects = vec![[i32::MAX, i32::MIN, i32::MAX, i32::MIN]; labels];
        for &(first, end) in &self.free {
            let start = first.y as usize * self.width + first.x as usize;
            meter.go_on((end - start) as u64)?;
            count::done((end - start) as u64);
            for (&entry, x) in self.cells[start..end].iter().zip(first.x..) {
                if let Some([left, right, top, bottom]) = rects.get_mut((entry & DIRECT) as usize) {
                    (*left, *right) = (x.min(*left), x.max(*right));
                    (*top, *bottom) = (first.y.min(*top), first.y.max(*bottom));
                }
            }
        }
        Ok(rects)
    }
}
