use super::account::Account;
use super::angle_search::{Step, Way};
use super::nodes::AngleNodes;
use super::sight::Sight;
use super::theta::is_child;
use crate::search::{Observer, StateId};

/// How many key vertices are kept.
pub(super) const MOST: usize = 8;

/// The corners that were last used as parents, the last one first (see [`Paths::Key`](super::Paths::Key)).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyVertices {
    pub(super) ids: [Option<StateId>; MOST],
}

impl KeyVertices {
    /// A corner is the parent of one that is expanded: it comes first now, and the last one goes if it was not kept.
    pub(super) fn note(&mut self, id: StateId) {
        let place = self.ids.iter().position(|&kept| kept == Some(id)).unwrap_or(MOST - 1);
        self.ids[..=place].rotate_right(1);
        self.ids[0] = Some(id);
    }

    /// The shortest of the ways straight from one of them that are better than what is known.
    #[inline(never)]
    pub(super) fn way<V: Observer>(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        Step { next, mut known, .. }: Step,
        account: &mut Account<'_, V>,
    ) -> Option<Way> {
        let mut best = None;
        for id in self.ids.into_iter().flatten() {
            let key = sight.vertex(id);
            let g = nodes.g(id) + key.distance(next);
            if g < known {
                account.stats.line_of_sight_checks += 1;
                if sight.sees_beyond(key, next, is_child(nodes, key), account) {
                    known = g;
                    best = Some(Way { parent: id, g });
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::sight::Vertex;
    use super::*;
    use crate::map::Grid;
    use crate::moves::{CornerMoves, CornerRule};
    use crate::search::{Limits, Silent};

    #[test]
    fn the_ones_used_last_are_kept() {
        let mut keys = KeyVertices::default();
        for id in 0..MOST as u32 + 2 {
            keys.note(StateId(id));
        }
        keys.note(StateId(5));
        let kept = keys.ids.map(|id| id.unwrap().0);
        assert_eq!(kept, [5, 9, 8, 7, 6, 4, 3, 2]);
    }

    #[test]
    fn the_one_with_the_shortest_way_is_taken() {
        let grid = Grid::from_rows(["....", "#..."]).unwrap();
        let sight = Sight::new(&grid, CornerRule::Open, CornerMoves::Eight);
        let [short, long, hidden, next] =
            [(2, 0), (3, 0), (0, 2), (3, 2)].map(|at| sight.corner_end(at.into()));
        let mut nodes = AngleNodes::default();
        nodes.begin(sight.vertices()).unwrap();
        for (vertex, g) in [(short, 1.0), (long, 2.0), (hidden, 0.0)] {
            nodes.open(vertex.id, g, vertex.id);
        }
        let way = |order: [Vertex; 3], known| {
            let mut keys = KeyVertices::default();
            for vertex in order {
                keys.note(vertex.id);
            }
            let step = Step { from: hidden, parent: hidden, next, known };
            keys.way(&sight, &nodes, step, &mut Account::new(&mut Silent, &Limits::default()))
                .map(|way| (way.parent, way.g))
        };
        let shortest = 1.0 + 5f64.sqrt();
        for order in [[short, long, hidden], [long, short, hidden], [hidden, long, short]] {
            assert_eq!(way(order, f64::INFINITY), Some((short.id, shortest)));
            assert_eq!(way(order, shortest), None);
        }
    }
}
