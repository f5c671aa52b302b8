/// A state of the search at the moment when something happens to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit<P> {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan<P> {
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
pub struct Interval<P> {
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

/// Somebody who watches a search: a viewer, a trace, a test. Every method does nothing unless it is written.
///
/// ```
/// use tautline::geometry::Cell;
/// use tautline::planners::AStar;
/// use tautline::search::{Observer, Query, Visit, Workspace};
/// use tautline::world::Grid;
///
/// #[derive(Default)]
/// struct Expanded(Vec<Cell>);
/// impl Observer<Cell> for Expanded {
///     fn expand(&mut self, visit: &Visit<Cell>) {
///         self.0.push(visit.place);
///     }
/// }
///
/// let grid = Grid::open(5, 1)?;
/// let mut seen = Expanded::default();
/// AStar::new(&grid).plan_observed(&Query::new((0, 0), (3, 0)), &mut Workspace::new(), &mut seen)?;
/// assert_eq!(seen.0, [(0, 0), (1, 0), (2, 0)].map(Cell::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer<P> {
    /// Whether anybody looks: where not, searches do not even gather what they would tell.
    fn is_watching(&self) -> bool {
        true
    }

    /// A state was taken from the open list and its successors come next.
    fn expand(&mut self, visit: &Visit<P>) {
        let _ = visit;
    }

    /// A successor was new, or a cheaper way to it was found.
    fn generate(&mut self, visit: &Visit<P>) {
        let _ = visit;
    }

    /// A line was scanned for jump points: only planners that jump do that.
    fn scan(&mut self, scan: &Scan<P>) {
        let _ = scan;
    }

    /// The successors of an interval come next: only planners that look along rows have such states.
    fn expand_interval(&mut self, interval: &Interval<P>) {
        let _ = interval;
    }

    /// An interval was put on the open list.
    fn generate_interval(&mut self, interval: &Interval<P>) {
        let _ = interval;
    }

    /// All successors of a state have been looked at.
    fn close(&mut self, place: P) {
        let _ = place;
    }
}

/// Nobody watches: costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<P> Observer<P> for Silent {
    #[inline]
    fn is_watching(&self) -> bool {
        false
    }
}

impl<P, V: Observer<P> + ?Sized> Observer<P> for &mut V {
    fn is_watching(&self) -> bool {
        (**self).is_watching()
    }

    fn expand(&mut self, visit: &Visit<P>) {
        (**self).expand(visit);
    }

    fn generate(&mut self, visit: &Visit<P>) {
        (**self).generate(visit);
    }

    fn scan(&mut self, scan: &Scan<P>) {
        (**self).scan(scan);
    }

    fn expand_interval(&mut self, interval: &Interval<P>) {
        (**self).expand_interval(interval);
    }

    fn generate_interval(&mut self, interval: &Interval<P>) {
        (**self).generate_interval(interval);
    }

    fn close(&mut self, place: P) {
        (**self).close(place);
    }
}

/// Somebody who watches places, told of states that are more than that.
pub(crate) struct Seen<'a, V, F> {
    watcher: &'a mut V,
    place: F,
}

impl<'a, V, F> Seen<'a, V, F> {
    /// Tells `watcher` what `place` makes of the states.
    pub(crate) fn new(watcher: &'a mut V, place: F) -> Self {
        Self { watcher, place }
    }

    fn visit<S: Copy, P>(&self, visit: &Visit<S>) -> Visit<P>
    where
        F: Fn(S) -> P,
    {
        let &Visit { place, parent, g, h, f } = visit;
        Visit { place: (self.place)(place), parent: parent.map(&self.place), g, h, f }
    }
}

impl<S: Copy, P, V: Observer<P>, F: Fn(S) -> P> Observer<S> for Seen<'_, V, F> {
    fn is_watching(&self) -> bool {
        self.watcher.is_watching()
    }

    fn expand(&mut self, visit: &Visit<S>) {
        self.watcher.expand(&self.visit(visit));
    }

    fn generate(&mut self, visit: &Visit<S>) {
        self.watcher.generate(&self.visit(visit));
    }

    fn close(&mut self, state: S) {
        self.watcher.close((self.place)(state));
    }
}
