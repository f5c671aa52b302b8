use super::account::Account;
use super::nodes::{AngleNodes, Status};
use super::search::{Procedures, Step, Way};
use super::sight::{Sight, Vertex};
use super::theta::First;
use crate::geometry::Cell;
use crate::path::goes_straight_on;
use crate::search::{self, Observer, OutOfMemory, Steps, zeroed};

/// A heading from a parent: how far along x and y.
type Heading = (i32, i32);

/// The headings between which a corner's neighbours see its parent, both of them included: the lower and the upper bound, each
/// seen from the parent; (0, 0) where there is none.
///
/// The paper has angles here, and shifts them from corner to corner. Every bound it ever computes is the heading of some corner,
/// so it is kept as that, and nothing has to be shifted: two headings are compared by the sign of their cross product, exactly.
pub(crate) type AngleRange = (Heading, Heading);

const UNBOUNDED: Heading = (0, 0);

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

    /// Makes room for this many corners.
    pub(crate) fn begin(&mut self, states: usize) -> Result<(), OutOfMemory> {
        if self.ranges.len() < states {
            // The old pages go first: there may not be room for both.
            self.ranges = Vec::new();
            self.ranges = zeroed(states)?;
        }
        Ok(())
    }

    /// What was kept, for another search.
    pub(crate) fn into_ranges(self) -> Vec<AngleRange> {
        self.ranges
    }

    /// The procedure `UpdateBounds`.
    fn range(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        (vertex, parent): (Vertex, Vertex),
        steps: Steps,
    ) -> AngleRange {
        let mut range = Constrained::new(parent.heading(vertex));
        for cell in sight.blocked_cells(vertex) {
            range.keep_out(parent, cell);
        }
        sight.neighbours(vertex, steps, |neighbour| {
            let heading = parent.heading(neighbour);
            let is_sibling =
                nodes.status(neighbour.id) == Status::Closed && nodes.parent(neighbour.id) == parent.id;
            if neighbour == parent {
                // It sees itself.
            } else if is_sibling {
                // Case 3. That of the start, which is its own parent, has no bounds.
                let (lower, upper) = self.ranges[neighbour.id.index()];
                range.raise_lower(lower);
                range.sink_upper(upper);
            } else if squared(heading) < squared(range.own) {
                // Case 4: too little is known of it, so let it be the last that sees the parent.
                match side(range.own, heading) {
                    ..0 => range.raise_lower(heading),
                    1.. => range.sink_upper(heading),
                    0 => {}
                }
            }
        });
        (range.lower, range.upper)
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
        } else {
            self.range(sight, nodes, (vertex, parent), steps)
        };
        parent
    }

    /// Path 2 if the neighbour is in the range of the expanded corner, or else Path 1.
    #[inline]
    fn way<V: Observer>(
        &mut self,
        _: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        _: &mut Account<'_, V>,
    ) -> Option<Way> {
        let Step { from, parent, next, known } = step;
        let corners = || [parent, from, next].map(|vertex| vertex.state.corner);
        let is_path_1 = parent == from
            || !contains(self.ranges[from.id.index()], parent.heading(from), parent.heading(next))
            || (self.first == First::Path1 && matches!(corners(), [a, b, c] if goes_straight_on(a, b, c)));
        let by = if is_path_1 { from } else { parent };
        let g = nodes.g(by.id) + by.distance(next);
        (g < known).then_some(Way { parent: by.id, g })
    }

    /// The start, which is its own parent, has no range.
    fn tell(&self, (vertex, parent): (Vertex, Vertex), observer: &mut impl Observer) {
        if vertex == parent {
            return;
        }
        let direction = |(dx, dy): Heading| ((dx, dy) != UNBOUNDED).then(|| (dx.into(), dy.into()));
        let (lower, upper) = self.ranges[vertex.id.index()];
        observer.angle_range(&search::AngleRange {
            place: vertex.state.corner.into(),
            parent: parent.state.corner.into(),
            low: direction(lower),
            high: direction(upper),
        });
    }
}

/// The range of a corner while it is constrained.
struct Constrained {
    /// The heading from the parent to the corner itself, which is always in the range.
    own: Heading,
    lower: Heading,
    upper: Heading,
}

impl Constrained {
    fn new(own: Heading) -> Self {
        Self { own, lower: UNBOUNDED, upper: UNBOUNDED }
    }

    /// Cases 1 and 2: a blocked cell at the corner keeps out what is on its side of the line. If the parent is a corner of the cell,
    /// it is in line with everything.
    fn keep_out(&mut self, parent: Vertex, cell: Cell) {
        let own = self.own;
        let is_on_side = |sign: i32| {
            [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().all(|(right, down)| {
                let from = parent.state.corner;
                let heading = (cell.x + right - from.x, cell.y + down - from.y);
                let side = side(own, heading) * sign;
                side > 0 || (side == 0 && squared(heading) <= squared(own))
            })
        };
        if is_on_side(-1) {
            self.lower = own;
        }
        if is_on_side(1) {
            self.upper = own;
        }
    }

    /// The lower bound is no lower than this, if that is a bound and not above the corner itself.
    fn raise_lower(&mut self, bound: Heading) {
        let is_below = bound != UNBOUNDED && (side(self.own, bound) < 0 || is_same(self.own, bound));
        if is_below && (self.lower == UNBOUNDED || side(self.lower, bound) > 0) {
            self.lower = bound;
        }
    }

    /// The same for the upper bound.
    fn sink_upper(&mut self, bound: Heading) {
        let is_above = bound != UNBOUNDED && (side(self.own, bound) > 0 || is_same(self.own, bound));
        if is_above && (self.upper == UNBOUNDED || side(self.upper, bound) < 0) {
            self.upper = bound;
        }
    }
}

/// Whether a heading at most a right angle away from a corner's own is within its range. Only the bound on its side matters, and
/// from that it is less than half a turn away.
fn contains((lower, upper): AngleRange, own: Heading, heading: Heading) -> bool {
    match side(own, heading) {
        ..0 => lower == UNBOUNDED || side(lower, heading) >= 0,
        1.. => upper == UNBOUNDED || side(upper, heading) <= 0,
        0 => true,
    }
}

/// On which side of a heading another one lies, if they are less than half a turn apart: 1 clockwise, −1 counterclockwise, 0 in
/// line with it.
fn side(of: Heading, other: Heading) -> i32 {
    let cross = i64::from(of.0) * i64::from(other.1) - i64::from(of.1) * i64::from(other.0);
    cross.signum() as i32
}

/// Whether two headings in line with each other are the same and not opposite.
fn is_same(a: Heading, b: Heading) -> bool {
    let dot = i64::from(a.0) * i64::from(b.0) + i64::from(a.1) * i64::from(b.1);
    side(a, b) == 0 && dot > 0
}

/// The square of how far a heading leads.
fn squared((dx, dy): Heading) -> i64 {
    i64::from(dx) * i64::from(dx) + i64::from(dy) * i64::from(dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Corner;
    use crate::map::Grid;
    use crate::moves::{CornerMoves, CornerRule};
    use crate::search::Silent;

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
            nodes.begin(sight.states()).unwrap();
            let start = sight.end(start).id;
            nodes.open(start, 0.0, start);
            let mut angles = AnglePropagation::new(First::Path2, Vec::new());
            angles.begin(sight.states()).unwrap();
            Self { sight, nodes, angles }
        }

        /// Expands a corner, and returns its range as the paper has it: whole degrees, growing counterclockwise from the corner
        /// itself; `None` is infinity.
        fn expand(&mut self, corner: Corner) -> [Option<i32>; 2] {
            let Self { sight, nodes, angles } = self;
            let mut from = sight.end(corner);
            assert_eq!(nodes.status(from.id), Status::Open);
            let steps = sight.steps(&mut from);
            let parent = sight.vertex(nodes.parent(from.id));
            angles.set_vertex(sight, nodes, (from, parent), steps, &mut Account::new(&mut Silent));
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
                    angles.way(sight, nodes, step, &mut Account::new(&mut Silent))
                {
                    nodes.open(next.id, g, parent);
                }
            });
            let (lower, upper) = angles.ranges[from.id.index()];
            let own = parent.heading(from);
            [upper, lower].map(|bound| (bound != UNBOUNDED).then(|| counterclockwise(own, bound)))
        }

        fn parent(&self, corner: Corner) -> Corner {
            self.sight.vertex(self.nodes.parent(self.sight.end(corner).id)).state.corner
        }
    }

    /// The angle from one heading to another: Θ of the paper.
    fn counterclockwise(from: Heading, to: Heading) -> i32 {
        let angle = |(dx, dy): Heading| f64::from(-dy).atan2(f64::from(dx)).to_degrees();
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
            let heading = |to: Corner| (to.x - A4.x, to.y - A4.y);
            assert_eq!(counterclockwise(heading(C3), heading(C4)), 27);
            assert_eq!(counterclockwise(heading(C3), heading(B3)), -18);
            let range = search.angles.ranges[search.sight.end(C3).id.index()];
            let is_in_range = |to| contains(range, heading(C3), heading(to));
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
        let parent = sight.end((2, 2).into());
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
                let mut range = Constrained::new(own);
                range.keep_out(parent, cell);
                assert_eq!([range.lower, range.upper].map(|bound| bound == own), expected, "{own:?} {cell}");
            }
        }
    }
}
