//! `save`: the map as a file.

use serde::Serialize;
use tautline::geometry::{Cell, Point};
use tautline::search::Place;
use tautline_draw::Scene;
use tautline_maps::ascii::write_ascii;
use tautline_maps::csv::write_csv;
use tautline_maps::images::{Palette, write_png};
use tautline_maps::movingai::write_any_map;

use crate::fault::Fault;
use crate::limits;
use crate::map::Map;
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
pub(crate) fn save(save: &Save, map: &Map) -> Result<Reply, Fault> {
    let (ending, media_type) = match save.format {
        Format::Map => ("map", "text/plain"),
        Format::Ascii => ("txt", "text/plain"),
        Format::Png | Format::Picture => ("png", "image/png"),
        Format::Csv => ("csv", "text/csv"),
        Format::Svg => ("svg", "image/svg+xml"),
    };
    let (ground, mut bytes) = (map.ground(), Vec::new());
    if matches!(save.format, Format::Map | Format::Ascii) && ground.terrain().is_some() {
        return Err(Fault::new(
            "the cells of this map have costs, which this format has no place for, expected png or csv",
        ));
    }
    let cell = |place: XY| Some(Cell::at(place)).filter(|_| !save.corners);
    match save.format {
        Format::Map => write_any_map(ground.grid(), ground.tiling(), &mut bytes)?,
        Format::Ascii => {
            let (start, goal) = (save.start.and_then(cell), save.goal.and_then(cell));
            let free = |cell: &Cell| ground.grid().is_free(*cell);
            let goal = goal.filter(|&goal| start != Some(goal));
            write_ascii(ground.grid(), start.filter(free), goal.filter(free), &mut bytes)?;
        }
        Format::Png => write_png(ground, &Palette::greys(), &mut bytes)?,
        Format::Csv => write_csv(ground, &mut bytes)?,
        Format::Svg => {
            let cells = u64::from(ground.grid().width()) * u64::from(ground.grid().height());
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
    File::of(&map.name, ending, media_type).reply(bytes)
}

/// The map with a path on it.
fn scene<'m>(save: &Save, map: &'m Map) -> Scene<'m> {
    let mut scene = Scene::new(map.ground());
    if save.corners {
        let point = |&place: &XY| Point::from(place);
        if !save.path.is_empty() {
            scene = scene.line(&save.path.iter().map(point).collect::<Vec<_>>());
        }
        scene = save.start.iter().fold(scene, |scene, start| scene.start_at(point(start)));
        save.goal.iter().fold(scene, |scene, goal| scene.goal_at(point(goal)))
    } else {
        let cell = |&place: &XY| Cell::at(place);
        if !save.path.is_empty() {
            scene = scene.path(&save.path.iter().map(cell).collect::<Vec<_>>());
        }
        scene = save.start.iter().fold(scene, |scene, start| scene.start(cell(start)));
        save.goal.iter().fold(scene, |scene, goal| scene.goal(cell(goal)))
    }
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
