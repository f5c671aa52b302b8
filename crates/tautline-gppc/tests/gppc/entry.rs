//! Every flag, on both tracks: what is written, where, and with which exit code.

use std::fs;

use tautline::geometry::{Cell, Corner};
use tautline::map::Grid;
use tautline::moves::{CornerRule, Cost, DiagonalRule};
use tautline::path::{Path, check_cells, check_corners};
use tautline_maps::movingai::{Passable, read_map};

use crate::common::{self, Folder, SCENARIO};

#[test]
fn each_flag_writes_what_the_competition_reads() {
    for (track, index) in [("classic", "jump-graph"), ("any-angle", "taut-prepared")] {
        let folder = Folder::with_two_rooms();
        let index = format!("index_data/Tautline-{index}-rooms");
        let prepared = folder.run(&["--track", track, "-pre", "rooms.map", "none"]);
        assert_eq!((prepared.code, prepared.stdout.as_str()), (0, ""));
        assert!(prepared.stderr.starts_with(&format!("{index}: ")), "{}", prepared.stderr);
        assert!(folder.path(&index).exists());
        assert!(!folder.path("result.csv").exists(), "-pre answers no query");

        let run = folder.run(&["--track", track, "-run", "rooms.map", "rooms.map.scen"]);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
        let rows = folder.rows();
        assert_eq!(rows.len(), SCENARIO.len());

        let check = folder.run(&["--track", track, "-check", "rooms.map", "rooms.map.scen"]);
        assert_eq!((check.code, check.stderr.as_str()), (0, ""));
        assert_eq!(check.stdout.lines().count(), SCENARIO.len());
        assert_eq!(check.stdout, folder.text("run.stdout"), "the same goes to the file");
        let sizes = |rows: Vec<common::Row>| rows.iter().map(|row| row.path_size).collect::<Vec<_>>();
        assert_eq!(sizes(folder.rows()), sizes(rows), "-check has the same results");
        assert_eq!(folder.text("run.info").lines().count(), if cfg!(target_os = "linux") { 2 } else { 0 });

        let other = Folder::with_two_rooms();
        let full = other.run(&["--track", track, "-full", "rooms.map", "rooms.map.scen"]);
        assert_eq!((full.code, full.stdout.as_str()), (0, ""));
        assert!(other.path(&index).exists() && other.path("result.csv").exists());
    }
}

#[test]
fn the_results_have_the_columns_of_the_competition_and_real_times() {
    let folder = Folder::with_two_rooms();
    folder.run(&["-full", "rooms.map", "rooms.map.scen"]);
    let text = folder.text("result.csv");
    let header =
        "map,scen,experiment_id,path_size,path_length,ref_length,time_cost,20steps_cost,max_step_time";
    assert_eq!(text.lines().next(), Some(header));
    for (number, row) in folder.rows().into_iter().enumerate() {
        assert_eq!((row.map.as_str(), row.scen.as_str(), row.id), ("rooms.map", "rooms.map.scen", number));
        let reference = SCENARIO[number].2;
        assert!((row.path_length - reference).abs() < 1e-8, "{row:?}");
        assert!((row.ref_length - reference).abs() < 1e-9, "{row:?}");
        assert!(row.time > 0 && row.slowest > 0);
        assert!(row.slowest <= row.time && row.first_twenty <= row.time, "{row:?}");
        assert_eq!(row.path_size == 0, reference == 0.0, "{row:?}");
    }
    assert!(
        text.lines().nth(2).unwrap().starts_with("rooms.map,rooms.map.scen,1,2,5.656854249,5.656854250,")
    );
}

/// Every path of a track is checked again, from what is printed.
#[test]
fn every_line_holds_when_it_is_checked_again() {
    for planner in ["jump-graph", "jps", "astar", "taut-prepared", "taut", "theta", "field-dstar"] {
        let folder = Folder::with_two_rooms();
        let check = folder.run(&["--planner", planner, "-check", "rooms.map", "rooms.map.scen"]);
        assert_eq!(check.code, 0, "{planner}: {}", check.stderr);
        let map = read_map(folder.path("rooms.map"), &Passable::default()).unwrap();
        let lines = common::lines(&check.stdout);
        for ((line, row), (start, goal, _)) in lines.iter().zip(folder.rows()).zip(SCENARIO) {
            assert_eq!(line.verdict, "valid", "{planner}: {line:?}");
            let [start, goal] = [start, goal].map(|(x, y)| (f64::from(x), f64::from(y)));
            assert_eq!(line.ends, [start, goal]);
            assert_eq!(line.path.len(), row.path_size);
            assert!((line.length - row.path_length).abs() < 1e-5);
            if line.path.is_empty() {
                continue;
            }
            assert_eq!([line.path[0], line.path[line.path.len() - 1]], [start, goal]);
            let grid = map.grid();
            match planner {
                "jump-graph" | "jps" | "astar" => assert_length(line, length_of_steps(grid, &line.path)),
                // Its points lie between corners.
                "field-dstar" => {}
                _ => assert_length(line, length_of_lines(grid, &line.path)),
            }
        }
        assert!(lines.iter().any(|line| line.path.len() > 2), "{planner}");
    }
}

fn assert_length(line: &common::Line, length: f64) {
    assert!((line.length - length).abs() < 1e-5, "{line:?}: {length}");
}

fn length_of_steps(grid: &Grid, path: &[(f64, f64)]) -> f64 {
    let places = path.iter().map(|&(x, y)| Cell::new(x as i32, y as i32)).collect();
    let cells = Path::new(places, 0.0).with_every_cell();
    assert!(cells.len() > path.len(), "there are jumps");
    check_cells(grid, DiagonalRule::NoCornerCutting, cells.cells().unwrap()).unwrap().value()
}

fn length_of_lines(grid: &Grid, path: &[(f64, f64)]) -> f64 {
    let corners: Vec<_> = path.iter().map(|&(x, y)| Corner::new(x as i32, y as i32)).collect();
    check_corners(grid, CornerRule::Closed, &corners).unwrap()
}

#[test]
fn a_start_that_is_the_goal_and_a_goal_that_cannot_be_reached_have_empty_paths() {
    let folder = Folder::with_two_rooms();
    let check = folder.run(&["-check", "rooms.map", "rooms.map.scen"]);
    let line = |number: usize| check.stdout.lines().nth(number).unwrap();
    assert_eq!(line(0), "1 1 1 1 valid 0 0.00000");
    assert_eq!(line(3), "0 0 11 8 valid 0 0.00000");
    let any_angle = folder.run(&["--track", "any-angle", "-check", "rooms.map", "rooms.map.scen"]);
    let line = |number: usize| any_angle.stdout.lines().nth(number).unwrap();
    assert_eq!(line(0), "1.000000 1.000000 1.000000 1.000000 valid 0 0.00000");
    assert_eq!(line(3), "0.000000 0.000000 11.000000 8.000000 valid 0 0.00000");
    assert!(folder.rows().iter().all(|row| (row.path_size == 0) == [0, 3, 5].contains(&row.id)));
}

#[test]
fn a_blocked_end_has_an_empty_path_and_a_note() {
    let folder = Folder::with_two_rooms();
    let text = "version 1\n0 rooms.map 12 9 5 0 1 1 4\n1 rooms.map 12 9 0 0 1 0 1\n";
    fs::write(folder.path("blocked.scen"), text).unwrap();
    let check = folder.run(&["-check", "rooms.map", "blocked.scen"]);
    assert_eq!(check.stdout, "5 0 1 1 valid 0 0.00000\n0 0 1 0 valid 2 0 0 1 0 1.00000\n");
    assert!(
        check.stderr.contains("note: blocked.scen:2: the start, cell (5, 0), is blocked"),
        "{}",
        check.stderr
    );
    assert_eq!(check.code, 0);
}

#[test]
fn paths_that_break_the_rules_are_found_and_the_first_wrong_segment_is_named() {
    let folder = Folder::new();
    folder.write_map("gap.map", &["..#..", ".#...", "....."]);
    let text = "version 1\n0 gap.map 5 3 0 0 1 0 1\n0 gap.map 5 3 0 0 4 2 0\n0 gap.map 5 3 0 0 4 0 0\n";
    fs::write(folder.path("gap.scen"), text).unwrap();
    let cutting =
        folder.run(&["--planner", "jps:diagonal=cut-both-corners", "-check", "gap.map", "gap.scen"]);
    assert_eq!(cutting.code, 3, "{}", cutting.stderr);
    let verdicts: Vec<_> =
        common::lines(&cutting.stdout).iter().map(|line| (line.verdict.clone(), line.path.clone())).collect();
    assert_eq!(verdicts[0].0, "valid");
    for (verdict, path) in &verdicts[1..] {
        let wrong: usize = verdict.strip_prefix("invalid-").expect(verdict).parse().unwrap();
        let is_diagonal =
            |((ax, ay), (bx, by)): ((f64, f64), (f64, f64))| (ax - bx).abs() * (ay - by).abs() > 0.5;
        let cut = path.windows(2).position(|pair| is_diagonal((pair[0], pair[1])));
        assert_eq!(Some(wrong), cut, "the first diagonal cuts a corner: {path:?}");
    }
    assert!(cutting.stderr.contains("2 of 3 paths are not valid"), "{}", cutting.stderr);
    assert_eq!(folder.text("run.stderr"), cutting.stderr);
    let kept = folder.run(&["--planner", "jps", "-check", "gap.map", "gap.scen"]);
    assert_eq!(kept.code, 0, "{}", kept.stderr);

    let open = folder.run(&["--planner", "taut:corners=open", "-check", "gap.map", "gap.scen"]);
    assert_eq!(open.code, 3, "{}", open.stderr);
    assert!(common::lines(&open.stdout).iter().any(|line| line.verdict.starts_with("invalid-")));
    let closed = folder.run(&["--planner", "taut", "-check", "gap.map", "gap.scen"]);
    assert_eq!(closed.code, 0, "{}\n{}", closed.stdout, closed.stderr);
}

#[test]
fn without_an_index_the_map_is_prepared_and_a_note_says_so() {
    let folder = Folder::with_two_rooms();
    let run = folder.run(&["-run", "rooms.map", "rooms.map.scen"]);
    assert_eq!(run.code, 0);
    assert!(
        run.stderr.starts_with("note: there is no index_data/Tautline-jump-graph-rooms"),
        "{}",
        run.stderr
    );
    assert!(!folder.path("index_data").exists(), "only -pre and -full keep it");
    let nothing = folder.run(&["--planner", "jps", "-pre", "rooms.map", "none"]);
    assert_eq!((nothing.code, nothing.stderr.as_str()), (0, "note: jps has nothing to prepare\n"));
}

#[test]
fn an_index_of_another_map_or_a_damaged_one_is_refused() {
    let folder = Folder::with_two_rooms();
    folder.run(&["-pre", "rooms.map", "none"]);
    let index = folder.path("index_data/Tautline-jump-graph-rooms");
    let mut bytes = fs::read(&index).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&index, &bytes).unwrap();
    let damaged = folder.run(&["-run", "rooms.map", "rooms.map.scen"]);
    assert_eq!(damaged.code, 2);
    assert!(damaged.stderr.contains("index_data/Tautline-jump-graph-rooms: "), "{}", damaged.stderr);
    assert!(damaged.stderr.contains("-pre rooms.map none"), "{}", damaged.stderr);
    assert!(!folder.path("result.csv").exists());

    bytes[middle] ^= 1;
    fs::write(&index, &bytes).unwrap();
    folder.write_map("rooms.map", &["............"; 9]);
    let other = folder.run(&["-run", "rooms.map", "rooms.map.scen"]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("-pre rooms.map none"), "{}", other.stderr);
}

#[test]
fn bad_usage_and_bad_files_are_named() {
    let folder = Folder::with_two_rooms();
    let fails = |arguments: &[&str], what: &str| {
        let failed = folder.run(arguments);
        assert_eq!(failed.code, 2, "{arguments:?}");
        assert!(failed.stderr.contains(what), "{arguments:?}: {}", failed.stderr);
        assert!(!folder.path("result.csv").exists(), "{arguments:?}");
    };
    fails(&[], "Usage: tautline-gppc");
    fails(&["-walk", "rooms.map", "rooms.map.scen"], "found the flag -walk");
    fails(&["-run", "rooms.map"], "found no scenario");
    fails(
        &["--planner", "taut", "--track", "classic", "-run", "rooms.map", "rooms.map.scen"],
        "classic track",
    );
    fails(&["-pre", "missing.map", "none"], "missing.map");
    fails(&["-run", "rooms.map", "missing.scen"], "missing.scen");

    fs::write(folder.path("broken.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n.\n").unwrap();
    for flag in ["-pre", "-run", "-check", "-full"] {
        fails(&[flag, "broken.map", "rooms.map.scen"], "broken.map:6: row 2 has 1 cells, expected 3");
    }
    assert!(folder.text("run.stderr").contains("broken.map:6"), "the file has it, too");
    fs::write(folder.path("broken.scen"), "version 1\n0 rooms.map 12 9 1 1 2\n").unwrap();
    fails(&["-run", "rooms.map", "broken.scen"], "broken.scen:2: found 7 columns");
    fs::write(folder.path("other.scen"), "version 1\n0 rooms.map 11 9 1 1 2 2 1.41\n").unwrap();
    fails(&["-run", "rooms.map", "other.scen"], "found a query for a map of 11 × 9 cells");
    let help = folder.run(&["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.stdout.starts_with("Usage: "));
}
