//! What the README and the help texts tell to try can be tried, where it needs no map of the reader's own.

use std::fs;
use std::path::Path;

use crate::common::{Folder, run};

/// The commands in a text, without what is said about them.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter_map(|line| line.strip_prefix("tautline "));
    let bare = lines.map(|line| line.split(" #").next().unwrap_or_default());
    // In the help there are no marks before remarks, but at least three blanks.
    bare.map(|line| line.split("   ").next().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn what_is_told_to_try_works() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let texts = [
        fs::read_to_string(readme).unwrap(),
        run("plan --help").out,
        run("generate --help").out,
        run("planners --help").out,
        run("").out,
    ];
    let mut tried = 0;
    for command in texts.iter().flat_map(|text| commands(text)) {
        let makes_its_own = command.starts_with("generate ") || command.starts_with("plan maze.map");
        let needs_a_file = [".map", ".png'", ".index"].iter().any(|end| command.contains(end))
            || command.contains("land.png");
        let is_long = command.starts_with("lab ");
        if command.is_empty() || is_long || (needs_a_file && !makes_its_own) {
            continue;
        }
        let folder = Folder::new();
        if command.starts_with("plan maze.map") {
            assert_eq!(folder.run("generate maze --out maze.map").code, 0);
        }
        let output = folder.command(&command).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        // A search that is cut short has no path, which is no fault of the text.
        let expected: &[i32] = if command.contains("--timeout") { &[0, 1] } else { &[0] };
        assert!(output.status.code().is_some_and(|code| expected.contains(&code)), "{command}: {errors}");
        tried += 1;
    }
    assert!(tried > 15, "{tried}");
}
