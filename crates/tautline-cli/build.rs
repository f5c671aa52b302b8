//! Tells the program with which commit, compiler and profile it was built.

use std::path::{Path, PathBuf};
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
    println!("cargo::rustc-env=TAUTLINE_PROFILE={}", profile().unwrap_or_else(unknown));
    // The files that change with a commit. Naming one that does not exist would make every build begin here.
    let folder = said("git", &["rev-parse", "--absolute-git-dir"]);
    let files = folder.iter().flat_map(|folder| ["HEAD", "logs/HEAD"].map(|file| format!("{folder}/{file}")));
    for file in files.filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}

/// The name of the profile. Cargo tells build scripts only whether the profile inherits from `release`, so the name is taken from
/// the folder of the build, `target/<profile>/build/<package>/out`.
fn profile() -> Option<String> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR")?);
    let build = out.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == "build"))?;
    let name = build.parent()?.file_name()?.to_str()?;
    Some(if name == "debug" { "dev" } else { name }.to_owned())
}
