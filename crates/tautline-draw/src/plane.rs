use tautline::geometry::{Cell, Point, Position};
use tautline::map::{Map, Tiling};
use tautline::moves::HexStep;

/// How far apart the rows of hexagons are, the width of one being 1.
pub(crate) const HEX_ROW: f64 = 0.866_025_403_784_438_6;
/// From the top of a hexagon to its bottom.
const HEX_HEIGHT: f64 = 4.0 / 3.0 * HEX_ROW;

/// Where the tiles of a map lie in a picture, the width of a tile being 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    pub(crate) tiling: Tiling,
    /// How many columns of tiles.
    pub(crate) width: u32,
    /// How many rows of tiles.
    pub(crate) height: u32,
}

impl Plane {
    pub(crate) fn of(map: &Map) -> Self {
        Self { tiling: map.tiling(), width: map.width(), height: map.height() }
    }

    /// How wide and how high the map is.
    pub(crate) fn size(self) -> (f64, f64) {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        match self.tiling {
            Tiling::Square => (width, height),
            Tiling::Hexagonal => {
                let shift = if self.height > 1 { 0.5 } else { 0.0 };
                (width + shift, (height - 1.0) * HEX_ROW + HEX_HEIGHT)
            }
        }
    }

    /// The middle of a tile.
    pub(crate) fn centre(self, cell: Cell) -> Point {
        match self.tiling {
            Tiling::Square => cell.centre(),
            Tiling::Hexagonal => Point {
                x: cell.centre().x + 0.5 * f64::from(cell.y & 1),
                y: f64::from(cell.y) * HEX_ROW + HEX_HEIGHT / 2.0,
            },
        }
    }

    /// Where a position is; corners and points are for squares only.
    pub(crate) fn at(self, position: Position) -> Point {
        if let Position::Cell(cell) = position { self.centre(cell) } else { position.point() }
    }

    /// From one tile of the map to another, to the right in half tiles and downwards in rows.
    pub(crate) fn heading(self, from: Cell, to: Cell) -> (i32, i32) {
        let across = |cell: Cell| match self.tiling {
            Tiling::Square => 2 * cell.x,
            Tiling::Hexagonal => 2 * cell.x + (cell.y & 1),
        };
        (across(to) - across(from), to.y - from.y)
    }

    /// How many steps two tiles of the map are apart where nothing is in the way.
    pub(crate) fn distance(self, from: Cell, to: Cell) -> u32 {
        match self.tiling {
            Tiling::Square => from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)),
            Tiling::Hexagonal => HexStep::distance(from, to),
        }
    }

    /// Whether a point in tiles is on the map or on its edge.
    pub(crate) fn contains(self, point: Point) -> bool {
        (0.0..=f64::from(self.width)).contains(&point.x) && (0.0..=f64::from(self.height)).contains(&point.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_neighbours_of_a_hexagon_are_one_tile_away() {
        let plane = Plane::of(&Map::open(9, 9).unwrap().with_tiling(Tiling::Hexagonal));
        for cell in [Cell::new(4, 4), Cell::new(4, 5)] {
            for next in HexStep::neighbours(cell) {
                assert!(
                    (plane.centre(cell).distance(plane.centre(next)) - 1.0).abs() < 1e-12,
                    "{cell} {next}"
                );
            }
        }
        let (width, height) = plane.size();
        let last = plane.centre(Cell::new(8, 7));
        assert!((width - (last.x + 0.5)).abs() < 1e-12);
        assert!((height - (plane.centre(Cell::new(8, 8)).y + HEX_HEIGHT / 2.0)).abs() < 1e-12);
    }
}
