use std::cmp::Ordering;
use std::ops::Range;

use tautline::geometry::{Cell, Rect};
use tautline::map::{Map, Revision};

use crate::Vec2;

/// A straight piece of the border between blocked and free tiles, as long as it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Its left or upper end.
    pub from: Vec2,
    /// Its right or lower end.
    pub to: Vec2,
    /// Away from the blocked tiles, of length 1.
    pub normal: Vec2,
}

impl Wall {
    /// The point of the wall that is nearest to a place.
    #[must_use]
    pub fn nearest(&self, place: Vec2) -> Vec2 {
        Vec2::new(place.x.max(self.from.x).min(self.to.x), place.y.max(self.from.y).min(self.to.y))
    }

    /// How far in front of the wall's line a place is; negative behind it.
    #[must_use]
    pub fn ahead(&self, place: Vec2) -> f32 {
        self.normal.dot(place - self.from)
    }

    /// The order of walls: those between rows first, then by their lines, then along these.
    fn order(&self, other: &Self) -> Ordering {
        let key = |wall: &Self| {
            let Vec2 { x, y } = wall.from;
            if wall.normal.x == 0.0 { (0, y, x) } else { (1, x, y) }
        };
        let ((kind, line, along), (other_kind, other_line, other_along)) = (key(self), key(other));
        kind.cmp(&other_kind).then(line.total_cmp(&other_line)).then(along.total_cmp(&other_along))
    }
}

/// Where a straight line meets a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How far from the beginning of the line.
    pub distance: f32,
    /// The place on the wall.
    pub point: Vec2,
    /// Away from the wall, of length 1.
    pub normal: Vec2,
}

/// The walls of a [`Map`], found by place. The edge of the map is a wall.
///
/// They are those of the map as it was ([`revision`](Self::revision)); after an edit, [`update`](Self::update) repairs them where the map
/// has changed.
///
/// ```
/// use tautline::Map;
/// use tautline_crowd::{Vec2, Walls};
///
/// let map = Map::from_rows(["....", ".##.", "...."])?;
/// let walls = Walls::new(&map);
/// assert_eq!(walls.len(), 8, "four around the map, four around the block");
/// let hit = walls.ray(Vec2::new(0.5, 1.5), Vec2::new(1.0, 0.0), 9.0).expect("the block is ahead");
/// assert_eq!((hit.distance, hit.normal), (0.5, Vec2::new(-1.0, 0.0)));
/// assert!(walls.is_clear(Vec2::new(0.5, 0.5), Vec2::new(3.5, 0.5), 0.4));
/// assert!(!walls.is_clear(Vec2::new(0.5, 0.5), Vec2::new(3.5, 0.7), 0.4), "too near to the block");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walls {
    revision: Revision,
    /// The size of the map in blocks.
    columns: usize,
    rows: usize,
    /// For each block, row by row, the walls that touch it, in their order.
    blocks: Vec<Vec<Wall>>,
    count: usize,
}

/// A place is pushed away from the nearest wall by so much of what is missing, so often.
const PUSH: f32 = 0.6;
const PUSHES: usize = 16;

/// The side of a block, in tiles.
const BLOCK: i32 = 4;

impl Walls {
    /// The walls of a map.
    #[must_use]
    pub fn new(map: &Map) -> Self {
        let blocks = |length: u32| length as usize / BLOCK as usize + 1;
        let (columns, rows) = (blocks(map.width()), blocks(map.height()));
        let blocks = vec![Vec::new(); columns * rows];
        let mut walls = Self { revision: map.revision(), columns, rows, blocks, count: 0 };
        walls.lay_within(map, Rect::new(0, 0, map.width(), map.height()));
        walls
    }

    /// Makes them those of the map as it is now: the same as new ones. Takes time by what has changed since their
    /// [`revision`](Self::revision) and by how long the walls are that touch it. For another map, all walls
    /// are built again.
    ///
    /// ```
    /// use tautline::Map;
    /// use tautline_crowd::Walls;
    ///
    /// let mut map = Map::from_rows(["....", "....", "...."])?;
    /// let mut walls = Walls::new(&map);
    /// map.block((1, 1))?;
    /// walls.update(&map);
    /// assert_eq!((walls.len(), walls.revision()), (8, map.revision()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update(&mut self, map: &Map) {
        if self.revision == map.revision() {
            return;
        }
        let Some(changed) = map.edits_since(self.revision) else {
            *self = Self::new(map);
            return;
        };
        for rect in changed {
            self.lay_within(map, rect);
        }
        self.revision = map.revision();
    }

    /// Lays the walls between tiles of which at least one is in a rectangle.
    fn lay_within(&mut self, map: &Map, rect: Rect) {
        let (columns, rows) = (rect.x..rect.x + rect.width as i32, rect.y..rect.y + rect.height as i32);
        for y in rows.start..=rows.end {
            let side = |x| side(map, Cell::new(x, y - 1), Cell::new(x, y));
            let at = |x: i32| Vec2::new(x as f32, y as f32);
            self.lay_along(columns.clone(), side, at, Vec2::new(0.0, 1.0));
        }
        for x in columns.start..=columns.end {
            let side = |y| side(map, Cell::new(x - 1, y), Cell::new(x, y));
            let at = |y: i32| Vec2::new(x as f32, y as f32);
            self.lay_along(rows.clone(), side, at, Vec2::new(1.0, 0.0));
        }
    }

    /// Lays the walls along a part of a line. The walls that touch this part before are taken away and laid again, so that each one is as long as it
    /// goes: where one does not touch it, there is none that could be longer.
    fn lay_along(
        &mut self,
        part: Range<i32>,
        side: impl Fn(i32) -> i32,
        at: impl Fn(i32) -> Vec2,
        normal: Vec2,
    ) {
        let along = |place: Vec2| (if normal.x == 0.0 { place.x } else { place.y }) as i32;
        let is_on_line = |wall: &Wall| wall.normal.dot(normal) != 0.0 && wall.ahead(at(part.start)) == 0.0;
        let mut touching = Vec::new();
        self.for_each_in(at(part.start), at(part.end), |wall| {
            let is_apart = along(wall.to) < part.start || along(wall.from) > part.end;
            if is_on_line(wall) && !is_apart {
                touching.push(*wall);
            }
        });
        let mut whole = part.clone();
        for wall in touching {
            whole = whole.start.min(along(wall.from))..whole.end.max(along(wall.to));
            self.for_each_block(&wall, |walls| walls.retain(|other| *other != wall));
            self.count -= 1;
        }
        runs(whole, side, |from, to, sign| {
            // Not by a product: there would be a zero with a sign.
            let normal = if normal.x == 0.0 { Vec2::new(0.0, sign) } else { Vec2::new(sign, 0.0) };
            let wall = Wall { from: at(from), to: at(to), normal };
            self.for_each_block(&wall, |walls| {
                let place = walls.partition_point(|other| other.order(&wall) == Ordering::Less);
                walls.insert(place, wall);
            });
            self.count += 1;
        });
    }

    /// Calls for the list of each block that a wall touches.
    fn for_each_block(&mut self, wall: &Wall, mut then: impl FnMut(&mut Vec<Wall>)) {
        let block = |length: f32| length as usize / BLOCK as usize;
        for row in block(wall.from.y)..=block(wall.to.y) {
            for column in block(wall.from.x)..=block(wall.to.x) {
                then(&mut self.blocks[row * self.columns + column]);
            }
        }
    }

    /// The state of the map whose walls these are.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// How many walls there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no wall at all, which no map has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All walls.
    pub fn all(&self) -> impl Iterator<Item = &Wall> {
        let blocks = self.blocks.iter().enumerate();
        blocks.flat_map(move |(number, walls)| {
            let begin = (number % self.columns, number / self.columns);
            let block = |length: f32| length as usize / BLOCK as usize;
            walls.iter().filter(move |wall| (block(wall.from.x), block(wall.from.y)) == begin)
        })
    }

    /// Calls for each wall whose line has the place in front of it, or on it, and that comes within a distance of it, with its nearest
    /// point. Each wall once, in an order that depends on the map and the place only.
    pub fn for_each_near(&self, place: Vec2, distance: f32, mut then: impl FnMut(&Wall, Vec2)) {
        let (low, high) = (place - Vec2::new(distance, distance), place + Vec2::new(distance, distance));
        self.for_each_in(low, high, |wall| {
            let nearest = wall.nearest(place);
            if wall.ahead(place) >= 0.0 && (place - nearest).length_squared() <= distance * distance {
                then(wall, nearest);
            }
        });
    }

    /// Whether a wall comes within a distance of a place in front of it.
    #[must_use]
    pub fn is_near(&self, place: Vec2, distance: f32) -> bool {
        let mut is_near = false;
        self.for_each_near(place, distance, |_, _| is_near = true);
        is_near
    }

    /// The nearest place of a wall within a distance, seen from in front of it.
    #[must_use]
    pub fn nearest(&self, place: Vec2, distance: f32) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        self.for_each_near(place, distance, |wall, point| {
            let distance = place.distance(point);
            if best.is_none_or(|best| distance < best.distance) {
                best = Some(Hit { distance, point, normal: wall.normal });
            }
        });
        best
    }

    /// The first wall that a straight line hits from its front, within a distance. The direction has length 1.
    #[must_use]
    pub fn ray(&self, from: Vec2, direction: Vec2, distance: f32) -> Option<Hit> {
        let to = from + direction * distance;
        let (low, high) = bounds(from, to);
        let mut best: Option<Hit> = None;
        self.for_each_in(low, high, |wall| {
            let towards = -wall.normal.dot(direction);
            let ahead = wall.ahead(from);
            if towards <= 0.0 || ahead < 0.0 {
                return;
            }
            let along = ahead / towards;
            let point = from + direction * along;
            let is_on = if wall.normal.x == 0.0 {
                (wall.from.x..=wall.to.x).contains(&point.x)
            } else {
                (wall.from.y..=wall.to.y).contains(&point.y)
            };
            if is_on && along <= distance && best.is_none_or(|best| along < best.distance) {
                best = Some(Hit { distance: along, point, normal: wall.normal });
            }
        });
        best
    }

    /// Whether a disc can be moved straight from a place to another without coming nearer to a wall than its radius.
    #[must_use]
    pub fn is_clear(&self, from: Vec2, to: Vec2, radius: f32) -> bool {
        let (low, high) = bounds(from, to);
        let mut is_clear = true;
        self.for_each_in(low - Vec2::new(radius, radius), high + Vec2::new(radius, radius), |wall| {
            is_clear &= squared_distance(from, to, wall) >= radius * radius;
        });
        is_clear
    }

    /// The place, moved away from walls until it is as far from them as asked, where there is so much room; else somewhere between them.
    #[must_use]
    pub fn pushed_away(&self, place: Vec2, distance: f32) -> Vec2 {
        let mut pushed = place;
        for _ in 0..PUSHES {
            // From the wall that is nearest; at a corner, from both walls that meet there.
            let mut push = Vec2::ZERO;
            let mut on_walls = Vec2::ZERO;
            let mut deepest = 0.0;
            self.for_each_near(pushed, distance, |wall, point| {
                let away = pushed - point;
                let depth = distance - away.length();
                if away == Vec2::ZERO {
                    on_walls += wall.normal;
                } else if depth > deepest {
                    deepest = depth;
                    push = away.normalized() * (depth * PUSH);
                }
            });
            if on_walls != Vec2::ZERO {
                push = on_walls.normalized() * (distance * PUSH);
            }
            if push == Vec2::ZERO {
                break;
            }
            pushed += push;
        }
        pushed
    }

    /// Calls for each wall of the blocks that a rectangle touches, once.
    fn for_each_in(&self, low: Vec2, high: Vec2, mut then: impl FnMut(&Wall)) {
        let block = |length: f32, count: usize| ((length / BLOCK as f32) as usize).min(count - 1);
        let (left, right) = (block(low.x, self.columns), block(high.x, self.columns));
        let (top, bottom) = (block(low.y, self.rows), block(high.y, self.rows));
        for row in top..=bottom {
            for column in left..=right {
                for wall in &self.blocks[row * self.columns + column] {
                    // A long wall is in many blocks: it belongs to the first of those that are looked at.
                    let first =
                        (block(wall.from.x, self.columns).max(left), block(wall.from.y, self.rows).max(top));
                    if first == (column, row) {
                        then(wall);
                    }
                }
            }
        }
    }
}

/// The rectangle around two places.
fn bounds(a: Vec2, b: Vec2) -> (Vec2, Vec2) {
    (Vec2::new(a.x.min(b.x), a.y.min(b.y)), Vec2::new(a.x.max(b.x), a.y.max(b.y)))
}

/// Which way the wall between two tiles looks: 1 to the second, -1 to the first, 0 if there is none.
fn side(map: &Map, first: Cell, second: Cell) -> i32 {
    i32::from(map.is_free(second)) - i32::from(map.is_free(first))
}

/// Calls for each longest run of the same side along a part of a line.
fn runs(part: Range<i32>, side: impl Fn(i32) -> i32, mut then: impl FnMut(i32, i32, f32)) {
    let (mut from, mut current) = (part.start, 0);
    for at in part.start..=part.end {
        let here = if at < part.end { side(at) } else { 0 };
        if here != current {
            if current != 0 {
                then(from, at, current as f32);
            }
            (from, current) = (at, here);
        }
    }
}

/// The square of the distance between a line and a wall.
fn squared_distance(from: Vec2, to: Vec2, wall: &Wall) -> f32 {
    let side = |a: Vec2, b: Vec2, c: Vec2| (b - a).cross(c - a);
    let crosses = side(from, to, wall.from) * side(from, to, wall.to) < 0.0
        && side(wall.from, wall.to, from) * side(wall.from, wall.to, to) < 0.0;
    if crosses {
        return 0.0;
    }
    let to_wall = |place: Vec2| (place - wall.nearest(place)).length_squared();
    let to_line = |place: Vec2| (place - place.nearest_between(from, to)).length_squared();
    to_wall(from).min(to_wall(to)).min(to_line(wall.from)).min(to_line(wall.to))
}

#[cfg(test)]
mod tests {
    use tautline::map::Tile;

    use super::*;
    use crate::random::Random;

    /// After any edits they are the same as new ones, block by block and in the same order.
    #[test]
    fn updated_walls_are_those_of_a_new_search() {
        let mut random = Random::new(5);
        let mut repaired = 0;
        for round in 0..200 {
            let mut below = |count: u64| (random.next() % count) as i32;
            let (width, height) = (1 + below(30), 1 + below(30));
            let blocked = [0, 10, 50][round % 3];
            let tile = |is_blocked| if is_blocked { Tile::Blocked } else { Tile::Free };
            let mut map =
                Map::from_fn(width as u32, height as u32, |_| tile(below(100) < blocked)).expect("a map");
            let mut walls = Walls::new(&map);
            for _ in 0..20 {
                // More edits than the journal has, now and then.
                for _ in 0..if below(20) == 0 { 40 } else { 1 } {
                    map.edit(|edit| {
                        for _ in 0..=below(4) {
                            let (x, y) = (below(width as u64), below(height as u64));
                            let (wide, high) = (1 + below(5) as u32, 1 + below(5) as u32);
                            edit.fill(Rect::new(x - 1, y - 1, wide, high), tile(below(2) == 0));
                        }
                    });
                }
                repaired += usize::from(map.edits_since(walls.revision).is_some());
                walls.update(&map);
                let new = Walls::new(&map);
                assert_eq!((walls.count, walls.revision), (new.count, new.revision));
                assert_eq!(walls.blocks, new.blocks, "{map}");
                assert_eq!(walls.all().count(), walls.len());
            }
        }
        assert!(repaired > 2000, "{repaired}");
    }

    /// Each unit of the border between a blocked and a free tile is on one wall, which is as long as it goes.
    #[test]
    fn walls_are_where_tiles_differ() {
        let map = Map::from_rows(["..#.", "#...", "..##"]).expect("a map");
        let walls = Walls::new(&map);
        let units: f32 = walls.all().map(|wall| wall.from.distance(wall.to)).sum();
        let mut expected = 0;
        for y in -1..=3 {
            for x in -1..=4 {
                let differs = |dx, dy| map.is_free((x, y)) != map.is_free((x + dx, y + dy));
                expected += i32::from(differs(1, 0)) + i32::from(differs(0, 1));
            }
        }
        assert_eq!(units as i32, expected);
        for wall in walls.all() {
            let continues =
                |other: &&Wall| other.from == wall.to && other.normal == wall.normal && wall != *other;
            assert!(!walls.all().any(|other| continues(&other)), "{wall:?}");
        }
    }
}
