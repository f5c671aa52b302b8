use crate::Scene;
use crate::plane::{HEX_ROW, Plane};
use tautline::map::Tiling;

/// How wide or high the map is at least, in pixels, where nothing scales it and its cells do not get too large by that.
const PIXELS: f64 = 960.0;
const LARGEST_CELL: f64 = 40.0;

/// Where everything is, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The width of a tile.
    pub(super) cell: f64,
    /// Around the map.
    pub(super) margin: f64,
    /// The height of the caption's letters.
    pub(super) font: f64,
    /// Of the whole picture.
    pub(super) width: f64,
    pub(super) height: f64,
    /// How wide the line of a path is, in tiles.
    pub(super) stroke: f64,
}

impl Layout {
    /// With room for a caption, if it is not empty.
    pub(super) fn of(scene: &Scene<'_>, caption: &str) -> Self {
        let plane = Plane::of(scene.map);
        let (width, height) = plane.size();
        let size = width.max(height);
        let smallest = match plane.tiling {
            Tiling::Square => 1.0,
            // So that a row has a pixel.
            Tiling::Hexagonal => 1.0 / HEX_ROW,
        };
        let cell = (PIXELS / size).clamp(smallest, LARGEST_CELL);
        let margin = (size * cell / 40.0).max(8.0);
        let font = (size * cell / 34.0).clamp(12.0, 28.0);
        // A character is a little more than half as wide as it is high.
        let text_width = 0.56 * font * caption.chars().count() as f64;
        let below = if caption.is_empty() { 2.0 * margin } else { 3.0 * margin + font };
        Self {
            cell,
            margin,
            font,
            width: ((width * cell).max(text_width) + 2.0 * margin).ceil(),
            height: (height * cell + below).ceil(),
            stroke: (size / 220.0).max(0.24),
        }
    }
}
