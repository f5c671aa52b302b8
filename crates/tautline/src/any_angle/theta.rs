use super::key_vertices::KeyVertices;
use super::nodes::{AngleNodes, Status};
use super::search::{Procedures, Step, Way};
use super::sight::{Sight, Vertex};
use crate::path::goes_straight_on;
use crate::search::{StateId, Stats};

/// Which of two equally long ways to a neighbour is taken (section 9.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum First {
    /// The one straight from the parent of the expanded corner.
    #[default]
    Path2,
    /// The one by way of the expanded corner.
    Path1,
}

/// Whether a way to a neighbour by way of the expanded corner replaces a known one that is as long (section 8.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Replace {
    /// It does not: line 52 of the paper, with <.
    #[default]
    Longer,
    /// It does: line 52 with ≤.
    Equal,
}

/// Which corners are considered as the parent of a neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paths {
    /// The expanded corner and its parent.
    #[default]
    Two,
    /// The parent of the parent, too (section 10.1).
    Three,
    /// Corners at which other ways turned lately, too (section 10.2).
    ///
    /// The paper leaves open which these are. Here they are the eight corners that were last found to be the parent of an
    /// expanded corner. Each of those that would make the way shorter is looked at, in the order in which they were last used.
    Key,
}

/// Basic Theta*: Algorithm 3, and what sections 9.2, 10.1 and 10.2 add.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Basic {
    pub(crate) first: First,
    pub(crate) paths: Paths,
    pub(crate) replace: Replace,
    pub(crate) keys: KeyVertices,
}

impl Procedures for Basic {
    #[inline]
    fn set_vertex(
        &mut self,
        _: &Sight<'_>,
        _: &mut AngleNodes,
        (_, parent): (Vertex, Vertex),
        _: &mut Stats,
    ) -> Vertex {
        if self.paths == Paths::Key {
            self.keys.note(parent.id);
        }
        parent
    }

    /// Path 2, from the parent of the expanded corner straight to the neighbour, if that is unblocked; by the triangle inequality
    /// it is no longer than Path 1, by way of the expanded corner, which is taken otherwise. Where Path 2 is no better than what
    /// is known, nothing of this is, and whether it is unblocked does not matter.
    #[inline]
    fn way(&mut self, sight: &Sight<'_>, nodes: &AngleNodes, step: Step, stats: &mut Stats) -> Option<Way> {
        match self.paths {
            Paths::Two => self.one_of_two(sight, nodes, step, stats),
            Paths::Three => {
                third_path(sight, nodes, step, stats).or_else(|| self.one_of_two(sight, nodes, step, stats))
            }
            Paths::Key => {
                let two = self.one_of_two(sight, nodes, step, stats);
                let known = two.map_or(step.known, |way| way.g);
                self.keys.way(sight, nodes, Step { known, ..step }, stats).or(two)
            }
        }
    }
}

impl Basic {
    #[inline]
    fn one_of_two(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        stats: &mut Stats,
    ) -> Option<Way> {
        let Step { from, parent, next, known } = step;
        let is_better = |g: f64| if self.replace == Replace::Equal { g <= known } else { g < known };
        let path_1 = |g| is_better(g).then_some(Way { parent: from.id, g });
        if parent == from {
            return path_1(from.distance(next));
        }
        stats.line_of_sight_checks += 1;
        let g = nodes.g(parent.id) + parent.distance(next);
        if !is_better(g) {
            return None;
        }
        // Equally long they are only as long as no shorter way to the parent has been found since: it makes Path 2 shorter.
        let is_current = || nodes.g(from.id) <= nodes.g(parent.id) + parent.distance(from);
        let corners = || [parent, from, next].map(|vertex| vertex.state.corner);
        let is_straight = || matches!(corners(), [a, b, c] if goes_straight_on(a, b, c));
        if self.first == First::Path1 && is_straight() && is_current() {
            return path_1(nodes.g(from.id) + from.distance(next));
        }
        if sight.sees_beyond(parent, next, is_child(nodes, parent), stats) {
            return (g < known).then_some(Way { parent: parent.id, g });
        }
        path_1(nodes.g(from.id) + from.distance(next))
    }
}

/// The third path: straight from the parent of the parent. By the triangle inequality it is no longer than the others.
fn third_path(
    sight: &Sight<'_>,
    nodes: &AngleNodes,
    Step { parent, next, known, .. }: Step,
    stats: &mut Stats,
) -> Option<Way> {
    let grandparent = sight.vertex(nodes.parent(parent.id));
    if grandparent == parent {
        return None;
    }
    stats.line_of_sight_checks += 1;
    let g = nodes.g(grandparent.id) + grandparent.distance(next);
    let is_taken = g < known && sight.sees_beyond(grandparent, next, is_child(nodes, grandparent), stats);
    is_taken.then_some(Way { parent: grandparent.id, g })
}

/// Whether a corner has this parent, and so sees it.
#[inline]
pub(super) fn is_child(nodes: &AngleNodes, parent: Vertex) -> impl Fn(StateId) -> bool {
    move |id| nodes.status(id) != Status::New && nodes.parent(id) == parent.id
}
