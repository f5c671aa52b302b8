use tautline::geometry::Rect;
use tautline::map::Grid;
use tautline::moves::Direction;

use super::GenerateError;

/// Square rooms side by side, with walls one cell thick to the left of and above each of them.
///
/// The rooms at the right and at the bottom are cut where the map ends; there is a wall behind them only where the
/// map ends one cell after a whole room. This is how the rooms and mazes of MovingAI lie.
pub(super) struct Lattice {
    room_size: u32,
    width: u32,
    height: u32,
    /// How many rooms there are side by side.
    pub(super) columns: u32,
    /// How many rooms there are one below the other.
    pub(super) rows: u32,
}

/// One of the rooms, by its place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) column: u32,
    pub(super) row: u32,
}

impl Lattice {
    /// Fails where no grid can have this size or where not even one whole room fits into it. `parameter` is what
    /// the message calls the size of a room.
    pub(super) fn new(
        width: u32,
        height: u32,
        room_size: u32,
        parameter: &'static str,
    ) -> Result<Self, GenerateError> {
        Grid::check_size(width, height)?;
        if room_size == 0 {
            return Err(GenerateError::Zero { parameter });
        }
        let largest = width.min(height) - 1;
        if room_size > largest {
            return Err(GenerateError::DoesNotFit { parameter, value: room_size, largest, width, height });
        }
        let rooms = |side: u32| (side - 1).div_ceil(room_size + 1);
        Ok(Self { room_size, width, height, columns: rooms(width), rows: rooms(height) })
    }

    /// The cells inside a room.
    pub(super) fn floor(&self, room: Room) -> Rect {
        let (x, width) = self.span(room.column, self.width);
        let (y, height) = self.span(room.row, self.height);
        Rect::new(x as i32, y as i32, width, height)
    }

    /// The wall between a room and the one beside it; none where there is no such room.
    pub(super) fn wall(&self, room: Room, direction: Direction) -> Option<Rect> {
        self.neighbour(room, direction)?;
        let Rect { x, y, width, height } = self.floor(room);
        Some(match direction {
            Direction::North => Rect::new(x, y - 1, width, 1),
            Direction::East => Rect::new(x + width as i32, y, 1, height),
            Direction::South => Rect::new(x, y + height as i32, width, 1),
            Direction::West => Rect::new(x - 1, y, 1, height),
            _ => return None,
        })
    }

    /// The room beside a room; none where the lattice ends. Diagonal neighbours share no wall and do not count.
    pub(super) fn neighbour(&self, room: Room, direction: Direction) -> Option<Room> {
        let (column, row) = match direction {
            Direction::North => (room.column, room.row.checked_sub(1)?),
            Direction::East => (room.column + 1, room.row),
            Direction::South => (room.column, room.row + 1),
            Direction::West => (room.column.checked_sub(1)?, room.row),
            _ => return None,
        };
        (column < self.columns && row < self.rows).then_some(Room { column, row })
    }

    /// All rooms, row by row.
    pub(super) fn rooms(&self) -> impl Iterator<Item = Room> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Room { column, row }))
    }

    /// Where a room begins along one side of the map, and how long it is.
    fn span(&self, index: u32, side: u32) -> (u32, u32) {
        let begin = 1 + index * (self.room_size + 1);
        (begin, self.room_size.min(side - begin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rooms_have_one_wall_between_them() {
        let lattice = Lattice::new(20, 18, 4, "size").unwrap();
        for room in lattice.rooms() {
            for (there, back) in [(Direction::East, Direction::West), (Direction::South, Direction::North)] {
                let Some(other) = lattice.neighbour(room, there) else { continue };
                assert_eq!(lattice.neighbour(other, back), Some(room));
                assert_eq!(lattice.wall(room, there), lattice.wall(other, back));
            }
        }
        let first = Room { column: 0, row: 0 };
        assert_eq!(lattice.neighbour(first, Direction::North), None);
        assert_eq!(lattice.wall(first, Direction::West), None);
        assert_eq!(lattice.wall(first, Direction::SouthEast), None);
    }

    #[test]
    fn rooms_and_walls_cover_the_map_without_overlap() {
        for (width, height, size) in
            [(17, 17, 15), (32, 20, 3), (10, 30, 9), (2, 2, 1), (9, 2, 1), (13, 13, 5)]
        {
            let lattice = Lattice::new(width, height, size, "size").unwrap();
            let mut covered = vec![0; (width * height) as usize];
            let mut cover = |rect: Rect| {
                for y in rect.y..rect.y + rect.height as i32 {
                    for x in rect.x..rect.x + rect.width as i32 {
                        covered[(y * width as i32 + x) as usize] += 1;
                    }
                }
            };
            for room in lattice.rooms() {
                let floor = lattice.floor(room);
                assert!(floor.width > 0 && floor.height > 0);
                cover(floor);
                lattice.wall(room, Direction::East).into_iter().for_each(&mut cover);
                lattice.wall(room, Direction::South).into_iter().for_each(&mut cover);
            }
            assert!(covered.iter().all(|&times| times <= 1));
            let floors: u32 =
                lattice.rooms().map(|room| lattice.floor(room)).map(|r| r.width * r.height).sum();
            let inside = |side: u32| (0..side).filter(|x| x % (size + 1) != 0).count() as u32;
            assert_eq!(floors, inside(width) * inside(height));
        }
    }
}
