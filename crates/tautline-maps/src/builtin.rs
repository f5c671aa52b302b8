use crate::ascii::{Drawing, parse_ascii};

/// The map that is always at hand: rooms with doors, a dead end that misleads a greedy search, slanting walls and a
/// field of pillars, with a start in the west and a goal in the east.
///
/// # Panics
///
/// Never: the drawing is part of the crate, and a test reads it.
///
/// ```
/// let drawing = tautline_maps::builtin();
/// assert_eq!((drawing.map.width(), drawing.map.height()), (72, 22));
/// ```
#[must_use]
pub fn builtin() -> Drawing {
    let text = include_str!("../maps/tour.txt");
    parse_ascii(text.as_bytes(), "the built-in map").expect("the built-in map is well drawn")
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Cell;
    use tautline::map::Map;

    use super::*;

    /// The cells one can reach by straight steps alone: then no rule about corners is in the way either.
    fn flood(map: &Map, from: Cell) -> Vec<Cell> {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&Cell { x, y }) = reached.get(next) {
            next += 1;
            for cell in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].map(Cell::from) {
                if map.is_free(cell) && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
        }
        reached
    }

    #[test]
    fn every_room_can_be_reached_from_the_start() {
        let Drawing { map, start, goal } = builtin();
        let reached = flood(&map, start.unwrap());
        assert!(reached.contains(&goal.unwrap()));
        assert_eq!(reached.len(), map.free_cells());
    }

    #[test]
    fn the_dead_end_lies_between_the_start_and_the_goal() {
        let Drawing { map, start, goal } = builtin();
        let (start, goal) = (start.unwrap(), goal.unwrap());
        let wall = (start.x..goal.x).find(|&x| (4..18).all(|y| map.is_blocked(Cell::new(x, y)))).unwrap();
        assert!((start.x + 20..goal.x - 20).contains(&wall));
        let row: Vec<_> = (start.x..wall).filter(|&x| map.is_blocked(Cell::new(x, goal.y))).collect();
        assert!(row.is_empty(), "the way into it is straight");
    }
}
