use tautline::geometry::Position;
use tautline::search::{AngleRange, Interval, Scan, SightCheck, Visit};

/// The coordinates of a position; those of a cell are the numbers of its column and row.
pub type Xy = (f64, f64);

/// Something that happened in a search, with places as pairs of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A state was taken from the open list and its successors come next.
    Expand(Visit<Xy>),
    /// A successor was new, or a cheaper way to it was found.
    Generate(Visit<Xy>),
    /// All successors of a state have been looked at.
    Close(Xy),
    /// A line was scanned for jump points.
    Scan(Scan<Xy>),
    /// The successors of an interval come next.
    ExpandInterval(Interval<Xy>),
    /// An interval was put on the open list.
    GenerateInterval(Interval<Xy>),
    /// A planner asked whether a straight line is free.
    Sight(SightCheck<Xy>),
    /// The directions in which the neighbours of an expanded place are taken to see its parent.
    AngleRange(AngleRange<Xy>),
    /// A place from which distances are known estimates the ways to the goal.
    Landmark(Xy),
}

/// A part of an event, as both formats write it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Field {
    /// A number.
    Number(f64),
    /// A place or a direction, where there is one.
    Place(Option<Xy>),
    /// Whether something is so.
    Flag(bool),
}

impl Event {
    /// The names of all kinds.
    pub(super) const NAMES: [&'static str; 9] = [
        "expand",
        "generate",
        "close",
        "scan",
        "expand-interval",
        "generate-interval",
        "sight",
        "angle-range",
        "landmark",
    ];

    /// The name of its kind in traces.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Expand(_) => "expand",
            Self::Generate(_) => "generate",
            Self::Close(_) => "close",
            Self::Scan(_) => "scan",
            Self::ExpandInterval(_) => "expand-interval",
            Self::GenerateInterval(_) => "generate-interval",
            Self::Sight(_) => "sight",
            Self::AngleRange(_) => "angle-range",
            Self::Landmark(_) => "landmark",
        }
    }

    /// What there is to it, in the order in which it is written.
    pub(super) fn fields(&self) -> Vec<(&'static str, Field)> {
        match *self {
            Self::Expand(Visit { place, parent, g, h, f })
            | Self::Generate(Visit { place, parent, g, h, f }) => {
                let [x, y] = at(place);
                vec![x, y, ("parent", Field::Place(parent)), number("g", g), number("h", h), number("f", f)]
            }
            Self::Close(place) | Self::Landmark(place) => at(place).to_vec(),
            Self::Scan(Scan { from, to, found }) => {
                let [x, y] = at(from);
                vec![x, y, ("to", Field::Place(Some(to))), ("found", Field::Flag(found))]
            }
            Self::ExpandInterval(Interval { root, row, left, right, g, f })
            | Self::GenerateInterval(Interval { root, row, left, right, g, f }) => vec![
                ("root", Field::Place(Some(root))),
                number("row", row.into()),
                number("left", left),
                number("right", right),
                number("g", g),
                number("f", f),
            ],
            Self::Sight(SightCheck { from, to, is_free, is_followed }) => {
                let [x, y] = at(from);
                let to = ("to", Field::Place(Some(to)));
                vec![x, y, to, ("free", Field::Flag(is_free)), ("followed", Field::Flag(is_followed))]
            }
            Self::AngleRange(AngleRange { place, parent, low, high }) => {
                let [x, y] = at(place);
                let root = ("root", Field::Place(Some(parent)));
                vec![x, y, root, ("low", Field::Place(low)), ("high", Field::Place(high))]
            }
        }
    }
}

fn at((x, y): Xy) -> [(&'static str, Field); 2] {
    [number("x", x), number("y", y)]
}

fn number(key: &'static str, value: f64) -> (&'static str, Field) {
    (key, Field::Number(value))
}

/// A state with its places as pairs of numbers.
pub(super) fn visit(visit: &Visit) -> Visit<Xy> {
    let &Visit { place, parent, g, h, f } = visit;
    Visit { place: place.xy(), parent: parent.map(Position::xy), g, h, f }
}

/// A line with its ends as pairs of numbers.
pub(super) fn scan(scan: &Scan) -> Scan<Xy> {
    let &Scan { from, to, found } = scan;
    Scan { from: from.xy(), to: to.xy(), found }
}

/// An interval with its root as a pair of numbers.
pub(super) fn interval(interval: &Interval) -> Interval<Xy> {
    let &Interval { root, row, left, right, g, f } = interval;
    Interval { root: root.xy(), row, left, right, g, f }
}

/// A line of sight with its ends as pairs of numbers.
pub(super) fn sight(sight: &SightCheck) -> SightCheck<Xy> {
    let &SightCheck { from, to, is_free, is_followed } = sight;
    SightCheck { from: from.xy(), to: to.xy(), is_free, is_followed }
}

/// A range of directions with its places as pairs of numbers.
pub(super) fn angle_range(range: &AngleRange) -> AngleRange<Xy> {
    let &AngleRange { place, parent, low, high } = range;
    AngleRange { place: place.xy(), parent: parent.xy(), low, high }
}
