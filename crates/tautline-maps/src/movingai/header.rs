use std::io::BufRead;

use tautline::map::{Grid, Tiling};

use crate::error::{MapError, Problem};
use crate::fields::{fields, whole_number};
use crate::lines::Lines;

/// Which types of map a caller can do something with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Types {
    Octile,
    OctileOrHex,
}

impl Types {
    fn tilings(self) -> &'static [Tiling] {
        match self {
            Self::Octile => &[Tiling::Square],
            Self::OctileOrHex => &[Tiling::Square, Tiling::Hexagonal],
        }
    }

    fn expected(self) -> &'static str {
        match self {
            Self::Octile => "`type octile`",
            Self::OctileOrHex => "`type octile` or `type hex`",
        }
    }
}

/// What the format calls a tiling.
pub(super) fn type_name(tiling: Tiling) -> &'static str {
    match tiling {
        Tiling::Square => "octile",
        Tiling::Hexagonal => "hex",
    }
}

/// What stands above the rows of a map.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) tiling: Tiling,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Header {
    /// Reads the header up to and with the line `map`. Its size is one that a grid can have.
    pub(super) fn read<R: BufRead>(lines: &mut Lines<R>, types: Types) -> Result<Self, MapError> {
        let Some(line) = lines.next_filled_text()? else {
            return Err(lines.error(Problem::Empty { expected: "a map that begins with `type octile`" }));
        };
        let is_named =
            |tiling: &&Tiling| fields(line.bytes).eq([b"type", type_name(**tiling).as_bytes()] as [&[u8]; 2]);
        let Some(&tiling) = types.tilings().iter().find(is_named) else {
            return Err(line.unexpected(types.expected()));
        };
        let (width, height) = read_size(lines)?;
        let expected = "`map`";
        match lines.next_text()? {
            Some(line) if fields(line.bytes).eq(fields(b"map")) => Ok(Self { tiling, width, height }),
            Some(line) => Err(line.unexpected(expected)),
            None => Err(lines.error_at_end(Problem::Ends { expected })),
        }
    }
}

/// Reads `height` and `width`, whichever comes first. The size (width, height) is one that a grid can have.
fn read_size<R: BufRead>(lines: &mut Lines<R>) -> Result<(u32, u32), MapError> {
    let (mut width, mut height) = (None, None);
    loop {
        let expected = match height {
            Some(_) => "`width` and a number",
            None => "`height` and a number",
        };
        let Some(line) = lines.next_text()? else {
            return Err(lines.error_at_end(Problem::Ends { expected }));
        };
        let mut words = fields(line.bytes);
        let (side, number) = match (words.next(), words.next(), words.next()) {
            (Some(b"height"), Some(number), None) if height.is_none() => (&mut height, number),
            (Some(b"width"), Some(number), None) if width.is_none() => (&mut width, number),
            _ => return Err(line.unexpected(expected)),
        };
        *side = Some(whole_number(number, u32::MAX).map_err(|expected| line.unexpected(expected))?);
        if let (Some(width), Some(height)) = (width, height) {
            Grid::check_size(width, height).map_err(|error| line.error(Problem::Size(error)))?;
            return Ok((width, height));
        }
    }
}
