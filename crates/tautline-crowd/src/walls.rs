use tautline::geometry::Cell;
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
/// They are those of the map as it was; after an edit they have to be made anew ([`revision`](Self::revision)).
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
    all: Vec<Wall>,
    revision: Revision,
    /// The size of the map in blocks.
    columns: usize,
    rows: usize,
    /// For each block, row by row, where its walls begin in `lists`, and the end of all.
    starts: Vec<u32>,
    /// The walls that touch a block, block after block, in the order of their numbers.
    lists: Vec<u32>,
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
        let (width, height) = (map.width() as i32, map.height() as i32);
        let mut walls = Vec::new();
        // Lines between two rows of tiles, then lines between two columns; the tiles on both sides decide.
        for y in 0..=height {
            runs(
                width,
                |x| side(map, Cell::new(x, y - 1), Cell::new(x, y)),
                |from, to, normal| {
                    let at = |x: i32| Vec2::new(x as f32, y as f32);
                    walls.push(Wall { from: at(from), to: at(to), normal: Vec2::new(0.0, normal) });
                },
            );
        }
        for x in 0..=width {
            runs(
                height,
                |y| side(map, Cell::new(x - 1, y), Cell::new(x, y)),
                |from, to, normal| {
                    let at = |y: i32| Vec2::new(x as f32, y as f32);
                    walls.push(Wall { from: at(from), to: at(to), normal: Vec2::new(normal, 0.0) });
                },
            );
        }
        let (columns, rows) = ((width / BLOCK + 1) as usize, (height / BLOCK + 1) as usize);
        let mut starts = vec![0; columns * rows + 1];
        let touched = |wall: &Wall| {
            let block = |length: f32| length as usize / BLOCK as usize;
            let (left, right) = (block(wall.from.x), block(wall.to.x));
            (block(wall.from.y)..=block(wall.to.y))
                .flat_map(move |row| (left..=right).map(move |column| row * columns + column))
        };
        walls.iter().flat_map(touched).for_each(|block| starts[block + 1] += 1);
        for block in 0..columns * rows {
            starts[block + 1] += starts[block];
        }
        let mut next = starts.clone();
        let mut lists = vec![0; starts[columns * rows] as usize];
        for (number, wall) in walls.iter().enumerate() {
            for block in touched(wall) {
                lists[next[block] as usize] = number as u32;
                next[block] += 1;
            }
        }
        Self { all: walls, revision: map.revision(), columns, rows, starts, lists }
    }

    /// The state of the map whose walls these are.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// How many walls there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is no wall at all, which no map has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All walls.
    #[must_use]
    pub fn all(&self) -> &[Wall] {
        &self.all
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
                let number = row * self.columns + column;
                for &wall in &self.lists[self.starts[number] as usize..self.starts[number + 1] as usize] {
                    let wall = &self.all[wall as usize];
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

/// Calls for each longest run of the same side along a line.
fn runs(length: i32, side: impl Fn(i32) -> i32, mut then: impl FnMut(i32, i32, f32)) {
    let (mut from, mut current) = (0, 0);
    for at in 0..=length {
        let here = if at < length { side(at) } else { 0 };
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
