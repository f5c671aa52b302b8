//! Files that are there as a whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::NamedTempFile;

/// Writes a file: into a temporary one in the same folder, which takes its place once everything is in it. If that
/// fails, nothing is left behind, and a file that was there before is as it was.
pub(crate) fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let written = match Target::find(path) {
        Ok(Target::File { path, permissions }) => replace(&path, permissions, content),
        Ok(Target::Device) => File::options().write(true).open(path).and_then(|file| fill(file, content)),
        Err(error) => Err(error),
    };
    written.with_context(|| cannot_write(path))
}

/// Refuses a file that is read from, too: it would be lost.
pub(crate) fn spare(path: &Path, inputs: &[&Path]) -> anyhow::Result<()> {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let output = real(path);
    match inputs.iter().find(|input| output.is_some() && real(input) == output) {
        Some(input) => anyhow::bail!("{}: would be written over {}", cannot_write(path), input.display()),
        None => Ok(()),
    }
}

/// Whether a file can be written, before any work is done for it.
pub(crate) fn probe(path: &Path) -> anyhow::Result<()> {
    let tried = Target::find(path).and_then(|target| match target {
        Target::File { path, permissions } => temporary(&path, permissions).map(drop),
        Target::Device => Ok(()),
    });
    tried.with_context(|| cannot_write(path))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// What a name stands for.
enum Target {
    /// A file that is there, behind any links, or one that is not there yet.
    File { path: PathBuf, permissions: Option<Permissions> },
    /// A device or a pipe, which no file can take the place of.
    Device,
}

impl Target {
    fn find(path: &Path) -> io::Result<Self> {
        let metadata = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return match fs::read_link(path) {
                    // A link to a file that is not there yet. (Links in a circle are another error.)
                    Ok(target) => Self::find(&path.parent().unwrap_or(Path::new("")).join(target)),
                    Err(_) => Ok(Self::File { path: path.to_owned(), permissions: None }),
                };
            }
            metadata => metadata?,
        };
        if metadata.is_dir() {
            Err(ErrorKind::IsADirectory.into())
        } else if !metadata.is_file() {
            Ok(Self::Device)
        } else if metadata.permissions().readonly() {
            Err(ErrorKind::PermissionDenied.into())
        } else {
            Ok(Self::File { path: fs::canonicalize(path)?, permissions: Some(metadata.permissions()) })
        }
    }
}

fn replace(
    path: &Path,
    permissions: Option<Permissions>,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let file = temporary(path, permissions)?;
    fill(file.as_file(), content)?;
    file.persist(path)?;
    Ok(())
}

fn fill(file: impl Write, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    content(&mut file)?;
    file.flush()
}

/// An empty file beside the one that it will replace, with the same permissions.
fn temporary(path: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tautline-");
    #[cfg(unix)]
    {
        // As any new file: whatever the mask of the user allows.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o666));
    }
    let folder = folder.unwrap_or(Path::new("."));
    fs::metadata(folder)?;
    // The name of the temporary file would only puzzle.
    let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, |out| out.write_all(b"first")).unwrap();
        let error = write(&path, |out| {
            out.write_all(b"second")?;
            Err(io::Error::other("no more ink"))
        });
        assert_eq!(
            format!("{:#}", error.unwrap_err()),
            format!("cannot write {}: no more ink", path.display())
        );
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write(&path, |out| out.write_all(b"third")).unwrap();
        probe(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"third");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().to_owned(), folder.path().join("missing/a.txt")] {
            for error in [write(&path, |_| Ok(())).unwrap_err(), probe(&path).unwrap_err()] {
                assert!(error.to_string().ends_with(&path.display().to_string()), "{error}");
            }
        }
    }

    #[test]
    fn inputs_are_spared() {
        let folder = tempfile::tempdir().unwrap();
        let (map, other) = (folder.path().join("a.map"), folder.path().join("b.svg"));
        fs::write(&map, "map").unwrap();
        let same = folder.path().join(".").join("a.map");
        let error = spare(&same, &[&other, &map]).unwrap_err().to_string();
        assert!(error.contains("would be written over"), "{error}");
        spare(&other, &[&map]).unwrap();
        spare(Path::new("/dev/null"), &[&map]).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.txt"), folder.path().join("link"));
        fs::write(&path, "first").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, |out| out.write_all(b"second")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        write(Path::new("/dev/null"), |out| out.write_all(b"gone")).unwrap();

        let dangling = folder.path().join("dangling");
        symlink("new.txt", &dangling).unwrap();
        write(&dangling, |out| out.write_all(b"third")).unwrap();
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("new.txt")).unwrap(), b"third");

        fs::set_permissions(&path, Permissions::from_mode(0o440)).unwrap();
        assert!(write(&path, |_| Ok(())).is_err(), "a file that may not be written is not replaced either");
    }
}
