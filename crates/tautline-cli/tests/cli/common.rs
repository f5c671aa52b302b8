//! Running the binary in a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A drawing with a wall that has to be walked around.
pub(crate) const WALL: &str = "S.....\n.####.\n.....G\n";

/// A folder for the files of one test.
pub(crate) struct Folder(TempDir);

/// What a run left.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The folder with one file in it.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write(name, content);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of its files.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The binary in this folder, independent of the terminal and of the user's settings.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tautline"));
        command
            .args(arguments.split_whitespace())
            .current_dir(self.0.path())
            .env("NO_COLOR", "1")
            .env("COLUMNS", "80")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("TAUTLINE_MOVINGAI")
            .stdin(Stdio::null());
        command
    }

    /// Runs the binary; arguments are separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        ran(&mut self.command(arguments))
    }
}

/// Runs a command to its end.
pub(crate) fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        code: output.status.code().expect("it ended by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the binary in an empty folder.
pub(crate) fn run(arguments: &str) -> Ran {
    Folder::new().run(arguments)
}

/// Replaces the number behind each `marker` by as many `?`.
pub(crate) fn redact(text: &str, marker: &str) -> String {
    let mut parts = text.split(marker);
    let mut redacted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|character: char| !" 0123456789.".contains(character)).unwrap_or(part.len());
        redacted.push_str(marker);
        redacted.push('?');
        redacted.push_str(&part[end..]);
    }
    redacted
}

/// Leaves out of a table the planners that are not among these, so that a new planner changes no snapshot.
pub(crate) fn only_planners(table: &str, ids: &[&str]) -> String {
    let registry = tautline::Registry::core();
    let is_known = |line: &str| registry.find(line.split(' ').next().unwrap_or_default());
    let mut keep = true;
    let lines = table.lines().filter(|line| {
        if let Some(planner) = is_known(line) {
            keep = ids.contains(&planner.id);
        } else if !line.starts_with(' ') {
            keep = true;
        }
        keep
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}
