//! Links as text: teleports, doors in one direction, ladders.
//!
//! A link is written `FROM:TO:COST`, such as `3,4:10,2:5`: from the cell (3, 4) to (10, 2) for as much as five steps. With
//! `:both` behind it, it leads back as well. A file has one a line; what follows a `#` is a remark.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::str::FromStr;

use tautline::geometry::Cell;
use tautline::map::{Link, LinkError, Links, Map};

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
    /// Adds it to a map.
    pub fn add_to(self, map: &mut Map) -> Result<(), LinkError> {
        if self.is_both_ways { map.add_link_both_ways(self.link) } else { map.add_link(self.link) }
    }

    /// The link, and behind it the one that leads back, if it does.
    pub fn links(self) -> impl Iterator<Item = Link> {
        let Link { from, to, cost } = self.link;
        let back = self.is_both_ways.then_some(Link { from: to, to: from, cost });
        std::iter::once(self.link).chain(back)
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

/// Reads links for a map; [`Map::with_links`] adds them to it. `name` is what error messages call the file.
///
/// A link that cannot be added to the map, together with its own links and those of the lines above, is an error.
///
/// ```
/// use tautline::map::Map;
/// use tautline_maps::links::parse_links;
///
/// let map = Map::open(9, 9)?;
/// let links = parse_links("# the lift\n0,0:8,8:3:both\n".as_bytes(), "links.txt", &map)?;
/// assert_eq!(links.len(), 2);
/// let error = parse_links("0,0:9,9:3\n".as_bytes(), "links.txt", &map).unwrap_err();
/// assert_eq!(error.to_string(), "links.txt:1: a link from (0, 0) to (9, 9): (9, 9) is outside the map");
/// let map = map.with_links(links)?;
/// # assert!(!map.is_plain());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_links(reader: impl BufRead, name: &str, map: &Map) -> Result<Vec<Link>, MapError> {
    links_from_lines(&mut Lines::new(reader, name), map)
}

/// Reads a file of links for a map; see [`parse_links`].
pub fn read_links(path: impl AsRef<Path>, map: &Map) -> Result<Vec<Link>, MapError> {
    links_from_lines(&mut lines::open(path.as_ref())?, map)
}

fn links_from_lines<R: BufRead>(lines: &mut Lines<R>, map: &Map) -> Result<Vec<Link>, MapError> {
    let mut links = Vec::new();
    // Whether a map can have a link depends on those before.
    let mut map = map.clone();
    while let Some(line) = lines.next_text()? {
        let text = line.bytes.split(|&byte| byte == b'#').next().unwrap_or_default().trim_ascii();
        if text.is_empty() {
            continue;
        }
        let spec: Option<LinkSpec> = str::from_utf8(text).ok().and_then(|text| text.parse().ok());
        let spec = spec.ok_or_else(|| line.unexpected(EXPECTED))?;
        spec.add_to(&mut map).map_err(|error| line.error(Problem::Link(error)))?;
        links.extend(spec.links());
    }
    Ok(links)
}

/// Writes the links of a map, each in its own direction, in the order of their beginnings, row by row.
pub fn write_links(map: &Map, mut out: impl Write) -> io::Result<()> {
    let mut links = map.links().into_iter().flat_map(Links::all);
    links.try_for_each(|&link| writeln!(out, "{}", LinkSpec { link, is_both_ways: false }))
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
        let map = Map::open(5, 5).unwrap();
        let file = "0,0:4,4:1:both # a pair\r\n\n  # nothing\n1,1:2,3:0\n";
        let links = parse_links(file.as_bytes(), "a", &map).unwrap();
        assert_eq!(
            links,
            [Link::new((0, 0), (4, 4), 1), Link::new((4, 4), (0, 0), 1), Link::new((1, 1), (2, 3), 0)]
        );
        let linked = map.clone().with_links(links).unwrap();
        let mut written = Vec::new();
        write_links(&linked, &mut written).unwrap();
        assert_eq!(String::from_utf8(written.clone()).unwrap(), "0,0:4,4:1\n1,1:2,3:0\n4,4:0,0:1\n");
        let again = parse_links(&written[..], "b", &map).unwrap();
        assert_eq!(again, linked.links().unwrap().all());
        let mut none = Vec::new();
        write_links(&map, &mut none).unwrap();
        assert!(none.is_empty());
    }

    #[test]
    fn errors_name_the_line() {
        let map = Map::from_rows([".#"]).unwrap();
        let message = |text: &str| parse_links(text.as_bytes(), "a", &map).unwrap_err().to_string();
        assert_eq!(message("\n0,0:1,0:1\n"), "a:2: a link from (0, 0) to (1, 0): (1, 0) is blocked");
        assert_eq!(message("0,0:0,0:1\n"), "a:1: a link from (0, 0) to itself leads nowhere");
        assert!(message("0,0 1,0 1\n").starts_with("a:1: found \"0,0 1,0 1\", expected FROM:TO:COST"));
    }

    #[test]
    fn links_of_the_map_and_of_the_lines_above_count() {
        let map = Map::open(2, 2).unwrap().with_links([Link::new((0, 0), (1, 1), 1)]).unwrap();
        let most = Links::MOST_TO_ONE_CELL - 1;
        let file = |count: usize| "0,0:1,1:2\n".repeat(count);
        assert_eq!(parse_links(file(most).as_bytes(), "a", &map).unwrap().len(), most);
        let error = parse_links(file(most + 1).as_bytes(), "a", &map).unwrap_err();
        let expected = "a:24: (1, 1) has 24 links that end there, and cannot have more";
        assert_eq!(error.to_string(), expected);
        // The way back of a pair is refused, too, and then neither of them was added.
        let error = parse_links(format!("{}1,1:0,0:2:both\n", file(most)).as_bytes(), "a", &map).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(map.links().unwrap().all().len(), 1, "the map is as it was");
    }
}
