use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail, ensure};
use tautline::engine::{Registry, Selection};

use crate::track::Track;

/// How the program is called.
pub const USAGE: &str = "\
Usage: tautline-gppc [--track classic|any-angle] [--planner SPEC] FLAG MAP SCEN

  -pre MAP none     prepare the map, keep the result in index_data/
  -run MAP SCEN     answer the queries of the scenario, write result.csv
  -check MAP SCEN   the same, and print every path with a verdict
  -full MAP SCEN    -pre and -run in one

  --track           which paths are asked for [default: those of the planner, or
                    else classic]
  --planner SPEC    a planner of `tautline planners`, with options if you like:
                    jps:diagonal=never [default: jump-graph on the classic
                    track, taut-prepared on the other one]

Exit codes: 0 done; 2 bad usage or bad input; 3 -check found a path that is not
valid.";

/// What a call of the program asks for.
#[derive(Debug)]
pub enum Call {
    /// To be told how it is called.
    Help,
    /// To do something.
    Do(Command),
}

/// What is to be done.
#[derive(Debug)]
pub struct Command {
    /// What kind of paths is asked for.
    pub track: Track,
    /// The planner that finds them, with its options.
    pub selection: Selection,
    /// What to do with the map.
    pub mode: Mode,
    /// The file of the map.
    pub map: PathBuf,
}

/// What to do with a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `-pre`: prepare it.
    Prepare,
    /// `-run`: answer the queries of a scenario.
    Run(PathBuf),
    /// `-check`: the same, and say of each path whether it is valid.
    Check(PathBuf),
    /// `-full`: prepare the map and answer the queries of a scenario.
    Full(PathBuf),
}

impl Call {
    /// Reads the arguments, without the name of the program. Planners are those of the registry.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>, registry: &Registry) -> anyhow::Result<Self> {
        let (mut track, mut planner) = (None, None);
        let mut words = Vec::new();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let Some(option) = argument.to_str().filter(|text| text.starts_with("--")) else {
                words.push(argument);
                continue;
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            let mut value = || {
                let next = || arguments.next().and_then(|next| next.into_string().ok());
                value.clone().or_else(next).with_context(|| format!("found {name} without a value"))
            };
            match name {
                "--help" => return Ok(Self::Help),
                "--track" => track = Some(value()?.parse::<Track>()?),
                "--planner" => planner = Some(registry.select(&value()?)?),
                _ => bail!("found the option {name}, expected --track, --planner or --help"),
            }
        }
        if words.first().is_some_and(|flag| flag == "-h") {
            return Ok(Self::Help);
        }
        let (mode, map) = files(&words)?;
        let track = track.or_else(|| planner.as_ref().map(Track::of)).unwrap_or_default();
        let selection = planner.map_or_else(|| registry.select(track.default_planner()), Ok)?;
        track.check(&selection, registry)?;
        Ok(Self::Do(Command { track, selection, mode, map }))
    }
}

/// The flag and the files.
fn files(words: &[OsString]) -> anyhow::Result<(Mode, PathBuf)> {
    let [flag, files @ ..] = words else {
        bail!("found no flag, expected -pre, -run, -check or -full");
    };
    let mode = match flag.to_str() {
        Some("-pre") => |_| Mode::Prepare,
        Some("-run") => Mode::Run,
        Some("-check") => Mode::Check,
        Some("-full") => Mode::Full,
        _ => bail!("found the flag {}, expected -pre, -run, -check or -full", flag.display()),
    };
    let is_map_enough = flag == OsStr::new("-pre");
    ensure!(
        files.len() <= 2,
        "found {} files behind {}, expected a map and a scenario",
        files.len(),
        flag.display()
    );
    let map = files.first().ok_or_else(|| anyhow!("found no map behind {}", flag.display()))?;
    let scenario = match files.get(1) {
        Some(scenario) => scenario.into(),
        None if is_map_enough => PathBuf::new(),
        None => bail!("found no scenario behind {} {}", flag.display(), map.display()),
    };
    Ok((mode(scenario), map.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> anyhow::Result<Call> {
        Call::parse(line.split_whitespace().map(OsString::from), &Registry::core())
    }

    fn command(line: &str) -> Command {
        match parse(line).unwrap() {
            Call::Do(command) => command,
            Call::Help => panic!("{line} asks for help"),
        }
    }

    #[test]
    fn an_entry_is_called_with_a_flag_and_two_files() {
        assert_eq!(command("-pre a.map none").mode, Mode::Prepare);
        assert_eq!(command("-pre a.map").mode, Mode::Prepare);
        assert_eq!(command("-run a.map b.scen").mode, Mode::Run("b.scen".into()));
        assert_eq!(command("-check a.map b.scen").mode, Mode::Check("b.scen".into()));
        let Command { track, selection, mode, map } = command("-full a.map b.scen");
        assert_eq!((track, selection.descriptor().id), (Track::Classic, "jump-graph"));
        assert_eq!((mode, map), (Mode::Full("b.scen".into()), "a.map".into()));
        assert!(matches!(parse("--help"), Ok(Call::Help)) && matches!(parse("-h"), Ok(Call::Help)));
    }

    #[test]
    fn the_track_and_the_planner_go_together() {
        let both = |line: &str| {
            let Command { track, selection, .. } = command(&format!("{line} -pre a.map none"));
            (track, selection.to_string())
        };
        assert_eq!(both("--track any-angle"), (Track::AnyAngle, "taut-prepared".into()));
        assert_eq!(both("--planner taut"), (Track::AnyAngle, "taut".into()));
        assert_eq!(both("--planner=jps:diagonal=never"), (Track::Classic, "jps:diagonal=never".into()));
        assert_eq!(both("--track classic --planner jps"), (Track::Classic, "jps".into()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |line: &str| parse(line).unwrap_err().to_string();
        assert_eq!(error(""), "found no flag, expected -pre, -run, -check or -full");
        assert_eq!(error("-pro a.map"), "found the flag -pro, expected -pre, -run, -check or -full");
        assert_eq!(error("-pre"), "found no map behind -pre");
        assert_eq!(error("-run a.map"), "found no scenario behind -run a.map");
        assert!(error("-run a b c").starts_with("found 3 files behind -run"));
        assert_eq!(error("-run a b --track"), "found --track without a value");
        assert_eq!(error("--track cubic -pre a"), "found the track \"cubic\", expected classic or any-angle");
        assert!(error("--planner astra -pre a").contains("did you mean astar"));
        assert!(error("--speed 9 -pre a").starts_with("found the option --speed"));
        assert!(error("--track classic --planner taut -pre a").contains("is not for the classic track"));
    }
}
