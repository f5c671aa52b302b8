//! What is written is read back the same.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use tautline::map::{Map, Tiling};
use tautline_maps::ascii::{parse_ascii, write_ascii};
use tautline_maps::csv::{parse_csv, write_csv};
use tautline_maps::images::{
    ImageRule, ImageWriteError, Palette, Shade, Threshold, parse_image_grid, parse_image_terrain, write_png,
    write_pnm,
};
use tautline_maps::movingai::{
    Passable, parse_any_map, parse_kinds, parse_map, parse_scenario, read_map, read_scenario, write_map,
};
use tautline_maps::ros::{Frame, RosMap, Unknown, read_ros, write_ros};
use tautline_maps::{Drawing, LoadOptions, Loaded, builtin, load};

use crate::common::{map_file, plain_maps, scenario_file, scenarios, terrains};

/// The same text with the line ends of another system.
fn with_crlf(file: &[u8]) -> Vec<u8> {
    file.iter().flat_map(|&byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] }).collect()
}

/// The same text with other separators.
fn with_blanks_for_tabs(file: &[u8]) -> Vec<u8> {
    let mut tabs = 0;
    let mut separate = |byte| {
        tabs += usize::from(byte == b'\t');
        if byte == b'\t' && tabs % 3 != 0 { vec![b' '; tabs % 3] } else { vec![byte] }
    };
    file.iter().flat_map(|&byte| separate(byte)).collect()
}

fn png(map: &Map, palette: &Palette) -> Vec<u8> {
    let mut file = Vec::new();
    write_png(map, palette, &mut file).unwrap();
    file
}

fn pnm(map: &Map, palette: &Palette) -> Vec<u8> {
    let mut file = Vec::new();
    write_pnm(map, palette, &mut file).unwrap();
    file
}

proptest! {
    #[test]
    fn maps(map in plain_maps()) {
        let file = map_file(&map);
        for file in [with_crlf(&file), file] {
            prop_assert_eq!(&parse_map(&file[..], "map", &Passable::default()).unwrap(), &map);
        }
    }

    #[test]
    fn drawings(map in plain_maps(), start in any::<prop::sample::Index>(), goal in any::<prop::sample::Index>()) {
        let free: Vec<_> = map.cells().filter(|cell| map.is_free(*cell)).collect();
        let choose = |index: prop::sample::Index| (!free.is_empty()).then(|| free[index.index(free.len())]);
        let (start, goal) = (choose(start), choose(goal));
        let start = start.filter(|_| start != goal);
        let mut file = Vec::new();
        write_ascii(&map, start, goal, &mut file).unwrap();
        let drawing = Drawing { map, start, goal };
        for file in [with_crlf(&file), file] {
            prop_assert_eq!(&parse_ascii(&file[..], "drawing").unwrap(), &drawing);
        }
    }

    #[test]
    fn maps_of_hexagons(map in plain_maps()) {
        let mut file = Vec::new();
        let map = map.with_tiling(Tiling::Hexagonal);
        write_map(&map, &mut file).unwrap();
        for file in [with_crlf(&file), file] {
            let read = parse_any_map(&file[..], "map", &Passable::default()).unwrap();
            prop_assert_eq!(&read, &map);
            let (kinds, tiling) = parse_kinds(&file[..], "map").unwrap();
            prop_assert_eq!(tiling, Tiling::Hexagonal);
            prop_assert!(map.cells().all(|cell| (kinds.kind(cell) == b'.') == map.is_free(cell)));
        }
    }

    #[test]
    fn tables(map in plain_maps(), terrain in terrains(u16::MAX)) {
        let mut file = Vec::new();
        write_csv(&terrain, &mut file).unwrap();
        for file in [with_crlf(&file), file] {
            prop_assert_eq!(&parse_csv(&file[..], "table").unwrap(), &terrain);
        }
        let mut file = Vec::new();
        write_csv(&map, &mut file).unwrap();
        let read = parse_csv(&file[..], "table").unwrap();
        prop_assert!(read.terrain().is_none());
        prop_assert_eq!(read, map);
    }

    #[test]
    fn images_in_greys(map in plain_maps(), terrain in terrains(255)) {
        let greys = Palette::greys();
        for write in [png, pnm] {
            prop_assert_eq!(&parse_image_terrain(&write(&terrain, &greys), "image", &greys).unwrap(), &terrain);
            let file = write(&map, &greys);
            prop_assert_eq!(&parse_image_grid(&file, "image", &Threshold::default()).unwrap(), &map);
            let inverted = "#000000=1,#ffffff=0".parse().unwrap();
            let dark = Threshold { free: Shade::Dark, ..Threshold::default() };
            prop_assert_eq!(&parse_image_grid(&write(&map, &inverted), "image", &dark).unwrap(), &map);
        }
    }

    #[test]
    fn images_in_colours(terrain in terrains(3)) {
        let palette: Palette = "#102030=3,#ffffff=1,#00ff00=2,#000000=0,#ff0000=1".parse().unwrap();
        for write in [png, pnm] {
            let file = write(&terrain, &palette);
            prop_assert_eq!(&parse_image_terrain(&file, "image", &palette).unwrap(), &terrain);
        }
    }

    #[test]
    fn scenario_files(scenario in scenarios()) {
        let file = scenario_file(&scenario);
        for file in [with_crlf(&file), with_blanks_for_tabs(&file), file] {
            prop_assert_eq!(&parse_scenario(&file[..], "scenario").unwrap(), &scenario);
        }
    }
}

#[test]
fn files_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let Drawing { map, start, goal } = builtin();

    let path = folder.path().join("tour.map");
    fs::write(&path, map_file(&map)).unwrap();
    assert_eq!(read_map(&path, &Passable::default()).unwrap(), map);

    let drawing = folder.path().join("tour.txt");
    write_ascii(&map, start, goal, fs::File::create(&drawing).unwrap()).unwrap();
    assert_eq!(load(&drawing, &LoadOptions::default()).unwrap(), builtin().into());

    let scenario = folder.path().join("tour.map.scen");
    fs::write(&scenario, "version 1\n0\ttour.map\t72\t22\t1\t1\t2\t1\t1\n").unwrap();
    let read = read_scenario(&scenario).unwrap();
    assert_eq!(read.file, scenario.display().to_string());
    assert!(read.check_fits(&map).is_ok());
}

/// The options under which files of costs up to 255 are read back, in whichever format.
fn options() -> LoadOptions {
    LoadOptions { image: ImageRule::Palette(Palette::greys()), ..LoadOptions::default() }
}

fn load_bytes(path: &Path, bytes: &[u8], options: &LoadOptions) -> Loaded {
    fs::write(path, bytes).unwrap();
    load(path, options).unwrap()
}

#[test]
fn every_format_is_seen_by_the_one_that_reads_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let Drawing { map, start, goal } = builtin();
    let terrain = Map::from_costs(5, 3, |cell| (cell.x * cell.y) as u16).unwrap();
    let greys = Palette::greys();
    let mut table = Vec::new();
    write_csv(&terrain, &mut table).unwrap();
    for (name, file) in [
        ("map.png", png(&terrain, &greys)),
        ("a PNG of another name.txt", png(&terrain, &greys)),
        ("map.PGM", pnm(&terrain, &greys)),
        ("no end", pnm(&terrain, &greys)),
        ("map.Csv", table),
    ] {
        let loaded = load_bytes(&path(name), &file, &options());
        assert_eq!(loaded, terrain.clone().into(), "{name}");
        assert_eq!(loaded.map.cost((4, 2)), 8);
    }
    let default = LoadOptions::default();
    let by_brightness = load_bytes(&path("map.png"), &png(&map, &greys), &default);
    assert_eq!(by_brightness.map, map);

    let mut drawing = Vec::new();
    write_ascii(&map, start, goal, &mut drawing).unwrap();
    assert_eq!(load_bytes(&path("tour.txt"), &drawing, &default), Loaded::from(builtin()));
    assert_eq!(load_bytes(&path("tour.map"), &map_file(&map), &default), map.clone().into());
    let map = map.with_tiling(Tiling::Hexagonal);
    let hexagons = map_file(&map);
    assert_eq!(load_bytes(&path("hex.map"), &hexagons, &default), map.into());
    let unit = LoadOptions { unit: Some(".=2,@=7".parse().unwrap()), ..LoadOptions::default() };
    let map = load_bytes(&path("hex.map"), &hexagons, &unit).map;
    assert_eq!((map.cost((0, 0)), map.tiling()), (7, Tiling::Hexagonal));
}

#[test]
fn occupancy_grids_with_their_place_in_the_world() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("office.yaml");
    let Drawing { map, .. } = builtin();
    let frame = Frame { resolution: 0.05, origin: (-10.0, 1.0 / 3.0).into(), yaw: 0.1, height: map.height() };
    let office = RosMap { map, frame };
    write_ros(&office, &path).unwrap();
    assert!(folder.path().join("office.pgm").exists());
    for unknown in [Unknown::Blocked, Unknown::Free] {
        assert_eq!(read_ros(&path, unknown).unwrap(), office);
    }
    let loaded = load(&path, &LoadOptions::default()).unwrap();
    assert_eq!((loaded.map, loaded.frame), (office.map, Some(frame)));
}

#[test]
fn a_cost_without_a_colour_is_refused_and_nothing_is_written() {
    let terrain = Map::from_costs(3, 1, |cell| 255 + cell.x as u16).unwrap();
    let mut file = Vec::new();
    let error = write_png(&terrain, &Palette::greys(), &mut file).unwrap_err();
    assert!(matches!(error, ImageWriteError::NoColour { cost: 256, .. }), "{error}");
    assert_eq!(error.to_string(), "the cell (1, 0) costs 256, and no colour of the palette stands for that");
    assert!(write_pnm(&terrain, &Palette::greys(), &mut file).is_err());
    assert!(file.is_empty());
}
