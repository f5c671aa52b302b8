use std::collections::BTreeMap;

use tautline::map::Tiling;

use crate::error::{Problem, shown};
use crate::fields::{COST, cost};

/// What is read of a map, whichever form its file has.
pub(super) struct Document {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) tiling: Tiling,
    /// The tiles of one layer, row by row; 0 where there is none.
    pub(super) gids: Vec<u32>,
    pub(super) tilesets: Vec<Tileset>,
}

/// A tileset of a map.
pub(super) struct Tileset {
    /// The global id of its first tile.
    pub(super) first_gid: u32,
    pub(super) tiles: Tiles,
}

/// What a tileset says about its tiles.
pub(super) enum Tiles {
    /// It is in the map.
    Here(TileCosts),
    /// It is in a file, whose path is relative to that of the map.
    InFile(String),
}

/// What the tiles of a tileset cost by their ids, as far as it says so.
pub(super) type TileCosts = BTreeMap<u32, u16>;

/// How the tiles of a map lie beside each other.
pub(super) fn tiling(orientation: &str, axis: Option<&str>, index: Option<&str>) -> Result<Tiling, Problem> {
    let expected = match (orientation, axis, index) {
        // What is drawn as rhombs are squares in rows and columns.
        ("orthogonal" | "isometric", _, _) => return Ok(Tiling::Square),
        ("hexagonal", Some("y"), Some("odd")) => return Ok(Tiling::Hexagonal),
        ("hexagonal", _, _) => "the stagger axis y and the stagger index odd",
        _ => "a map that is orthogonal, isometric or hexagonal",
    };
    let attributes = [Some(orientation), axis, index].into_iter().flatten();
    let found = attributes.collect::<Vec<_>>().join(", ");
    Err(unexpected(shown(found.as_bytes()), expected))
}

/// What a tile costs by its properties, as names and values.
pub(super) fn cost_of_tile(properties: &[(&str, &str)]) -> Result<Option<u16>, Problem> {
    let value = |name: &str| properties.iter().find(|property| property.0 == name).map(|property| property.1);
    if let Some(text) = value("cost") {
        let cost = cost(text.as_bytes());
        return cost.map(Some).ok_or_else(|| unexpected(shown(text.as_bytes()), COST));
    }
    match value("blocked") {
        None => Ok(None),
        Some("true") => Ok(Some(0)),
        Some("false") => Ok(Some(1)),
        Some(text) => Err(unexpected(shown(text.as_bytes()), "true or false as `blocked`")),
    }
}

/// The layer that there should be.
pub(super) fn no_layer(name: Option<&str>, names: &[&str]) -> Problem {
    let expected = match name {
        Some(name) => format!("one with the name {name:?}"),
        None => "at least one".to_owned(),
    };
    let found = match names {
        [] => "no tile layer".to_owned(),
        names => {
            let names: Vec<_> = names.iter().map(|name| shown(name.as_bytes())).collect();
            format!("the tile layers {}", names.join(", "))
        }
    };
    unexpected(found, expected)
}

/// A map without a size.
pub(super) fn infinite() -> Problem {
    unexpected("an infinite map", "one with a fixed size (in Tiled: Map, Map Properties, Infinite)")
}

pub(super) fn unexpected(found: impl Into<String>, expected: impl Into<String>) -> Problem {
    Problem::Unexpected { found: found.into(), expected: expected.into() }
}
