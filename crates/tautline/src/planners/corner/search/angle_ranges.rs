use std::cmp::Ordering;

use super::account::Account;
use super::angle_search::{Procedures, Step, Way};
use super::nodes::{AngleNodes, Status};
use super::sight::{Sight, Vertex};
use super::theta::First;
use crate::geometry::{Cell, Corner, Rounded, cross, dot};
use crate::search::{self, Observer, OutOfMemory, Steps, zeroed};

/// The headings between which a corner's neighbours see its parent, both of them included: the lower and the upper bound.
///
/// The paper has angles here, and shifts them from corner to corner. Every bound it ever computes is the heading of some corner,
/// so that corner is kept, and nothing has to be shifted: two headings are compared by the sign of their cross product, exactly.
pub(crate) type AngleRange = (Bound, Bound);

/// The corner to which a bound leads, or [`UNBOUNDED`].
type Bound = (i32, i32);

const UNBOUNDED: Bound = (-1, -1);

/// A parent, from which headings are measured, and how they are compared without rounding.
trait Origin: Copy {
    /// How far along x and y.
    type Heading: Copy;
    /// What two headings multiplied come to.
    type Product: PartialOrd + Default;

    fn to_corner(self, corner: Bound) -> Self::Heading;

    /// The heading of a vertex; a corner if the origin is one.
    fn to_vertex(self, vertex: Vertex) -> Self::Heading;

    fn cross(a: Self::Heading, b: Self::Heading) -> Self::Product;

    fn dot(a: Self::Heading, b: Self::Heading) -> Self::Product;

    /// The heading of a bound, if it is one.
    #[inline]
    fn to_bound(self, bound: Bound) -> Option<Self::Heading> {
        (bound != UNBOUNDED).then(|| self.to_corner(bound))
    }

    /// On which side of a heading another one lies, if they are less than half a turn apart: greater clockwise, less counterclockwise,
    /// equal in line with it.
    #[inline]
    fn side(of: Self::Heading, other: Self::Heading) -> Ordering {
        Self::cross(of, other).partial_cmp(&Self::Product::default()).expect("a whole number")
    }

    /// Whether two headings in line with each other are the same and not opposite.
    #[inline]
    fn is_same(a: Self::Heading, b: Self::Heading) -> bool {
        Self::side(a, b).is_eq() && Self::dot(a, b) > Self::Product::default()
    }
}

/// A corner, seen from which all others are some tiles away.
impl Origin for Corner {
    type Heading = (i32, i32);
    type Product = i64;

    #[inline]
    fn to_corner(self, (x, y): Bound) -> (i32, i32) {
        (x - self.x, y - self.y)
    }

    #[inline]
    fn to_vertex(self, vertex: Vertex) -> (i32, i32) {
        self.to_corner(vertex.state.corner.into())
    }

    #[inline]
    fn cross((ax, ay): (i32, i32), (bx, by): (i32, i32)) -> i64 {
        i64::from(ax) * i64::from(by) - i64::from(ay) * i64::from(bx)
    }

    #[inline]
    fn dot((ax, ay): (i32, i32), (bx, by): (i32, i32)) -> i64 {
        i64::from(ax) * i64::from(bx) + i64::from(ay) * i64::from(by)
    }
}

/// Any point, from which it is some parts of a tile.
impl Origin for Rounded {
    type Heading = (i64, i64);
    type Product = i128;

    #[inline]
    fn to_corner(self, corner: Bound) -> (i64, i64) {
        self.heading(Corner::from(corner).into())
    }

    #[inline]
    fn to_vertex(self, vertex: Vertex) -> (i64, i64) {
        self.heading(vertex.at)
    }

    #[inline]
    fn cross(a: (i64, i64), b: (i64, i64)) -> i128 {
        cross(a, b)
    }

    #[inline]
    fn dot(a: (i64, i64), b: (i64, i64)) -> i128 {
        dot(a, b)
    }
}

/// AP Theta*: Algorithm 4. An expanded corner knows a range of headings in which its neighbours see its parent.
///
/// Angles grow clockwise: a heading is above another one if it is clockwise from it (the paper counts the other way, which
/// exchanges the two bounds).
#[derive(Debug)]
pub(crate) struct AnglePropagation {
    first: First,
    /// Of the expanded corners, by their numbers.
    ranges: Vec<AngleRange>,
}

impl AnglePropagation {
    pub(crate) fn new(first: First, ranges: Vec<AngleRange>) -> Self {
        Self { first, ranges }
    }

    /// Makes room for all vertices.
    pub(crate) fn begin(&mut self, sight: &Sight<'_>) -> Result<(), OutOfMemory> {
        let vertices = sight.vertices();
        if self.ranges.len() < vertices {
            // The old pages go first: there may not be room for both.
            self.ranges = Vec::new();
            self.ranges = zeroed(vertices)?;
        }
        Ok(())
    }

    /// What was kept, for another search.
    pub(crate) fn into_ranges(self) -> Vec<AngleRange> {
        self.ranges
    }

    /// The procedure `UpdateBounds`, with headings from the parent.
    fn range<P: Origin>(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        (vertex, parent, origin): (Vertex, Vertex, P),
        steps: Steps,
    ) -> AngleRange {
        let mut range = Constrained::new(origin, vertex);
        for cell in sight.blocked_cells(vertex) {
            range.keep_out(cell);
        }
        sight.neighbours(vertex, steps, |neighbour| {
            let heading = origin.to_vertex(neighbour);
            let is_sibling =
                nodes.status(neighbour.id) == Status::Closed && nodes.parent(neighbour.id) == parent.id;
            if neighbour == parent {
                // It sees itself.
            } else if is_sibling {
                // Case 3. That of the start, which is its own parent, has no bounds.
                let (lower, upper) = self.ranges[neighbour.id.index()];
                range.raise_lower(lower);
                range.sink_upper(upper);
            } else if P::dot(heading, heading) < P::dot(range.own, range.own) {
                // Case 4: too little is known of it, so let it be the last that sees the parent.
                match P::side(range.own, heading) {
                    Ordering::Less => range.raise_lower(neighbour.state.corner.into()),
                    Ordering::Greater => range.sink_upper(neighbour.state.corner.into()),
                    Ordering::Equal => {}
                }
            }
        });
        (range.lower, range.upper)
    }

    /// Whether a neighbour of an expanded corner is within the range of the corner, with headings from its parent.
    #[inline]
    fn contains<P: Origin>(&self, from: Vertex, parent: P, next: Vertex) -> bool {
        let (lower, upper) = self.ranges[from.id.index()];
        let (own, heading) = (parent.to_vertex(from), parent.to_vertex(next));
        // No neighbour is more than a right angle away. Only the bound on its side matters, and from that it is less than half a turn away.
        match P::side(own, heading) {
            Ordering::Less => parent.to_bound(lower).is_none_or(|lower| P::side(lower, heading).is_ge()),
            Ordering::Greater => parent.to_bound(upper).is_none_or(|upper| P::side(upper, heading).is_le()),
            Ordering::Equal => true,
        }
    }
}

impl AnglePropagation {
    #[inline(always)]
    fn way_from<P: Origin>(&self, origin: P, nodes: &AngleNodes, step: Step) -> Option<Way> {
        let Step { from, parent, next, known } = step;
        let is_path_1 = parent == from
            || !self.contains(from, origin, next)
            || (self.first == First::Path1 && from.at.is_between(parent.at, next.at));
        let by = if is_path_1 { from } else { parent };
        let g = nodes.g(by.id) + by.distance(next);
        (g < known).then_some(Way { parent: by.id, g })
    }
}

impl Procedures for AnglePropagation {
    fn set_vertex<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &mut AngleNodes,
        (vertex, parent): (Vertex, Vertex),
        steps: Steps,
        _: &mut Account<'_, V>,
    ) -> Vertex {
        self.ranges[vertex.id.index()] = if parent == vertex {
            (UNBOUNDED, UNBOUNDED)
        } else if sight.is_corner(parent) && sight.is_corner(vertex) {
            self.range(sight, nodes, (vertex, parent, parent.state.corner), steps)
        } else {
            self.range(sight, nodes, (vertex, parent, parent.at), steps)
        };
        parent
    }

    /// Path 2 if the neighbour is in the range of the expanded corner, or else Path 1.
    #[inline]
    fn way<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        _: &mut Account<'_, V>,
    ) -> Option<Way> {
        let parent = step.parent;
        if sight.is_corner(parent) {
            self.way_from(parent.state.corner, nodes, step)
        } else {
            self.way_from(parent.at, nodes, step)
        }
    }

    fn way_of_point<V: Observer>(
        &mut self,
        _: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        _: &mut Account<'_, V>,
    ) -> Option<Way> {
        self.way_from(step.parent.at, nodes, step)
    }

    /// The start, which is its own parent, has no range.
    fn tell(&self, sight: &Sight<'_>, (vertex, parent): (Vertex, Vertex), observer: &mut impl Observer) {
        if vertex == parent {
            return;
        }
        let tiles = |parts: i64| parts as f64 / Rounded::TILE as f64;
        let direction = |bound| parent.at.to_bound(bound).map(|(dx, dy)| (tiles(dx), tiles(dy)));
        let (lower, upper) = self.ranges[vertex.id.index()];
        observer.angle_range(&search::AngleRange {
            place: sight.position(vertex),
            parent: sight.position(parent),
            low: direction(lower),
            high: direction(upper),
        });
    }
}

/// The range of a corner while it is constrained.
struct Constrained<P: Origin> {
    parent: P,
    /// The corner itself, which is always in the range.
    corner: Bound,
    /// Its heading from the parent.
    own: P::Heading,
    lower: Bound,
    upper: Bound,
}

impl<P: Origin> Constrained<P> {
    fn new(parent: P, vertex: Vertex) -> Self {
        let (corner, own) = (vertex.state.corner.into(), parent.to_vertex(vertex));
        Self { parent, corner, own, lower: UNBOUNDED, upper: UNBOUNDED }
    }

    /// Cases 1 and 2: a blocked cell at the corner keeps out what is on its side of the line, or on the line and not beyond the corner.
    fn keep_out(&mut self, cell: Cell) {
        let Self { parent, corner, own, .. } = *self;
        let is_on_side = |side: Ordering| {
            [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().all(|(right, down)| {
                let heading = parent.to_corner((cell.x + right, cell.y + down));
                let its_side = P::side(own, heading);
                its_side == side || (its_side.is_eq() && P::dot(heading, own) <= P::dot(own, own))
            })
        };
        if is_on_side(Ordering::Less) {
            self.lower = corner;
        }
        if is_on_side(Ordering::Greater) {
            self.upper = corner;
        }
    }

    /// The lower bound is no lower than this, if that is a bound and not above the corner itself.
    fn raise_lower(&mut self, bound: Bound) {
        let Some(heading) = self.parent.to_bound(bound) else { return };
        let is_below = P::side(self.own, heading).is_lt() || P::is_same(self.own, heading);
        if is_below && self.parent.to_bound(self.lower).is_none_or(|lower| P::side(lower, heading).is_gt()) {
            self.lower = bound;
        }
    }

    /// The same for the upper bound.
    fn sink_upper(&mut self, bound: Bound) {
        let Some(heading) = self.parent.to_bound(bound) else { return };
        let is_above = P::side(self.own, heading).is_gt() || P::is_same(self.own, heading);
        if is_above && self.parent.to_bound(self.upper).is_none_or(|upper| P::side(upper, heading).is_lt()) {
            self.upper = bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Corner;
    use crate::map::Grid;
    use crate::moves::{CornerMoves, CornerRule};
    use crate::search::{Limits, Silent};

    const A1: Corner = Corner { x: 0, y: 0 };
    const A2: Corner = Corner { x: 1, y: 0 };
    const A4: Corner = Corner { x: 3, y: 0 };
    const B1: Corner = Corner { x: 0, y: 1 };
    const B2: Corner = Corner { x: 1, y: 1 };
    const B3: Corner = Corner { x: 2, y: 1 };
    const B4: Corner = Corner { x: 3, y: 1 };
    const C1: Corner = Corner { x: 0, y: 2 };
    const C2: Corner = Corner { x: 1, y: 2 };
    const C3: Corner = Corner { x: 2, y: 2 };
    const C4: Corner = Corner { x: 3, y: 2 };

    /// A search that expands what it is told to.
    struct Search<'w> {
        sight: Sight<'w>,
        nodes: AngleNodes,
        angles: AnglePropagation,
    }

    impl<'w> Search<'w> {
        fn new(grid: &'w Grid, rule: CornerRule, start: Corner) -> Self {
            let sight = Sight::new(grid, rule, CornerMoves::Eight);
            let mut nodes = AngleNodes::default();
            nodes.begin(sight.vertices()).unwrap();
            let start = sight.corner_end(start).id;
            nodes.open(start, 0.0, start);
            let mut angles = AnglePropagation::new(First::Path2, Vec::new());
            angles.begin(&sight).unwrap();
            Self { sight, nodes, angles }
        }

        /// Expands a corner, and returns its range as the paper has it: whole degrees, growing counterclockwise from the corner
        /// itself; `None` is infinity.
        fn expand(&mut self, corner: Corner) -> [Option<i32>; 2] {
            let Self { sight, nodes, angles } = self;
            let mut from = sight.corner_end(corner);
            assert_eq!(nodes.status(from.id), Status::Open);
            let steps = sight.steps(&mut from);
            let parent = sight.vertex(nodes.parent(from.id));
            angles.set_vertex(
                sight,
                nodes,
                (from, parent),
                steps,
                &mut Account::new(&mut Silent, &Limits::default()),
            );
            nodes.close(from.id);
            let parent = sight.vertex(nodes.parent(from.id));
            sight.neighbours(from, steps, |next| {
                let known = match nodes.status(next.id) {
                    Status::New => f64::INFINITY,
                    Status::Open => nodes.g(next.id),
                    Status::Closed => return,
                };
                let step = Step { from, parent, next, known };
                if let Some(Way { parent, g }) =
                    angles.way(sight, nodes, step, &mut Account::new(&mut Silent, &Limits::default()))
                {
                    nodes.open(next.id, g, parent);
                }
            });
            let (lower, upper) = angles.ranges[from.id.index()];
            let own = parent.at.heading(from.at);
            [upper, lower]
                .map(|bound| parent.at.to_bound(bound).map(|heading| counterclockwise(own, heading)))
        }

        fn parent(&self, corner: Corner) -> Corner {
            self.sight.vertex(self.nodes.parent(self.sight.corner_end(corner).id)).state.corner
        }
    }

    /// The angle from one heading to another: Θ of the paper.
    fn counterclockwise(from: (i64, i64), to: (i64, i64)) -> i32 {
        let angle = |(dx, dy): (i64, i64)| (-dy as f64).atan2(dx as f64).to_degrees();
        let turn = (angle(to) - angle(from)).round() as i32;
        (turn + 540).rem_euclid(360) - 180
    }

    const RULES: [CornerRule; 2] = [CornerRule::Open, CornerRule::Closed];

    /// The map of Figures 8, 12 and 13: the cell A2-A3-B3-B2, which is named in section 6.2.
    fn map_of_figure_13() -> Grid {
        Grid::from_rows([".#..", "...."]).unwrap()
    }

    #[test]
    fn figure_12() {
        let grid = map_of_figure_13();
        for rule in RULES {
            let mut search = Search::new(&grid, rule, A4);
            search.expand(A4);
            search.expand(B3);
            assert_eq!(search.parent(C3), A4);
            assert_eq!(search.expand(C3), [Some(-18), Some(27)]);
            let heading = |to: Corner| Rounded::from(A4).heading(to.into());
            assert_eq!(counterclockwise(heading(C3), heading(C4)), 27);
            assert_eq!(counterclockwise(heading(C3), heading(B3)), -18);
            let [parent, from] = [A4, C3].map(|corner| search.sight.corner_end(corner));
            let is_in_range =
                |to| search.angles.contains(from, parent.state.corner, search.sight.corner_end(to));
            assert!(is_in_range(C4) && is_in_range(B3) && is_in_range(B4) && !is_in_range(B2));
        }
    }

    /// In the printed order, with the parents that show it.
    #[test]
    fn figure_13() {
        let grid = map_of_figure_13();
        for rule in RULES {
            let mut search = Search::new(&grid, rule, A4);
            assert_eq!(search.expand(A4), [None, None]);
            assert_eq!(search.expand(B3), [Some(0), Some(45)]);
            assert_eq!([B2, C2, C3, C4].map(|corner| search.parent(corner)), [B3, A4, A4, A4]);
            assert_eq!(search.expand(B2), [Some(0), None]);
            assert_eq!([A1, A2, B1, C1].map(|corner| search.parent(corner)), [B2, B2, B3, B3]);
            assert_eq!(search.expand(C1), [Some(-27), Some(18)]);
        }
    }

    /// Every cell at a corner, for each kind of heading from the parent at (2, 2): which bounds it makes of the heading, if blocked.
    #[test]
    fn blocked_cells_keep_out_what_is_on_their_side() {
        const LOWER: [bool; 2] = [true, false];
        const UPPER: [bool; 2] = [false, true];
        const NONE: [bool; 2] = [false, false];
        let grid = Grid::open(6, 6).unwrap();
        let sight = Sight::new(&grid, CornerRule::Open, CornerMoves::Eight);
        let parent = sight.corner_end((2, 2).into());
        // To the north-west of the corner, north-east, south-west, south-east.
        for (own, expected) in [
            ((2, 1), [NONE, LOWER, UPPER, NONE]),
            // The cells behind the corner reach farther along the line.
            ((2, 0), [LOWER, NONE, UPPER, NONE]),
            ((-2, 0), [NONE, UPPER, NONE, LOWER]),
            ((0, 2), [UPPER, LOWER, NONE, NONE]),
            // The parent is a corner of the cells before it.
            ((1, 0), [LOWER, NONE, UPPER, NONE]),
            ((1, 1), [NONE, LOWER, UPPER, NONE]),
        ] {
            let (x, y) = (2 + own.0, 2 + own.1);
            let cells = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)].map(Cell::from);
            for (cell, expected) in cells.into_iter().zip(expected) {
                let mut range = Constrained::new(parent.state.corner, sight.corner_end((x, y).into()));
                range.keep_out(cell);
                assert_eq!(
                    [range.lower, range.upper].map(|bound| bound == (x, y)),
                    expected,
                    "{own:?} {cell}"
                );
            }
        }
    }
}
