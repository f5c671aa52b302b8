//! Small files that unpack to much: no more memory than their map needs.

use std::fs;
use std::io::{self, Read};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use tautline::map::Map;
use tautline_maps::images::{Palette, Threshold, parse_image_grid, write_png};
use tautline_maps::tiled::{TiledOptions, read_tiled};

const MEGABYTE: u64 = 1 << 20;

/// The most memory that something takes at once.
fn peak(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).bytes_max
}

fn zeros(count: u64) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    io::copy(&mut io::repeat(0).take(count), &mut encoder).unwrap();
    encoder.finish().unwrap()
}

/// A part of a PNG.
fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(data);
    let parts = [&(data.len() as u32).to_be_bytes()[..], kind, data, &crc.sum().to_be_bytes()];
    parts.concat()
}

#[test]
fn the_colour_profile_of_a_png_may_be_a_bomb() {
    let map = Map::from_rows([".#"]).unwrap();
    let mut file = Vec::new();
    write_png(&map, &Palette::greys(), &mut file).unwrap();
    let after_header = 8 + 25;
    let profile = [b"bomb\0\0", &zeros(400 * MEGABYTE)[..]].concat();
    file.splice(after_header..after_header, chunk(b"iCCP", &profile));
    let most = peak(|| assert_eq!(parse_image_grid(&file, "map.png", &Threshold::default()).unwrap(), map));
    assert!(most < 100 * MEGABYTE, "{most}");
}

#[test]
fn a_row_of_a_png_may_be_as_long_as_a_map_can_be_wide() {
    let width = 4_000_000;
    let mut file = Vec::new();
    let pixels = vec![255; 8 * width as usize];
    PngEncoder::new(&mut file).write_image(&pixels, width, 1, ExtendedColorType::Rgba16).unwrap();
    let map = Map::open(width, 1).unwrap();
    assert_eq!(parse_image_grid(&file, "map.png", &Threshold::default()).unwrap(), map);
}

#[test]
fn tiles_are_counted_before_they_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.tmx");
    let cells = 8000 * 8000;
    for bytes in [4 * cells - 4, 4 * cells - 1, 4 * cells + 4] {
        let parts = [
            r#"<map width="8000" height="8000"><layer><data encoding="base64" compression="zlib">"#,
            &STANDARD.encode(zeros(bytes)),
            "</data></layer></map>",
        ];
        fs::write(&path, parts.concat()).unwrap();
        let most = peak(|| {
            let error = read_tiled(&path, &TiledOptions::default()).unwrap_err().to_string();
            assert!(error.contains("in the layer, expected "), "{error}");
        });
        assert!(most < 32 * MEGABYTE, "{bytes}: {most}");
    }
}
