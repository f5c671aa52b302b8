//! Sessions: how many there are, what they do not share, and how they end.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
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
