//! What links add: which areas they join, and in which direction.

use super::Reachability;
use super::naming::Naming;

/// The areas that links lead from or to, as a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    nodes: Vec<Node>,
    /// The areas that one can go between in both directions, one set after the other.
    members: Vec<u32>,
    /// Where each set begins among them, and where the last one ends.
    starts: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    area: u32,
    /// The number of its set. Links between sets lead from higher to lower numbers only.
    set: u32,
    /// Equal for areas that links would join if all of them led in both directions.
    cluster: u32,
}

const NONE: u32 = u32::MAX;

impl Network {
    /// The network of these links between different areas, each from one to the other. The areas learn their places in it.
    pub(super) fn relink(&mut self, links: impl Iterator<Item = (u32, u32)>, naming: &mut Naming) {
        for node in &self.nodes {
            naming.set_node(node.area, 0);
        }
        self.nodes.clear();
        let mut place = |area: u32| {
            if naming.node(area) == 0 {
                let number = self.nodes.len() as u32;
                self.nodes.push(Node { area, set: NONE, cluster: number });
                naming.set_node(area, number + 1);
            }
            naming.node(area) - 1
        };
        let mut edges: Vec<(u32, u32)> = links.map(|(from, to)| (place(from), place(to))).collect();
        edges.sort_unstable();
        edges.dedup();
        self.find_clusters(&edges);
        self.find_sets(&edges);
    }

    fn find_clusters(&mut self, edges: &[(u32, u32)]) {
        for &(one, other) in edges {
            let (one, other) = (self.first_of_cluster(one), self.first_of_cluster(other));
            self.nodes[one.max(other) as usize].cluster = one.min(other);
        }
        for node in 0..self.nodes.len() as u32 {
            self.nodes[node as usize].cluster = self.first_of_cluster(node);
        }
    }

    fn first_of_cluster(&self, mut node: u32) -> u32 {
        while self.nodes[node as usize].cluster != node {
            node = self.nodes[node as usize].cluster;
        }
        node
    }

    /// Tarjan's strongly connected components (1972, <https://doi.org/10.1137/0201010>), with a stack instead of recursion.
    /// They come out in an order in which edges lead backwards only.
    fn find_sets(&mut self, edges: &[(u32, u32)]) {
        self.members.clear();
        self.starts.clear();
        self.starts.push(0);
        let count = self.nodes.len();
        let first_edge = |node: u32| edges.partition_point(|&(from, _)| from < node);
        // By node: when it was visited, from one, and the earliest one that it leads back to.
        let (mut visited, mut low) = (vec![0u32; count], vec![0u32; count]);
        let mut open: Vec<u32> = Vec::new();
        let mut clock = 0;
        for root in 0..count as u32 {
            let mut path: Vec<(u32, usize)> = Vec::new();
            let mut entered = (visited[root as usize] == 0).then_some(root);
            loop {
                if let Some(node) = entered.take() {
                    clock += 1;
                    (visited[node as usize], low[node as usize]) = (clock, clock);
                    open.push(node);
                    path.push((node, first_edge(node)));
                }
                let Some((node, edge)) = path.last_mut() else { break };
                let (at, next) = (*node, edges.get(*edge).filter(|(from, _)| from == node));
                if let Some(&(_, to)) = next {
                    *edge += 1;
                    if visited[to as usize] == 0 {
                        entered = Some(to);
                    } else if self.nodes[to as usize].set == NONE {
                        low[at as usize] = low[at as usize].min(visited[to as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    low[before as usize] = low[before as usize].min(low[at as usize]);
                }
                if low[at as usize] == visited[at as usize] {
                    self.close(&mut open, at);
                }
            }
        }
    }

    /// Makes a set of the open nodes from the last one down to `first`.
    fn close(&mut self, open: &mut Vec<u32>, first: u32) {
        let set = self.sets() as u32;
        while let Some(node) = open.pop() {
            self.nodes[node as usize].set = set;
            self.members.push(self.nodes[node as usize].area);
            if node == first {
                break;
            }
        }
        self.starts.push(self.members.len() as u32);
    }

    /// How many areas there are in it.
    pub(super) fn areas(&self) -> usize {
        self.nodes.len()
    }

    /// How many sets of areas that one can go between in both directions.
    pub(super) fn sets(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The areas that one can go to from an area and come back, itself included.
    pub(super) fn set<'a>(&'a self, area: &'a u32, naming: &Naming) -> &'a [u32] {
        let Some(node) = naming.node(*area).checked_sub(1) else { return std::slice::from_ref(area) };
        let set = self.nodes[node as usize].set as usize;
        &self.members[self.starts[set] as usize..self.starts[set + 1] as usize]
    }

    /// Whether one can go from an area to a different one.
    #[inline]
    pub(super) fn reaches(&self, from: u32, to: u32, naming: &Naming) -> Reachability {
        let (Some(from), Some(to)) = (naming.node(from).checked_sub(1), naming.node(to).checked_sub(1))
        else {
            return Reachability::No;
        };
        let (from, to) = (self.nodes[from as usize], self.nodes[to as usize]);
        if from.set == to.set {
            Reachability::Yes
        } else if from.cluster == to.cluster && from.set > to.set {
            Reachability::Unknown
        } else {
            Reachability::No
        }
    }
}
