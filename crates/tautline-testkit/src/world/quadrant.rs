use std::fmt::{Display, Formatter};

use tautline::geometry::{Cell, Corner};

use super::PlainWorld;

/// One of the four cells around a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quadrant {
    /// Above and to the left: the cell `(x − 1, y − 1)` of the corner `(x, y)`.
    NorthWest,
    /// Above and to the right: the cell `(x, y − 1)`.
    NorthEast,
    /// Below and to the left: the cell `(x − 1, y)`.
    SouthWest,
    /// Below and to the right: the cell `(x, y)`.
    SouthEast,
}

impl Quadrant {
    /// All four.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthWest, Self::SouthEast];

    /// The signs of x and y in the quadrant, seen from the corner.
    #[must_use]
    pub const fn signs(self) -> (i32, i32) {
        match self {
            Self::NorthWest => (-1, -1),
            Self::NorthEast => (1, -1),
            Self::SouthWest => (-1, 1),
            Self::SouthEast => (1, 1),
        }
    }

    /// The cell in this quadrant of a corner.
    #[must_use]
    pub const fn cell(self, corner: Corner) -> Cell {
        let Corner { x, y } = corner;
        match self {
            Self::NorthWest => Cell { x: x - 1, y: y - 1 },
            Self::NorthEast => Cell { x, y: y - 1 },
            Self::SouthWest => Cell { x: x - 1, y },
            Self::SouthEast => Cell { x, y },
        }
    }
}

impl Display for Quadrant {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NorthWest => "north-west",
            Self::NorthEast => "north-east",
            Self::SouthWest => "south-west",
            Self::SouthEast => "south-east",
        })
    }
}

impl PlainWorld {
    /// Whether the cell in a quadrant of a corner is free. What lies outside the map is blocked.
    #[must_use]
    pub fn is_free_at(&self, corner: Corner, quadrant: Quadrant) -> bool {
        let Cell { x, y } = quadrant.cell(corner);
        self.is_free(x, y)
    }

    /// The quadrants of a corner whose cells are free.
    pub fn free_quadrants(&self, corner: Corner) -> impl Iterator<Item = Quadrant> {
        Quadrant::ALL.into_iter().filter(move |&quadrant| self.is_free_at(corner, quadrant))
    }

    /// Whether two obstacles touch at the corner with their corners only: two quadrants that lie opposite each other
    /// are blocked, the other two are free.
    #[must_use]
    pub fn is_double_corner(&self, corner: Corner) -> bool {
        let [nw, ne, sw, se] = Quadrant::ALL.map(|quadrant| self.is_free_at(corner, quadrant));
        nw == se && ne == sw && nw != ne
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLE: Corner = Corner { x: 1, y: 1 };

    #[test]
    fn the_cells_lie_where_the_names_say() {
        for quadrant in Quadrant::ALL {
            let centre = quadrant.cell(Corner::new(5, 8)).centre();
            let signs = ((centre.x - 5.0).signum() as i32, (centre.y - 8.0).signum() as i32);
            assert_eq!(quadrant.signs(), signs, "{quadrant}");
        }
    }

    #[test]
    fn two_of_sixteen_patterns_are_double_corners() {
        let double: Vec<PlainWorld> =
            PlainWorld::all(2, 2).filter(|world| world.is_double_corner(MIDDLE)).collect();
        assert_eq!(double, [PlainWorld::from_rows(&["#.", ".#"]), PlainWorld::from_rows(&[".#", "#."])]);
    }

    /// The free quadrants around a corner hang together, across shared edges, unless it is a double corner.
    #[test]
    fn only_a_double_corner_separates_its_free_quadrants() {
        for world in PlainWorld::all(2, 2) {
            let mut parts: Vec<Vec<Quadrant>> =
                world.free_quadrants(MIDDLE).map(|quadrant| vec![quadrant]).collect();
            while let Some((one, other)) = touching(&parts) {
                let moved = parts.swap_remove(other);
                parts[one].extend(moved);
            }
            let expected = if world.is_double_corner(MIDDLE) { 2 } else { 1 };
            assert!(parts.len() == expected || parts.is_empty(), "{world}");
        }
    }

    /// Two parts, the first before the second in the list, with an edge between them.
    fn touching(parts: &[Vec<Quadrant>]) -> Option<(usize, usize)> {
        let share_an_edge = |a: Quadrant, b: Quadrant| {
            let ((ax, ay), (bx, by)) = (a.signs(), b.signs());
            (ax == bx) != (ay == by)
        };
        let pairs = (0..parts.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        pairs.into_iter().find(|&(one, other)| {
            parts[one].iter().any(|&a| parts[other].iter().any(|&b| share_an_edge(a, b)))
        })
    }

    #[test]
    fn the_border_makes_no_double_corner() {
        let world = PlainWorld::from_rows(&[".#", "#."]);
        let double: Vec<Corner> = world.corners().filter(|&corner| world.is_double_corner(corner)).collect();
        assert_eq!(double, [MIDDLE]);
    }
}
