//! Every reader of map files: an error that names the file, or a map that is the same when it is written and read again. Each
//! function says whether it was a map.

use std::cell::OnceCell;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use tautline::map::Map;
use tautline_maps::ascii::{Drawing, parse_ascii, write_ascii};
use tautline_maps::csv::{parse_csv, write_csv};
use tautline_maps::images::{
    Palette, Shade, Threshold, parse_image_grid, parse_image_terrain, write_png, write_pnm,
};
use tautline_maps::links::{parse_links, write_links};
use tautline_maps::movingai::{
    Passable, ScenarioQuery, UnitCosts, parse_any_map, parse_kinds, parse_map, parse_references,
    parse_scenario, write_map, write_scenario,
};
use tautline_maps::ros::Unknown;
use tautline_maps::tiled::TiledOptions;
use tautline_maps::{LoadOptions, MapError, load};
use tempfile::TempDir;

use super::corpus::Target;

/// All of them.
pub const TARGETS: [Target; 13] = [
    ("map", map),
    ("hex_map", hex_map),
    ("kinds", kinds),
    ("scenario", scenario),
    ("references", references),
    ("ascii", ascii),
    ("image_threshold", image_threshold),
    ("image_palette", image_palette),
    ("ros", ros),
    ("tmx", tmx),
    ("tmj", tmj),
    ("csv", csv),
    ("links", links),
];

/// A `.map` of squares.
pub fn map(file: &[u8]) -> bool {
    let read = |file: &[u8]| parse_map(file, "map", &Passable::default());
    told(read(file)).is_some_and(|map| same_again(&map, |out| write_map(&map, out).unwrap(), read))
}

/// A `.map` of squares or hexagons.
pub fn hex_map(file: &[u8]) -> bool {
    let read = |file: &[u8]| parse_any_map(file, "map", &Passable::default());
    told(read(file)).is_some_and(|map| same_again(&map, |out| write_map(&map, out).unwrap(), read))
}

/// What kinds of terrain cost a unit, in the first line, and after it a `.map`.
pub fn kinds(file: &[u8]) -> bool {
    let (costs, file) = parts(file, b'\n');
    let kinds = told(parse_kinds(file, "kinds"));
    let unit = String::from_utf8_lossy(costs).parse::<UnitCosts>();
    let unit = unit.inspect_err(|error| assert!(!error.to_string().is_empty()));
    kinds.zip(unit.ok()).is_some_and(|((kinds, _), unit)| Map::for_unit(&kinds, unit.costs()).is_ok())
}

/// A `.scen`.
pub fn scenario(file: &[u8]) -> bool {
    let Some(scenario) = told(parse_scenario(file, "scenario")) else { return false };
    let mut again = Vec::new();
    if write_scenario(&scenario, &mut again).is_ok() {
        let again = parse_scenario(again.as_slice(), "scenario").unwrap();
        // Lengths are rounded, everything else is not.
        let ends = |query: &ScenarioQuery| (query.start, query.goal);
        assert!(again.queries.iter().map(ends).eq(scenario.queries.iter().map(ends)));
    }
    true
}

/// Reference lengths.
pub fn references(file: &[u8]) -> bool {
    told(parse_references(file, "references")).is_some()
}

/// A drawing.
pub fn ascii(file: &[u8]) -> bool {
    let read = |file: &[u8]| parse_ascii(file, "drawing");
    told(read(file)).is_some_and(|drawing| {
        let Drawing { map, start, goal } = &drawing;
        same_again(&drawing, |out| write_ascii(map, *start, *goal, out).unwrap(), read)
    })
}

/// An image by brightness.
pub fn image_threshold(file: &[u8]) -> bool {
    told(parse_image_grid(file, "image", &Threshold { luminance: 1, free: Shade::Dark }));
    let read = |file: &[u8]| parse_image_grid(file, "image", &Threshold::default());
    told(read(file)).is_some_and(|map| {
        !is_small(&map)
            || same_again(&map, |out| write_pnm(&map, &Palette::greys(), out).unwrap(), read)
                && same_again(&map, |out| write_png(&map, &Palette::greys(), out).unwrap(), read)
    })
}

/// A palette in the first line, and after it an image.
pub fn image_palette(file: &[u8]) -> bool {
    let (palette, file) = parts(file, b'\n');
    let palette = String::from_utf8_lossy(palette).parse::<Palette>();
    let palette = palette.inspect_err(|error| assert!(!error.to_string().is_empty()));
    palette.is_ok_and(|palette| {
        let read = |file: &[u8]| parse_image_terrain(file, "image", &palette);
        told(read(file)).is_some_and(|map| {
            !is_small(&map)
                || same_again(&map, |out| write_pnm(&map, &palette, out).unwrap(), read)
                    && same_again(&map, |out| write_png(&map, &palette, out).unwrap(), read)
        })
    })
}

/// A ROS header, and after a zero byte the image `map.pgm`.
pub fn ros(file: &[u8]) -> bool {
    let load = |unknown| {
        two_files(file, ["map.yaml", "map.pgm"], &LoadOptions { unknown, ..LoadOptions::default() })
    };
    load(Unknown::Free) && load(Unknown::Blocked)
}

/// A Tiled map as XML, and after a zero byte the tileset `tiles.tsx`.
pub fn tmx(file: &[u8]) -> bool {
    two_files(file, ["map.tmx", "tiles.tsx"], &LoadOptions::default())
}

/// A Tiled map as JSON, and after a zero byte the tileset `tiles.tsj`. The layer has a name.
pub fn tmj(file: &[u8]) -> bool {
    let tiled = TiledOptions { layer: Some("floor".to_owned()), ..TiledOptions::default() };
    two_files(file, ["map.tmj", "tiles.tsj"], &LoadOptions { tiled, ..LoadOptions::default() })
}

/// A table of costs.
pub fn csv(file: &[u8]) -> bool {
    let read = |file: &[u8]| parse_csv(file, "table");
    told(read(file)).is_some_and(|map| same_again(&map, |out| write_csv(&map, out).unwrap(), read))
}

/// Links for a small map.
pub fn links(file: &[u8]) -> bool {
    let map = Map::from_rows([".....", "..#..", "....."]).unwrap();
    let read = |file: &[u8]| parse_links(file, "links", &map);
    told(read(file)).is_some_and(|links| {
        let linked = map.clone().with_links(links).expect("the reader has checked them");
        let links = linked.links().map_or_else(Vec::new, |links| links.all().to_vec());
        same_again(&links, |out| write_links(&linked, out).unwrap(), read)
    })
}

/// What was read; a refusal must name the file and be short.
fn told<T>(read: Result<T, MapError>) -> Option<T> {
    read.inspect_err(|error| {
        let message = error.to_string();
        assert!(!error.place.file.is_empty() && message.chars().count() < 1000, "{message}");
    })
    .ok()
}

/// Whether it is the same when it is written and read again; it must be.
fn same_again<T: Debug + PartialEq>(
    value: &T,
    write: impl FnOnce(&mut Vec<u8>),
    read: impl FnOnce(&[u8]) -> Result<T, MapError>,
) -> bool {
    let mut file = Vec::new();
    write(&mut file);
    assert_eq!(&read(&file).unwrap(), value);
    true
}

/// Whether writing it takes no time worth speaking of.
fn is_small(map: &Map) -> bool {
    u64::from(map.width()) * u64::from(map.height()) <= 1 << 14
}

/// What is before the first of these bytes, and what is behind it.
fn parts(file: &[u8], separator: u8) -> (&[u8], &[u8]) {
    let at = file.iter().position(|&byte| byte == separator).unwrap_or(file.len());
    (&file[..at], file.get(at + 1..).unwrap_or_default())
}

/// Loads the first of two files, which may name the second.
fn two_files(file: &[u8], names: [&str; 2], options: &LoadOptions) -> bool {
    thread_local!(static FOLDER: OnceCell<TempDir> = const { OnceCell::new() });
    let (map, other) = parts(file, 0);
    FOLDER.with(|folder| {
        let folder: &Path = folder.get_or_init(|| tempfile::tempdir().unwrap()).path();
        let [map_file, other_file]: [PathBuf; 2] = names.map(|name| folder.join(name));
        fs::write(&map_file, map).unwrap();
        fs::write(&other_file, other).unwrap();
        told(load(&map_file, options)).is_some()
    })
}
