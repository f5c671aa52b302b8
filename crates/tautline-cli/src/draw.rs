//! Maps as characters.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use tautline::world::Grid;

use crate::run::Xy;

/// A map and what happened on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    /// The map.
    pub(crate) grid: &'a Grid,
    /// Where the path begins.
    pub(crate) start: Xy,
    /// Where it should lead.
    pub(crate) goal: Xy,
    /// The path, or its turning points.
    pub(crate) path: &'a [Xy],
    /// What the search expanded, in order.
    pub(crate) expanded: &'a [Xy],
    /// How far to the right of and below its coordinates a place lies.
    pub(crate) offset: f64,
}

/// What one character shows; where it stands for several cells, the last of these that any of them is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Free,
    Expanded,
    Wall,
    Path,
    Start,
    Goal,
}

impl Mark {
    fn character(self) -> char {
        match self {
            Self::Free => ' ',
            Self::Expanded => '░',
            Self::Wall => '█',
            Self::Path => '●',
            Self::Start => 'S',
            Self::Goal => 'G',
        }
    }

    fn style(self) -> Style {
        match self {
            Self::Free => Style::new(),
            Self::Expanded => AnsiColor::Blue.on_default(),
            Self::Wall => AnsiColor::BrightBlack.on_default(),
            Self::Path => AnsiColor::Magenta.on_default().bold(),
            Self::Start => AnsiColor::Green.on_default().bold(),
            Self::Goal => AnsiColor::Red.on_default().bold(),
        }
    }
}

/// Draws a scene so that it fits the width, and a legend below it.
pub(crate) fn draw(scene: &Scene<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let picture = Picture::of(scene, width);
    for row in picture.marks.chunks(picture.columns) {
        for run in row.chunk_by(|one, next| one == next) {
            let (style, character) = (run[0].style(), run[0].character());
            write!(out, "{style}{}{style:#}", character.to_string().repeat(run.len()))?;
        }
        writeln!(out)?;
    }
    let parts = [(Mark::Wall, "blocked"), (Mark::Expanded, "expanded"), (Mark::Path, "path")];
    let legend = parts.map(|(mark, name)| {
        let style = mark.style();
        format!("{style}{}{style:#} {name}", mark.character())
    });
    write!(out, "{}", legend.join("  "))?;
    if (picture.columns, picture.rows) == picture.map {
        writeln!(out)
    } else {
        let shown = |cells: usize, characters: usize| cells as f64 / characters as f64;
        let (wide, high) = (shown(picture.map.0, picture.columns), shown(picture.map.1, picture.rows));
        writeln!(out, "  (a character stands for {wide:.1} × {high:.1} cells)")
    }
}

/// One mark for each character.
struct Picture {
    /// The width and height of the map.
    map: (usize, usize),
    columns: usize,
    rows: usize,
    marks: Vec<Mark>,
}

impl Picture {
    fn of(scene: &Scene<'_>, width: usize) -> Self {
        let map = (scene.grid.width() as usize, scene.grid.height() as usize);
        let (columns, rows) = if map.0 <= width {
            map
        } else {
            // As wide as it may be; a character is about twice as high as it is wide.
            let columns = width.max(1);
            (columns, (map.1 * columns).div_ceil(2 * map.0))
        };
        let mut picture = Self { map, columns, rows, marks: vec![Mark::Free; columns * rows] };
        for &place in scene.expanded {
            picture.raise(place, Mark::Expanded);
        }
        picture.draw_walls(scene.grid);
        for pair in scene.path.windows(2) {
            picture.draw_line(pair[0], pair[1], scene.offset);
        }
        picture.raise(scene.start, Mark::Start);
        picture.raise(scene.goal, Mark::Goal);
        picture
    }

    /// The number of the character that shows a place, if it is on the map.
    fn index(&self, (x, y): Xy) -> Option<usize> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.map.0 && y < self.map.1)
            .then(|| (y * self.rows / self.map.1) * self.columns + x * self.columns / self.map.0)
    }

    fn raise(&mut self, place: Xy, mark: Mark) {
        if let Some(index) = self.index(place)
            && let Some(old) = self.marks.get_mut(index)
        {
            *old = mark.max(*old);
        }
    }

    /// A character shows a wall where at least three quarters of its cells are blocked, so that corridors stay visible.
    fn draw_walls(&mut self, grid: &Grid) {
        let mut balance = vec![0i32; self.marks.len()];
        for cell in grid.cells() {
            if let Some(index) = self.index(cell.into()) {
                balance[index] += if grid.is_blocked(cell) { 1 } else { -3 };
            }
        }
        for (mark, _) in self.marks.iter_mut().zip(balance).filter(|&(_, balance)| balance >= 0) {
            *mark = Mark::Wall;
        }
    }

    fn draw_line(&mut self, from: Xy, to: Xy, offset: f64) {
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
        for step in 0..=steps {
            let part = f64::from(step) / f64::from(steps.max(1));
            let between = |a: i32, b: i32| {
                (f64::from(a) + part * (f64::from(b) - f64::from(a)) + offset).floor() as i32
            };
            self.raise((between(from.0, to.0), between(from.1, to.1)), Mark::Path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(scene: &Scene<'_>, width: usize) -> String {
        let mut out = Vec::new();
        draw(scene, width, &mut out).unwrap();
        anstream::adapter::strip_str(&String::from_utf8(out).unwrap()).to_string()
    }

    #[test]
    fn every_cell_has_its_character() {
        let grid = Grid::from_rows(["....", ".##.", "...."]).unwrap();
        let path = [(0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (3, 1)];
        let scene = Scene {
            grid: &grid,
            start: (0, 1),
            goal: (3, 1),
            path: &path,
            expanded: &[(0, 2), (0, 1)],
            offset: 0.5,
        };
        assert_eq!(drawn(&scene, 80), "●●●●\nS██G\n░   \n█ blocked  ░ expanded  ● path\n");
    }

    #[test]
    fn a_wide_map_is_drawn_in_blocks() {
        let grid = Grid::from_fn(100, 40, |cell| {
            if cell.x < 50 { tautline::world::Tile::Blocked } else { tautline::world::Tile::Free }
        });
        let grid = grid.unwrap();
        let path = [(60, 0), (99, 39)];
        let scene =
            Scene { grid: &grid, start: path[0], goal: path[1], path: &path, expanded: &[], offset: 0.5 };
        let text = drawn(&scene, 10);
        let rows: Vec<_> = text.lines().collect();
        assert_eq!(
            rows,
            [
                "█████ S●  ",
                "█████   ●G",
                "█ blocked  ░ expanded  ● path  (a character stands for 10.0 × 20.0 cells)"
            ]
        );
    }

    #[test]
    fn places_outside_the_map_are_not_drawn() {
        let grid = Grid::open(2, 2).unwrap();
        let scene =
            Scene { grid: &grid, start: (-1, 0), goal: (5, 9), path: &[], expanded: &[(0, 7)], offset: 0.5 };
        assert!(drawn(&scene, 80).starts_with("  \n  \n"));
    }
}
