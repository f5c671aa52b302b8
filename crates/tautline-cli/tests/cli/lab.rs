use std::fs;

use tautline::geometry::Cell;
use tautline::planners::Dijkstra;
use tautline::search::{Query, Workspace};
use tautline_maps::generate::{Rng, Share, random};
use tautline_maps::movingai::{Scenario, ScenarioQuery, write_map, write_scenario};

use crate::common::{Folder, ran};

const SCENARIO: &str = "cities/Boston_0_1024.map.scen";

/// A folder with one of the reference maps, but a small one: 60 × 50 cells and 40 queries.
fn folder() -> Folder {
    let grid = random(60, 50, Share::percent(20).unwrap(), 5).unwrap();
    let dijkstra = Dijkstra::new(&grid);
    let mut workspace = Workspace::new();
    let mut rng = Rng::new(1);
    let mut cell = || Cell::new(rng.below(60) as i32, rng.below(50) as i32);
    let mut queries = Vec::new();
    while queries.len() < 40 {
        let (start, goal) = (cell(), cell());
        let answer = dijkstra.plan(&Query::new(start, goal), &mut workspace);
        if let Some(length) = answer.ok().and_then(|answer| answer.path().map(|path| path.cost)) {
            let map = "Boston_0_1024.map".to_owned();
            let (map_width, map_height) = (grid.width(), grid.height());
            queries.push(ScenarioQuery {
                bucket: 0,
                map,
                map_width,
                map_height,
                start,
                goal,
                length,
                line: None,
            });
        }
    }
    let (mut map, mut scen) = (Vec::new(), Vec::new());
    write_map(&grid, &mut map).unwrap();
    write_scenario(&Scenario { queries, ..Scenario::default() }, &mut scen).unwrap();
    let folder = Folder::new();
    fs::create_dir(folder.path("cities")).unwrap();
    folder.write("cities/Boston_0_1024.map", map);
    folder.write(SCENARIO, scen);
    folder
}

#[test]
fn a_folder_without_maps_is_no_success() {
    let folder = Folder::new();
    for experiment in ["lab yardstick", "lab repair"] {
        let without = folder.run(experiment);
        assert_eq!(without.code, 2);
        assert!(
            without.err.contains("--maps") && without.err.contains("movingai.com/benchmarks"),
            "{}",
            without.err
        );
        let named = ran(folder.command(experiment).env("TAUTLINE_MOVINGAI", "missing"));
        assert_eq!(named.code, 2);
        assert!(!named.err.contains("movingai.com/benchmarks"), "{}", named.err);
    }
}

#[test]
fn the_yardstick_measures_every_planner_and_its_preparation() {
    let ran =
        folder().run("lab yardstick --maps . --map Boston --passes 2 --planner astar:costs=3/2,jps-plus");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "| cities/Boston_0_1024 ",
        "\nastar:costs=3/2: built in ",
        "\njps-plus: built in ",
        " (geometric mean), ",
        "fastest of 2 passes",
        "10 queries, every answer verified",
    ] {
        assert!(ran.out.contains(part), "{part:?} is missing in\n{}", ran.out);
    }
}

#[test]
fn repairs_are_measured_beside_builds() {
    let ran = folder().run("lab repair --maps . --edits 230 --seed 7");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "| structure ",
        "| jump table ",
        "| jump bits ",
        "cities/Boston_0_1024, 60 × 50 cells; 1000 A* queries",
        "230 edits of seed 7",
    ] {
        assert!(ran.out.contains(part), "{part:?} is missing in\n{}", ran.out);
    }
}

#[test]
fn a_wrong_answer_ends_with_3() {
    let folder = folder();
    let scenario = folder.read(SCENARIO);
    let (first, rest) = scenario.trim_end().split_once('\n').unwrap();
    let (query, _) = rest.split_once('\n').unwrap();
    let columns = query.rsplit_once('\t').unwrap().0;
    folder.write(SCENARIO, format!("{first}\n{columns}\t1.00000000\n"));
    for experiment in ["lab yardstick --map Boston", "lab repair"] {
        let ran = folder.run(&format!("{experiment} --maps ."));
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.err);
        assert!(
            ran.err.contains("wrong answer of astar on cities/Boston_0_1024.map, query 0"),
            "{}",
            ran.err
        );
    }
    folder.write(SCENARIO, "version 1\n");
    for experiment in ["lab yardstick --map Boston", "lab repair"] {
        let ran = folder.run(&format!("{experiment} --maps ."));
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("found no queries, expected at least one"), "{}", ran.err);
    }
}
