use super::nodes::{AngleNodes, Status};
use super::search::Procedures;
use super::sight::{Sight, Vertex};
use crate::search::{StateId, Stats};

/// Lazy Theta*: takes Path 2 for granted, and looks whether it is unblocked only when the corner is expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lazy;

impl Procedures for Lazy {
    /// If the corner does not see its parent, it gets the best of its expanded neighbours. There is one at least: the one from
    /// which it was put into the open list.
    fn set_vertex(&self, sight: &Sight<'_>, nodes: &mut AngleNodes, vertex: Vertex, stats: &mut Stats) {
        let parent = nodes.parent(vertex.id);
        if parent == vertex.id {
            return;
        }
        stats.line_of_sight_checks += 1;
        if sight.sees(sight.vertex(parent), vertex) {
            return;
        }
        let mut best = (f64::INFINITY, vertex.id);
        sight.neighbours(vertex, |neighbour| {
            if nodes.status(neighbour.id) == Status::Closed {
                let g = nodes.g(neighbour.id) + neighbour.distance(vertex);
                if g < best.0 {
                    best = (g, neighbour.id);
                }
            }
        });
        nodes.open(vertex.id, best.0, best.1);
    }

    fn way(
        &self,
        _: &Sight<'_>,
        nodes: &AngleNodes,
        (_, parent): (Vertex, Vertex),
        next: Vertex,
        _: &mut Stats,
    ) -> (StateId, f64) {
        (parent.id, nodes.g(parent.id) + parent.distance(next))
    }
}
