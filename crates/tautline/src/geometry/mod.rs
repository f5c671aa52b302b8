//! Places on and between the tiles: cells, corners, points, rectangles.
//!
//! One tile is one unit; x grows to the right and y grows downwards, as in MovingAI map files. A [`Cell`] is a
//! tile, a [`Corner`] is a vertex of the grid, a [`Point`] is any place. They are different types because a
//! corner and a cell with the same coordinates are half a tile apart, and only the compiler will notice.

mod cell;
mod corner;
mod point;
mod position;
mod rect;
mod rounded;

pub use cell::Cell;
pub use corner::Corner;
pub use point::Point;
pub use position::{Place, Position};
pub use rect::Rect;
pub(crate) use rounded::{Rounded, cross, dot};

/// Implements the conversions and the `(x, y)` display that every place on the integer grid has.
macro_rules! integer_place {
    ($name:ident) => {
        impl $name {
            /// The place with these coordinates.
            #[must_use]
            pub const fn new(x: i32, y: i32) -> Self {
                Self { x, y }
            }

            /// The square of the straight-line distance; the largest number there is where that is too large.
            pub(crate) fn squared_distance(self, other: Self) -> u64 {
                let (dx, dy) = (u64::from(self.x.abs_diff(other.x)), u64::from(self.y.abs_diff(other.y)));
                (dx * dx).saturating_add(dy * dy)
            }
        }

        impl From<(i32, i32)> for $name {
            fn from((x, y): (i32, i32)) -> Self {
                Self { x, y }
            }
        }

        impl From<[i32; 2]> for $name {
            fn from([x, y]: [i32; 2]) -> Self {
                Self { x, y }
            }
        }

        impl From<$name> for (i32, i32) {
            fn from(place: $name) -> Self {
                (place.x, place.y)
            }
        }

        impl From<$name> for [i32; 2] {
            fn from(place: $name) -> Self {
                [place.x, place.y]
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "({}, {})", self.x, self.y)
            }
        }
    };
}
use integer_place;
