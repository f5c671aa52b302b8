//! `trace`, `trace-file` and `read-trace`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tautline::engine::Registry;

use crate::client::{Answer, Page, Running};

const MAP: &str = "S....#....\n..#..#....\n..#..#..#.\n..#.....#.\n..#..#..#G\n";

/// The arrays of the events, which begin at a byte.
fn events(answer: &Answer, begin: usize) -> (Vec<[f64; 3]>, Vec<[f32; 6]>, Vec<u8>) {
    let count = answer.body["count"].as_u64().unwrap() as usize;
    let bytes = &answer.bytes[begin..];
    assert_eq!(bytes.len(), count * (24 + 24 + 1));
    let (values, rest) = bytes.split_at(count * 24);
    let (spots, kinds) = rest.split_at(count * 24);
    let values: Vec<f64> = values.as_chunks().0.iter().map(|&number| f64::from_le_bytes(number)).collect();
    let spots: Vec<f32> = spots.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number)).collect();
    (values.as_chunks().0.to_vec(), spots.as_chunks().0.to_vec(), kinds.to_vec())
}

fn trace(page: &mut Page, planner: &str, more: Value) -> Answer {
    let mut request = json!({"do": "trace", "planner": planner, "start": [0, 0], "goal": [9, 4]});
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    page.ask(request)
}

#[test]
fn every_planner_tells_what_it_does() {
    let server = Running::new();
    let mut page = server.page();
    page.draw(MAP);
    let mut seen = BTreeSet::new();
    for planner in Registry::core().iter() {
        let answer = trace(&mut page, planner.id, json!({"optimal": true}));
        assert_eq!(
            (&answer.body["outcome"], &answer.body["cut"]),
            (&json!("found"), &json!(false)),
            "{}",
            planner.id
        );
        assert!(answer.body["optimal"].is_number());
        let (values, spots, kinds) = events(&answer, 0);
        for ((values, spots), kind) in values.iter().zip(&spots).zip(&kinds) {
            match kind {
                0 | 1 => assert!(values[0] >= 0.0 && (0.0..=10.0).contains(&spots[0]), "{}", planner.id),
                4 | 5 => assert!(values[1].is_nan() && spots[3] <= spots[4]),
                3 | 6 => assert!(values[0].is_nan() && [0.0, 1.0].contains(&spots[4])),
                2 | 7 | 8 => assert!(!spots[0].is_nan()),
                other => panic!("{other} is no kind"),
            }
        }
        seen.extend(kinds);
    }
    assert_eq!(seen, (0..=8).collect(), "there are events of all kinds");
}

#[test]
fn a_trace_can_be_cut() {
    let server = Running::new();
    let mut page = server.page();
    page.draw(MAP);
    let whole = trace(&mut page, "astar", json!({}));
    let count = whole.body["count"].as_u64().unwrap();
    let (_, spots, kinds) = events(&whole, 0);
    assert_eq!(kinds[0], 0);
    assert_eq!(spots[0][..2], [0.0, 0.0]);
    assert!(spots[0][2].is_nan(), "the start has no parent");
    let cut = trace(&mut page, "astar", json!({"events": count - 1}));
    assert_eq!((&cut.body["count"], &cut.body["cut"]), (&json!(count - 1), &json!(true)));
    assert_eq!(cut.body["cost"], whole.body["cost"]);
    let exact = trace(&mut page, "astar", json!({"events": count}));
    assert_eq!(exact.body["cut"], false);
    let blocked = json!({"do": "trace", "planner": "astar", "start": [5, 0], "goal": [9, 4]});
    assert_eq!(page.error(blocked), "the start, cell (5, 0), is blocked");
}

#[test]
fn what_is_written_is_read_again() {
    let server = Running::new();
    for planner in ["astar", "jps", "anya", "theta", "taut"] {
        let mut page = server.page();
        let costs = page.draw(MAP).bytes;
        let traced = trace(&mut page, planner, json!({}));
        let request = json!({"do": "trace-file", "format": "tautline", "planner": planner, "start": [0, 0], "goal": [9, 4]});
        let file = page.ask(request);
        assert_eq!(file.body["name"], format!("drawn-{planner}.trace.jsonl"));

        let mut other = server.page();
        let read = other.ask_with(json!({"do": "read-trace", "name": "mine.trace.jsonl"}), &file.bytes);
        for name in ["outcome", "cost", "path", "turns", "places", "count", "cut"] {
            assert_eq!(read.body[name], traced.body[name], "{planner}: {name}");
        }
        assert_eq!(read.body["planner"], planner);
        let ends = match planner {
            "astar" | "jps" => [json!([0.0, 0.0]), json!([9.0, 4.0])],
            _ => [json!([0.5, 0.5]), json!([9.5, 4.5])],
        };
        assert_eq!([&read.body["start"], &read.body["goal"]], ends.each_ref());
        assert_eq!((&read.body["nanoseconds"], &read.body["stats"]), (&Value::Null, &Value::Null));
        assert_eq!((&read.body["map"]["name"], &read.body["map"]["width"]), (&json!("mine"), &json!(10)));
        assert_eq!(read.bytes[..costs.len()], costs);
        let begin = costs.len().next_multiple_of(8);
        let bits = |answer: &Answer, begin| {
            let (values, spots, kinds) = events(answer, begin);
            let values: Vec<u64> = values.iter().flatten().map(|number| number.to_bits()).collect();
            let spots: Vec<u32> = spots.iter().flatten().map(|number| number.to_bits()).collect();
            (values, spots, kinds)
        };
        assert_eq!(bits(&read, begin), bits(&traced, 0), "{planner}");
        let plan = json!({"do": "plan", "planner": planner, "start": [0, 0], "goal": [9, 4]});
        assert_eq!(other.ask(plan).body["cost"], traced.body["cost"], "the map is the session's");
    }
}

#[test]
fn posthoc_has_a_file_too() {
    let server = Running::new();
    let mut page = server.page();
    page.draw(MAP);
    let request =
        json!({"do": "trace-file", "format": "posthoc", "planner": "astar", "start": [0, 0], "goal": [9, 4]});
    let file = page.ask(request);
    assert_eq!(file.body["name"], "drawn-astar.trace.yaml");
    assert!(file.bytes.starts_with(b"version: 1.4.0\n"));
}

#[test]
fn traces_that_are_none_say_where() {
    let server = Running::new();
    let mut page = server.page();
    page.draw("S.G\n");
    let mut read = |text: &str| {
        page.error_with(json!({"do": "read-trace", "name": "x.trace.jsonl"}), Some(text.as_bytes()))
    };
    assert!(read("").starts_with("x.trace.jsonl:1: "));
    assert!(read("{}\n").starts_with("x.trace.jsonl:1: "));
    assert!(read("\u{0}\u{1}").starts_with("x.trace.jsonl:1: "));
    let plan = json!({"do": "plan", "planner": "astar", "start": [0, 0], "goal": [2, 0]});
    assert_eq!(page.ask(plan).body["cost"], 2.0, "the map is still the one before");
}
