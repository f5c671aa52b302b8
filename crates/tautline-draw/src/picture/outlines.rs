use std::fmt::Write;

use super::form::Form;
use super::layers::Layer;
use super::regions::{Block, blocks};

/// An SVG outline for each class of a layer, in the units of the form.
pub(super) fn outlines(layer: &Layer, form: Form) -> Vec<String> {
    let mut pens = vec![Pen::default(); layer.paints.len()];
    blocks(&layer.classes, layer.width, form.merging(), |block| {
        pens[usize::from(block.class) - 1].draw(block, form);
    });
    pens.into_iter().map(|pen| pen.outline).collect()
}

/// Draws by relative moves, which are short. A filled outline closes itself.
#[derive(Clone, Default)]
struct Pen {
    outline: String,
    x: i64,
    y: i64,
}

// Writing to a string cannot fail.
impl Pen {
    fn draw(&mut self, block: &Block, form: Form) {
        if form == Form::Hexagon {
            (block.x..block.x + block.width).for_each(|x| self.draw_hexagon(x, block.y));
        } else {
            let [x, y, width, height] = form.rectangle(block);
            self.go_to(x, y);
            let _ = write!(self.outline, "h{width}v{height}h-{width}");
            self.y += height;
        }
    }

    fn draw_hexagon(&mut self, x: u32, y: u32) {
        let [tip, .., last] = Form::hexagon(x, y);
        self.go_to(tip.0, tip.1);
        self.outline.push_str("l19 19v38l-19 19-19-19v-38");
        (self.x, self.y) = last;
    }

    fn go_to(&mut self, x: i64, y: i64) {
        let (dx, dy) = (x - self.x, y - self.y);
        let gap = if dy < 0 { "" } else { " " };
        let _ = write!(self.outline, "m{dx}{gap}{dy}");
        (self.x, self.y) = (x, y);
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::WALL;
    use super::*;

    fn drawn(cells: &[u8], width: usize, classes: usize, form: Form) -> Vec<String> {
        outlines(&Layer { classes: cells.to_vec(), width, paints: vec![WALL.into(); classes] }, form)
    }

    #[test]
    fn neighbours_of_one_class_are_one_rectangle() {
        let cells = [1, 1, 0, 2, 1, 1, 0, 2, 0, 0, 0, 2];
        assert_eq!(drawn(&cells, 4, 3, Form::Square), ["m0 0h2v2h-2", "m3 0h1v3h-1", ""]);
        assert_eq!(drawn(&[1, 0, 1, 1, 1, 1], 3, 1, Form::Square), ["m0 0h1v1h-1m2-1h1v1h-1m-2 0h3v1h-3"]);
    }

    #[test]
    fn rows_of_bricks_are_shifted_and_not_merged() {
        let cells = [1, 1, 1, 1];
        assert_eq!(drawn(&cells, 2, 1, Form::Brick), ["m0 10h80v60h-80m20 0h80v60h-80"]);
    }

    /// Walks along an outline of hexagons and gives their corners.
    fn hexagons(outline: &str) -> Vec<Vec<(i64, i64)>> {
        let (mut x, mut y) = (0, 0);
        let mut found = Vec::new();
        for hexagon in outline.split('m').skip(1) {
            let (corner, sides) = hexagon.split_once('l').unwrap();
            let gap = corner.rfind([' ', '-']).filter(|&gap| gap > 0).unwrap();
            x += corner[..gap].parse::<i64>().unwrap();
            y += corner[gap..].trim().parse::<i64>().unwrap();
            let mut corners = vec![(x, y)];
            assert_eq!(sides, "19 19v38l-19 19-19-19v-38");
            for (dx, dy) in [(19, 19), (0, 38), (-19, 19), (-19, -19), (0, -38)] {
                (x, y) = (x + dx, y + dy);
                corners.push((x, y));
            }
            found.push(corners);
        }
        found
    }

    #[test]
    fn every_hexagon_has_its_corners() {
        let found = drawn(&[1, 1, 0, 1, 2, 0], 2, 2, Form::Hexagon);
        let corners = |x, y| Form::hexagon(x, y).to_vec();
        assert_eq!(hexagons(&found[0]), [corners(0, 0), corners(1, 0), corners(1, 1)]);
        assert_eq!(hexagons(&found[1]), [corners(0, 2)]);
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
            for (index, outline) in drawn(&cells, width, 3, Form::Square).iter().enumerate() {
                fill(outline, &mut filled, width, index as u8 + 1);
            }
            assert_eq!(filled, cells);
        }
    }
}
