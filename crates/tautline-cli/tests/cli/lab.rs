use std::fs;

use tautline::path::Path;
use tautline::{Cell, Corner, Planner, Query, Workspace};
use tautline_maps::generate::{Rng, Share, random};
use tautline_maps::movingai::{
    Passable, Scenario, ScenarioQuery, parse_map, parse_scenario, write_map, write_scenario,
};

use crate::common::{Folder, ran};

const SCENARIO: &str = "cities/Boston_0_1024.map.scen";

/// A folder with one of the reference maps, but a small one: 60 × 50 cells and 40 queries.
pub(crate) fn folder() -> Folder {
    let map = random(60, 50, Share::percent(20).unwrap(), 5).unwrap();
    let dijkstra = Planner::new("dijkstra", &map).unwrap();
    let mut workspace = Workspace::new();
    let mut rng = Rng::new(1);
    let mut cell = || Cell::new(rng.below(60) as i32, rng.below(50) as i32);
    let mut queries = Vec::new();
    while queries.len() < 40 {
        let (start, goal) = (cell(), cell());
        let answer = dijkstra.plan(&map, &Query::new(start, goal), &mut workspace);
        if let Some(length) = answer.ok().and_then(|answer| answer.path().map(Path::cost)) {
            let name = "Boston_0_1024.map".to_owned();
            let (map_width, map_height) = (map.width(), map.height());
            queries.push(ScenarioQuery {
                bucket: 0,
                map: name,
                map_width,
                map_height,
                start,
                goal,
                length,
                line: None,
            });
        }
    }
    let (mut file, mut scen) = (Vec::new(), Vec::new());
    write_map(&map, &mut file).unwrap();
    write_scenario(&Scenario { queries, ..Scenario::default() }, &mut scen).unwrap();
    let folder = Folder::new();
    fs::create_dir(folder.path("cities")).unwrap();
    folder.write("cities/Boston_0_1024.map", file);
    folder.write(SCENARIO, scen);
    folder
}

/// How many rows a file has, without the names of the columns and what it says of itself.
pub(crate) fn rows(text: &str) -> usize {
    text.lines().filter(|line| !line.starts_with('#')).count() - 1
}

#[test]
fn a_folder_without_maps_is_no_success() {
    let folder = Folder::new();
    for experiment in ["lab yardstick", "lab repair", "lab anya"] {
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
        "\n- astar:costs=3/2: built in ",
        "\n- jps-plus: built in ",
        " (geometric mean), ",
        "fastest of 2 passes",
        "10 queries, every answer verified",
        // The tests are not built with the profile for figures.
        "\n\nWarning: measured with a program of the profile `",
    ] {
        assert!(ran.out.contains(part), "{part:?} is missing in\n{}", ran.out);
    }
}

/// Adds the lengths of the shortest paths at any angle, each so many times as long as it is.
pub(crate) fn add_shortest(folder: &Folder, factor: f64) {
    let read = |name: &str| folder.read(name).into_bytes();
    let map = parse_map(&read("cities/Boston_0_1024.map")[..], "a.map", &Passable::default()).unwrap();
    let scenario = parse_scenario(&read(SCENARIO)[..], "a.scen").unwrap();
    let (visibility, mut workspace) = (Planner::new("visibility", &map).unwrap(), Workspace::new());
    let lengths = scenario.queries.iter().map(|query| {
        let [start, goal] = [query.start, query.goal].map(|cell| Corner::new(cell.x, cell.y));
        let answer = visibility.plan(&map, &Query::new(start, goal), &mut workspace).unwrap();
        format!("{:.9}", factor * answer.path().unwrap().cost())
    });
    let lengths: Vec<_> = lengths.collect();
    fs::create_dir_all(folder.path("anyangle")).unwrap();
    folder.write("anyangle/Boston_0_1024.txt", lengths.join("\n"));
}

#[test]
fn the_yardstick_takes_planners_on_corners() {
    let folder = folder();
    let yardstick = "lab yardstick --maps . --map Boston --passes 1 --planner";
    let without = folder.run(&format!("{yardstick} theta,astar"));
    assert_eq!((without.code, without.err.as_str()), (0, ""));
    let unknown = "line-of-sight checks a query (mean); the shortest lengths at any angle are not known\n";
    assert!(without.out.contains(unknown), "{}", without.out);
    assert_eq!(without.out.matches("line-of-sight").count(), 1, "{}", without.out);

    add_shortest(&folder, 1.0);
    let with = folder.run(&format!("{yardstick} visibility,theta:corners=open"));
    assert_eq!((with.code, with.err.as_str()), (0, ""));
    let shortest =
        "; paths 0.0000 % longer than the shortest at any angle (mean), 0.0000 % on cities/Boston_0_1024\n";
    assert!(with.out.contains(shortest), "{}", with.out);
    assert!(with.out.contains(unknown), "the lengths are those of another rule:\n{}", with.out);

    // Theta* may be longer than the shortest, but not shorter; A* on visibility graphs may be neither.
    for (factor, planner, code) in [(0.9, "theta", 0), (0.9, "visibility", 3), (1.2, "theta", 3)] {
        add_shortest(&folder, factor);
        let ran = folder.run(&format!("{yardstick} {planner}"));
        assert_eq!(ran.code, code, "{planner}: {}{}", ran.out, ran.err);
        let message = format!("wrong answer of {planner} on cities/Boston_0_1024.map, query 0 ");
        assert_eq!(ran.err.contains(&message), code == 3, "{}", ran.err);
    }
    folder.write("anyangle/Boston_0_1024.txt", "1\n");
    let short = folder.run(&format!("{yardstick} theta"));
    assert_eq!(short.code, 2);
    assert!(short.err.contains("anyangle/Boston_0_1024.txt: found 1 lengths, expected 40"), "{}", short.err);
}

#[test]
fn the_tables_of_the_theta_paper_are_made_from_what_was_measured() {
    let folder = Folder::new();
    let measured = folder.run("lab theta --only figure-24 --grids 2 --passes 1 --csv records.csv");
    assert_eq!((measured.code, measured.err.as_str()), (0, ""));
    for part in [
        "Worlds: 2 random-500-20.",
        "## Figure 24: branching factors",
        "| 16 neighbours ",
        " [578.41] ",
        "\n- the larger the branching factor, the shorter the paths of Basic Theta*, 500 × 500, 20 %: ",
    ] {
        assert!(measured.out.contains(part), "{part:?} is missing in\n{}", measured.out);
    }
    assert!(!measured.out.contains("order of"), "it is about other tables:\n{}", measured.out);
    assert_eq!(rows(&folder.read("records.csv")), 2 * 3);
    let again = folder.run("lab theta --from-csv records.csv --only figure-24");
    assert_eq!((again.code, again.err.as_str(), again.out), (0, "", measured.out));
}

#[test]
fn records_of_the_theta_paper_are_checked() {
    let columns = "experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,\
                   line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference";
    let row =
        "theta,random-500-20,0,0,theta:corners=open,found,578.41,72,,,18621,20000,30000,0,6000000,3,0,,";
    let folder = Folder::new();
    folder.write("a.csv", format!("{columns}\n{row}\n"));
    let right = folder.run("lab theta --from-csv a.csv");
    assert_eq!((right.code, right.err.as_str()), (0, ""));
    let with = |from: &str, to: &str| format!("{columns}\n{}\n", row.replacen(from, to, 1));
    for (text, message) in [
        (String::new(), "a.csv: the file is empty, expected the names of the columns"),
        (format!("{columns}\n"), "a.csv: found no rows, expected at least one"),
        (row.to_owned(), "a.csv:1: found \"theta\" as the name of column 1, expected \"experiment\""),
        (with(",3", ""), "a.csv:2: found 18 fields, expected 19"),
        (with(",3", ",3,4"), "a.csv:2: found 20 fields, expected 19"),
        (with("578.41", "NaN"), "a.csv:2: found cost \"NaN\", expected a finite number from 0"),
        (with("578.41", "inf"), "a.csv:2: found cost \"inf\", expected a finite number from 0"),
        (with("578.41", "-1"), "a.csv:2: found cost \"-1\", expected a finite number from 0"),
        (with("578.41", ""), "a.csv:2: found no cost, expected one, as the outcome is \"found\""),
        (with("found", "unreachable"), "a.csv:2: found cost \"578.41\", expected none, as the outcome is"),
        (
            with("found", "lost"),
            "a.csv:2: found outcome \"lost\", expected \"found\", \"unreachable\" or \"illegal\"",
        ),
        (with("6000000", "-6"), "a.csv:2: found nanoseconds \"-6\", expected a whole number from 0 to"),
        (with("6000000", "NaN"), "a.csv:2: found nanoseconds \"NaN\", expected a whole number from 0 to"),
        (with("6000000,3", "6000000,0"), "a.csv:2: found passes \"0\", expected a whole number from 1 to"),
        (with("theta,", "anya,"), "a.csv:2: found experiment \"anya\", expected \"theta\""),
        (with("-500-20", "-600"), "a.csv:2: found setting \"random-600\", expected one of game-100, "),
        (
            with("theta:", "tetha:"),
            "a.csv:2: found planner \"tetha:corners=open\" on random-500-20, expected one of",
        ),
        (
            format!("{columns}\n{row}\n{row}\n"),
            "a.csv:3: found a second row of theta:corners=open on random-500-20, world 0, query 0, expected only the one \
             in line 2",
        ),
    ] {
        folder.write("a.csv", text);
        let ran = folder.run("lab theta --from-csv a.csv");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{message}");
        assert!(ran.err.starts_with(&format!("error: {message}")), "{}", ran.err);
    }
    fs::create_dir(folder.path("b.csv")).unwrap();
    let directory = folder.run("lab theta --from-csv b.csv");
    assert_eq!(
        (directory.code, directory.err.as_str()),
        (2, "error: b.csv: is a directory, expected a file\n")
    );
    let missing = folder.run("lab theta --from-csv c.csv");
    assert_eq!(missing.code, 2);
    assert!(missing.err.starts_with("error: c.csv: cannot be read: "), "{}", missing.err);
}

#[test]
fn what_the_theta_paper_takes_and_is_not_there_is_left_out_with_a_note() {
    let folder = Folder::new();
    let ran = folder.run("lab theta --only figure-2,table-1 --grids 1 --passes 1");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err.matches("left out: game maps").count(), 1, "{}", ran.err);
    assert!(ran.out.contains("Worlds: 1 random-100-0, 1 random-100-5,"), "{}", ran.out);

    fs::create_dir(folder.path("bg512")).unwrap();
    let none = folder.run("lab theta --maps . --only table-1 --grids 1");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("bg512: found no maps, expected a folder with MovingAI maps"), "{}", none.err);
    folder.write("bg512/AR.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n");
    let maps = folder.run("lab theta --maps . --only table-1 --grids 1 --passes 1");
    assert_eq!(maps.code, 0, "{}", maps.err);
    assert!(maps.out.contains("1 game-500") && !maps.err.contains("game maps"), "{}{}", maps.out, maps.err);
}

#[test]
fn the_tables_of_the_anya_paper_are_made_from_what_was_measured() {
    let folder = folder();
    add_shortest(&folder, 1.0);
    let measured = folder.run("lab anya --maps . --sample 20 --passes 1 --csv records.csv --plots figures");
    assert_eq!(measured.code, 0, "{}", measured.err);
    assert!(
        measured.err.contains("left out: StarCraft: there are no maps of it in the folder\n"),
        "{}",
        measured.err
    );
    for part in [
        "## Table 1: nodes expanded by A*",
        "\n| Cities    |    1 |        20 |",
        "## Table 2: mean speed-up over A* in nodes expanded",
        "## Figure 16: median speed-up over A* in search time, Cities",
        "## What Anya's prunings are worth",
    ] {
        assert!(measured.out.contains(part), "{part:?} is missing in\n{}", measured.out);
    }
    let records = folder.read("records.csv");
    for planner in ["astar-corners", "anya", "taut", "theta", "lazy-theta", "field-dstar"] {
        let is_of =
            |row: &&str| row.starts_with("anya,cities,0,") && row.contains(&format!(",{planner},found,"));
        assert_eq!(records.lines().filter(is_of).count(), 20, "{planner}");
    }
    let picture = folder.read("figures/figure-16-cities.svg");
    assert!(
        picture.contains("\nField A*\n") && picture.contains("tautline lab anya --maps . --sample"),
        "{picture}"
    );
    let again = folder.run("lab anya --from-csv records.csv --plots figures");
    assert_eq!((again.code, again.err.as_str(), again.out), (0, "", measured.out));
    assert!(folder.read("figures/figure-16-cities.svg").contains("tautline lab anya --from-csv records.csv"));

    let table_1 = folder.run("lab anya --maps . --all --only table-1 --passes 1 --csv all.csv");
    assert_eq!(table_1.code, 0, "{}", table_1.err);
    assert_eq!(rows(&folder.read("all.csv")), 40);
    assert!(!table_1.out.contains("## Table 2"), "{}", table_1.out);
}

#[test]
fn lengths_of_the_anya_paper_are_those_of_the_files() {
    let folder = folder();
    let wrong = |only: &str, planner: &str, query: usize| {
        let ran = folder.run(&format!("lab anya --maps . --passes 1 --only {only}"));
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.err);
        let message = format!("wrong answer of {planner} on cities/Boston_0_1024.map, query {query} ");
        assert!(ran.err.contains(&message), "{}", ran.err);
    };
    // A* may find longer paths than the shortest, Anya may not, and nothing finds shorter ones.
    add_shortest(&folder, 0.9);
    let longer = folder.run("lab anya --maps . --passes 1 --only table-1");
    assert_eq!(longer.code, 0, "{}", longer.err);
    wrong("table-2", "anya", 0);
    add_shortest(&folder, 1.2);
    wrong("table-1", "astar-corners", 0);

    fs::remove_dir_all(folder.path("anyangle")).unwrap();
    let scenario = folder.read(SCENARIO);
    let (_, last) = scenario.trim_end().rsplit_once('\t').unwrap();
    folder.write(SCENARIO, scenario.replace(&format!("\t{last}\n"), "\t1.00000000\n"));
    wrong("prunings", "anya", 39);
}

#[test]
fn an_experiment_whose_queries_are_all_left_out_is_no_success() {
    let folder = folder();
    folder.write(SCENARIO, "version 1\n0\tBoston_0_1024.map\t60\t50\t0\t0\t0\t0\t0\n");
    let ran = folder.run("lab anya --maps . --csv records.csv");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("there is nothing to measure: all queries were left out"), "{}", ran.err);
    assert!(!folder.path("records.csv").exists());
}

#[test]
fn records_of_the_anya_paper_are_checked() {
    let columns = "experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,\
                   line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference";
    let row = "anya,sc1,0,17,anya,found,578.41,72,,,18621,20000,0,0,6000000,3,0,,";
    let folder = Folder::new();
    let run = |text: String| {
        folder.write("a.csv", text);
        folder.run("lab anya --from-csv a.csv")
    };
    let right = run(format!("{columns}\n{row}\n"));
    assert_eq!((right.code, right.err.as_str()), (0, ""));
    let with = |from: &str, to: &str| format!("{columns}\n{}\n", row.replacen(from, to, 1));
    for (text, message) in [
        (format!("{columns}\n"), "a.csv: found no rows, expected at least one"),
        (with(",3", ""), "a.csv:2: found 18 fields, expected 19"),
        (with("578.41", "NaN"), "a.csv:2: found cost \"NaN\", expected a finite number from 0"),
        (with("578.41", "0"), "a.csv:2: found a cost of 0, expected more: "),
        (
            with("found,578.41,72", "unreachable,,"),
            "a.csv:2: found outcome \"unreachable\", expected \"found\"",
        ),
        (with("anya,", "theta,"), "a.csv:2: found experiment \"theta\", expected \"anya\""),
        (with("sc1", "sc2"), "a.csv:2: found setting \"sc2\", expected one of bg512, dao, sc1, random-10, "),
        (
            with(",anya,", ",jps,"),
            "a.csv:2: found planner \"jps\", expected one of astar-corners, anya, taut, theta, ",
        ),
        (
            format!("{columns}\n{row}\n{row}\n"),
            "a.csv:3: found a second row of anya on sc1, world 0, query 17, ",
        ),
    ] {
        let ran = run(text);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{message}");
        assert!(ran.err.starts_with(&format!("error: {message}")), "{}", ran.err);
    }
    let other = row.replace(",anya,found,578.41", ",anya:cul-de-sac=off,found,578.42");
    let pruned = run(format!("{columns}\n{row}\n{other}\n"));
    assert_eq!((pruned.code, pruned.out.as_str()), (3, ""));
    assert!(
        pruned
            .err
            .starts_with("error: anya:cul-de-sac=off found length 578.42 for query 17 of map 0 of sc1, "),
        "{}",
        pruned.err
    );
}

#[test]
fn repairs_are_measured_beside_builds() {
    let folder = folder();
    let ran = folder.run("lab repair --maps . --edits 230 --patches 2 --seed 7 --csv patches.csv");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    // The map is too small for more.
    let patches = ["10", "100", "1,000"].map(|cells| ["compact", "scattered"].map(|shape| (cells, shape)));
    for structure in ["jump table", "jump bits", "components", "pockets"] {
        for (cells, shape) in patches.into_iter().flatten() {
            let row = format!("| cities/Boston_0_1024 | {structure:10} | {cells:>5} | {shape:9} |");
            assert!(ran.out.contains(&row), "{row:?} is missing in\n{}", ran.out);
        }
    }
    let csv = folder.read("patches.csv");
    assert_eq!(rows(&csv), 4 * 6 * 2 * 2, "each patch is undone");
    assert!(
        csv.contains("map,structure,shape,cells,patch,seed,repair_nanoseconds,build_nanoseconds\n"),
        "{csv}"
    );
    let again = folder.run("lab repair --from-csv patches.csv");
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(ran.out.contains(again.out.lines().nth(2).unwrap()), "{}", again.out);
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
