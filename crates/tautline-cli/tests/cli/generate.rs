use tautline::geometry::Cell;
use tautline_maps::generate::{Share, TerrainRule, maze, random, rooms, terrain, walls};
use tautline_maps::images::{ImageRule, Palette};
use tautline_maps::{LoadOptions, load};

use crate::common::Folder;

#[test]
fn maps_come_out_as_the_library_makes_them() {
    let folder = Folder::new();
    let share = Share::percent(30).unwrap();
    let cases = [
        ("random --blocked 30 --width 50 --height 40 --seed 7", random(50, 40, share, 7)),
        ("walls --count 12 --length 9", walls(100, 100, 12, 9, 0)),
        ("rooms --size 5 --seed 3", rooms(100, 100, 5, 3)),
        ("maze --corridor 2 --width 61", maze(61, 100, 2, 0)),
    ];
    for (arguments, expected) in cases {
        for file in ["a.map", "a.txt"] {
            let ran = folder.run(&format!("generate {arguments} --out {file}"));
            assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{arguments}");
            assert!(ran.err.contains(" cells, ") && ran.err.contains(" % free, seed "), "{}", ran.err);
            let map = load(folder.path(file), &LoadOptions::default()).unwrap();
            assert_eq!(map.map, *expected.as_ref().unwrap(), "{arguments}");
        }
        let text = folder.read("a.txt");
        assert!(text.starts_with(['.', '#']), "{text}");
        assert_eq!(folder.run(&format!("generate {arguments}")).out, folder.read("a.map"));
        assert_eq!(folder.run(&format!("generate {arguments} --format ascii")).out, text);
    }
}

#[test]
fn a_generated_map_can_be_planned_on() {
    let folder = Folder::new();
    assert_eq!(folder.run("generate maze --width 31 --height 31 --seed 5 --out maze.map").code, 0);
    let map = load(folder.path("maze.map"), &LoadOptions::default()).unwrap();
    let grid = map.map.grid();
    assert!(grid.is_free(Cell::new(1, 1)) && grid.is_free(Cell::new(29, 29)));
    let ran = folder.run("plan maze.map --from 1,1 --to 29,29 --format json");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains(r#""outcome":"found""#));
}

#[test]
fn maps_in_every_format_are_read_back_as_they_were() {
    let folder = Folder::new();
    let expected = rooms(30, 20, 4, 3).unwrap();
    for file in ["a.map", "a.txt", "a.png", "a.PGM", "a.csv", "a"] {
        let ran =
            folder.run(&format!("generate rooms --width 30 --height 20 --size 4 --seed 3 --out {file}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let map = load(folder.path(file), &LoadOptions::default()).unwrap();
        assert_eq!(map.map, expected, "{file}");
    }
    assert!(std::fs::read(folder.path("a.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read(folder.path("a.PGM")).unwrap().starts_with(b"P5\n30 20\n"));
    assert_eq!(folder.read("a"), folder.read("a.map"));
    let ran = folder.run("generate rooms --width 30 --height 20 --size 4 --seed 3 --format csv --out b.map");
    assert_eq!((ran.code, folder.read("b.map")), (0, folder.read("a.csv")));
}

#[test]
fn terrain_comes_out_as_the_library_makes_it() {
    let folder = Folder::new();
    let share = |percent| Share::percent(percent).unwrap();
    let small = TerrainRule::small_regions();
    let cases = [
        ("", small),
        ("--regions small --blocked 10", TerrainRule { blocked: share(10), ..small }),
        ("--regions large", TerrainRule::large_regions()),
        ("--regions large --ones 30", TerrainRule { ones: Some(share(30)), ..small }),
        ("--ones 30", TerrainRule { ones: Some(share(30)), ..small }),
        (
            "--region-size 5 --largest 255 --blocked 20",
            TerrainRule { region_size: 5, largest_cost: 255, blocked: share(20), ..small },
        ),
    ];
    // By brightness costs beyond 128 would be obstacles: an image of a terrain is read by its greys.
    let options = LoadOptions { image: ImageRule::Palette(Palette::greys()), ..LoadOptions::default() };
    for (arguments, rule) in cases {
        let arguments = format!("generate terrain --width 40 --height 30 --seed 7 {arguments}");
        let expected = terrain(40, 30, &rule, 7).unwrap();
        for file in ["a.png", "a.pgm", "a.csv"] {
            let ran = folder.run(&format!("{arguments} --out {file}"));
            assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{arguments}: {}", ran.err);
            assert!(ran.err.contains("a terrain of 40 × 30 cells, "), "{}", ran.err);
            let map = load(folder.path(file), &options).unwrap();
            assert_eq!(map.map, expected, "{arguments} --out {file}");
        }
        assert_eq!(folder.run(&arguments).out, folder.read("a.csv"));
    }
}

/// A seed that draws no cost above 1 changes nothing about the formats.
#[test]
fn terrain_without_dear_cells_has_the_formats_of_terrain() {
    let folder = Folder::new();
    for costs in ["--largest 1", "--ones 100"] {
        let arguments = format!("generate terrain --width 3 --height 2 {costs}");
        assert_eq!(folder.run(&arguments).out, "1,1,1\n1,1,1\n", "{costs}");
        for format in ["map", "ascii"] {
            let ran = folder.run(&format!("{arguments} --format {format}"));
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{costs}");
            assert!(ran.err.contains(&format!("a terrain cannot be written as {format}")), "{}", ran.err);
        }
        assert_eq!(folder.run(&format!("{arguments} --out a.map")).code, 2, "{costs}");
        assert!(folder.names().is_empty());
    }
}
