use super::nodes::{AngleNodes, Status};
use super::search::Procedures;
use super::sight::Sight;
use crate::search::{StateId, Stats};

/// Lazy Theta*: takes Path 2 for granted, and looks whether it is unblocked only when the corner is expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lazy;

impl Procedures for Lazy {
    /// If the corner does not see its parent, it gets the best of its expanded neighbours. There is one at least: the one from
    /// which it was put into the open list.
    fn set_vertex(&self, sight: &Sight<'_>, nodes: &mut AngleNodes, id: StateId, stats: &mut Stats) {
        let parent = nodes.parent(id);
        if parent == id {
            return;
        }
        stats.line_of_sight_checks += 1;
        if sight.sees(parent, id) {
            return;
        }
        let mut best = (f64::INFINITY, id);
        sight.neighbours(id, |neighbour| {
            if nodes.status(neighbour) == Status::Closed {
                let g = nodes.g(neighbour) + sight.length(neighbour, id);
                if g < best.0 {
                    best = (g, neighbour);
                }
            }
        });
        nodes.open(id, best.0, best.1);
    }

    fn way(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        from: StateId,
        next: StateId,
        _: &mut Stats,
    ) -> (StateId, f64) {
        let parent = nodes.parent(from);
        (parent, nodes.g(parent) + sight.length(parent, next))
    }
}
