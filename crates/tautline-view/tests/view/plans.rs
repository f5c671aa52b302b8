//! `plan`: every planner, what is the shortest, and what has no answer.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tautline::engine::{Descriptor, Ends, Registry};
use tautline_view::Config;

use crate::client::{Page, Running};

const ROOMS: &str = "S....#....\n..#..#....\n..#..#..#.\n..#.....#.\n..#..#..#G\n";

fn plan(page: &mut Page, planner: &str, start: Value, goal: Value) -> Value {
    page.ask(json!({"do": "plan", "planner": planner, "start": start, "goal": goal, "optimal": true})).body
}

#[test]
fn every_planner_answers() {
    let server = Running::new();
    let mut page = server.page();
    let number =
        |answer: &Value, name: &str| answer[name].as_f64().unwrap_or_else(|| panic!("{name}: {answer}"));
    for planner in Registry::core().iter() {
        // Then no planner is left from the one before, which may have been compared with this one.
        page.draw(ROOMS);
        let answer = plan(&mut page, planner.id, json!([0, 0]), json!([9, 4]));
        let id = planner.id;
        assert_eq!(answer["outcome"], "found", "{id}");
        assert_eq!(answer["places"], planner.ends.places(), "{id}");
        assert!(number(&answer, "cost") >= number(&answer, "optimal") - 1e-9, "{id}: {answer}");
        assert!(
            planner.guarantee.longest(number(&answer, "optimal")) >= number(&answer, "cost") - 1e-9,
            "{id}"
        );
        let path = answer["path"].as_array().unwrap();
        let ends = match planner.ends {
            Ends::Points => [json!([0.5, 0.5]), json!([9.5, 4.5])],
            Ends::Cells | Ends::Corners => [json!([0.0, 0.0]), json!([9.0, 4.0])],
        };
        assert_eq!([&path[0], path.last().unwrap()], ends.each_ref(), "{id}");
        assert_eq!(path.len() as u64, answer["turns"].as_u64().unwrap() + 2, "{id}: {answer}");
        assert!(answer["stats"]["expanded"].is_u64() && number(&answer, "nanoseconds") > 0.0, "{id}");
        let preparation = answer["preparation"].as_array().unwrap();
        assert!(preparation.iter().all(|fitting| fitting["how"] == "prepared"), "{id}: {preparation:?}");
        assert!(preparation.iter().all(|fitting| number(fitting, "nanoseconds") > 0.0), "{id}");
        assert!(!planner.needs_index() || preparation.len() == 1, "{id}: {preparation:?}");
        let again = plan(&mut page, planner.id, json!([0, 0]), json!([9, 4]));
        assert_eq!(again["preparation"], answer["preparation"], "{id} is kept");
        assert_eq!(again["cost"], answer["cost"], "{id}");
    }
}

#[test]
fn the_shortest_is_under_the_planners_own_rule() {
    let server = Running::new();
    let mut page = server.page();
    page.draw("S..\n.#.\n..G\n");
    let mut optimal = |planner: &str, options: Value| {
        let request = json!({"do": "plan", "planner": planner, "options": options, "start": [0, 0], "goal": [2, 2], "optimal": true});
        page.ask(request).body["optimal"].clone()
    };
    assert_eq!(optimal("greedy", json!({})), 4.0);
    assert_eq!(optimal("greedy", json!({"diagonal": "cut-one-corner"})), json!(2.0 + 2f64.sqrt()));
    assert_eq!(optimal("astar", json!({"diagonal": "cut-one-corner"})), json!(2.0 + 2f64.sqrt()));
    assert_eq!(optimal("theta", json!({})), optimal("anya", json!({})));
    page.ask(json!({"do": "paint", "cells": [[1, 0, 5]]}));
    let mut optimal =
        |planner: &str| plan(&mut page, planner, json!([0, 0]), json!([2, 2]))["optimal"].clone();
    assert_eq!(optimal("greedy"), 4.0);
    assert_eq!(optimal("theta"), Value::Null, "not known at any angle on terrain");
    let without = json!({"do": "plan", "planner": "astar", "start": [0, 0], "goal": [2, 2]});
    assert!(page.ask(without).body.get("optimal").is_none());
}

#[test]
fn no_way_is_an_answer_and_a_bad_question_is_not() {
    let server = Running::new();
    let mut page = server.page();
    page.draw("S#G\n.#.\n");
    for planner in ["astar", "jps", "anya"] {
        let answer = plan(&mut page, planner, json!([0, 0]), json!([2, 0]));
        let is_found = answer["outcome"] == "found";
        assert!(is_found || (answer["outcome"] == "unreachable" && answer["cost"].is_null()), "{planner}");
    }
    let mut error = |planner: &str, options: Value, start: Value| {
        page.error(
            json!({"do": "plan", "planner": planner, "options": options, "start": start, "goal": [2, 0]}),
        )
    };
    assert_eq!(error("astar", json!({}), json!([1, 0])), "the start, cell (1, 0), is blocked");
    assert!(error("astar", json!({}), json!([9, 9])).contains('9'));
    assert!(error("astar", json!({}), json!([1e300, 0])).contains("expected one of the map"));
    assert!(error("astar-corners", json!({}), json!([0.5, 0.5])).contains("corners"));
    assert!(error("astra", json!({}), json!([0, 0])).contains("did you mean astar"));
    assert!(error("astar", json!({"open": "door"}), json!([0, 0])).contains("expected one of heap"));
    assert!(error("astar", json!({"doors": "open"}), json!([0, 0])).contains("no option"));
    assert!(error("weighted-astar", json!({"weight": "-1"}), json!([0, 0])).contains("expected a number"));
    let answer = plan(&mut page, "taut", json!([0.25, 0.5]), json!([0.75, 1.5]));
    assert_eq!(answer["outcome"], "found", "points, for who takes them");
}

#[test]
fn planners_of_other_crates_are_there() {
    let astar = Registry::core().find("astar").unwrap();
    let mine: &'static Descriptor = Box::leak(Box::new(Descriptor { id: "mine", name: "My own", ..*astar }));
    let server = Running::with(Config { registry: Registry::core().with(mine), ..Config::default() });
    assert!(server.get("/api/1/about").contains(r#""id":"mine","name":"My own""#));
    let mut page = server.page();
    page.draw(ROOMS);
    let [own, known] = ["mine", "astar"].map(|id| plan(&mut page, id, json!([0, 0]), json!([9, 4])));
    assert_eq!(own["path"], known["path"]);
    let random = json!({"kind": "random", "agents": 2, "radius": 0.3});
    page.ask(json!({"do": "crowd", "source": random, "guide": "mine"}));
    let unknown = json!({"do": "plan", "planner": "mine", "start": [0, 0], "goal": [9, 4]});
    assert!(Running::new().page().error(unknown).contains("there is no planner \"mine\""));
}

#[test]
fn planners_are_updated_when_the_map_changes() {
    let server = Running::new();
    for planner in Registry::core().iter() {
        let mut page = server.page();
        page.draw(&format!("{}\n", ".".repeat(12)).repeat(5));
        let mut cost = |cells: Value| {
            page.ask(json!({"do": "paint", "cells": cells}));
            plan(&mut page, planner.id, json!([1, 2]), json!([11, 2]))["cost"].as_f64()
        };
        let straight = cost(json!([]));
        let around = cost(json!([[5, 1, 0], [5, 2, 0], [5, 3, 0]]));
        assert!(around > straight, "{}", planner.id);
        assert_eq!(cost(json!([[5, 1, 1], [5, 2, 1], [5, 3, 1]])), straight, "{}", planner.id);
        assert_eq!(
            cost(json!([[5, 0, 0], [5, 1, 0], [5, 2, 0], [5, 3, 0], [5, 4, 0]])),
            None,
            "{}",
            planner.id
        );
    }
}

#[test]
fn hexagons_have_every_cell_of_the_path() {
    let server = Running::new();
    let mut page = server.page();
    let source = json!({"kind": "file", "name": "a.map"});
    let rows = ".........\n".repeat(9);
    let map = format!("type hex\nheight 9\nwidth 9\nmap\n{rows}");
    page.ask_with(json!({"do": "open", "source": source}), map.as_bytes());
    let answer = plan(&mut page, "astar", json!([0, 0]), json!([4, 8]));
    assert_eq!((&answer["cost"], answer["path"].as_array().unwrap().len()), (&json!(8.0), 9));
    let jps = json!({"do": "plan", "planner": "jps-plus", "start": [0, 0], "goal": [4, 8]});
    assert!(page.error(jps).contains("hexagon"));
}

/// A search that takes minutes on a large map, as its open list is gone through for each state.
pub(crate) fn slow(id: u32) -> Value {
    let options = json!({"open": "linear"});
    json!({"id": id, "do": "plan", "planner": "dijkstra", "options": options, "start": [0, 0], "goal": [2999, 2999]})
}

#[test]
fn a_search_that_takes_too_long_is_stopped() {
    let server = Running::new();
    let mut page = server.page();
    page.ask(json!({"do": "open", "source": {"kind": "empty", "width": 3000, "height": 3000}}));
    let begun = Instant::now();
    let request = slow(0);
    let answer = page.ask(request).body;
    assert_eq!((&answer["outcome"], &answer["cost"]), (&json!("stopped"), &Value::Null), "{answer}");
    assert!(answer["path"].as_array().is_some_and(|path| !path.is_empty()));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
