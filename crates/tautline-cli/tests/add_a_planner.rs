//! A crate outside of the workspace adds a planner of its own: it is a registry's like any other, every command knows it, and the
//! conformance suite holds it to its claims. See the files in `toy`, of which the crate is made.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use tautline::engine::Registry;

struct Outside {
    folder: PathBuf,
}

impl Outside {
    fn make() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
        for sub in ["src", "tests"] {
            fs::create_dir_all(folder.join(sub)).unwrap();
        }
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let path = |name: &str| format!("{name} = {{ path = '{}' }}\n", crates.join(name).display());
        let manifest = format!(
            "[package]\nname = \"outside\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{}{}\n[dev-dependencies]\n{}allocation-counter = \"0.8\"\n\n[workspace]\n\n\
             [profile.dev]\nopt-level = 1\ndebug = false\n\n[profile.dev.package.\"*\"]\nopt-level = 0\n",
            path("tautline"),
            path("tautline-cli"),
            path("tautline-testkit"),
        );
        let files = [
            ("Cargo.toml", manifest.as_str()),
            ("src/lib.rs", include_str!("toy/toy.rs")),
            ("src/main.rs", include_str!("toy/program.rs")),
            ("tests/allocations.rs", include_str!("toy/allocations.rs")),
            ("tests/conformance.rs", include_str!("toy/conformance.rs")),
        ];
        for (name, content) in files {
            fs::write(folder.join(name), content).unwrap();
        }
        // The versions that the workspace is built with.
        fs::copy(crates.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder }
    }

    fn try_cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .current_dir(&self.folder)
            .args(arguments)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    }

    fn cargo(&self, arguments: &[&str]) -> String {
        let output = self.try_cargo(arguments);
        assert!(output.status.success(), "{arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn tautline(&self, arguments: &[&str]) -> String {
        self.cargo(&[&["run", "--quiet", "--offline", "--"], arguments].concat())
    }
}

#[test]
#[ignore = "full check: it builds the command line once more"]
fn a_crate_outside_adds_a_planner() {
    let outside = Outside::make();

    let list = outside.tautline(&["planners", "--json"]);
    assert!(list.contains(r#""id": "toy""#), "{list}");

    let tour = outside.tautline(&[]);
    let planners = format!("{} planners", Registry::core().iter().count() + 1);
    assert!(tour.contains(&planners) && tour.contains("\ntoy "), "{tour}");

    let plan = outside.tautline(&["plan", "--planner", "toy", "--format", "json"]);
    assert!(plan.starts_with(r#"{"planner":"toy","outcome":"found""#), "{plan}");

    fs::write(outside.folder.join("small.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n").unwrap();
    let scenario = "version 1\n0\tsmall.map\t3\t2\t0\t1\t2\t1\t4\n";
    fs::write(outside.folder.join("small.map.scen"), scenario).unwrap();
    let rows = outside.tautline(&[
        "scen",
        "small.map",
        "small.map.scen",
        "--planner",
        "toy",
        "--csv",
        "-",
        "--check",
    ]);
    assert!(rows.contains("small,toy,0,0,1,2,1,4,found,"), "{rows}");

    let suite = outside.cargo(&["test", "--offline", "--test", "conformance"]);
    assert!(suite.contains("3 passed"), "{suite}");
    let allocations = outside.cargo(&["test", "--offline", "--test", "allocations"]);
    assert!(allocations.contains("1 passed"), "{allocations}");

    // The suite does look at it: it fails when the planner claims too much.
    let file = outside.folder.join("src/lib.rs");
    let boasting = fs::read_to_string(&file).unwrap().replace("Guarantee::Suboptimal", "Guarantee::Optimal");
    fs::write(&file, boasting).unwrap();
    let failed = outside.try_cargo(&["test", "--offline", "--test", "conformance"]);
    let report = String::from_utf8_lossy(&failed.stdout);
    assert!(!failed.status.success() && report.contains("toy, from"), "{report}");
}
