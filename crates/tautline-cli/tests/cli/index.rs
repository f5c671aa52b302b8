//! `index build`, `index info`, and `--index` for `plan` and `scen`, with whichever planner needs an index.

use std::fs;
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tautline::index::Index;

use crate::common::{Folder, Ran, WALL, run};

const MAP: &str = "type octile\nheight 4\nwidth 6\nmap\n......\n.@@@@.\n......\nTTTTTT\n";
const EDITED: &str = "type octile\nheight 4\nwidth 6\nmap\n......\n.@@@@.\n@.....\nTTTTTT\n";
const SCENARIO: &str = "version 1\n0\ta.map\t6\t4\t0\t1\t5\t1\t7\n0\ta.map\t6\t4\t0\t0\t5\t0\t5\n";

/// The first planner that needs an index.
fn id() -> String {
    let Value::Array(list) = serde_json::from_str(&run("planners --json").out).unwrap() else { panic!() };
    let first = list.iter().find(|planner| planner["needs_index"] == json!(true));
    first.expect("a planner that needs an index")["id"].as_str().unwrap().to_owned()
}

/// An option of that planner with a value that is not its default.
fn option() -> (String, String, String) {
    let Value::Array(list) = serde_json::from_str(&run(&format!("planners {} --json", id())).out).unwrap()
    else {
        panic!()
    };
    let options = list[0]["options"].as_array().unwrap();
    let option = options.iter().find(|option| option["choices"].is_array()).expect("an option of words");
    let other = option["choices"].as_array().unwrap().iter().find(|&choice| choice != &option["default"]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&option["name"]), text(&option["default"]), text(other.unwrap()))
}

/// A map, an edited one, a scenario, and an index of the map.
fn folder() -> Folder {
    let folder = Folder::with("a.map", MAP);
    folder.write("edited.map", EDITED);
    folder.write("a.scen", SCENARIO);
    let ran = build(&folder, "a.map --out a.index");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    folder
}

fn build(folder: &Folder, arguments: &str) -> Ran {
    folder.run(&format!("index build {arguments} --planner {}", id()))
}

/// Writes the index of the folder anew, with another header or payload.
fn forge(folder: &Folder, name: &str, alter: impl for<'a> FnOnce(Index<'a>) -> Index<'a>) {
    let bytes = fs::read(folder.path("a.index")).unwrap();
    folder.write(name, alter(Index::parse(&bytes).unwrap()).to_bytes());
}

/// The message of a command that fails as it should, with the planner's id taken out.
fn refusal(folder: &Folder, arguments: &str) -> String {
    let Ran { code, out, err } = folder.run(arguments);
    assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
    assert!(err.starts_with("error: ") && !err.contains("panicked"), "{arguments}: {err}");
    err.replace(&id(), "ID").trim_end().to_owned()
}

/// What was printed, without what depends on the planner and on the time.
fn general(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let (name, value) = line.split_at(15);
        match name.trim() {
            "kind" | "settings" | "version" | "bytes" | "bytes per cell" | "prepared in" => {
                assert!(!value.is_empty(), "{line}");
                format!("{name}?\n")
            }
            _ => format!("{line}\n"),
        }
    });
    lines.collect()
}

#[test]
fn build_says_what_it_wrote_and_info_says_it_again() {
    let folder = Folder::with("a.map", MAP);
    let built = build(&folder, "a.map --out a.index");
    assert_eq!((built.code, built.err.as_str()), (0, ""));
    assert_eq!(folder.names(), ["a.index", "a.map"]);
    assert_snapshot!("index_build", general(&built.out));

    let info = folder.run("index info a.index");
    assert_eq!((info.code, info.err.as_str(), &info.out), (0, "", &built.out));
    let bytes = fs::metadata(folder.path("a.index")).unwrap().len();
    let figure = |name: &str| {
        let line = info.out.lines().find(|line| line.starts_with(&format!("{name:<14} "))).unwrap();
        line[15..].to_owned()
    };
    assert_eq!(figure("bytes"), bytes.to_string());
    assert!((figure("bytes per cell").parse::<f64>().unwrap() / (bytes as f64 / 24.0) - 1.0).abs() < 0.01);
    assert!(figure("kind").starts_with(&id()));
    assert!(["µs", "ms", " s"].iter().any(|unit| figure("prepared in").ends_with(unit)));

    forge(&folder, "slow.index", |index| Index { preparation: Duration::from_millis(1234), ..index });
    assert!(folder.run("index info slow.index").out.contains("\nprepared in    1.23 s\n"));
}

#[test]
fn info_says_whether_it_fits_a_map() {
    let folder = folder();
    let ran = folder.run("index info a.index a.map");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.ends_with("fits           yes, a.map\n"), "{}", ran.out);
    let ran = folder.run("index info a.index edited.map");
    assert_eq!((ran.code, ran.err.as_str()), (3, ""));
    assert_snapshot!("index_does_not_fit", general(&ran.out));
    // The map is another one where trees are no obstacles.
    assert_eq!(folder.run("index info a.index a.map --passable .T").code, 3);
    assert_eq!(build(&folder, "a.map --passable .T --out trees.index").code, 0);
    assert_eq!(folder.run("index info trees.index a.map --passable .T").code, 0);
    assert_eq!(folder.run("index info trees.index a.map").code, 3);
    assert_eq!(refusal(&folder, "index info a.index missing.map"), {
        let err = folder.run("plan missing.map --from 0,0 --to 1,1").err;
        err.trim_end().to_owned()
    });
}

#[test]
fn info_as_json() {
    let folder = folder();
    let json = |arguments: &str, code: i32| -> Value {
        let ran = folder.run(&format!("index info {arguments} --json"));
        assert_eq!((ran.code, ran.err.as_str(), ran.out.lines().count()), (code, "", 1), "{arguments}");
        serde_json::from_str(&ran.out).unwrap()
    };
    let index = json("a.index", 0);
    assert_eq!((&index["file"], &index["kind"]), (&json!("a.index"), &json!(id())));
    assert_eq!((&index["width"], &index["height"], &index["format"]), (&json!(6), &json!(4), &json!(1)));
    assert_eq!(index["content_hash"].as_str().unwrap().len(), 32);
    assert!(index["settings"].is_object() && index["version"].is_u64());
    let bytes = fs::metadata(folder.path("a.index")).unwrap().len();
    assert_eq!((&index["bytes"], &index["bytes_per_cell"]), (&json!(bytes), &json!(bytes as f64 / 24.0)));
    assert!(index["preparation_nanoseconds"].as_u64().unwrap() > 0);
    assert!(index.get("fits").is_none() && index.get("why").is_none());
    assert_eq!(json("a.index a.map", 0)["fits"], json!(true));
    let other = json("a.index edited.map", 3);
    assert_eq!(other["fits"], json!(false));
    assert!(other["why"].as_str().unwrap().starts_with("it is for another map"), "{other}");
}

/// What it says is right, but no planner of this version can use it.
#[test]
fn info_of_what_is_of_no_use() {
    let folder = folder();
    forge(&folder, "newer.index", |index| Index { version: index.version + 1, ..index });
    forge(&folder, "unknown.index", |index| Index { planner: "teleport", ..index });
    for (file, why) in
        [("newer.index", "it was prepared by a newer"), ("unknown.index", "there is no planner")]
    {
        let ran = folder.run(&format!("index info {file}"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{file}");
        assert!(ran.out.contains(&format!("\nof no use      {why}")), "{}", ran.out);
        let ran = folder.run(&format!("index info {file} a.map"));
        assert_eq!(ran.code, 3, "{file}");
        assert!(ran.out.contains(&format!("\nfits           no, a.map: {why}")), "{}", ran.out);
    }
}

#[test]
fn a_plan_with_an_index_is_the_plan_without() {
    let folder = folder();
    let plan = |arguments: &str| -> Value {
        let ran = folder.run(&format!("plan a.map --from 0,1 --to 5,1 --format json {arguments}"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments}");
        let mut plan: Value = serde_json::from_str(&ran.out).unwrap();
        plan["stats"]["nanoseconds"] = json!(0);
        plan["stats"]["preparation_nanoseconds"] = json!(0);
        plan
    };
    let id = id();
    let without = plan(&format!("--planner {id}"));
    assert_eq!((&without["cost"], &without["planner"]), (&json!(7.0), &json!(id)));
    assert_eq!(plan(&format!("--planner {id} --index a.index")), without);
    assert_eq!(plan("--index a.index"), without, "the file says which planner");
    // The drawing watches the search once more.
    let ran = folder.run("plan a.map --from 0,1 --to 5,1 --index a.index");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("●●●"), "{}", ran.out);
    // The built-in map can be prepared, too.
    assert_eq!(build(&folder, "--out tour.index").code, 0);
    assert_eq!(folder.run("plan --index tour.index").code, 0);
}

#[test]
fn options_come_from_the_file() {
    let folder = folder();
    let (id, (name, default, other)) = (id(), option());
    assert_eq!(build(&folder, &format!("a.map --out other.index --opt {name}={other}")).code, 0);
    let ran = folder.run("plan a.map --from 0,1 --to 5,1 --index other.index --format json");
    let plan: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &plan["planner"]), (0, &json!(format!("{id}:{name}={other}"))));
    let refused = |arguments: &str| refusal(&folder, &format!("plan a.map --from 0,1 --to 5,1 {arguments}"));
    assert_eq!(
        refused(&format!("--planner {id} --index other.index")),
        format!(
            "error: other.index: it was prepared with other options: found {name} = {other}, expected {default}; \
             leave out --planner and --opt to use it as it is"
        )
    );
    assert!(refused(&format!("--index other.index --opt {name}={default}")).contains("other options"));
}

#[test]
fn files_that_do_not_fit_are_refused_with_the_reason() {
    let folder = folder();
    let bytes = fs::read(folder.path("a.index")).unwrap();
    folder.write("short.index", &bytes[..bytes.len() - 1]);
    folder.write("long.index", [&bytes[..], b"\n"].concat());
    folder.write("empty.index", "");
    let mut flipped = bytes.clone();
    flipped[70] ^= 1;
    folder.write("flipped.index", &flipped);
    let text: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != b'\r').collect();
    folder.write("text.index", text);
    forge(&folder, "older.index", |index| Index { version: index.version - 1, ..index });
    forge(&folder, "unknown.index", |index| Index { planner: "teleport", ..index });
    forge(&folder, "payload.index", |index| Index { payload: &index.payload[1..], ..index });

    let before = folder.names();
    let plan = |map: &str, index: &str| {
        refusal(&folder, &format!("plan {map} --from 0,1 --to 5,1 --index {index}")).replace("error: ", "")
    };
    let again = "; build it again with `tautline index build";
    let starts = |message: String, start: &str, end: &str| {
        assert!(message.starts_with(start) && message.ends_with(end), "{message}");
    };
    let length = bytes.len();
    assert_eq!(
        plan("a.map", "short.index"),
        format!("short.index: it is cut off: found {} bytes, expected {length}{again}`", length - 1)
    );
    assert_eq!(
        plan("a.map", "long.index"),
        format!("long.index: it is too long: found {} bytes, expected {length}{again}`", length + 1)
    );
    starts(plan("a.map", "empty.index"), "empty.index: it is cut off: found 0 bytes", "build`");
    starts(plan("a.map", "flipped.index"), "flipped.index: it is corrupt: found the checksum ", "build`");
    starts(plan("a.map", "text.index"), "text.index: its signature is damaged: ", "build`");
    starts(plan("a.map", "a.map"), "a.map: not an index: it begins with \"type octile\\n\"", "\\x1a\\n\"");
    starts(plan("a.map", "missing.index"), "cannot read missing.index: ", "");
    starts(plan("a.map", "older.index"), "older.index: it was prepared by an older ID: ", "older.index`");
    starts(plan("a.map", "unknown.index"), "unknown.index: there is no planner \"teleport\"; ", "");
    starts(plan("a.map", "payload.index"), "payload.index: it is malformed: ", "payload.index`");
    let command = "--planner ID --out a.index`";
    starts(
        plan("edited.map", "a.index"),
        "a.index: it is for another map: ",
        &format!("size{again} edited.map {command}"),
    );
    starts(
        plan("a.map --passable @.", "a.index"),
        "a.index: it is for another map: ",
        &format!("{again} a.map --passable @. {command}"),
    );
    starts(
        plan("a.map --planner astar", "a.index"),
        "a.index: astar prepares nothing worth storing, so it has no index; those that do: ID",
        "",
    );
    // `info` reads no file that is damaged either.
    for index in ["short", "long", "empty", "flipped", "text", "missing"] {
        refusal(&folder, &format!("index info {index}.index"));
        refusal(&folder, &format!("index info {index}.index --json"));
    }
    assert_eq!(folder.names(), before);
}

#[test]
fn what_cannot_be_built_leaves_everything_as_it_was() {
    let folder = folder();
    let kept = fs::read(folder.path("a.index")).unwrap();
    let names = folder.names();
    let id = id();
    let refused = |arguments: &str| refusal(&folder, &format!("index build {arguments}"));
    let error = refused("a.map --planner astar --out a.index");
    assert!(
        error.starts_with(
            "error: astar prepares nothing worth storing, so it has no index; those that do: ID"
        ),
        "{error}"
    );
    assert!(refused(&format!("a.map --planner {id}:nonsense=1 --out a.index")).contains("no option"));
    assert!(refused(&format!("a.map --planner {id} --opt nonsense --out a.index")).contains("name=value"));
    assert!(refused(&format!("missing.map --planner {id} --out a.index")).contains("missing.map"));
    assert!(refused(&format!("a.map --planner {id} --out -")).contains("standard output"));
    assert!(
        refused(&format!("a.map --planner {id} --out missing/a.index")).contains("cannot write missing/")
    );
    assert!(refused(&format!("a.map --planner {id} --out a.map")).contains("would be written over a.map"));
    assert!(refused("a.map --out a.index").contains("--planner <SPEC>"));
    assert!(refused(&format!("a.map --planner {id}")).contains("--out <FILE>"));
    assert_eq!(fs::read(folder.path("a.index")).unwrap(), kept);
    assert_eq!(folder.read("a.map"), MAP);
    assert_eq!(folder.names(), names, "no half file");
    // An index is an input, too.
    for arguments in [
        "plan a.map --from 0,1 --to 5,1 --index a.index --out a.index",
        "scen a.map a.scen --index a.index --csv a.index",
    ] {
        assert!(refusal(&folder, arguments).contains("would be written over a.index"), "{arguments}");
    }
    assert_eq!(fs::read(folder.path("a.index")).unwrap(), kept);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::with("a.map", MAP);
    let ran = build(&folder, "a.map --out /dev/full");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("error: cannot write /dev/full: "), "{}", ran.err);
}

/// The rows of a CSV file without their times.
fn rows(csv: &str) -> Vec<&str> {
    csv.lines().map(|line| line.rsplit_once(',').unwrap().0).collect()
}

#[test]
fn scen_hands_each_index_to_its_planner() {
    let folder = folder();
    let (id, (name, _, other)) = (id(), option());
    assert_eq!(build(&folder, &format!("a.map --out other.index --opt {name}={other}")).code, 0);
    let scen = |arguments: &str| {
        let ran = folder.run(&format!("scen a.map a.scen --csv - {arguments}"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments}");
        ran.out
    };
    let planners = format!("--planner astar,{id}:{name}={other},{id}");
    let without = scen(&planners);
    assert_eq!(rows(&without).len(), 7);
    for indexes in [
        "--index a.index",
        "--index other.index",
        "--index a.index --index other.index",
        "--index other.index --index a.index",
    ] {
        assert_eq!(rows(&scen(&format!("{planners} {indexes}"))), rows(&without), "{indexes}");
    }
    // Without planners, those of the files; the default one where there are none.
    let both = scen("--index a.index --index other.index");
    assert_eq!(rows(&both), rows(&scen(&format!("--planner {id},{id}:{name}={other}"))));
    assert!(scen("").contains("\na,astar,0,"));
    let ran = folder.run("scen a.map a.scen --index a.index --check");
    assert_eq!((ran.code, ran.err.as_str()), (0, "check: 2 answers, none wrong\n"));
}

#[test]
fn scen_leaves_no_index_over() {
    let folder = folder();
    let (id, (name, default, other)) = (id(), option());
    fs::copy(folder.path("a.index"), folder.path("copy.index")).unwrap();
    let scen = |arguments: &str| refusal(&folder, &format!("scen a.map a.scen {arguments}"));
    assert_eq!(
        scen("--planner astar,bfs --index a.index"),
        "error: a.index: it is for another planner: found ID, expected astar or bfs; \
         leave out --planner and --opt to use it as it is"
    );
    assert_eq!(
        scen(&format!("--planner astar,{id}:{name}={other} --index a.index")),
        format!(
            "error: a.index: it was prepared with other options: found {name} = {default}, expected {other}; \
             leave out --planner and --opt to use it as it is"
        )
    );
    assert_eq!(
        scen(&format!("--planner {id} --index a.index --index copy.index")),
        "error: copy.index: one index too many, ID has a.index"
    );
    let edited = refusal(&folder, "scen edited.map a.scen --index a.index");
    assert!(edited.starts_with("error: a.index: it is for another map: "), "{edited}");
    assert!(edited.ends_with("`tautline index build edited.map --planner ID --out a.index`"), "{edited}");
}

#[test]
fn a_wrong_answer_is_repeated_with_the_index() {
    let folder = folder();
    folder.write("wrong.txt", "7\n6\n");
    let ran = folder.run("scen a.map a.scen --index a.index --check --reference wrong.txt");
    assert_eq!(ran.code, 3);
    let command = ran.err.lines().find_map(|line| line.trim().strip_prefix("tautline ")).unwrap();
    assert_eq!(command, format!("plan a.map --from 0,0 --to 5,0 --planner {} --index a.index", id()));
    assert_eq!(folder.run(command).code, 0);
}

#[test]
fn every_truncation_and_every_flip_of_a_file_is_refused() {
    let folder = Folder::with("wall.txt", WALL);
    assert_eq!(build(&folder, "wall.txt --out a.index").code, 0);
    let bytes = fs::read(folder.path("a.index")).unwrap();
    // The library's tests take every one; here, a few of them go all the way through a file.
    for step in 1..20 {
        let at = bytes.len() * step / 20;
        folder.write("bad.index", &bytes[..at]);
        refusal(&folder, "plan wall.txt --index bad.index");
        let mut flipped = bytes.clone();
        flipped[at] ^= 4;
        folder.write("bad.index", flipped);
        refusal(&folder, "plan wall.txt --index bad.index");
    }
}

/// A planner on corners has an index like any other.
#[test]
fn an_index_for_paths_at_any_angle() {
    let folder = folder();
    let planner = "--planner taut-prepared";
    let ran = folder.run(&format!("index build a.map {planner} --out taut.index"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_snapshot!("index_build_at_any_angle", general(&ran.out));
    assert_eq!(folder.run("index info taut.index a.map").code, 0);
    let plan = |arguments: &str| -> Value {
        let ran =
            folder.run(&format!("plan a.map --from corner:0,2 --to corner:6,1 --format json {arguments}"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments}");
        let mut plan: Value = serde_json::from_str(&ran.out).unwrap();
        plan["stats"]["nanoseconds"] = json!(0);
        plan["stats"]["preparation_nanoseconds"] = json!(0);
        plan
    };
    let without = plan(planner);
    assert_eq!(without["path"], json!([[0.0, 2.0], [1.0, 1.0], [6.0, 1.0]]));
    assert_eq!(plan("--index taut.index"), without, "the file says which planner");
    assert_eq!(plan(&format!("{planner} --index taut.index")), without);
    let text = |arguments: &str| {
        folder.run(&format!("plan a.map --from corner:0,2 --to corner:6,1 {arguments}")).out
    };
    assert!(text(planner).contains("\nprepared ") && text("--index taut.index").contains("\nloaded "));
    let scen = |arguments: &str| folder.run(&format!("scen a.map a.scen --csv - {arguments}")).out;
    assert_eq!(rows(&scen("--index taut.index")), rows(&scen(planner)));
    assert_eq!(rows(&scen("--index taut.index")).len(), 3);

    let refused = refusal(&folder, "plan edited.map --from corner:0,2 --to corner:6,1 --index taut.index");
    assert!(refused.starts_with("error: taut.index: it is for another map: "), "{refused}");
    assert!(refused.ends_with("build edited.map --planner taut-prepared --out taut.index`"), "{refused}");
    let refused = refusal(
        &folder,
        &format!("plan a.map --from corner:0,2 --to corner:6,1 {planner}:corners=open --index taut.index"),
    );
    assert!(refused.contains("found corners = closed, expected open"), "{refused}");
    let bytes = fs::read(folder.path("taut.index")).unwrap();
    let index = Index::parse(&bytes).unwrap();
    folder.write("cut.index", Index { payload: &index.payload[1..], ..index }.to_bytes());
    let refused = refusal(&folder, "plan a.map --from corner:0,2 --to corner:6,1 --index cut.index");
    assert!(refused.starts_with("error: cut.index: it is malformed: "), "{refused}");
}
