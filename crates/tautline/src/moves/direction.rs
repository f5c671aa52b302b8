use crate::geometry::Cell;

/// One of the eight directions of a step. North is up, where y gets smaller.
///
/// The four straight ones come first, so `direction as u8 >= 4` tells a diagonal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Up.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
    /// Up and to the right.
    NorthEast,
    /// Down and to the right.
    SouthEast,
    /// Down and to the left.
    SouthWest,
    /// Up and to the left.
    NorthWest,
}

impl Direction {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// The step as a change of x and y.
    #[must_use]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
            Self::NorthEast => (1, -1),
            Self::SouthEast => (1, 1),
            Self::SouthWest => (-1, 1),
            Self::NorthWest => (-1, -1),
        }
    }

    /// Whether the step changes both x and y.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self as u8 >= 4
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::NorthEast => Self::SouthWest,
            Self::SouthEast => Self::NorthWest,
            Self::SouthWest => Self::NorthEast,
            Self::NorthWest => Self::SouthEast,
        }
    }

    /// The direction of the single step between two cells, if they are neighbours.
    #[must_use]
    pub fn between(from: Cell, to: Cell) -> Option<Self> {
        let dx = to.x.checked_sub(from.x)?;
        let dy = to.y.checked_sub(from.y)?;
        Self::ALL.into_iter().find(|direction| direction.offset() == (dx, dy))
    }
}

impl std::ops::Add<Direction> for Cell {
    type Output = Self;

    fn add(self, direction: Direction) -> Self {
        let (dx, dy) = direction.offset();
        Self { x: self.x + dx, y: self.y + dy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_places_in_the_list() {
        for (number, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(direction as usize, number);
            let (dx, dy) = direction.offset();
            assert_eq!(direction.is_diagonal(), dx != 0 && dy != 0);
            assert_eq!(direction.opposite().offset(), (-dx, -dy));
            assert_eq!(Direction::between(Cell::new(5, 5), Cell::new(5, 5) + direction), Some(direction));
        }
        assert_eq!(Direction::between(Cell::new(0, 0), Cell::new(0, 0)), None);
        assert_eq!(Direction::between(Cell::new(0, 0), Cell::new(2, 1)), None);
        assert_eq!(Direction::between(Cell::new(i32::MIN, 0), Cell::new(i32::MAX, 0)), None);
    }
}
