use std::path::{Path, PathBuf};

use tautline::map::Map;

use super::document::{Document, TileCosts, Tiles};
use super::{TiledOptions, tmj, tmx};
use crate::error::{MapError, Place, Problem};
use crate::files;
use crate::lines::BYTE_ORDER_MARK;

/// Reads a map and the files of its tilesets.
///
/// ```
/// use tautline_maps::tiled::{TiledOptions, read_tiled};
///
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("house.tmx");
/// std::fs::write(
///     &file,
///     r#"<map width="3" height="1"><layer name="walls"><data encoding="csv">0,7,0</data></layer></map>"#,
/// )?;
/// let map = read_tiled(&file, &TiledOptions::default())?;
/// assert_eq!([0, 1, 2].map(|x| map.cost((x, 0))), [1, 0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_tiled(path: impl AsRef<Path>, options: &TiledOptions) -> Result<Map, MapError> {
    let path = path.as_ref();
    let (map, _) = map_from_bytes(&files::read(path)?, path, options)?;
    Ok(map)
}

/// Reads the bytes of the map at `path` and the files of its tilesets, and says which files these are.
pub(crate) fn map_from_bytes(
    bytes: &[u8],
    path: &Path,
    options: &TiledOptions,
) -> Result<(Map, Vec<PathBuf>), MapError> {
    let name = files::name(path);
    let text = in_utf8(bytes, &name)?;
    let document = if is_json(text) {
        tmj::parse_map(text, &name, options)?
    } else {
        tmx::parse_map(text, &name, options)?
    };
    let mut read = Vec::new();
    let costs = Costs { tilesets: tilesets(&document, path, &mut read)?, options };
    let Document { width, height, tiling, gids, .. } = document;
    let mut costs_of_cells = gids.into_iter().map(|gid| costs.of(gid));
    let map = Map::from_costs(width, height, |_| costs_of_cells.next().unwrap_or_default())
        .map_err(|error| MapError::in_file(&name, Problem::Size(error)))?;
    Ok((map.with_tiling(tiling), read))
}

/// What tiles cost.
struct Costs<'a> {
    /// With the global id of the first tile of each, by which they are sorted.
    tilesets: Vec<(u32, TileCosts)>,
    options: &'a TiledOptions,
}

impl Costs<'_> {
    fn of(&self, gid: u32) -> u16 {
        if gid == 0 {
            return self.options.empty;
        }
        let after = self.tilesets.partition_point(|tileset| tileset.0 <= gid);
        let tileset = self.tilesets[..after].last();
        let said = || tileset.and_then(|(first, costs)| costs.get(&(gid - first)));
        let of_others = || tileset.is_some_and(|(_, costs)| !costs.is_empty()).into();
        let named = self.options.gids.get(&gid).or_else(said).copied();
        named.or(self.options.tiles).unwrap_or_else(of_others)
    }
}

/// The tilesets of a map, also those in files of their own, by the global ids of their first tiles.
fn tilesets(
    document: &Document,
    map: &Path,
    read: &mut Vec<PathBuf>,
) -> Result<Vec<(u32, TileCosts)>, MapError> {
    let mut tilesets = Vec::new();
    for tileset in &document.tilesets {
        let costs = match &tileset.tiles {
            Tiles::Here(costs) => costs.clone(),
            Tiles::InFile(source) => {
                let (path, bytes) = files::read_beside(map, source)?;
                let name = files::name(&path);
                read.push(path);
                let text = in_utf8(&bytes, &name)?;
                if is_json(text) {
                    tmj::parse_tileset(text, &name)?
                } else {
                    tmx::parse_tileset(text, &name)?
                }
            }
        };
        tilesets.push((tileset.first_gid, costs));
    }
    tilesets.sort_by_key(|tileset| tileset.0);
    Ok(tilesets)
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

fn in_utf8<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, MapError> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line = good.split(|&byte| byte == b'\n').count();
        let column = good.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        let place = Place { file: name.to_owned(), line: Some(line), column: Some(column) };
        let found = format!("byte 0x{:02X}", bytes[error.valid_up_to()]);
        MapError { place, problem: Problem::Unexpected { found, expected: "text in UTF-8".to_owned() } }
    })
}
