//! `trace`, `trace-file` and `read-trace`: a path, and how it was found.

use serde::Serialize;
use tautline::engine::{Planner, Selection};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::search::{AngleRange, Answer, Interval, Limits, Outcome, Query, Scan, SightCheck, Visit};
use tautline_maps::Loaded;
use tautline_trace::{Event, Places, ReadLimits, Recorder, Trace, TraceMap, Xy};

use super::plan::{Found, Preparing, find, query, selection, turning_points};
use super::save::File;
use crate::fault::Fault;
use crate::limits;
use crate::map::{Card, SessionMap};
use crate::message::{Attachment, Reply};
use crate::planners::Fitted;
use crate::preparing::Progress;
use crate::request::{Trace as Request, TraceFile, TraceFormat};
use crate::session::Session;

#[derive(Serialize)]
struct Traced {
    #[serde(flatten)]
    found: Found,
    count: usize,
    cut: bool,
}

/// Plans a path, and tells what happened.
pub(crate) fn trace(request: &Request, session: &mut Session) -> Result<Reply, Fault> {
    let (found, Watched { recorder, .. }) = match watch(request, session)? {
        Ok(watched) => watched,
        Err(preparing) => return Reply::new(&Preparing { preparing }),
    };
    let rows = rows(recorder.events());
    let reply = Reply::new(&Traced { found, count: rows.len(), cut: recorder.is_cut() })?;
    Ok(reply.with(attach(Attachment::default(), &rows)))
}

/// A search that was watched.
struct Watched<'a> {
    selection: Selection,
    planner: &'a Planner,
    map: &'a SessionMap,
    query: Query,
    answer: Answer,
    recorder: Recorder,
}

/// Plans a path, and makes the same search once more, watched. That one is for what happens only: watching takes time, which is not that of
/// the planner.
fn watch<'a>(
    request: &Request,
    session: &'a mut Session,
) -> Result<Result<(Found, Watched<'a>), Progress>, Fault> {
    let selection = selection(&request.plan.planner, &request.plan.options, &session.registry)?;
    let (answer, found) = match find(&request.plan, &selection, session)? {
        Ok(found) => found,
        Err(progress) => return Ok(Err(progress)),
    };
    let Session { map, planners, workspace, cancel, .. } = session;
    let planner = match planners.get(&selection, &map.map)? {
        Fitted::Ready(planner, _) => planner,
        Fitted::Preparing(progress) => return Ok(Err(progress)),
    };
    let mut query = query(&request.plan, planner.ends(), cancel)?;
    // As far as it came before, however long that takes now. What is passed over counts as well.
    let as_far = matches!(answer.outcome, Outcome::Stopped { .. });
    let expansions =
        if as_far { answer.stats.expanded + answer.stats.passed_over } else { limits::EXPANSIONS };
    query.limits = Limits { deadline: None, max_expansions: Some(expansions), ..query.limits };
    let mut recorder = Recorder::new(request.events.unwrap_or(limits::EVENTS).min(limits::EVENTS));
    let answer = planner.plan_observed(&map.map, &query, workspace, &mut recorder)?;
    Ok(Ok((found, Watched { selection, planner, map, query, answer, recorder })))
}

/// Writes what happened to a file.
pub(crate) fn trace_file(request: &TraceFile, session: &mut Session) -> Result<Reply, Fault> {
    let (_, Watched { selection, planner, map, query, answer, recorder }) =
        match watch(&request.trace, session)? {
            Ok(watched) => watched,
            Err(preparing) => return Reply::new(&Preparing { preparing }),
        };
    // The planner may have been made for options that were written in another way.
    let trace =
        Trace { planner: selection.to_string(), ..Trace::new(planner, &map.map, &query, &answer, recorder) };
    let name = format!("{}-{}", map.name, selection.descriptor().id);
    let mut bytes = Vec::new();
    let file = match request.format {
        TraceFormat::Tautline => {
            trace.write(&mut bytes)?;
            File::of(&name, "trace.jsonl", "application/jsonl")
        }
        TraceFormat::Posthoc => {
            trace.write_posthoc(&mut bytes)?;
            File::of(&name, "trace.yaml", "application/yaml")
        }
    };
    file.reply(bytes)
}

/// What a file says of a search; what only the planner itself could say is left open.
#[derive(Serialize)]
struct Reread<'a> {
    map: Card<'a>,
    planner: &'a str,
    start: Xy,
    goal: Xy,
    outcome: &'a str,
    cost: Option<f64>,
    turns: usize,
    path: Vec<Xy>,
    places: &'static str,
    guarantee: Option<()>,
    stats: Option<()>,
    nanoseconds: Option<()>,
    preparation: [(); 0],
    count: usize,
    cut: bool,
}

/// Reads a search from a file, and the map that it was on.
pub(crate) fn read_trace(name: &str, bytes: &[u8]) -> Result<(SessionMap, Reply), Fault> {
    let read_limits = ReadLimits { lines: limits::EVENTS + 1, bytes: limits::UPLOAD as u64 };
    let trace = Trace::read(bytes, name, read_limits)?;
    let Some(below) = &trace.map else {
        return Err(Fault::new(format!("{name}: found no map, expected the one that the search was on")));
    };
    let short = name.split('.').next().unwrap_or_default();
    let map = SessionMap::new(short, on_map(below, &trace)?)?;
    let path = if map.has_hexagons() { trace.path.clone() } else { turning_points(&trace.path) };
    let rows = rows(&trace.events);
    let reread = Reread {
        map: map.card(),
        planner: &trace.planner,
        start: trace.start,
        goal: trace.goal,
        outcome: &trace.outcome,
        cost: trace.cost,
        turns: path.len().saturating_sub(2),
        path,
        places: trace.places.name(),
        guarantee: None,
        stats: None,
        nanoseconds: None,
        preparation: [],
        count: rows.len(),
        cut: trace.is_cut,
    };
    let reply = Reply::new(&reread)?.with(attach(map.costs().padded(), &rows));
    Ok((map, reply))
}

fn on_map(below: &TraceMap, trace: &Trace) -> Result<Loaded, Fault> {
    let (width, height) = (below.width(), below.height());
    limits::check_size(width, height)?;
    let mut costs = below.costs().iter().copied();
    let map =
        Map::from_costs(width, height, |_| costs.next().unwrap_or_default())?.with_tiling(below.tiling());
    let free_cell = |(x, y): Xy| {
        let cell = Cell::new(x as i32, y as i32);
        (trace.places == Places::Cells && map.is_free(cell)).then_some(cell)
    };
    let (start, goal) = (free_cell(trace.start), free_cell(trace.goal));
    Ok(Loaded { start, goal, ..map.into() })
}

/// What is told of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    /// g, h and f.
    values: [f64; 3],
    spots: [f64; 6],
    kind: u8,
}

/// Where there is nothing to tell.
const NONE: f64 = f64::NAN;

impl Row {
    /// None for an event that the page does not know.
    fn of(event: &Event) -> Option<Self> {
        let flag = |is_so: bool| f64::from(u8::from(is_so));
        let (kind, values, spots) = match *event {
            Event::Expand(visit) => (0, values(&visit), visited(&visit)),
            Event::Generate(visit) => (1, values(&visit), visited(&visit)),
            Event::Close((x, y)) => (2, [NONE; 3], [x, y, NONE, NONE, NONE, NONE]),
            Event::Scan(Scan { from, to, found }) => {
                (3, [NONE; 3], [from.0, from.1, to.0, to.1, flag(found), NONE])
            }
            Event::ExpandInterval(interval) => (4, [interval.g, NONE, interval.f], seen(&interval)),
            Event::GenerateInterval(interval) => (5, [interval.g, NONE, interval.f], seen(&interval)),
            Event::Sight(SightCheck { from, to, is_free, .. }) => {
                (6, [NONE; 3], [from.0, from.1, to.0, to.1, flag(is_free), NONE])
            }
            Event::AngleRange(AngleRange { parent, low, high, .. }) => {
                let (low, high) = (low.unwrap_or((NONE, NONE)), high.unwrap_or((NONE, NONE)));
                (7, [NONE; 3], [parent.0, parent.1, low.0, low.1, high.0, high.1])
            }
            Event::Landmark((x, y)) => (8, [NONE; 3], [x, y, NONE, NONE, NONE, NONE]),
            _ => return None,
        };
        Some(Self { values, spots, kind })
    }
}

/// What is told of events.
fn rows(events: &[Event]) -> Vec<Row> {
    events.iter().filter_map(Row::of).collect()
}

fn values(visit: &Visit<Xy>) -> [f64; 3] {
    [visit.g, visit.h, visit.f]
}

fn visited(visit: &Visit<Xy>) -> [f64; 6] {
    let ((x, y), parent) = (visit.place, visit.parent.unwrap_or((NONE, NONE)));
    [x, y, parent.0, parent.1, NONE, NONE]
}

fn seen(interval: &Interval<Xy>) -> [f64; 6] {
    let (x, y) = interval.root;
    [x, y, interval.row.into(), interval.left, interval.right, NONE]
}

fn attach(before: Attachment, rows: &[Row]) -> Attachment {
    before
        .f64s(rows.iter().flat_map(|row| row.values))
        .f32s(rows.iter().flat_map(|row| row.spots).map(|number| number as f32))
        .u8s(rows.iter().map(|row| row.kind))
}
