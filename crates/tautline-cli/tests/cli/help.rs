use insta::assert_snapshot;

use crate::common::run;

#[test]
fn every_command_explains_itself() {
    for command in [
        "",
        "plan",
        "scen",
        "planners",
        "generate",
        "generate random",
        "generate walls",
        "generate rooms",
        "generate maze",
        "generate terrain",
        "crowd",
        "view",
        "index",
        "index build",
        "index info",
        "lab",
        "lab yardstick",
        "lab repair",
        "lab theta",
        "lab anya",
        "lab cazenave",
        "lab rayner",
        "lab peers",
        "lab scale",
        "lab all",
        "lab report",
        "completions",
    ] {
        let ran = run(&format!("{command} --help"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command}");
        let name = if command.is_empty() { "tautline".to_owned() } else { command.replace(' ', "_") };
        assert_snapshot!(format!("help_{name}"), ran.out);
    }
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(run("--version").out, format!("tautline {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn shells_get_their_scripts() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&format!("completions {shell}"));
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("max-expansions"), "{shell}");
    }
    assert_eq!(run("completions tcsh").code, 2);
}

#[test]
fn bad_usage_ends_with_2() {
    for arguments in [
        "nonsense",
        "plan --nonsense",
        "scen",
        "scen a.map",
        "generate forest",
        "plan --format gif",
        "crowd --json",
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments}");
        assert!(ran.err.starts_with("error: "), "{arguments}: {}", ran.err);
    }
}
