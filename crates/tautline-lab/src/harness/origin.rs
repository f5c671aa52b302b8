//! Where figures come from.

use std::fmt::{Display, Formatter};
use std::fs;
use std::io::BufRead;
use std::time::SystemTime;

/// What begins the lines of a file that are no rows.
pub(super) const COMMENT: char = '#';

/// What has to be known of figures to judge them and to measure them again: lines `# name: value` at the top of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The names, with their values.
    pub entries: Vec<(String, String)>,
}

/// The profile with which figures are made: `cargo build --profile dist`.
pub const MEASURING_PROFILE: &str = "dist";

/// How the program that measures was built.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The commit, abbreviated.
    pub commit: &'static str,
    /// The compiler with its version.
    pub compiler: &'static str,
    /// The name of Cargo's profile.
    pub profile: &'static str,
}

impl Origin {
    /// The origin of what this program measures on this machine now. `command` is the command line, and `seeds` says what its worlds
    /// are made from.
    #[must_use]
    pub fn here(build: &Build, command: &str, seeds: &str) -> Self {
        let date = humantime::format_rfc3339_seconds(SystemTime::now());
        let cores = std::thread::available_parallelism().map_or_else(|_| "unknown".into(), |n| n.to_string());
        let entries = [
            ("command", command),
            ("seeds", seeds),
            ("commit", build.commit),
            ("compiler", build.compiler),
            (PROFILE, build.profile),
            ("cpu", &cpu()),
            ("cores", &cores),
            (DATE, &date.to_string()),
        ];
        // A line of its own for each, whatever is in it.
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { entries: entries.map(|(name, value)| (name.into(), line(value))).into() }
    }

    /// That of a file: the lines before the first row that tell one.
    pub fn read(file: impl BufRead) -> std::io::Result<Self> {
        let mut origin = Self::default();
        for line in file.split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            let Some(comment) = line.strip_prefix(COMMENT) else {
                break;
            };
            if let Some((name, value)) = comment.split_once(':') {
                origin.entries.push((name.trim().into(), value.trim().into()));
            }
        }
        Ok(origin)
    }

    /// The profile with which the program was built that measured, if it is known.
    #[must_use]
    pub fn profile(&self) -> Option<&str> {
        self.value(PROFILE)
    }

    /// One of its values.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.entries.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// In what else than the date another one differs: the name, what it has, and what this one has.
    pub(super) fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let names = self.entries.iter().chain(&other.entries).map(|(name, _)| name);
        let value = |origin: &Self, name: &str| origin.value(name).unwrap_or("nothing").to_owned();
        let mut differs = names
            .filter(|name| *name != DATE)
            .map(|name| (name.clone(), value(other, name), value(self, name)));
        differs.find(|(_, other, this)| other != this)
    }
}

const DATE: &str = "date";
const PROFILE: &str = "profile";

impl Display for Origin {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.entries.iter().try_for_each(|(name, value)| writeln!(f, "{COMMENT} {name}: {value}"))
    }
}

/// What the system calls the processor.
fn cpu() -> String {
    let known = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    known.unwrap_or_else(|| format!("{}, {}", std::env::consts::ARCH, std::env::consts::OS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_read_as_it_was_written() {
        let build = Build { commit: "0123456789ab", compiler: "rustc 1.95.0", profile: "dist" };
        let origin = Origin::here(&build, "tautline lab theta\n --quick", "the number of the world");
        assert_eq!(origin.value("command"), Some("tautline lab theta --quick"));
        for name in ["commit", "compiler", "cpu", "cores", "date", "profile"] {
            assert!(origin.value(name).is_some_and(|value| !value.is_empty()), "{name} of {origin}");
        }
        assert_eq!(origin.profile(), Some("dist"));
        let text = format!("{origin}a,b\n# later: 7\n");
        assert_eq!(Origin::read(text.as_bytes()).unwrap(), origin);
        assert_eq!(Origin::read(&b"a,b\n1,2\n"[..]).unwrap(), Origin::default());
    }

    #[test]
    fn the_date_alone_makes_no_difference() {
        let of = |text: &str| Origin::read(text.as_bytes()).unwrap();
        let first = of("# commit: 1\n# date: 2\n");
        assert_eq!(first.difference(&of("# commit: 1\n# date: 3\n")), None);
        let other = first.difference(&of("# commit: 4\n# date: 2\n"));
        assert_eq!(other, Some(("commit".into(), "4".into(), "1".into())));
        let more = first.difference(&of("# commit: 1\n# cpu: fast\n"));
        assert_eq!(more, Some(("cpu".into(), "fast".into(), "nothing".into())));
    }
}
