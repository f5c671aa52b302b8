use insta::assert_snapshot;
use tautline::engine::Planner;
use tautline::geometry::{Cell, Rect};
use tautline::map::{Map, Tile};
use tautline::path::Path;
use tautline::search::{Query, Workspace};
use tautline_maps::generate::{Rng, Share, random};
use tautline_maps::movingai::{Scenario, ScenarioQuery, write_map, write_scenario};

use crate::common::{Folder, run};

const HEADER: &str = "map,planner,query,start_x,start_y,goal_x,goal_y,reference,outcome,cost,turns,expanded,generated,nanoseconds";

/// How many queries have a path, after which come one without and one that begins in a wall.
const CONNECTED: usize = 50;

/// A map with a cell that is walled in, at (20, 15), and one that is blocked, at (19, 15).
fn map() -> Map {
    let mut grid = random(40, 30, Share::percent(15).unwrap(), 3).unwrap();
    grid.fill(Rect::new(19, 14, 3, 3), Tile::Blocked);
    grid.set(Cell::new(20, 15), Tile::Free).unwrap();
    grid
}

/// The map and a scenario with the lengths that Dijkstra's algorithm finds.
fn folder() -> (Folder, Vec<Option<f64>>) {
    let grid = map();
    let dijkstra = Planner::new("dijkstra", &grid).unwrap();
    let mut workspace = Workspace::new();
    let mut rng = Rng::new(1);
    let mut length = |start, goal| {
        let answer = dijkstra.plan(&grid, &Query::new(start, goal), &mut workspace).ok()?;
        answer.path().map(Path::cost)
    };
    let mut pairs = Vec::new();
    while pairs.len() < CONNECTED {
        let mut cell = || Cell::new(rng.below(40) as i32, rng.below(30) as i32);
        let (start, goal) = (cell(), cell());
        if length(start, goal).is_some() {
            pairs.push((start, goal));
        }
    }
    pairs.extend([(Cell::new(0, 0), Cell::new(20, 15)), (Cell::new(19, 15), Cell::new(0, 0))]);
    let lengths: Vec<_> = pairs.iter().map(|&(start, goal)| length(start, goal)).collect();
    let queries = pairs.iter().zip(&lengths).map(|(&(start, goal), length)| ScenarioQuery {
        bucket: 0,
        map: "small.map".to_owned(),
        map_width: 40,
        map_height: 30,
        start,
        goal,
        length: length.unwrap_or(0.0),
        line: None,
    });
    let scenario = Scenario { queries: queries.collect(), ..Scenario::default() };
    let (mut map, mut scen) = (Vec::new(), Vec::new());
    write_map(&grid, &mut map).unwrap();
    write_scenario(&scenario, &mut scen).unwrap();
    let folder = Folder::with("small.map", map);
    folder.write("small.map.scen", scen);
    (folder, lengths)
}

/// A reference file.
fn references(lengths: &[Option<f64>]) -> String {
    lengths
        .iter()
        .map(|length| length.map_or("inf\n".to_owned(), |length| format!("{length:.9}\n")))
        .collect()
}

/// One query of the scenario has no answer.
const REFUSED: &str =
    "note: 1 query was refused by each planner, the first because the start, cell (19, 15), is blocked\n";

/// The numbers of the queries in a CSV file.
fn numbers(csv: &str) -> Vec<usize> {
    csv.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().parse().unwrap()).collect()
}

#[test]
fn csv_has_these_columns_and_a_row_for_each_query() {
    let (folder, lengths) = folder();
    let ran = folder.run("scen small.map small.map.scen --planner astar,bfs --csv - --repeat 2");
    assert_eq!((ran.code, ran.err.as_str()), (0, REFUSED));
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!((lines[0], lines.len()), (HEADER, 1 + 2 * 52));
    for (index, line) in lines[1..].iter().enumerate() {
        let columns: Vec<_> = line.split(',').collect();
        assert_eq!((columns.len(), columns[0]), (14, "small"));
        assert_eq!(
            (columns[1], columns[2]),
            (["astar", "bfs"][index / 52], (index % 52).to_string().as_str())
        );
        assert!(columns[13].parse::<u64>().unwrap() > 0);
        match index % 52 {
            number if number < CONNECTED => {
                let length = lengths[number].unwrap();
                assert!((columns[7].parse::<f64>().unwrap() - length).abs() < 1e-6);
                assert_eq!((columns[8], columns[9].split_once('.').unwrap().1.len()), ("found", 9));
                assert!(columns[1] == "bfs" || (columns[9].parse::<f64>().unwrap() - length).abs() < 1e-8);
                assert!(columns[10].parse::<usize>().is_ok());
            }
            50 => assert_eq!(columns[7..11], ["0", "unreachable", "", ""]),
            _ => assert_eq!(columns[7..11], ["0", "error", "", ""]),
        }
    }
    assert_eq!(folder.run("scen small.map small.map.scen --csv a.csv").out, "");
    assert!(folder.read("a.csv").starts_with(HEADER));
}

#[test]
fn the_summary_counts_and_measures() {
    let (folder, _) = folder();
    let ran = folder.run("scen small.map small.map.scen --planner astar,greedy");
    assert_eq!((ran.code, ran.err.as_str()), (0, REFUSED));
    let rows: Vec<Vec<_>> = ran.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["small", "astar", "greedy"]);
    let find = |name: &str| rows.iter().find(|row| row.first() == Some(&name)).unwrap()[1..].to_vec();
    assert_eq!(find("queries"), ["52", "52"]);
    assert_eq!(find("found"), ["50", "50"]);
    assert_eq!(find("unreachable"), ["1", "1"]);
    assert_eq!(find("errors"), ["1", "1"]);
    assert_eq!(find("÷")[1], "1.000000");
    assert!(find("÷")[2].parse::<f64>().unwrap() > 1.0);
}

#[test]
fn samples_are_spread_evenly() {
    let (folder, _) = folder();
    let sampled = |arguments: &str| {
        numbers(&folder.run(&format!("scen small.map small.map.scen --csv - {arguments}")).out)
    };
    assert_eq!(sampled(""), (0..52).collect::<Vec<_>>());
    assert_eq!(sampled("--sample 5"), [0, 10, 20, 30, 40]);
    assert_eq!(sampled("--sample 10 --every 4"), [0, 20, 40]);
    assert_eq!(sampled("--every 20"), [0, 20, 40]);
    assert_eq!(sampled("--sample 1000").len(), 52);
}

#[test]
fn a_check_of_right_answers_passes() {
    let (folder, lengths) = folder();
    folder.write("right.txt", references(&lengths));
    let planners = "--planner astar,dijkstra,astar:costs=3/2,weighted-astar,bfs,greedy";
    let ran = folder.run(&format!("scen small.map small.map.scen {planners} --check --repeat 2"));
    assert_eq!((ran.code, ran.err), (0, format!("{REFUSED}check: 312 answers, none wrong\n")));
    let ran = folder.run(&format!("scen small.map small.map.scen {planners} --check --reference right.txt"));
    assert_eq!((ran.code, ran.err), (0, format!("{REFUSED}check: 312 answers, none wrong\n")));
}

#[test]
fn a_check_of_wrong_answers_ends_with_3_and_says_how_to_repeat_them() {
    let (folder, mut lengths) = folder();
    lengths[3] = lengths[3].map(|length| length + 1e-3);
    lengths[5] = None;
    lengths[50] = Some(7.0);
    lengths[51] = Some(8.0);
    folder.write("wrong.txt", references(&lengths));
    let ran = folder.run("scen small.map small.map.scen --opt open=heap --check --reference wrong.txt");
    assert_eq!(ran.code, 3);
    assert!(ran.out.starts_with("small "), "the summary is printed all the same");
    assert_snapshot!("check_failed", ran.err);
    let commands = ran.err.lines().filter_map(|line| line.trim().strip_prefix("tautline "));
    assert_eq!(commands.map(|command| folder.run(command).code).collect::<Vec<_>>(), [0, 0, 1, 2]);

    let all: Vec<_> = lengths.iter().map(|_| Some(1000.0)).collect();
    folder.write("wrong.txt", references(&all));
    let ran = folder.run("scen small.map small.map.scen --csv a.csv --check --reference wrong.txt");
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("check: 52 answers, 52 wrong\n"), "{}", ran.err);
    assert!(ran.err.ends_with("  and 42 more\n"), "{}", ran.err);
}

#[test]
fn a_tampered_scenario_fails_the_check() {
    let (folder, lengths) = folder();
    let scen = folder.read("small.map.scen");
    let printed = format!("{:.8}", lengths[7].unwrap());
    let tampered = format!("{:.8}", lengths[7].unwrap() * 1.0001);
    folder.write("small.map.scen", scen.replacen(&printed, &tampered, 1));
    assert_eq!(folder.run("scen small.map small.map.scen --check").code, 3);
    assert_eq!(folder.run("scen small.map small.map.scen").code, 0, "nobody asked");
}

#[test]
fn lengths_under_another_rule_are_compared_only_with_a_reference_file() {
    let (folder, lengths) = folder();
    let arguments = "scen small.map small.map.scen --planner astar:diagonal=cut-both-corners --check";
    let ran = folder.run(arguments);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("keeps to another rule (CutBothCorners)"), "{}", ran.err);
    folder.write("right.txt", references(&lengths));
    assert_eq!(folder.run(&format!("{arguments} --reference right.txt")).code, 3);
}

#[test]
fn what_a_planner_does_not_support_is_told_at_once() {
    let (folder, _) = folder();
    let ran = folder.run("scen small.map small.map.scen --planner taut --partial");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("taut does not support the nearest place to a goal"), "{}", ran.err);
}

#[test]
fn a_wrong_answer_at_any_angle_is_repeated_between_corners() {
    let (folder, lengths) = folder();
    let all: Vec<_> = lengths.iter().map(|_| Some(1000.0)).collect();
    folder.write("wrong.txt", references(&all));
    let ran = folder.run("scen small.map small.map.scen --planner taut --check --reference wrong.txt");
    assert!(
        ran.code == 3 && ran.err.contains("small.map --from corner:25,19 --to corner:30,5 --planner taut"),
        "{}",
        ran.err
    );
}

#[test]
fn a_stopped_search_is_counted_and_not_compared() {
    let (folder, _) = folder();
    let ran = folder.run("scen small.map small.map.scen --max-expansions 5 --check --csv a.csv");
    assert_eq!(ran.code, 0);
    assert!(
        ran.err.contains("of which 48 were not compared, as the limit stopped the searches, none wrong"),
        "{}",
        ran.err
    );
    assert!(folder.read("a.csv").contains(",stopped,,,5,"));
}

#[test]
fn an_empty_scenario_is_done_at_once() {
    let folder = Folder::with("a.txt", "...\n");
    folder.write("empty.scen", "version 1\n");
    let ran = folder.run("scen a.txt empty.scen --check");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains('–'));
    assert_eq!(run("scen").code, 2);
}
