//! Files of every format, spoilt in thousands of ways, the same on every machine: an error or a map, never a panic.

use std::fs;
use std::path::{Path, PathBuf};

use tautline::map::{Map, Tile, Tiling};
use tautline_maps::ascii::{parse_ascii, write_ascii};
use tautline_maps::csv::{parse_csv, write_csv};
use tautline_maps::generate::Rng;
use tautline_maps::images::{
    Palette, Threshold, parse_image_grid, parse_image_terrain, write_png, write_pnm,
};
use tautline_maps::movingai::{Passable, parse_any_map, parse_kinds, write_map};
use tautline_maps::ros::{Frame, RosMap, write_ros};
use tautline_maps::{LoadOptions, MapError, load};

const IN_MEMORY: u64 = 4000;
const ON_DISK: u64 = 250;

/// Flips a bit, replaces, inserts, doubles or removes some bytes, or cuts the end off.
fn spoil(file: &mut Vec<u8>, rng: &mut Rng) {
    let telling = b"0123456789.-eE+#,:;[]{}<>\"'=/ \n\t\x00\xffPnaif";
    for _ in 0..=rng.below(3) {
        let at = rng.below(file.len() as u64 + 1) as usize;
        let end = (at + rng.below(9) as usize).min(file.len());
        match rng.below(7) {
            0 | 1 if at < file.len() => file[at] ^= 1 << rng.below(8),
            2 if at < file.len() => file[at] = telling[rng.below(telling.len() as u64) as usize],
            3 => file.insert(at, telling[rng.below(telling.len() as u64) as usize]),
            4 => {
                let again = file[at..end].to_vec();
                file.splice(at..at, again);
            }
            5 => drop(file.drain(at..end)),
            _ => file.truncate(at),
        }
    }
}

/// Reads a file as it is and spoilt in so many ways.
fn check<T>(good: &[u8], cases: u64, read: impl Fn(&[u8]) -> Result<T, MapError>) {
    assert!(read(good).is_ok());
    let mut rng = Rng::new(1);
    let mut errors = 0;
    for _ in 0..cases {
        let mut file = good.to_vec();
        spoil(&mut file, &mut rng);
        if let Err(error) = read(&file) {
            errors += 1;
            let message = error.to_string();
            assert!(!error.place.file.is_empty() && message.chars().count() < 600, "{message}");
        }
    }
    assert!(errors > cases / 10, "only {errors} of {cases} were refused");
}

/// Spoils one of the files that a map is in, and reads the map.
fn check_on_disk(map: &Path, spoilt: &Path) {
    let good = fs::read(spoilt).unwrap();
    check(&good, ON_DISK, |bytes| {
        fs::write(spoilt, bytes).unwrap();
        load(map, &LoadOptions::default())
    });
    fs::write(spoilt, &good).unwrap();
}

fn plain() -> Map {
    Map::from_fn(13, 9, |cell| if (cell.x * cell.y) % 5 == 3 { Tile::Blocked } else { Tile::Free }).unwrap()
}

fn terrain() -> Map {
    Map::from_costs(13, 9, |cell| ((cell.x * cell.y) % 5) as u16).unwrap()
}

#[test]
fn text() {
    let mut file = Vec::new();
    write_map(&plain().with_tiling(Tiling::Hexagonal), &mut file).unwrap();
    check(&file, IN_MEMORY, |bytes| parse_any_map(bytes, "map", &Passable::default()));
    check(&file, IN_MEMORY, |bytes| parse_kinds(bytes, "kinds"));
    file.clear();
    write_ascii(&plain(), Some((0, 0).into()), Some((1, 1).into()), &mut file).unwrap();
    check(&file, IN_MEMORY, |bytes| parse_ascii(bytes, "drawing"));
    file.clear();
    write_csv(&terrain(), &mut file).unwrap();
    check(&file, IN_MEMORY, |bytes| parse_csv(bytes, "table"));
}

#[test]
fn images() {
    let coloured: Palette = "#000000=0,#00ff00=1,#808000=2,#0000ff=3,#ff0000=4".parse().unwrap();
    for palette in [Palette::greys(), coloured] {
        let mut file = Vec::new();
        write_png(&terrain(), &palette, &mut file).unwrap();
        check(&file, IN_MEMORY, |bytes| parse_image_terrain(bytes, "png", &palette));
        file.clear();
        write_pnm(&terrain(), &palette, &mut file).unwrap();
        check(&file, IN_MEMORY, |bytes| parse_image_terrain(bytes, "pnm", &palette));
    }
    let in_text: [&[u8]; 3] = [
        b"P1\n4 2\n0 1 1 0 1 0 0 1\n",
        b"P2 # text\n4 3\n220\n0 20 40 60 80 100 120 140 160 180 200 220",
        b"P3 2 2 65535 0 0 0 65535 9 9 1 2 3 4 5 6\n",
    ];
    let in_bytes: [&[u8]; 2] =
        [b"P4\n13 3\n\xf0\x0f\xaa\x55\x81\x18", b"P5 2 2 1000 \x00\x01\x02\x03\x00\x01\x02\x03"];
    for file in in_text.into_iter().chain(in_bytes) {
        check(file, IN_MEMORY, |bytes| parse_image_grid(bytes, "netpbm", &Threshold::default()));
    }
}

#[test]
fn ros() {
    let folder = tempfile::tempdir().unwrap();
    let yaml = folder.path().join("map.yaml");
    let frame = Frame { resolution: 0.05, origin: (-1.5, 2.25).into(), yaw: 0.5, height: 9 };
    write_ros(&RosMap { map: plain(), frame }, &yaml).unwrap();
    check_on_disk(&yaml, &yaml);
    check_on_disk(&yaml, &yaml.with_extension("pgm"));
}

#[test]
fn tiled() {
    const TSX: &str = "<tileset name=\"a\" tilecount=\"9\"><tile id=\"1\"><properties>\
                       <property name=\"cost\" value=\"3\"/></properties></tile></tileset>";
    const TSJ: &str = "{\"tiles\":[{\"id\":1,\"properties\":[{\"name\":\"cost\",\"value\":3}]}]}";
    const TMJ: &str = "{\"width\":3,\"height\":2,\"layers\":[{\"type\":\"tilelayer\",\"name\":\"l\",\
                       \"data\":[0,1,2,2,0,0]}],\"tilesets\":[{\"firstgid\":1,\"source\":\"a.tsj\"}]}";
    let tmx = |data: &str| {
        format!(
            "<?xml version=\"1.0\"?>\n<map orientation=\"hexagonal\" staggeraxis=\"y\" staggerindex=\"odd\" \
             width=\"3\" height=\"2\">\n<tileset firstgid=\"1\" source=\"a.tsx\"/>\n<layer name=\"l\">{data}</layer></map>"
        )
    };
    // The same six tiles twice.
    let plain = tmx("<data encoding=\"csv\">0,1,2,\n2,0,0</data>");
    let zlib = tmx("<data encoding=\"base64\" compression=\"zlib\">eJxjYGBgYARiJiiGAQAAZAAG</data>");

    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| -> PathBuf {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let (tsx, tsj) = (write("a.tsx", TSX), write("a.tsj", TSJ));
    let (plain, zlib, tmj) = (write("plain.tmx", &plain), write("zlib.tmx", &zlib), write("a.tmj", TMJ));
    for (map, spoilt) in [(&plain, &plain), (&plain, &tsx), (&zlib, &zlib), (&tmj, &tmj), (&tmj, &tsj)] {
        check_on_disk(map, spoilt);
    }
}
