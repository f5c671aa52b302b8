use tautline::geometry::{Cell, Corner};

use super::{PlainWorld, Quadrant};

/// A way to turn a map over that changes no distance on it. The three together make all eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Rows become columns: the cell `(x, y)` becomes `(y, x)`.
    Transposed,
    /// Left becomes right.
    Mirrored,
    /// A quarter turn clockwise: the top row becomes the rightmost column.
    Rotated,
}

impl Symmetry {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Transposed, Self::Mirrored, Self::Rotated];

    /// Where a cell of `world` is afterwards.
    #[must_use]
    pub const fn cell(self, world: &PlainWorld, cell: Cell) -> Cell {
        let Cell { x, y } = cell;
        match self {
            Self::Transposed => Cell { x: y, y: x },
            Self::Mirrored => Cell { x: world.width as i32 - 1 - x, y },
            Self::Rotated => Cell { x: world.height as i32 - 1 - y, y: x },
        }
    }

    /// Where a corner of `world` is afterwards.
    #[must_use]
    pub const fn corner(self, world: &PlainWorld, corner: Corner) -> Corner {
        let Corner { x, y } = corner;
        match self {
            Self::Transposed => Corner { x: y, y: x },
            Self::Mirrored => Corner { x: world.width as i32 - x, y },
            Self::Rotated => Corner { x: world.height as i32 - y, y: x },
        }
    }

    /// Which quadrant of a corner a quadrant is afterwards.
    #[must_use]
    pub const fn quadrant(self, quadrant: Quadrant) -> Quadrant {
        let (x, y) = quadrant.signs();
        let (x, y) = match self {
            Self::Transposed => (y, x),
            Self::Mirrored => (-x, y),
            Self::Rotated => (-y, x),
        };
        match (x < 0, y < 0) {
            (true, true) => Quadrant::NorthWest,
            (false, true) => Quadrant::NorthEast,
            (true, false) => Quadrant::SouthWest,
            (false, false) => Quadrant::SouthEast,
        }
    }
}

impl PlainWorld {
    /// The map after one of the three changes; [`Symmetry::cell`] and [`Symmetry::corner`] carry places along.
    ///
    /// ```
    /// use tautline_testkit::world::{PlainWorld, Symmetry};
    /// let world = PlainWorld::from_rows(&[".##", "..#"]);
    /// assert_eq!(world.turned(Symmetry::Transposed), PlainWorld::from_rows(&["..", "#.", "##"]));
    /// assert_eq!(world.turned(Symmetry::Mirrored), PlainWorld::from_rows(&["##.", "#.."]));
    /// assert_eq!(world.turned(Symmetry::Rotated), PlainWorld::from_rows(&["..", ".#", "##"]));
    /// ```
    #[must_use]
    pub fn turned(&self, symmetry: Symmetry) -> Self {
        let (width, height) = match symmetry {
            Symmetry::Mirrored => (self.width, self.height),
            Symmetry::Transposed | Symmetry::Rotated => (self.height, self.width),
        };
        let mut turned = Self { width, height, free: vec![false; self.free.len()] };
        for cell in self.cells() {
            let place = turned.index(symmetry.cell(self, cell));
            turned.free[place] = self.free[self.index(cell)];
        }
        turned
    }

    /// Rows become columns, see [`Symmetry::Transposed`].
    #[must_use]
    pub fn transposed(&self) -> Self {
        self.turned(Symmetry::Transposed)
    }

    /// Left becomes right, see [`Symmetry::Mirrored`].
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.turned(Symmetry::Mirrored)
    }

    /// A quarter turn clockwise, see [`Symmetry::Rotated`].
    #[must_use]
    pub fn rotated(&self) -> Self {
        self.turned(Symmetry::Rotated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::SplitMix64;

    #[test]
    fn cells_corners_and_quadrants_move_together() {
        let world = PlainWorld::random(7, 4, 40, &mut SplitMix64::new(2));
        for symmetry in Symmetry::ALL {
            let turned = world.turned(symmetry);
            for corner in world.corners() {
                let image = symmetry.corner(&world, corner);
                for quadrant in Quadrant::ALL {
                    let cell = symmetry.quadrant(quadrant).cell(image);
                    assert_eq!(cell, symmetry.cell(&world, quadrant.cell(corner)), "{symmetry:?} {corner}");
                    assert_eq!(turned.is_free(cell.x, cell.y), world.is_free_at(corner, quadrant));
                }
            }
        }
    }

    #[test]
    fn doing_it_again_and_again_leads_back() {
        let world = PlainWorld::random(5, 3, 40, &mut SplitMix64::new(3));
        assert_eq!(world.transposed().transposed(), world);
        assert_eq!(world.mirrored().mirrored(), world);
        assert_eq!(world.rotated().rotated().rotated().rotated(), world);
        assert_eq!(world.transposed().mirrored(), world.rotated());
    }
}
