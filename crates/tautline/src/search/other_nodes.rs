//! Two slower ways to keep what is known of states: what Cazenave's paper compares with.

use super::{Arrival, Node, NodeStore, OutOfMemory, StateId, Status, count, zeroed};
use crate::moves::Cost;

/// What is known of a state, where it has memory of its own.
#[derive(Clone, Copy, Debug)]
struct Known<C> {
    g: C,
    h: C,
    arrival: Arrival,
    status: Status,
}

/// Memory for each node as it is made, and given back when the next search begins: "the standard A* algorithm" of Cazenave's paper,
/// VI-A.
#[derive(Debug)]
pub struct FreshNodes<C: Cost> {
    /// For each state its node, if it has one.
    nodes: Vec<Option<Box<Known<C>>>>,
    /// The states that have one.
    made: Vec<StateId>,
}

impl<C: Cost> Default for FreshNodes<C> {
    fn default() -> Self {
        Self { nodes: Vec::new(), made: Vec::new() }
    }
}

impl<C: Cost> NodeStore<C> for FreshNodes<C> {
    type Node<'a> = FreshNode<'a, C>;

    fn begin(&mut self, states: usize) -> Result<(), OutOfMemory> {
        for id in self.made.drain(..) {
            self.nodes[id.index()] = None;
        }
        if self.nodes.len() < states {
            self.nodes = Vec::new();
            self.nodes = zeroed(states)?;
        }
        Ok(())
    }

    #[inline]
    fn get(&mut self, id: StateId) -> FreshNode<'_, C> {
        FreshNode { node: &mut self.nodes[id.index()], made: &mut self.made, id }
    }

    fn known(&self, id: StateId) -> Option<(C, Arrival, Status)> {
        let node = self.nodes.get(id.index())?.as_ref()?;
        Some((node.g, node.arrival, node.status))
    }
}

/// A place for a node of [`FreshNodes`].
#[derive(Debug)]
pub struct FreshNode<'a, C: Cost> {
    node: &'a mut Option<Box<Known<C>>>,
    made: &'a mut Vec<StateId>,
    id: StateId,
}

impl<C: Cost> Node<C> for FreshNode<'_, C> {
    #[inline]
    fn status(&self) -> Status {
        self.node.as_ref().map_or(Status::New, |node| node.status)
    }

    #[inline]
    fn g(&self) -> C {
        self.node.as_ref().map_or(C::default(), |node| node.g)
    }

    #[inline]
    fn h(&self) -> Option<C> {
        self.node.as_ref().map(|node| node.h)
    }

    #[inline]
    fn arrival(&self) -> Arrival {
        self.node.as_ref().map_or(Arrival(0), |node| node.arrival)
    }

    /// Every way that is recorded is a new node.
    #[inline]
    fn open(&mut self, g: C, h: C, arrival: Arrival) {
        if self.node.is_none() {
            self.made.push(self.id);
        }
        *self.node = Some(Box::new(Known { g, h, arrival, status: Status::Open }));
    }

    #[inline]
    fn close(&mut self) {
        if let Some(node) = self.node {
            node.status = Status::Closed;
        }
    }
}

/// One list of all nodes, open and closed, that is gone through for every state that is looked up: the simple method of Cazenave's
/// paper, IV-A. "When the number of open and closed nodes grows up, this method is quite inefficient."
#[derive(Debug)]
pub struct ListedNodes<C: Cost> {
    nodes: Vec<(StateId, Known<C>)>,
}

impl<C: Cost> Default for ListedNodes<C> {
    fn default() -> Self {
        Self { nodes: Vec::new() }
    }
}

impl<C: Cost> ListedNodes<C> {
    fn place(&self, id: StateId) -> Option<usize> {
        count::done(self.nodes.len() as u64);
        self.nodes.iter().position(|&(node, _)| node == id)
    }
}

impl<C: Cost> NodeStore<C> for ListedNodes<C> {
    type Node<'a> = ListedNode<'a, C>;

    fn begin(&mut self, _: usize) -> Result<(), OutOfMemory> {
        self.nodes.clear();
        Ok(())
    }

    fn get(&mut self, id: StateId) -> ListedNode<'_, C> {
        let place = self.place(id);
        ListedNode { nodes: &mut self.nodes, place, id }
    }

    fn work(&self) -> u64 {
        1 + self.nodes.len() as u64
    }

    fn known(&self, id: StateId) -> Option<(C, Arrival, Status)> {
        let (_, node) = self.nodes[self.place(id)?];
        Some((node.g, node.arrival, node.status))
    }
}

/// A place in the list of [`ListedNodes`], or behind its end.
#[derive(Debug)]
pub struct ListedNode<'a, C: Cost> {
    nodes: &'a mut Vec<(StateId, Known<C>)>,
    place: Option<usize>,
    id: StateId,
}

impl<C: Cost> ListedNode<'_, C> {
    fn known(&self) -> Option<Known<C>> {
        self.place.map(|place| self.nodes[place].1)
    }
}

impl<C: Cost> Node<C> for ListedNode<'_, C> {
    fn status(&self) -> Status {
        self.known().map_or(Status::New, |node| node.status)
    }

    fn g(&self) -> C {
        self.known().map_or(C::default(), |node| node.g)
    }

    fn h(&self) -> Option<C> {
        self.known().map(|node| node.h)
    }

    fn arrival(&self) -> Arrival {
        self.known().map_or(Arrival(0), |node| node.arrival)
    }

    fn open(&mut self, g: C, h: C, arrival: Arrival) {
        let node = Known { g, h, arrival, status: Status::Open };
        if let Some(place) = self.place {
            self.nodes[place].1 = node;
        } else {
            self.place = Some(self.nodes.len());
            self.nodes.push((self.id, node));
        }
    }

    fn close(&mut self) {
        if let Some(place) = self.place {
            self.nodes[place].1.status = Status::Closed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PooledNodes;
    use super::*;
    use tautline_testkit::world::SplitMix64;

    /// What is done to one store is done to all.
    fn follow<N: NodeStore<u32>>(seed: u64) -> Vec<(Status, u32, Option<u32>, Arrival)> {
        let mut rng = SplitMix64::new(seed);
        let (mut nodes, mut seen) = (N::default(), Vec::new());
        for _ in 0..20 {
            nodes.begin(50).unwrap();
            for _ in 0..200 {
                let id = StateId(rng.below(50));
                let mut node = nodes.get(id);
                match node.status() {
                    Status::Open if rng.chance(40) => node.close(),
                    _ => node.open(rng.below(900), rng.below(900), Arrival(rng.below(8) as u8)),
                }
                seen.push((node.status(), node.g(), node.h(), node.arrival()));
                drop(node);
                let other = StateId(rng.below(50));
                let known = nodes.known(other);
                let node = nodes.get(other);
                assert_eq!(known.map_or(Status::New, |(.., status)| status), node.status());
                if let Some((g, arrival, _)) = known {
                    assert_eq!((g, arrival), (node.g(), node.arrival()));
                }
            }
        }
        seen
    }

    #[test]
    fn all_stores_know_the_same() {
        for seed in 0..20 {
            let pooled = follow::<PooledNodes<u32>>(seed);
            assert_eq!(follow::<FreshNodes<u32>>(seed), pooled);
            assert_eq!(follow::<ListedNodes<u32>>(seed), pooled);
        }
    }
}
