use roxmltree::{Node, ParsingOptions};
use tautline::map::Grid;

use super::document::{
    Document, TileCosts, Tiles, Tileset, cost_of_tile, infinite, no_layer, tiling, unexpected,
};
use super::{TiledOptions, data};
use crate::error::{MapError, Place, Problem, shown};
use crate::fields::whole_number;

/// More elements than any map has, unless it has one for each cell, and then it is a large one.
const MOST_NODES: u32 = 1 << 24;

/// A file in XML, and what error messages call it.
struct Xml<'a> {
    name: &'a str,
    document: roxmltree::Document<'a>,
}

impl<'a> Xml<'a> {
    fn parse(text: &'a str, name: &'a str, root: &str) -> Result<Self, MapError> {
        let options =
            ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
        let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| {
            let position = error.pos();
            let text = error.to_string();
            let why = text.strip_suffix(&format!(" at {position}")).unwrap_or(&text).to_owned();
            let (line, column) = (Some(position.row as usize), Some(position.col as usize));
            let place = Place { file: name.to_owned(), line, column };
            MapError { place, problem: Problem::Malformed { format: "XML", why } }
        })?;
        let xml = Self { name, document };
        let element = xml.document.root_element();
        if element.tag_name().name() == root {
            Ok(xml)
        } else {
            let found = format!("<{}>", element.tag_name().name());
            Err(xml.error(element, unexpected(found, format!("<{root}>"))))
        }
    }

    fn root(&self) -> Node<'_, 'a> {
        self.document.root_element()
    }

    /// A problem with an element.
    fn error(&self, node: Node<'_, '_>, problem: Problem) -> MapError {
        let position = self.document.text_pos_at(node.range().start);
        let (line, column) = (Some(position.row as usize), Some(position.col as usize));
        MapError { place: Place { file: self.name.to_owned(), line, column }, problem }
    }

    /// A number that an element must have.
    fn number(&self, node: Node<'_, '_>, attribute: &str) -> Result<u32, MapError> {
        let text = node.attribute(attribute).unwrap_or_default();
        whole_number(text.as_bytes(), u32::MAX).map_err(|expected| {
            let expected = format!("{expected} as `{attribute}` of <{}>", node.tag_name().name());
            self.error(node, unexpected(shown(text.as_bytes()), expected))
        })
    }

    /// The tiles of a layer.
    fn gids(&self, layer: Node<'_, '_>, cells: usize) -> Result<Vec<u32>, MapError> {
        let Some(data) = layer.children().find(|node| node.has_tag_name("data")) else {
            return Err(self.error(layer, unexpected("a layer without tiles", "<data>")));
        };
        // Comments may part it.
        let text: String =
            data.children().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
        let gids = match data.attribute("encoding") {
            Some("csv") => data::from_csv(&text, cells),
            Some("base64") => {
                data::from_base64(&text, data.attribute("compression").unwrap_or_default(), cells)
            }
            None => {
                let tiles = data.children().filter(|node| node.has_tag_name("tile"));
                let gid = |tile: Node<'_, '_>| match tile.attribute("gid") {
                    None => Ok(0),
                    Some(_) => self.number(tile, "gid"),
                };
                data::from_numbers(tiles.map(gid).collect::<Result<_, _>>()?, cells)
            }
            Some(other) => {
                let found = format!("the encoding {}", shown(other.as_bytes()));
                Err(unexpected(found, "csv, base64 or none"))
            }
        };
        gids.map_err(|problem| self.error(data, problem))
    }

    /// What the tiles of a tileset cost.
    fn tile_costs(&self, tileset: Node<'_, '_>) -> Result<TileCosts, MapError> {
        let mut costs = TileCosts::new();
        for tile in tileset.children().filter(|node| node.has_tag_name("tile")) {
            let lists = tile.children().filter(|node| node.has_tag_name("properties"));
            let elements =
                lists.flat_map(|list| list.children()).filter(|node| node.has_tag_name("property"));
            let properties: Vec<_> = elements.filter_map(property).collect();
            if let Some(cost) = cost_of_tile(&properties).map_err(|problem| self.error(tile, problem))? {
                costs.insert(self.number(tile, "id")?, cost);
            }
        }
        Ok(costs)
    }
}

/// Reads a map.
pub(super) fn parse_map(text: &str, name: &str, options: &TiledOptions) -> Result<Document, MapError> {
    let xml = Xml::parse(text, name, "map")?;
    let map = xml.root();
    let fail = |problem| xml.error(map, problem);
    let (width, height) = (xml.number(map, "width")?, xml.number(map, "height")?);
    if map.attribute("infinite").is_some_and(|infinite| infinite != "0") {
        return Err(fail(infinite()));
    }
    Grid::check_size(width, height).map_err(|error| fail(Problem::Size(error)))?;
    let orientation = map.attribute("orientation").unwrap_or("orthogonal");
    let tiling =
        tiling(orientation, map.attribute("staggeraxis"), map.attribute("staggerindex")).map_err(fail)?;

    // Layers may be in groups.
    let layers = map.descendants().filter(|node| node.has_tag_name("layer"));
    let wanted = options.layer.as_deref();
    let is_wanted = |layer: &Node<'_, '_>| wanted.is_none() || layer.attribute("name") == wanted;
    let Some(layer) = layers.clone().find(is_wanted) else {
        let names: Vec<_> = layers.map(|layer| layer.attribute("name").unwrap_or_default()).collect();
        return Err(fail(no_layer(wanted, &names)));
    };
    let gids = xml.gids(layer, width as usize * height as usize)?;

    let mut tilesets = Vec::new();
    for tileset in map.children().filter(|node| node.has_tag_name("tileset")) {
        let tiles = match tileset.attribute("source") {
            Some(source) => Tiles::InFile(source.to_owned()),
            None => Tiles::Here(xml.tile_costs(tileset)?),
        };
        tilesets.push(Tileset { first_gid: xml.number(tileset, "firstgid")?, tiles });
    }
    Ok(Document { width, height, tiling, gids, tilesets })
}

/// Reads a tileset that is in a file of its own.
pub(super) fn parse_tileset(text: &str, name: &str) -> Result<TileCosts, MapError> {
    let xml = Xml::parse(text, name, "tileset")?;
    xml.tile_costs(xml.root())
}

/// The name and the value of a property. A value of several lines is the text of the element.
fn property<'n>(node: Node<'n, '_>) -> Option<(&'n str, &'n str)> {
    Some((node.attribute("name")?, node.attribute("value").or(node.text())?))
}
