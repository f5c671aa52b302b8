//! Traces that are not what they should be give an error that names the line, what was found and what was expected: no panic, no
//! endless reading.

use std::io::{self, BufReader};

use proptest::prelude::*;
use proptest::sample::Index;
use tautline_trace::{ReadLimits, Trace};

const HEAD: &str = r##"{"tautline_trace":1,"planner":"astar","places":"cells","start":[0,0],"goal":[2,1],"outcome":"found","cost":2.5,"path":[[0,0],[2,1]],"cut":false,"map":{"width":3,"height":2,"rows":["...","#.."]}}"##;
const EVENTS: &str = r#"{"type":"expand","x":1,"y":0,"parent":[0,0],"g":1,"h":1.5,"f":2.5}
{"type":"scan","x":1,"y":0,"to":[2,0],"found":true}
{"type":"expand-interval","root":[0,1],"row":2,"left":0.5,"right":2,"g":0,"f":4}
{"type":"sight","x":1,"y":0,"to":[2,0],"free":true,"followed":false}
{"type":"angle-range","x":1,"y":0,"root":[0,1],"low":null,"high":[5,-7]}
{"type":"landmark","x":2,"y":0}
"#;

fn error(file: &str) -> String {
    let read = Trace::read(file.as_bytes(), "a.trace.jsonl", ReadLimits::default());
    read.expect_err("it is wrong").to_string()
}

fn good() -> String {
    format!("{HEAD}\n{EVENTS}")
}

#[test]
fn what_is_wrong_is_said() {
    assert!(Trace::read(good().as_bytes(), "good", ReadLimits::default()).is_ok());
    let names = "one of expand, generate, close, scan, expand-interval, generate-interval, sight, angle-range, landmark";
    let place = "a place [x,y] from [-1,-1] to [4,3]";
    for (from, to, line, message) in [
        (r#"trace":1,"#, r#"trace":2,"#, 1, r#"found 2 as "tautline_trace", expected the version 1"#),
        (r#"trace":1,"#, r#"trace":"1","#, 1, r#"found "1" as "tautline_trace", expected the version 1"#),
        (r#""tautline_trace":1,"#, "", 1, r#"found no "tautline_trace", expected the version 1"#),
        (r#""cells""#, r#""hexes""#, 1, r#"found "hexes" as "places", expected "cells" or "points""#),
        (
            r#""outcome":"found""#,
            r#""outcome":"lost""#,
            1,
            r#"found "lost" as "outcome", expected one of found, partial, unreachable, stopped, error"#,
        ),
        (r#""cut":false"#, r#""cut":0"#, 1, r#"found 0 as "cut", expected true or false"#),
        ("2.5,\"path", "[],\"path", 1, r#"found a list of 0 as "cost", expected a finite number or null"#),
        ("[2,1]]", "[2,9]]", 1, &*format!(r#"found [2,9] as number 2 of "path", expected {place}"#)),
        (r#""width":3"#, r#""width":-3"#, 1, r#"found -3 as "width", expected a whole number of cells"#),
        (
            r#""width":3,"height":2"#,
            r#""width":4000000000,"height":4000000000"#,
            1,
            "found a map of 4000000000 × 4000000000 cells, expected a size that a map can have",
        ),
        (
            r#""height":2"#,
            r#""height":3"#,
            1,
            r#"found a list of 2 as "rows", expected 3 rows, as "height" says"#,
        ),
        ("#..", "#.", 1, r##"found "#." as row 2, expected 3 times . or #"##),
        ("#..", "#.x", 1, r##"found "#.x" as row 2, expected 3 times . or #"##),
        (
            r##"rows":["...","#.."]"##,
            r#"costs":[[1,2,3],[1,2,70000]]"#,
            1,
            "found 70000 in row 2, expected a cost from 0 to 65535",
        ),
        (
            r##"rows":["...","#.."]"##,
            r#"costs":[[1,2,3],[1,2]]"#,
            1,
            "found [1,2] as row 2, expected a list of 3 costs",
        ),
        (
            r#""height":2"#,
            r#""height":2,"tiling":"round""#,
            1,
            r#"found "round" as "tiling", expected "square" or "hexagonal""#,
        ),
        (r#""expand""#, r#""explode""#, 2, &*format!(r#"found the event "explode", expected {names}"#)),
        (r#""g":1,"#, "", 2, r#"found no "g", expected a finite number"#),
        (r#""h":1.5"#, r#""h":null"#, 2, r#"found null as "h", expected a finite number"#),
        (
            r#""x":1,"y":0,"parent""#,
            r#""x":5,"y":0,"parent""#,
            2,
            r#"found 5 as "x", expected a number from -1 to 4"#,
        ),
        (
            r#""parent":[0,0]"#,
            r#""parent":[0,0,0]"#,
            2,
            &*format!(r#"found a list of 3 as "parent", expected {place} or null"#),
        ),
        (r#""to":[2,0]"#, r#""to":null"#, 3, &*format!(r#"found null as "to", expected {place}"#)),
        (r#""row":2"#, r#""row":2.5"#, 4, r#"found 2.5 as "row", expected a whole number from -1 to 3"#),
        (r#""row":2"#, r#""row":4"#, 4, r#"found 4 as "row", expected a whole number from -1 to 3"#),
        (r#""free":true"#, r#""free":1"#, 5, r#"found 1 as "free", expected true or false"#),
        (r#""low":null,"#, "", 6, r#"found no "low", expected a direction [x,y] or null"#),
        (
            r#"{"type":"landmark","x":2"#,
            r#"{"type":"landmark","x":-2"#,
            7,
            r#"found -2 as "x", expected a number from -1 to 4"#,
        ),
        (r#""left":0.5"#, r#""left":-7"#, 4, r#"found -7 as "left", expected a number from -1 to 4"#),
        (r#"{"type":"scan","x":1,"#, "[]\n{", 3, "found a list of 0, expected an object of JSON"),
    ] {
        let file = good().replacen(from, to, 1);
        assert_ne!(file, good(), "{from}");
        assert_eq!(error(&file), format!("a.trace.jsonl:{line}: {message}"));
    }
}

#[test]
fn what_is_no_json_is_said() {
    let nothing = "a.trace.jsonl:1: found nothing, expected the line that says what the trace is of";
    assert_eq!(error(""), nothing);
    assert_eq!(
        error("type octile\n"),
        "a.trace.jsonl:1: found \"type octile\" (expected ident at column 2), expected an object of JSON"
    );
    let huge = error(&good().replace(r#""h":1.5"#, r#""h":1e999"#));
    assert!(
        huge.starts_with("a.trace.jsonl:2: found \"{\\\"type\\\":\\\"expand")
            && huge.contains("number out of range"),
        "{huge}"
    );
    let deep = error(&"[".repeat(100_000));
    assert!(deep.contains("recursion limit exceeded"), "{deep}");
}

#[test]
fn limits_are_kept() {
    let file = good();
    let read = |lines, bytes| {
        let read = Trace::read(file.as_bytes(), "a", ReadLimits { lines, bytes });
        read.map_err(|error| error.to_string())
    };
    let all = file.len() as u64;
    assert!(read(7, all).is_ok());
    assert_eq!(read(6, all).unwrap_err(), "a:7: found more than 6 lines, expected a smaller trace");
    let message = format!("a:7: found more than {} bytes, expected a smaller trace", all - 1);
    assert_eq!(read(7, all - 1).unwrap_err(), message);
    let endless = BufReader::new(io::repeat(b'['));
    let error = Trace::read(endless, "endless", ReadLimits { lines: 9, bytes: 1000 }).unwrap_err();
    assert_eq!(error.to_string(), "endless:1: found more than 1000 bytes, expected a smaller trace");
    let blank = BufReader::new(io::repeat(b'\n'));
    let error = Trace::read(blank, "blank", ReadLimits { lines: 9, bytes: 1000 }).unwrap_err();
    assert_eq!(error.to_string(), "blank:10: found more than 9 lines, expected a smaller trace");
}

proptest! {
    #[test]
    fn whatever_is_spoilt_is_read_or_refused(
        at in any::<Index>(),
        removed in 0_usize..9,
        put in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"[]{},:\"09.e-\n".to_vec())], 0..4),
    ) {
        let mut file = good().into_bytes();
        let at = at.index(file.len());
        let end = (at + removed).min(file.len());
        file.splice(at..end, put);
        if let Err(error) = Trace::read(&file[..], "spoilt", ReadLimits::default()) {
            let message = error.to_string();
            prop_assert!(message.starts_with("spoilt:"), "{}", message);
            prop_assert!(message.contains("found ") && message.contains("expected "), "{}", message);
        }
    }
}
