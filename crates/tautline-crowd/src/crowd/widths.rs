//! Where two agents of some size have room beside each other.

use tautline::geometry::{Cell, Rect};
use tautline::map::Map;

/// How wide it is on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// It is blocked.
    Wall,
    /// It is in no free square in which two agents fit beside each other.
    Narrow,
    /// It is in one.
    Wide,
}

/// How wide it is on each tile of a map, for agents of some size.
#[derive(Debug, PartialEq)]
pub(super) struct Widths {
    size: (u32, u32),
    /// How many tiles wide the squares are in which two agents fit.
    side: u32,
    /// Row by row.
    tiles: Vec<Width>,
}

impl Widths {
    pub(super) fn new(map: &Map, radius: f32) -> Self {
        let size = (map.width(), map.height());
        let tiles = vec![Width::Wall; size.0 as usize * size.1 as usize];
        let mut new = Self { size, side: ((4.0 * radius).ceil() as u32).max(1), tiles };
        new.update(map, Rect::new(0, 0, size.0, size.1));
        new
    }

    /// The width on a tile; outside of the map there are walls.
    pub(super) fn on(&self, cell: Cell) -> Width {
        let (width, height) = self.size;
        if Rect::new(0, 0, width, height).contains(cell) {
            self.tiles[cell.y as usize * width as usize + cell.x as usize]
        } else {
            Width::Wall
        }
    }

    /// Measures again after an edit, in which nothing has changed outside of a rectangle.
    pub(super) fn update(&mut self, map: &Map, changed: Rect) {
        let (width, height) = self.size;
        // The squares that reach the rectangle, and those that reach the tiles of these.
        let reach = self.side - 1;
        let affected = changed.grown(reach).clipped(width, height);
        let window = affected.grown(reach).clipped(width, height);
        let (columns, right) = (window.width as usize, window.x + window.width as i32);
        // Above, how many free tiles there are in each column from the present row up; and at the same time in each row of how many of the last
        // columns there are that many.
        let mut above = vec![0; columns];
        for cell in affected.cells() {
            let width = if map.is_free(cell) { Width::Narrow } else { Width::Wall };
            self.set(cell, width);
        }
        for y in window.y..window.y + window.height as i32 {
            let mut run = 0;
            for (above, x) in above.iter_mut().zip(window.x..right) {
                *above = if map.is_free((x, y)) { *above + 1 } else { 0 };
                run = if *above >= self.side { run + 1 } else { 0 };
                if run >= self.side {
                    // The square whose last tile this is.
                    let first = Cell::new(x - reach as i32, y - reach as i32);
                    let square = Rect::new(first.x, first.y, self.side, self.side);
                    self.widen(square, affected);
                }
            }
        }
    }

    /// Notes that a square is wide, as far as it lies in a rectangle.
    fn widen(&mut self, square: Rect, within: Rect) {
        let end = |first: i32, count: u32| first + count as i32;
        let left = square.x.max(within.x);
        let right = end(square.x, square.width).min(end(within.x, within.width)).max(left);
        for y in square.y.max(within.y)..end(square.y, square.height).min(end(within.y, within.height)) {
            let row = y as usize * self.size.0 as usize;
            self.tiles[row + left as usize..row + right as usize].fill(Width::Wide);
        }
    }

    fn set(&mut self, Cell { x, y }: Cell, width: Width) {
        self.tiles[y as usize * self.size.0 as usize + x as usize] = width;
    }
}

#[cfg(test)]
mod tests {
    use tautline::map::Tile;

    use super::*;
    use crate::random::Random;

    /// Square by square.
    fn expected(map: &Map, side: u32, cell: Cell) -> Width {
        if map.is_blocked(cell) {
            return Width::Wall;
        }
        let reach = side as i32 - 1;
        let begins = Rect::new(cell.x - reach, cell.y - reach, side, side);
        let is_free =
            |first: Cell| Rect::new(first.x, first.y, side, side).cells().all(|cell| map.is_free(cell));
        if begins.cells().any(is_free) { Width::Wide } else { Width::Narrow }
    }

    #[test]
    fn widths_are_those_of_brute_force_also_after_edits() {
        let mut random = Random::new(3);
        let mut counts = [0; 3];
        for round in 0..150 {
            let mut below = |count: u64| (random.next() % count) as i32;
            let (width, height) = (1 + below(24), 1 + below(24));
            let blocked = [2, 10, 30][round % 3];
            let radius = [0.1, 0.25, 0.4, 0.6, 1.0, 1.5][round % 6];
            let tile = |is_blocked| if is_blocked { Tile::Blocked } else { Tile::Free };
            let mut map =
                Map::from_fn(width as u32, height as u32, |_| tile(below(100) < blocked)).expect("a map");
            let mut widths = Widths::new(&map, radius);
            for _ in 0..10 {
                for cell in map.cells() {
                    let width = widths.on(cell);
                    assert_eq!(width, expected(&map, widths.side, cell), "{radius} {cell}\n{map}");
                    counts[width as usize] += 1;
                }
                let rect = Rect::new(below(width as u64), below(height as u64), 1 + below(3) as u32, 1);
                map.fill(rect, tile(below(2) == 0));
                widths.update(&map, rect);
            }
        }
        assert_eq!(Widths::new(&Map::open(3, 3).expect("a map"), 1e30).on(Cell::new(1, 1)), Width::Narrow);
        assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
    }
}
