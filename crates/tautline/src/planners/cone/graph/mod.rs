//! The prepared graph of turning corners and taut lines between them.

mod area;
mod bounds;
mod build;
mod end;
mod format;
mod landmarks;
mod search;
mod start;
mod view;

use std::cmp::Ordering;
use std::ops::Range;

use crate::engine::PrepareError;
use crate::geometry::Corner;
use crate::map::{Components, Map, Revision};
use crate::moves::{CornerRule, DiagonalRule};
use crate::planners::Bounding;
use crate::search::{Meter, StopReason};
use crate::tiles::Tiles;
use area::{Area, Units};
use landmarks::{LANES, Landmarks};
pub(crate) use search::TautGraphMemory;

/// The options of the prepared graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TautPreparedConfig {
    /// Whether lines pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
    /// How many landmarks estimate the way to the goal, where there are no bounds.
    pub landmarks: TautLandmarks,
    /// Whether each line knows where the goals lie for which it can be the next one.
    pub bounds: Bounding,
}

/// How many landmarks a graph of taut lines has in each connected part of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TautLandmarks {
    /// None: the estimate is the straight line.
    Zero,
    /// Sixteen, whose distances are a cache line for each corner.
    #[default]
    Sixteen,
}

/// A map prepared for [`TautPrepared`](crate::planners::TautPrepared): the corners at which a shortest path can turn, and the taut
/// lines between those that see each other.
///
/// It belongs to one state of one map. An edit can change lines and distances anywhere, so after one it is refused and must be
/// rebuilt. Searches do not change it: any number of threads can share one.
#[derive(Clone, Debug)]
pub(crate) struct TautGraph {
    config: TautPreparedConfig,
    revision: Revision,
    units: Units,
    /// Which corners are connected: derived from the map, and not stored.
    components: Components,
    tiles: Tiles,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Whether the areas of all edges come from searches.
    is_bounded: bool,
    landmarks: Landmarks,
}

/// A corner at which a shortest path can turn.
///
/// The lines along which paths leave it lie in two quadrants: those beside the obstacle, or where two obstacles touch, those
/// between them. Its edges are in two *groups*, one for each. Let the obstacle lie to the right and below (x, y > 0). The first
/// group heads to the right or upwards; a path turns towards the obstacle, so after it has come with a heading of this group, it
/// goes on with one that lies between that and the heading to the right, its *near axis*. The second group heads to the left or
/// downwards, and its near axis is the heading downwards. The edges of a group are in the order of their angles with the near
/// axis: those that can come after a heading are the first ones. It is one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Node {
    /// The distances from the landmarks, rounded down.
    distances: [i16; LANES],
    x: i32,
    y: i32,
    /// Where its edges begin, where the second group does, and where they end.
    edges: [u32; 3],
    /// Around all that is seen between the axes of each group.
    views: [Area; 2],
    /// Heads into the obstacle, or into one of two.
    blocked: (i8, i8),
    /// Whether there are two. A path can turn to either side, and all edges of a group can come after each of its headings.
    is_double: bool,
}

impl Node {
    #[inline]
    fn corner(&self) -> Corner {
        Corner { x: self.x, y: self.y }
    }

    /// To which group a heading belongs along which a path can come or go.
    #[inline]
    fn group(&self, (dx, dy): Heading) -> usize {
        let (x, y) = (i64::from(self.blocked.0), i64::from(self.blocked.1));
        usize::from(dx * x <= 0 && dy * y >= 0)
    }

    /// Where the edges of a group lie.
    #[inline]
    fn range(&self, group: usize) -> Range<usize> {
        self.edges[group] as usize..self.edges[group + 1] as usize
    }

    /// Whether a heading lies in the quadrant of a group.
    #[inline]
    fn has_heading(&self, group: usize, (dx, dy): Heading) -> bool {
        let side = if group == 0 { 1 } else { -1 };
        let (x, y) = (i64::from(self.blocked.0) * side, i64::from(self.blocked.1) * side);
        dx * x >= 0 && dy * y <= 0
    }

    /// Whether a path that has come with one heading of a group can go on with another, whichever that is.
    #[inline]
    fn can_go_on(&self, group: usize, before: Heading, heading: Heading) -> bool {
        self.has_heading(group, heading) && (self.is_double || compare(group, heading, before).is_le())
    }
}

/// How far something is away along x and y, in tiles or in any part of them.
type Heading = (i64, i64);

fn wide((dx, dy): (i32, i32)) -> Heading {
    (dx.into(), dy.into())
}

/// Compares two headings of a group by their angles with its near axis.
#[inline]
fn compare(group: usize, a: Heading, b: Heading) -> Ordering {
    let product = |a: i64, b: i64| i128::from(a.abs()) * i128::from(b.abs());
    let ((ax, ay), (bx, by)) = (a, b);
    if group == 0 { product(ay, bx).cmp(&product(by, ax)) } else { product(ax, by).cmp(&product(bx, ay)) }
}

/// A taut line from one node to another.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The node at its end, and in the highest bit the group there that its heading belongs to.
    end: u32,
    /// Up to where there are edges in that group that can come after it.
    after: u32,
    /// Around all goals to which it leads.
    area: Area,
    /// Its heading, or nothing where that is too long for it. It could be had from the ends' coordinates; but most lines that a
    /// search looks at lead to where it has been by a shorter way, and with the heading at hand it need not look at the node there.
    heading: (i16, i16),
}

impl Edge {
    const LONG: (i16, i16) = (0, 0);
    const GROUP_SHIFT: u32 = 31;

    fn new(end: u32, node: &Node, (dx, dy): (i32, i32)) -> Self {
        let heading = i16::try_from(dx).ok().zip(i16::try_from(dy).ok()).unwrap_or(Self::LONG);
        let group = node.group(wide((dx, dy))) as u32;
        Self { end: end | group << Self::GROUP_SHIFT, after: 0, area: Area::ALL, heading }
    }

    /// The node at its end.
    #[inline]
    fn node(&self) -> usize {
        (self.end & !(1 << Self::GROUP_SHIFT)) as usize
    }

    /// The group there that its heading belongs to.
    #[inline]
    fn group(&self) -> usize {
        (self.end >> Self::GROUP_SHIFT) as usize
    }
}

impl TautGraph {
    /// [`Bounding::Auto`] means yes up to so many corners times lines: some seconds of preparation.
    pub(crate) const LITTLE_WORK: u64 = 2_000_000_000;

    /// There is no graph of more corners: the open list has numbers for four times as many, and cones need some of them.
    pub(crate) const MOST_CORNERS: usize = 1 << 25;

    /// Nor one with more lines.
    pub(crate) const MOST_LINES: usize = (1 << 31) - 1;

    /// Prepares a map. Only one with too many turning corners or lines is refused.
    pub(crate) fn new(
        map: &Map,
        config: TautPreparedConfig,
        meter: &mut Meter<'_>,
    ) -> Result<Self, PrepareError> {
        build::build(map, config, meter)
    }

    /// The options.
    #[must_use]
    pub(crate) fn config(&self) -> TautPreparedConfig {
        self.config
    }

    /// Which state of the map it was made for.
    #[must_use]
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// How many corners it has.
    #[must_use]
    pub(crate) fn corners(&self) -> usize {
        self.nodes.len()
    }

    /// How many lines lead from one to another; most lead both ways and count twice.
    #[must_use]
    pub(crate) fn edges(&self) -> usize {
        self.edges.len()
    }

    /// How many bytes of memory it takes.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.edges[..])
            + self.tiles.bytes()
            + self.components.bytes()
            + self.landmarks.bytes()
    }

    /// The heading of an edge from a corner.
    #[inline]
    fn heading(&self, from: Corner, edge: &Edge) -> (i32, i32) {
        if edge.heading == Edge::LONG {
            let to = self.nodes[edge.node()].corner();
            (to.x - from.x, to.y - from.y)
        } else {
            (edge.heading.0.into(), edge.heading.1.into())
        }
    }

    /// Up to where the edges of a node can come after a heading with which a path can come there.
    fn after(&self, node: &Node, heading: Heading) -> u32 {
        let group = node.group(heading);
        let range = node.range(group);
        if node.is_double {
            return range.end as u32;
        }
        let comes_after =
            |edge: &Edge| compare(group, wide(self.heading(node.corner(), edge)), heading).is_le();
        (range.start + self.edges[range.clone()].partition_point(comes_after)) as u32
    }

    /// The edges that can come after an edge.
    #[inline]
    fn next(&self, edge: &Edge) -> Range<usize> {
        self.nodes[edge.node()].edges[edge.group()] as usize..edge.after as usize
    }

    /// The node from which an edge leads.
    fn origin(&self, edge: u32) -> u32 {
        self.nodes.partition_point(|node| node.edges[0] <= edge) as u32 - 1
    }
}

/// Which cells are connected by lines: those side by side, and where lines pass between obstacles, those that touch.
fn components(map: &Map, rule: CornerRule, meter: &mut Meter<'_>) -> Result<Components, StopReason> {
    let steps = match rule {
        CornerRule::Closed => DiagonalRule::Never,
        CornerRule::Open => DiagonalRule::CutBothCorners,
    };
    Components::prepare(map, steps, meter)
}
