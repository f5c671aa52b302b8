//! Files that are opened, and files that are read as a whole.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use crate::error::{MapError, Problem};

/// No map, and no image of one, needs a longer file.
const LONGEST: u64 = 1 << 29;

/// What error messages call a file.
pub(crate) fn name(path: &Path) -> String {
    path.display().to_string()
}

/// Opens a file for reading; the error names it.
pub(crate) fn open(path: &Path) -> Result<BufReader<File>, MapError> {
    let fail = |problem| MapError::in_file(&name(path), problem);
    let file = File::open(path).map_err(|error| fail(Problem::Io(error)))?;
    // Some systems open a folder like a file and only fail to read it, with a message that does not help.
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(fail(Problem::Directory));
    }
    Ok(BufReader::with_capacity(256 * 1024, file))
}

/// Everything in a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, MapError> {
    rest(open(path)?, &name(path), LONGEST)
}

/// Everything in a file that another file names, by a path that is relative to the folder of that one; and where it is.
pub(crate) fn read_beside(file: &Path, named: &str) -> Result<(PathBuf, Vec<u8>), MapError> {
    let path = file.parent().unwrap_or(Path::new("")).join(named);
    // A map from elsewhere may name a file without an end, or a pipe that waits for a writer.
    if fs::metadata(&path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Err(MapError::unexpected(&name(&path), "a device or a pipe", "a file"));
    }
    let bytes = read(&path).map_err(|mut error| {
        error.place.file = format!("{}, which {} names", error.place.file, name(file));
        error
    })?;
    Ok((path, bytes))
}

/// Everything in a reader, which may not be more than a map can need.
pub(crate) fn rest_of_map(reader: impl Read, name: &str) -> Result<Vec<u8>, MapError> {
    rest(reader, name, LONGEST)
}

fn rest(reader: impl Read, name: &str, largest: u64) -> Result<Vec<u8>, MapError> {
    let mut bytes = Vec::new();
    let read = reader.take(largest + 1).read_to_end(&mut bytes);
    read.map_err(|error| MapError::in_file(name, Problem::Io(error)))?;
    if bytes.len() as u64 > largest {
        return Err(MapError::in_file(name, Problem::TooLong { largest }));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_file_without_an_end_is_refused() {
        let error = rest(io::repeat(7), "endless", 1000).unwrap_err();
        assert_eq!(error.to_string(), "endless: is longer than 1000 bytes, expected a smaller file");
        assert_eq!(rest(io::repeat(7).take(1000), "whole", 1000).unwrap().len(), 1000);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_cannot_name_what_is_no_file() {
        let message = |named| read_beside(Path::new("/dev/map.yaml"), named).unwrap_err().to_string();
        assert_eq!(message("zero"), "/dev/zero: found a device or a pipe, expected a file");
        assert_eq!(
            message("../dev"),
            "/dev/../dev, which /dev/map.yaml names: is a directory, expected a file"
        );
    }
}
