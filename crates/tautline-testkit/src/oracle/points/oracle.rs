use tautline::geometry::Point;
use tautline::moves::CornerRule;

use super::segment::{Spot, TILE, at, is_clear, spot};
use crate::world::PlainWorld;

/// Both rules, `Closed` first: the library's own unit tests see the library twice, and cannot name those of this one.
pub const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];

/// The visibility graph of a map and any two points: the truth about shortest paths between them.
///
/// Its nodes are the corners with exactly one blocked quadrant and, under [`CornerRule::Open`], the double corners. (At any other corner,
/// and inside of cells and sides, what is free around a place is convex, so that a path that turns there is not shortest. Under `Closed`
/// that holds of each side of a double corner, too.)
///
/// ```
/// use tautline::moves::CornerRule;
/// use tautline_testkit::oracle::points::{PointOracle, TILE};
/// use tautline_testkit::world::PlainWorld;
///
/// let world = PlainWorld::from_rows(&[".#.", "..."]);
/// let oracle = PointOracle::new(&world, CornerRule::Closed);
/// let (start, goal) = ((TILE / 2, TILE / 2), (5 * TILE / 2, TILE / 2));
/// assert_eq!(oracle.distance(start, goal), Some(1.0 + 2.0 * 0.5f64.sqrt()));
/// assert!(!oracle.can_be_at((3 * TILE / 2, TILE / 2)), "inside of the obstacle");
/// ```
#[derive(Clone, Debug)]
pub struct PointOracle {
    world: PlainWorld,
    rule: CornerRule,
    turning: Vec<Spot>,
    /// For each turning corner, those that it sees.
    edges: Vec<Vec<usize>>,
}

impl PointOracle {
    /// The graph of the turning corners.
    #[must_use]
    pub fn new(world: &PlainWorld, rule: CornerRule) -> Self {
        let is_turning = |&corner: &_| {
            world.free_quadrants(corner).count() == 3
                || (rule == CornerRule::Open && world.is_double_corner(corner))
        };
        let turning = world.corners().filter(is_turning).map(at).collect();
        let mut oracle = Self { world: world.clone(), rule, turning, edges: Vec::new() };
        oracle.edges = oracle.turning.iter().map(|&from| oracle.seen_from(from)).collect();
        oracle
    }

    /// Whether a path can begin or end at a point: a free cell has it, on its border perhaps. A double corner under `Closed` belongs to the
    /// cell south-east of it, which must be free.
    #[must_use]
    pub fn can_be_at(&self, point: Spot) -> bool {
        let cells = |parts: i64| -(-parts).div_euclid(TILE) as i32 - 1..=parts.div_euclid(TILE) as i32;
        let is_free = |x: i32, y: i32| self.world.is_free(x, y);
        let (x, y) = ((point.0 / TILE) as i32, (point.1 / TILE) as i32);
        cells(point.1).any(|y| cells(point.0).any(|x| is_free(x, y)))
            && (!self.has_sides(point) || is_free(x, y))
    }

    /// Whether the straight segment between two points is a path.
    #[must_use]
    pub fn visible(&self, a: Spot, b: Spot) -> bool {
        let leaves = |from: Spot, to: Spot| !self.has_sides(from) || (to.0 >= from.0 && to.1 >= from.1);
        leaves(a, b) && leaves(b, a) && is_clear(&self.world, self.rule, a, b)
    }

    /// The turning corners that a point sees, itself not among them.
    #[must_use]
    pub fn corners_seen_from(&self, point: Spot) -> Vec<Spot> {
        self.seen_from(point).into_iter().map(|number| self.turning[number]).collect()
    }

    /// The length of a shortest path between two points at which paths can be, `None` where there is no path.
    #[must_use]
    pub fn distance(&self, start: Spot, goal: Spot) -> Option<f64> {
        if self.visible(start, goal) {
            return Some(length(start, goal));
        }
        let mut lengths = vec![f64::INFINITY; self.turning.len()];
        for number in self.seen_from(start) {
            lengths[number] = length(start, self.turning[number]);
        }
        let mut open: Vec<usize> = (0..self.turning.len()).collect();
        while let Some(nearest) =
            (0..open.len()).min_by(|&a, &b| lengths[open[a]].total_cmp(&lengths[open[b]]))
        {
            let from = open.swap_remove(nearest);
            for &to in &self.edges[from] {
                let by_way_of = lengths[from] + length(self.turning[from], self.turning[to]);
                lengths[to] = lengths[to].min(by_way_of);
            }
        }
        let last = self.seen_from(goal).into_iter();
        let whole = last.map(|number| lengths[number] + length(self.turning[number], goal));
        whole.min_by(f64::total_cmp).filter(|length| length.is_finite())
    }

    /// Walks a path from place to place. Returns its length, or says what is wrong with it.
    pub fn check(&self, start: Spot, goal: Spot, path: &[Point]) -> Result<f64, String> {
        let spots: Option<Vec<Spot>> = path.iter().copied().map(spot).collect();
        let spots = spots.ok_or("a place is between parts of a tile")?;
        if spots.first() != Some(&start) || spots.last() != Some(&goal) {
            return Err(format!("it leads from {:?} to {:?}", path.first(), path.last()));
        }
        for (pair, places) in spots.windows(2).zip(path.windows(2)) {
            if pair[0] == pair[1] || !is_clear(&self.world, self.rule, pair[0], pair[1]) {
                return Err(format!("{} does not see {}", places[0], places[1]));
            }
        }
        let ends = [spots.get(..2), spots.len().checked_sub(2).map(|last| &spots[last..])];
        for (number, end) in ends.into_iter().flatten().enumerate() {
            let (from, to) = if number == 0 { (end[0], end[1]) } else { (end[1], end[0]) };
            if self.has_sides(from) && (to.0 < from.0 || to.1 < from.1) {
                return Err(format!("at {from:?} it is on the wrong side of a double corner"));
            }
        }
        for three in spots.windows(3).filter(|three| self.has_sides(three[1])) {
            let (x, y) = ((three[1].0 / TILE) as i32, (three[1].1 / TILE) as i32);
            let is_within = |(right, down): (i64, i64)| {
                let leads_into = |to: Spot| {
                    (to.0 - three[1].0) * (2 * right - 1) >= 0 && (to.1 - three[1].1) * (2 * down - 1) >= 0
                };
                self.world.is_free(x - 1 + right as i32, y - 1 + down as i32)
                    && leads_into(three[0])
                    && leads_into(three[2])
            };
            if ![(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().any(is_within) {
                return Err(format!("it crosses a double corner, {:?}", three[1]));
            }
        }
        Ok(spots.windows(2).map(|pair| length(pair[0], pair[1])).sum())
    }

    fn seen_from(&self, point: Spot) -> Vec<usize> {
        let all = 0..self.turning.len();
        all.filter(|&to| point != self.turning[to] && self.visible(point, self.turning[to])).collect()
    }

    /// Whether a point is a double corner that is not to be crossed.
    fn has_sides(&self, (x, y): Spot) -> bool {
        let corner = ((x / TILE) as i32, (y / TILE) as i32);
        self.rule == CornerRule::Closed
            && at(corner.into()) == (x, y)
            && self.world.is_double_corner(corner.into())
    }
}

fn length(a: Spot, b: Spot) -> f64 {
    let tiles = |a: i64, b: i64| (b - a) as f64 / TILE as f64;
    (tiles(a.0, b.0).powi(2) + tiles(a.1, b.1).powi(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::corners::CornerOracle;
    use crate::world::SplitMix64;

    #[test]
    fn between_corners_distances_are_those_of_the_oracle_of_corners() {
        let mut rng = SplitMix64::new(71);
        let (mut found, mut refused) = (0, 0);
        for _ in 0..400 {
            let world =
                PlainWorld::random(1 + rng.below(7), 1 + rng.below(7), rng.pick(&[10, 30, 50]), &mut rng);
            let corners: Vec<_> = world.corners().collect();
            for rule in RULES {
                let (by_corners, by_points) =
                    (CornerOracle::new(&world, rule), PointOracle::new(&world, rule));
                for _ in 0..6 {
                    let (start, goal) = (rng.pick(&corners), rng.pick(&corners));
                    let can_be = [start, goal].iter().all(|&end| by_points.can_be_at(at(end)));
                    let Ok(expected) = by_corners.distance(start, goal) else {
                        assert!(!can_be, "{rule:?} {start} {goal} {world}");
                        refused += 1;
                        continue;
                    };
                    assert!(can_be, "{rule:?} {start} {goal} {world}");
                    let distance = by_points.distance(at(start), at(goal));
                    let is_equal = match (distance, expected) {
                        (Some(a), Some(b)) => (a - b).abs() < 1e-9,
                        (a, b) => a == b,
                    };
                    assert!(is_equal, "{rule:?} {start} {goal}: {distance:?}, {expected:?} {world}");
                    found += u32::from(distance.is_some());
                }
            }
        }
        assert!(found > 2_000 && refused > 200, "{found} {refused}");
    }

    #[test]
    fn paths_are_walked_place_by_place() {
        let world = PlainWorld::from_rows(&[".#.", "...", "#.."]);
        let oracle = PointOracle::new(&world, CornerRule::Closed);
        let (start, goal) = ((TILE / 2, TILE / 2), (5 * TILE / 2, TILE / 2));
        let check = |places: &[(f64, f64)]| {
            let path: Vec<Point> = places.iter().copied().map(Point::from).collect();
            oracle.check(start, goal, &path)
        };
        assert!(check(&[(0.5, 0.5), (1.0, 1.0), (2.0, 1.0), (2.5, 0.5)]).is_ok());
        assert!(check(&[(0.5, 0.5), (2.5, 0.5)]).unwrap_err().contains("does not see"));
        assert!(check(&[(0.5, 0.5), (1.0, 1.0)]).unwrap_err().contains("leads from"));
        assert!(check(&[(0.5, 0.5), (0.1, 1.0), (2.5, 0.5)]).unwrap_err().contains("parts"));
        assert!(!oracle.can_be_at((3 * TILE / 2, 0)) && oracle.can_be_at((3 * TILE / 2, TILE)));
        assert!(
            oracle.can_be_at((0, 0)) && !oracle.can_be_at((-1, 0)) && !oracle.can_be_at((0, 5 * TILE / 2))
        );
    }

    #[test]
    fn a_path_may_touch_a_double_corner_and_stays_on_its_side() {
        let world = PlainWorld::from_rows(&[".#", "#."]);
        let check = |rule, places: &[(f64, f64)]| {
            let path: Vec<Point> = places.iter().copied().map(Point::from).collect();
            let ends = [path[0], path[path.len() - 1]].map(|end| spot(end).unwrap());
            PointOracle::new(&world, rule).check(ends[0], ends[1], &path)
        };
        let [closed, open] = RULES;
        assert!(check(closed, &[(0.5, 0.5), (1.0, 1.0), (0.25, 1.0)]).is_ok());
        let across = [(0.5, 0.5), (1.0, 1.0), (1.5, 1.25)];
        assert!(check(closed, &across).unwrap_err().contains("crosses") && check(open, &across).is_ok());
        assert!(check(closed, &[(0.5, 0.5), (1.0, 1.0)]).unwrap_err().contains("wrong side"));
        assert!(check(closed, &[(1.0, 1.0), (1.5, 1.25)]).is_ok());
        assert!(check(closed, &[(1.0, 1.0), (0.5, 0.5)]).unwrap_err().contains("wrong side"));
    }
}
