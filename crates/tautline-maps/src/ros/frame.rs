use tautline::geometry::{Cell, Point};

/// Where a map lies in the world of a robot, which counts in metres and whose y grows upwards.
///
/// ```
/// use tautline_maps::ros::Frame;
///
/// // 40 rows of 5 cm cells.
/// let frame = Frame { resolution: 0.05, origin: (-1.0, -1.0).into(), yaw: 0.0, height: 40 };
/// assert_eq!(frame.cell((-0.99, -0.99).into()), Some((0, 39).into())); // just inside the lower left corner
/// let centre = frame.centre((0, 39));
/// assert!(centre.distance((-0.975, -0.975).into()) < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// How many metres a cell is wide and high.
    pub resolution: f64,
    /// The lower left corner of the map, in metres.
    pub origin: Point,
    /// How far the map is turned about its lower left corner, counterclockwise in radians.
    pub yaw: f64,
    /// How many rows the map has: the world counts them from the bottom, the map from the top.
    pub height: u32,
}

impl Frame {
    /// Where a place of the world is on the map, in cells from the upper left corner.
    #[must_use]
    pub fn to_map(&self, metres: Point) -> Point {
        let (right, up) = self.right_and_up(metres);
        Point { x: right, y: f64::from(self.height) - up }
    }

    /// Where a place on the map is in the world.
    #[must_use]
    pub fn to_world(&self, place: Point) -> Point {
        let right = place.x * self.resolution;
        let up = (f64::from(self.height) - place.y) * self.resolution;
        let (sin, cos) = self.yaw.sin_cos();
        Point { x: self.origin.x + right * cos - up * sin, y: self.origin.y + right * sin + up * cos }
    }

    /// The cell that a place of the world is in; on the line between two cells, the right or the upper one. It may lie
    /// outside the map. None where the place is so far away (or so little of a number) that no cell has its coordinates.
    #[must_use]
    pub fn cell(&self, metres: Point) -> Option<Cell> {
        let (right, up) = self.right_and_up(metres);
        let whole = |number: f64| {
            let number = number.floor();
            (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number).then_some(number as i32)
        };
        let top = i32::try_from(self.height).ok()?.checked_sub(1)?;
        Some(Cell { x: whole(right)?, y: top.checked_sub(whole(up)?)? })
    }

    /// Where the middle of a cell is in the world.
    #[must_use]
    pub fn centre(&self, cell: impl Into<Cell>) -> Point {
        let cell = cell.into();
        self.to_world(Point { x: f64::from(cell.x) + 0.5, y: f64::from(cell.y) + 0.5 })
    }

    /// How many cells a place of the world is to the right of the lower left corner, and above it.
    fn right_and_up(&self, metres: Point) -> (f64, f64) {
        let (x, y) = (metres.x - self.origin.x, metres.y - self.origin.y);
        let (sin, cos) = self.yaw.sin_cos();
        ((x * cos + y * sin) / self.resolution, (y * cos - x * sin) / self.resolution)
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    const FRAME: Frame = Frame { resolution: 0.5, origin: Point { x: -2.0, y: 1.0 }, yaw: 0.0, height: 4 };

    #[test]
    fn the_origin_is_the_lower_left_corner() {
        assert_eq!(FRAME.to_map(FRAME.origin), Point { x: 0.0, y: 4.0 });
        assert_eq!(FRAME.to_world(Point { x: 0.0, y: 0.0 }), Point { x: -2.0, y: 3.0 });
        assert_eq!(FRAME.centre((0, 0)), Point { x: -1.75, y: 2.75 });
        assert_eq!(FRAME.centre((2, 3)), Point { x: -0.75, y: 1.25 });
    }

    #[test]
    fn a_cell_has_its_left_and_its_lower_side() {
        let cell = |x, y| FRAME.cell(Point { x, y });
        assert_eq!(cell(-2.0, 1.0), Some(Cell::new(0, 3)));
        assert_eq!(cell(-1.5, 1.5), Some(Cell::new(1, 2)));
        assert_eq!(cell(-1.51, 1.49), Some(Cell::new(0, 3)));
        assert_eq!(cell(-2.01, 0.99), Some(Cell::new(-1, 4)));
    }

    #[test]
    fn a_map_that_is_turned_is_turned_about_its_origin() {
        let turned = Frame { yaw: FRAC_PI_2, ..FRAME };
        let centre = turned.centre((0, 3));
        assert!(centre.distance(Point { x: -2.25, y: 1.25 }) < 1e-12, "{centre:?}");
        assert_eq!(turned.cell(Point { x: -2.25, y: 1.75 }), Some(Cell::new(1, 3)));
    }

    #[test]
    fn there_and_back_is_where_one_was() {
        for yaw in [0.0, 0.3, -2.0, 3.0] {
            let frame = Frame { resolution: 0.05, origin: Point { x: -10.0, y: 13.7 }, yaw, height: 77 };
            for cell in (-3..90).flat_map(|y| (-3..90).map(move |x| Cell { x, y })) {
                let centre = frame.centre(cell);
                assert_eq!(frame.cell(centre), Some(cell));
                assert!(frame.to_world(frame.to_map(centre)).distance(centre) < 1e-9);
            }
        }
    }

    #[test]
    fn what_no_cell_can_count_is_none() {
        for (x, y) in [(f64::NAN, 0.0), (0.0, f64::INFINITY), (1e300, 0.0), (0.0, -1e300), (-1.2e9, 0.0)] {
            assert_eq!(FRAME.cell(Point { x, y }), None);
        }
        let broken = Frame { resolution: 0.0, ..FRAME };
        assert_eq!(broken.cell(Point { x: 0.0, y: 0.0 }), None);
        assert_eq!(Frame { height: u32::MAX, ..FRAME }.cell(Point { x: 0.0, y: 0.0 }), None);
    }
}
