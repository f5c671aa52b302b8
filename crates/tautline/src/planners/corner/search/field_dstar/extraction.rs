use super::super::nodes::AngleNodes;
use super::super::sight::{Sight, Vertex};
use super::interpolation::{Side, rounded, run_before_turning};
use super::prices::{Prices, across, known, known_g};
use crate::geometry::{Cell, Corner, Point};
use crate::search::{Meter, StateId};

/// Of a step: some words of the memory for each way through the cells around, and for each way from there.
const UNITS: u64 = 1 << 10;

/// Finds the way back to the start over the g-values of a search, point by point.
pub(super) struct Extraction<'a> {
    pub(super) sight: &'a Sight<'a>,
    pub(super) nodes: &'a AngleNodes,
    pub(super) prices: Prices<'a>,
}

/// Where the path is.
#[derive(Clone, Copy, Debug)]
enum Stand {
    Corner(Vertex),
    /// The start or the goal, if it is no corner.
    End(Vertex),
    Side(SidePoint),
}

/// A point between the ends of a side.
#[derive(Clone, Copy, Debug)]
struct SidePoint {
    ends: [Corner; 2],
    /// How far it is from the first end, as [`rounded`] as may be.
    part: f64,
}

/// A way through a cell to another place on its border.
#[derive(Clone, Copy, Debug)]
struct Move {
    to: Stand,
    /// Where it leaves the side that it runs along at first.
    bend: Option<Point>,
    price: f64,
    /// The g-value where it leads, interpolated between corners.
    g: f64,
    level: f64,
}

impl Extraction<'_> {
    /// The points from a corner back to the start, both included.
    ///
    /// It goes from place to place where the price of the way and what is left, which is found by one step of
    /// [looking ahead](Self::look_ahead), are least together.
    ///
    /// That ends: each place has a *level*, the g-values of the two ends of its side added up, or twice that of a corner, and only
    /// lower places are taken, a corner on the same level being lower than a point between corners. There are no more levels than
    /// sides and corners. And there always is a lower place. From between two corners it is the one with the smaller g, or either
    /// of them. From a corner it is an end of the side over which it got its g: that is larger by the price of a way than the
    /// smaller g of the ends was, and g-values only get smaller.
    ///
    /// A start that is no corner is on the lowest level: nothing else costs nothing to reach. A goal that is none is above all levels.
    ///
    /// Whether there was time for all of that.
    pub(super) fn trace(&self, from: StateId, points: &mut Vec<Point>, meter: &mut Meter<'_>) -> bool {
        let vertex = self.sight.vertex(from);
        let mut stand = if self.sight.is_corner(vertex) { Stand::Corner(vertex) } else { Stand::End(vertex) };
        points.clear();
        points.push(self.point(stand));
        while !self.is_start(stand) {
            if !meter.work(UNITS) {
                return false;
            }
            let next = self.best(stand).expect("a place on a lower level");
            points.extend(next.bend);
            stand = next.to;
            points.push(self.point(stand));
            // Of each corner there are at most two levels for itself and two for sides, and a step has two points at most.
            debug_assert!(points.len() <= 1 + 8 * self.sight.states(), "levels only get lower");
        }
        true
    }

    fn is_start(&self, stand: Stand) -> bool {
        matches!(stand, Stand::Corner(at) | Stand::End(at) if self.nodes.parent(at.id) == at.id)
    }

    /// The best place to go to that is lower; of equally good ones a corner.
    fn best(&self, from: Stand) -> Option<Move> {
        let level = self.level(from);
        let mut best: Option<(f64, Move)> = None;
        self.moves(from, |next| {
            let is_corner = !matches!(next.to, Stand::Side(_));
            let may_be_level = is_corner && matches!(from, Stand::Side(_));
            if next.level > level || (next.level >= level && !may_be_level) {
                return;
            }
            let left = match next.to {
                Stand::Corner(_) | Stand::End(_) => next.g,
                Stand::Side(at) => self.look_ahead(at),
            };
            let value = next.price + left;
            if best.is_none_or(|(least, _)| value < least || (value <= least && is_corner)) {
                best = Some((value, next));
            }
        });
        best.map(|(_, next)| next)
    }

    /// What it costs to go on from a point of a side: not interpolated between its ends, but by way of the best place of the
    /// cells beside it.
    fn look_ahead(&self, at: SidePoint) -> f64 {
        let mut least = f64::INFINITY;
        self.moves(Stand::Side(at), |next| least = least.min(next.price + next.g));
        least
    }

    /// Calls for the ways to the corners of the cells that a place belongs to, and to the best point of each side of them.
    fn moves(&self, from: Stand, mut visit: impl FnMut(Move)) {
        self.to_the_start(from, &mut visit);
        match from {
            Stand::End(_) => self.moves_from_goal(self.point(from), &mut visit),
            Stand::Corner(at) => {
                let Corner { x, y } = at.state.corner;
                let around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)].map(Cell::from);
                for (cell, cost) in self.prices.free(around) {
                    // Where two obstacles touch, those on the other side do not count.
                    if self.sight.within(at.state.corner, cell) != at {
                        continue;
                    }
                    let opposite = across(cell, at.state.corner);
                    for near in [Corner { x: opposite.x, y }, Corner { x, y: opposite.y }] {
                        let along = self.prices.along([at.state.corner, near]);
                        let ahead = Ahead { point: self.point(from), cell, cost, along };
                        self.ahead(&ahead, near, opposite, 1.0, &mut visit);
                    }
                }
            }
            Stand::Side(at) => {
                let [a, b] = at.ends;
                let along = self.prices.along(at.ends);
                for (cell, cost) in self.prices.beside(at.ends) {
                    let opposite = [across(cell, b), across(cell, a)];
                    let ahead = Ahead { point: self.point(from), cell, cost, along };
                    self.ahead(&ahead, a, opposite[0], at.part, &mut visit);
                    self.ahead(&ahead, b, opposite[1], 1.0 - at.part, &mut visit);
                    self.to_side(&ahead, opposite, 1.0, at.part, &mut visit);
                }
            }
        }
    }

    /// Calls for the straight way to the start, if that is no corner and in the same cell.
    fn to_the_start(&self, from: Stand, visit: &mut impl FnMut(Move)) {
        let Some(start) = self.sight.start_point() else { return };
        let shares_a_cell = match from {
            Stand::Corner(at) => self.sight.point_neighbours(at).any(|next| next == start),
            Stand::End(_) | Stand::Side(_) => true,
        };
        if shares_a_cell && let Some(price) = self.prices.leg(self.point(from), self.point(Stand::End(start)))
        {
            visit(Move { to: Stand::End(start), bend: None, price, g: 0.0, level: 0.0 });
        }
    }

    /// Calls for the ways from a goal that is no corner to the corners of its cells, and to the best point of each side of them.
    fn moves_from_goal(&self, goal: Point, visit: &mut impl FnMut(Move)) {
        for (cell, cost) in self.prices.around(goal) {
            let Cell { x, y } = cell;
            let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(Corner::from);
            for (number, &corner) in corners.iter().enumerate() {
                if let Some((vertex, g)) = known(self.sight, self.nodes, corner, cell)
                    && let Some(price) = self.prices.leg(goal, corner.into())
                {
                    visit(Move { to: Stand::Corner(vertex), bend: None, price, g, level: 2.0 * g });
                }
                let ends = [corner, corners[(number + 1) % 4]];
                if let Some(Side { away, foot, .. }) = Side::seen_from(goal, ends, [0.0; 2]) {
                    let ahead = Ahead { point: goal, cell, cost, along: cost };
                    self.to_side(&ahead, ends, away, foot, visit);
                }
            }
        }
    }

    /// Calls for the ways to the end of a side that is so far away, to the corner beyond it, and to the side between them.
    fn ahead(&self, from: &Ahead, near: Corner, beyond: Corner, length: f64, visit: &mut impl FnMut(Move)) {
        let &Ahead { point, cell, cost, along } = from;
        let mut to_corner = |corner, bend, price| {
            if let Some((vertex, g)) = known(self.sight, self.nodes, corner, cell) {
                visit(Move { to: Stand::Corner(vertex), bend, price, g, level: 2.0 * g });
            }
        };
        to_corner(near, None, along * length);
        to_corner(beyond, None, cost * length.hypot(1.0));
        let run = run_before_turning(cost, along, length).map(rounded);
        if let Some(run) = run.filter(|&run| run > 0.0 && run < length) {
            let towards = |from: f64, to: i32| from + (f64::from(to) - from).clamp(-run, run);
            let bend = Point { x: towards(point.x, near.x), y: towards(point.y, near.y) };
            to_corner(beyond, Some(bend), along * run + cost * (length - run).hypot(1.0));
        }
        self.to_side(from, [near, beyond], length, 0.0, visit);
    }

    /// Calls for the way to the best point of a side, if that is not an end of it.
    fn to_side(&self, from: &Ahead, ends: [Corner; 2], away: f64, foot: f64, visit: &mut impl FnMut(Move)) {
        let &Ahead { cell, cost, .. } = from;
        let g = |corner| known_g(self.sight, self.nodes, corner, cell);
        let (Some(first), Some(second)) = (g(ends[0]), g(ends[1])) else { return };
        let side = Side { away, foot, g: [first, second] };
        let part = rounded(side.cheapest(cost));
        if part > 0.0 && part < 1.0 {
            let (price, g) = (side.price(cost, part), side.interpolated(part));
            visit(Move {
                to: Stand::Side(SidePoint { ends, part }),
                bend: None,
                price,
                g,
                level: first + second,
            });
        }
    }

    fn point(&self, stand: Stand) -> Point {
        match stand {
            Stand::Corner(at) | Stand::End(at) => self.sight.position(at).point(),
            Stand::Side(SidePoint { ends: [a, b], part }) => {
                let between = |a: i32, b: i32| f64::from(a) + f64::from(b - a) * part;
                Point { x: between(a.x, b.x), y: between(a.y, b.y) }
            }
        }
    }

    fn level(&self, stand: Stand) -> f64 {
        match stand {
            Stand::Corner(at) => 2.0 * self.nodes.g(at.id),
            Stand::End(_) => f64::INFINITY,
            Stand::Side(at) => at.ends.map(|end| self.nodes.g(self.end(at, end).id)).iter().sum(),
        }
    }

    /// An end of a point's side, as it is seen from the point.
    fn end(&self, at: SidePoint, end: Corner) -> Vertex {
        let (cell, _) = self.prices.beside(at.ends).next().expect("a free cell beside the side");
        self.sight.within(end, cell)
    }
}

/// What lies before a place on the border of a free cell.
struct Ahead {
    point: Point,
    cell: Cell,
    cost: f64,
    /// What it costs along the side that it is on.
    along: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::moves::{CornerMoves, CornerRule};
    use crate::search::Limits;

    /// Figure 4 of Daniel et al., from C1 to B4: by what is interpolated, the path would lead over X, between B3 and C3, and be
    /// longer than by way of either of these.
    #[test]
    fn looking_ahead_avoids_the_turn_of_figure_4() {
        let map = Map::from_rows(["....", ".#..", "...."]).unwrap();
        let sight = Sight::new(map.grid(), CornerRule::Closed, CornerMoves::Eight);
        let mut nodes = AngleNodes::default();
        nodes.begin(sight.vertices()).unwrap();
        let (root, start) = (2f64.sqrt(), sight.corner_end((0, 2).into()).id);
        let figure = [
            ((0, 2), 0.0),
            ((1, 2), 1.0),
            ((2, 2), 2.0),
            ((0, 1), 1.0),
            ((1, 1), root),
            ((2, 1), root + 1.0),
            ((3, 1), 3.32),
        ];
        for (corner, g) in figure {
            nodes.open(sight.corner_end(corner.into()).id, g, start);
        }
        let extraction = Extraction { sight: &sight, nodes: &nodes, prices: Prices(&map) };
        let goal = sight.corner_end((3, 1).into());
        let mut least: Option<Move> = None;
        extraction.moves(Stand::Corner(goal), |next| {
            if least.is_none_or(|least| next.price + next.g < least.price + least.g) {
                least = Some(next);
            }
        });
        let x = least.unwrap();
        assert!((x.g - 2.23).abs() < 0.005, "{x:?}");
        assert!(extraction.point(x.to).distance(Point::new(2.0, 1.45)) < 0.01, "{x:?}");
        let mut points = Vec::new();
        assert!(extraction.trace(goal.id, &mut points, &mut Meter::new(&Limits::default())));
        assert!(points.iter().all(|point| point.corner().is_some()), "{points:?}");
        let length: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        assert!((length - (2.0 + root)).abs() < 1e-12, "{points:?}");
    }

    /// Whichever of the two is found first.
    #[test]
    fn of_a_corner_and_a_point_that_are_equally_good_the_corner_is_taken() {
        for (rows, is_turned) in [(&[".."][..], false), (&[".", "."], true)] {
            let map = Map::from_rows(rows.iter().copied()).unwrap();
            let sight = Sight::new(map.grid(), CornerRule::Closed, CornerMoves::Eight);
            let mut nodes = AngleNodes::default();
            nodes.begin(sight.vertices()).unwrap();
            let end = |x: i32, y: i32| sight.corner_end(if is_turned { (y, x) } else { (x, y) }.into());
            let (start, goal, aside) = (end(0, 0).id, end(2, 1), end(2, 0));
            for ((x, y), g) in
                [((0, 0), 0.0), ((0, 1), 1.0), ((1, 0), 1.0), ((1, 1), 2f64.sqrt()), ((2, 1), 9.0)]
            {
                nodes.open(end(x, y).id, g, start);
            }
            let best = |nodes: &AngleNodes| {
                let extraction = Extraction { sight: &sight, nodes, prices: Prices(&map) };
                let next = extraction.best(Stand::Corner(goal)).unwrap();
                match next.to {
                    Stand::Corner(at) | Stand::End(at) => (Some(at), next.price + next.g),
                    Stand::Side(at) => (None, next.price + extraction.look_ahead(at)),
                }
            };
            let (to, value) = best(&nodes);
            assert_eq!(to, None, "over a point between (1, 1) and (1, 0)");
            nodes.open(aside.id, value - 1.0, start);
            assert_eq!(best(&nodes), (Some(aside), value));
            nodes.open(aside.id, value - 0.99, start);
            assert_eq!(best(&nodes), (None, value));
        }
    }
}
