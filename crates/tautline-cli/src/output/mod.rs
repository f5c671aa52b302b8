//! What is printed, one file for each format.

pub(crate) mod csv;
pub(crate) mod json;
mod plan;
pub(crate) mod summary;
pub(crate) mod svg;
pub(crate) mod text;

pub(crate) use plan::Plan;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use crate::args::STDOUT;
use crate::atomic;

/// The file that was asked for, unless that is standard output.
pub(crate) fn file(name: Option<&Path>) -> Option<&Path> {
    name.filter(|name| name.as_os_str() != OsStr::new(STDOUT))
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
