use std::path::Path;

use crate::ascii::{Drawing, LONGEST_ROW, drawing_from_lines};
use crate::error::{MapError, Problem};
use crate::lines;
use crate::movingai::{Passable, map_from_lines};

/// Reads a map file in whichever format it is: a [MovingAI map](crate::movingai) if the first line with something
/// in it begins with `type`, otherwise a [drawing](crate::ascii), to which `passable` does not apply.
pub fn load(path: impl AsRef<Path>, passable: &Passable) -> Result<Drawing, MapError> {
    let mut lines = lines::open(path.as_ref())?;
    let Some(first) = lines.next_filled(LONGEST_ROW)? else {
        return Err(lines.error(Problem::Empty { expected: "a map" }));
    };
    let is_movingai = first.bytes.trim_ascii_start().starts_with(b"type");
    lines.hold();
    if is_movingai {
        let grid = map_from_lines(&mut lines, passable)?;
        Ok(Drawing { grid, start: None, goal: None })
    } else {
        drawing_from_lines(&mut lines)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tautline::geometry::Cell;
    use tautline::world::Grid;

    use super::*;

    #[test]
    fn the_format_is_seen_from_the_first_line_with_something_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map");
        let load_text = |text: &str| {
            fs::write(&path, text).unwrap();
            load(&path, &Passable::default())
        };
        let grid = Grid::from_rows(["..#"]).unwrap();
        let movingai = load_text("\n\ntype octile\nheight 1\nwidth 3\nmap\nGST\n").unwrap();
        assert_eq!(movingai, Drawing { grid: grid.clone(), start: None, goal: None });
        let drawing = load_text("\n\nGS#\n").unwrap();
        assert_eq!(drawing, Drawing { grid, start: Some(Cell::new(1, 0)), goal: Some(Cell::new(0, 0)) });

        let message = |text: &str| load_text(text).unwrap_err().to_string();
        let name = path.display();
        assert_eq!(message(""), format!("{name}: the file is empty, expected a map"));
        assert_eq!(message("typo\n"), format!("{name}:1:1: found 't', expected one of # . @ G S"));
        assert_eq!(message("type x\n"), format!("{name}:1: found \"type x\", expected `type octile`"));
        assert_eq!(message("\x1f\u{8b}"), format!("{name}:1:1: found byte 0x1F, expected one of # . @ G S"));
    }
}
