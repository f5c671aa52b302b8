use insta::assert_snapshot;
use serde_json::Value;
use tautline::Registry;

use crate::common::{only_planners, run};

#[test]
fn the_table_has_every_planner() {
    let ran = run("planners");
    assert_eq!(ran.code, 0);
    for planner in Registry::core().iter() {
        assert!(ran.out.contains(&format!("\n{} ", planner.id)), "{}", planner.id);
    }
    assert_snapshot!("planners", only_planners(&ran.out, &["bfs", "dijkstra", "astar", "weighted-astar"]));
}

#[test]
fn one_planner_is_shown_with_its_options() {
    let ran = run("planners weighted-astar");
    assert_eq!(ran.code, 0);
    assert_snapshot!("planners_one", ran.out);
    assert_eq!(run("planners nonsense").code, 2);
}

#[test]
fn one_planner_as_json() {
    let ran = run("planners weighted-astar --json");
    assert_eq!(ran.code, 0);
    assert_snapshot!("planners_json", ran.out);
}

#[test]
fn the_json_list_is_the_registry() {
    let ran = run("planners --json");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let one = run("planners taut");
    let Value::Array(list) = serde_json::from_str(&ran.out).unwrap() else { panic!("no array") };
    let ids: Vec<_> = list.iter().map(|entry| entry["id"].as_str().unwrap()).collect();
    let registered: Vec<_> = Registry::core().iter().map(|planner| planner.id).collect();
    assert_eq!(ids, registered);

    let fields = [
        "id",
        "name",
        "paper",
        "guarantee",
        "places",
        "any_angle",
        "needs_index",
        "terrain",
        "links",
        "options",
        "bound",
        "plus",
        "hexagons",
        "near_goals",
    ];
    for entry in ran.out.split("\n  {\n").skip(1) {
        let keys = entry.lines().filter_map(|line| line.strip_prefix("    \"")?.split('"').next());
        assert_eq!(keys.collect::<Vec<_>>(), fields);
    }
    let with_points: Vec<_> =
        list.iter().filter(|entry| entry["places"] == "points").map(|entry| &entry["id"]).collect();
    assert_eq!(
        with_points,
        [
            "astar-ps",
            "theta",
            "lazy-theta",
            "ap-theta",
            "field-dstar",
            "visibility",
            "anya",
            "taut",
            "taut-prepared"
        ]
    );
    assert!(one.out.contains(", between points\n"), "{}", one.out);
    for option in list.iter().flat_map(|entry| entry["options"].as_array().unwrap()) {
        assert!(option["choices"].is_array() != option["range"].is_array(), "{option}");
        assert!(option["default"].is_string() && option["help"].is_string(), "{option}");
    }
}
