use crate::geometry::Position;

/// A state of the search at the moment when something happens to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit<P = Position> {
    /// The place.
    pub place: P,
    /// From where it is reached; `None` at the start.
    pub parent: Option<P>,
    /// The cost of the way to it.
    pub g: f64,
    /// The estimate of the cost from here to the goal.
    pub h: f64,
    /// What the open list is ordered by.
    pub f: f64,
}

/// A line along which a jump-point planner looked for jump points.
///
/// A planner reports the lines that it follows from the states it expands: straight ones to the jump point, diagonal ones as far as
/// they are free. Lines that are known to find nothing are not followed, so `jps` and `jps-plus` report none of them; and from where
/// a diagonal has something to its side, the straight way there belongs to it and is no line of its own. `jump-graph` and `jump-ch`
/// scan around the two ends of the path only, and not where an end is a jump point itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scan<P = Position> {
    /// Where it began.
    pub from: P,
    /// Where it ended; every place between lies on one straight or diagonal line.
    pub to: P,
    /// Whether it is known that something was found along it: a jump point at its end, or beside it.
    pub found: bool,
}

/// The points of a row that lie between two rays from a place and are seen from there: what planners search over that look along
/// rows, such as Anya.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval<P = Position> {
    /// From where they are seen.
    pub root: P,
    /// Their row, as the y-coordinate of the corners on it.
    pub row: i32,
    /// The x-coordinate of the first of them.
    pub left: f64,
    /// That of the last.
    pub right: f64,
    /// The length of the way to the root.
    pub g: f64,
    /// What the open list is ordered by: no path to the goal by way of the root and of one of the points is shorter.
    pub f: f64,
}

/// A straight line of which a planner asked whether it is free.
///
/// Planners that count such questions ([`Stats::line_of_sight_checks`](super::Stats::line_of_sight_checks)) report each of them,
/// also where its answer changes nothing or is known already: then the line is not followed, and whether it is free is found out
/// for the observer alone. Those that are followed are as many as [`Stats::lines_followed`](super::Stats::lines_followed) says.
/// Planners that do not count them report the lines that they smooth a path with (A* PS), or along which they see the goal
/// (Taut).
///
/// Where cells have costs, a line can be free and still be dearer than a detour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightCheck<P = Position> {
    /// Where it begins: the place that was to be the parent, or the last one that is kept.
    pub from: P,
    /// Where it ends. It can be where it begins, if a place is asked for itself.
    pub to: P,
    /// Whether a path can take it. Under [`CornerRule::Closed`](crate::moves::CornerRule::Closed) it is not free either if it
    /// begins or ends on the other side of two obstacles that touch than the path does.
    pub is_free: bool,
    /// Whether it was followed from cell to cell to find that out.
    pub is_followed: bool,
}

/// The directions in which the neighbours of an expanded place are taken to see its parent: what AP Theta* propagates.
///
/// Directions are vectors along x, which grows to the right, and y, which grows downwards; their lengths mean nothing. As seen on
/// such a map `low` is counterclockwise and `high` clockwise of the direction from the parent to the place, or the same. The
/// range is the wedge between them, with its tip at the parent and both bounds included. No neighbour of a place is more than a
/// right angle away from it as seen from the parent, so a side without a bound can be drawn as a right angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AngleRange<P = Position> {
    /// The place that is expanded.
    pub place: P,
    /// From where the directions are seen.
    pub parent: P,
    /// The bound of the directions counterclockwise from the place, `None` if they have none.
    pub low: Option<(f64, f64)>,
    /// The bound of those clockwise from it.
    pub high: Option<(f64, f64)>,
}

/// Watches a search: a viewer, a trace, a test. Every method does nothing unless it is implemented.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Position;
/// use tautline::map::Map;
/// use tautline::planners::{AStar, AStarConfig};
/// use tautline::search::{Observer, Query, Visit, Workspace};
///
/// #[derive(Default)]
/// struct Expanded(Vec<Position>);
/// impl Observer for Expanded {
///     fn expand(&mut self, visit: &Visit) {
///         self.0.push(visit.place);
///     }
/// }
///
/// let map = Map::open(5, 1)?;
/// let mut seen = Expanded::default();
/// let planner = AStar::new(&map, AStarConfig::default())?;
/// planner.plan_observed(&map, &Query::new((0, 0), (3, 0)), &mut Workspace::new(), &mut seen)?;
/// assert_eq!(seen.0, [(0, 0), (1, 0), (2, 0)].map(Position::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Whether it watches: where it does not, searches do not even gather what they would tell.
    fn is_watching(&self) -> bool {
        true
    }

    /// A state was taken from the open list and its successors come next. The states of Anya are
    /// [intervals](Self::expand_interval).
    fn expand(&mut self, visit: &Visit) {
        let _ = visit;
    }

    /// A successor was new, or a cheaper way to it was found.
    fn generate(&mut self, visit: &Visit) {
        let _ = visit;
    }

    /// A line was scanned for jump points: only planners that jump do that.
    fn scan(&mut self, scan: &Scan) {
        let _ = scan;
    }

    /// The successors of an interval come next: only planners that look along rows have such states.
    fn expand_interval(&mut self, interval: &Interval) {
        let _ = interval;
    }

    /// An interval was put on the open list.
    fn generate_interval(&mut self, interval: &Interval) {
        let _ = interval;
    }

    /// A planner asked whether a straight line is free: only planners at any angle do that.
    fn sight(&mut self, sight: &SightCheck) {
        let _ = sight;
    }

    /// The range of a place that is expanded is known, unless that is the start: only AP Theta* has such ranges.
    fn angle_range(&mut self, range: &AngleRange) {
        let _ = range;
    }

    /// A landmark estimates the ways to the goal in the search that begins now. Each is told of once, before any state is
    /// expanded.
    fn landmark(&mut self, place: Position) {
        let _ = place;
    }

    /// All successors of a state have been looked at.
    fn close(&mut self, place: Position) {
        let _ = place;
    }
}

/// The observer that does nothing, and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    #[inline]
    fn is_watching(&self) -> bool {
        false
    }
}

/// The methods of an observer that passes everything on to those of others that there are.
macro_rules! pass_on {
    ($this:ident: $is_watching:expr; $($observer:expr),+) => {
        fn is_watching(&$this) -> bool {
            $is_watching
        }

        fn expand(&mut $this, visit: &Visit) {
            $(if let Some(observer) = $observer { observer.expand(visit); })+
        }

        fn generate(&mut $this, visit: &Visit) {
            $(if let Some(observer) = $observer { observer.generate(visit); })+
        }

        fn scan(&mut $this, scan: &Scan) {
            $(if let Some(observer) = $observer { observer.scan(scan); })+
        }

        fn expand_interval(&mut $this, interval: &Interval) {
            $(if let Some(observer) = $observer { observer.expand_interval(interval); })+
        }

        fn generate_interval(&mut $this, interval: &Interval) {
            $(if let Some(observer) = $observer { observer.generate_interval(interval); })+
        }

        fn sight(&mut $this, sight: &SightCheck) {
            $(if let Some(observer) = $observer { observer.sight(sight); })+
        }

        fn angle_range(&mut $this, range: &AngleRange) {
            $(if let Some(observer) = $observer { observer.angle_range(range); })+
        }

        fn landmark(&mut $this, place: Position) {
            $(if let Some(observer) = $observer { observer.landmark(place); })+
        }

        fn close(&mut $this, place: Position) {
            $(if let Some(observer) = $observer { observer.close(place); })+
        }
    };
}

impl<V: Observer + ?Sized> Observer for &mut V {
    pass_on!(self: (**self).is_watching(); Some(&mut **self));
}

/// Watches if there is one.
impl<V: Observer> Observer for Option<V> {
    pass_on!(self: self.as_ref().is_some_and(V::is_watching); self);
}

/// Both watch.
impl<V: Observer, W: Observer> Observer for (V, W) {
    pass_on!(self: self.0.is_watching() || self.1.is_watching(); Some(&mut self.0), Some(&mut self.1));
}
