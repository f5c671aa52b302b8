//! A new planner is one new file and one line in the registry: then every command knows it, and the conformance suite
//! holds it to its claims.
//!
//! The test copies the workspace, adds `toy/toy.rs` and the line, and builds and runs the copy.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// Where the planners are declared, and what is put behind the last line of the group.
const REGISTRY: &str = "crates/tautline/src/planners/mod.rs";
const LAST: &str = "        weighted_astar,\n";

struct Copy {
    folder: PathBuf,
}

impl Copy {
    fn make() -> Self {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("with-a-toy");
        fs::create_dir_all(&folder).unwrap();
        for old in ["crates", "examples"].map(|name| folder.join(name)).into_iter().filter(|old| old.exists())
        {
            fs::remove_dir_all(old).unwrap();
        }
        for entry in ["Cargo.toml", "Cargo.lock", "README.md", "clippy.toml", "crates", "examples"] {
            copy(&workspace.join(entry), &folder.join(entry));
        }
        Self { folder }
    }

    fn add_toy(&self) {
        let toy = include_str!("toy/toy.rs");
        fs::write(self.folder.join("crates/tautline/src/planners/graph/toy.rs"), toy).unwrap();
        let registry = fs::read_to_string(self.folder.join(REGISTRY)).unwrap();
        assert_eq!(registry.matches(LAST).count(), 1, "the registry lists one planner a line");
        let with_toy = registry.replace(LAST, &format!("{LAST}        toy,\n"));
        assert_eq!(with_toy.lines().count(), registry.lines().count() + 1, "one line");
        fs::write(self.folder.join(REGISTRY), with_toy).unwrap();
    }

    /// Runs cargo on the copy. Tests are built like programs, so that what both need is built once.
    fn try_cargo(&self, arguments: &[&str]) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        for profile in ["DEV", "TEST"] {
            cargo.env(format!("CARGO_PROFILE_{profile}_OPT_LEVEL"), "1");
            cargo.env(format!("CARGO_PROFILE_{profile}_DEBUG"), "none");
        }
        cargo
            .current_dir(&self.folder)
            // Nothing of what other libraries do here takes long.
            .args(["--config", r#"profile.dev.package."*".opt-level=0"#])
            .args(arguments)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    }

    fn cargo(&self, arguments: &[&str]) -> Output {
        let output = self.try_cargo(arguments);
        assert!(output.status.success(), "{arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
        output
    }

    fn tautline(&self, arguments: &[&str]) -> String {
        let all = [&["run", "--quiet", "--offline", "--"], arguments].concat();
        String::from_utf8(self.cargo(&all).stdout).unwrap()
    }
}

/// Copies a file or a folder.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            // What checks the viewer's page is large, and not needed here.
            if entry.file_name() == "node_modules" {
                continue;
            }
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}

#[test]
#[ignore = "full check: it builds a copy of the workspace twice"]
fn one_file_and_one_line_make_a_planner() {
    let copy = Copy::make();
    copy.add_toy();

    let list = copy.tautline(&["planners", "--json"]);
    assert!(list.contains(r#""id": "toy""#), "{list}");

    let tour = copy.tautline(&[]);
    let planners = format!("{} planners", tautline::planners::registry().len() + 1);
    assert!(tour.contains(&planners) && tour.contains("\ntoy "), "{tour}");

    let plan = copy.tautline(&["plan", "--planner", "toy", "--format", "json"]);
    assert!(plan.starts_with(r#"{"planner":"toy","outcome":"found""#), "{plan}");

    fs::write(copy.folder.join("small.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n").unwrap();
    let scenario = "version 1\n0\tsmall.map\t3\t2\t0\t1\t2\t1\t4\n";
    fs::write(copy.folder.join("small.map.scen"), scenario).unwrap();
    let rows =
        copy.tautline(&["scen", "small.map", "small.map.scen", "--planner", "toy", "--csv", "-", "--check"]);
    assert!(rows.contains("small,toy,0,0,1,2,1,4,found,"), "{rows}");

    // Everything that walks the registry, but for the slow part of the conformance suite.
    copy.cargo(&["test", "--offline", "-p", "tautline", "--test", "allocations"]);
    copy.cargo(&["test", "--offline", "-p", "tautline", "--test", "suite", "limits::"]);
    let suite = copy.cargo(&[
        "test",
        "--offline",
        "-p",
        "tautline",
        "--test",
        "suite",
        "conformance::every_world_of_three",
    ]);
    let suite = String::from_utf8(suite.stdout).unwrap();
    assert!(suite.contains("1 passed"), "{suite}");

    // The suite does look at it: it fails when the planner claims too much.
    let file = copy.folder.join("crates/tautline/src/planners/graph/toy.rs");
    let boasting = fs::read_to_string(&file).unwrap().replace("Guarantee::Suboptimal", "Guarantee::Optimal");
    fs::write(&file, boasting).unwrap();
    let failed = copy.try_cargo(&[
        "test",
        "--offline",
        "-p",
        "tautline",
        "--test",
        "suite",
        "conformance::every_option",
    ]);
    let report = String::from_utf8_lossy(&failed.stdout);
    assert!(!failed.status.success() && report.contains("toy, from"), "{report}");
}
