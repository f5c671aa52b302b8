//! What an edit of the map changes for the agents: which of them lose their paths, and which look for better ones.

use std::collections::BTreeMap;

use tautline::geometry::{Cell, Rect};
use tautline::map::{Map, MapEdit};

use super::rooms::Changes;
use super::routes::{Route, middle};
use super::ways::length;
use super::{Crowd, Guide, Phase};
use crate::Vec2;

/// A path through a tile that is free now comes at most this much nearer to it than the radius, in tiles: the planner finds paths over the middles of
/// tiles, which are moved away from walls after that.
const TILE: f32 = 1.0;

/// The tile in which an agent fits is looked for within its radius and less than four tiles of it in x and in y, so at most this many times as
/// far from it.
const NEAREST: f32 = 1.5;

impl Crowd {
    /// Changes the map. Returns what the closure returns; see [`Map::edit`].
    ///
    /// Walls, the places where agents of each size fit and the planners are repaired where the map has changed.
    /// - An agent whose path comes within its radius of a rectangle of tiles that were blocked looks for another one in the next step.
    ///   All others keep theirs.
    /// - Where tiles were freed, the agents that could get to their goals on a shorter path, or had none, look for one:
    ///   [`searches_per_step`](super::CrowdConfig::searches_per_step) of them in each step, in the order of the arrays, one after the other. They keep
    ///   their paths until then, and after that if they find no shorter one.
    /// - A flow field ([`Guide::Flow`]) that leads an agent into tiles that were blocked is recomputed in the next step. The other fields are
    ///   recomputed in turn, within the same number of searches per step.
    ///
    /// An agent whose goal was blocked walks to the nearest tile in which it fits, if there is one within a few tiles. One that has no path
    /// stands, and looks for one again when tiles were freed.
    ///
    /// Agents that are in a wall now walk out of it if there is room within a few tiles; else they stand, or with straight ways go on
    /// through it.
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut MapEdit<'_>) -> T) -> T {
        let value = self.map.edit(change);
        self.update();
        value
    }

    /// Repairs everything that was derived from the map, if the map has changed. It may also have changed in a closure that panicked.
    pub(super) fn update(&mut self) {
        let before = self.walls.revision();
        if before == self.map.revision() {
            return;
        }
        let whole = |map: &Map| vec![Rect::new(0, 0, map.width(), map.height())];
        let changed = self.map.edits_since(before).map_or_else(|| whole(&self.map), Iterator::collect);
        self.walls.update(&self.map);
        if matches!(self.config.guide, Guide::Straight) {
            return;
        }
        self.forget_unused_rooms();
        let changes = self.rooms.update(&self.map, &self.walls, &changed);
        if changes.is_empty() {
            return;
        }
        let mut fields = BTreeMap::new();
        for row in 0..self.len() {
            if !changes.blocked.is_empty() && self.is_hit(row, &changes.blocked, &mut fields) {
                self.lose_path(row);
            } else if self.can_gain(row, &changes) {
                self.turns.want(self.ids.all()[row], &mut self.courses[row]);
            }
        }
        for (room, flow) in self.rooms.outdated_flows() {
            self.turns.want_flow(room, flow);
        }
    }

    fn forget_unused_rooms(&mut self) {
        let mut used: Vec<Vec<usize>> = Vec::new();
        for course in &self.courses {
            if used.len() <= course.room {
                used.resize(course.room + 1, Vec::new());
            }
            used[course.room].push(match course.route {
                Route::Flow(flow) => flow,
                _ => usize::MAX,
            });
        }
        for flows in &mut used {
            flows.sort_unstable();
        }
        let flows = |room: usize| used.get(room).filter(|flows| !flows.is_empty());
        self.rooms.keep(
            |room| flows(room).is_some(),
            |room, flow| flows(room).is_some_and(|flows| flows.binary_search(&flow).is_ok()),
        );
    }

    /// Whether the rest of an agent's path comes within its radius of one of the rectangles. `fields` has what is known of the tiles of fields.
    fn is_hit(&self, row: usize, blocked: &[Rect], fields: &mut BTreeMap<(usize, usize), Tiles>) -> bool {
        let (course, place, radius) = (&self.courses[row], self.positions[row], self.radii[row]);
        let is_near = |from, to| is_leg_near(blocked, from, to, radius);
        match &course.route {
            Route::Straight | Route::None => false,
            Route::Path { .. } => {
                let ahead = course.route.ahead(None, place, course.goal, usize::MAX);
                let all = Area::around(&ahead);
                let is_apart = |&rect: &Rect| Area::from(rect).gap(&all) >= radius;
                !blocked.iter().all(is_apart)
                    && (is_near(place, place) || ahead.windows(2).any(|ends| is_near(ends[0], ends[1])))
            }
            &Route::Flow(flow) => {
                let Some(room) = self.rooms.get(course.room) else { return false };
                let Some((field, begin)) = room.flows.get(flow).zip(room.nearest_cell(place)) else {
                    return is_near(place, place);
                };
                let tiles = fields.entry((course.room, flow)).or_insert_with(|| Tiles::new(&self.map));
                is_near(place, middle(begin))
                    || is_near(course.goal, course.goal)
                    || tiles.is_way_hit(field.way(begin), |from, to| is_near(middle(from), middle(to)))
            }
        }
    }

    /// Whether there can be a shorter path for an agent than the one that it has, or one where it has none.
    fn can_gain(&self, row: usize, changes: &Changes) -> bool {
        let (course, place) = (&self.courses[row], self.positions[row]);
        match course.route {
            Route::Straight | Route::Flow(_) => false,
            Route::None => {
                // Where tiles were blocked beside the agent or its goal, it may fit best in other tiles now, from or to which there is a way.
                let reach = NEAREST * (self.radii[row] + 4.0);
                let is_beside = |&rect: &Rect| {
                    let area = Area::from(rect);
                    area.distance(place).min(area.distance(course.goal)) < reach
                };
                !course.is_lost && (!changes.freed.is_empty() || changes.blocked.iter().any(is_beside))
            }
            Route::Path { .. } => {
                let reach = self.radii[row] + TILE;
                let left = length(&course.route.ahead(None, place, course.goal, usize::MAX));
                let shortest = |area: Area| {
                    (area.distance(place) - reach).max(0.0) + (area.distance(course.goal) - reach).max(0.0)
                };
                let is_to_goal = !course.is_lost && !matches!(course.phase, Phase::Yielding { .. });
                is_to_goal && changes.freed.iter().any(|&rect| shortest(rect.into()) < left)
            }
        }
    }

    fn lose_path(&mut self, row: usize) {
        if matches!(self.courses[row].phase, Phase::Yielding { .. }) {
            self.go_on(row);
        }
        self.courses[row].is_lost = true;
    }
}

/// Whether a straight leg comes nearer to one of the rectangles than a radius.
fn is_leg_near(blocked: &[Rect], from: Vec2, to: Vec2, radius: f32) -> bool {
    blocked.iter().any(|&rect| Area::from(rect).distance_to_leg(from, to) < radius)
}

/// Of the tiles of a field: whether the way from there is hit. Many agents follow a field, so each tile is looked at once.
struct Tiles {
    width: usize,
    known: Vec<Option<bool>>,
}

impl Tiles {
    fn new(map: &Map) -> Self {
        let width = map.width() as usize;
        Self { width, known: vec![None; width * map.height() as usize] }
    }

    /// Whether one of the steps of a way is hit.
    fn is_way_hit(&mut self, way: impl Iterator<Item = Cell>, is_hit: impl Fn(Cell, Cell) -> bool) -> bool {
        let mut looked_at: Vec<usize> = Vec::new();
        let (mut last, mut result) = (None, false);
        for cell in way {
            if let Some(before) = last.replace(cell)
                && is_hit(before, cell)
            {
                result = true;
                break;
            }
            let index = cell.y as usize * self.width + cell.x as usize;
            if let Some(known) = self.known[index] {
                result = known;
                break;
            }
            looked_at.push(index);
        }
        for index in looked_at {
            self.known[index] = Some(result);
        }
        result
    }
}

/// A rectangle of places.
#[derive(Clone, Copy, Debug)]
struct Area {
    low: Vec2,
    high: Vec2,
}

impl From<Rect> for Area {
    fn from(Rect { x, y, width, height }: Rect) -> Self {
        let low = Vec2::new(x as f32, y as f32);
        Self { low, high: low + Vec2::new(width as f32, height as f32) }
    }
}

impl Area {
    /// The smallest one with all places in it.
    fn around(places: &[Vec2]) -> Self {
        let nothing =
            Self { low: Vec2::new(1.0, 1.0) * f32::INFINITY, high: Vec2::new(-1.0, -1.0) * f32::INFINITY };
        places.iter().fold(nothing, |Self { low, high }, &Vec2 { x, y }| Self {
            low: Vec2::new(low.x.min(x), low.y.min(y)),
            high: Vec2::new(high.x.max(x), high.y.max(y)),
        })
    }

    /// How far a place is from it.
    fn distance(&self, place: Vec2) -> f32 {
        let nearest =
            Vec2::new(place.x.max(self.low.x).min(self.high.x), place.y.max(self.low.y).min(self.high.y));
        place.distance(nearest)
    }

    /// How far they are apart in x or in y, whichever is more: no two of their places are nearer. Negative where they overlap.
    fn gap(&self, other: &Self) -> f32 {
        let gap =
            |low: f32, high: f32, other_low: f32, other_high: f32| (low - other_high).max(other_low - high);
        let x = gap(self.low.x, self.high.x, other.low.x, other.high.x);
        x.max(gap(self.low.y, self.high.y, other.low.y, other.high.y))
    }

    /// How far a straight leg is from it.
    fn distance_to_leg(&self, from: Vec2, to: Vec2) -> f32 {
        if self.meets(from, to) {
            return 0.0;
        }
        let Self { low, high } = *self;
        let corners = [low, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y), high];
        let to_corners = corners.map(|corner| corner.distance(corner.nearest_between(from, to)));
        to_corners.into_iter().fold(self.distance(from).min(self.distance(to)), f32::min)
    }

    /// Whether a straight leg has a place in it: where it has entered it in x and in y before it leaves it in one of them.
    fn meets(&self, from: Vec2, to: Vec2) -> bool {
        let (mut first, mut last) = (0.0f32, 1.0f32);
        let sides = [(from.x, to.x, self.low.x, self.high.x), (from.y, to.y, self.low.y, self.high.y)];
        for (from, to, low, high) in sides {
            let way = to - from;
            if way == 0.0 {
                if from < low || from > high {
                    return false;
                }
                continue;
            }
            let (a, b) = ((low - from) / way, (high - from) / way);
            first = first.max(a.min(b));
            last = last.min(a.max(b));
        }
        first <= last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Against many places of the leg.
    #[test]
    fn distances_of_legs_are_those_of_their_places() {
        const PLACES: u16 = 500;
        let mut random = Random::new(4);
        let (mut met, mut apart) = (0, 0);
        for _ in 0..4000 {
            let mut below = |count: u64| (random.next() % count) as f32;
            let mut place = || Vec2::new(below(40) / 2.0, below(40) / 2.0);
            let (from, to) = (place(), place());
            let rect =
                Rect::new(below(16) as i32, below(16) as i32, 1 + below(5) as u32, 1 + below(5) as u32);
            let area = Area::from(rect);
            let at = |step: u16| from + (to - from) * (f32::from(step) / f32::from(PLACES));
            let nearest = (0..=PLACES).map(|step| area.distance(at(step))).fold(f32::INFINITY, f32::min);
            let found = area.distance_to_leg(from, to);
            let step = from.distance(to) / f32::from(PLACES);
            assert!(
                found <= nearest + 1e-4 && nearest <= found + step + 1e-4,
                "{found} {nearest} {from:?} {to:?} {rect:?}"
            );
            assert!(area.gap(&Area::around(&[from, to])) <= found + 1e-4);
            met += usize::from(found == 0.0);
            apart += usize::from(found > 1.0);
        }
        assert!(met > 300 && apart > 300, "{met} {apart}");
    }
}
