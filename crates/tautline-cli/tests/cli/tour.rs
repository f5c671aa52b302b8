use insta::assert_snapshot;
use tautline::Registry;

use crate::common::{Folder, only_planners, run};

/// Replaces the last column, which is a time.
fn without_times(tour: &str) -> String {
    let is_row =
        |line: &str| Registry::core().iter().any(|planner| line.starts_with(&format!("{} ", planner.id)));
    let lines = tour.lines().map(|line| {
        let keep = if is_row(line) { line.rfind(' ').unwrap_or_default() } else { line.len() };
        let time = if is_row(line) { " ?" } else { "" };
        format!("{}{time}\n", line[..keep].trim_end())
    });
    lines.collect()
}

#[test]
fn the_tour_shows_every_planner_and_a_picture() {
    let ran = run("");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for planner in Registry::core().iter() {
        assert!(ran.out.contains(&format!("\n{} ", planner.id)), "{}", planner.id);
    }
    let first = format!("{} planners ", Registry::core().iter().count());
    let tour = ran.out.strip_prefix(&first).unwrap();
    assert_snapshot!("tour", without_times(&only_planners(tour, &["dijkstra", "astar"])));
}

#[test]
fn what_to_try_next_works() {
    let folder = Folder::new();
    let tour = folder.run("").out;
    let advice = tour.split_once("Try next\n").unwrap().1;
    assert!(advice.lines().count() >= 4);
    for line in advice.lines() {
        // What comes after a gap is an explanation.
        let command = line.trim().split("   ").next().unwrap();
        let ran = folder.run(command.strip_prefix("tautline").unwrap());
        assert_eq!(ran.code, 0, "{command}: {}", ran.err);
    }
    assert_eq!(folder.names(), ["maze.map", "path.svg"]);
}

#[test]
fn colours_are_for_those_who_want_them() {
    let folder = Folder::new();
    let coloured = folder.command("").env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(coloured.stdout.contains(&0x1b));
    let plain = folder.command("").env_remove("NO_COLOR").output().unwrap();
    assert!(!plain.stdout.contains(&0x1b), "a pipe is no terminal");
}
