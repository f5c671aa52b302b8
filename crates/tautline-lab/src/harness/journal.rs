//! What is measured, kept as it comes: a run that was interrupted goes on where it was.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Origin;
use super::origin::COMMENT;
use crate::LabError;

/// What tells that everything before it is whole.
const DONE: &str = "#done ";

/// What tells that nothing is missing: as many lines come before it.
const COMPLETE: &str = "#complete ";

/// A file of rows that grows by a unit at a time: the [`Origin`], the names of the columns, and behind the rows of each unit a line
/// that says that they are all there. What was being written when the program ended is measured again.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    done: HashSet<String>,
    has_rows: bool,
}

impl Journal {
    /// Begins a file, or goes on with it if it is there: then it has to be of the same origin but for the date, and no other program may be
    /// writing it.
    pub fn open(path: &Path, origin: &Origin) -> Result<Self, LabError> {
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = wrong(path, file)?;
        wrong(
            path,
            file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => std::io::Error::other("another run is writing it"),
                TryLockError::Error(error) => error,
            }),
        )?;
        let mut text = Vec::new();
        wrong(path, file.read_to_end(&mut text))?;
        // Up to the end of the last line that says that all is there; the rest is cut off.
        let whole = lines(&text).filter(|(line, _)| line.starts_with(DONE)).last().map_or(0, |(_, end)| end);
        let is_ours = text.first().is_none_or(|&first| first == COMMENT as u8);
        wrong(path, if is_ours { Ok(()) } else { Err(std::io::Error::other("it is no file of the lab")) })?;
        text.truncate(whole);
        let has_rows = lines(&text).any(|(line, _)| !line.starts_with(COMMENT));
        let done = lines(&text).filter_map(|(line, _)| Some(line.strip_prefix(DONE)?.to_owned())).collect();
        let mut journal = Self { path: path.to_owned(), file, done, has_rows };
        if whole == 0 {
            wrong(path, journal.restart(origin))?;
            return Ok(journal);
        }
        let found = wrong(path, Origin::read(&text[..]))?;
        if let Some((name, found, expected)) = origin.difference(&found) {
            let file = path.display().to_string();
            return Err(LabError::OtherRun { file, name, found, expected });
        }
        let cut = journal.file.set_len(whole as u64).and_then(|()| journal.file.seek(SeekFrom::End(0)));
        wrong(path, cut)?;
        Ok(journal)
    }

    fn restart(&mut self, origin: &Origin) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(origin.to_string().as_bytes())
    }

    /// Whether the rows of a unit are there.
    #[must_use]
    pub fn has(&self, unit: &str) -> bool {
        self.done.contains(unit)
    }

    /// Whether there is any row: a unit may have none.
    #[must_use]
    pub fn has_rows(&self) -> bool {
        self.has_rows
    }

    /// How many units there are.
    #[must_use]
    pub fn units(&self) -> usize {
        self.done.len()
    }

    /// Adds the rows of a unit, whose name has no line breaks, in one go.
    pub fn add(&mut self, unit: &str, rows: &[impl Serialize]) -> Result<(), LabError> {
        let mut table = csv::WriterBuilder::new().has_headers(!self.has_rows).from_writer(Vec::new());
        let written = rows.iter().try_for_each(|row| table.serialize(row));
        let text = written.map_err(std::io::Error::from).and_then(|()| {
            let mut text = table.into_inner().map_err(csv::IntoInnerError::into_error)?;
            text.extend(format!("{DONE}{unit}\n").bytes());
            Ok(text)
        });
        let added = text.and_then(|text| self.file.write_all(&text));
        wrong(&self.path, added)?;
        self.has_rows |= !rows.is_empty();
        self.done.insert(unit.to_owned());
        Ok(())
    }

    /// Ends the file with a line that says how many lines there are, so that one sees later whether some were lost.
    pub fn complete(mut self) -> Result<(), LabError> {
        let mut text = Vec::new();
        let read = self.file.rewind().and_then(|()| self.file.read_to_end(&mut text));
        let ended = read.and_then(|_| writeln!(self.file, "{COMPLETE}{}", lines(&text).count()));
        wrong(&self.path, ended)
    }
}

/// Whether a file is a complete record of the same run as this one would be, but for the date: then there is no need to measure
/// again. A file that cannot be read is none.
#[must_use]
pub fn is_measured(path: &Path, origin: &Origin) -> bool {
    let Ok(text) = fs::read(path) else {
        return false;
    };
    let last = lines(&text).enumerate().last();
    let is_complete = last.is_some_and(|(number, (line, _))| {
        line.strip_prefix(COMPLETE).is_some_and(|count| count == number.to_string())
    });
    let found = Origin::read(&text[..]);
    is_complete && found.is_ok_and(|found| origin.difference(&found).is_none())
}

/// The lines that have an end, each with where that is.
fn lines(text: &[u8]) -> impl Iterator<Item = (&str, usize)> {
    let mut begin = 0;
    text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').filter_map(move |(end, _)| {
        let line = str::from_utf8(&text[begin..end]).ok().map(|line| line.trim_end_matches('\r'));
        begin = end + 1;
        Some((line?, end + 1))
    })
}

fn wrong<T>(path: &Path, result: std::io::Result<T>) -> Result<T, LabError> {
    result.map_err(|error| {
        let problem = match error.kind() {
            ErrorKind::IsADirectory => "is a directory, expected a file".to_owned(),
            _ => error.to_string(),
        };
        LabError::Journal { file: path.display().to_string(), problem }
    })
}

const _: () = assert!(DONE.as_bytes()[0] == COMMENT as u8, "readers of the rows pass over it");

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Row {
        planner: &'static str,
        number: u32,
    }

    fn origin(commit: &str) -> Origin {
        let entries = [("commit", commit), ("date", "today")];
        Origin { entries: entries.map(|(name, value)| (name.into(), value.into())).into() }
    }

    fn rows(number: u32) -> [Row; 2] {
        ["a", "b"].map(|planner| Row { planner, number })
    }

    const WHOLE: &str = "\
# commit: 1\n# date: today\nplanner,number\na,0\nb,0\n#done rooms/0\na,1\nb,1\n#done rooms/1\na,2\nb,2\n#done mazes/0\n";

    #[test]
    fn wherever_it_is_cut_off_the_rest_is_measured_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let units = ["rooms/0", "rooms/1", "mazes/0"];
        for cut in 0..=WHOLE.len() {
            fs::write(&path, &WHOLE[..cut]).unwrap();
            let mut journal = Journal::open(&path, &origin("1")).unwrap();
            let before = journal.units();
            for (number, unit) in (0..).zip(units) {
                if !journal.has(unit) {
                    journal.add(unit, &rows(number)).unwrap();
                }
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), WHOLE, "cut off at {cut}");
            let complete = units.iter().filter(|unit| WHOLE[..cut].contains(&format!("{DONE}{unit}\n")));
            assert_eq!(before, complete.count(), "nothing that is whole is measured again: cut off at {cut}");
        }
    }

    #[test]
    fn a_file_is_written_by_one_run_and_not_taken_from_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let journal = Journal::open(&path, &origin("1")).unwrap();
        let told = Journal::open(&path, &origin("1")).unwrap_err().to_string();
        assert!(told.ends_with("a.csv: another run is writing it"), "{told}");
        drop(journal);
        fs::write(&path, "my own notes\n").unwrap();
        let told = Journal::open(&path, &origin("1")).unwrap_err().to_string();
        assert!(told.ends_with("a.csv: it is no file of the lab"), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "my own notes\n");
        fs::write(&path, WHOLE.replace('\n', "\r\n")).unwrap();
        assert_eq!(Journal::open(&path, &origin("1")).unwrap().units(), 3, "with other ends of lines");
    }

    #[test]
    fn a_unit_may_have_no_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        for unit in ["empty", "rooms/0"] {
            let mut journal = Journal::open(&path, &origin("1")).unwrap();
            assert!(!journal.has_rows());
            let rows = if unit == "empty" { &[][..] } else { &rows(0)[..] };
            journal.add(unit, rows).unwrap();
            assert_eq!(journal.has_rows(), unit != "empty");
        }
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.ends_with("#done empty\nplanner,number\na,0\nb,0\n#done rooms/0\n"), "{text}");
        assert!(Journal::open(&path, &origin("1")).unwrap().has_rows());
    }

    #[test]
    fn another_run_is_not_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        fs::write(&path, WHOLE).unwrap();
        let told = Journal::open(&path, &origin("2")).unwrap_err().to_string();
        assert!(told.contains("a.csv") && told.contains("commit") && told.contains("remove"), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), WHOLE);
        assert!(!is_measured(&path, &origin("1")), "nothing says that it is complete");
        Journal::open(&path, &origin("1")).unwrap().complete().unwrap();
        assert!(is_measured(&path, &origin("1")) && !is_measured(&path, &origin("2")));
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("a,1\n", "", 1)).unwrap();
        assert!(!is_measured(&path, &origin("1")), "a row is missing");
        assert!(!is_measured(folder.path(), &origin("1")));
        let told = Journal::open(folder.path(), &origin("1")).unwrap_err().to_string();
        assert!(told.contains("is a directory, expected a file"), "{told}");
    }
}
