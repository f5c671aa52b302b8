//! Links as text: teleports, doors in one direction, ladders.
//!
//! A link is written `FROM:TO:COST`, such as `3,4:10,2:5`: from the cell (3, 4) to (10, 2) for as much as five steps. With
//! `:both` behind it, it leads back as well. A file has one a line; what follows a `#` is a remark.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::str::FromStr;

use tautline::geometry::Cell;
use tautline::world::{Grid, Link, LinkError, Links};

use crate::error::{MapError, Problem};
use crate::fields::whole_number;
use crate::lines::{self, Lines};

/// A link as it is written.
///
/// ```
/// use tautline_maps::links::LinkSpec;
///
/// let ladder: LinkSpec = "3,4:10,2:5:both".parse()?;
/// assert_eq!((ladder.link.to, ladder.is_both_ways), ((10, 2).into(), true));
/// assert_eq!(ladder.to_string(), "3,4:10,2:5:both");
/// # Ok::<(), tautline_maps::links::LinkSpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkSpec {
    /// From where to where, and what it costs.
    pub link: Link,
    /// Whether it leads back, too.
    pub is_both_ways: bool,
}

/// What a link should look like, for error messages.
const EXPECTED: &str = "FROM:TO:COST such as 3,4:10,2:5, and :both behind it if it leads back";

/// What is no link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {0:?}, expected {expected}", expected = EXPECTED)]
pub struct LinkSpecError(pub String);

impl LinkSpec {
    /// Adds it to the links of a map.
    pub fn add_to(self, links: &mut Links, grid: &Grid) -> Result<(), LinkError> {
        if self.is_both_ways { links.add_both_ways(grid, self.link) } else { links.add(grid, self.link) }
    }
}

impl FromStr for LinkSpec {
    type Err = LinkSpecError;

    fn from_str(text: &str) -> Result<Self, LinkSpecError> {
        let parse = || {
            let mut parts = text.split(':').map(str::trim);
            let (from, to) = (cell(parts.next()?)?, cell(parts.next()?)?);
            let cost = number(parts.next()?, u32::MAX)?;
            let is_both_ways = match parts.next() {
                None => false,
                Some("both") => true,
                Some(_) => return None,
            };
            parts.next().is_none().then_some(Self { link: Link { from, to, cost }, is_both_ways })
        };
        parse().ok_or_else(|| LinkSpecError(text.to_owned()))
    }
}

fn cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    let coordinate = |text: &str| Some(number(text.trim(), i32::MAX as u32)? as i32);
    Some(Cell::new(coordinate(x)?, coordinate(y)?))
}

fn number(text: &str, largest: u32) -> Option<u32> {
    whole_number(text.as_bytes(), largest).ok()
}

impl fmt::Display for LinkSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { link: Link { from, to, cost }, is_both_ways } = self;
        let both = if *is_both_ways { ":both" } else { "" };
        write!(f, "{},{}:{},{}:{cost}{both}", from.x, from.y, to.x, to.y)
    }
}

/// Reads links for a map. `name` is what error messages call the file.
///
/// ```
/// use tautline::world::Grid;
/// use tautline_maps::links::parse_links;
///
/// let grid = Grid::open(9, 9)?;
/// let links = parse_links("# the lift\n0,0:8,8:3:both\n".as_bytes(), "links.txt", &grid)?;
/// assert_eq!(links.all().len(), 2);
/// let error = parse_links("0,0:9,9:3\n".as_bytes(), "links.txt", &grid).unwrap_err();
/// assert_eq!(error.to_string(), "links.txt:1: a link from (0, 0) to (9, 9): (9, 9) is outside the map");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_links(reader: impl BufRead, name: &str, grid: &Grid) -> Result<Links, MapError> {
    links_from_lines(&mut Lines::new(reader, name), grid)
}

/// Reads a file of links for a map; see [`parse_links`].
pub fn read_links(path: impl AsRef<Path>, grid: &Grid) -> Result<Links, MapError> {
    links_from_lines(&mut lines::open(path.as_ref())?, grid)
}

fn links_from_lines<R: BufRead>(lines: &mut Lines<R>, grid: &Grid) -> Result<Links, MapError> {
    let mut links = Links::new();
    while let Some(line) = lines.next_text()? {
        let text = line.bytes.split(|&byte| byte == b'#').next().unwrap_or_default().trim_ascii();
        if text.is_empty() {
            continue;
        }
        let spec: Option<LinkSpec> = str::from_utf8(text).ok().and_then(|text| text.parse().ok());
        let spec = spec.ok_or_else(|| line.unexpected(EXPECTED))?;
        spec.add_to(&mut links, grid).map_err(|error| line.error(Problem::Link(error)))?;
    }
    Ok(links)
}

/// Writes links, each in its own direction.
pub fn write_links(links: &Links, mut out: impl Write) -> io::Result<()> {
    links.all().iter().try_for_each(|&link| writeln!(out, "{}", LinkSpec { link, is_both_ways: false }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_link_is_refused() {
        for wrong in [
            "",
            "1,2",
            "1,2:3,4",
            "1,2:3,4:x",
            "1,2:3,4:5:back",
            "1,2:3,4:5:both:",
            "-1,2:3,4:5",
            "1:2:3",
            "1,2:3,4:-5",
        ] {
            assert_eq!(wrong.parse::<LinkSpec>(), Err(LinkSpecError(wrong.to_owned())));
        }
        let spec: LinkSpec = " 1, 2 : 3,4 : 5 ".parse().unwrap();
        assert_eq!(spec.to_string(), "1,2:3,4:5");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let grid = Grid::open(5, 5).unwrap();
        let file = "0,0:4,4:1:both # a pair\r\n\n  # nothing\n1,1:2,3:0\n";
        let links = parse_links(file.as_bytes(), "a", &grid).unwrap();
        assert_eq!(links.all().len(), 3);
        let mut written = Vec::new();
        write_links(&links, &mut written).unwrap();
        assert_eq!(String::from_utf8(written.clone()).unwrap(), "0,0:4,4:1\n1,1:2,3:0\n4,4:0,0:1\n");
        assert_eq!(parse_links(&written[..], "b", &grid).unwrap().all(), links.all());
    }

    #[test]
    fn errors_name_the_line() {
        let grid = Grid::from_rows([".#"]).unwrap();
        let message = |text: &str| parse_links(text.as_bytes(), "a", &grid).unwrap_err().to_string();
        assert_eq!(message("\n0,0:1,0:1\n"), "a:2: a link from (0, 0) to (1, 0): (1, 0) is blocked");
        assert_eq!(message("0,0:0,0:1\n"), "a:1: a link from (0, 0) to itself leads nowhere");
        assert!(message("0,0 1,0 1\n").starts_with("a:1: found \"0,0 1,0 1\", expected FROM:TO:COST"));
    }
}
