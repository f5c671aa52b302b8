use tautline::geometry::Corner;
use tautline::moves::CornerRule;

use super::endpoint::{Endpoint, EndpointError, Place};
use super::segment::{length, obstruction};
use crate::world::PlainWorld;

/// The visibility graph of a map: the truth about shortest paths from corner to corner.
///
/// Its nodes are the places where a shortest path can turn, its edges all unobstructed segments between them; a query
/// adds its start and its goal and runs Dijkstra's algorithm. See the [module](super) for what is legal.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::moves::CornerRule;
/// use tautline_testkit::oracle::corners::CornerOracle;
/// use tautline_testkit::world::PlainWorld;
///
/// // Two obstacles touch at the corner (1, 1).
/// let world = PlainWorld::from_rows(&[
///     ".#",
///     "#.",
/// ]);
/// let (start, goal) = (Corner::new(0, 0), Corner::new(2, 2));
/// let open = CornerOracle::new(&world, CornerRule::Open);
/// assert!(open.visible(start, goal));
/// let closed = CornerOracle::new(&world, CornerRule::Closed);
/// assert_eq!(closed.distance(start, goal), Ok(None));
/// ```
#[derive(Clone, Debug)]
pub struct CornerOracle {
    world: PlainWorld,
    rule: CornerRule,
    turning: Vec<Place>,
    /// For each turning place, the turning places that it sees.
    edges: Vec<Vec<Link>>,
}

/// One of the turning places, and how far away it is.
#[derive(Clone, Copy, Debug)]
struct Link {
    turning: usize,
    length: f64,
}

/// The lengths of the shortest paths from a start to the turning places, and over which of them they come.
struct Tree {
    length: Vec<f64>,
    parent: Vec<Option<usize>>,
}

impl CornerOracle {
    /// The graph of the places where a shortest path can turn: the convex corners of obstacles.
    ///
    /// Where a path turns at any other corner, there is a shorter one: its free quadrants are one, two side by side, or
    /// all four, that is a quarter, a half or the whole of the neighbourhood. Each of these is convex, so a small
    /// shortcut from just before to just after the turn stays within it. That leaves the corners with exactly one
    /// blocked quadrant, and the double corners, at which a path under `Open` can go around the tip of an obstacle from
    /// one free quadrant into the other. (Under `Closed` it stays in a quarter there, so it would not have to turn;
    /// they are kept all the same.)
    ///
    /// [`turning_anywhere`](Self::turning_anywhere) does without this argument.
    #[must_use]
    pub fn new(world: &PlainWorld, rule: CornerRule) -> Self {
        Self::turning_at(world, rule, |corner| {
            world.free_quadrants(corner).count() == 3 || world.is_double_corner(corner)
        })
    }

    /// The graph of all corners at which obstacles and free cells meet, convex or not: the same answers, slower.
    #[must_use]
    pub fn turning_anywhere(world: &PlainWorld, rule: CornerRule) -> Self {
        Self::turning_at(world, rule, |corner| (1..=3).contains(&world.free_quadrants(corner).count()))
    }

    fn turning_at(world: &PlainWorld, rule: CornerRule, is_turning: impl Fn(Corner) -> bool) -> Self {
        let corners = world.corners().filter(|&corner| is_turning(corner));
        let turning = corners.flat_map(|corner| Place::all_at(world, rule, corner)).collect();
        let mut oracle = Self { world: world.clone(), rule, turning, edges: Vec::new() };
        oracle.edges = oracle.turning.iter().map(|&place| oracle.links(place)).collect();
        oracle
    }

    /// Whether both corners can be a start and a goal and the straight segment between them is a path.
    #[must_use]
    pub fn visible(&self, a: Corner, b: Corner) -> bool {
        match (self.place(a), self.place(b)) {
            (Ok(a), Ok(b)) => self.sees(a, b),
            _ => false,
        }
    }

    /// The length of a shortest path, `None` where there is no path.
    pub fn distance(&self, start: Corner, goal: Corner) -> Result<Option<f64>, EndpointError> {
        self.distance_between(start.into(), goal.into())
    }

    /// The length of a shortest path between ends whose quadrants can be named, `None` where there is no path.
    pub fn distance_between(&self, start: Endpoint, goal: Endpoint) -> Result<Option<f64>, EndpointError> {
        Ok(self.shortest_path_between(start, goal)?.map(|(_, length)| length))
    }

    /// The turning points of a shortest path, both ends included, and its length; `None` where there is no path.
    pub fn shortest_path(
        &self,
        start: Corner,
        goal: Corner,
    ) -> Result<Option<(Vec<Corner>, f64)>, EndpointError> {
        self.shortest_path_between(start.into(), goal.into())
    }

    /// The turning points and the length of a shortest path between ends whose quadrants can be named.
    pub fn shortest_path_between(
        &self,
        start: Endpoint,
        goal: Endpoint,
    ) -> Result<Option<(Vec<Corner>, f64)>, EndpointError> {
        let (start, goal) = (self.place(start)?, self.place(goal)?);
        let tree = self.tree(&self.links(start));
        let Some((length, last)) = self.finish(&tree, start, goal, &self.links(goal)) else {
            return Ok(None);
        };

        let back = std::iter::successors(last, |&turning| tree.parent[turning]);
        let mut path = vec![goal.corner];
        path.extend(back.map(|turning| self.turning[turning].corner));
        path.push(start.corner);
        path.reverse();
        // Where an end is a turning place itself, the path comes by it twice.
        path.dedup();
        Ok(Some((path, length)))
    }

    /// The lengths of shortest paths to all corners that can be a goal without naming a quadrant, row by row; `None`
    /// where there is no path.
    pub fn distances_from(&self, start: Corner) -> Result<Vec<(Corner, Option<f64>)>, EndpointError> {
        let start = self.place(start)?;
        Ok(self.distances_to(start, &self.linked_ends()))
    }

    /// The lengths of shortest paths between all corners that can be a start and a goal without naming a quadrant:
    /// start, goal, and the length or `None` where there is no path.
    #[must_use]
    pub fn all_distances(&self) -> Vec<(Corner, Corner, Option<f64>)> {
        let ends = self.linked_ends();
        let from = |&(start, _): &(Place, Vec<Link>)| {
            let goals = self.distances_to(start, &ends).into_iter();
            goals.map(move |(goal, length)| (start.corner, goal, length))
        };
        ends.iter().flat_map(from).collect()
    }

    /// Everything that can be a start or a goal: each corner with a free quadrant once, and under `Closed` each double
    /// corner twice, once for each of its free quadrants.
    #[must_use]
    pub fn endpoints(&self) -> Vec<Endpoint> {
        let places = self.world.corners().flat_map(|corner| Place::all_at(&self.world, self.rule, corner));
        places.map(|Place { corner, side }| Endpoint { corner, quadrant: side }).collect()
    }

    fn place(&self, endpoint: impl Into<Endpoint>) -> Result<Place, EndpointError> {
        Place::of(&self.world, self.rule, endpoint.into())
    }

    fn sees(&self, a: Place, b: Place) -> bool {
        sees(&self.world, self.rule, a, b)
    }

    /// The turning places that a place sees.
    fn links(&self, from: Place) -> Vec<Link> {
        let seen = self.turning.iter().enumerate().filter(|&(_, &to)| self.sees(from, to));
        seen.map(|(turning, to)| Link { turning, length: length(from.corner, to.corner) }).collect()
    }

    /// All unnamed ends with the turning places that they see.
    fn linked_ends(&self) -> Vec<(Place, Vec<Link>)> {
        let places = self.world.corners().filter_map(|corner| self.place(corner).ok());
        places.map(|place| (place, self.links(place))).collect()
    }

    fn distances_to(&self, start: Place, goals: &[(Place, Vec<Link>)]) -> Vec<(Corner, Option<f64>)> {
        let tree = self.tree(&self.links(start));
        let length = |goal, links| self.finish(&tree, start, goal, links).map(|(length, _)| length);
        goals.iter().map(|(goal, links)| (goal.corner, length(*goal, links))).collect()
    }

    /// Dijkstra's algorithm over the turning places, from a start that sees these.
    fn tree(&self, seen: &[Link]) -> Tree {
        let count = self.turning.len();
        let mut tree = Tree { length: vec![f64::INFINITY; count], parent: vec![None; count] };
        for link in seen {
            tree.length[link.turning] = link.length;
        }
        let mut open: Vec<usize> = (0..count).collect();
        while let Some(nearest) =
            (0..open.len()).min_by(|&a, &b| tree.length[open[a]].total_cmp(&tree.length[open[b]]))
        {
            let turning = open.swap_remove(nearest);
            for link in &self.edges[turning] {
                let length = tree.length[turning] + link.length;
                if length < tree.length[link.turning] {
                    tree.length[link.turning] = length;
                    tree.parent[link.turning] = Some(turning);
                }
            }
        }
        tree
    }

    /// The length of a shortest path to a goal that sees these turning places, and over which of them it comes.
    fn finish(&self, tree: &Tree, start: Place, goal: Place, seen: &[Link]) -> Option<(f64, Option<usize>)> {
        if self.sees(start, goal) {
            return Some((length(start.corner, goal.corner), None));
        }
        seen.iter()
            .map(|link| (tree.length[link.turning] + link.length, Some(link.turning)))
            .filter(|(length, _)| length.is_finite())
            .min_by(|(one, _), (other, _)| one.total_cmp(other))
    }
}

/// Whether the straight segment between two places is a path.
pub(super) fn sees(world: &PlainWorld, rule: CornerRule, a: Place, b: Place) -> bool {
    if a.corner == b.corner {
        return a.side == b.side;
    }
    a.opens_towards(world, b.corner)
        && b.opens_towards(world, a.corner)
        && obstruction(world, rule, a.corner, b.corner).is_none()
}
