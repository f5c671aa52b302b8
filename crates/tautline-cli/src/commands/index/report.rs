//! What an index is, for people and for programs.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use anstyle::Style;
use serde::Serialize;
use tautline::index::{FORMAT_VERSION, Index};

use crate::{registry, units};

/// Writes what an index is for and what it costs.
pub(super) fn write(file: &Path, bytes: usize, index: &Index<'_>, out: &mut dyn Write) -> io::Result<()> {
    let name =
        registry().find(index.planner).map(|planner| format!(" ({})", planner.name)).unwrap_or_default();
    let options: Vec<_> = index.options().map(|(name, value)| format!("{name}={value}")).collect();
    line("index", &file.display().to_string(), out)?;
    line("kind", &format!("{}{name}", index.planner), out)?;
    line("settings", &if options.is_empty() { "none".to_owned() } else { options.join(" ") }, out)?;
    line("version", &format!("{} of the planner, {FORMAT_VERSION} of the format", index.version), out)?;
    line("map", &format!("{} × {} cells", index.width, index.height), out)?;
    line("content hash", &index.content.to_string(), out)?;
    line("bytes", &bytes.to_string(), out)?;
    line("bytes per cell", &units::three_digits(per_cell(bytes, index)), out)?;
    if let Some(contents) = contents(index) {
        line("contents", &contents, out)?;
    }
    line("prepared in", &units::time(index.preparation), out)
}

/// What the planner says of its bytes, if it still has this form of them.
fn contents(index: &Index<'_>) -> Option<String> {
    let spec = registry().find(index.planner)?.index.filter(|spec| spec.version == index.version)?;
    (spec.contents)(index.payload)
}

/// Writes one line of it.
pub(super) fn line(name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
    const BOLD: Style = Style::new().bold();
    writeln!(out, "{BOLD}{name:<14}{BOLD:#} {value}")
}

/// How many bytes of the file there are for each cell of the map, free or not.
fn per_cell(bytes: usize, index: &Index<'_>) -> f64 {
    bytes as f64 / (f64::from(index.width) * f64::from(index.height))
}

/// The object, field by field in the order in which it is printed.
#[derive(Serialize)]
struct Object<'a> {
    file: String,
    /// The planner's id.
    kind: &'a str,
    settings: BTreeMap<&'a str, &'a str>,
    format: u32,
    version: u32,
    width: u32,
    height: u32,
    content_hash: String,
    bytes: usize,
    bytes_per_cell: f64,
    preparation_nanoseconds: u64,
    /// What the planner says of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    contents: Option<String>,
    /// Whether it fits the map, where there was one to try.
    #[serde(skip_serializing_if = "Option::is_none")]
    fits: Option<bool>,
    /// Why it does not, or why no planner of this version can use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

/// Writes one object on one line.
pub(super) fn write_json(
    file: &Path,
    bytes: usize,
    index: &Index<'_>,
    fits: Option<bool>,
    why: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let object = Object {
        file: file.to_string_lossy().into_owned(),
        kind: index.planner,
        settings: index.options().collect(),
        format: FORMAT_VERSION,
        version: index.version,
        width: index.width,
        height: index.height,
        content_hash: index.content.to_string(),
        bytes,
        bytes_per_cell: per_cell(bytes, index),
        preparation_nanoseconds: index.preparation.as_nanos() as u64,
        contents: contents(index),
        fits,
        why,
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
