//! What the README, the pages beside it and the help texts tell to try can be tried, where it needs no map of the reader's own.

use std::fs;
use std::path::Path;

use crate::common::{Folder, run};
use crate::lab::folder;

/// The commands in a text, without what is said about them.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter_map(|line| line.strip_prefix("tautline "));
    let bare = lines.map(|line| line.split(" #").next().unwrap_or_default());
    // In the help there are no marks before remarks, but at least three blanks.
    bare.map(|line| line.split("   ").next().unwrap_or_default().trim().to_owned()).collect()
}

/// Whether a command reads a file that is only an example of a name.
fn needs_a_file(command: &str) -> bool {
    let mut words = command.split(' ').skip(1);
    words.any(|word| {
        let is_made_up = ["room.map", "land.map", "land.png", "room.index", "'#"]
            .iter()
            .any(|name| word.starts_with(name));
        is_made_up && !command.starts_with("generate ")
    })
}

#[test]
fn what_is_told_to_try_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = fs::read_dir(root.join("docs")).unwrap().map(|file| file.unwrap().path());
    let pages = pages.filter(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut pages: Vec<_> = pages.chain([root.join("README.md")]).collect();
    pages.sort();
    assert!(pages.len() > 8);
    let mut texts: Vec<String> = pages.iter().map(|page| fs::read_to_string(page).unwrap()).collect();
    texts.extend([
        run("plan --help").out,
        run("generate --help").out,
        run("planners --help").out,
        run("crowd --help").out,
        run("").out,
    ]);
    // One after the other in one folder, as a reader would.
    let folder = Folder::new();
    fs::create_dir_all(folder.path("examples/maps")).unwrap();
    for map in fs::read_dir(root.join("examples/maps")).unwrap().map(|file| file.unwrap().path()) {
        fs::copy(&map, folder.path("examples/maps").join(map.file_name().unwrap())).unwrap();
    }
    let mut tried = 0;
    for command in texts.iter().flat_map(|text| commands(text)) {
        // The viewer goes on until it is told to end; it has tests of its own.
        let is_tried_elsewhere = command.starts_with("lab ") || command.starts_with("view");
        if command.is_empty() || is_tried_elsewhere || needs_a_file(&command) {
            continue;
        }
        let output = folder.command(&command).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        // A search that is cut short has no path, which is no fault of the text.
        let expected: &[i32] = if command.contains("--timeout") { &[0, 1] } else { &[0] };
        assert!(output.status.code().is_some_and(|code| expected.contains(&code)), "{command}: {errors}");
        tried += 1;
    }
    assert!(tried > 25, "{tried}");
}

/// The columns of a line of a table.
fn columns(line: &str) -> Vec<String> {
    line.trim().trim_matches('|').split('|').map(|column| column.trim().to_owned()).collect()
}

#[test]
fn the_table_of_figures_is_what_the_lab_prints() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let command =
        readme.lines().map(str::trim).find_map(|line| line.strip_prefix("tautline lab yardstick --summary"));
    let planners = command.unwrap().split_whitespace().nth(1).unwrap();
    let folder = folder();
    let ran =
        folder.run(&format!("lab yardstick --summary --maps . --map Boston --passes 1 --planner {planners}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let printed: Vec<_> = ran.out.lines().filter(|line| line.starts_with("| ")).map(columns).collect();
    let mut told = readme.lines().filter(|line| line.trim().starts_with('|')).map(columns);
    let header = told.find(|line| *line == printed[0]);
    assert!(header.is_some(), "{:?} is no table of the README", printed[0]);
    for line in &printed[1..] {
        let row = told.find(|row| row[0].starts_with('`')).unwrap();
        assert_eq!((&row[0], row.len()), (&line[0], line.len()), "the planners of the command, in its order");
    }
}
