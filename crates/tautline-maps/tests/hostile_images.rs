//! Images that lie about themselves: an error that names the file, and no memory for what is only promised.

use std::fs;

use tautline::map::Map;
use tautline_maps::images::{
    Palette, Threshold, parse_image_grid, parse_image_terrain, read_image_grid, write_png,
};
use tautline_maps::{LoadOptions, load};

fn message(file: &[u8]) -> String {
    parse_image_grid(file, "map.png", &Threshold::default()).unwrap_err().to_string()
}

/// A PNG of two pixels.
fn png() -> Vec<u8> {
    let mut file = Vec::new();
    write_png(&Map::from_rows([".#"]).unwrap(), &Palette::greys(), &mut file).unwrap();
    file
}

/// The checksum of a chunk of a PNG.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    };
    !bytes.iter().fold(u32::MAX, step)
}

/// The same PNG with another size in its header, whose checksum is right.
fn png_that_says(width: u32, height: u32) -> Vec<u8> {
    let mut file = png();
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let checksum = crc(&file[12..29]);
    file[29..33].copy_from_slice(&checksum.to_be_bytes());
    file
}

#[test]
fn a_header_that_promises_too_much_is_refused() {
    let whole = png_that_says(2, 1);
    assert_eq!(whole, png(), "the checksum is computed as in the file");
    for (width, height) in [(2_000_000_000, 1), (1, 2_000_000_000), (100_000, 100_000)] {
        let expected = format!("map.png: a map of {width} × {height} cells is too large");
        for file in [
            png_that_says(width, height),
            format!("P5\n{width} {height}\n255\nx").into_bytes(),
            format!("P2\n{width} {height}\n255\n1 2 3").into_bytes(),
            format!("P4\n{width} {height}\nx").into_bytes(),
        ] {
            let message = message(&file);
            assert!(message.starts_with(&expected), "{message}");
        }
    }
    assert_eq!(message(b"P5\n0 4\n255\n"), "map.png: a map needs at least one cell, not 0 × 4");
    assert_eq!(
        message(b"P6\n20000 20000\n65535\nxx"),
        "map.png: found an image whose pixels take 2400000000 bytes, expected at most 1073741824"
    );
    // A grid could have this size, so that the pixels are missed only when they should come.
    for file in [png_that_says(20_000, 20_000), b"P5\n20000 20000\n255\nxx".to_vec()] {
        assert!(message(&file).starts_with("map.png: cannot be read as "));
    }
}

#[test]
fn what_is_cut_off_is_missed() {
    let file = png();
    for length in 0..file.len() - 12 {
        assert!(parse_image_grid(&file[..length], "map.png", &Threshold::default()).is_err(), "{length}");
    }
    for file in ["P5", "P5\n", "P5\n2", "P5\n2 1\n", "P5\n2 1\n255", "P5\n2 1\n255\n", "P5\n2 1\n255\nx"] {
        assert!(parse_image_grid(file.as_bytes(), "map.pgm", &Threshold::default()).is_err(), "{file:?}");
    }
}

#[test]
fn every_flaw_is_named() {
    let expected = "expected an image: PNG, PBM, PGM or PPM";
    assert_eq!(message(b""), format!("map.png: found nothing, {expected}"));
    assert_eq!(
        message(b"GIF89a\x01\x02\x03\x04"),
        format!("map.png: found \"GIF89a\\x01\\x02\", {expected}")
    );
    assert!(message(b"P7\nWIDTH 1\n").ends_with(expected));
    assert!(message(b"P5\n-2 1\n255\nxx").starts_with("map.png: cannot be read as Netpbm: "));
    assert!(message(b"P5\n2 1\n0\nxx").starts_with("map.png: cannot be read as Netpbm: "));
    assert!(message(b"P2\n2 1\n255\n1 x").starts_with("map.png: cannot be read as Netpbm: "));
    let mut flipped = png();
    flipped[40] ^= 4;
    assert!(message(&flipped).starts_with("map.png: cannot be read as PNG: "));

    let error =
        parse_image_terrain(b"P2 2 2 255 255 0 255 7", "map.pgm", &"#ffffff=1,#000000=0".parse().unwrap());
    let expected = "map.pgm: the pixel (1, 1) is #070707, expected one of #ffffff #000000";
    assert_eq!(error.unwrap_err().to_string(), expected);
}

#[test]
fn a_file_is_named_with_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("garbage.png");
    fs::write(&path, [0x1f, 0x8b, 8, 0]).unwrap();
    let expected = format!("{}: found \"\\x1f\\x8b\\x08\\x00\", expected an image", path.display());
    for error in [
        read_image_grid(&path, &Threshold::default()).unwrap_err(),
        load(&path, &LoadOptions::default()).unwrap_err(),
    ] {
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
    let error = load(folder.path(), &LoadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: is a directory, expected a file", folder.path().display()));
}
