use super::nodes::AngleNodes;
use crate::geometry::{Cell, Corner};
use crate::moves::{CornerMoves, CornerRule, OctileLength};
use crate::path::line_of_sight;
use crate::search::{Arrival, CornerSpace, CornerState, Side, Space, StateId, Stats};
use crate::world::Grid;

/// A corner as a path can stand on it, and its number: to get the one from the other takes some multiplications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vertex {
    pub(super) id: StateId,
    pub(super) state: CornerState,
}

impl Vertex {
    /// The length of the straight line to another one.
    #[inline]
    pub(super) fn distance(self, other: Self) -> f64 {
        let (dx, dy) = self.heading(other);
        let squared = i64::from(dx) * i64::from(dx) + i64::from(dy) * i64::from(dy);
        (squared as f64).sqrt()
    }

    /// The way to another one along x and y.
    #[inline]
    pub(super) fn heading(self, to: Self) -> (i32, i32) {
        let (from, to) = (self.state.corner, to.state.corner);
        (to.x - from.x, to.y - from.y)
    }
}

/// The corners of a map, which of them are neighbours, and which see each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<'w> {
    grid: &'w Grid,
    rule: CornerRule,
    space: CornerSpace<'w, OctileLength>,
}

impl<'w> Sight<'w> {
    pub(crate) fn new(grid: &'w Grid, rule: CornerRule, moves: CornerMoves) -> Self {
        Self { grid, rule, space: CornerSpace::without_lengths(grid, rule, moves) }
    }

    pub(super) fn rule(&self) -> CornerRule {
        self.rule
    }

    /// How many numbers of corners there are.
    pub(crate) fn states(&self) -> usize {
        self.space.states()
    }

    /// A corner as a start or a goal.
    pub(super) fn end(&self, corner: Corner) -> Vertex {
        let state = self.space.end(corner);
        Vertex { id: self.space.id(state), state }
    }

    /// The numbers of a corner, one for each side that it can have; none if it is not on the map.
    pub(super) fn sides(&self, corner: Corner) -> [Option<StateId>; 2] {
        [Side::Upper, Side::Lower].map(|side| {
            let exists =
                self.grid.has_corner(corner) && (side == Side::Upper || self.rule == CornerRule::Closed);
            exists.then(|| self.space.id(CornerState { corner, side }))
        })
    }

    /// The corners from one back to the start, by their parents.
    pub(crate) fn back(&self, nodes: &AngleNodes, from: StateId) -> impl Iterator<Item = Corner> {
        let parent = |&id: &StateId| Some(nodes.parent(id)).filter(|&parent| parent != id);
        std::iter::successors(Some(from), parent).map(|id| self.vertex(id).state.corner)
    }

    /// Whether no cell around a corner is free.
    pub(super) fn is_blocked(&self, corner: Corner) -> bool {
        self.grid.quadrants(corner).is_empty()
    }

    /// A corner as it is seen from within a free cell of which it is one.
    #[inline]
    pub(super) fn within(&self, corner: Corner, cell: Cell) -> Vertex {
        let state = self.space.towards(corner, (2 * (cell.x - corner.x) + 1, 2 * (cell.y - corner.y) + 1));
        Vertex { id: self.space.id(state), state }
    }

    #[inline]
    pub(super) fn vertex(&self, id: StateId) -> Vertex {
        Vertex { id, state: self.space.state(id) }
    }

    /// Calls for each visible neighbour. It is one in both directions: a move can be undone.
    #[inline]
    pub(super) fn neighbours(&self, vertex: Vertex, mut visit: impl FnMut(Vertex)) {
        let start = Arrival(u8::MAX);
        self.space.successors(vertex.id, vertex.state, start, |id, state, _, _| visit(Vertex { id, state }));
    }

    /// Whether the straight line between two corners is a path that begins on the side of the one and ends on the side of the
    /// other, where they have sides.
    pub(super) fn sees(&self, a: Vertex, b: Vertex) -> bool {
        let (a, b) = (a.state, b.state);
        if a.corner == b.corner {
            return a == b;
        }
        self.keeps_sides(a, b) && line_of_sight(self.grid, self.rule, a.corner, b.corner)
    }

    /// Whether the straight line between two different corners leaves each of them on its side.
    pub(super) fn keeps_sides(&self, a: CornerState, b: CornerState) -> bool {
        self.leaves(a, b.corner) && self.leaves(b, a.corner)
    }

    /// The blocked cells of the map around a corner.
    pub(super) fn blocked_cells(&self, vertex: Vertex) -> impl Iterator<Item = Cell> {
        let Corner { x, y } = vertex.state.corner;
        let around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)].map(Cell::from);
        around.into_iter().filter(|&cell| self.grid.contains(cell) && self.grid.is_blocked(cell))
    }

    /// As [`sees`](Self::sees), but follows the line only where the two corners before the farther one do not answer already.
    ///
    /// `is_seen` tells of a corner whether it is known that `from` sees it. Let the line to `to` be neither straight nor
    /// diagonal. Then it comes through the cell before `to` (between the two on the grid line nearest to `to`) across the side of
    /// this cell that has its ends `a` and `b` on that grid line. If this cell is free and `from` sees both, it sees `to`: the
    /// triangle of `from`, `a` and `b` is one tile high at its base only, so no blocked cell fits into it, and as grid lines
    /// pass through no cell, none reaches into it from beyond the base. The lines to `a` and `b` keep out all others. So the
    /// line, which runs inside of the triangle up to the base, touches no blocked cell there, not even with a corner.
    #[inline]
    pub(super) fn sees_beyond(
        &self,
        from: Vertex,
        to: Vertex,
        is_seen: impl Fn(StateId) -> bool,
        stats: &mut Stats,
    ) -> bool {
        let (dx, dy) = from.heading(to);
        let (right, down) = (dx.signum(), dy.signum());
        let Corner { x, y } = to.state.corner;
        let is_seen = |corner: Corner| is_seen(self.space.id(CornerState { corner, side: Side::Upper }));
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            let across =
                if dx.abs() > dy.abs() { Corner { x: x - right, y } } else { Corner { x, y: y - down } };
            let cell = Cell { x: x - i32::from(right > 0), y: y - i32::from(down > 0) };
            if is_seen(across)
                && is_seen(Corner { x: x - right, y: y - down })
                && self.grid.is_free(cell)
                && self.leaves(to.state, from.state.corner)
            {
                return true;
            }
        }
        stats.lines_followed += 1;
        self.sees(from, to)
    }

    /// Whether a line from a corner towards another one leaves on its side.
    #[inline]
    fn leaves(&self, from: CornerState, towards: Corner) -> bool {
        if self.rule == CornerRule::Open {
            return true;
        }
        let heading = (towards.x - from.corner.x, towards.y - from.corner.y);
        self.space.towards(from.corner, heading) == from
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Tile;
    use tautline_testkit::world::SplitMix64;

    fn random_grid(rng: &mut SplitMix64) -> Grid {
        let (width, height) = rng.pick(&[(1, 5), (6, 4), (9, 9), (90, 6), (6, 90), (150, 12), (70, 70)]);
        let percent = rng.pick(&[0, 1, 3, 10, 25, 40]);
        let mut tile = |_| if rng.chance(percent) { Tile::Blocked } else { Tile::Free };
        Grid::from_fn(width, height, &mut tile).unwrap()
    }

    /// Whether a line keeps to the sides of its ends, by the cells around them.
    fn keeps_side(
        grid: &Grid,
        rule: CornerRule,
        CornerState { corner, side }: CornerState,
        to: Corner,
    ) -> bool {
        let free =
            |right: i32, down: i32| grid.is_free(Cell { x: corner.x - 1 + right, y: corner.y - 1 + down });
        let (falls, rises) = (free(0, 0) && free(1, 1), free(1, 0) && free(0, 1));
        let has_sides = rule == CornerRule::Closed
            && ((falls && !free(1, 0) && !free(0, 1)) || (rises && !free(0, 0) && !free(1, 1)));
        if !has_sides {
            return side == Side::Upper;
        }
        // Along a grid line it runs beside the free cell on that side of the corner, which is above or below.
        let right = if falls { side == Side::Lower } else { side == Side::Upper };
        let across = (to.x - corner.x).signum() * if right { 1 } else { -1 };
        let down = (to.y - corner.y).signum() * if side == Side::Lower { 1 } else { -1 };
        across >= 0 && down >= 0
    }

    /// What is known of the two corners before answers as the line itself does, whatever part of it is known.
    #[test]
    fn what_is_seen_beyond_two_corners_is_what_the_line_shows() {
        let mut rng = SplitMix64::new(21);
        let (mut inferred, mut inferred_far, mut hidden, mut sided) = (0, 0, 0, 0);
        for _ in 0..1500 {
            let grid = random_grid(&mut rng);
            for rule in [CornerRule::Open, CornerRule::Closed] {
                let sight = Sight::new(&grid, rule, CornerMoves::Eight);
                let states = sight.states() as u32;
                for _ in 0..60 {
                    let [from, far] = [(); 2].map(|()| sight.vertex(StateId(rng.below(states))));
                    // Far ends are mostly hidden, so most are near.
                    let Corner { x, y } = from.state.corner;
                    let close = Corner::new(x + rng.below(11) as i32 - 5, y + rng.below(11) as i32 - 5);
                    let side = rng.pick(&[Side::Upper, Side::Lower]);
                    let to = match sight.sides(close)[usize::from(side == Side::Lower)] {
                        Some(id) if rng.chance(60) => sight.vertex(id),
                        _ => far,
                    };
                    if from.state.corner == to.state.corner {
                        continue;
                    }
                    let (a, b) = (from.state, to.state);
                    let expected = keeps_side(&grid, rule, a, b.corner)
                        && keeps_side(&grid, rule, b, a.corner)
                        && line_of_sight(&grid, rule, a.corner, b.corner);
                    assert_eq!(sight.sees(from, to), expected, "{rule:?} {a:?} {b:?}");
                    for known in [100, 60] {
                        let forgotten = rng.next_u64();
                        let is_known = |id: StateId| {
                            SplitMix64::new(forgotten ^ u64::from(id.0)).chance(known)
                                && sight.sees(from, sight.vertex(id))
                        };
                        let mut stats = Stats::default();
                        let seen = sight.sees_beyond(from, to, is_known, &mut stats);
                        assert_eq!(seen, expected, "{rule:?} {a:?} {b:?}");
                        let by_two = seen && stats.lines_followed == 0;
                        inferred += u32::from(by_two);
                        inferred_far += u32::from(by_two && (a.corner.x - b.corner.x).abs() > 64);
                        hidden += u32::from(!expected);
                        sided += u32::from(seen && (a.side == Side::Lower || b.side == Side::Lower));
                    }
                }
            }
        }
        assert!(
            inferred > 20_000 && inferred_far > 500 && hidden > 20_000 && sided > 100,
            "{inferred} {inferred_far} {hidden} {sided}"
        );
    }
}
