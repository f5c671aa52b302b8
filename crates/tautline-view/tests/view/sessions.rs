//! Sessions: how many there are, what they do not share, and how they end.

use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tautline::Map;
use tautline::engine::{Algorithm, Descriptor, Preparation, PrepareError, Registry, Settings};
use tautline_maps::builtin;
use tautline_view::{Config, Given};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::client::Running;
use crate::plans::slow;

#[test]
fn there_are_sixteen_at_once() {
    let server = Running::new();
    let mut pages: Vec<_> = (0..16).map(|_| server.page()).collect();
    let origin = format!("http://{}", server.address);
    assert_eq!(server.try_page(Some(&origin)).err(), Some(503));
    drop(pages.pop());
    let begun = Instant::now();
    while server.try_page(Some(&origin)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(10), "a place becomes free");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn each_has_a_map_of_its_own() {
    let server = Running::new();
    let (mut one, mut other) = (server.page(), server.page());
    one.draw("S.G\n");
    other.draw("S.G\n");
    one.ask(json!({"do": "paint", "cells": [[1, 0, 0]]}));
    let plan = json!({"do": "plan", "planner": "astar", "start": [0, 0], "goal": [2, 0]});
    assert_eq!(one.ask(plan.clone()).body["outcome"], "unreachable");
    assert_eq!(other.ask(plan).body["outcome"], "found");
}

#[test]
fn the_given_map_is_there_for_all() {
    let given = Some(Given { name: "tour of mine".into(), map: builtin().into() });
    let server = Running::with(Config { given, ..Config::default() });
    assert!(server.get("/api/1/about").contains(r#""given":"tour of mine""#));
    let answer = server.page().ask(json!({"do": "open", "source": {"kind": "given"}}));
    assert_eq!(answer.body["map"]["name"], "tour of mine");
    assert_eq!((&answer.body["map"]["width"], &answer.body["map"]["height"]), (&json!(72), &json!(22)));

    let error = Running::new().page().error(json!({"do": "open", "source": {"kind": "given"}}));
    assert!(error.contains("started without a map"), "{error}");
}

#[test]
fn the_end_of_the_server_is_told() {
    let mut server = Running::new();
    let (mut idle, mut busy) = (server.page(), server.page());
    // A search that would take long: it is not waited for. Nor is a connection on which nothing happens.
    busy.ask(json!({"do": "open", "source": {"kind": "empty", "width": 3000, "height": 3000}}));
    busy.socket.send(Message::text(slow(9).to_string())).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let _silent = TcpStream::connect(server.address).unwrap();
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let Message::Close(Some(frame)) = idle.socket.read().unwrap() else { panic!("it is told") };
    assert_eq!((frame.code, frame.reason.as_str()), (CloseCode::Away, "the viewer ends"));
}

/// How many preparations of the endless planner run.
static ENDLESS: AtomicUsize = AtomicUsize::new(0);

/// Prepares until it is cancelled.
fn endless(_: &Map, _: &Settings, preparation: &Preparation) -> Result<Box<dyn Algorithm>, PrepareError> {
    ENDLESS.fetch_add(1, Ordering::SeqCst);
    let stopped = loop {
        if let Err(stopped) = preparation.check() {
            break stopped;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    ENDLESS.fetch_sub(1, Ordering::SeqCst);
    Err(stopped)
}

#[test]
fn a_preparation_leaves_its_page_usable_and_ends_with_it() {
    let jump_ch = Registry::core().find("jump-ch").unwrap();
    let descriptor: &'static Descriptor =
        Box::leak(Box::new(Descriptor { id: "endless", options: &[], build: endless, ..*jump_ch }));
    let server = Running::with(Config { registry: Registry::core().with(descriptor), ..Config::default() });
    let mut page = server.page();
    page.draw("S.G\n...\n");
    let plan = |planner: &str| json!({"do": "plan", "planner": planner, "start": [0, 0], "goal": [2, 0]});
    let mut before = -1;
    for _ in 0..3 {
        let begun = Instant::now();
        let answer = page.ask_once(plan("endless"), None).body;
        let progress = &answer["preparing"];
        assert_eq!(
            (&progress["planner"], &progress["update"]),
            (&json!("endless"), &json!(false)),
            "{answer}"
        );
        assert_eq!(progress["waits_for"], Value::Null);
        let milliseconds = progress["milliseconds"].as_i64().unwrap();
        assert!(milliseconds > before, "{answer}");
        before = milliseconds;
        page.ask(json!({"do": "paint", "cells": [[1, 0, 0]]}));
        assert!(page.ask(plan("astar")).body["cost"].as_f64() > Some(2.0));
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
    assert_eq!(ENDLESS.load(Ordering::SeqCst), 1);
    for format in ["tautline", "posthoc"] {
        let mut request = plan("endless");
        (request["do"], request["format"]) = (json!("trace-file"), json!(format));
        assert!(page.ask_once(request, None).body["preparing"].is_object());
    }
    drop(page);
    let begun = Instant::now();
    while ENDLESS.load(Ordering::SeqCst) > 0 {
        assert!(begun.elapsed() < Duration::from_secs(1), "it goes on");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn memory_is_bounded_for_a_page_and_for_all() {
    let server = Running::with(Config { memory: 100 << 20, ..Config::default() });
    let mut pages = [0; 3].map(|_| server.page());
    let open = |side: u32| json!({"do": "open", "source": {"kind": "empty", "width": side, "height": side}});
    let refusal = pages[0].error(open(1000));
    assert_eq!(
        refusal,
        "this map and the searches on it would take 62 MiB; found room for 50 MiB, as a page may take 50 MiB (its map takes 0 MiB) and all pages \
         100 MiB (other pages take 1 MiB): choose a smaller map or another planner, close other pages, or start the viewer with more memory, \
         such as `tautline view --memory 200`"
    );
    let plan = json!({"do": "plan", "planner": "jps-plus", "start": [0, 0], "goal": [9, 9]});
    let start = builtin().start.unwrap();
    let place = [start.x, start.y];
    let before = json!({"do": "plan", "planner": "astar", "start": place, "goal": place});
    assert_eq!(pages[0].ask(before).body["outcome"], "found", "the map is still the one before");
    pages[0].ask(open(850));
    let refusal = pages[0].error(plan.clone());
    assert!(refusal.starts_with("jps-plus prepares "), "{refusal}");
    pages[0].ask(open(700));
    assert_eq!(pages[0].ask(plan).body["outcome"], "found");
    pages[1].ask(open(850));
    let refusal = pages[2].error(open(600));
    assert!(refusal.starts_with("this map and the searches on it would take 23 MiB"), "{refusal}");
    pages[1].ask(open(10));
    pages[2].ask(open(600));
}
