//! Traces: `plan --trace` writes what the search does, whatever comes of it, and nothing where it should not.

use tautline_trace::{Event, Places, ReadLimits, Trace};

use crate::common::{Folder, WALL};

const ROS: &str = "\
image: wall.pgm
resolution: 1
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.2
";

/// Runs a command, and reads the trace that it wrote.
fn traced(folder: &Folder, arguments: &str, code: i32) -> Trace {
    let ran = folder.run(&format!("{arguments} --trace a.trace.jsonl"));
    assert_eq!(ran.code, code, "{arguments}: {}", ran.err);
    let file = folder.read("a.trace.jsonl");
    Trace::read(file.as_bytes(), "a.trace.jsonl", ReadLimits::default()).unwrap()
}

fn count(trace: &Trace, name: &str) -> usize {
    trace.events.iter().filter(|event| event.name() == name).count()
}

#[test]
fn a_trace_has_the_search_and_changes_nothing_else() {
    let folder = Folder::with("wall.txt", WALL);
    let printed = folder.run("plan wall.txt --format svg");
    let ran = folder.run("plan wall.txt --format svg --trace wall.trace.jsonl");
    assert_eq!((ran.code, &ran.out, ran.err.as_str()), (0, &printed.out, ""));
    insta::assert_snapshot!(folder.read("wall.trace.jsonl").lines().take(5).collect::<Vec<_>>().join("\n"));
    assert_eq!(folder.names(), ["wall.trace.jsonl", "wall.txt"]);
}

/// The time is that of the watched search, and both formats say so.
#[test]
fn the_answer_says_whether_the_search_was_watched() {
    let folder = Folder::with("wall.txt", WALL);
    for (arguments, expected) in [
        ("--format json", r#""watched":false,"#),
        ("--format json --trace a.trace.jsonl", r#""watched":true,"#),
        ("", "with cold memory, watched for the picture)"),
        ("--trace a.trace.jsonl", "with cold memory, watched for the picture and the trace)"),
    ] {
        let ran = folder.run(&format!("plan wall.txt {arguments}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains(expected), "{arguments}: {}", ran.out);
    }
}

#[test]
fn cells_corners_and_points_are_traced() {
    let folder = Folder::with("wall.txt", WALL);
    let cells = traced(&folder, "plan wall.txt --planner jps", 0);
    assert_eq!((cells.places, cells.outcome.as_str()), (Places::Cells, "found"));
    assert!(count(&cells, "scan") > 0 && count(&cells, "expand") > 0);
    assert_eq!((cells.path.first(), cells.path.last()), (Some(&(0.0, 0.0)), Some(&(5.0, 2.0))));
    let corners =
        traced(&folder, "plan wall.txt --planner anya:corners=open --from corner:0,0 --to corner:5,2", 0);
    assert_eq!((corners.places, corners.planner.as_str()), (Places::Points, "anya:corners=open"));
    assert!(count(&corners, "expand-interval") > 0);
    let points = traced(&folder, "plan wall.txt --planner taut --from 0.5,0.25 --to 5.5,2.75", 0);
    assert_eq!((points.start, points.goal), ((0.5, 0.25), (5.5, 2.75)));
    let at_start = |event: &Event| matches!(event, Event::Expand(visit) if visit.place == points.start);
    assert!(points.events.iter().any(at_start));
    assert!(points.path.len() > 2, "around the wall");
    let sights = traced(&folder, "plan wall.txt --planner theta", 0);
    assert!(count(&sights, "sight") > 0);
}

#[test]
fn the_map_is_in_the_trace() {
    let folder = Folder::with("wall.txt", WALL);
    let map = traced(&folder, "plan wall.txt", 0).map.unwrap();
    assert_eq!((map.width(), map.height(), map.costs()[7]), (6, 3, 0));
    folder.write("costs.csv", "1,7,1\n1,0,1\n");
    let map = traced(&folder, "plan costs.csv --from 0,0 --to 2,0", 0).map.unwrap();
    assert_eq!(map.costs(), [1, 7, 1, 1, 0, 1]);
}

#[test]
fn searches_that_find_nothing_are_traced() {
    let folder = Folder::with("walled.txt", "S...\n..##\n..#G\n");
    let unreachable = traced(&folder, "plan walled.txt", 1);
    assert_eq!((unreachable.outcome.as_str(), unreachable.cost), ("unreachable", None));
    assert!(unreachable.path.is_empty());
    let far = traced(&folder, "plan --max-expansions 7", 1);
    assert_eq!((far.outcome.as_str(), count(&far, "expand")), ("stopped", 7));
    assert!(far.path.len() > 1, "as far as it came");
    let partial = traced(&folder, "plan walled.txt --partial", 0);
    assert_eq!(partial.outcome, "partial");
    assert!(!partial.path.is_empty());
}

#[test]
fn a_search_without_limits_is_traced_to_its_end() {
    let folder = Folder::new();
    let limited = traced(&folder, "plan --max-expansions 100000 --timeout 60s", 0);
    assert_eq!(limited, traced(&folder, "plan", 0));
    let generated = |event: &Event| matches!(event, Event::Generate(visit) if visit.place == limited.goal);
    assert!(limited.events.iter().any(generated), "up to the goal");
}

#[test]
fn an_index_makes_no_difference() {
    let folder = Folder::with("wall.txt", WALL);
    assert_eq!(folder.run("index build wall.txt --planner jps-plus --out wall.index").code, 0);
    let with = traced(&folder, "plan wall.txt --index wall.index", 0);
    assert_eq!(with.events, traced(&folder, "plan wall.txt --planner jps-plus", 0).events);
}

#[test]
fn a_trace_that_is_cut_says_so() {
    let folder = Folder::new();
    let ran = folder.run("plan --trace a.trace.jsonl --trace-limit 20");
    let note = "note: a.trace.jsonl has the first 20 events of the search only; --trace-limit keeps more\n";
    assert_eq!((ran.code, ran.err.as_str()), (0, note));
    let trace = traced(&folder, "plan --trace-limit 20", 0);
    assert_eq!((trace.events.len(), trace.is_cut, trace.outcome.as_str()), (20, true, "found"));
    assert_eq!(folder.run("plan --trace-limit 20").code, 2, "there is no trace");
}

#[test]
fn the_ending_decides_the_format() {
    let folder = Folder::with("wall.txt", WALL);
    for name in ["a.trace.yaml", "a.yaml", "A.YML"] {
        assert_eq!(folder.run(&format!("plan wall.txt --trace {name}")).code, 0, "{name}");
        assert!(folder.read(name).starts_with("version: 1.4.0\nviews:\n"), "{name}");
    }
    assert_eq!(folder.run("plan wall.txt --trace a.jsonl").code, 0);
    assert!(folder.read("a.jsonl").starts_with("{\"tautline_trace\":1,"));
    for name in ["a.json", "a", "jsonl", "-"] {
        let ran = folder.run(&format!("plan wall.txt --trace {name}"));
        let error = format!(
            "error: --trace: found {name}, expected a name that ends with .trace.jsonl (JSON Lines) or .trace.yaml (for Posthoc)\n"
        );
        assert_eq!((ran.code, ran.err, ran.out.as_str()), (2, error, ""));
    }
}

#[test]
fn no_other_file_is_lost() {
    let folder = Folder::with("wall.txt", WALL);
    folder.write("wall.yaml", ROS);
    folder.write("wall.pgm", "P2\n2 1\n255\n255 255\n");
    let ran = folder.run("plan wall.yaml --from 0,0 --to 1,0 --trace wall.yaml");
    let error = "error: cannot write wall.yaml: would be written over wall.yaml\n";
    assert_eq!((ran.code, ran.err.as_str()), (2, error));
    let ran = folder.run("plan wall.txt --format json --out a.jsonl --trace a.jsonl");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: --trace and --out would both be written to a.jsonl\n")
    );
    assert_eq!(folder.run("plan wall.txt --trace missing/a.trace.jsonl").code, 2);
    folder.write("kept.jsonl", "kept");
    assert_eq!(folder.run("plan wall.txt --from 1,1 --trace kept.jsonl").code, 2, "the start is blocked");
    assert_eq!(folder.read("kept.jsonl"), "kept");
    assert_eq!(folder.names(), ["kept.jsonl", "wall.pgm", "wall.txt", "wall.yaml"]);
}
