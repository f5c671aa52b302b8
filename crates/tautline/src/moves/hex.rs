use super::Direction;
use crate::geometry::Cell;

/// Steps between hexagonal tiles.
///
/// Tiles lie in rows, and the odd rows are shifted half a tile to the right. So a cell has two neighbours in its row, and two
/// in the row above and below: those that are straight above and below it, and those to the left of them in even rows, to the
/// right in odd rows. As directions on the map they are six of the eight, other ones in even and in odd rows.
///
/// ```
/// use tautline::moves::HexStep;
/// assert_eq!(HexStep::distance((0, 0).into(), (3, 2).into()), 4);
/// assert_eq!(HexStep::neighbours((1, 1).into()).count(), 6);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HexStep;

impl HexStep {
    /// The directions of the steps from cells of even and of odd rows, a bit for each.
    pub(crate) const DIRECTIONS: [u8; 2] = [
        Self::bits([
            Direction::North,
            Direction::East,
            Direction::South,
            Direction::West,
            Direction::SouthWest,
            Direction::NorthWest,
        ]),
        Self::bits([
            Direction::North,
            Direction::East,
            Direction::South,
            Direction::West,
            Direction::NorthEast,
            Direction::SouthEast,
        ]),
    ];

    const fn bits(directions: [Direction; 6]) -> u8 {
        let (mut bits, mut at) = (0, 0);
        while at < 6 {
            bits |= 1 << directions[at] as u8;
            at += 1;
        }
        bits
    }

    /// For the steps up and down from odd rows, the directions that look the same from even rows: straight up from an odd row
    /// is up and to the left.
    const AS_IN_EVEN_ROWS: [(Direction, Direction); 4] = [
        (Direction::North, Direction::NorthWest),
        (Direction::South, Direction::SouthWest),
        (Direction::NorthEast, Direction::North),
        (Direction::SouthEast, Direction::South),
    ];

    /// The heading of a step from a cell: the number of its direction in even rows.
    pub(crate) fn heading(from: Cell, step: u8) -> u8 {
        let found = Self::AS_IN_EVEN_ROWS.iter().find(|(odd, _)| from.y & 1 == 1 && *odd as u8 == step);
        found.map_or(step, |&(_, even)| even as u8)
    }

    /// The direction of the step with a heading that leads to a cell.
    pub(crate) fn step_with_heading(to: Cell, heading: u8) -> u8 {
        // It comes from a row of the other parity, unless it is along the row.
        let found = Self::AS_IN_EVEN_ROWS.iter().find(|(_, even)| to.y & 1 == 0 && *even as u8 == heading);
        found.map_or(heading, |&(odd, _)| odd as u8)
    }

    /// The six neighbours of a tile; they may be outside the map.
    pub fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
        let directions = Self::DIRECTIONS[(cell.y & 1) as usize];
        Direction::ALL
            .into_iter()
            .filter(move |&direction| directions >> direction as u8 & 1 != 0)
            .map(move |direction| cell + direction)
    }

    /// How many steps two tiles are apart on a map without obstacles.
    ///
    /// With q = x − ⌊y / 2⌋ the tiles have axes at 60° to each other, and a step changes q, y, or both by one, in opposite
    /// directions. So where q and y are to change in the same direction the changes add up, and otherwise the larger one counts.
    #[must_use]
    pub fn distance(a: Cell, b: Cell) -> u32 {
        let axial = |cell: Cell| (i64::from(cell.x) - i64::from(cell.y.div_euclid(2)), i64::from(cell.y));
        let ((aq, ar), (bq, br)) = (axial(a), axial(b));
        let (dq, dr) = (bq - aq, br - ar);
        u32::try_from(dq.abs().max(dr.abs()).max((dq + dr).abs())).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

    #[test]
    fn the_distance_is_that_of_a_search_on_an_empty_map() {
        for start in [Cell::new(20, 20), Cell::new(20, 21), Cell::new(-3, -7)] {
            let mut distances = HashMap::from([(start, 0)]);
            let mut queue = VecDeque::from([start]);
            while let Some(cell) = queue.pop_front() {
                let distance = distances[&cell];
                assert_eq!(HexStep::distance(start, cell), distance, "from {start} to {cell}");
                assert_eq!(HexStep::distance(cell, start), distance);
                for next in HexStep::neighbours(cell).filter(|_| distance < 15) {
                    distances.entry(next).or_insert_with(|| {
                        queue.push_back(next);
                        distance + 1
                    });
                }
            }
            assert_eq!(distances.len(), 1 + 3 * 15 * 16);
        }
    }

    /// Steps with one heading lie on a line: after two of them one is two tiles away, and every heading is found again.
    #[test]
    fn headings_are_the_same_in_all_rows() {
        for cell in [Cell::new(4, 4), Cell::new(4, 5)] {
            let mut headings = Vec::new();
            for direction in Direction::ALL {
                if HexStep::DIRECTIONS[(cell.y & 1) as usize] >> direction as u8 & 1 == 0 {
                    continue;
                }
                let heading = HexStep::heading(cell, direction as u8);
                let next = cell + direction;
                assert_eq!(HexStep::step_with_heading(next, heading), direction as u8);
                let again = Direction::ALL.into_iter().find(|&step| {
                    HexStep::DIRECTIONS[(next.y & 1) as usize] >> step as u8 & 1 != 0
                        && HexStep::heading(next, step as u8) == heading
                });
                let far = next + again.unwrap();
                assert_eq!(HexStep::distance(cell, far), 2);
                let between = HexStep::neighbours(cell).filter(|&n| HexStep::neighbours(n).any(|m| m == far));
                assert_eq!(between.count(), 1, "{direction:?} from {cell} is straight on");
                headings.push(heading);
            }
            headings.sort_unstable();
            assert_eq!(headings, [0, 1, 2, 3, 6, 7]);
        }
    }

    #[test]
    fn neighbours_are_neighbours_of_each_other() {
        for cell in [Cell::new(4, 4), Cell::new(4, 5), Cell::new(0, -1)] {
            for other in HexStep::neighbours(cell) {
                assert!(HexStep::neighbours(other).any(|back| back == cell), "{cell} {other}");
            }
        }
    }
}
