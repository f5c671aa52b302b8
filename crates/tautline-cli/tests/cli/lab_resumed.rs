//! Experiments that are ended and go on.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::Folder;

const COMMAND: &str = "lab theta --only figure-24 --grids 6 --passes 1 --csv records.csv";

/// Rows without what takes another time each time, and without where they come from.
fn rows(text: &str) -> Vec<String> {
    let columns: Vec<&str> = text.lines().find(|line| !line.starts_with('#')).unwrap().split(',').collect();
    let is_time = |column: &&str| column.ends_with("nanoseconds");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let fields = columns.iter().zip(row.split(',')).filter(|(column, _)| !is_time(column));
        fields.map(|(_, field)| field).collect::<Vec<_>>().join(",")
    })
    .collect()
}

/// Tables without their times: what is found about these is another thing each time.
fn tables(text: &str) -> Vec<String> {
    let is_time = |cell: &str| cell.split_whitespace().any(|word| ["µs", "ms", "s", "ns"].contains(&word));
    let lines = text.lines().filter(|line| line.starts_with("| "));
    lines
        .map(|line| {
            line.split('|').map(str::trim).filter(|cell| !is_time(cell)).collect::<Vec<_>>().join("|")
        })
        .collect()
}

#[test]
fn a_run_that_was_killed_goes_on_and_ends_with_the_same_tables() {
    let whole = Folder::new();
    let at_once = whole.run(COMMAND);
    assert_eq!((at_once.code, at_once.err.as_str()), (0, ""));

    let folder = Folder::new();
    let partial = folder.path("records.csv.partial");
    let done = || fs::read_to_string(&partial).unwrap_or_default().matches("#done ").count();
    let mut finished = 0;
    // Killed after the first world, and again after one more.
    for kills in 0..2 {
        let mut child = folder.command(COMMAND).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while done() <= kills && begun.elapsed() < Duration::from_mins(1) {
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        finished = done();
        assert!(finished > kills && finished < 6, "killed in the middle: {finished} worlds are there");
        assert!(!folder.path("records.csv").exists(), "it is not all there");
    }
    let times = |text: &str| {
        text.lines().take_while(|line| !line.starts_with("#done")).map(String::from).collect::<Vec<_>>()
    };
    let first = times(&fs::read_to_string(&partial).unwrap());
    let again = folder.run(COMMAND);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.err.contains("going on with records.csv.partial"), "{}", again.err);
    let text = folder.read("records.csv");
    assert_eq!(times(&text), first, "what was measured is not measured again");
    assert!(!partial.exists() && finished < 6);
    assert_eq!(rows(&text), rows(&whole.read("records.csv")));
    let expected = tables(&at_once.out);
    assert!(expected.len() > 3, "{}", at_once.out);
    assert_eq!(tables(&again.out), expected);
}

#[test]
fn a_run_of_another_command_is_not_gone_on_with() {
    let folder = Folder::new();
    folder.write("records.csv.partial", "# command: tautline lab theta --grids 7\n#done random-500-20/0\n");
    let ran = folder.run(COMMAND);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("records.csv.partial is of another run that was not finished: found command")
            && ran.err.contains("remove it"),
        "{}",
        ran.err
    );
    assert!(folder.read("records.csv.partial").contains("--grids 7"), "it is left as it was");
}

#[test]
fn files_say_where_they_come_from() {
    let folder = Folder::new();
    let ran = folder.run("lab cazenave --only table-1 --grids 1 --passes 1 --csv a.csv");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = folder.read("a.csv");
    for name in [
        "command: tautline lab cazenave --only",
        "seeds: ",
        "commit: ",
        "compiler: rustc ",
        "cpu: ",
        "date: 2",
    ] {
        assert!(text.contains(&format!("# {name}")), "{name} is missing in {text}");
    }
}
