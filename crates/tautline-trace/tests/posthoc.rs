//! Traces for Posthoc: valid YAML, with what its format asks for, and views that name only what the events have.

use std::collections::{HashMap, HashSet};

use saphyr::{LoadableYamlNode, Yaml};
use tautline::engine::{Planner, Registry};
use tautline::geometry::Corner;
use tautline::map::{Map, Tiling};
use tautline::search::{Limits, Query, Workspace};
use tautline_trace::{Recorder, Trace};

const SHAPES: [&str; 4] = ["rect", "circle", "polygon", "path"];

fn rooms() -> Map {
    Map::from_rows(["........", ".####.#.", ".#..#.#.", ".#....#.", "........"]).unwrap()
}

/// The trace of a query between cells, or between corners for planners at any angle.
fn posthoc(planner: &str, map: &Map, start: (i32, i32), goal: (i32, i32)) -> String {
    let ends = Planner::new(planner, map).unwrap().ends();
    posthoc_of(planner, map, &Query::new(ends.scenario(start), ends.scenario(goal)))
}

fn posthoc_of(planner: &str, map: &Map, query: &Query) -> String {
    let planner = Planner::new(planner, map).unwrap();
    let mut recorder = Recorder::new(usize::MAX);
    let answer = planner.plan_observed(map, query, &mut Workspace::new(), &mut recorder).unwrap();
    let mut file = Vec::new();
    Trace::new(&planner, map, query, &answer, recorder).write_posthoc(&mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn parse(file: &str) -> Yaml<'_> {
    let documents = Yaml::load_from_str(file).unwrap();
    assert_eq!(documents.len(), 1);
    documents.into_iter().next().unwrap()
}

fn text<'a>(node: &'a Yaml<'_>, key: &str) -> &'a str {
    node.as_mapping_get(key).and_then(Yaml::as_str).unwrap_or_else(|| panic!("no {key} in {node:?}"))
}

/// Every text within a node.
fn texts(node: &Yaml<'_>) -> Vec<String> {
    if let Some(list) = node.as_sequence() {
        list.iter().flat_map(texts).collect()
    } else if let Some(mapping) = node.as_mapping() {
        mapping.values().flat_map(texts).collect()
    } else {
        node.as_str().map(str::to_owned).into_iter().collect()
    }
}

/// The names behind `$.` in what is to be evaluated.
fn names(code: &str) -> Vec<String> {
    let name = |rest: &str| rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    code.split("$.").skip(1).map(name).collect()
}

/// Checks a file, and says how often there is each kind of event.
fn check(file: &str) -> HashMap<String, usize> {
    let trace = parse(file);
    let keys: Vec<_> = trace.as_mapping().unwrap().keys().filter_map(Yaml::as_str).collect();
    assert_eq!(keys, ["version", "views", "events"]);
    assert_eq!(text(&trace, "version"), "1.4.0");

    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut keys: HashMap<String, HashSet<String>> = HashMap::new();
    let (mut ids, mut places) = (HashSet::new(), HashMap::new());
    for event in trace["events"].as_sequence().unwrap() {
        let (kind, id) = (text(event, "type"), text(event, "id"));
        if let Some(parent) = event.as_mapping_get("pId") {
            let parent = parent.as_str().unwrap();
            assert!(ids.contains(parent) && parent != id, "{parent} before {id}");
        }
        ids.insert(id);
        *counts.entry(kind.to_owned()).or_default() += 1;
        let has: HashSet<String> =
            event.as_mapping().unwrap().keys().map(|key| key.as_str().unwrap().to_owned()).collect();
        let all = keys.entry(kind.to_owned()).or_insert_with(|| has.clone());
        // What only some events of a kind have cannot be drawn for all.
        all.retain(|key| has.contains(key));
        if has.contains("x") && !["scanning", "looking", "landmark"].contains(&kind) {
            let place = format!("{:?},{:?}", event["x"], event["y"]);
            assert_eq!(*places.entry(id).or_insert(place.clone()), place, "an id is that of one place");
        }
    }
    assert_eq!(places.values().collect::<HashSet<_>>().len(), places.len(), "a place has one id");

    let mut drawn = HashSet::new();
    for component in trace["views"]["main"].as_sequence().unwrap() {
        assert!(SHAPES.contains(&text(component, "$")), "{component:?}");
        let types: Vec<_> = text(component, "$if").split('\'').skip(1).step_by(2).collect();
        assert!(!types.is_empty());
        for text in texts(component).iter().filter(|text| text.contains('$')) {
            assert!(text.starts_with("${{ ") && text.ends_with(" }}"), "{text}");
            assert_eq!(text.matches("}}").count(), 1, "the first of them ends it: {text}");
            for kind in types.iter().filter_map(|kind| keys.get(*kind)) {
                for name in names(text) {
                    // The number of the repetition is no part of an event.
                    assert!(kind.contains(&name) || name == "i", "{name} of {types:?}: {kind:?}");
                }
            }
        }
        drawn.extend(types.iter().map(|&kind| kind.to_owned()));
    }
    for kind in counts.keys() {
        assert!(drawn.contains(kind), "{kind} is drawn");
    }
    counts
}

#[test]
fn every_planner_can_be_shown() {
    let map = rooms();
    for planner in Registry::core().iter() {
        let file = posthoc(planner.id, &map, (3, 2), (7, 4));
        let counts = check(&file);
        for kind in ["map", "source", "destination", "end"] {
            assert_eq!(counts.get(kind), Some(&1), "{}: {kind}", planner.id);
        }
        let expanded = counts.contains_key("expanding") || counts.contains_key("expanding-interval");
        assert!(expanded, "{}: {counts:?}", planner.id);
    }
}

#[test]
fn there_are_all_kinds_of_events() {
    let map = rooms();
    let has = |planner: &str, kind: &str| check(&posthoc(planner, &map, (0, 0), (7, 4))).contains_key(kind);
    for kind in ["generating", "updating", "expanding", "closing"] {
        assert!(has("ida-star", kind), "{kind}");
    }
    assert!(has("jps", "scanning"));
    assert!(has("theta", "looking") && has("ap-theta", "angle-range") && has("alt", "landmark"));
    assert!(has("anya", "expanding-interval") && has("anya", "generating-interval"));
}

#[test]
fn points_terrain_hexagons_and_searches_without_a_path() {
    let map = rooms();
    check(&posthoc_of("taut", &map, &Query::new((0.5, 0.25), (7.75, 4.5))));
    let nowhere = posthoc("astar", &map, (4, 4), (4, 4));
    assert!(nowhere.contains("path: [{ x: 4, y: 4 }, { x: 4, y: 4 }]"));
    let [start, goal] = [(0, 0), (7, 4)].map(Corner::from);
    check(&posthoc_of("theta", &map, &Query::new(start, goal).with_limits(Limits::expansions(2))));
    let terrain = Map::from_costs(4, 3, |cell| [1, 0, 7, 2][cell.x as usize]).unwrap();
    let file = posthoc("astar", &terrain.with_tiling(Tiling::Hexagonal), (0, 0), (3, 2));
    assert!(!check(&file).contains_key("end"), "there is a wall between");
    assert!(file.contains("x: \"${{ $.x + ($.y % 2) / 2 }}\""), "{file}");
}

#[test]
fn a_small_trace_is_as_posthoc_wants_it() {
    let map = Map::from_rows(["..", "#."]).unwrap();
    let file = posthoc("astar:diagonal=never", &map, (0, 0), (1, 0));
    let events: Vec<_> = file.lines().skip_while(|line| *line != "events:").skip(1).collect();
    let expected = [
        r#"  - { type: map, id: "map", walls: [{ x: 0, y: 1, width: 1 }] }"#,
        r#"  - { type: source, id: "0,0", x: 0, y: 0, planner: "astar:diagonal=never", outcome: "found", cut: false }"#,
        r#"  - { type: destination, id: "1,0", x: 1, y: 0 }"#,
        r#"  - { type: expanding, id: "0,0", x: 0, y: 0, g: 0, h: 1, f: 1 }"#,
        r#"  - { type: generating, id: "1,0", pId: "0,0", x: 1, y: 0, g: 1, h: 0, f: 1 }"#,
        r#"  - { type: closing, id: "0,0", x: 0, y: 0 }"#,
        r#"  - { type: end, id: "1,0", pId: "0,0", x: 1, y: 0, cost: 1, path: [{ x: 0, y: 0 }, { x: 1, y: 0 }] }"#,
    ];
    assert_eq!(events, expected);
}
