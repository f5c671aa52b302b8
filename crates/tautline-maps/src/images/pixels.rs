use std::io::Cursor;

use ::image::codecs::png::PngDecoder;
use ::image::codecs::pnm::PnmDecoder;
use ::image::{ImageDecoder, ImageError, Limits};
use tautline::geometry::Cell;
use tautline::map::Grid;

use super::Colour;
use crate::error::{MapError, Problem, shown};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The memory that the pixels of an image may take.
const LARGEST: u64 = 1 << 30;
/// The memory that a PNG may take for what is no pixel, such as a profile of its colours, which is compressed.
const BESIDES_PIXELS: u64 = 1 << 24;
/// The longest pixel, in bytes: four channels of sixteen bits.
const LONGEST_PIXEL: u64 = 8;

/// Whether a file is an image by its first bytes.
pub(crate) fn begins_like_an_image(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG) || begins_like_netpbm(bytes)
}

fn begins_like_netpbm(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'1'..=b'6', blank, ..] if blank.is_ascii_whitespace() || *blank == b'#')
}

/// The pixels of an image as its file has them.
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    bytes: Vec<u8>,
    channels: usize,
    bytes_per_channel: usize,
}

impl Pixels {
    /// Reads an image. Its size is one that a grid can have.
    pub(crate) fn decode(file: &[u8], name: &str) -> Result<Self, MapError> {
        if file.starts_with(PNG) {
            // The decoder makes room for a row before it says how long that is.
            let (width, height) = size_of_png(file).unwrap_or((1, 1));
            check_size(width, height, name)?;
            let mut limits = Limits::default();
            // It keeps a few rows, and is asked for the pixels only when their number is known.
            limits.max_alloc = Some(BESIDES_PIXELS + 4 * LONGEST_PIXEL * u64::from(width));
            let decoder = PngDecoder::with_limits(Cursor::new(file), limits);
            decoder.map_err(|error| malformed("PNG", &error, name)).and_then(|png| Self::of(png, "PNG", name))
        } else if begins_like_netpbm(file) {
            let decoder = PnmDecoder::new(Cursor::new(file));
            decoder
                .map_err(|error| malformed("Netpbm", &error, name))
                .and_then(|netpbm| Self::of(netpbm, "Netpbm", name))
        } else {
            let beginning = &file[..file.len().min(8)];
            Err(MapError::unexpected(name, shown(beginning), "an image: PNG, PBM, PGM or PPM"))
        }
    }

    fn of(decoder: impl ImageDecoder, format: &'static str, name: &str) -> Result<Self, MapError> {
        let (width, height) = decoder.dimensions();
        check_size(width, height, name)?;
        let size = decoder.total_bytes();
        if size > LARGEST {
            let found = format!("an image whose pixels take {size} bytes");
            return Err(MapError::unexpected(name, found, format!("at most {LARGEST}")));
        }
        let colour = decoder.color_type();
        let channels = usize::from(colour.channel_count());
        let bytes_per_channel = usize::from(colour.bytes_per_pixel()) / channels;
        let mut bytes = vec![0; size as usize];
        decoder.read_image(&mut bytes).map_err(|error| malformed(format, &error, name))?;
        Ok(Self { width, height, bytes, channels, bytes_per_channel })
    }

    /// The colour of a pixel, which must be in the image.
    pub(crate) fn colour(&self, cell: Cell) -> Colour {
        let pixel = cell.y as usize * self.width as usize + cell.x as usize;
        let channel = |at: usize| {
            let at = (pixel * self.channels + at) * self.bytes_per_channel;
            match self.bytes_per_channel {
                1 => self.bytes[at],
                // 257 steps of sixteen bits are one of eight.
                _ => {
                    ((u32::from(u16::from_ne_bytes([self.bytes[at], self.bytes[at + 1]])) + 128) / 257) as u8
                }
            }
        };
        // One or three of colour, and perhaps one of transparency.
        if self.channels < 3 {
            Colour::grey(channel(0))
        } else {
            Colour { red: channel(0), green: channel(1), blue: channel(2) }
        }
    }
}

fn check_size(width: u32, height: u32, name: &str) -> Result<(), MapError> {
    Grid::check_size(width, height).map_err(|error| MapError::in_file(name, Problem::Size(error)))
}

/// The width and the height in the header of a PNG, which is its first chunk.
fn size_of_png(file: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(file.get(at..at + 4)?.try_into().ok()?));
    (file.get(12..16)? == b"IHDR").then_some((number(16)?, number(20)?))
}

fn malformed(format: &'static str, error: &ImageError, name: &str) -> MapError {
    MapError::in_file(name, Problem::Malformed { format, why: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(file: &[u8]) -> Vec<u8> {
        let pixels = Pixels::decode(file, "image").unwrap();
        (0..pixels.width as i32).map(|x| pixels.colour(Cell { x, y: 0 }).luminance()).collect()
    }

    #[test]
    fn samples_of_all_widths_become_eight_bits() {
        assert_eq!(levels(b"P5 3 1 65535 \xff\xff\x80\x80\x00\x7f"), [255, 128, 0]);
        assert_eq!(levels(b"P2 3 1 4 4 2 0"), [255, 128, 0]);
        assert_eq!(levels(b"P6 2 1 255 \x01\x01\x01\xfe\xfe\xfe"), [1, 254]);
        // In a bitmap a set bit is ink.
        assert_eq!(levels(b"P1 3 1 0 1 0"), [255, 0, 255]);
        assert_eq!(levels(b"P4 3 1 \x40"), [255, 0, 255]);
    }

    #[test]
    fn transparency_does_not_matter() {
        use ::image::codecs::png::PngEncoder;
        use ::image::{ExtendedColorType, ImageEncoder};

        let mut file = Vec::new();
        let encoder = PngEncoder::new(&mut file);
        encoder.write_image(&[200, 0, 10, 255], 2, 1, ExtendedColorType::La8).unwrap();
        assert_eq!(levels(&file), [200, 10]);
    }
}
