use std::io::BufRead;
use std::path::Path;

use tautline::map::{Kinds, Tiling};

use super::header::{Header, Types};
use super::map::each_row;
use crate::error::{MapError, Problem};
use crate::lines::{self, Lines};
use crate::rows::{Alphabet, Meaning};

/// Every character that a row can hold is a kind.
static ANY: Alphabet = {
    let mut table = [Meaning::Unknown; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        table[byte as usize] = Meaning::Free;
        byte += 1;
    }
    table
};

/// Reads a map as what kind of terrain each cell is: the character that stands for it in the file, whichever printable
/// one it is. `name` is what error messages call the map. The map is one of squares or of hexagons.
///
/// ```
/// use tautline::map::Map;
/// use tautline_maps::movingai::{UnitCosts, parse_kinds};
///
/// let file = "type octile\nheight 1\nwidth 4\nmap\n.SW@\n";
/// let (kinds, _) = parse_kinds(file.as_bytes(), "shore.map")?;
/// let tank: UnitCosts = ".=1,S=3".parse()?;
/// let boat: UnitCosts = "W=1".parse()?;
/// assert_eq!(Map::for_unit(&kinds, tank.costs())?.cost((1, 0)), 3);
/// assert_eq!(Map::for_unit(&kinds, boat.costs())?.free_cells(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_kinds(reader: impl BufRead, name: &str) -> Result<(Kinds, Tiling), MapError> {
    kinds_from_lines(&mut Lines::new(reader, name))
}

/// Reads a map file as kinds of terrain; see [`parse_kinds`].
pub fn read_kinds(path: impl AsRef<Path>) -> Result<(Kinds, Tiling), MapError> {
    kinds_from_lines(&mut lines::open(path.as_ref())?)
}

pub(crate) fn kinds_from_lines<R: BufRead>(lines: &mut Lines<R>) -> Result<(Kinds, Tiling), MapError> {
    let header = Header::read(lines, Types::OctileOrHex)?;
    let mut cells = Vec::new();
    each_row(lines, &header, &ANY, |_, row| {
        cells.extend_from_slice(row);
        Ok(())
    })?;
    let kinds = Kinds::new(header.width, header.height, cells);
    Ok((kinds.map_err(|error| lines.error(Problem::Size(error)))?, header.tiling))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_kept() {
        let file = b"type hex\nheight 2\nwidth 3\nmap\n.W~\n!T1\n";
        let (kinds, tiling) = parse_kinds(&file[..], "a.map").unwrap();
        assert_eq!(kinds, Kinds::new(3, 2, b".W~!T1".to_vec()).unwrap());
        assert_eq!(tiling, Tiling::Hexagonal);
    }

    #[test]
    fn what_is_no_row_is_refused() {
        let message = |rows: &str| {
            let file = format!("type octile\nheight 2\nwidth 3\nmap\n{rows}");
            parse_kinds(file.as_bytes(), "a.map").unwrap_err().to_string()
        };
        assert_eq!(message("...\n. .\n"), "a.map:6:2: found a blank, expected a printable ASCII character");
        assert_eq!(message("..\n"), "a.map:5: row 1 has 2 cells, expected 3 (the header says width 3)");
        let missing = "the file ends before row 2, expected 2 rows (the header says height 2)";
        assert_eq!(message("...\n"), format!("a.map:6: {missing}"));
    }
}
