use std::io::{self, BufReader, Read};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};

use super::document::unexpected;
use crate::error::{Problem, shown};
use crate::fields::whole_number;

/// The bits of a global id that turn and mirror a tile.
const FLIPS: u32 = 0xf000_0000;

/// The tiles of a layer of so many cells, written as numbers with commas between.
pub(super) fn from_csv(text: &str, cells: usize) -> Result<Vec<u32>, Problem> {
    let mut gids = Vec::new();
    for field in text.split(',').map(str::trim) {
        let gid = whole_number(field.as_bytes(), u32::MAX).map_err(|expected| {
            let found = format!("{} as tile {} of the layer", shown(field.as_bytes()), gids.len() + 1);
            unexpected(found, expected)
        })?;
        if gids.len() == cells {
            return Err(wrong_count("more", cells));
        }
        gids.push(gid);
    }
    from_numbers(gids, cells)
}

/// The tiles of a layer, written as bytes: four for each of them, perhaps compressed, in base 64.
pub(super) fn from_base64(text: &str, compression: &str, cells: usize) -> Result<Vec<u32>, Problem> {
    let mut packed: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    packed = STANDARD
        .decode(packed)
        .map_err(|error| Problem::Malformed { format: "base64", why: error.to_string() })?;
    // One byte more than there should be is enough to know that there are too many.
    let limit = cells as u64 * 4 + 1;
    let malformed =
        |error: io::Error| Problem::Malformed { format: "compressed tiles", why: error.to_string() };
    // Little can be unpacked to much: nothing is kept before it is counted.
    let count =
        io::copy(&mut unpacked(&packed, compression)?.take(limit), &mut io::sink()).map_err(malformed)?;
    if count != limit - 1 {
        let found = if count == limit { "more".to_owned() } else { count.to_string() };
        return Err(unexpected(
            format!("{found} bytes in the layer"),
            format!("{}, 4 for each cell", limit - 1),
        ));
    }
    let mut bytes = BufReader::new(unpacked(&packed, compression)?);
    let mut gids = Vec::with_capacity(cells);
    for _ in 0..cells {
        let mut gid = [0; 4];
        bytes.read_exact(&mut gid).map_err(malformed)?;
        gids.push(u32::from_le_bytes(gid));
    }
    from_numbers(gids, cells)
}

fn unpacked<'p>(packed: &'p [u8], compression: &str) -> Result<Box<dyn Read + 'p>, Problem> {
    match compression {
        "" => Ok(Box::new(packed)),
        "zlib" => Ok(Box::new(ZlibDecoder::new(packed))),
        "gzip" => Ok(Box::new(GzDecoder::new(packed))),
        other => {
            let found = format!("the compression {}", shown(other.as_bytes()));
            Err(unexpected(found, "zlib, gzip or none (in Tiled: Map, Map Properties, Tile Layer Format)"))
        }
    }
}

/// The tiles of a layer, given as numbers.
pub(super) fn from_numbers(mut gids: Vec<u32>, cells: usize) -> Result<Vec<u32>, Problem> {
    if gids.len() != cells {
        return Err(wrong_count(&gids.len().to_string(), cells));
    }
    for gid in &mut gids {
        *gid &= !FLIPS;
    }
    Ok(gids)
}

fn wrong_count(found: &str, expected: usize) -> Problem {
    unexpected(format!("{found} tiles in the layer"), format!("{expected}, one for each cell"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{GzEncoder, ZlibEncoder};

    use super::*;

    const GIDS: [u32; 4] = [0, 1, 0x8000_0007, 300];
    const PLAIN: [u32; 4] = [0, 1, 7, 300];

    fn bytes() -> Vec<u8> {
        GIDS.iter().flat_map(|gid| gid.to_le_bytes()).collect()
    }

    fn zlib(bytes: &[u8]) -> String {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        STANDARD.encode(encoder.finish().unwrap())
    }

    #[test]
    fn every_encoding_says_the_same() {
        assert_eq!(from_csv("\n0,1,\n2147483655, 300\n", 4).unwrap(), PLAIN);
        assert_eq!(from_base64(&format!("\n  {}\n", STANDARD.encode(bytes())), "", 4).unwrap(), PLAIN);
        assert_eq!(from_base64(&zlib(&bytes()), "zlib", 4).unwrap(), PLAIN);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&bytes()).unwrap();
        assert_eq!(from_base64(&STANDARD.encode(encoder.finish().unwrap()), "gzip", 4).unwrap(), PLAIN);
    }

    #[test]
    fn every_flaw_is_named() {
        let csv = |text, cells| from_csv(text, cells).unwrap_err().to_string();
        assert_eq!(csv("1,2", 3), "found 2 tiles in the layer, expected 3, one for each cell");
        assert_eq!(csv("1,2,3,4", 3), "found more tiles in the layer, expected 3, one for each cell");
        assert_eq!(csv("1,-2,3", 3), "found \"-2\" as tile 2 of the layer, expected a whole number");
        let base64 = |text: &str, compression| from_base64(text, compression, 3).unwrap_err().to_string();
        assert!(base64("A?", "").starts_with("cannot be read as base64: "));
        assert!(base64("AAAA", "zlib").starts_with("cannot be read as compressed tiles: "));
        assert!(
            base64("AAAA", "zstd").starts_with("found the compression \"zstd\", expected zlib, gzip or none")
        );
        assert_eq!(base64("AAAA", ""), "found 3 bytes in the layer, expected 12, 4 for each cell");
        assert_eq!(
            base64(&zlib(&bytes()), "zlib"),
            "found more bytes in the layer, expected 12, 4 for each cell"
        );
    }

    #[test]
    fn a_layer_that_unpacks_without_an_end_is_not_unpacked_to_its_end() {
        let bomb = zlib(&vec![0; 50_000_000]);
        assert!(bomb.len() < 100_000);
        assert!(from_base64(&bomb, "zlib", 9).unwrap_err().to_string().starts_with("found more bytes"));
    }
}
