use std::collections::HashMap;
use std::io::{self, Write};

use tautline::map::Tiling;
use tautline::search::{AngleRange, Interval, Scan, SightCheck, Visit};

use super::views::views;
use super::yaml::{Mapping, list, number, place};
use crate::Xy;
use crate::event::Field;
use crate::{Event, Trace, TraceMap};

impl Trace {
    /// Writes it for Posthoc, as a search trace of version 1.4.0, an event at a time: hand it a writer with a buffer. The name of
    /// such a file ends with `.trace.yaml`.
    ///
    /// Posthoc's own kinds of events are used where it has them; a place that is generated again is `updating`. The id of a
    /// place is the same in all events. A number that is not finite is an error.
    pub fn write_posthoc(&self, mut out: impl Write) -> io::Result<()> {
        let tiling = self.map.as_ref().map_or(Tiling::Square, TraceMap::tiling);
        write!(out, "version: 1.4.0\n{}events:\n", views(self.places, tiling))?;
        if let Some(map) = &self.map {
            write_event(&mut out, Ok(walls(map)?))?;
        }
        let mut tree = Tree::default();
        write_event(&mut out, self.source(&mut tree))?;
        write_event(&mut out, self.destination(&mut tree))?;
        for event in &self.events {
            write_event(&mut out, tree.event(event))?;
        }
        if self.path.is_empty() { Ok(()) } else { write_event(&mut out, self.end(&mut tree)) }
    }

    fn source(&self, tree: &mut Tree) -> io::Result<Mapping> {
        let mut mapping = tree.place("source", self.start, None);
        at(&mut mapping, self.start)?;
        mapping.text("planner", &self.planner);
        mapping.text("outcome", &self.outcome);
        mapping.raw("cut", if self.is_cut { "true" } else { "false" });
        Ok(mapping)
    }

    fn destination(&self, tree: &mut Tree) -> io::Result<Mapping> {
        let mut mapping = tree.place("destination", self.goal, None);
        at(&mut mapping, self.goal)?;
        Ok(mapping)
    }

    fn end(&self, tree: &mut Tree) -> io::Result<Mapping> {
        let (first, last) = (self.path[0], self.path[self.path.len() - 1]);
        let mut mapping = tree.place("end", last, None);
        at(&mut mapping, last)?;
        if let Some(cost) = self.cost {
            mapping.number("cost", cost)?;
        }
        // A line has two ends, also where it leads nowhere.
        let more = (self.path.len() == 1).then_some(first);
        mapping.raw("path", &list(more.iter().chain(&self.path).map(|&spot| place(spot)))?);
        Ok(mapping)
    }
}

fn write_event(out: &mut impl Write, event: io::Result<Mapping>) -> io::Result<()> {
    writeln!(out, "  - {}", event?.finish())
}

fn at(mapping: &mut Mapping, (x, y): Xy) -> io::Result<()> {
    mapping.number("x", x)?;
    mapping.number("y", y)
}

/// The blocked cells of a map, as many at once as lie side by side.
fn walls(map: &TraceMap) -> io::Result<Mapping> {
    let mut walls = Vec::new();
    for (y, row) in map.rows().enumerate() {
        let mut x = 0;
        for cells in row.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
            if cells[0] == 0 {
                walls.push(Ok(format!("{{ x: {x}, y: {y}, width: {} }}", cells.len())));
            }
            x += cells.len();
        }
    }
    let mut mapping = Mapping::new();
    mapping.raw("type", "map");
    mapping.text("id", "map");
    mapping.raw("walls", &list(walls.into_iter())?);
    Ok(mapping)
}

/// A range of directions as a triangle, a little beyond the place. A side without a bound is a right angle away from it.
fn wedge(range: &AngleRange<Xy>) -> [Xy; 3] {
    let &AngleRange { place, parent, low, high } = range;
    let (dx, dy) = (place.0 - parent.0, place.1 - parent.1);
    let length = dx.hypot(dy) + 1.0;
    let towards = |(x, y): (f64, f64)| {
        let scale = length / x.hypot(y).max(f64::MIN_POSITIVE);
        (parent.0 + x * scale, parent.1 + y * scale)
    };
    [parent, towards(low.unwrap_or((dy, -dx))), towards(high.unwrap_or((-dy, dx)))]
}

/// What is known of the places that events were about.
#[derive(Default)]
struct Tree {
    known: HashMap<[u64; 2], Known>,
}

#[derive(Default)]
struct Known {
    parent: Option<Xy>,
    is_generated: bool,
}

impl Tree {
    fn event(&mut self, event: &Event) -> io::Result<Mapping> {
        let mut mapping = match event {
            Event::Expand(visit) => self.visit("expanding", visit),
            Event::Generate(visit) => {
                let known = self.known.entry(key(visit.place)).or_default();
                let kind = if known.is_generated { "updating" } else { "generating" };
                known.is_generated = true;
                self.visit(kind, visit)
            }
            Event::Close(spot) => self.place("closing", *spot, None),
            Event::Scan(Scan { from, to, .. }) => {
                self.thing("scanning", &format!("{}>{}", id(*from), id(*to)), *from)
            }
            Event::Sight(SightCheck { from, to, .. }) => {
                self.thing("looking", &format!("{}>{}", id(*from), id(*to)), *from)
            }
            Event::AngleRange(range) => {
                let mut mapping = self.place("angle-range", range.place, Some(range.parent));
                mapping.raw("wedge", &list(wedge(range).map(place).into_iter())?);
                mapping
            }
            Event::Landmark(spot) => begin("landmark", &format!("landmark {}", id(*spot)), None),
            Event::ExpandInterval(interval) => self.interval("expanding-interval", interval),
            Event::GenerateInterval(interval) => self.interval("generating-interval", interval),
        };
        for (key, field) in event.fields() {
            match field {
                // Posthoc has the event of the parent by this name.
                _ if key == "parent" => {}
                Field::Number(value) => mapping.raw(key, &number(value)?),
                Field::Place(Some(spot)) => mapping.raw(key, &place(spot)?),
                Field::Place(None) => mapping.raw(key, "null"),
                Field::Flag(flag) => mapping.raw(key, if flag { "true" } else { "false" }),
            }
        }
        Ok(mapping)
    }

    fn visit(&mut self, kind: &str, visit: &Visit<Xy>) -> Mapping {
        self.place(kind, visit.place, visit.parent)
    }

    fn interval(&mut self, kind: &str, interval: &Interval<Xy>) -> Mapping {
        let &Interval { root, row, left, right, .. } = interval;
        self.thing(kind, &format!("{}>{row}:{left}:{right}", id(root)), root)
    }

    /// The beginning of an event about a place, which keeps the parent that it had if it has no other.
    fn place(&mut self, kind: &str, spot: Xy, parent: Option<Xy>) -> Mapping {
        // Only what was there before can be a parent, and nothing its own.
        let parent = parent.filter(|&parent| parent != spot && self.known.contains_key(&key(parent)));
        let known = self.known.entry(key(spot)).or_default();
        known.parent = parent.or(known.parent);
        begin(kind, &id(spot), known.parent)
    }

    /// The beginning of an event about something else that belongs to a place.
    fn thing(&self, kind: &str, id: &str, of: Xy) -> Mapping {
        begin(kind, id, self.known.contains_key(&key(of)).then_some(of))
    }
}

fn begin(kind: &str, name: &str, parent: Option<Xy>) -> Mapping {
    let mut mapping = Mapping::new();
    mapping.raw("type", kind);
    mapping.text("id", name);
    if let Some(parent) = parent {
        mapping.text("pId", &id(parent));
    }
    mapping
}

/// The id of a place. (Adding zero makes minus zero zero, here and below.)
fn id((x, y): Xy) -> String {
    format!("{},{}", x + 0.0, y + 0.0)
}

/// What stands for a place in the table of known ones.
fn key((x, y): Xy) -> [u64; 2] {
    [(x + 0.0).to_bits(), (y + 0.0).to_bits()]
}
