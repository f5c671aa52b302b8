//! Messages that are none, and requests that nobody knows.

use serde_json::{Value, json};
use tungstenite::Message;

use crate::client::{Running, binary};

#[test]
fn garbage_is_answered_and_does_no_harm() {
    let server = Running::new();
    let mut page = server.page();
    let mut say = |message: Message| {
        page.socket.send(message).unwrap();
        let body = page.hear().body;
        assert_eq!(body["ok"], false);
        (body["id"].clone(), body["error"].as_str().unwrap().to_owned())
    };
    assert_eq!(say(Message::text("[]")), (Value::Null, "the message is an array, expected an object".into()));
    assert!(say(Message::text("{\"id\": 1")).1.starts_with("the message is no JSON"));
    assert!(say(Message::text(r#"{"do": "stop"}"#)).1.contains("has no `id`"));
    assert!(say(Message::binary(vec![1])).1.contains("is cut off"));
    assert!(say(Message::binary(vec![0xff; 40])).1.contains("is cut off"));
    assert!(say(Message::binary(vec![0; 64])).1.starts_with("the message is no JSON"));
    let (id, error) = say(Message::text(r#"{"id": 7, "do": "dance"}"#));
    assert_eq!(id, 7);
    assert!(error.contains("unknown variant `dance`, expected one of `open`, `paint`"), "{error}");
    let (id, error) = say(Message::text(r#"{"id": 8}"#));
    assert_eq!(id, 8);
    assert!(error.contains("missing field `do`"), "{error}");
    let (_, error) = say(Message::text(r#"{"id": 9, "do": "paint", "cells": [[0, 0, 65536]]}"#));
    assert!(error.contains("65536"), "{error}");
    let (_, error) = say(Message::text(r#"{"id": 9, "do": "plan", "planner": "astar", "start": "here"}"#));
    assert!(error.starts_with("the request cannot be read"), "{error}");

    page.ask(json!({"do": "stop", "unknown": "fields are ignored"}));
}

#[test]
fn a_length_that_lies_is_noticed() {
    let server = Running::new();
    let mut page = server.page();
    let request =
        json!({"id": 5, "do": "open", "source": {"kind": "cells", "name": "x", "width": 2, "height": 2}});
    let mut message = binary(&request, &[1, 0, 1, 0, 1, 0, 0, 0]);
    page.socket.send(Message::binary(message.clone())).unwrap();
    assert_eq!(page.hear().u16s(), [1, 1, 1, 0]);
    message[1] = 0x7f;
    page.socket.send(Message::binary(message.clone())).unwrap();
    assert!(page.hear().body["error"].as_str().unwrap().contains("is cut off"));
    message[..4].copy_from_slice(&3u32.to_le_bytes());
    page.socket.send(Message::binary(message)).unwrap();
    assert!(page.hear().body["error"].as_str().unwrap().starts_with("the message is no JSON"));
}

#[test]
fn answers_come_in_the_order_of_the_requests() {
    let server = Running::new();
    let mut page = server.page();
    // More than wait on the way, so that the page has to.
    for id in 0..100 {
        let request =
            json!({"id": id, "do": "open", "source": {"kind": "empty", "width": 100, "height": 100}});
        page.socket.send(Message::text(request.to_string())).unwrap();
    }
    for id in 0..100 {
        assert_eq!(page.hear().body["id"], id);
    }
}

#[test]
fn a_message_that_is_too_large_closes_its_socket_only() {
    let server = Running::new();
    let (mut page, mut other) = (server.page(), server.page());
    other.draw("S.G\n");
    let request = json!({"id": 1, "do": "open", "source": {"kind": "file", "name": "large.txt"}});
    let message = binary(&request, &vec![b'.'; (32 << 20) + (64 << 10)]);
    // The server may end the connection while this is on its way.
    let sent = page.socket.send(Message::binary(message));
    let is_closed = sent.is_err() || page.socket.read().map_or(true, |message| message.is_close());
    assert!(is_closed);
    let plan = json!({"do": "plan", "planner": "astar", "start": [0, 0], "goal": [2, 0]});
    assert_eq!(other.ask(plan).body["cost"], 2.0);
}
