//! `crowd`, `walk` and `stop`.

use serde_json::{Value, json};

use crate::client::{Page, Running};

fn walk(page: &mut Page, steps: u32) -> crate::client::Answer {
    page.ask(json!({"do": "walk", "steps": steps, "chosen": 0, "goals": []}))
}

fn scene(page: &mut Page, name: &str, agents: u32, model: &str, guide: &str) -> crate::client::Answer {
    let source = json!({"kind": "scene", "scene": name, "agents": agents, "seed": 1});
    page.ask(json!({"do": "crowd", "source": source, "model": model, "guide": guide}))
}

#[test]
fn a_scene_walks_until_everybody_was_there() {
    let server = Running::new();
    let mut page = server.page();
    let begun = scene(&mut page, "circle", 12, "orca", "auto");
    let map = &begun.body["map"];
    let cells = (map["width"].as_u64().unwrap() * map["height"].as_u64().unwrap()) as usize;
    assert_eq!(begun.bytes.len(), (cells * 2).next_multiple_of(8) + 12 * 16);
    assert_eq!(
        (&begun.body["count"], &begun.body["time_step"], &begun.body["max_speed"]),
        (&json!(12), &json!(0.25), &json!(2.0))
    );
    let first = walk(&mut page, 0);
    assert_eq!((&first.body["time"], &first.body["done"]), (&json!(0.0), &json!(false)));
    assert_eq!(first.bytes.len(), 12 * 17);
    let mut last = walk(&mut page, 1);
    assert!(last.body["microseconds"].as_f64().unwrap() > 0.0);
    for _ in 0..40 {
        last = walk(&mut page, 100);
    }
    assert_eq!(last.body["done"], true);
    assert_eq!(last.body["collisions"], 0);
    let flags = &last.bytes[12 * 16..];
    let arrived = flags.iter().filter(|&&flag| flag & 1 != 0).count();
    assert_eq!(last.body["arrived"], arrived);
    assert!(arrived >= 10, "{arrived}");
    page.ask(json!({"do": "stop"}));
    assert_eq!(page.error(json!({"do": "walk", "steps": 1})), "there is no crowd that could walk");
}

#[test]
fn choices_are_explained_for_every_model() {
    let server = Running::new();
    let mut page = server.page();
    for (model, limits) in [("orca", "half_planes"), ("hrvo", "cones"), ("rvo", "cones"), ("vo", "cones")] {
        scene(&mut page, "confusion-obstacle", 20, model, "auto");
        walk(&mut page, 60);
        let mut all = 0;
        for agent in 0..20 {
            let answer = page.ask(json!({"do": "walk", "steps": 1, "chosen": agent, "goals": []}));
            let why = &answer.body["explanation"];
            assert_eq!(why["agent"], agent, "{model}");
            for name in ["preferred", "chosen"] {
                assert_eq!(why[name].as_array().unwrap().len(), 2);
            }
            assert!(why["max_speed"].as_f64().unwrap() > 0.0 && why["reach"].as_f64().unwrap() > 0.0);
            assert!(!why["way"].as_array().unwrap().is_empty(), "{model}");
            all += why[limits].as_array().unwrap().len();
        }
        assert!(all > 0, "{model} has {limits}");
    }
    assert_eq!(page.ask(json!({"do": "walk", "steps": 0, "chosen": 99})).body["explanation"], Value::Null);
    assert_eq!(page.ask(json!({"do": "walk", "steps": 0})).body["explanation"], Value::Null);
}

#[test]
fn agents_on_the_map_of_the_session() {
    let server = Running::new();
    let mut page = server.page();
    page.draw(&format!("{}\n", ".".repeat(20)).repeat(12));
    let random = json!({"kind": "random", "agents": 10, "radius": 0.4, "seed": 3});
    for guide in ["auto", "straight", "flow", "astar", "theta", "jps-plus"] {
        let begun = page.ask(json!({"do": "crowd", "source": random, "model": "orca", "guide": guide}));
        assert_eq!((&begun.body["map"], begun.bytes.len()), (&Value::Null, 10 * 16), "{guide}");
        let walked = walk(&mut page, 50);
        assert_eq!(walked.body["stuck"], 0, "{guide}");
        assert!(walked.body["time"].as_f64().unwrap() > 1.0);
    }
    let placed =
        json!({"kind": "placed", "agents": [[2.5, 2.5, 15.5, 9.5, 0.4], [15.5, 9.5, 2.5, 2.5, 0.3]]});
    let begun = page.ask(json!({"do": "crowd", "source": placed}));
    assert_eq!(begun.f32s(), [0.4, 15.5, 9.5, 0.0, 0.3, 2.5, 2.5, 0.0]);
    for _ in 0..10 {
        walk(&mut page, 100);
    }
    assert_eq!(walk(&mut page, 0).body["done"], true);
    let moved = page.ask(json!({"do": "walk", "steps": 1, "goals": [[0, 2.5, 9.5]]}));
    assert_eq!(moved.body["done"], false, "it has somewhere to go again");
    assert!(
        page.error(json!({"do": "walk", "steps": 1, "goals": [[7, 2.5, 9.5]]}))
            .contains("there is no agent 7")
    );
    assert!(page.error(json!({"do": "walk", "steps": 1, "goals": [[0, 99.0, 9.5]]})).contains("the goal"));
    assert!(page.error(json!({"do": "walk", "steps": 101})).contains("at most 100"));
}

#[test]
fn walls_can_be_painted_while_a_crowd_walks() {
    let server = Running::new();
    let mut page = server.page();
    page.draw(&format!("{}\n", ".".repeat(20)).repeat(9));
    let placed = json!({"kind": "placed", "agents": [[2.5, 4.5, 17.5, 4.5, 0.4]]});
    page.ask(json!({"do": "crowd", "source": placed}));
    walk(&mut page, 5);
    let wall: Vec<_> = (0..9).map(|y| json!([10, y, 0])).collect();
    page.ask(json!({"do": "paint", "cells": wall}));
    let closed = walk(&mut page, 100);
    assert_eq!((&closed.body["stuck"], closed.bytes[16]), (&json!(1), 4), "there is no way");
    assert!(closed.f32s()[0] < 10.0);
    page.ask(json!({"do": "paint", "cells": [[10, 0, 7]]}));
    let mut last = walk(&mut page, 100);
    for _ in 0..10 {
        last = walk(&mut page, 100);
    }
    assert_eq!((&last.body["done"], &last.body["stuck"]), (&json!(true), &json!(0)), "through the gap");
    page.draw("S.G\n");
    assert!(page.error(json!({"do": "walk", "steps": 1})).contains("no crowd"), "another map ends it");
}

#[test]
fn crowds_that_cannot_be_say_why() {
    let server = Running::new();
    let mut page = server.page();
    page.draw(&format!("{}\n", ".".repeat(8)).repeat(8));
    let mut error = |source: Value, model: &str, guide: &str| {
        page.error(json!({"do": "crowd", "source": source, "model": model, "guide": guide}))
    };
    let random = |agents: u32, radius: f64| json!({"kind": "random", "agents": agents, "radius": radius});
    assert!(
        error(json!({"kind": "scene", "scene": "moon", "agents": 5}), "orca", "auto")
            .contains("there is no scene")
    );
    assert!(
        error(json!({"kind": "scene", "scene": "circle", "agents": 20_001}), "orca", "auto")
            .contains("too many")
    );
    assert!(
        error(json!({"kind": "scene", "scene": "corridor", "agents": 50}), "orca", "auto")
            .contains("expected 2 to 6")
    );
    assert!(error(random(5, 0.3), "dance", "auto").contains("there is no model"));
    assert!(error(random(5, 0.3), "orca", "star").contains("there is no planner"));
    assert!(error(random(5, 0.0), "orca", "auto").contains("the radius"));
    assert!(error(random(500, 0.4), "orca", "auto").contains("found room for"));
    assert!(error(random(20_001, 0.4), "orca", "auto").contains("too many"));
    let overlapping =
        json!({"kind": "placed", "agents": [[2.5, 2.5, 5.5, 5.5, 0.4], [2.6, 2.5, 5.5, 5.5, 0.4]]});
    assert!(error(overlapping, "orca", "auto").contains("begin"));
    page.ask(json!({"do": "open", "source": {"kind": "empty", "width": 1000, "height": 1000}}));
    let index = json!({"do": "crowd", "source": random(5, 0.3), "guide": "jump-ch"});
    assert!(page.error(index).contains("prepares the map"));
    page.ask(json!({"do": "open", "source": {"kind": "empty", "width": 3000, "height": 3000}}));
    let far = json!({"kind": "placed", "agents": [[1.5, 1.5, 2998.5, 2998.5, 0.4]]});
    let slow = json!({"do": "crowd", "source": far, "guide": "dijkstra:open=linear"});
    assert!(page.error(slow).contains("takes too long"));
    let maze = json!({"kind": "generated", "generator": "maze", "width": 501, "height": 501, "seed": 1});
    page.ask(json!({"do": "open", "source": maze}));
    assert!(page.error(json!({"do": "crowd", "source": random(5000, 0.3)})).contains("it would take some"));
    let tiny = json!({"kind": "placed", "agents": [[1.5, 1.5, 5.5, 1.5, 1e-30]]});
    assert!(page.error(json!({"do": "crowd", "source": tiny})).contains("as the radius"));
    let source = json!({"kind": "file", "name": "a.map"});
    page.ask_with(json!({"do": "open", "source": source}), b"type hex\nheight 2\nwidth 2\nmap\n..\n..\n");
    assert!(page.error(json!({"do": "crowd", "source": random(1, 0.3)})).contains("hexagons"));
}

#[test]
fn the_map_from_before_a_scene_comes_back() {
    let server = Running::new();
    let mut page = server.page();
    page.draw(&format!("{}\n", ".".repeat(9)).repeat(5));
    let cost = |page: &mut Page| {
        let request = json!({"do": "plan", "planner": "jps-plus", "start": [0, 2], "goal": [8, 2]});
        let body = page.ask(request).body;
        (body["cost"].as_f64(), body["preparation"].clone())
    };
    page.ask(json!({"do": "paint", "cells": [[4, 1, 0], [4, 2, 0], [4, 3, 0]]}));
    let before = cost(&mut page);
    assert!(before.0.unwrap() > 8.0);
    assert_eq!(page.ask(json!({"do": "stop"})).body["restored"], false, "there was no scene");

    scene(&mut page, "circle", 12, "orca", "auto");
    scene(&mut page, "doorway", 10, "orca", "auto");
    page.ask(json!({"do": "paint", "cells": [[4, 0, 0]]}));
    walk(&mut page, 5);
    assert_eq!(page.ask(json!({"do": "stop"})).body["restored"], true);
    assert_eq!(page.error(json!({"do": "walk", "steps": 1})), "there is no crowd that could walk");
    assert_eq!(cost(&mut page), before, "the map and its planner are those from before the first scene");
    assert_eq!(page.ask(json!({"do": "stop"})).body["restored"], false, "once only");

    // A crowd on the map itself shares its edits.
    page.ask(json!({"do": "crowd", "source": {"kind": "random", "agents": 2, "radius": 0.3}}));
    page.ask(json!({"do": "paint", "cells": [[4, 1, 1], [4, 2, 1], [4, 3, 1]]}));
    assert_eq!(page.ask(json!({"do": "stop"})).body["restored"], false);
    assert_eq!(cost(&mut page).0, Some(8.0));

    // Who opens another map in a scene wants that one.
    scene(&mut page, "circle", 12, "orca", "auto");
    page.draw("S.G\n");
    assert_eq!(page.ask(json!({"do": "stop"})).body["restored"], false);
    let plan = json!({"do": "plan", "planner": "astar", "start": [0, 0], "goal": [2, 0]});
    assert_eq!(page.ask(plan).body["cost"], 2.0);
}
