//! `trace`, `trace-file` and `read-trace`: a path, and how it was found.

use serde::Serialize;
use tautline::geometry::Cell;
use tautline::planners::Selection;
use tautline::search::{AngleRange, Interval, Limits, Place, Scan, SightCheck, Visit};
use tautline::world::Terrain;
use tautline_maps::Loaded;
use tautline_run::trace::{Event, Places, ReadLimits, Trace, TraceMap};
use tautline_run::{Run, Spot, Verdict};

use super::plan::{Found, find, question, run, selection, turning_points};
use super::save::File;
use crate::fault::Fault;
use crate::limits;
use crate::map::{Card, Map};
use crate::message::{Attachment, Reply};
use crate::planners::Planners;
use crate::request::{Trace as Request, TraceFile, TraceFormat};
use crate::session::Tools;

#[derive(Serialize)]
struct Traced {
    #[serde(flatten)]
    found: Found,
    count: usize,
    cut: bool,
}

/// Plans a path, and tells what happened.
pub(crate) fn trace(
    request: &Request,
    map: &Map,
    planners: &mut Planners<'_>,
    tools: &mut Tools,
) -> Result<Reply, Fault> {
    let selection = selection(&request.plan.planner, &request.plan.options)?;
    let (answer, found) = find(&request.plan, &selection, map, planners, tools)?;
    let trace = watch(request, &selection, &answer, planners, tools)?;
    let rows: Vec<Row> = trace.events.iter().filter_map(Row::of).collect();
    let reply = Reply::new(&Traced { found, count: rows.len(), cut: trace.is_cut })?;
    Ok(reply.with(attach(Attachment::default(), &rows)))
}

/// The same search once more, watched. It is for what happens only: watching takes time, which is not that of the planner.
fn watch(
    request: &Request,
    selection: &Selection,
    answer: &Run,
    planners: &mut Planners<'_>,
    tools: &mut Tools,
) -> Result<Trace, Fault> {
    let (runner, _) = planners.get(selection, &mut tools.preparations)?;
    let mut question = question(request.plan.start, request.plan.goal, &tools.cancel)?;
    // As far as it came before, however long that takes now. What is passed over counts as well.
    let as_far = matches!(answer.verdict, Verdict::Stopped { .. });
    let expansions =
        if as_far { answer.stats.expanded + answer.stats.passed_over } else { limits::EXPANSIONS };
    question.limits = Limits { deadline: None, max_expansions: Some(expansions), ..question.limits };
    let events = request.events.unwrap_or(limits::EVENTS).min(limits::EVENTS);
    run(runner, selection, &question, |runner| {
        let (run, recorder) = runner.trace(&question, &mut tools.workspace, events);
        Trace::new(&selection.to_string(), runner, &question, &run, recorder)
    })
}

/// Writes what happened to a file.
pub(crate) fn trace_file(
    request: &TraceFile,
    map: &Map,
    planners: &mut Planners<'_>,
    tools: &mut Tools,
) -> Result<Reply, Fault> {
    let TraceFile { trace: request, format } = request;
    let selection = selection(&request.plan.planner, &request.plan.options)?;
    let (answer, _) = find(&request.plan, &selection, map, planners, tools)?;
    let trace = watch(request, &selection, &answer, planners, tools)?.on_map(map.ground());
    let name = format!("{}-{}", map.name, selection.planner.id);
    let mut bytes = Vec::new();
    let file = match format {
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
    start: Spot,
    goal: Spot,
    outcome: &'a str,
    cost: Option<f64>,
    turns: usize,
    path: Vec<Spot>,
    places: &'static str,
    guarantee: Option<()>,
    stats: Option<()>,
    nanoseconds: Option<()>,
    preparation: u64,
    count: usize,
    cut: bool,
}

/// Reads a search from a file, and the map that it was on.
pub(crate) fn read_trace(name: &str, bytes: &[u8]) -> Result<(Map, Reply), Fault> {
    let read_limits = ReadLimits { lines: limits::EVENTS + 1, bytes: limits::UPLOAD as u64 };
    let trace = Trace::read(bytes, name, read_limits)?;
    let Some(below) = &trace.map else {
        return Err(Fault::new(format!("{name}: found no map, expected the one that the search was on")));
    };
    let short = name.split('.').next().unwrap_or_default();
    let map = Map::new(short, on_map(below, &trace)?)?;
    let path = if map.has_hexagons() { trace.path.clone() } else { turning_points(&trace.path) };
    let rows: Vec<Row> = trace.events.iter().filter_map(Row::of).collect();
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
        preparation: 0,
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
    let terrain = Terrain::from_costs(width, height, |_| costs.next().unwrap_or_default())?;
    let mut loaded: Loaded = (terrain, below.tiling()).into();
    if trace.places == Places::Cells {
        let cell = |place: Spot| Some(Cell::at(place)).filter(|&cell| loaded.land.grid().is_free(cell));
        (loaded.start, loaded.goal) = (cell(trace.start), cell(trace.goal));
    }
    Ok(loaded)
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

fn values(visit: &Visit<Spot>) -> [f64; 3] {
    [visit.g, visit.h, visit.f]
}

fn visited(visit: &Visit<Spot>) -> [f64; 6] {
    let ((x, y), parent) = (visit.place, visit.parent.unwrap_or((NONE, NONE)));
    [x, y, parent.0, parent.1, NONE, NONE]
}

fn seen(interval: &Interval<Spot>) -> [f64; 6] {
    let (x, y) = interval.root;
    [x, y, interval.row.into(), interval.left, interval.right, NONE]
}

fn attach(before: Attachment, rows: &[Row]) -> Attachment {
    before
        .f64s(rows.iter().flat_map(|row| row.values))
        .f32s(rows.iter().flat_map(|row| row.spots).map(|number| number as f32))
        .u8s(rows.iter().map(|row| row.kind))
}
