//! `save`: the map as a file.

use serde::Serialize;
use tautline::geometry::{Cell, Position};
use tautline::map::Map;
use tautline_draw::Scene;
use tautline_maps::ascii::write_ascii;
use tautline_maps::csv::write_csv;
use tautline_maps::images::{Palette, write_png};
use tautline_maps::movingai::write_map;

use crate::fault::Fault;
use crate::limits;
use crate::map::SessionMap;
use crate::message::{Attachment, Reply};
use crate::request::{Format, Save, XY};

/// What an answer with a file says of it.
#[derive(Serialize)]
pub(crate) struct File {
    name: String,
    #[serde(rename = "type")]
    media_type: &'static str,
}

impl File {
    /// A file with such a name, if files can have it.
    pub(crate) fn of(name: &str, ending: &str, media_type: &'static str) -> Self {
        Self { name: format!("{}.{ending}", file_stem(name)), media_type }
    }

    /// The answer with it.
    pub(crate) fn reply(&self, bytes: Vec<u8>) -> Result<Reply, Fault> {
        Ok(Reply::new(self)?.with(Attachment::file(bytes)))
    }
}

/// A name that every system takes for that of a file.
fn file_stem(name: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "-_.".contains(character);
    let plain: String =
        name.chars().map(|character| if is_plain(character) { character } else { '-' }).collect();
    let plain = plain.trim_matches(['.', '-']);
    if plain.is_empty() { "map".to_owned() } else { plain.chars().take(80).collect() }
}

/// Writes the map.
pub(crate) fn save(save: &Save, SessionMap { name, map, .. }: &SessionMap) -> Result<Reply, Fault> {
    let (ending, media_type) = match save.format {
        Format::Map => ("map", "text/plain"),
        Format::Ascii => ("txt", "text/plain"),
        Format::Png | Format::Picture => ("png", "image/png"),
        Format::Csv => ("csv", "text/csv"),
        Format::Svg => ("svg", "image/svg+xml"),
    };
    let mut bytes = Vec::new();
    if matches!(save.format, Format::Map | Format::Ascii) && map.terrain().is_some() {
        return Err(Fault::new(
            "the cells of this map have costs, which this format has no place for, expected png or csv",
        ));
    }
    // A drawing marks cells only.
    let cell = |place: XY| (!save.corners).then(|| Cell::new(place.0 as i32, place.1 as i32));
    let free_cell = |place| cell(place).filter(|&cell| map.is_free(cell));
    match save.format {
        Format::Map => write_map(map, &mut bytes)?,
        Format::Ascii => {
            let (start, goal) = (save.start.and_then(free_cell), save.goal.and_then(free_cell));
            write_ascii(map, start, goal.filter(|_| start != goal), &mut bytes)?;
        }
        Format::Png => write_png(map, &Palette::greys(), &mut bytes)?,
        Format::Csv => write_csv(map, &mut bytes)?,
        Format::Svg => {
            let cells = u64::from(map.width()) * u64::from(map.height());
            if cells > limits::SVG_CELLS {
                return Err(Fault::new(format!(
                    "a map of {cells} cells is too large for SVG, which is for {}; expected the picture as PNG",
                    limits::SVG_CELLS
                )));
            }
            scene(save, map).write_svg(&mut bytes)?;
        }
        Format::Picture => bytes = scene(save, map).png()?,
    }
    File::of(name, ending, media_type).reply(bytes)
}

/// A place as a position: places are corners, and points between them, or cells.
fn position((x, y): XY, corners: bool) -> Position {
    if corners { (x, y).into() } else { Cell::new(x as i32, y as i32).into() }
}

/// The map with a path on it.
fn scene<'m>(save: &Save, map: &'m Map) -> Scene<'m> {
    let position = |&place: &XY| position(place, save.corners);
    let mut scene = Scene::new(map);
    if !save.path.is_empty() {
        scene = scene.path(save.path.iter().map(position));
    }
    scene = save.start.iter().map(position).fold(scene, Scene::start);
    save.goal.iter().map(position).fold(scene, Scene::goal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        assert_eq!(file_stem("maze"), "maze");
        assert_eq!(file_stem("../../etc/pass wd"), "etc-pass-wd");
        assert_eq!(file_stem("…"), "map");
        assert_eq!(file_stem(""), "map");
    }
}
