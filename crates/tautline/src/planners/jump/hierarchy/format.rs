//! The hierarchy as bytes, without header and checksum: the caller that writes a file adds those.

use super::build::empty;
use super::{Edge, JumpHierarchy, LEG, Shortcut};
use crate::geometry::Cell;
use crate::map::Map;
use crate::moves::{DiagonalRule, OctileLength};
use crate::planners::jump::Sight;
use crate::planners::jump::legs::canonical_length;
use crate::search::{Meter, StopReason, count};

/// Bytes that are not a hierarchy of this map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are not a hierarchy of this map: {0}")]
pub(crate) struct BadJumpHierarchy(&'static str);

/// Why the edges of a hierarchy were not made.
#[derive(Debug)]
pub(super) enum Unlinked {
    /// They are no edges of this map.
    Bad(BadJumpHierarchy),
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<BadJumpHierarchy> for Unlinked {
    fn from(bad: BadJumpHierarchy) -> Self {
        Self::Bad(bad)
    }
}

impl From<StopReason> for Unlinked {
    fn from(why: StopReason) -> Self {
        Self::Stopped(why)
    }
}

impl JumpHierarchy {
    /// What it takes to make it again from the map, in less time: everything but what a look at the map tells.
    #[must_use]
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + 8 * (self.cells.len() + self.edges.len()));
        let mut put = |number: u32| bytes.extend(number.to_le_bytes());
        put(self.rule as u32);
        put(self.cells.len() as u32);
        put(self.core);
        put(self.edges.len() as u32);
        self.numbers.iter().for_each(|&number| put(number));
        self.first.windows(2).for_each(|pair| put(pair[1] - pair[0]));
        for (edge, shortcut) in self.edges.iter().zip(&self.shortcuts) {
            put(edge.end);
            put(if shortcut.is_leg() { LEG } else { self.number(shortcut.middle) });
        }
        bytes
    }

    /// Makes it from [bytes](Self::to_bytes) for the map that they belong to.
    ///
    /// Bytes that do not fit the map are refused: every leg is looked at, and every shortcut is put together from its halves, so
    /// whatever is accepted leads along legal paths. That they are the shortest is for a checksum to guard.
    pub(crate) fn from_bytes(map: &Map, bytes: &[u8]) -> Result<Self, BadJumpHierarchy> {
        let grid = map.grid();
        let (words, rest) = bytes.as_chunks::<4>();
        let mut words = words.iter().map(|&word| u32::from_le_bytes(word));
        let mut next = || words.next().ok_or(BadJumpHierarchy("they end too early"));
        let rule =
            *DiagonalRule::ALL.get(next()? as usize).ok_or(BadJumpHierarchy("no such diagonal rule"))?;
        let (nodes, core, edges) = (next()? as usize, next()?, next()? as usize);
        let length = (4 + 2 * nodes as u64 + 2 * edges as u64) * 4;
        if !rest.is_empty() || length != bytes.len() as u64 {
            return Err(BadJumpHierarchy("another length"));
        }
        let meter = &mut Meter::unlimited();
        let (mut hierarchy, cells) = empty(map, rule, meter).expect("nothing stops it");
        if nodes != cells.len() || core as usize > nodes {
            return Err(BadJumpHierarchy("another number of jump points"));
        }
        hierarchy.core = core;
        let mut places = vec![None; nodes];
        for &cell in &cells {
            let number = next()?;
            let place = places.get_mut(number as usize).filter(|place| place.is_none());
            *place.ok_or(BadJumpHierarchy("a jump point out of order"))? = Some(cell);
            hierarchy.numbers.push(number);
        }
        hierarchy.cells = places.into_iter().flatten().collect();
        let mut end = 0u32;
        for _ in 0..nodes {
            end = end.checked_add(next()?).ok_or(BadJumpHierarchy("too many edges"))?;
            hierarchy.first.push(end);
        }
        if end as usize != edges {
            return Err(BadJumpHierarchy("another number of edges"));
        }
        let ends: Vec<(u32, u32)> = (0..edges).map(|_| Ok((next()?, next()?))).collect::<Result<_, _>>()?;
        hierarchy.link(&ends, meter).map_err(|unlinked| match unlinked {
            Unlinked::Bad(bad) => bad,
            Unlinked::Stopped(_) => unreachable!("nothing stops it"),
        })?;
        // No shortest path has more steps than there are cells.
        let most = u64::from(grid.width()) * u64::from(grid.height());
        let is_long = |edge: &Edge| u64::from(edge.steps.straight) + u64::from(edge.steps.diagonal) > most;
        if hierarchy.edges.iter().any(is_long) {
            return Err(BadJumpHierarchy("a shortcut that is too long"));
        }
        Ok(hierarchy)
    }

    /// Makes the edges from their ends and middles. Those of the nodes that were contracted first come before the others, so
    /// that the halves of a shortcut are known.
    pub(super) fn link(&mut self, ends: &[(u32, u32)], meter: &mut Meter<'_>) -> Result<(), Unlinked> {
        let leg = Shortcut { middle: Cell::default(), halves: [LEG; 2] };
        self.edges =
            meter.list(ends.len(), |number| Edge { end: ends[number].0, steps: OctileLength::ZERO })?;
        self.shortcuts = meter.filled(ends.len(), leg)?;
        let mut sights = Vec::with_capacity(self.cells.len());
        for &cell in &self.cells {
            let sight = Sight::new(&self.bits, cell);
            meter.go_on(1 + sight.words())?;
            sights.push(sight);
        }
        for node in (0..self.cells.len() as u32).rev() {
            let range = self.range(node);
            meter.go_on(1 + range.len() as u64)?;
            count::done(range.len() as u64);
            let above = if node < self.core { self.core } else { node };
            let is_sorted = ends[range.clone()].is_sorted_by(|one, other| one.0 < other.0);
            if !is_sorted || ends[range.clone()].iter().any(|&(end, _)| end >= above || end == node) {
                return Err(BadJumpHierarchy("an edge out of order").into());
            }
            for number in range {
                let (end, middle) = ends[number];
                let [from, to] = [node, end].map(|node| self.cells[node as usize]);
                if middle == LEG {
                    meter.go_on(u64::from(from.x.abs_diff(to.x) + from.y.abs_diff(to.y)) / 64)?;
                    let is_free = sights[node as usize].reaches(&self.bits, to)
                        && sights[end as usize].reaches(&self.bits, from);
                    if !is_free {
                        return Err(BadJumpHierarchy("a leg that is not free").into());
                    }
                    self.edges[number].steps = canonical_length(self.rule, from, to);
                } else {
                    let cell =
                        self.cells.get(middle as usize).filter(|_| middle > node && middle >= self.core);
                    let half = |end| self.edge(middle, end).map(|half| half as u32);
                    let shortcut =
                        cell.and_then(|&middle| Some(Shortcut { middle, halves: [half(node)?, half(end)?] }));
                    let shortcut = shortcut.ok_or(BadJumpHierarchy("a shortcut without its halves"))?;
                    let [one, other] = shortcut.halves.map(|half| self.edges[half as usize].steps);
                    let straight = one.straight.checked_add(other.straight);
                    let diagonal = one.diagonal.checked_add(other.diagonal);
                    let (Some(straight), Some(diagonal)) = (straight, diagonal) else {
                        return Err(BadJumpHierarchy("a shortcut that is too long").into());
                    };
                    self.edges[number].steps = OctileLength { straight, diagonal };
                    self.shortcuts[number] = shortcut;
                }
            }
        }
        for node in 0..self.core {
            let mut range = self.range(node);
            meter.go_on(1 + range.len() as u64)?;
            count::done(range.len() as u64);
            if !range.all(|number| self.is_at_both_ends(node, number)) {
                return Err(
                    BadJumpHierarchy("an edge of the core that is not the same at both its ends").into()
                );
            }
        }
        Ok(())
    }

    /// Whether an edge of a node of the core is there from the other end, too.
    fn is_at_both_ends(&self, node: u32, number: usize) -> bool {
        let (Edge { end, .. }, Shortcut { middle, halves: [one, other] }) =
            (self.edges[number], self.shortcuts[number]);
        let back = Shortcut { middle, halves: [other, one] };
        self.edge_of(end, node).is_some_and(|number| self.shortcuts[number] == back)
    }
}
