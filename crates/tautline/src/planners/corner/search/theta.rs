use super::account::Account;
use super::angle_search::{Procedures, Step, Way};
use super::key_vertices::KeyVertices;
use super::nodes::AngleNodes;
use super::sight::{Sight, Vertex};
use crate::search::{Observer, StateId, Steps};

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
    fn set_vertex<V: Observer>(
        &mut self,
        _: &Sight<'_>,
        _: &mut AngleNodes,
        (_, parent): (Vertex, Vertex),
        _: Steps,
        _: &mut Account<'_, V>,
    ) -> Vertex {
        if self.paths == Paths::Key {
            self.keys.note(parent.id);
        }
        parent
    }

    /// Not to those with the same parent: straight from there the way is as long as it was, and by the triangle inequality Path 1 is
    /// no shorter. The paper looks whether they are seen before it compares lengths.
    #[inline(always)]
    fn to_update<V: Observer>(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        (vertex, parent): (Vertex, Vertex),
        steps: Steps,
        account: &mut Account<'_, V>,
    ) -> Steps {
        let all = sight.unsettled(nodes, vertex, steps, None);
        if self.paths != Paths::Two || self.replace == Replace::Equal {
            return all;
        }
        let others = sight.unsettled(nodes, vertex, steps, Some(parent.id));
        account.stats.line_of_sight_checks += u64::from(all.count() - others.count());
        if account.observer.is_watching() {
            sight.neighbours(vertex, all.without(others), |next| account.idle_sight(sight, parent, next));
        }
        others
    }

    /// Path 2, from the parent of the expanded corner straight to the neighbour, if that is unblocked; by the triangle inequality
    /// it is no longer than Path 1, by way of the expanded corner, which is taken otherwise. Where Path 2 is no better than what
    /// is known, nothing of this is, and whether it is unblocked does not matter.
    #[inline(always)]
    fn way<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        account: &mut Account<'_, V>,
    ) -> Option<Way> {
        if self.paths == Paths::Three
            && let Some(way) = third_path(sight, nodes, step, account)
        {
            return Some(way);
        }
        let two = self.one_of_two(sight, nodes, step, account);
        if self.paths == Paths::Key {
            let known = two.map_or(step.known, |way| way.g);
            return self.keys.way(sight, nodes, Step { known, ..step }, account).or(two);
        }
        two
    }
}

impl Basic {
    #[inline(always)]
    fn one_of_two<V: Observer>(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        account: &mut Account<'_, V>,
    ) -> Option<Way> {
        let Step { from, parent, next, known } = step;
        let is_better = |g: f64| if self.replace == Replace::Equal { g <= known } else { g < known };
        let path_1 = |g| is_better(g).then_some(Way { parent: from.id, g });
        if parent == from {
            return path_1(from.distance(next));
        }
        account.stats.line_of_sight_checks += 1;
        let g = nodes.g(parent.id) + parent.distance(next);
        if !is_better(g) {
            account.idle_sight(sight, parent, next);
            return None;
        }
        // Equally long they are only as long as no shorter way to the parent has been found since: it makes Path 2 shorter.
        let is_current = || nodes.g(from.id) <= nodes.g(parent.id) + parent.distance(from);
        let is_straight = || from.at.is_between(parent.at, next.at);
        if self.first == First::Path1 && is_straight() && is_current() {
            account.idle_sight(sight, parent, next);
            return path_1(nodes.g(from.id) + from.distance(next));
        }
        if sight.sees_beyond(parent, next, is_child(nodes, parent), account) {
            return (g < known).then_some(Way { parent: parent.id, g });
        }
        path_1(nodes.g(from.id) + from.distance(next))
    }
}

/// The third path: straight from the parent of the parent. By the triangle inequality it is no longer than the others.
#[inline(never)]
fn third_path<V: Observer>(
    sight: &Sight<'_>,
    nodes: &AngleNodes,
    Step { parent, next, known, .. }: Step,
    account: &mut Account<'_, V>,
) -> Option<Way> {
    let grandparent = sight.vertex(nodes.parent(parent.id));
    if grandparent == parent {
        return None;
    }
    account.stats.line_of_sight_checks += 1;
    let g = nodes.g(grandparent.id) + grandparent.distance(next);
    if g >= known {
        account.idle_sight(sight, grandparent, next);
        return None;
    }
    let is_taken = sight.sees_beyond(grandparent, next, is_child(nodes, grandparent), account);
    is_taken.then_some(Way { parent: grandparent.id, g })
}

/// Whether a corner has this parent, and so sees it.
#[inline]
pub(super) fn is_child(nodes: &AngleNodes, parent: Vertex) -> impl Fn(StateId) -> bool {
    move |id| nodes.is_child(id, parent.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Corner;
    use crate::map::Grid;
    use crate::moves::{CornerMoves, CornerRule};
    use crate::search::{Limits, Silent, Stats};

    /// The way to the last of four corners when the third one is expanded, of which the ones before are the parent and its parent:
    /// by which of them, and how long it is, the g-values of the first three being given.
    fn way(
        (first, paths): (First, Paths),
        grid: &Grid,
        corners: [(i32, i32); 4],
        g: [f64; 3],
    ) -> (Corner, f64, Stats) {
        let sight = Sight::new(grid, CornerRule::Open, CornerMoves::Eight);
        let [grandparent, parent, from, next] = corners.map(|corner| sight.corner_end(corner.into()));
        let mut nodes = AngleNodes::default();
        nodes.begin(sight.vertices()).unwrap();
        nodes.open(grandparent.id, g[0], grandparent.id);
        nodes.open(parent.id, g[1], grandparent.id);
        nodes.open(from.id, g[2], parent.id);
        let mut basic = Basic { first, paths, replace: Replace::Longer, keys: KeyVertices::default() };
        let (step, mut silent) = (Step { from, parent, next, known: f64::INFINITY }, Silent);
        let limits = Limits::default();
        let mut account = Account::new(&mut silent, &limits);
        let Way { parent, g } = basic.way(&sight, &nodes, step, &mut account).unwrap();
        (sight.vertex(parent).state.corner, g, account.stats)
    }

    /// If it is unblocked, nothing else is looked at.
    #[test]
    fn the_third_path_goes_before_the_others() {
        let corners = [(0, 0), (2, 0), (3, 1), (4, 2)];
        let three =
            |grid: &Grid| way((First::Path2, Paths::Three), grid, corners, [0.0, 2.0, 2.0 + 2f64.sqrt()]);
        let (by, g, stats) = three(&Grid::open(4, 2).unwrap());
        assert_eq!((by, g, stats.line_of_sight_checks), (corners[0].into(), 20f64.sqrt(), 1));
        let (by, g, stats) = three(&Grid::from_rows(["....", ".#.."]).unwrap());
        assert_eq!((by, g, stats.line_of_sight_checks), (corners[0].into(), 20f64.sqrt(), 1));
        let (by, g, stats) = three(&Grid::from_rows([".#..", "...."]).unwrap());
        assert_eq!((by, g, stats.line_of_sight_checks), (corners[1].into(), 2.0 + 8f64.sqrt(), 2));
    }

    /// A shorter way to the parent is found after it was made one: then Path 2 is shorter, though it goes straight on.
    #[test]
    fn path_1_goes_first_only_where_it_is_as_short() {
        let grid = Grid::open(4, 1).unwrap();
        let corners = [(0, 0), (1, 1), (2, 1), (3, 1)];
        let by = |g| {
            let (by, g, _) = way((First::Path1, Paths::Two), &grid, corners, [0.0, 1.5, g]);
            (by, g)
        };
        assert_eq!(by(2.5), (corners[2].into(), 3.5));
        assert_eq!(by(2.75), (corners[1].into(), 3.5));
    }
}
