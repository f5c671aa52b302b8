use tautline::map::Tiling;

use super::regions::{Block, Merging};
use crate::plane::{HEX_ROW, Plane};

/// As many pixels a hexagon needs to be seen as one.
const SMALLEST_HEXAGON: f64 = 4.0;

/// What the tiles of a picture look like. Their corners have whole coordinates, in units of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Squares; a unit is a tile.
    Square,
    /// Hexagons with lines between them.
    Hexagon,
    /// Rectangles in the place of hexagons that are too small to be seen.
    Brick,
}

impl Form {
    pub(super) fn of(plane: Plane, pixels: f64) -> Self {
        match plane.tiling {
            Tiling::Square => Self::Square,
            Tiling::Hexagonal if pixels < SMALLEST_HEXAGON => Self::Brick,
            Tiling::Hexagonal => Self::Hexagon,
        }
    }

    /// How large a unit is to the right and downwards, in tiles. From the middle of a hexagon it is 20 units to its left edge and
    /// 40 to its tip.
    pub(super) fn unit(self) -> (f64, f64) {
        match self {
            Self::Square => (1.0, 1.0),
            Self::Hexagon | Self::Brick => (1.0 / 40.0, HEX_ROW / 60.0),
        }
    }

    /// Which of its tiles can be drawn as one.
    pub(super) fn merging(self) -> Merging {
        if self == Self::Square { Merging::RowsAndColumns } else { Merging::Rows }
    }

    /// The rectangle of a block of squares or bricks, in units: left, top, width, height.
    pub(super) fn rectangle(self, block: &Block) -> [i64; 4] {
        let [x, y, width, height] = [block.x, block.y, block.width, block.height].map(i64::from);
        match self {
            Self::Square => [x, y, width, height],
            Self::Hexagon | Self::Brick => [40 * x + 20 * (y % 2), 60 * y + 10, 40 * width, 60 * height],
        }
    }

    /// The corners of a hexagon clockwise from its tip, in units; a little smaller than it is, so that a line is left around it.
    pub(super) fn hexagon(x: u32, y: u32) -> [(i64, i64); 6] {
        let (x, y) = (i64::from(x), i64::from(y));
        let (x, y) = (40 * x + 20 * (y % 2) + 20, 60 * y + 40);
        [(x, y - 38), (x + 19, y - 19), (x + 19, y + 19), (x, y + 38), (x - 19, y + 19), (x - 19, y - 19)]
    }
}
