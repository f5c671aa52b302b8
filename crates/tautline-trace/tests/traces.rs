//! Traces: what is recorded of each planner, and that what is written is read back the same to the bit.

use proptest::prelude::*;
use tautline::engine::{Ends, Planner, Registry};
use tautline::geometry::{Corner, Position};
use tautline::map::{Map, Tiling};
use tautline::search::{AngleRange, Interval, Limits, Query, Scan, SightCheck, Visit, Workspace};
use tautline_trace::{Event, Places, ReadLimits, Recorder, Trace, TraceMap, Xy};

fn rooms() -> Map {
    Map::from_rows(["........", ".####.#.", ".#..#.#.", ".#....#.", "........"]).unwrap()
}

/// A query between cells, or between corners for planners at any angle.
fn query(planner: &Planner, start: (i32, i32), goal: (i32, i32)) -> Query {
    Query::new(planner.ends().scenario(start), planner.ends().scenario(goal))
}

fn trace(planner: &Planner, map: &Map, query: &Query, max_events: usize) -> Trace {
    let mut recorder = Recorder::new(max_events);
    let answer = planner.plan_observed(map, query, &mut Workspace::new(), &mut recorder).unwrap();
    Trace::new(planner, map, query, &answer, recorder)
}

fn written(trace: &Trace) -> String {
    let mut file = Vec::new();
    trace.write(&mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn read(file: &str) -> Result<Trace, String> {
    Trace::read(file.as_bytes(), "a.trace.jsonl", ReadLimits::default()).map_err(|error| error.to_string())
}

#[test]
fn every_planner_is_traced_and_comes_to_the_same_path() {
    let map = rooms();
    for descriptor in Registry::core().iter() {
        let id = descriptor.id;
        let planner = Planner::new(id, &map).unwrap();
        let query = query(&planner, (3, 2), (7, 4));
        let plain = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
        let trace = trace(&planner, &map, &query, usize::MAX);
        let path = plain.path().unwrap();
        assert_eq!((trace.outcome.as_str(), trace.cost), ("found", Some(path.cost())), "{id}");
        assert!(trace.path.iter().copied().eq(path.positions().map(Position::xy)), "{id}");
        assert_eq!(trace.places == Places::Points, planner.ends() != Ends::Cells);
        let expansions = |event: &&Event| matches!(event, Event::Expand(_) | Event::ExpandInterval(_));
        assert!(trace.events.iter().filter(expansions).count() > 0, "{id} expands something");
        assert!(!trace.is_cut);
        assert_eq!(read(&written(&trace)).unwrap(), trace, "{id}");
    }
}

#[test]
fn a_trace_is_cut_where_it_is_full_and_the_path_is_the_same() {
    let map = rooms();
    for id in Registry::core().iter().map(|planner| planner.id) {
        let planner = Planner::new(id, &map).unwrap();
        let query = query(&planner, (0, 0), (7, 4));
        let whole = trace(&planner, &map, &query, usize::MAX);
        let count = whole.events.len();
        for max in [0, 1, count - 1, count, count + 1] {
            let cut = trace(&planner, &map, &query, max);
            assert_eq!(cut.events, whole.events[..max.min(count)], "{id}");
            assert_eq!(cut.is_cut, max < count, "{id}: {max} of {count}");
            assert_eq!((&cut.path, cut.cost), (&whole.path, whole.cost), "{id}");
        }
    }
}

/// Each kind of position to each kind of planner that takes it: the path begins and ends where the trace says.
#[test]
fn ends_are_the_places_that_the_planner_takes_them_for() {
    let map = rooms();
    let on_border = (f64::from(map.width()), f64::from(map.height()));
    for (id, query, expected) in [
        ("taut", Query::new((0, 1), (5, 1)), [(0.5, 1.5), (5.5, 1.5)]),
        ("taut", Query::new((0.25, 1.75), Corner::new(5, 1)), [(0.25, 1.75), (5.0, 1.0)]),
        ("astar", Query::new((3.7, 4.2), (5.0, 1.0)), [(3.0, 4.0), (5.0, 1.0)]),
        ("astar", Query::new((0, 1), on_border), [(0.0, 1.0), (7.0, 4.0)]),
        ("anya", Query::new(Corner::new(0, 1), Corner::new(5, 1)), [(0.0, 1.0), (5.0, 1.0)]),
    ] {
        let planner = Planner::new(id, &map).unwrap();
        let trace = trace(&planner, &map, &query, usize::MAX);
        assert_eq!([trace.start, trace.goal], expected, "{id}: {query:?}");
        assert_eq!([trace.path[0], trace.path[trace.path.len() - 1]], expected, "{id}: {query:?}");
    }
}

#[test]
fn searches_without_a_path_have_events_all_the_same() {
    let map = Map::from_rows([".....", "...##", "...#."]).unwrap();
    let astar = Planner::new("astar", &map).unwrap();
    let unreachable = trace(&astar, &map, &Query::new((0, 0), (4, 2)), usize::MAX);
    assert_eq!((unreachable.outcome.as_str(), unreachable.cost), ("unreachable", None));
    assert!(unreachable.path.is_empty());
    let limited = Query::new((0, 0), (4, 0)).with_limits(Limits::expansions(3));
    let stopped = trace(&astar, &map, &limited, usize::MAX);
    assert_eq!(stopped.outcome, "stopped");
    assert_eq!(stopped.events.iter().filter(|event| event.name() == "expand").count(), 3);
    for trace in [unreachable, stopped] {
        assert_eq!(read(&written(&trace)).unwrap(), trace);
    }
}

#[test]
fn lines_are_as_they_are_documented() {
    let at = |x, y| (f64::from(x), f64::from(y));
    let visit = Visit { place: at(3, 4), parent: Some(at(2, 4)), g: 1.0, h: 2.5, f: 3.5 };
    let interval = Interval { root: at(0, 1), row: 2, left: 0.5, right: 2.0, g: 0.0, f: 4.0 };
    let trace = Trace {
        planner: "jps:diagonal=always".to_owned(),
        places: Places::Cells,
        start: at(2, 4),
        goal: at(5, 4),
        outcome: "found".to_owned(),
        cost: Some(3.0),
        path: vec![at(2, 4), at(5, 4)],
        map: Some(TraceMap::new(6, 5, vec![1; 30], Tiling::Square).unwrap()),
        events: vec![
            Event::Expand(visit),
            Event::Generate(Visit { parent: None, ..visit }),
            Event::Close(at(3, 4)),
            Event::Scan(Scan { from: at(3, 4), to: at(5, 4), found: true }),
            Event::ExpandInterval(interval),
            Event::GenerateInterval(interval),
            Event::Sight(SightCheck { from: at(3, 4), to: at(5, 4), is_free: true, is_followed: false }),
            Event::AngleRange(AngleRange {
                place: at(3, 4),
                parent: at(2, 4),
                low: None,
                high: Some((9.0, 0.5)),
            }),
            Event::Landmark(at(0, 0)),
        ],
        is_cut: false,
    };
    let expected = r#"{"tautline_trace":1,"planner":"jps:diagonal=always","places":"cells","start":[2,4],"goal":[5,4],"outcome":"found","cost":3,"path":[[2,4],[5,4]],"cut":false,"map":{"width":6,"height":5,"rows":["......","......","......","......","......"]}}
{"type":"expand","x":3,"y":4,"parent":[2,4],"g":1,"h":2.5,"f":3.5}
{"type":"generate","x":3,"y":4,"parent":null,"g":1,"h":2.5,"f":3.5}
{"type":"close","x":3,"y":4}
{"type":"scan","x":3,"y":4,"to":[5,4],"found":true}
{"type":"expand-interval","root":[0,1],"row":2,"left":0.5,"right":2,"g":0,"f":4}
{"type":"generate-interval","root":[0,1],"row":2,"left":0.5,"right":2,"g":0,"f":4}
{"type":"sight","x":3,"y":4,"to":[5,4],"free":true,"followed":false}
{"type":"angle-range","x":3,"y":4,"root":[2,4],"low":null,"high":[9,0.5]}
{"type":"landmark","x":0,"y":0}
"#;
    assert_eq!(written(&trace), expected);
    assert_eq!(read(expected).unwrap(), trace);
    assert_eq!(read(&expected.replace('\n', "\r\n\r\n")).unwrap(), trace, "blank lines mean nothing");
}

#[test]
fn terrain_and_hexagons_are_kept() {
    let map = Map::from_costs(3, 2, |cell| [1, 0, 65535][cell.x as usize]).unwrap();
    let map = map.with_tiling(Tiling::Hexagonal);
    let trace = trace(&Planner::new("astar", &map).unwrap(), &map, &Query::new((0, 0), (0, 1)), 100);
    let file = written(&trace);
    let expected = r#""map":{"width":3,"height":2,"tiling":"hexagonal","costs":[[1,0,65535],[1,0,65535]]}"#;
    assert!(file.contains(expected), "{file}");
    assert_eq!(read(&file).unwrap(), trace);
}

#[test]
fn a_number_that_is_not_finite_is_not_written() {
    let map = rooms();
    let astar = Planner::new("astar", &map).unwrap();
    let mut trace = trace(&astar, &map, &Query::new((0, 0), (1, 0)), 100);
    trace.cost = Some(f64::INFINITY);
    let error = trace.write(Vec::new()).unwrap_err().to_string();
    assert_eq!(error, "found inf in a trace, expected a finite number");
}

/// Any finite number, and often a whole one.
fn number() -> impl Strategy<Value = f64> {
    let bits = any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |number| number.is_finite());
    prop_oneof![bits, (-1000_i32..1000).prop_map(f64::from), Just(-0.0)]
}

const SIZE: u32 = 9;

fn place() -> impl Strategy<Value = Xy> {
    let coordinate = || prop_oneof![(0..=SIZE).prop_map(f64::from), 0.0..=f64::from(SIZE), Just(-0.0)];
    (coordinate(), coordinate())
}

fn visits() -> impl Strategy<Value = Visit<Xy>> {
    let visit = (place(), prop::option::of(place()), number(), number(), number());
    visit.prop_map(|(place, parent, g, h, f)| Visit { place, parent, g, h, f })
}

fn intervals() -> impl Strategy<Value = Interval<Xy>> {
    let interval = (place(), 0..=SIZE as i32, place(), number(), number());
    interval.prop_map(|(root, row, (left, right), g, f)| Interval { root, row, left, right, g, f })
}

fn events() -> impl Strategy<Value = Event> {
    prop_oneof![
        visits().prop_map(Event::Expand),
        visits().prop_map(Event::Generate),
        place().prop_map(Event::Close),
        (place(), place(), any::<bool>()).prop_map(|(from, to, found)| Event::Scan(Scan { from, to, found })),
        intervals().prop_map(Event::ExpandInterval),
        intervals().prop_map(Event::GenerateInterval),
        (place(), place(), any::<bool>(), any::<bool>()).prop_map(|(from, to, is_free, is_followed)| {
            Event::Sight(SightCheck { from, to, is_free, is_followed })
        }),
        (place(), place(), prop::option::of(place()), prop::option::of(place())).prop_map(
            |(place, parent, low, high)| Event::AngleRange(AngleRange { place, parent, low, high })
        ),
        place().prop_map(Event::Landmark),
    ]
}

fn maps() -> impl Strategy<Value = TraceMap> {
    let cells = (SIZE * SIZE) as usize;
    let costs = prop_oneof![
        prop::collection::vec(0_u16..2, cells..=cells),
        prop::collection::vec(any::<u16>(), cells..=cells)
    ];
    (costs, any::<bool>()).prop_map(|(costs, is_square)| {
        let tiling = if is_square { Tiling::Square } else { Tiling::Hexagonal };
        TraceMap::new(SIZE, SIZE, costs, tiling).unwrap()
    })
}

fn traces() -> impl Strategy<Value = Trace> {
    let outcome = prop::sample::select(vec!["found", "partial", "unreachable", "stopped", "error"]);
    let result = (outcome, prop::option::of(number()), prop::collection::vec(place(), 0..5));
    let all = prop::collection::vec(events(), 0..20);
    let asked = (".*", any::<bool>(), place(), place());
    (asked, result, prop::option::of(maps()), all, any::<bool>()).prop_map(
        |((planner, on_cells, start, goal), (outcome, cost, path), map, events, is_cut)| {
            let places = if on_cells { Places::Cells } else { Places::Points };
            let outcome = outcome.to_owned();
            Trace { planner, places, start, goal, outcome, cost, path, map, events, is_cut }
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_to_the_bit(trace in traces()) {
        let file = written(&trace);
        let again = read(&file).unwrap();
        // Zero and minus zero are equal, but are not shown the same.
        prop_assert_eq!(format!("{:?}", again), format!("{:?}", trace));
        prop_assert_eq!(written(&again), file);
    }
}
