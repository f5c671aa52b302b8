use std::io::{self, BufRead, Write};
use std::path::Path;

use tautline::map::{GridBuilder, GridError, Map};

use super::Passable;
use super::header::{Header, Types, type_name};
use crate::error::{MapError, Problem};
use crate::lines::{self, Lines};
use crate::rows::{Alphabet, RowRule, write_rows};

/// Reads a map. `name` is what error messages call it.
///
/// The header is `type octile`, `height` and `width` in either order, `map`; then comes one line for each row.
/// Line ends may be LF or CRLF, and blanks at the end of a line and blank lines at the end of the file are
/// overlooked. The map is never in memory as text.
///
/// ```
/// use tautline_maps::movingai::{Passable, parse_map};
///
/// let file = "type octile\nheight 1\nwidth 4\nmap\n.SW@\n";
/// assert_eq!(parse_map(file.as_bytes(), "pond.map", &Passable::default())?.free_cells(), 2);
/// assert_eq!(parse_map(file.as_bytes(), "pond.map", &".SW".parse().unwrap())?.free_cells(), 3);
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_map(reader: impl BufRead, name: &str, passable: &Passable) -> Result<Map, MapError> {
    map_from_lines(&mut Lines::new(reader, name), passable, Types::Octile)
}

/// Reads a map file; see [`parse_map`].
pub fn read_map(path: impl AsRef<Path>, passable: &Passable) -> Result<Map, MapError> {
    map_from_lines(&mut lines::open(path.as_ref())?, passable, Types::Octile)
}

/// Reads a map of squares, as [`parse_map`] does, or one of hexagons: then its header begins with `type hex`, and its odd
/// rows (the first row is row 0) are shifted half a tile to the right.
///
/// ```
/// use tautline::map::Tiling;
/// use tautline_maps::movingai::{Passable, parse_any_map};
///
/// let file = "type hex\nheight 2\nwidth 2\nmap\n.@\n..\n";
/// let map = parse_any_map(file.as_bytes(), "comb.map", &Passable::default())?;
/// assert_eq!(map.tiling(), Tiling::Hexagonal);
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_any_map(reader: impl BufRead, name: &str, passable: &Passable) -> Result<Map, MapError> {
    map_from_lines(&mut Lines::new(reader, name), passable, Types::OctileOrHex)
}

/// Reads a map file of squares or hexagons; see [`parse_any_map`].
pub fn read_any_map(path: impl AsRef<Path>, passable: &Passable) -> Result<Map, MapError> {
    map_from_lines(&mut lines::open(path.as_ref())?, passable, Types::OctileOrHex)
}

/// Writes a map of squares or hexagons: `.` for free cells, `@` for blocked ones.
///
/// ```
/// use tautline::map::{Map, Tiling};
/// use tautline_maps::movingai::write_map;
///
/// let map = Map::from_rows([".#", ".."])?;
/// let mut file = Vec::new();
/// write_map(&map, &mut file)?;
/// assert_eq!(file, b"type octile\nheight 2\nwidth 2\nmap\n.@\n..\n");
///
/// let mut file = Vec::new();
/// write_map(&map.with_tiling(Tiling::Hexagonal), &mut file)?;
/// assert_eq!(file, b"type hex\nheight 2\nwidth 2\nmap\n.@\n..\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_map(map: &Map, mut out: impl Write) -> io::Result<()> {
    let kind = type_name(map.tiling());
    write!(out, "type {kind}\nheight {}\nwidth {}\nmap\n", map.height(), map.width())?;
    write_rows(map, out, |cell| if map.is_free(cell) { b'.' } else { b'@' })
}

pub(crate) fn map_from_lines<R: BufRead>(
    lines: &mut Lines<R>,
    passable: &Passable,
    types: Types,
) -> Result<Map, MapError> {
    let header = Header::read(lines, types)?;
    let mut builder = GridBuilder::new(header.width).map_err(|error| lines.error(Problem::Size(error)))?;
    each_row(lines, &header, passable.alphabet(), |rule, row| builder.push_row(rule.cells(row)))?;
    let grid = builder.finish().map_err(|error| lines.error(Problem::Size(error)))?;
    Ok(Map::from(grid).with_tiling(header.tiling))
}

/// Reads the rows and whatever follows them, and hands on every row that is as it should be.
pub(super) fn each_row<R: BufRead>(
    lines: &mut Lines<R>,
    header: &Header,
    alphabet: &Alphabet,
    mut use_row: impl FnMut(&RowRule<'_>, &[u8]) -> Result<(), GridError>,
) -> Result<(), MapError> {
    let &Header { width, height, .. } = header;
    let rule = RowRule { alphabet, width, authority: "the header says width" };
    for row in 1..=height {
        let Some(line) = lines.next(width as usize)? else {
            return Err(lines.error_at_end(Problem::RowMissing { row, expected: height }));
        };
        rule.check(&line, row)?;
        use_row(&rule, line.bytes).map_err(|error| line.error(Problem::Size(error)))?;
    }
    lines.expect_end("nothing after the last row")
}

#[cfg(test)]
mod tests {
    use tautline::map::Tiling;

    use super::*;

    fn parse(file: &str) -> Result<Map, MapError> {
        parse_map(file.as_bytes(), "a.map", &Passable::default())
    }

    fn message(file: &[u8]) -> String {
        parse_map(file, "a.map", &Passable::default()).unwrap_err().to_string()
    }

    #[test]
    fn both_orders_of_the_sides_both_line_ends_and_trailing_blanks_are_read() {
        let map = Map::from_rows(["..#", ".#."]).unwrap();
        for file in [
            "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n",
            "type octile\nwidth 3\nheight 2\nmap\nGSO\n.W.",
            "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\n.T.\r\n\r\n",
            "\n\ntype\toctile \nheight  2\nwidth\t3 \nmap \n..@    \t  \n.T. \n  \n\n",
        ] {
            assert_eq!(parse(file).unwrap(), map, "{file:?}");
        }
    }

    #[test]
    fn every_flaw_of_the_header_is_named() {
        let cases: [(&[u8], &str); 13] = [
            (b"", "a.map: the file is empty, expected a map that begins with `type octile`"),
            (b" \n\n", "a.map: the file is empty, expected a map that begins with `type octile`"),
            (b"typo octile\n", "a.map:1: found \"typo octile\", expected `type octile`"),
            (b"type octile\nhight 2\n", "a.map:2: found \"hight 2\", expected `height` and a number"),
            (b"type octile\nheight\n", "a.map:2: found \"height\", expected `height` and a number"),
            (b"type octile\nheight two\n", "a.map:2: found \"height two\", expected a whole number"),
            (
                b"type octile\nheight 2\nheight 3\n",
                "a.map:3: found \"height 3\", expected `width` and a number",
            ),
            (b"type octile\nwidth 2\n", "a.map:3: the file ends here, expected `height` and a number"),
            (b"type octile\nheight 2\nwidth 3\n", "a.map:4: the file ends here, expected `map`"),
            (b"type octile\nheight 2\nwidth 3\n...\n", "a.map:4: found \"...\", expected `map`"),
            (b"type octile\nheight 0\nwidth 3\nmap\n", "a.map:3: a map needs at least one cell, not 3 × 0"),
            (b"type octile\nheight \xff\n", "a.map:2: found \"height \\xff\", expected a whole number"),
            (
                b"type octile\nheight 4294967296\n",
                "a.map:2: found \"height 4294967296\", expected a number of at most 4294967295",
            ),
        ];
        for (file, expected) in cases {
            assert_eq!(message(file), expected);
        }
    }

    #[test]
    fn a_size_that_no_grid_can_have_is_refused_before_the_rows() {
        const HUGE: u32 = 4_000_000_000;
        for (height, width) in [(HUGE, 4), (4, HUGE), (HUGE, HUGE)] {
            let file = format!("type octile\nheight {height}\nwidth {width}\nmap\n");
            let message = message(file.as_bytes());
            assert!(message.starts_with(&format!("a.map:3: a map of {width} × {height} cells is too large")));
        }
    }

    #[test]
    fn every_flaw_of_the_rows_is_named() {
        let rows = |rows: &str| message(format!("type octile\nheight 2\nwidth 3\nmap\n{rows}").as_bytes());
        let missing = "the file ends before row 2, expected 2 rows (the header says height 2)";
        assert_eq!(rows("...\n"), format!("a.map:6: {missing}"));
        assert_eq!(rows("...\n.."), "a.map:6: row 2 has 2 cells, expected 3 (the header says width 3)");
        assert_eq!(rows("...\n\n"), "a.map:6: row 2 has 0 cells, expected 3 (the header says width 3)");
        assert_eq!(
            rows("...@\n"),
            "a.map:5:4: row 1 goes on with '@', expected 3 cells (the header says width 3)"
        );
        assert_eq!(rows(".x.\n"), "a.map:5:2: found 'x', expected one of . @ G O S T W");
        assert_eq!(rows(".\0.\n"), "a.map:5:2: found byte 0x00, expected one of . @ G O S T W");
        assert_eq!(rows("..é\n"), "a.map:5:3: found byte 0xC3, expected one of . @ G O S T W");
        assert_eq!(rows("...\n...\n\n...\n"), "a.map:8: found \"...\", expected nothing after the last row");
    }

    #[test]
    fn what_is_passable_decides_what_is_free_and_what_is_known() {
        let file = "type octile\nheight 1\nwidth 4\nmap\n.Wx@\n";
        let map = parse_map(file.as_bytes(), "a.map", &".Wx".parse().unwrap()).unwrap();
        assert_eq!(map, Map::from_rows(["...#"]).unwrap());
        let map = parse_map(file.as_bytes(), "a.map", &"x@".parse().unwrap()).unwrap();
        assert_eq!(map, Map::from_rows(["##.."]).unwrap());
    }

    #[test]
    fn hexagons_are_read_where_they_are_asked_for() {
        let file = b"type hex\nheight 2\nwidth 3\nmap\n..@\n.T.\n";
        let map = parse_any_map(&file[..], "a.map", &Passable::default()).unwrap();
        let expected = Map::from_rows(["..#", ".#."]).unwrap().with_tiling(Tiling::Hexagonal);
        assert_eq!(map, expected);
        assert_eq!(message(file), "a.map:1: found \"type hex\", expected `type octile`");
        let error = parse_any_map(&b"type tile\n"[..], "a.map", &Passable::default()).unwrap_err();
        assert_eq!(error.to_string(), "a.map:1: found \"type tile\", expected `type octile` or `type hex`");
    }

    #[test]
    fn a_path_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = read_map(folder.path(), &Passable::default()).unwrap_err();
        assert!(matches!(error.problem, Problem::Directory));
        let missing = folder.path().join("missing.map");
        let error = read_map(&missing, &Passable::default()).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{}: cannot be read: ", missing.display())));
    }
}
