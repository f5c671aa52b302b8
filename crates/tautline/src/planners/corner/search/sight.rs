use super::account::Account;
use super::nodes::AngleNodes;
use super::point_ends::{PointEnd, PointEnds};
use crate::geometry::{Cell, Corner, Position, Rounded};
use crate::map::Grid;
use crate::moves::{CornerMoves, CornerRule, OctileLength};
use crate::path::{is_line_legal, line_of_sight};
use crate::search::{CornerSpace, CornerState, Observer, Request, Side, Space, StateId, Steps};

/// A vertex of a search: a corner as a path can stand on it, or a start or goal that is no corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub(super) id: StateId,
    /// What the number of a corner stands for: it takes some multiplications to get. Of a vertex that is no corner, nothing.
    pub(super) state: CornerState,
    /// False only if it is known that it has one side.
    may_have_sides: bool,
    /// Where it is.
    pub(super) at: Rounded,
}

impl PartialEq for Vertex {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Vertex {
    /// The length of the straight line to another one.
    #[inline]
    pub(super) fn distance(self, other: Self) -> f64 {
        self.at.distance(other.at)
    }
}

/// How many units of work it is at most to follow the line between two vertices: it crosses so many rows or columns, and some words more.
#[inline]
pub(super) fn line_work(from: Vertex, to: Vertex) -> u64 {
    crate::path::line_work(from.at, to.at)
}

/// The corners of a map, which of them are neighbours, and which see each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<'w> {
    grid: &'w Grid,
    rule: CornerRule,
    space: CornerSpace<'w, OctileLength>,
    ends: PointEnds,
}

impl<'w> Sight<'w> {
    pub(crate) fn new(grid: &'w Grid, rule: CornerRule, moves: CornerMoves) -> Self {
        let space = CornerSpace::without_lengths(grid, rule, moves);
        Self { grid, rule, space, ends: PointEnds::default() }
    }

    pub(super) fn rule(&self) -> CornerRule {
        self.rule
    }

    /// How many numbers of corners there are.
    pub(crate) fn states(&self) -> usize {
        self.space.states()
    }

    /// How many numbers of vertices there are.
    pub(super) fn vertices(&self) -> usize {
        self.states() + 2
    }

    /// The same with the start and the goal of a query as vertices.
    pub(super) fn between(mut self, query: &Request<'_, Position>) -> Self {
        let end = |position: Position| {
            let point = position.point();
            let number = |corner: (i32, i32), cell| self.number_within(corner.into(), cell);
            point.corner().is_none().then(|| PointEnd::new(self.grid, point, number))
        };
        let ends = PointEnds { start: end(query.start), goal: end(query.goal) };
        self.ends = ends;
        self
    }

    /// The start of the query.
    pub(super) fn start(&self, start: Position) -> Vertex {
        self.end(self.ends.start, 0, start)
    }

    /// The goal of the query.
    pub(super) fn goal(&self, goal: Position) -> Vertex {
        self.end(self.ends.goal, 1, goal)
    }

    fn end(&self, point: Option<PointEnd>, number: usize, position: Position) -> Vertex {
        match point {
            Some(_) => self.vertex(StateId((self.states() + number) as u32)),
            None => self.corner_end(position.point().corner().expect("it is no other point")),
        }
    }

    /// A corner as a start or a goal.
    pub(super) fn corner_end(&self, corner: Corner) -> Vertex {
        self.with_number(self.space.end(corner))
    }

    /// Whether a vertex is a point, or what its corner is as a start or a goal.
    pub(super) fn is_end(&self, vertex: Vertex) -> bool {
        !self.is_corner(vertex) || self.space.is_end(vertex.state)
    }

    /// The start, if it is no corner.
    pub(super) fn start_point(&self) -> Option<Vertex> {
        self.ends.start.map(|_| self.vertex(StateId(self.states() as u32)))
    }

    /// The start if a vertex is that and no corner, or the goal.
    #[inline]
    pub(super) fn point_end(&self, id: StateId) -> Option<&PointEnd> {
        let number = id.index().checked_sub(self.states())?;
        if number == 0 { self.ends.start.as_ref() } else { self.ends.goal.as_ref() }
    }

    /// Whether a vertex is a corner.
    #[inline]
    pub(super) fn is_corner(&self, vertex: Vertex) -> bool {
        vertex.id.index() < self.states()
    }

    /// Where a vertex is, as the query says.
    #[inline]
    pub(super) fn position(&self, vertex: Vertex) -> Position {
        self.point_end(vertex.id).map_or_else(|| vertex.state.corner.into(), |end| end.point.into())
    }

    /// Whether the start or the goal is no corner.
    #[inline]
    pub(super) fn has_points(&self) -> bool {
        self.ends.start.is_some() || self.ends.goal.is_some()
    }

    /// The vertices that can be reached from one within a free cell, other than by a move: from a point the corners of its cells, and
    /// back; and the one point from the other, if both are in one cell.
    #[cold]
    pub(super) fn point_neighbours(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> {
        let own = self.point_end(vertex.id);
        let corners = own.into_iter().flat_map(PointEnd::corners);
        let points = [self.ends.start, self.ends.goal].into_iter().zip(self.states() as u32..);
        let are_beside = own.is_some() && self.ends.are_beside_each_other(self.grid);
        let points = points.filter_map(move |(point, id)| {
            let is_neighbour = are_beside || point.as_ref()?.has_corner(vertex.id);
            (is_neighbour && id != vertex.id.0).then_some(StateId(id))
        });
        corners.chain(points).map(|id| self.vertex(id))
    }

    /// The numbers of a corner, one for each side that it can have; none if it is not on the map.
    pub(super) fn sides(&self, corner: Corner) -> [Option<StateId>; 2] {
        [Side::Upper, Side::Lower].map(|side| {
            let exists =
                self.grid.has_corner(corner) && (side == Side::Upper || self.rule == CornerRule::Closed);
            exists.then(|| self.space.id(CornerState { corner, side }))
        })
    }

    /// The vertices from one back to the start, by their parents.
    pub(super) fn back(
        &self,
        parent: impl Fn(StateId) -> StateId + Clone,
        from: StateId,
    ) -> impl Iterator<Item = Vertex> + Clone {
        let parent = move |&id: &StateId| Some(parent(id)).filter(|&parent| parent != id);
        std::iter::successors(Some(from), parent).map(|id| self.vertex(id))
    }

    /// Whether there is no free cell at a vertex.
    pub(super) fn is_blocked(&self, vertex: Vertex) -> bool {
        match self.point_end(vertex.id) {
            Some(end) => end.is_blocked(),
            None => self.grid.quadrants(vertex.state.corner).is_empty(),
        }
    }

    /// A corner as it is seen from within a free cell of which it is one.
    #[inline]
    pub(super) fn within(&self, corner: Corner, cell: Cell) -> Vertex {
        self.with_number(self.state_within(corner, cell))
    }

    /// The number of that.
    #[inline]
    pub(super) fn number_within(&self, corner: Corner, cell: Cell) -> StateId {
        self.space.id(self.state_within(corner, cell))
    }

    #[inline(always)]
    fn state_within(&self, corner: Corner, cell: Cell) -> CornerState {
        self.space.towards(corner, (2 * (cell.x - corner.x) + 1, 2 * (cell.y - corner.y) + 1))
    }

    #[inline]
    pub(super) fn vertex(&self, id: StateId) -> Vertex {
        if id.index() >= self.states() {
            return self.point_vertex(id);
        }
        let state = self.space.state(id);
        Vertex { id, state, may_have_sides: true, at: state.corner.into() }
    }

    #[cold]
    fn point_vertex(&self, id: StateId) -> Vertex {
        let at = self.point_end(id).expect("a start or a goal that is no corner").at;
        let state = CornerState { corner: Corner { x: 0, y: 0 }, side: Side::Upper };
        Vertex { id, state, may_have_sides: false, at }
    }

    #[inline]
    fn with_number(&self, state: CornerState) -> Vertex {
        Vertex { id: self.space.id(state), state, may_have_sides: true, at: state.corner.into() }
    }

    /// The moves from a corner, which learns from this whether it has sides. There are none from a point.
    #[inline]
    pub(super) fn steps(&self, vertex: &mut Vertex) -> Steps {
        if !self.is_corner(*vertex) {
            return Steps::NONE;
        }
        let steps = self.space.steps(vertex.state);
        vertex.may_have_sides = steps.has_sides;
        steps
    }

    /// Without those of the moves that lead to closed corners or to such with this parent; but with those to corners with sides.
    #[inline]
    pub(super) fn unsettled(
        &self,
        nodes: &AngleNodes,
        vertex: Vertex,
        steps: Steps,
        parent: Option<StateId>,
    ) -> Steps {
        let upper = self.space.id(CornerState { side: Side::Upper, ..vertex.state });
        steps.except(nodes.to_settled(upper, self.space.across(), parent))
    }

    /// Calls for the neighbour at the end of each of these moves. It is one in both directions: a move can be undone.
    #[inline]
    pub(super) fn neighbours(&self, vertex: Vertex, steps: Steps, mut visit: impl FnMut(Vertex)) {
        self.space.each(vertex.state, steps, |_, state, may_have_sides| {
            visit(Vertex { id: self.space.id(state), state, may_have_sides, at: state.corner.into() });
        });
    }

    /// Whether the straight line between two vertices is a path that begins on the side of the one and ends on the side of the
    /// other, where they have sides.
    #[inline(never)]
    pub(super) fn sees(&self, a: Vertex, b: Vertex) -> bool {
        if a.at == b.at {
            return a == b;
        }
        let is_legal = if self.is_corner(a) && self.is_corner(b) {
            line_of_sight(self.grid, self.rule, a.state.corner, b.state.corner)
        } else {
            is_line_legal(self.grid, self.rule, a.at, b.at)
        };
        is_legal && self.keeps_sides(a, b)
    }

    /// Whether the straight line between two different vertices leaves each of them on its side.
    pub(super) fn keeps_sides(&self, a: Vertex, b: Vertex) -> bool {
        self.leaves(a, b) && self.leaves(b, a)
    }

    /// The blocked cells of the map around a corner.
    pub(super) fn blocked_cells(&self, vertex: Vertex) -> impl Iterator<Item = Cell> {
        let Corner { x, y } = vertex.state.corner;
        let around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)].map(Cell::from);
        around.into_iter().filter(|&cell| self.grid.contains(cell) && self.grid.is_blocked(cell))
    }

    /// As [`sees`](Self::sees), but follows the line only where the corners before the farther one do not answer already.
    ///
    /// `is_seen` tells of a corner whether it is known that `from` sees it. If the line to `to` is straight or diagonal, it passes
    /// through the corner before, and there is only the move from there to look at, and whether a line may pass there. (`from` can be
    /// a point. It has to be a tile away, so that this corner is not behind it.)
    ///
    /// Otherwise it comes through the cell before `to` (between the two on the grid line nearest to `to`) across the side of
    /// this cell that has its ends `a` and `b` on that grid line. If this cell is free and `from` sees both, it sees `to`: the
    /// triangle of `from`, `a` and `b` is one tile high at its base only, so no blocked cell fits into it, and as grid lines
    /// pass through no cell, none reaches into it from beyond the base. The lines to `a` and `b` keep out all others. So the
    /// line, which runs inside of the triangle up to the base, touches no blocked cell there, not even with a corner.
    #[inline(always)]
    pub(super) fn sees_beyond<V: Observer>(
        &self,
        from: Vertex,
        to: Vertex,
        is_seen: impl Fn(StateId) -> bool,
        account: &mut Account<'_, V>,
    ) -> bool {
        let followed = account.stats.lines_followed;
        let is_free = self.is_known_beyond(from, to, is_seen) || {
            account.stats.lines_followed += 1;
            account.meter.work(line_work(from, to));
            self.sees(from, to)
        };
        account.sight(self, (from, to), is_free, account.stats.lines_followed > followed);
        is_free
    }

    #[inline(always)]
    fn is_known_beyond(&self, from: Vertex, to: Vertex, is_seen: impl Fn(StateId) -> bool) -> bool {
        let ((dx, dy), (right, down)) = (from.at.heading(to.at), from.at.signs(to.at));
        let Corner { x, y } = to.state.corner;
        let is_seen = |corner: Corner| is_seen(self.space.id(CornerState { corner, side: Side::Upper }));
        let before = Corner { x: x - right, y: y - down };
        let is_known = self.is_corner(to)
            && dx.abs().max(dy.abs()) >= Rounded::TILE
            && is_seen(before)
            && if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
                let free = self.grid.quadrants(before);
                !free.are_apart(self.rule) && !free.towards(right, down).is_empty()
            } else {
                let beside =
                    if dx.abs() > dy.abs() { Corner { y, ..before } } else { Corner { x, ..before } };
                let cell = Cell { x: x - i32::from(right > 0), y: y - i32::from(down > 0) };
                is_seen(beside) && self.grid.is_free(cell)
            };
        is_known && self.leaves(to, from)
    }

    /// Whether a line from a vertex towards another one leaves on its side.
    #[inline]
    fn leaves(&self, from: Vertex, towards: Vertex) -> bool {
        !from.may_have_sides || self.space.towards(from.state.corner, from.at.signs(towards.at)) == from.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Tile;
    use crate::search::{Limits, Silent};
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

    /// What is known of the corners before answers as the line itself does, whatever part of it is known.
    #[test]
    fn what_is_seen_beyond_known_corners_is_what_the_line_shows() {
        let mut rng = SplitMix64::new(21);
        let (mut inferred, mut inferred_far, mut along_moves, mut hidden, mut sided) = (0, 0, 0, 0, 0);
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
                        let mut silent = Silent;
                        let limits = Limits::default();
                        let mut account = Account::new(&mut silent, &limits);
                        let seen = sight.sees_beyond(from, to, is_known, &mut account);
                        assert_eq!(seen, expected, "{rule:?} {a:?} {b:?}");
                        let by_two = seen && account.stats.lines_followed == 0;
                        inferred += u32::from(by_two);
                        let (dx, dy) = from.at.heading(to.at);
                        along_moves += u32::from(by_two && (dx * dy == 0 || dx.abs() == dy.abs()));
                        inferred_far += u32::from(by_two && (a.corner.x - b.corner.x).abs() > 64);
                        hidden += u32::from(!expected);
                        sided += u32::from(seen && (a.side == Side::Lower || b.side == Side::Lower));
                    }
                }
            }
        }
        assert!(
            inferred > 20_000 && inferred_far > 500 && along_moves > 5_000 && hidden > 20_000 && sided > 100,
            "{inferred} {inferred_far} {along_moves} {hidden} {sided}"
        );
    }
}
