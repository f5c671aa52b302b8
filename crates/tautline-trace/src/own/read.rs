use std::io::{BufRead, Read};

use tautline::map::{Grid, Tiling};
use tautline::search::{AngleRange, Interval, Scan, SightCheck, Visit};

use super::VERSION;
use super::object::{Bounds, Object, described};
use crate::Xy;
use crate::error::shown;
use crate::{Event, Places, Trace, TraceError, TraceMap, TraceProblem};

/// How much is read of a trace before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// Lines: one more than there can be events.
    pub lines: usize,
    /// Bytes.
    pub bytes: u64,
}

impl Default for ReadLimits {
    /// Ten million lines, a gigabyte.
    fn default() -> Self {
        Self { lines: 10_000_000, bytes: 1 << 30 }
    }
}

/// What the first line says.
const HEAD: &str = "the line that says what the trace is of";

/// The names of outcomes.
const OUTCOMES: [&str; 5] = ["found", "partial", "unreachable", "stopped", "error"];

impl Trace {
    /// Reads what [`write`](Self::write) wrote, or anything else, of which it says what is wrong with it; `name` is for these
    /// messages.
    pub fn read(reader: impl BufRead, name: &str, limits: ReadLimits) -> Result<Self, TraceError> {
        let mut lines = Lines { reader, line: Vec::new(), number: 0, bytes: 0, limits };
        let read = read(&mut lines);
        read.map_err(|problem| TraceError { name: name.to_owned(), line: lines.number.max(1), problem })
    }
}

fn read(lines: &mut Lines<impl BufRead>) -> Result<Trace, TraceProblem> {
    let Some(line) = lines.next()? else { return Err(TraceProblem::unexpected("nothing", HEAD)) };
    let mut trace = head(&Object::parse(line)?)?;
    let bounds = Bounds::of(trace.map.as_ref());
    while let Some(line) = lines.next()? {
        trace.events.push(event(&Object::parse(line)?, bounds)?);
    }
    Ok(trace)
}

/// The lines of a file, of which no more is kept than one.
struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    number: usize,
    bytes: u64,
    limits: ReadLimits,
}

impl<R: BufRead> Lines<R> {
    /// The next line that is not blank.
    fn next(&mut self) -> Result<Option<&[u8]>, TraceProblem> {
        let too_much = |most: u64, what: &str| {
            Err(TraceProblem::unexpected(format!("more than {most} {what}"), "a smaller trace"))
        };
        loop {
            self.line.clear();
            // One more than there may be, to see whether there is more.
            let rest = (self.limits.bytes - self.bytes).saturating_add(1);
            let read = self.reader.by_ref().take(rest).read_until(b'\n', &mut self.line);
            let read = read.map_err(TraceProblem::Io)? as u64;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            if read == rest {
                return too_much(self.limits.bytes, "bytes");
            }
            self.bytes += read;
            if self.number > self.limits.lines {
                return too_much(self.limits.lines as u64, "lines");
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some(&self.line));
            }
        }
    }
}

fn head(line: &Object) -> Result<Trace, TraceProblem> {
    let version = format!("the version {VERSION}");
    if line.whole::<u32>("tautline_trace", &version)? != VERSION {
        return Err(line.wrong("tautline_trace", &version));
    }
    let map = line.object("map")?.as_ref().map(map).transpose()?;
    let bounds = Bounds::of(map.as_ref());
    let outcome = line.text("outcome", &one_of(&OUTCOMES))?;
    if !OUTCOMES.contains(&outcome) {
        return Err(line.wrong("outcome", &one_of(&OUTCOMES)));
    }
    let places = "\"cells\" or \"points\"";
    Ok(Trace {
        planner: line.text("planner", "the name of a planner")?.to_owned(),
        places: Places::named(line.text("places", places)?).ok_or_else(|| line.wrong("places", places))?,
        start: line.spot("start", bounds)?,
        goal: line.spot("goal", bounds)?,
        outcome: outcome.to_owned(),
        cost: line.number_or_null("cost")?,
        path: line.spots("path", bounds)?,
        is_cut: line.flag("cut")?,
        map,
        events: Vec::new(),
    })
}

fn map(object: &Object) -> Result<TraceMap, TraceProblem> {
    let side = "a whole number of cells";
    let (width, height): (u32, u32) = (object.whole("width", side)?, object.whole("height", side)?);
    if Grid::check_size(width, height).is_err() {
        let found = format!("a map of {width} × {height} cells");
        return Err(TraceProblem::unexpected(found, "a size that a map can have"));
    }
    let tiling = match object.has("tiling").then(|| object.text("tiling", TILINGS)).transpose()? {
        None => Tiling::Square,
        Some(name) => [Tiling::Square, Tiling::Hexagonal]
            .into_iter()
            .find(|tiling| tiling.name() == name)
            .ok_or_else(|| object.wrong("tiling", TILINGS))?,
    };
    let costs = if object.has("costs") { costs(object, width)? } else { drawn(object, width)? };
    TraceMap::new(width, height, costs, tiling)
        .map_err(|_| object.wrong(if object.has("costs") { "costs" } else { "rows" }, &rows(height)))
}

const TILINGS: &str = "\"square\" or \"hexagonal\"";

fn rows(height: u32) -> String {
    format!("{height} rows, as \"height\" says")
}

/// The cells of a plain map.
fn drawn(object: &Object, width: u32) -> Result<Vec<u16>, TraceProblem> {
    let mut costs = Vec::new();
    for (row, value) in object.list("rows", "a list of rows")?.iter().enumerate() {
        let cells = value.as_str().filter(|cells| {
            cells.len() == width as usize && cells.bytes().all(|cell| matches!(cell, b'.' | b'#'))
        });
        let wrong = || {
            let found = format!("{} as row {}", described(value), row + 1);
            TraceProblem::unexpected(found, format!("{width} times . or #"))
        };
        costs.extend(cells.ok_or_else(wrong)?.bytes().map(|cell| u16::from(cell == b'.')));
    }
    Ok(costs)
}

/// The cells of a map on which they cost different things.
fn costs(object: &Object, width: u32) -> Result<Vec<u16>, TraceProblem> {
    let mut costs = Vec::new();
    for (row, value) in object.list("costs", "a list of rows")?.iter().enumerate() {
        let row = row + 1;
        let Some(cells) = value.as_array().filter(|cells| cells.len() == width as usize) else {
            let found = format!("{} as row {row}", described(value));
            return Err(TraceProblem::unexpected(found, format!("a list of {width} costs")));
        };
        for cell in cells {
            let cost = cell.as_u64().and_then(|cost| u16::try_from(cost).ok());
            let wrong = || {
                let found = format!("{} in row {row}", described(cell));
                TraceProblem::unexpected(found, "a cost from 0 to 65535")
            };
            costs.push(cost.ok_or_else(wrong)?);
        }
    }
    Ok(costs)
}

fn event(line: &Object, bounds: Bounds) -> Result<Event, TraceProblem> {
    Ok(match line.text("type", "the name of an event")? {
        "expand" => Event::Expand(visit(line, bounds)?),
        "generate" => Event::Generate(visit(line, bounds)?),
        "close" => Event::Close(line.xy(bounds)?),
        "scan" => Event::Scan(Scan {
            from: line.xy(bounds)?,
            to: line.spot("to", bounds)?,
            found: line.flag("found")?,
        }),
        "expand-interval" => Event::ExpandInterval(interval(line, bounds)?),
        "generate-interval" => Event::GenerateInterval(interval(line, bounds)?),
        "sight" => Event::Sight(SightCheck {
            from: line.xy(bounds)?,
            to: line.spot("to", bounds)?,
            is_free: line.flag("free")?,
            is_followed: line.flag("followed")?,
        }),
        "angle-range" => Event::AngleRange(AngleRange {
            place: line.xy(bounds)?,
            parent: line.spot("root", bounds)?,
            low: line.direction_or_null("low")?,
            high: line.direction_or_null("high")?,
        }),
        "landmark" => Event::Landmark(line.xy(bounds)?),
        other => {
            let found = format!("the event {}", shown(other));
            return Err(TraceProblem::unexpected(found, one_of(&Event::NAMES)));
        }
    })
}

fn visit(line: &Object, bounds: Bounds) -> Result<Visit<Xy>, TraceProblem> {
    Ok(Visit {
        place: line.xy(bounds)?,
        parent: line.spot_or_null("parent", bounds)?,
        g: line.number("g")?,
        h: line.number("h")?,
        f: line.number("f")?,
    })
}

fn interval(line: &Object, bounds: Bounds) -> Result<Interval<Xy>, TraceProblem> {
    Ok(Interval {
        root: line.spot("root", bounds)?,
        row: line.row("row", bounds)?,
        left: line.column("left", bounds)?,
        right: line.column("right", bounds)?,
        g: line.number("g")?,
        f: line.number("f")?,
    })
}

fn one_of(names: &[&str]) -> String {
    format!("one of {}", names.join(", "))
}
