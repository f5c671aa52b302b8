//! Where a search goes, and what the landmarks say of the way there.

use super::{GROUPS, JumpGraphIndex, LANES};
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::{Cost, DiagonalRule, OctileLength};
use crate::planners::jump::Sight;
use crate::planners::jump::legs::canonical_length;
use crate::search::Meter;

/// Where the search goes.
pub(super) struct Target {
    pub(super) cell: Cell,
    sight: Sight,
    /// What estimates are taken from a node's distances: see [`Target::new`].
    low: [[i16; LANES]; GROUPS],
    high: [[i16; LANES]; GROUPS],
    /// The part of the map, if a jump point is one leg away.
    pub(super) part: Option<u32>,
}

impl Target {
    /// Finds how far the goal is from the landmarks.
    ///
    /// Let v be lengths in units of 2⁻³², with the same fraction for √2 as in [`OctileLength::key`], Q = 2^shift, and d(n) the
    /// distance of a cell from one landmark. A node keeps a = ⌊v(d(n)) / Q⌋. The goal's distance is the length of the leg to
    /// the landmark, or the smallest |leg| + d(s) over the jump points s one leg away; both ways round distances are
    /// the same. With k = ⌊key(leg) / Q⌋ and B the smallest of all k + a, rounding down costs each of both parts less than
    /// Q, hence B·Q ≤ v(d(goal)) < (B + 2)·Q. So the way between a node and the goal is not shorter than
    ///
    /// - d(n) − d(goal): in v more than (a − B − 2)·Q,
    /// - d(goal) − d(n): in v more than (B − 1 − a)·Q.
    ///
    /// Searches measure ways with another √2 (see `Length`): one that is too large, or one that is too small by 2⁻⁶² at most. As
    /// ways have fewer than 2³⁰ steps, they measure less than 2⁻³² tiles too little, and so much is taken off. Then no
    /// estimate is above the measure of the way, and adding to measures is exact: it is admissible. It is not consistent, by
    /// up to Q at each step; so nodes are opened again when a better way is found.
    ///
    /// If there is no time for all of that, the meter says so.
    pub(super) fn new(
        grid: &Grid,
        graph: &JumpGraphIndex,
        cell: Cell,
        sight: Sight,
        meter: &mut Meter<'_>,
    ) -> Self {
        let mut this =
            Self { cell, sight, low: [[-1; LANES]; GROUPS], high: [[i16::MAX; LANES]; GROUPS], part: None };
        if graph.lanes() == 0 {
            return this;
        }
        let rule = graph.config.rule;
        let mut nearest = [[i16::MAX; LANES]; GROUPS];
        let quantum = |length: OctileLength| (length.key() >> graph.shift).min(i16::MAX as u64) as i16;
        // Four straight scans, and two from each cell of four lines.
        let line = Meter::line(grid);
        meter.work(4 * line);
        let enter = |_, _| meter.work(2 * line + 16);
        graph.legs(cell, graph.finds(grid, cell, DiagonalRule::START), enter, |edge| {
            let node = &graph.nodes[edge.node() as usize];
            let leg = quantum(graph.length(cell, edge));
            lower(&mut nearest[0], &node.distances, leg);
            if let Some(farther) = graph.farther.get(edge.node() as usize) {
                lower(&mut nearest[1], &farther.0[0], leg);
                lower(&mut nearest[2], &farther.0[1], leg);
            }
            this.part = Some(node.part);
        });
        if let Some(part) = this.part {
            let landmarks = graph.parts[part as usize].iter().take(graph.lanes());
            for (nearest, landmark) in nearest.as_flattened_mut().iter_mut().zip(landmarks) {
                if landmark.sight.reaches(&graph.bits, cell) {
                    *nearest = quantum(canonical_length(rule, cell, landmark.cell)).min(*nearest);
                }
            }
            this.low = nearest.map(|group| group.map(|nearest| nearest - 1));
            this.high = nearest.map(|group| group.map(|nearest| nearest.saturating_add(2)));
        }
        this
    }

    /// Where the landmarks are that estimate the way to the goal, each once.
    pub(super) fn landmarks<'a>(&self, graph: &'a JumpGraphIndex) -> impl Iterator<Item = Cell> + use<'a> {
        let marks = self.part.map_or(&[][..], |part| &graph.parts[part as usize][..graph.lanes()]);
        let is_new = |number: usize| marks[..number].iter().all(|other| other.cell != marks[number].cell);
        (0..marks.len()).filter(move |&number| is_new(number)).map(|number| marks[number].cell)
    }

    /// Whether the leg from a cell to the goal is free.
    #[inline]
    pub(super) fn sees(&self, graph: &JumpGraphIndex, cell: Cell) -> bool {
        self.sight.reaches(&graph.bits, cell)
    }

    /// How far a node is from the goal at least, as the landmarks say, in 2³²nds of a tile.
    #[inline]
    pub(super) fn estimate(&self, graph: &JumpGraphIndex, number: u32) -> u64 {
        if graph.lanes() == 0 {
            return 0;
        }
        let mut most =
            largest_difference(&graph.nodes[number as usize].distances, &self.low[0], &self.high[0]);
        if let Some(farther) = graph.farther.get(number as usize) {
            for (group, distances) in (1..).zip(&farther.0) {
                most = most.max(largest_difference(distances, &self.low[group], &self.high[group]));
            }
        }
        ((most as u64) << graph.shift).saturating_sub(SLACK)
    }
}

/// What is taken off estimates: 2⁻³² tiles.
const SLACK: u64 = 1;

/// The largest of all `distance − high` and `low − distance`, and of 0.
///
/// The compiler takes eight lanes at a time here: of signed numbers, because every processor has their maximum, and in a
/// function of its own, because elsewhere it does not.
#[inline(never)]
fn largest_difference(distances: &[i16; LANES], low: &[i16; LANES], high: &[i16; LANES]) -> i16 {
    let lanes = 0..LANES;
    lanes.map(|lane| (distances[lane] - high[lane]).max(low[lane] - distances[lane])).fold(0, i16::max)
}

/// Lowers each value to the distance plus `leg` where that is less: a function of its own for the same reason.
#[inline(never)]
fn lower(values: &mut [i16; LANES], distances: &[i16; LANES], leg: i16) {
    for (value, distance) in values.iter_mut().zip(distances) {
        *value = distance.saturating_add(leg).min(*value);
    }
}
