use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde_json::Value;
use tautline::map::Grid;

use super::document::{
    Document, TileCosts, Tiles, Tileset, cost_of_tile, infinite, no_layer, tiling, unexpected,
};
use super::{TiledOptions, data};
use crate::error::{MapError, Place, Problem};

#[derive(Deserialize)]
struct MapObject {
    width: u32,
    height: u32,
    #[serde(default)]
    infinite: bool,
    orientation: Option<String>,
    staggeraxis: Option<String>,
    staggerindex: Option<String>,
    layers: Vec<LayerObject>,
    #[serde(default)]
    tilesets: Vec<TilesetObject>,
}

#[derive(Deserialize)]
struct LayerObject {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    data: Option<Data>,
    compression: Option<String>,
    /// Those of a group.
    #[serde(default)]
    layers: Vec<LayerObject>,
}

/// The tiles of a layer.
enum Data {
    Numbers(Vec<u32>),
    Base64(String),
}

#[derive(Deserialize)]
struct TilesetObject {
    #[serde(default)]
    firstgid: u32,
    source: Option<String>,
    #[serde(default)]
    tiles: Vec<TileObject>,
    /// What versions before 1.2 wrote instead of properties in the tiles.
    #[serde(default)]
    tileproperties: Option<Value>,
}

#[derive(Deserialize)]
struct TileObject {
    id: u32,
    #[serde(default)]
    properties: Vec<PropertyObject>,
}

#[derive(Deserialize)]
struct PropertyObject {
    name: String,
    #[serde(default)]
    value: Value,
}

/// Takes an array or a text, so that an error has its place, which an untagged enum would lose.
impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Data;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of tiles or a text in base64")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Data, E> {
                Ok(Data::Base64(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut tiles: A) -> Result<Data, A::Error> {
                let mut gids = Vec::new();
                while let Some(gid) = tiles.next_element()? {
                    gids.push(gid);
                }
                Ok(Data::Numbers(gids))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Reads a map.
pub(super) fn parse_map(text: &str, name: &str, options: &TiledOptions) -> Result<Document, MapError> {
    let map: MapObject = parse(text, name)?;
    let fail = |problem| MapError::in_file(name, problem);
    let MapObject { width, height, .. } = map;
    if map.infinite {
        return Err(fail(infinite()));
    }
    Grid::check_size(width, height).map_err(|error| fail(Problem::Size(error)))?;
    let orientation = map.orientation.as_deref().unwrap_or("orthogonal");
    let tiling =
        tiling(orientation, map.staggeraxis.as_deref(), map.staggerindex.as_deref()).map_err(fail)?;

    let mut layers = Vec::new();
    tile_layers(map.layers, &mut layers);
    let wanted = options.layer.as_deref();
    let Some(at) = layers.iter().position(|layer| wanted.is_none_or(|wanted| layer.name == wanted)) else {
        let names: Vec<_> = layers.iter().map(|layer| layer.name.as_str()).collect();
        return Err(fail(no_layer(wanted, &names)));
    };
    let layer = layers.swap_remove(at);
    let cells = width as usize * height as usize;
    let gids = match layer.data {
        Some(Data::Numbers(gids)) => data::from_numbers(gids, cells),
        Some(Data::Base64(text)) => {
            data::from_base64(&text, layer.compression.as_deref().unwrap_or_default(), cells)
        }
        None => Err(unexpected("a layer without tiles", "`data`")),
    };
    let gids = gids.map_err(fail)?;

    let mut tilesets = Vec::new();
    for tileset in map.tilesets {
        let first_gid = tileset.firstgid;
        let tiles = match tileset.source {
            Some(source) => Tiles::InFile(source),
            None => Tiles::Here(tile_costs(&tileset, name)?),
        };
        tilesets.push(Tileset { first_gid, tiles });
    }
    Ok(Document { width, height, tiling, gids, tilesets })
}

/// Reads a tileset that is in a file of its own.
pub(super) fn parse_tileset(text: &str, name: &str) -> Result<TileCosts, MapError> {
    let tileset: TilesetObject = parse(text, name)?;
    tile_costs(&tileset, name)
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str, name: &str) -> Result<T, MapError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let why = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text).to_owned();
        let place = Place { file: name.to_owned(), line: Some(line), column: Some(column) };
        MapError { place, problem: Problem::Malformed { format: "JSON", why } }
    })
}

/// The tile layers, also those in groups, in their order. The reader allows only so many groups within groups.
fn tile_layers(layers: Vec<LayerObject>, found: &mut Vec<LayerObject>) {
    for mut layer in layers {
        match layer.kind.as_str() {
            "tilelayer" => found.push(layer),
            "group" => tile_layers(std::mem::take(&mut layer.layers), found),
            _ => {}
        }
    }
}

/// What the tiles of a tileset cost.
fn tile_costs(tileset: &TilesetObject, name: &str) -> Result<TileCosts, MapError> {
    if tileset.tileproperties.is_some() {
        let expected = "properties in the tiles (save the map again with Tiled 1.2 or later)";
        return Err(MapError::unexpected(name, "tileproperties in a tileset", expected));
    }
    let mut costs = TileCosts::new();
    for tile in &tileset.tiles {
        let texts: Vec<_> = tile.properties.iter().map(|property| as_text(&property.value)).collect();
        let names = tile.properties.iter().map(|property| property.name.as_str());
        let properties: Vec<_> = names.zip(texts.iter().map(String::as_str)).collect();
        let cost = cost_of_tile(&properties);
        let cost = cost.map_err(|problem| {
            let Problem::Unexpected { found, expected } = problem else {
                return MapError::in_file(name, problem);
            };
            MapError::unexpected(name, format!("{found} as a property of tile {}", tile.id), expected)
        })?;
        if let Some(cost) = cost {
            costs.insert(tile.id, cost);
        }
    }
    Ok(costs)
}

/// A value as it would stand in XML.
fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
