//! `open`, `paint` and `save`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tautline_maps::{LoadOptions, parse};

use crate::client::{Answer, Page, Running};

fn open(page: &mut Page, source: Value) -> Answer {
    page.ask(json!({"do": "open", "source": source}))
}

#[test]
fn maps_of_every_source() {
    let server = Running::new();
    let mut page = server.page();
    let builtin = open(&mut page, json!({"kind": "builtin"}));
    assert_eq!(builtin.body["map"]["width"], 72);
    assert_eq!(builtin.bytes.len(), 72 * 22 * 2);
    assert!(builtin.body["map"]["start"].is_array());

    let maze =
        json!({"kind": "generated", "generator": "maze", "width": 41, "height": 21, "seed": 7, "params": {}});
    let answer = open(&mut page, maze.clone());
    assert_eq!(
        (&answer.body["map"]["name"], &answer.body["map"]["terrain"]),
        (&json!("maze"), &json!(false))
    );
    assert_eq!(answer.bytes, open(&mut page, maze).bytes);
    let free = answer.u16s().iter().filter(|&&cost| cost > 0).count();
    assert_eq!(answer.body["map"]["free"], free);

    let terrain = json!({"kind": "generated", "generator": "terrain", "width": 30, "height": 20, "params": {"largest": 4}});
    let answer = open(&mut page, terrain);
    assert_eq!(answer.body["map"]["terrain"], true);
    assert_eq!(answer.u16s().iter().max(), Some(&4));

    let answer = open(&mut page, json!({"kind": "empty", "width": 3, "height": 2}));
    assert_eq!(answer.u16s(), [1; 6]);
    assert_eq!(answer.body["map"]["start"], json!([0, 0]));
    assert_eq!(answer.body["map"]["goal"], json!([2, 1]));

    let cells = json!({"do": "open", "source": {"kind": "cells", "name": "mine", "width": 2, "height": 2}});
    let answer = page.ask_with(cells, &[1, 0, 0, 1, 0, 0, 2, 0]);
    assert_eq!(answer.u16s(), [1, 256, 0, 2]);
    assert_eq!((&answer.body["map"]["name"], &answer.body["map"]["free"]), (&json!("mine"), &json!(3)));

    let answer = page.draw("S#\n#G\n");
    assert_eq!(answer.body["map"]["start"], json!([0, 0]), "the file has them");
    assert_eq!(answer.body["map"]["name"], "drawn");
    let answer = page.draw("##\n#.\n");
    assert_eq!(answer.body["map"]["goal"], Value::Null);
}

#[test]
fn files_of_every_format() {
    let server = Running::new();
    let mut page = server.page();
    let mut file = |name: &str, bytes: &[u8]| {
        page.ask_with(json!({"do": "open", "source": {"kind": "file", "name": name}}), bytes)
    };
    assert_eq!(file("a.map", b"type octile\nheight 1\nwidth 3\nmap\n.@G\n").u16s(), [1, 0, 1]);
    let hexagons = file("a.map", b"type hex\nheight 2\nwidth 2\nmap\n..\n@.\n");
    assert_eq!(hexagons.body["map"]["hexagons"], true);
    assert_eq!(file("a.csv", b"1,9\n0,1\n").u16s(), [1, 9, 0, 1]);
    assert_eq!(file("a.pgm", b"P2 3 1 255 255 127 128").u16s(), [1, 0, 1]);
    let greys = json!({"do": "open", "source": {"kind": "file", "name": "a.pgm", "greys": true}});
    assert_eq!(page.ask_with(greys, b"P2 3 1 255 255 0 250").u16s(), [1, 0, 6]);
}

#[test]
fn maps_that_are_none_say_why() {
    let server = Running::new();
    let mut page = server.page();
    page.draw("S.G\n");
    let mut file = |name: &str, bytes: &[u8]| {
        page.error_with(json!({"do": "open", "source": {"kind": "file", "name": name}}), Some(bytes))
    };
    assert_eq!(file("broken.txt", b"..#\n.x.\n"), "broken.txt:2:2: found 'x', expected one of # . @ G S");
    assert_eq!(file("empty.map", b""), "empty.map: the file is empty, expected a map");
    for name in ["map.yaml", "../../map.tmx", "/etc/map.json"] {
        let error = file(name, b"image: /etc/passwd\nresolution: 1\n");
        assert!(error.contains("names other files") && error.contains("tautline view"), "{error}");
    }
    // The beginning of a PNG that has a million times a million pixels.
    let bomb = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\x0f\x42\x40\0\x0f\x42\x40\x08\0\0\0\0";
    let error = file("bomb.png", bomb);
    assert!(error.contains("1000000 × 1000000 cells is too large"), "{error}");

    let mut error = |source: Value| page.error(json!({"do": "open", "source": source}));
    let large = error(json!({"kind": "empty", "width": 4097, "height": 4096}));
    assert_eq!(
        large,
        "a map of 4097 × 4096 cells is too large: the viewer takes 16777216, such as 4096 × 4096"
    );
    assert!(error(json!({"kind": "empty", "width": 0, "height": 5})).contains('0'));
    assert!(
        error(json!({"kind": "cells", "name": "", "width": 4_000_000_000_u32, "height": 4_000_000_000_u32}))
            .contains("too large")
    );
    assert!(
        error(json!({"kind": "cells", "name": "", "width": 2, "height": 2}))
            .contains("found 0 bytes attached, expected 8")
    );
    assert!(
        error(json!({"kind": "generated", "generator": "moon", "width": 9, "height": 9}))
            .contains("there is no generator")
    );
    assert!(error(json!({"kind": "somewhere"})).contains("unknown variant"));

    let plan = json!({"do": "plan", "planner": "astar", "start": [0, 0], "goal": [2, 0]});
    assert_eq!(page.ask(plan).body["cost"], 2.0, "the map is still the one before");
}

#[test]
fn painting_changes_what_is_planned() {
    let server = Running::new();
    let mut page = server.page();
    page.draw("S..G\n....\n");
    let cost = |page: &mut Page, planner: &str| {
        let request = json!({"do": "plan", "planner": planner, "start": [0, 0], "goal": [3, 0]});
        page.ask(request).body["cost"].as_f64().unwrap()
    };
    assert!((cost(&mut page, "jps") - 3.0).abs() < 1e-9);
    assert_eq!(page.ask(json!({"do": "paint", "cells": [[1, 0, 0]]})).body["free"], 7);
    assert!(cost(&mut page, "jps") > 3.5);
    assert_eq!(page.ask(json!({"do": "paint", "cells": [[1, 0, 9]]})).body["free"], 8);
    assert!(cost(&mut page, "astar") > 3.5);
    let jps = json!({"do": "plan", "planner": "jps", "start": [0, 0], "goal": [3, 0]});
    assert!(page.error(jps).contains("terrain"));
    page.ask(json!({"do": "paint", "cells": [[1, 0, 1]]}));
    assert!((cost(&mut page, "jps") - 3.0).abs() < 1e-9, "all costs are 1 again");
    assert!(
        page.error(json!({"do": "paint", "cells": [[1, 0, 0], [4, 0, 0]]})).contains("found the cell 4,0")
    );
    assert!((cost(&mut page, "jps") - 3.0).abs() < 1e-9, "nothing was painted");
    assert_eq!(page.ask(json!({"do": "paint", "cells": []})).body["free"], 8);
}

#[test]
fn a_stroke_on_a_large_map_is_quick() {
    let server = Running::new();
    let mut page = server.page();
    open(&mut page, json!({"kind": "empty", "width": 1024, "height": 1024}));
    let begun = Instant::now();
    for x in 0..300 {
        page.ask(json!({"do": "paint", "cells": [[x, 500, 0]]}));
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?} for 300 strokes", begun.elapsed());
}

#[test]
fn maps_are_saved_as_they_are() {
    let server = Running::new();
    let mut page = server.page();
    let save = |page: &mut Page, format: &str| {
        let more = json!({"do": "save", "format": format, "path": [[0, 0], [2, 0]], "start": [0, 0], "goal": [2, 0]});
        page.ask(more)
    };
    let costs = page.draw("S.G\n.#.\n").bytes;
    for (format, name, kind) in [
        ("map", "drawn.map", "text/plain"),
        ("ascii", "drawn.txt", "text/plain"),
        ("png", "drawn.png", "image/png"),
        ("csv", "drawn.csv", "text/csv"),
    ] {
        let file = save(&mut page, format);
        assert_eq!((&file.body["name"], &file.body["type"]), (&json!(name), &json!(kind)));
        let again = parse(&file.bytes, name, &LoadOptions::default()).unwrap();
        let cells = again.map.cells().flat_map(|cell| again.map.cost(cell).to_le_bytes());
        assert_eq!(cells.collect::<Vec<_>>(), costs, "{format}");
        assert_eq!(again.start.is_some(), format == "ascii");
    }
    assert!(save(&mut page, "svg").bytes.starts_with(b"<svg"));
    assert!(save(&mut page, "picture").bytes.starts_with(b"\x89PNG"));
    let corners =
        json!({"do": "save", "format": "svg", "path": [[0, 0], [2.5, 1]], "corners": true, "start": [0, 0]});
    assert!(page.ask(corners).bytes.starts_with(b"<svg"));

    page.ask(json!({"do": "paint", "cells": [[0, 0, 300]]}));
    assert!(page.error(json!({"do": "save", "format": "map"})).contains("have costs"));
    assert!(page.error(json!({"do": "save", "format": "png"})).contains("300"));
    assert!(save(&mut page, "csv").bytes.starts_with(b"300,"));
    assert!(page.error(json!({"do": "save", "format": "doc"})).contains("unknown variant"));
    open(&mut page, json!({"kind": "empty", "width": 4096, "height": 4096}));
    assert!(page.error(json!({"do": "save", "format": "svg"})).contains("too large for SVG"));
}
