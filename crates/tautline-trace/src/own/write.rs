use std::io::{self, Write};

use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};
use tautline::map::Tiling;

use super::VERSION;
use crate::Xy;
use crate::event::Field;
use crate::{Event, Trace, TraceMap};

impl Trace {
    /// Writes it as JSON Lines, an event at a time: hand it a writer with a buffer. The name of such a file ends with
    /// `.trace.jsonl`.
    ///
    /// A number that is not finite is an error.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let head = Head {
            tautline_trace: VERSION,
            planner: &self.planner,
            places: self.places.name(),
            start: Pair(self.start),
            goal: Pair(self.goal),
            outcome: &self.outcome,
            cost: self.cost.map(Number),
            path: self.path.iter().copied().map(Pair).collect(),
            cut: self.is_cut,
            map: self.map.as_ref().map(Map),
        };
        write_line(&mut out, &head)?;
        self.events.iter().try_for_each(|event| write_line(&mut out, &Line(event)))
    }
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// The first line.
#[derive(Serialize)]
struct Head<'a> {
    tautline_trace: u32,
    planner: &'a str,
    places: &'static str,
    start: Pair,
    goal: Pair,
    outcome: &'a str,
    cost: Option<Number>,
    path: Vec<Pair>,
    cut: bool,
    map: Option<Map<'a>>,
}

/// A map: by characters if it is plain, otherwise by costs.
struct Map<'a>(&'a TraceMap);

impl Serialize for Map<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(map) = self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("width", &map.width())?;
        object.serialize_entry("height", &map.height())?;
        if map.tiling() != Tiling::Square {
            object.serialize_entry("tiling", map.tiling().name())?;
        }
        if map.is_plain() {
            let row = |row: &[u16]| row.iter().map(|&cost| if cost == 0 { '#' } else { '.' }).collect();
            let rows: Vec<String> = map.rows().map(row).collect();
            object.serialize_entry("rows", &rows)?;
        } else {
            let rows: Vec<&[u16]> = map.rows().collect();
            object.serialize_entry("costs", &rows)?;
        }
        object.end()
    }
}

/// The line of an event.
struct Line<'a>(&'a Event);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("type", self.0.name())?;
        for (key, field) in self.0.fields() {
            match field {
                Field::Number(number) => object.serialize_entry(key, &Number(number)),
                Field::Place(place) => object.serialize_entry(key, &place.map(Pair)),
                Field::Flag(flag) => object.serialize_entry(key, &flag),
            }?;
        }
        object.end()
    }
}

/// A place as a list of its two coordinates.
struct Pair(Xy);

impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (x, y) = self.0;
        [Number(x), Number(y)].serialize(serializer)
    }
}

/// A number, without a point where it needs none.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Every whole number below this is one of its own, and minus zero is none.
        const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
        let Self(number) = *self;
        if !number.is_finite() {
            return Err(S::Error::custom(format_args!(
                "found {number} in a trace, expected a finite number"
            )));
        }
        let is_whole = number.fract() == 0.0 && number.abs() < EXACT;
        if is_whole && (number != 0.0 || number.is_sign_positive()) {
            serializer.serialize_i64(number as i64)
        } else {
            serializer.serialize_f64(number)
        }
    }
}
