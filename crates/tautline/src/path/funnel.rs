use std::collections::HashMap;

use super::Path;
use crate::geometry::{Cell, Point};

/// A place in halves of a tile, so that corners and centres of cells are whole numbers and every comparison is exact.
type Halves = (i64, i64);

/// The shortest way from the centre of the first cell of a corridor to the centre of the last, by the funnel algorithm.
///
/// A corridor is a sequence of cells, each a neighbour of the one before: the cells of any path on the grid, say. The way crosses
/// the side that two cells of it share (where they touch in a corner only, it passes that corner) and turns at corners only, as a
/// string does that is pulled tight inside the corridor. It is the shortest one *in the corridor*; another corridor may have a
/// shorter one.
///
/// Nothing is looked up on a map: if the cells are free, and diagonal steps between them are allowed, so is the way. Returns
/// nothing for an empty corridor, or if two cells that follow each other are no neighbours.
///
/// All tests are of whole numbers, so nothing is rounded but the length.
///
/// B. Chazelle: *A Theorem on Polygon Cutting with Applications*, 1982; D. T. Lee, F. P. Preparata: *Euclidean Shortest Paths in
/// the Presence of Rectilinear Barriers*, 1984.
///
/// ```
/// use tautline::geometry::{Cell, Point};
/// use tautline::path::funnel;
///
/// let corridor = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)].map(Cell::from);
/// let way = funnel(&corridor).unwrap();
/// assert!(way.points().eq([Point::new(0.5, 0.5), Point::new(2.0, 1.0), Point::new(2.5, 2.5)]));
/// ```
#[must_use]
pub fn funnel(corridor: &[Cell]) -> Option<Path> {
    let start = centre(*corridor.first()?);
    Some(as_path(&pull(start, &portals(corridor)?)))
}

/// What lies between the cells of a corridor, and the centre of the last one. Where it comes back to a cell, the loop is left
/// out: nothing holds a string there.
fn portals(corridor: &[Cell]) -> Option<Vec<(Halves, Halves)>> {
    let mut cells: Vec<Cell> = Vec::with_capacity(corridor.len());
    let mut places: HashMap<Cell, usize> = HashMap::with_capacity(corridor.len());
    for (at, &cell) in corridor.iter().enumerate() {
        if at > 0 {
            portal(corridor[at - 1], cell)?;
        }
        if let Some(&place) = places.get(&cell) {
            for cell in cells.drain(place + 1..) {
                places.remove(&cell);
            }
        } else {
            places.insert(cell, cells.len());
            cells.push(cell);
        }
    }
    let goal = centre(*cells.last()?);
    let between = cells.windows(2).filter_map(|pair| portal(pair[0], pair[1]));
    Some(between.chain([(goal, goal)]).collect())
}

/// Pulls a string tight from a place through portals, each with its left and its right end, to the last one, which is a point.
fn pull(start: Halves, portals: &[(Halves, Halves)]) -> Vec<Halves> {
    let mut turns = vec![start];
    let (mut apex, mut left, mut right) = (start, start, start);
    let (mut left_at, mut right_at) = (0, 0);
    let mut at = 0;
    while at < portals.len() {
        let (new_left, new_right) = portals[at];
        // Each side may only turn inwards; where it would cross the other side, the string bends around that one.
        let mut bend = None;
        if side(apex, right, new_right) <= 0 {
            if apex == right || side(apex, left, new_right) > 0 {
                (right, right_at) = (new_right, at);
            } else {
                bend = Some((left, left_at));
            }
        }
        if bend.is_none() && side(apex, left, new_left) >= 0 {
            if apex == left || side(apex, right, new_left) < 0 {
                (left, left_at) = (new_left, at);
            } else {
                bend = Some((right, right_at));
            }
        }
        if let Some((corner, corner_at)) = bend {
            if turns.last() != Some(&corner) {
                turns.push(corner);
            }
            (apex, left, right) = (corner, corner, corner);
            (left_at, right_at) = (corner_at, corner_at);
            at = corner_at;
        }
        at += 1;
    }
    let goal = portals.last().map_or(start, |portal| portal.0);
    if turns.last() != Some(&goal) {
        turns.push(goal);
    }
    without_straights(turns)
}

/// Leaves out the places where a way goes straight on.
fn without_straights(turns: Vec<Halves>) -> Vec<Halves> {
    let mut kept: Vec<Halves> = Vec::with_capacity(turns.len());
    for turn in turns {
        while let [.., a, b] = kept[..]
            && side(a, b, turn) == 0
            && (b.0 - a.0) * (turn.0 - b.0) + (b.1 - a.1) * (turn.1 - b.1) > 0
        {
            kept.pop();
        }
        kept.push(turn);
    }
    kept
}

/// Positive if c lies to the right of the line from a through b (y grows downwards), negative to the left, zero on it.
fn side(a: Halves, b: Halves, c: Halves) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn centre(cell: Cell) -> Halves {
    (2 * i64::from(cell.x) + 1, 2 * i64::from(cell.y) + 1)
}

/// The left and the right end of what two neighbours share, for a path from one to the other.
fn portal(from: Cell, to: Cell) -> Option<(Halves, Halves)> {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    if dx.abs().max(dy.abs()) != 1 {
        return None;
    }
    let (x, y) = centre(from);
    // A quarter turn to the left of (dx, dy) is (dy, −dx).
    Some(if dx != 0 && dy != 0 {
        ((x + dx, y + dy), (x + dx, y + dy))
    } else {
        ((x + dx + dy, y + dy - dx), (x + dx - dy, y + dy + dx))
    })
}

fn as_path(turns: &[Halves]) -> Path {
    let places = turns.iter().map(|&(x, y)| Point::new(x as f64 / 2.0, y as f64 / 2.0)).collect();
    let length = |pair: &[Halves]| {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        ((dx * dx + dy * dy) as f64).sqrt() / 2.0
    };
    Path::new(places, turns.windows(2).map(length).fold(0.0, |sum, length| sum + length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::SplitMix64;

    /// The shortest way through portals by trying all: it turns at ends of portals only, so it is a shortest path over these,
    /// where from one the next must be seen through all portals between.
    fn brute_force(start: Halves, portals: &[(Halves, Halves)]) -> f64 {
        let mut best: Vec<[f64; 2]> = Vec::new();
        let distance = |a: Halves, b: Halves| (((a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)) as f64).sqrt() / 2.0;
        for (at, &(left, right)) in portals.iter().enumerate() {
            best.push([left, right].map(|to| {
                let mut least = f64::INFINITY;
                if portals[..at].iter().all(|&between| crosses(start, to, between)) {
                    least = distance(start, to);
                }
                for from in 0..at {
                    for (end, place) in [portals[from].0, portals[from].1].into_iter().enumerate() {
                        if portals[from + 1..at].iter().all(|&between| crosses(place, to, between)) {
                            least = least.min(best[from][end] + distance(place, to));
                        }
                    }
                }
                least
            }));
        }
        best.last().map_or(0.0, |ends| ends[0])
    }

    /// Whether the segment from a to b meets the one between the ends of a portal.
    fn crosses(a: Halves, b: Halves, (l, r): (Halves, Halves)) -> bool {
        let within = |p: Halves| {
            side(a, b, p) == 0
                && (a.0.min(b.0)..=a.0.max(b.0)).contains(&p.0)
                && (a.1.min(b.1)..=a.1.max(b.1)).contains(&p.1)
        };
        let on_portal = |p: Halves| {
            side(l, r, p) == 0
                && (l.0.min(r.0)..=l.0.max(r.0)).contains(&p.0)
                && (l.1.min(r.1)..=l.1.max(r.1)).contains(&p.1)
        };
        within(l)
            || within(r)
            || on_portal(a)
            || on_portal(b)
            || (side(a, b, l).signum() * side(a, b, r).signum() < 0
                && side(l, r, a).signum() * side(l, r, b).signum() < 0)
    }

    #[test]
    fn it_is_the_shortest_way_through_any_corridor() {
        let mut rng = SplitMix64::new(8);
        for round in 0..20_000 {
            let mut corridor = vec![Cell::new(0, 0)];
            let diagonal = round % 3 == 0;
            let mut heading = (1, 0);
            for _ in 0..rng.below(14) {
                if rng.chance(45) {
                    heading = loop {
                        let turned = (rng.below(3) as i32 - 1, rng.below(3) as i32 - 1);
                        if turned != (0, 0) && (diagonal || turned.0 == 0 || turned.1 == 0) {
                            break turned;
                        }
                    };
                }
                let last = corridor[corridor.len() - 1];
                corridor.push(Cell::new(last.x + heading.0, last.y + heading.1));
            }
            let found = funnel(&corridor).unwrap();
            let expected = brute_force(centre(corridor[0]), &portals(&corridor).unwrap());
            assert!((found.cost() - expected).abs() < 1e-9, "{corridor:?}: {found:?}, expected {expected}");
            let points: Vec<Point> = found.points().collect();
            let sum: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            assert!((sum - found.cost()).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_no_corridor_is_refused() {
        assert_eq!(funnel(&[]), None);
        assert_eq!(funnel(&[Cell::new(0, 0), Cell::new(2, 0)]), None);
        assert_eq!(funnel(&[Cell::new(0, 0), Cell::new(0, 0)]), None);
        let single = funnel(&[Cell::new(3, 4)]).unwrap();
        assert_eq!(single, Path::new(vec![Point::new(3.5, 4.5)], 0.0));
    }
}
