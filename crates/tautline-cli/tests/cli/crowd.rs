use std::fs;

use insta::assert_snapshot;
use serde_json::Value;
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::KINDS;

use crate::common::{Folder, Ran, run};

/// Two rooms with a door between them.
const ROOMS: &str =
    "........#.......\n........#.......\n................\n........#.......\n........#.......\n";

const FIELDS: [&str; 16] = [
    "scene",
    "model",
    "agents",
    "seed",
    "steps",
    "arrived",
    "collisions_1e3",
    "collisions_10pct",
    "worst_overlap",
    "time_ratio",
    "path_ratio",
    "velocity_change",
    "stuck",
    "us_per_agent_step",
    "threads",
    "hash",
];

/// The object that a crowd leaves.
fn json(folder: &Folder, arguments: &str) -> Value {
    let Ran { code, out, err } = folder.run(&format!("crowd {arguments} --json"));
    assert_eq!((code, err.as_str()), (0, ""), "{arguments}");
    serde_json::from_str(&out).unwrap()
}

fn hash(folder: &Folder, arguments: &str) -> String {
    json(folder, arguments)["hash"].as_str().unwrap().to_owned()
}

#[test]
fn the_scenes_are_listed() {
    let ran = run("crowd");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for kind in KINDS {
        assert!(ran.out.contains(&format!("\n{} ", kind.name)), "{}", kind.name);
    }
    assert_snapshot!("crowd_list", ran.out);
}

#[test]
fn the_table_has_every_measure_with_its_unit() {
    let ran = run("crowd circle --agents 5 --seed 3");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("\nagents                             5\n"), "{}", ran.out);
    // What the values are is not for this test to say.
    let without_values = |line: &str| {
        line.chars()
            .enumerate()
            .filter(|(at, _)| !(20..38).contains(at))
            .map(|(_, one)| one)
            .collect::<String>()
    };
    let mut lines = ran.out.lines();
    let title = lines.next().unwrap_or_default().to_owned();
    let rows: Vec<String> = lines.skip(3).map(without_values).collect();
    assert_snapshot!("crowd_table", format!("{title}\n{}", rows.join("\n")));
}

#[test]
fn json_is_one_object_with_these_fields() {
    let ran = run("crowd doorway --agents 6 --model hrvo --seed 18446744073709551615 --json");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.lines().count(), 1);
    let at =
        FIELDS.map(|field| ran.out.find(&format!("\"{field}\":")).unwrap_or_else(|| panic!("no {field}")));
    assert!(at.is_sorted(), "{}", ran.out);
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(object.as_object().unwrap().len(), FIELDS.len());
    assert_eq!((&object["scene"], &object["model"]), (&"doorway".into(), &"hrvo".into()));
    assert_eq!((&object["agents"], &object["arrived"]), (&6.into(), &6.into()));
    assert_eq!((&object["seed"], &object["threads"]), (&u64::MAX.into(), &1.into()));
    let hash = object["hash"].as_str().unwrap();
    assert!(hash.len() == 16 && hash.bytes().all(|byte| b"0123456789abcdef".contains(&byte)), "{hash}");
}

/// Every scene with every model. Whatever came of it, there are numbers: those that are not finite would be `null`.
#[test]
fn every_scene_is_walked_by_every_model() {
    let folder = Folder::new();
    for kind in KINDS {
        for model in Model::NAMES {
            let object = json(&folder, &format!("{} --model {model} --agents 4 --steps 130", kind.name));
            assert_eq!((&object["scene"], &object["model"]), (&kind.name.into(), &model.into()));
            assert_eq!((&object["agents"], &object["seed"]), (&4.into(), &0.into()));
            assert!(FIELDS[2..15].iter().all(|field| object[field].is_number()), "{object}");
            assert!(object["steps"].as_u64().is_some_and(|steps| (1..=130).contains(&steps)), "{object}");
        }
    }
}

#[test]
fn the_hash_is_that_of_the_walk() {
    let folder = Folder::new();
    let walk = "confusion --agents 60 --steps 300";
    let one = hash(&folder, walk);
    for same in
        ["", " --seed 0", " --threads 1", " --threads 2", " --threads 3", " --model orca", " --straight"]
    {
        assert_eq!(hash(&folder, &format!("{walk}{same}")), one, "{same}");
    }
    for other in [" --seed 1", " --model rvo", " --flow"] {
        assert_ne!(hash(&folder, &format!("{walk}{other}")), one, "{other}");
    }
    assert_ne!(hash(&folder, "confusion --agents 60 --steps 299"), one);
    assert_ne!(hash(&folder, "confusion --agents 59 --steps 300"), one);
}

/// It is a measurement.
#[test]
fn who_does_not_arrive_is_no_error() {
    let object = json(&Folder::new(), "circle --agents 9 --steps 1");
    assert_eq!((&object["steps"], &object["arrived"]), (&1.into(), &0.into()));
}

#[test]
fn agents_walk_on_map_files() {
    let folder = Folder::with("rooms.txt", ROOMS);
    let object = json(&folder, "rooms.txt --agents 5");
    assert_eq!((&object["scene"], &object["agents"]), (&"rooms.txt".into(), &5.into()));
    assert_eq!(object["arrived"], 5);
    let walk = "rooms.txt --agents 5 --steps 200";
    let one = hash(&folder, walk);
    for same in ["--radius 0.4", "--planner taut", "--threads 2", "--seed 0"] {
        assert_eq!(hash(&folder, &format!("{walk} {same}")), one, "{same}");
    }
    for other in ["--radius 0.3", "--planner astar:diagonal=never", "--flow", "--straight", "--seed 1"] {
        assert_ne!(hash(&folder, &format!("{walk} {other}")), one, "{other}");
    }
    let title =
        folder.run("crowd rooms.txt --agents 5 --radius 0.25 --planner astar:open=heap --steps 1").out;
    let expected = "rooms.txt: 5 agents of radius 0.25, orca, ways by astar:open=heap, seed 0\n\n";
    assert!(title.starts_with(expected), "{title}");
    assert!(
        folder.run("crowd rooms.txt --agents 5 --flow --steps 1").out.contains(", ways by flow fields, ")
    );
}

/// The names of scenes come first; a file of such a name is named with its folder.
#[test]
fn a_file_may_be_called_like_a_scene() {
    let folder = Folder::with("circle", ROOMS);
    assert_eq!(json(&folder, "circle --agents 3 --steps 1")["scene"], "circle");
    assert_ne!(hash(&folder, "./circle --agents 3 --steps 1"), hash(&folder, "circle --agents 3 --steps 1"));
    assert_eq!(
        folder.run("crowd circle --agents 3 --steps 1 --svg circle").code,
        0,
        "which is not read then"
    );
    assert!(folder.read("circle").starts_with("<svg "));
}

#[test]
fn trails_are_drawn() {
    let folder = Folder::with("rooms.txt", ROOMS);
    let walk = "crowd rooms.txt --agents 5";
    let ran = folder.run(&format!("{walk} --svg trails.svg"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("\nhash "), "the table is printed, too: {}", ran.out);
    let picture = folder.read("trails.svg");
    assert!(
        picture.starts_with("<svg ") && picture.contains("rooms.txt · orca · 5 of 5 arrived · "),
        "{picture}"
    );
    assert_eq!(picture.matches("<path stroke=\"#").count(), 5, "{picture}");
    assert_eq!(folder.run(&format!("{walk} --svg -")).out, picture, "and nothing else");
    assert!(json(&folder, "rooms.txt --agents 5 --svg again.svg")["hash"].is_string());
    assert_eq!(folder.read("again.svg"), picture);
    assert_eq!(folder.run(&format!("{walk} --svg trails.PNG")).code, 0);
    assert!(fs::read(folder.path("trails.PNG")).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(folder.names(), ["again.svg", "rooms.txt", "trails.PNG", "trails.svg"]);
}

/// What was measured is printed before.
#[test]
fn a_picture_that_cannot_be_written_costs_no_results() {
    let folder = Folder::with(
        "wide.map",
        format!("type octile\nheight 1\nwidth 20000\nmap\n{}\n", ".".repeat(20_000)),
    );
    let ran = folder.run("crowd wide.map --agents 2 --steps 1 --svg wide.png --json");
    assert_eq!(ran.code, 2);
    assert!(ran.out.starts_with("{\"scene\":\"wide.map\"") && ran.err.contains("is too large"), "{ran:?}");
    assert_eq!(folder.names(), ["wide.map"]);
}
