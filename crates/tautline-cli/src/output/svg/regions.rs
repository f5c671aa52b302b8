//! Cells of one colour as a single outline of few rectangles, instead of an element for each cell.

use std::fmt::Write;

/// A rectangle of cells of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    class: u8,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

/// An SVG outline for each class from 1 to `classes` of a map whose cells are given row by row; cells of class 0 are
/// in none of them.
///
/// Neighbours in a row are one rectangle, and rectangles that lie below each other and are equally wide are one.
pub(super) fn outlines(cells: &[u8], width: usize, classes: usize) -> Vec<String> {
    let mut pens = vec![Pen::default(); classes];
    let mut open: Vec<Block> = Vec::new();
    for (y, row) in cells.chunks(width).enumerate() {
        let mut blocks = runs(row, y);
        let mut above = open.iter().peekable();
        for block in &mut blocks {
            while let Some(done) = above.next_if(|above| above.x < block.x) {
                pens[usize::from(done.class) - 1].draw(done);
            }
            if let Some(above) = above.next_if(|above| continues(above, block)) {
                (block.y, block.height) = (above.y, above.height + 1);
            }
        }
        above.for_each(|done| pens[usize::from(done.class) - 1].draw(done));
        open = blocks;
    }
    for done in &open {
        pens[usize::from(done.class) - 1].draw(done);
    }
    pens.into_iter().map(|pen| pen.outline).collect()
}

/// The runs of equal cells in a row.
fn runs(row: &[u8], y: usize) -> Vec<Block> {
    let mut x = 0;
    let mut blocks = Vec::new();
    for run in row.chunk_by(|one, next| one == next) {
        if run[0] > 0 {
            blocks.push(Block { class: run[0], x, y, width: run.len(), height: 1 });
        }
        x += run.len();
    }
    blocks
}

fn continues(above: &Block, block: &Block) -> bool {
    (above.class, above.x, above.width) == (block.class, block.x, block.width)
}

/// Draws rectangles by relative moves, which are short.
#[derive(Clone, Default)]
struct Pen {
    outline: String,
    x: isize,
    y: isize,
}

impl Pen {
    fn draw(&mut self, &Block { x, y, width, height, .. }: &Block) {
        let (dx, dy) = (x as isize - self.x, y as isize - self.y);
        let gap = if dy < 0 { "" } else { " " };
        // Writing to a string cannot fail. A filled outline closes itself.
        let _ = write!(self.outline, "m{dx}{gap}{dy}h{width}v{height}h-{width}");
        (self.x, self.y) = (x as isize, (y + height) as isize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_class_are_one_rectangle() {
        let cells = [1, 1, 0, 2, 1, 1, 0, 2, 0, 0, 0, 2];
        assert_eq!(outlines(&cells, 4, 3), ["m0 0h2v2h-2", "m3 0h1v3h-1", ""]);
        assert_eq!(outlines(&[1, 0, 1, 1, 1, 1], 3, 1), ["m0 0h1v1h-1m2-1h1v1h-1m-2 0h3v1h-3"]);
    }

    /// Fills what an outline encloses.
    fn fill(outline: &str, cells: &mut [u8], width: usize, class: u8) {
        let (mut x, mut y) = (0, 0);
        for rectangle in outline.split('m').skip(1) {
            let (corner, sides) = rectangle.split_once('h').unwrap();
            let gap = corner.rfind([' ', '-']).filter(|&gap| gap > 0).unwrap();
            x += corner[..gap].parse::<i32>().unwrap();
            y += corner[gap..].trim().parse::<i32>().unwrap();
            let (across, rest) = sides.split_once('v').unwrap();
            let down = rest.split_once('h').unwrap().0;
            for _ in 0..down.parse::<i32>().unwrap() {
                for column in x..x + across.parse::<i32>().unwrap() {
                    let cell = &mut cells[y as usize * width + column as usize];
                    assert_eq!(std::mem::replace(cell, class), 0, "no cell is drawn twice");
                }
                y += 1;
            }
        }
    }

    #[test]
    fn outlines_cover_exactly_their_cells() {
        let mut state = 1u32;
        for width in 1..40 {
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 16) as u8 % 4
            };
            let cells: Vec<u8> = (0..width * 17).map(|_| random()).collect();
            let mut filled = vec![0; cells.len()];
            for (index, outline) in outlines(&cells, width, 3).iter().enumerate() {
                fill(outline, &mut filled, width, index as u8 + 1);
            }
            assert_eq!(filled, cells);
        }
    }
}
