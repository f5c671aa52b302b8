use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use anyhow::Context;

/// Writes everything twice: into a file, where the competition looks for it, and to where one sees it.
///
/// A reader may stop: a pipe that was closed is no error, as the file has everything.
pub struct Tee<W: Write> {
    file: BufWriter<File>,
    seen: Option<W>,
}

impl<W: Write> Tee<W> {
    /// Makes the file, or empties it.
    pub fn new(path: &Path, seen: W) -> anyhow::Result<Self> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { file: BufWriter::new(file), seen: Some(seen) })
    }

    fn show(&mut self, how: impl FnOnce(&mut W) -> io::Result<()>) -> io::Result<()> {
        match self.seen.as_mut().map_or(Ok(()), how) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.seen = None;
                Ok(())
            }
            shown => shown,
        }
    }
}

impl<W: Write> Write for Tee<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_all(bytes)?;
        self.show(|seen| seen.write_all(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()?;
        self.show(Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A pipe without a reader.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn both_have_everything_and_one_can_be_closed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.stdout");
        let mut seen = Vec::new();
        let mut tee = Tee::new(&path, &mut seen).unwrap();
        writeln!(tee, "a line").unwrap();
        tee.flush().unwrap();
        drop(tee);
        assert_eq!(seen, b"a line\n");
        assert_eq!(fs::read(&path).unwrap(), b"a line\n");

        let mut tee = Tee::new(&path, Closed).unwrap();
        writeln!(tee, "another").unwrap();
        tee.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"another\n");
        assert!(Tee::new(folder.path(), Closed).is_err());
    }
}
