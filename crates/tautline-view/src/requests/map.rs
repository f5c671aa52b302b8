//! `open` and `paint`: the map of a session.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use tautline::map::Map;
use tautline_maps::images::{ImageRule, Palette};
use tautline_maps::{LoadOptions, MapError, Problem, parse};

use crate::fault::Fault;
use crate::generators::generate;
use crate::limits;
use crate::map::{Card, SessionMap};
use crate::message::Reply;
use crate::request::Source;

#[derive(Serialize)]
struct Opened<'a> {
    map: Card<'a>,
}

/// The answer that has a map.
pub(crate) fn opened(map: &SessionMap) -> Result<Reply, Fault> {
    Ok(Reply::new(&Opened { map: map.card() })?.with(map.costs()))
}

/// Makes or reads a map.
pub(crate) fn open(
    source: &Source,
    attachment: &[u8],
    given: Option<&Arc<SessionMap>>,
) -> Result<SessionMap, Fault> {
    match source {
        Source::Builtin => Ok(SessionMap::builtin()),
        Source::Given => match given {
            Some(map) => Ok(SessionMap::clone(map)),
            None => Err(Fault::new("the program was started without a map, expected `tautline view FILE`")),
        },
        Source::Generated { generator, width, height, seed, params } => {
            SessionMap::new(generator, generate(generator, (*width, *height), *seed, params)?)
        }
        &Source::Empty { width, height } => {
            limits::check_size(width, height)?;
            SessionMap::new("empty", Map::open(width, height)?)
        }
        Source::File { name, greys } => from_file(name, *greys, attachment),
        &Source::Cells { ref name, width, height } => {
            limits::check_size(width, height)?;
            SessionMap::new(name, from_costs(width, height, attachment)?)
        }
    }
}

fn from_file(name: &str, greys: bool, bytes: &[u8]) -> Result<SessionMap, Fault> {
    if bytes.len() > limits::UPLOAD {
        return Err(Fault::new(format!(
            "{name} has {} bytes, which is too large: the viewer takes files of {}",
            bytes.len(),
            limits::UPLOAD
        )));
    }
    check_picture(bytes)?;
    let image = if greys { ImageRule::Palette(Palette::greys()) } else { ImageRule::default() };
    let loaded = parse(bytes, name, &LoadOptions { image, ..LoadOptions::default() }).map_err(explain)?;
    let short = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
    SessionMap::new(short, loaded)
}

/// A picture of few bytes can have very many pixels. How many is said at its beginning, so that it need not be unpacked to be
/// refused.
fn check_picture(bytes: &[u8]) -> Result<(), Fault> {
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
    const SIZES: usize = 16;
    let number = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
    if bytes.starts_with(PNG)
        && let (Some(width), Some(height)) = (number(SIZES), number(SIZES + 4))
    {
        limits::check_size(width, height)?;
    }
    Ok(())
}

fn explain(error: MapError) -> Fault {
    match error.problem {
        Problem::NamesFiles { .. } => {
            Fault::new(format!("{error}: start the viewer with it, `tautline view {}`", error.place.file))
        }
        _ => error.into(),
    }
}

fn from_costs(width: u32, height: u32, bytes: &[u8]) -> Result<Map, Fault> {
    let expected = 2 * width as usize * height as usize;
    if bytes.len() != expected {
        return Err(Fault::new(format!(
            "found {} bytes attached, expected {expected}: two for each of {width} × {height} cells",
            bytes.len()
        )));
    }
    let mut costs = bytes.as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair));
    Ok(Map::from_costs(width, height, |_| costs.next().unwrap_or_default())?)
}

#[derive(Serialize)]
struct Painted {
    free: usize,
}

/// The answer after cells were changed.
pub(crate) fn painted(map: &SessionMap) -> Result<Reply, Fault> {
    Reply::new(&Painted { free: map.map.free_cells() })
}
