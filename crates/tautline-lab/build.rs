//! Tells the program which commit and compiler it was built with.

use std::path::Path;
use std::process::Command;

fn main() {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        Some(text.trim().to_owned()).filter(|text| output.status.success() && !text.is_empty())
    };
    let unknown = || "unknown".to_owned();
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(unknown);
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let compiler = said(&rustc, &["--version"]).unwrap_or_else(unknown);
    println!("cargo::rustc-env=TAUTLINE_COMMIT={commit}");
    println!("cargo::rustc-env=TAUTLINE_COMPILER={compiler}");
    // What changes with a commit. What is not there would make every build begin here.
    let folder = said("git", &["rev-parse", "--absolute-git-dir"]);
    let files = folder.iter().flat_map(|folder| ["HEAD", "logs/HEAD"].map(|file| format!("{folder}/{file}")));
    for file in files.filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
