use super::account::Account;
use super::angle_search::{Procedures, Step, Way};
use super::nodes::{AngleNodes, Status};
use super::sight::{Sight, Vertex};
use crate::search::{Observer, Steps};

/// Lazy Theta*: takes Path 2 for granted, and looks whether it is unblocked only when the corner is expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lazy;

impl Procedures for Lazy {
    /// If the corner does not see its parent, it gets the best of its expanded neighbours.
    #[inline(always)]
    fn set_vertex<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &mut AngleNodes,
        (vertex, parent): (Vertex, Vertex),
        steps: Steps,
        account: &mut Account<'_, V>,
    ) -> Vertex {
        if parent == vertex {
            return parent;
        }
        account.stats.line_of_sight_checks += 1;
        // Only expanded corners are known to see their parents.
        let is_child = |id| nodes.is_closed_child(id, parent.id);
        if sight.sees_beyond(parent, vertex, is_child, account) {
            return parent;
        }
        let (g, parent) = best_neighbour(sight, nodes, vertex, steps);
        nodes.open(vertex.id, g, parent.id);
        parent
    }

    /// Not to those with the same parent: straight from there the way is as long as it was.
    #[inline(always)]
    fn to_update<V: Observer>(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        (vertex, parent): (Vertex, Vertex),
        steps: Steps,
        _: &mut Account<'_, V>,
    ) -> Steps {
        sight.unsettled(nodes, vertex, steps, Some(parent.id))
    }

    #[inline]
    fn way<V: Observer>(
        &mut self,
        _: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        _: &mut Account<'_, V>,
    ) -> Option<Way> {
        let Step { parent, next, known, .. } = step;
        let g = nodes.g(parent.id) + parent.distance(next);
        (g < known).then_some(Way { parent: parent.id, g })
    }
}

/// The expanded neighbour of a corner by way of which it is reached best. There is one at least: the one from which the corner was
/// put into the open list.
#[inline(never)]
fn best_neighbour(sight: &Sight<'_>, nodes: &AngleNodes, vertex: Vertex, steps: Steps) -> (f64, Vertex) {
    let mut best = (f64::INFINITY, vertex);
    sight.neighbours(vertex, steps, |neighbour| consider(nodes, vertex, neighbour, &mut best));
    if sight.has_points() {
        sight.point_neighbours(vertex).for_each(|neighbour| consider(nodes, vertex, neighbour, &mut best));
    }
    best
}

#[inline(always)]
fn consider(nodes: &AngleNodes, vertex: Vertex, neighbour: Vertex, best: &mut (f64, Vertex)) {
    if nodes.status(neighbour.id) == Status::Closed {
        let g = nodes.g(neighbour.id) + neighbour.distance(vertex);
        if g < best.0 {
            *best = (g, neighbour);
        }
    }
}
