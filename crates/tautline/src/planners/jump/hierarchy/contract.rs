//! Contracts one node after the other.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::LEG;
use super::lists::Lists;
use crate::geometry::Cell;
use crate::moves::OctileLength;
use crate::planners::jump::{JumpQueue, Length, Measure};
use crate::search::{Meter, StopReason, count};

/// An edge of the graph that is being contracted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc<L> {
    /// The node at the other end.
    pub(super) end: u32,
    /// The node that was contracted between its ends; [`LEG`] if there was none.
    pub(super) middle: u32,
    length: L,
    /// How many legs it stands for.
    legs: u32,
}

/// What contraction makes of a graph.
pub(super) struct Contracted<L> {
    /// How many nodes, one above the other, were contracted below each node; [`CORE`] if it is left.
    pub(super) depths: Vec<u32>,
    /// The edges of each node to those that were contracted after it, all of which are deeper, and to those that are left.
    pub(super) up: Lists<Arc<L>>,
}

/// So many nodes are expanded to find ways that are as short as the shortcuts from a node. Fewer take less time each, but leave
/// superfluous shortcuts, which cost more work than is saved.
const MOST_WITNESSES: u32 = 200;

/// When searches for witnesses have looked at so many edges and targets in all, which takes ten to thirty seconds, contraction
/// ends.
pub(super) const MOST_WORK: u64 = 3_000_000_000;

/// The depth of nodes that are not contracted.
pub(super) const CORE: u32 = u32::MAX;

/// A graph of which nodes are taken away one after the other. Where a shortest path between two neighbours leads over such a node,
/// and there is no other that is as short, a **shortcut** takes its place: so distances between the nodes that are left never
/// change.
pub(super) struct Contraction<'a, 'l, L: Length> {
    cells: &'a [Cell],
    measure: Measure<L>,
    /// Between the nodes that are left, and from each that was taken away to those that were left then.
    arcs: Lists<Arc<L>>,
    /// How many nodes, one above the other, have been contracted below each node.
    depths: Vec<u32>,
    /// How far the nodes are from where a search for witnesses began.
    distances: Vec<Option<L>>,
    reached: Vec<u32>,
    queue: JumpQueue<L::Entry>,
    /// Which nodes a search still looks for, and how far away they may be.
    targets: Vec<(u32, L)>,
    /// The shortcuts that take the place of a node: one end, and the edge from there.
    shortcuts: Vec<(u32, Arc<L>)>,
    /// How much work was done to find witnesses.
    work: u64,
    meter: &'a mut Meter<'l>,
}

/// Why a graph was not contracted.
#[derive(Debug)]
pub(super) enum Unfinished {
    /// Lengths that these numbers cannot compare.
    TooLong,
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<StopReason> for Unfinished {
    fn from(why: StopReason) -> Self {
        Self::Stopped(why)
    }
}

impl<'a, 'l, L: Length> Contraction<'a, 'l, L> {
    /// A graph with these cells as nodes, and from each of them legs to others, each of them from both its ends.
    pub(super) fn new(
        measure: Measure<L>,
        cells: &'a [Cell],
        legs: &Lists<(u32, OctileLength)>,
        meter: &'a mut Meter<'l>,
    ) -> Result<Self, Unfinished> {
        let length = |steps: OctileLength| measure.steps(steps.diagonal, steps.straight);
        let mut arcs = Lists::with_capacity(legs.len());
        for node in 0..legs.len() as u32 {
            let legs = legs.of(node);
            meter.go_on(1 + legs.len() as u64)?;
            count::done(legs.len() as u64);
            for &(_, steps) in legs {
                comparable(length(steps))?;
            }
            let arc = |&(end, steps)| Arc { end, middle: LEG, length: length(steps), legs: 1 };
            arcs.add(legs.iter().map(arc));
        }
        Ok(Self {
            cells,
            measure,
            arcs,
            depths: vec![0; cells.len()],
            distances: meter.filled(cells.len(), None)?,
            reached: Vec::new(),
            queue: JumpQueue::default(),
            targets: Vec::new(),
            shortcuts: Vec::new(),
            work: 0,
            meter,
        })
    }

    /// Contracts nodes until so much work is done, those first that are worth least. When a node's turn comes, what it
    /// is worth may have changed: then it has to wait.
    pub(super) fn run(mut self, most_work: u64) -> Result<Contracted<L>, Unfinished> {
        let nodes = self.cells.len();
        let mut waiting = BinaryHeap::with_capacity(nodes);
        for node in 0..nodes as u32 {
            let worth = if self.work < most_work { self.worth(node)? } else { u64::MAX };
            waiting.push(Reverse((worth, node)));
        }
        while self.work < most_work
            && let Some(Reverse((_, node))) = waiting.pop()
        {
            let worth = self.worth(node)?;
            if waiting.peek().is_some_and(|&Reverse(next)| next < (worth, node)) {
                waiting.push(Reverse((worth, node)));
                continue;
            }
            self.contract(node)?;
        }
        for Reverse((_, node)) in waiting {
            self.meter.go_on(1)?;
            count::done(1);
            self.depths[node as usize] = CORE;
        }
        Ok(Contracted { depths: self.depths, up: self.arcs })
    }

    /// Takes a node away, but for its own edges, and puts its [shortcuts](Self::shortcuts) in its place.
    fn contract(&mut self, node: u32) -> Result<(), StopReason> {
        let depth = self.depths[node as usize] + 1;
        for number in 0..self.arcs.of(node).len() {
            let end = self.arcs.of(node)[number].end;
            let edges = self.arcs.of(end).len() as u64;
            self.meter.go_on(edges)?;
            count::done(edges);
            self.arcs.retain(end, |back| back.end != node);
            let above = &mut self.depths[end as usize];
            *above = depth.max(*above);
        }
        for (from, shortcut) in self.shortcuts.drain(..) {
            for (from, end) in [(from, shortcut.end), (shortcut.end, from)] {
                let shortcut = Arc { end, ..shortcut };
                let arcs = self.arcs.of_mut(from);
                self.meter.go_on(arcs.len() as u64)?;
                count::done(arcs.len() as u64);
                match arcs.iter_mut().find(|arc| arc.end == end) {
                    // It is longer, or it would have been a witness.
                    Some(arc) => *arc = shortcut,
                    None => self.arcs.push(from, shortcut),
                }
            }
        }
        Ok(())
    }

    /// Finds the [shortcuts](Self::shortcuts) that would take the place of a node, and how much the node is worth: more the
    /// more shortcuts there are for each edge that goes with it, the more legs they stand for, and the more nodes
    /// were contracted below it, so that nodes are contracted everywhere in turn.
    fn worth(&mut self, node: u32) -> Result<u64, Unfinished> {
        self.shortcuts.clear();
        for number in 0..self.arcs.of(node).len() {
            let arcs = &self.arcs.of(node)[number..];
            self.meter.go_on(2 * arcs.len() as u64)?;
            count::done(2 * arcs.len() as u64);
            let from = arcs[0];
            self.targets.clear();
            for to in &arcs[1..] {
                self.targets.push((to.end, comparable(from.length + to.length)?));
            }
            self.find_witnesses(from.end, node)?;
            for to in &self.arcs.of(node)[number + 1..] {
                let length = from.length + to.length;
                if self.distances[to.end as usize].is_none_or(|witness| witness > length) {
                    let legs = from.legs + to.legs;
                    self.shortcuts.push((from.end, Arc { end: to.end, middle: node, length, legs }));
                }
            }
            self.meter.go_on(self.reached.len() as u64)?;
            count::done(self.reached.len() as u64);
            for node in self.reached.drain(..) {
                self.distances[node as usize] = None;
            }
        }
        let arcs = self.arcs.of(node);
        let legs = |arcs: &mut dyn Iterator<Item = &Arc<L>>| arcs.map(|arc| u64::from(arc.legs)).sum::<u64>();
        let (edges, shortcuts) = (arcs.len() as u64, self.shortcuts.len() as u64);
        let before = legs(&mut arcs.iter());
        let after = legs(&mut self.shortcuts.iter().map(|(_, arc)| arc));
        let depth = u64::from(self.depths[node as usize]);
        Ok(1000 * depth + 1000 * shortcuts / edges.max(1) + 1000 * after / before.max(1))
    }

    /// Searches from a node for ways to the [targets](Self::targets) that are short enough and do not lead over another node,
    /// and leaves their lengths in the distances. A node from which no target can be near enough is not expanded.
    fn find_witnesses(&mut self, from: u32, without: u32) -> Result<(), Unfinished> {
        let Some(limit) = self.targets.iter().map(|&(_, length)| length).max() else { return Ok(()) };
        self.queue.clear();
        self.distances[from as usize] = Some(L::default());
        self.reached.push(from);
        self.queue.push(L::default().entry(from.into()));
        let mut expanded = 0;
        while let Some(entry) = self.queue.pop() {
            let node = L::state(entry).ok_or(Unfinished::TooLong)? as usize;
            let length = self.distances[node].expect("it was reached");
            if entry != length.entry(node as u64) {
                // There is a better way since this entry was made, whose entry came before.
                continue;
            }
            let (distances, measure, cells) = (&self.distances, self.measure, self.cells);
            let mut leads_on = false;
            self.work += self.targets.len() as u64;
            self.meter.go_on(1 + self.targets.len() as u64)?;
            count::done(1 + self.targets.len() as u64);
            self.targets.retain(|&(target, limit)| {
                let is_open = distances[target as usize].is_none_or(|witness| witness > limit);
                leads_on |=
                    is_open && length + measure.distance(cells[node], cells[target as usize]) <= limit;
                is_open
            });
            if self.targets.is_empty() || expanded == MOST_WITNESSES {
                break;
            }
            if !leads_on {
                continue;
            }
            expanded += 1;
            let arcs = self.arcs.of(node as u32);
            self.work += arcs.len() as u64;
            self.meter.go_on(arcs.len() as u64)?;
            count::done(arcs.len() as u64);
            for arc in arcs {
                let longer = length + arc.length;
                let distance = &mut self.distances[arc.end as usize];
                if longer <= limit && arc.end != without && distance.is_none_or(|distance| longer < distance)
                {
                    if distance.is_none() {
                        self.reached.push(arc.end);
                    }
                    *distance = Some(longer);
                    self.queue.push(longer.entry(arc.end.into()));
                }
            }
        }
        Ok(())
    }
}

/// The length, if it can be compared with others.
fn comparable<L: Length>(length: L) -> Result<L, Unfinished> {
    L::state(length.entry(0)).map(|_| length).ok_or(Unfinished::TooLong)
}
