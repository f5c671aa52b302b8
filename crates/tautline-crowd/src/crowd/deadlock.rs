//! Deadlocks: agents that have no room to pass each other agree on which one goes back.

use std::collections::VecDeque;

use tautline::geometry::Cell;

use super::rooms::Room;
use super::routes::{Route, middle};
use super::{AgentId, Crowd, Phase};
use crate::Vec2;

/// How long an agent makes no progress before it looks for what stands in its way: the time to walk this many radii.
const PATIENCE: f32 = 6.0;
/// An agent that is nearer than this many times the sum of the radii may stand in the way.
const REACH: f32 = 1.5;
/// So many radii ahead it may be too narrow for two.
const NARROW_AHEAD: u32 = 5;
/// How long an agent makes room for another one that does not come, as a multiple of that time.
const LONG_PATIENCE: f64 = 20.0;
/// So many tiles are looked at for a place to make room.
const MOST_TILES: usize = 20_000;
/// So many tiles of a field's way are kept free for the agent that passes.
const WAY_AHEAD: usize = 200;
/// Between the agent that passes and the one that made room there is so much of the sum of their radii.
const MARGIN: f32 = 1.05;

impl Crowd {
    /// Looks after agents that make no progress.
    ///
    /// Where two stand face to face and have no room beside each other, the one that came to the crowd later goes back to the nearest place
    /// off the other's way, and waits there until the other is past. An agent that goes back and meets others tells them for which one it does so, and they
    /// go back too if that one came before them. So of all that are in a deadlock, the first one gets through. An agent at its goal makes room
    /// for all others. One that has no place to go back to goes first.
    ///
    /// Other agents that make no progress look for their paths again.
    pub(super) fn resolve_deadlocks(&mut self) {
        for agent in 0..self.len() {
            if let Phase::Yielding { to, met, since } = self.courses[agent].phase {
                let patience =
                    f64::from(PATIENCE * self.radii[agent] / self.courses[agent].speed) * LONG_PATIENCE;
                if self.is_past(to, met, agent) || self.time - since > patience {
                    self.go_on(agent);
                }
            }
            let course = &self.courses[agent];
            if course.phase == Phase::Settled || course.waiting < PATIENCE * self.radii[agent] / course.speed
            {
                continue;
            }
            self.courses[agent].waiting = 0.0;
            if let Some(other) = self.opponent(agent) {
                self.decide(agent, other);
            } else {
                // There is nothing to look for on straight ways.
                let course = &mut self.courses[agent];
                course.is_lost |= course.phase == Phase::Walking && !matches!(course.route, Route::Straight);
            }
        }
    }

    /// The agent that stands in another one's way without room for both: the nearest one ahead that wants to go against it, or stays.
    fn opponent(&self, agent: usize) -> Option<usize> {
        let course = &self.courses[agent];
        let room = self.rooms.get(course.room)?;
        let (position, radius) = (self.positions[agent], self.radii[agent]);
        // For an agent that stays in front of a narrow place there is no room either.
        let step = course.wanted.normalized() * radius;
        let is_narrow_here = room.is_narrow(position);
        let is_narrow_ahead = (1..=NARROW_AHEAD).any(|steps| room.is_narrow(position + step * steps as f32));
        let mut nearest: Option<(f32, usize)> = None;
        let farthest = REACH * (radius + self.index.largest_radius());
        self.index.for_each_within(self.index.rank(agent), farthest, |other, squared| {
            let offset = self.positions[other] - position;
            let reach = REACH * (radius + self.radii[other]);
            let is_ahead = offset.dot(course.wanted) > 0.5 * offset.length() * course.wanted.length();
            let against = &self.courses[other];
            let is_settled = against.phase == Phase::Settled;
            let is_against = is_settled || against.wanted.dot(course.wanted) < 0.0;
            let is_narrow =
                is_narrow_here || room.is_narrow(self.positions[other]) || (is_settled && is_narrow_ahead);
            let is_nearer = nearest.is_none_or(|best| (squared, other) < best);
            if squared < reach * reach && is_ahead && is_against && is_narrow && is_nearer {
                nearest = Some((squared, other));
            }
        });
        nearest.map(|(_, other)| other)
    }

    /// For which agent an agent moves: the one that it makes room for, or itself; none if it is at its goal.
    fn moves_for(&self, agent: usize) -> Option<usize> {
        match self.courses[agent].phase {
            Phase::Walking => Some(agent),
            Phase::Yielding { to, .. } => Some(self.ids.row(to).unwrap_or(agent)),
            Phase::Settled => None,
        }
    }

    /// One of two makes room.
    fn decide(&mut self, agent: usize, other: usize) {
        let (mine, others) = (self.moves_for(agent), self.moves_for(other));
        if mine == others {
            return;
        }
        // Agents at their goals come last.
        let joined = |moving: Option<usize>| moving.map_or(u64::MAX, |row| self.courses[row].joined);
        let (first, (winner, loser), passing) = if joined(mine) < joined(others) {
            (mine, (agent, other), others)
        } else {
            (others, (other, agent), mine)
        };
        let Some(first) = first else { return };
        if !self.make_room(loser, first, winner)
            && let Some(passing) = passing
        {
            // There is nowhere to go for that one.
            self.make_room(winner, passing, loser);
        }
    }

    /// Sends an agent to the nearest place off another one's way, not past the one that it faces. False if there is none.
    fn make_room(&mut self, agent: usize, to: usize, facing: usize) -> bool {
        if agent == to {
            return false;
        }
        let Some(room) = self.rooms.get(self.courses[agent].room) else { return false };
        let passing = &self.courses[to];
        let way =
            passing.route.ahead(self.rooms.get(passing.room), self.positions[to], passing.goal, WAY_AHEAD);
        let least = (self.radii[agent] + self.radii[to]) * MARGIN;
        let wall_of = (self.positions[facing], self.radii[agent] + self.radii[facing]);
        let Some(points) = refuge(room, self.positions[agent], &way, least, wall_of) else { return false };
        let met = self.positions[agent];
        let course = &mut self.courses[agent];
        course.route = Route::Path { points, next: 0 };
        course.phase = Phase::Yielding { to: self.ids.all()[to], met, since: self.time };
        course.waiting = 0.0;
        true
    }

    /// Whether the rest of an agent's way no longer leads past the place where it met another one.
    fn is_past(&self, to: AgentId, met: Vec2, agent: usize) -> bool {
        // It may have left the crowd.
        let Some(to) = self.ids.row(to) else { return true };
        let course = &self.courses[to];
        let least = (self.radii[to] + self.radii[agent]) * MARGIN;
        if course.phase == Phase::Settled {
            return true;
        }
        // An agent that makes room itself will come later.
        if course.phase != Phase::Walking {
            return false;
        }
        let way = course.route.ahead(self.rooms.get(course.room), self.positions[to], course.goal, WAY_AHEAD);
        !is_near(&way, met, least)
    }

    /// Ends making room.
    pub(super) fn go_on(&mut self, agent: usize) {
        let course = &mut self.courses[agent];
        course.phase = Phase::Walking;
        course.is_lost = true;
        course.waiting = 0.0;
        course.anchor = self.positions[agent];
    }
}

/// Whether a way comes nearer to a place than a distance.
fn is_near(way: &[Vec2], place: Vec2, distance: f32) -> bool {
    let squared = |a: Vec2, b: Vec2| (place - place.nearest_between(a, b)).length_squared();
    way.windows(2).any(|ends| squared(ends[0], ends[1]) < distance * distance)
}

/// The way over tiles to the nearest one that is as far as asked from another one's way, without going nearer to a place than a distance,
/// unless it leads away from there.
fn refuge(
    room: &Room,
    from: Vec2,
    way: &[Vec2],
    least: f32,
    (facing, apart): (Vec2, f32),
) -> Option<Vec<Vec2>> {
    let start = room.nearest_cell(from)?;
    let (width, map) = (room.map.width() as usize, &room.map);
    let number = |cell: Cell| cell.y as usize * width + cell.x as usize;
    let mut parents = std::collections::BTreeMap::from([(number(start), start)]);
    let mut queue = VecDeque::from([start]);
    while let Some(cell) = queue.pop_front() {
        if !is_near(way, middle(cell), least) {
            let parent = |&cell: &Cell| Some(parents[&number(cell)]).filter(|&parent| parent != cell);
            let mut points: Vec<Vec2> = std::iter::successors(Some(cell), parent).map(middle).collect();
            points.pop_if(|_| cell != start);
            points.reverse();
            return Some(points);
        }
        if parents.len() > MOST_TILES {
            return None;
        }
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let next = Cell::new(cell.x + dx, cell.y + dy);
            // Not towards the agent that is faced, from where this one is; later, not nearer to it than both have room.
            let is_first = cell == start;
            let towards = (middle(next) - from).dot(facing - from) > 0.0;
            let (distance, before) = (middle(next).distance(facing), middle(cell).distance(facing));
            let is_barred = if is_first { towards } else { distance < apart && distance < before };
            if map.is_free(next) && !is_barred && !parents.contains_key(&number(next)) {
                parents.insert(number(next), cell);
                queue.push_back(next);
            }
        }
    }
    None
}
