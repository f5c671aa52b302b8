//! What is printed, one file for each format.

pub(crate) mod csv;
pub(crate) mod json;
mod plan;
pub(crate) mod summary;
pub(crate) mod text;

pub(crate) use plan::{Plan, caption, scene};

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use crate::args::STDOUT;
use crate::{atomic, console};

/// The file that was asked for, unless that is standard output.
pub(crate) fn file(name: Option<&Path>) -> Option<&Path> {
    name.filter(|name| name.as_os_str() != OsStr::new(STDOUT))
}

/// Hands what is no text to a file if one was asked for, otherwise to standard output as it is.
pub(crate) fn deliver_bytes(name: Option<&Path>, bytes: &[u8]) -> anyhow::Result<()> {
    match file(name) {
        Some(path) => atomic::write(path, |out| out.write_all(bytes)),
        None => console::write_bytes(bytes),
    }
}

/// Hands a result to a file if one was asked for, otherwise to standard output.
pub(crate) fn deliver(
    name: Option<&Path>,
    out: &mut dyn Write,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    match file(name) {
        Some(path) => atomic::write(path, content),
        None => Ok(content(out)?),
    }
}
