//! Where agents can walk, by their size: made when the first agent of a size joins, and repaired after edits.

use tautline::engine::Planner;
use tautline::field::{Border, Clearance};
use tautline::geometry::{Cell, Rect};
use tautline::map::{Components, Map, Tile};
use tautline::moves::DiagonalRule;

use super::flows::Flows;
use super::routes::half_place;
use super::widths::Widths;
use super::{CrowdError, Guide};
use crate::Walls;

/// The tiles on which agents of one size fit, and the planner and the fields that were prepared for them.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) radius: f32,
    /// The tiles in whose middle such an agent fits.
    pub(super) map: Map,
    /// The planner for this map, if the guide is one. It is stale where it could not be updated after an edit.
    pub(super) planner: Option<Planner>,
    pub(super) widths: Widths,
    pub(super) flows: Flows,
    /// The middles of tiles, of their sides and their corners where such an agent fits, and how they hang together, made when it is needed.
    pub(super) halves: Option<(Map, Components)>,
}

/// The rooms of a crowd.
#[derive(Debug, Default)]
pub(super) struct Rooms {
    /// Up to the largest radius of a room.
    clearance: Option<Clearance>,
    largest: f32,
    /// By number. A number is used again when no agent has that size any more.
    slots: Vec<Option<Room>>,
}

/// Where an edit has changed which tiles are free: rectangles in which every tile has changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Changes {
    pub(super) blocked: Vec<Rect>,
    pub(super) freed: Vec<Rect>,
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        self.blocked.is_empty() && self.freed.is_empty()
    }
}

impl Room {
    fn new(map: &Map, clearance: &Clearance, radius: f32, guide: &Guide) -> Result<Self, CrowdError> {
        let room = Map::from(clearance.grid_for_radius(f64::from(radius)));
        let planner = match guide {
            Guide::Planner(selection) => {
                let refused = |why| CrowdError::Planner { planner: selection.to_string(), why };
                Some(selection.planner(&room).map_err(refused)?)
            }
            Guide::Straight | Guide::Flow => None,
        };
        let widths = Widths::new(map, radius);
        Ok(Self { radius, map: room, planner, widths, flows: Flows::default(), halves: None })
    }

    /// Repairs everything after an edit of the map: `changed` is where that has changed, `affected` where the clearance has.
    fn update(
        &mut self,
        map: &Map,
        walls: &Walls,
        clearance: &Clearance,
        changed: &[Rect],
        affected: &[Rect],
    ) {
        let radius = f64::from(self.radius);
        self.map.edit(|edit| {
            for cell in affected.iter().copied().flat_map(Rect::cells) {
                let tile = if clearance.has_room(cell, radius) { Tile::Free } else { Tile::Blocked };
                // The room is as large as the map.
                let _ = edit.set(cell, tile);
            }
        });
        if let Some(planner) = &mut self.planner {
            // A planner that does not support the map any more stays stale, until it does.
            let _ = planner.update(&self.map);
        }
        for &rect in changed {
            self.widths.update(map, rect);
        }
        if let Some((mut halves, mut components)) = self.halves.take() {
            halves.edit(|edit| {
                for half in changed.iter().flat_map(|&rect| self.halves_near(rect)) {
                    let _ = edit.set(half, self.half(walls, half));
                }
            });
            components.update(&halves);
            self.halves = Some((halves, components));
        }
    }

    /// The middles of tiles, of their sides and corners where an agent fits.
    pub(super) fn new_halves(&self, walls: &Walls) -> Option<(Map, Components)> {
        let (width, height) = (2 * self.map.width() - 1, 2 * self.map.height() - 1);
        let halves = Map::from_fn(width, height, |half| self.half(walls, half)).ok()?;
        let components = Components::new(&halves, DiagonalRule::default());
        Some((halves, components))
    }

    fn half(&self, walls: &Walls, half: Cell) -> Tile {
        if self.has_room(walls, half_place(half)) { Tile::Free } else { Tile::Blocked }
    }

    /// Those for which walls in a rectangle matter.
    fn halves_near(&self, rect: Rect) -> impl Iterator<Item = Cell> + use<> {
        let near = rect.grown(self.radius.ceil() as u32).clipped(self.map.width(), self.map.height());
        // The place (x, y) is that of the half (2x − 1, 2y − 1).
        let halves = Rect::new(2 * near.x - 1, 2 * near.y - 1, 2 * near.width + 1, 2 * near.height + 1);
        halves.clipped(2 * self.map.width() - 1, 2 * self.map.height() - 1).cells()
    }
}

impl Rooms {
    /// The number of the room for agents of a size, made if there is none yet. An error says that the planner refuses the map.
    pub(super) fn number(&mut self, map: &Map, radius: f32, guide: &Guide) -> Result<usize, CrowdError> {
        let is_of_size =
            |room: &Option<Room>| room.as_ref().is_some_and(|room| room.radius.to_bits() == radius.to_bits());
        if let Some(number) = self.slots.iter().position(is_of_size) {
            return Ok(number);
        }
        if self.clearance.is_none() || radius > self.largest {
            self.largest = radius.max(self.largest);
            self.clearance = None;
        }
        let farthest = f64::from(self.largest);
        let clearance =
            self.clearance.get_or_insert_with(|| Clearance::up_to(map.grid(), Border::Blocked, farthest));
        let room = Some(Room::new(map, clearance, radius, guide)?);
        let vacant = self.slots.iter().position(Option::is_none);
        let number = vacant.unwrap_or(self.slots.len());
        if vacant.is_some() {
            self.slots[number] = room;
        } else {
            self.slots.push(room);
        }
        Ok(number)
    }

    pub(super) fn get(&self, number: usize) -> Option<&Room> {
        self.slots.get(number)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, number: usize) -> Option<&mut Room> {
        self.slots.get_mut(number)?.as_mut()
    }

    /// The fields that were made for an earlier state of the map: the numbers of their rooms, and their own.
    pub(super) fn outdated_flows(&self) -> impl Iterator<Item = (usize, usize)> {
        let rooms = self.slots.iter().enumerate().filter_map(|(number, room)| Some((number, room.as_ref()?)));
        rooms.flat_map(|(number, room)| room.flows.outdated(&room.map).map(move |flow| (number, flow)))
    }

    /// Forgets the rooms of sizes that no agent has, and the fields that no agent follows.
    pub(super) fn keep(
        &mut self,
        is_used: impl Fn(usize) -> bool,
        is_followed: impl Fn(usize, usize) -> bool,
    ) {
        for (number, slot) in self.slots.iter_mut().enumerate() {
            if !is_used(number) {
                *slot = None;
            } else if let Some(room) = slot {
                room.flows.keep(|flow| is_followed(number, flow));
            }
        }
    }

    /// Repairs all rooms after an edit of the map. Everything that has changed lies in the rectangles; the walls are those of the map already.
    pub(super) fn update(&mut self, map: &Map, walls: &Walls, changed: &[Rect]) -> Changes {
        let Some(clearance) = &mut self.clearance else { return Changes::default() };
        let was_free = |cell: Cell| clearance.has_room(cell, 0.0);
        let mut changes = Changes::default();
        for &rect in changed {
            changes.blocked.extend(rects_of(rect, |cell| was_free(cell) && map.is_blocked(cell)));
            changes.freed.extend(rects_of(rect, |cell| !was_free(cell) && map.is_free(cell)));
        }
        if !changes.is_empty() {
            let changed = [&changes.blocked[..], &changes.freed[..]].concat();
            let affected = clearance.update(map.grid(), changed.iter().copied());
            for room in self.slots.iter_mut().flatten() {
                room.update(map, walls, clearance, &changed, &affected);
            }
        }
        changes
    }
}

/// The tiles of a rectangle for which something holds, as rectangles: runs along rows, with the same runs below them.
fn rects_of(within: Rect, holds: impl Fn(Cell) -> bool) -> Vec<Rect> {
    let (mut rects, mut above) = (Vec::new(), Vec::new());
    for y in within.y..within.y + within.height as i32 {
        let mut runs: Vec<Rect> = Vec::new();
        for x in (within.x..within.x + within.width as i32).filter(|&x| holds(Cell::new(x, y))) {
            match runs.last_mut() {
                Some(run) if run.x + run.width as i32 == x => run.width += 1,
                _ => runs.push(Rect::new(x, y, 1, 1)),
            }
        }
        for run in &mut runs {
            let is_same = |rect: &Rect| (rect.x, rect.width) == (run.x, run.width);
            if let Some(same) = above.iter().position(is_same) {
                let Rect { y, height, .. } = above.swap_remove(same);
                *run = Rect { y, height: height + 1, ..*run };
            }
        }
        rects.append(&mut above);
        above = runs;
    }
    rects.append(&mut above);
    rects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A random tile or rectangle is blocked or freed, some times.
    fn edit(map: &mut Map, random: &mut Random) {
        let (width, height) = (u64::from(map.width()), u64::from(map.height()));
        map.edit(|edit| {
            for _ in 0..=random.next() % 3 {
                let at = |side: u64, random: &mut Random| (random.next() % side) as i32;
                let (x, y) = (at(width, random), at(height, random));
                let size = |random: &mut Random| [1, 1, 1, 4][(random.next() % 4) as usize];
                let rect = Rect::new(x, y, size(random), size(random));
                edit.fill(rect, if random.next() % 5 < 2 { Tile::Blocked } else { Tile::Free });
            }
        });
    }

    fn check(rooms: &Rooms, map: &Map, walls: &Walls) {
        let clearance = Clearance::new(map.grid(), Border::Blocked);
        let up_to = Clearance::up_to(map.grid(), Border::Blocked, f64::from(rooms.largest));
        assert_eq!(rooms.clearance.as_ref(), Some(&up_to));
        for room in rooms.slots.iter().flatten() {
            let expected = clearance.grid_for_radius(f64::from(room.radius));
            assert!(*room.map.grid() == expected, "radius {}\n{map}", room.radius);
            assert_eq!(room.widths, Widths::new(map, room.radius));
            assert!(room.planner.as_ref().is_none_or(|planner| planner.is_current(&room.map)));
            if let Some((halves, components)) = &room.halves {
                let (expected, _) = room.new_halves(walls).expect("a map");
                assert!(*halves == expected, "radius {}\n{map}\n{halves}\n{expected}", room.radius);
                assert!(components.is_current(halves));
            }
        }
    }

    #[test]
    fn repaired_rooms_are_those_of_a_new_map() {
        const RADII: [f32; 5] = [0.3, 0.5, 0.75, 1.0, 2.3];
        let mut random = Random::new(6);
        for round in 0..60 {
            let (width, height) = (8 + (random.next() % 30) as u32, 8 + (random.next() % 30) as u32);
            let tile = |_| if random.next() % 100 < [2, 12][round % 2] { Tile::Blocked } else { Tile::Free };
            let mut map = Map::from_fn(width, height, tile).expect("a map");
            let mut walls = Walls::new(&map);
            let guide = [Guide::planner("taut").expect("a planner"), Guide::Flow][round / 2 % 2].clone();
            let mut rooms = Rooms::default();
            for radius in RADII {
                let number = rooms.number(&map, radius, &guide).expect("a room");
                let room = rooms.get_mut(number).expect("a room");
                room.halves = room.new_halves(&walls);
            }
            check(&rooms, &map, &walls);
            for _ in 0..15 {
                let before = map.clone();
                edit(&mut map, &mut random);
                let changed: Vec<Rect> = map.edits_since(walls.revision()).expect("one edit").collect();
                walls.update(&map);
                let changes = rooms.update(&map, &walls, &changed);
                check(&rooms, &map, &walls);
                for cell in map.cells() {
                    let is_in = |rects: &[Rect]| rects.iter().filter(|rect| rect.contains(cell)).count();
                    let (is, was) = (map.is_free(cell), before.is_free(cell));
                    assert_eq!(
                        (is_in(&changes.blocked) > 0, is_in(&changes.freed) > 0),
                        (was && !is, !was && is)
                    );
                }
            }
        }
    }

    #[test]
    fn rooms_without_agents_are_forgotten_and_their_numbers_used_again() {
        let map = Map::open(20, 20).expect("a map");
        let mut rooms = Rooms::default();
        let numbers = [0.5, 1.0, 2.0].map(|radius| rooms.number(&map, radius, &Guide::Flow).expect("a room"));
        assert_eq!(numbers, [0, 1, 2]);
        rooms.keep(|number| number != 1, |_, _| true);
        assert!(rooms.get(1).is_none() && rooms.get(2).is_some());
        assert_eq!(rooms.number(&map, 3.0, &Guide::Flow), Ok(1));
        check(&rooms, &map, &Walls::new(&map));
    }

    #[test]
    fn rectangles_have_the_tiles_and_no_others() {
        let cross = ["..#.", "####", "..#.", "..#.", "##..", "##.."];
        let holds = |Cell { x, y }| cross[y as usize].as_bytes()[x as usize] == b'#';
        let rects = rects_of(Rect::new(0, 0, 4, 6), holds);
        let expected =
            [Rect::new(2, 0, 1, 1), Rect::new(0, 1, 4, 1), Rect::new(2, 2, 1, 2), Rect::new(0, 4, 2, 2)];
        assert_eq!(rects, expected);
    }
}
