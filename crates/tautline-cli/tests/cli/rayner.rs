//! `tautline lab rayner`.

use crate::common::Folder;
use crate::lab::rows;

/// What stands at the end of the note on the build that is not there.
const HOW_TO: &str =
    "cargo build --profile unoptimised, then tautline lab rayner --unoptimised target/unoptimised/tautline";

#[test]
fn tables_are_made_from_what_was_measured() {
    let folder = Folder::new();
    let measured =
        folder.run("lab rayner --only memoise,octile,costs --grids 1 --passes 1 --csv records.csv");
    assert_eq!(measured.code, 0, "{}", measured.err);
    assert!(measured.err.starts_with("left out: astar:costs=1: "), "{}", measured.err);
    assert_eq!(measured.err.lines().count(), 1, "{}", measured.err);
    for part in [
        "Worlds: 1 random-256-20, 1 random-256-35, 1 rooms-256, 1 maze-256, 1 walls-256.",
        "\n## Move costs\n",
        "\n| octile (exact) | 1.00× | 1.00× | 1.0000 |     1.00× |       1.00× |",
        "are refused: costs are checked for C < D < 2C.",
        "\n## The octile distance without a branch\n",
        "\n| with a case distinction | ",
        "\n## Remembered estimates\n",
        "\n- 99/50 is usually noticeably faster than exact lengths: ",
        "\n- the octile distance is faster without a case distinction: ",
    ] {
        assert!(measured.out.contains(part), "{part:?} is missing in\n{}", measured.out);
    }
    assert!(!measured.out.contains("Fringe"), "it is another practice:\n{}", measured.out);
    // Five queries on each of five kinds of worlds, for four costs and three more versions; and two functions.
    let records = folder.read("records.csv");
    assert_eq!(rows(&records), 5 * 5 * 7 + 2);
    assert!(records.contains("\nrayner,functions,0,0,octile_branch_free,found,"), "{records}");
    let again = folder.run("lab rayner --from-csv records.csv --only memoise,octile,costs");
    assert_eq!((again.code, again.err.as_str(), again.out), (0, "", measured.out));
}

#[test]
fn open_lists_are_compared_by_size() {
    let ran = Folder::new().run("lab rayner --only open --grids 1 --passes 1");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "\n| version         |  time | nodes | length | 10 × 10 | 20 × 20 | 40 × 40 |",
        "\n| heap            | 1.00× | 1.00× | 1.0000 |",
        "\n\n35 % of the cells blocked:\n\n",
        "\n- the heap is faster than a linear scan from some size on, with many obstacles: ",
    ] {
        assert!(ran.out.contains(part), "{part:?} is missing in\n{}", ran.out);
    }
}

#[test]
fn another_build_measures_too() {
    let folder = Folder::new();
    let other = env!("CARGO_BIN_EXE_tautline");
    let both = folder.run(&format!(
        "lab rayner --only fringe --grids 1 --passes 1 --unoptimised {other} --csv records.csv"
    ));
    assert_eq!(both.code, 0, "{}", both.err);
    assert!(!both.err.contains("unoptimised"), "{}", both.err);
    let records = folder.read("records.csv");
    for setting in ["maze-256", "maze-256-unoptimised"] {
        let is_of = |row: &&str| row.starts_with(&format!("rayner,{setting},0,")) && row.contains(",astar,");
        assert_eq!(records.lines().filter(is_of).count(), 5, "{setting}");
    }
    assert!(!both.out.contains(HOW_TO), "{}", both.out);

    let one = folder.run("lab rayner --only fringe --grids 1 --passes 1");
    assert_eq!(one.code, 0);
    let note = format!("left out: the unoptimised build of fringe; to measure it: {HOW_TO}\n");
    assert!(one.err.contains(&note), "{}", one.err);
    let text = format!("\n\nUnoptimised build:\n\nNothing of it was measured. To measure it: {HOW_TO}.\n");
    assert!(one.out.contains(&text), "{}", one.out);
}

#[test]
fn another_program_is_no_other_build() {
    let folder = Folder::new();
    let missing = folder.run("lab rayner --only fringe --unoptimised ./missing --csv records.csv");
    assert_eq!((missing.code, missing.out.as_str()), (2, ""));
    assert!(missing.err.starts_with("error: ./missing: cannot be run: "), "{}", missing.err);
    let useless = folder.run("lab rayner --only ties --unoptimised ./missing");
    assert_eq!(
        (useless.code, useless.err.as_str()),
        (2, "error: --unoptimised is for the practice fringe, which --only leaves out\n")
    );
    assert!(folder.names().is_empty());
}

/// Makes a program that ends as another build would. A shell writes it: a file that this process has open for writing cannot be run.
#[cfg(unix)]
fn add_program(folder: &Folder, script: &str) {
    let write = "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$2\" && chmod +x \"$2\"";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", write, "sh", script]).arg(folder.path("other"));
    assert!(shell.status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn what_another_build_says_is_told() {
    let folder = Folder::new();
    let run = |script: &str| {
        add_program(&folder, script);
        folder.run("lab rayner --only fringe --grids 1 --unoptimised ./other")
    };
    let wrong = "wrong answer of fringe";
    for (code, told) in [
        (3, format!("error: ./other: {wrong}\n")),
        (
            2,
            format!(
                "error: ./other failed (exit status: 2), expected another build of this program: {wrong}\n"
            ),
        ),
    ] {
        let ran = run(&format!("echo {wrong} >&2; exit {code}"));
        assert_eq!((ran.code, ran.out.as_str(), ran.err), (code, "", told));
    }
    let silent = run("exit 0");
    assert_eq!((silent.code, silent.out.as_str()), (2, ""));
    assert!(silent.err.contains("records.csv: cannot be read"), "{}", silent.err);
}

#[test]
fn records_are_checked() {
    let columns = "experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,\
                   line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference";
    let row = "rayner,maze-256,0,0,astar,found,578.41,72,,,18621,20000,0,0,6000000,3,0,,";
    let folder = Folder::new();
    for (from, to, message) in [
        ("rayner,", "theta,", "found experiment \"theta\", expected \"rayner\""),
        ("maze-256", "maze-7", "found setting \"maze-7\", expected one of functions, maze-256, "),
        (",astar,", ",jps,", "found planner \"jps\" on maze-256, expected one of astar, astar:costs=99/70, "),
        ("578.41", "NaN", "found cost \"NaN\", expected a finite number from 0"),
    ] {
        folder.write("a.csv", format!("{columns}\n{}\n", row.replacen(from, to, 1)));
        let ran = folder.run("lab rayner --from-csv a.csv");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{message}");
        assert!(ran.err.starts_with(&format!("error: a.csv:2: {message}")), "{}", ran.err);
    }
}
