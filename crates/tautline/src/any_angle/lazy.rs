use super::nodes::{AngleNodes, Status};
use super::search::{Procedures, Step, Way};
use super::sight::{Sight, Vertex};
use crate::search::Stats;

/// Lazy Theta*: takes Path 2 for granted, and looks whether it is unblocked only when the corner is expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lazy;

impl Procedures for Lazy {
    /// If the corner does not see its parent, it gets the best of its expanded neighbours. There is one at least: the one from
    /// which it was put into the open list.
    #[inline]
    fn set_vertex(
        &mut self,
        sight: &Sight<'_>,
        nodes: &mut AngleNodes,
        (vertex, parent): (Vertex, Vertex),
        stats: &mut Stats,
    ) -> Vertex {
        if parent == vertex {
            return parent;
        }
        stats.line_of_sight_checks += 1;
        // Only expanded corners are known to see their parents.
        let is_child = |id| nodes.status(id) == Status::Closed && nodes.parent(id) == parent.id;
        if sight.sees_beyond(parent, vertex, is_child, stats) {
            return parent;
        }
        let mut best = (f64::INFINITY, vertex);
        sight.neighbours(vertex, |neighbour| {
            if nodes.status(neighbour.id) == Status::Closed {
                let g = nodes.g(neighbour.id) + neighbour.distance(vertex);
                if g < best.0 {
                    best = (g, neighbour);
                }
            }
        });
        nodes.open(vertex.id, best.0, best.1.id);
        best.1
    }

    #[inline]
    fn way(&mut self, _: &Sight<'_>, nodes: &AngleNodes, step: Step, _: &mut Stats) -> Option<Way> {
        let Step { parent, next, known, .. } = step;
        // Straight from the same parent it is as long as it was.
        if known < f64::INFINITY && nodes.parent(next.id) == parent.id {
            return None;
        }
        let g = nodes.g(parent.id) + parent.distance(next);
        (g < known).then_some(Way { parent: parent.id, g })
    }
}
