//! Contracts one node after the other.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::LEG;
use crate::geometry::Cell;
use crate::jumps::{JumpQueue, Length, Measure};
use crate::moves::OctileLength;

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
    pub(super) up: Vec<Vec<Arc<L>>>,
}

/// So many nodes are expanded to find ways that are as short as the shortcuts from a node. Fewer take less time each, but leave
/// shortcuts that nobody needs, and with them comes more work than is saved.
const MOST_WITNESSES: u32 = 200;

/// When searches for witnesses have looked at so many edges and targets in all, which takes ten to thirty seconds, contraction
/// ends.
pub(super) const MOST_WORK: u64 = 3_000_000_000;

/// The depth of nodes that are not contracted.
pub(super) const CORE: u32 = u32::MAX;

/// A graph of which nodes are taken away one after the other. Where a shortest path between two neighbours leads over such a node,
/// and there is no other that is as short, a **shortcut** takes its place: so distances between the nodes that are left never
/// change.
pub(super) struct Contraction<'a, L: Length> {
    cells: &'a [Cell],
    measure: Measure<L>,
    /// Between the nodes that are left.
    arcs: Vec<Vec<Arc<L>>>,
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
}

/// Lengths that these numbers cannot compare.
#[derive(Debug)]
pub(super) struct TooLong;

impl<'a, L: Length> Contraction<'a, L> {
    /// A graph with these cells as nodes, and from each of them legs to others, each of them from both its ends.
    pub(super) fn new(
        measure: Measure<L>,
        cells: &'a [Cell],
        legs: &[Vec<(u32, OctileLength)>],
    ) -> Result<Self, TooLong> {
        let arc = |&(end, steps): &(u32, OctileLength)| {
            let length = comparable(measure.steps(steps.diagonal, steps.straight))?;
            Ok(Arc { end, middle: LEG, length, legs: 1 })
        };
        let arcs = legs.iter().map(|legs| legs.iter().map(arc).collect()).collect::<Result<_, _>>()?;
        Ok(Self {
            cells,
            measure,
            arcs,
            depths: vec![0; cells.len()],
            distances: vec![None; cells.len()],
            reached: Vec::new(),
            queue: JumpQueue::default(),
            targets: Vec::new(),
            shortcuts: Vec::new(),
            work: 0,
        })
    }

    /// Contracts nodes until so much work is done, those first that are worth least. When a node's turn comes, what it
    /// is worth may have changed: then it has to wait.
    pub(super) fn run(mut self, most_work: u64) -> Result<Contracted<L>, TooLong> {
        let nodes = self.cells.len();
        let mut up = vec![Vec::new(); nodes];
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
            up[node as usize] = self.contract(node);
        }
        for Reverse((_, node)) in waiting {
            self.depths[node as usize] = CORE;
            up[node as usize] = std::mem::take(&mut self.arcs[node as usize]);
        }
        Ok(Contracted { depths: self.depths, up })
    }

    /// Takes a node away and puts its [shortcuts](Self::shortcuts) in its place. Returns its edges.
    fn contract(&mut self, node: u32) -> Vec<Arc<L>> {
        let depth = self.depths[node as usize] + 1;
        let arcs = std::mem::take(&mut self.arcs[node as usize]);
        for arc in &arcs {
            self.arcs[arc.end as usize].retain(|back| back.end != node);
            let above = &mut self.depths[arc.end as usize];
            *above = depth.max(*above);
        }
        for (from, shortcut) in self.shortcuts.drain(..) {
            for (from, end) in [(from, shortcut.end), (shortcut.end, from)] {
                let shortcut = Arc { end, ..shortcut };
                let arcs = &mut self.arcs[from as usize];
                match arcs.iter_mut().find(|arc| arc.end == end) {
                    // It is longer, or it would have been a witness.
                    Some(arc) => *arc = shortcut,
                    None => arcs.push(shortcut),
                }
            }
        }
        arcs
    }

    /// Finds the [shortcuts](Self::shortcuts) that would take the place of a node, and how much the node is worth: more the
    /// more shortcuts there are for each edge that goes with it, the more legs they stand for, and the more nodes
    /// were contracted below it, so that nodes are contracted everywhere in turn.
    fn worth(&mut self, node: u32) -> Result<u64, TooLong> {
        self.shortcuts.clear();
        let arcs = std::mem::take(&mut self.arcs[node as usize]);
        for (number, from) in arcs.iter().enumerate() {
            self.targets.clear();
            for to in &arcs[number + 1..] {
                self.targets.push((to.end, comparable(from.length + to.length)?));
            }
            self.find_witnesses(from.end, node)?;
            for to in &arcs[number + 1..] {
                let length = from.length + to.length;
                if self.distances[to.end as usize].is_none_or(|witness| witness > length) {
                    let legs = from.legs + to.legs;
                    self.shortcuts.push((from.end, Arc { end: to.end, middle: node, length, legs }));
                }
            }
            for node in self.reached.drain(..) {
                self.distances[node as usize] = None;
            }
        }
        let legs = |arcs: &mut dyn Iterator<Item = &Arc<L>>| arcs.map(|arc| u64::from(arc.legs)).sum::<u64>();
        let (edges, shortcuts) = (arcs.len() as u64, self.shortcuts.len() as u64);
        let before = legs(&mut arcs.iter());
        let after = legs(&mut self.shortcuts.iter().map(|(_, arc)| arc));
        self.arcs[node as usize] = arcs;
        let depth = u64::from(self.depths[node as usize]);
        Ok(1000 * depth + 1000 * shortcuts / edges.max(1) + 1000 * after / before.max(1))
    }

    /// Searches from a node for ways to the [targets](Self::targets) that are short enough and do not lead over another node,
    /// and leaves their lengths in the distances. A node from which no target can be near enough is not expanded.
    fn find_witnesses(&mut self, from: u32, without: u32) -> Result<(), TooLong> {
        let Some(limit) = self.targets.iter().map(|&(_, length)| length).max() else { return Ok(()) };
        self.queue.clear();
        self.distances[from as usize] = Some(L::default());
        self.reached.push(from);
        self.queue.push(L::default().entry(from.into()));
        let mut expanded = 0;
        while let Some(entry) = self.queue.pop() {
            let node = L::state(entry).ok_or(TooLong)? as usize;
            let length = self.distances[node].expect("it was reached");
            if entry != length.entry(node as u64) {
                // There is a better way since this entry was made, whose entry came before.
                continue;
            }
            let (distances, measure, cells) = (&self.distances, self.measure, self.cells);
            let mut leads_on = false;
            self.work += self.targets.len() as u64;
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
            self.work += self.arcs[node].len() as u64;
            for arc in &self.arcs[node] {
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
fn comparable<L: Length>(length: L) -> Result<L, TooLong> {
    L::state(length.entry(0)).map(|_| length).ok_or(TooLong)
}
