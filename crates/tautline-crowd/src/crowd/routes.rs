//! The ways of agents over the map: from planners, from fields of directions, or straight.

use tautline::engine::{Algorithm, Planner};
use tautline::geometry::Cell;
use tautline::map::{Map, Reachability};
use tautline::path::Path;
use tautline::planners::{AStar, AStarConfig};
use tautline::search::{Answer, Query, Workspace};

use super::rooms::Room;
use super::widths::Width;
use crate::{Vec2, Walls};

/// The way of an agent.
#[derive(Clone, Debug)]
pub(super) enum Route {
    /// Straight to a place.
    Straight,
    /// Along these places, of which the numbered one is next. The last one is where the way leads.
    Path { points: Vec<Vec2>, next: usize },
    /// By a field of directions, which has this number.
    Flow(usize),
    /// There is none.
    None,
}

/// How far ahead an agent looks along its path, in radii: it goes straight to a later point that it sees.
const LOOK_AHEAD: f32 = 12.0;

/// Ways are kept so far away from walls where there is room, in radii; where there is not, in the middle.
const WAYPOINT_CLEARANCES: [f32; 3] = [3.0, 1.5, 1.05];

/// A waypoint is displaced by at most this multiple of the clearance: √2 at a corner, plus a margin.
const MAX_DISPLACEMENT: f32 = 1.5;
/// Where a way has to lead around something, it does so at this many radii.
const CLEAR: f32 = 1.05;
/// A leg is halved at most so often to lead it around walls.
const MAX_HALVINGS: usize = 8;
/// A path that is led around walls may be at most this many times as long as the planner's.
const MAX_DETOUR_FACTOR: f32 = 1.1;
/// Legs are looked at in pieces of so many tiles.
const PIECE: f32 = 16.0;

/// The part of a gate's width that can be filled.
const GATE_FILL: f32 = 0.985;
/// Where there is so much of that, there is room.
const SLIM: f32 = 0.99;

/// How many tiles ahead the steps of a flow field are followed.
const STEPS_AHEAD: usize = 3;

/// The radius that counts for walls: an agent as wide as a gate, which is a whole number of tiles wide, is made a little thinner to get through.
pub(super) fn radius_at_gates(radius: f32) -> f32 {
    let gate = (2.0 * radius).ceil() / 2.0;
    radius.min(gate - (1.0 - GATE_FILL) * radius)
}

/// Whether an agent gets from a place straight to another one, as far as walls are concerned.
fn is_clear(walls: &Walls, from: Vec2, to: Vec2, radius: f32) -> bool {
    walls.is_clear(from, to, SLIM * radius_at_gates(radius))
}

/// The same for a leg of any length.
fn is_leg_clear(walls: &Walls, from: Vec2, to: Vec2, radius: f32) -> bool {
    let pieces = (from.distance(to) / PIECE).ceil().max(1.0);
    let at = |piece: u32| from + (to - from) * (piece as f32 / pieces);
    (0..pieces as u32).all(|piece| is_clear(walls, at(piece), at(piece + 1), radius))
}

impl Room {
    /// Whether its agents fit in the middle of every free tile.
    fn is_any_tile_wide_enough(&self) -> bool {
        self.radius <= 0.5
    }

    /// Whether two agents have no room beside each other here.
    pub(super) fn is_narrow(&self, place: Vec2) -> bool {
        self.widths.on(cell_of(place)) == Width::Narrow
    }

    /// The tile nearest to a place in whose middle an agent fits, if there is one near.
    pub(super) fn nearest_cell(&self, place: Vec2) -> Option<Cell> {
        let here = cell_of(place);
        if self.map.is_free(here) {
            return Some(here);
        }
        let reach = self.radius.ceil() as i32 + 2;
        let cells = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).map(move |dx| Cell::new(here.x + dx, here.y + dy)));
        cells
            .filter(|&cell| self.map.is_free(cell))
            .min_by(|&a, &b| middle(a).distance(place).total_cmp(&middle(b).distance(place)))
    }

    /// Where an agent ends its way that wants to get to a place: there, or if that is in a wall now, in the tile nearest to it.
    fn end_of_way(&self, walls: &Walls, goal: Vec2, nearest: Cell) -> Vec2 {
        if self.has_room(walls, goal) { goal } else { middle(nearest) }
    }

    /// Whether an agent fits in a place.
    pub(super) fn has_room(&self, walls: &Walls, place: Vec2) -> bool {
        let cell = cell_of(place);
        self.widths.on(cell) != Width::Wall && is_clear(walls, place, place, self.radius)
    }

    /// A place of a path, moved away from walls as far as there is room, but not through a gate.
    fn between_walls(&self, walls: &Walls, place: Vec2) -> Vec2 {
        let fits = |&(reach, to): &(f32, Vec2)| {
            let distance = to.distance(place);
            let is_seen = walls.ray(place, (to - place).normalized(), distance).is_none();
            distance < MAX_DISPLACEMENT * reach && is_seen && self.has_room(walls, to)
        };
        let reaches = WAYPOINT_CLEARANCES.map(|radii| radii * self.radius);
        let mut pushed = reaches.into_iter().map(|reach| (reach, walls.pushed_away(place, reach)));
        pushed.find(fits).map_or(place, |(_, to)| to)
    }

    /// Adds the end of a straight leg to a way, and before it places that lead around what it comes too near to.
    fn add_leg(&self, walls: &Walls, from: Vec2, to: Vec2, halvings: usize, points: &mut Vec<Vec2>) {
        if halvings == 0 || self.is_leg_clear(walls, from, to) {
            points.push(to);
            return;
        }
        let mut middle = from + (to - from) * 0.5;
        if from.distance(to) <= PIECE {
            // Where the leg cuts a corner, the way is beside it.
            let aside = (to - from).normalized().right() * self.radius;
            let places =
                [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0].map(|radii| middle + aside * radii);
            let mut pushed = places.into_iter().map(|place| walls.pushed_away(place, CLEAR * self.radius));
            let Some(place) = pushed.find(|&place| self.has_room(walls, place)) else {
                points.push(to);
                return;
            };
            middle = place;
        }
        self.add_leg(walls, from, middle, halvings - 1, points);
        self.add_leg(walls, middle, to, halvings - 1, points);
    }

    fn is_leg_clear(&self, walls: &Walls, from: Vec2, to: Vec2) -> bool {
        is_leg_clear(walls, from, to, self.radius)
    }

    /// Whether a way can be walked from a place.
    fn is_way_clear(&self, walls: &Walls, from: Vec2, points: &[Vec2]) -> bool {
        let begins = [from].into_iter().chain(points.iter().copied());
        begins.zip(points).all(|(begin, &end)| self.is_leg_clear(walls, begin, end))
    }

    /// Whether a way leads from a place to a goal, and can be walked.
    fn can_be_walked(&self, walls: &Walls, place: Vec2, goal: Vec2, route: &Route) -> bool {
        match route {
            Route::Straight => true,
            Route::Path { points, .. } => self.is_way_clear(walls, place, points),
            Route::Flow(flow) => {
                let (begin, end) = (self.flow_begin(*flow, place), self.flows.goal(*flow));
                begin.is_some_and(|begin| self.is_leg_clear(walls, place, middle(begin)))
                    && end.is_some_and(|end| self.is_leg_clear(walls, middle(end), goal))
            }
            Route::None => false,
        }
    }

    /// The way from a place to a goal for an agent of this size.
    pub(super) fn way(&mut self, walls: &Walls, place: Vec2, goal: Vec2, workspace: &mut Workspace) -> Route {
        let way = match &self.planner {
            None => self.flow_to(goal, workspace).map_or(Route::None, Route::Flow),
            Some(planner) => self.planned_way(planner, walls, place, goal, workspace),
        };
        if self.is_any_tile_wide_enough() || self.can_be_walked(walls, place, goal, &way) {
            return way;
        }
        self.way_between_tiles(walls, place, goal, workspace).unwrap_or(way)
    }

    /// The way from a place to another by the planner, kept away from walls by the radius.
    fn planned_way(
        &self,
        planner: &Planner,
        walls: &Walls,
        from: Vec2,
        to: Vec2,
        workspace: &mut Workspace,
    ) -> Route {
        let (Some(start), Some(goal)) = (self.nearest_cell(from), self.nearest_cell(to)) else {
            return Route::None;
        };
        let to = self.end_of_way(walls, to, goal);
        // A planner that could not be updated after an edit is stale: then there is no way.
        let answer =
            planner.plan(&self.map, &Query::new(start, goal), workspace).ok().filter(Answer::is_complete);
        let Some(places) = answer.and_then(Answer::into_path).map(|path| places_of(&path)) else {
            return Route::None;
        };
        // The planner's own ends are in the middle or at the corner of a tile, which is a detour only.
        let between = places.get(1..places.len().saturating_sub(1)).unwrap_or_default();
        let mut points = Vec::with_capacity(between.len() + 1);
        let mut last = from;
        for place in between.iter().map(|&place| self.between_walls(walls, place)).chain([to]) {
            self.add_leg(walls, last, place, MAX_HALVINGS, &mut points);
            last = place;
        }
        let planned = length(from, between.iter().copied().chain([to]));
        let is_detour =
            length(from, points.iter().copied()) > MAX_DETOUR_FACTOR * planned + 2.0 * self.radius;
        if is_detour || !self.is_way_clear(walls, from, &points) {
            // Where it is tight, from the middle of a tile to the middle of the next one. That can be walked wherever the tiles have room:
            // what is beside a step is as near to one of its ends.
            if let Some(path) = steps(&self.map, start, goal, workspace) {
                points = turns(&places_of(&path));
                points.push(to);
            }
        }
        Route::Path { points, next: 0 }
    }

    /// A way over the sides and corners of tiles, too: in a corridor an even number of tiles wide, the middle is there.
    fn way_between_tiles(
        &mut self,
        walls: &Walls,
        from: Vec2,
        to: Vec2,
        workspace: &mut Workspace,
    ) -> Option<Route> {
        let halves = self.halves.take().or_else(|| self.new_halves(walls))?;
        let (map, components) = &halves;
        let nearest = |place: Vec2| {
            let here = Cell::new((2.0 * place.x - 0.5) as i32, (2.0 * place.y - 0.5) as i32);
            let around = (-1..=2).flat_map(|dy| (-1..=2).map(move |dx| Cell::new(here.x + dx, here.y + dy)));
            around
                .filter(|&half| map.is_free(half) && is_clear(walls, place, half_place(half), self.radius))
                .min_by(|&a, &b| half_place(a).distance(place).total_cmp(&half_place(b).distance(place)))
        };
        // A search that finds nothing takes the longest, and an agent without a path asks again.
        let is_way = |&(start, goal): &(Cell, Cell)| {
            components.on(map).is_ok_and(|now| now.connected(start, goal) == Reachability::Yes)
        };
        let ends = nearest(from).zip(nearest(to)).filter(is_way);
        let path = ends.and_then(|(start, goal)| steps(map, start, goal, workspace));
        self.halves = Some(halves);
        let places: Vec<Vec2> = path?.cells()?.iter().map(|&half| half_place(half)).collect();
        let mut points = turns(&places);
        points.push(to);
        Some(Route::Path { points, next: 0 })
    }

    /// The number of the field that leads to a place.
    fn flow_to(&mut self, goal: Vec2, workspace: &mut Workspace) -> Option<usize> {
        let goal = self.nearest_cell(goal)?;
        self.flows.to(goal, &self.map, workspace)
    }

    /// The tile of a place, if a field leads from there to its goal.
    fn flow_begin(&self, flow: usize, place: Vec2) -> Option<Cell> {
        self.nearest_cell(place)
            .filter(|&cell| self.flows.get(flow).is_some_and(|field| field.reaches_a_goal(cell)))
    }

    /// The place that a field leads to next from another one, and whether it is the last one: some tiles ahead as long as it goes straight on,
    /// else as far as an agent can walk straight. None from where it does not lead to its goal.
    fn flow_target(&self, flow: usize, walls: &Walls, place: Vec2, goal: Vec2) -> Option<(Vec2, bool)> {
        let cell = self.flow_begin(flow, place)?;
        let field = self.flows.get(flow)?;
        let Some(direction) = field.direction(cell) else {
            return Some((self.end_of_way(walls, goal, cell), true));
        };
        let mut target = middle(cell + direction);
        if cell != cell_of(place) && !is_clear(walls, place, target, self.radius) {
            return Some((middle(cell), false));
        }
        let (mut ahead, mut is_straight) = (cell + direction, true);
        for _ in 1..STEPS_AHEAD {
            let Some(next) = field.direction(ahead) else { break };
            ahead = ahead + next;
            is_straight &= next == direction;
            if !is_straight && !is_clear(walls, place, middle(ahead), self.radius) {
                break;
            }
            target = middle(ahead);
        }
        Some(if cell_of(goal) == cell_of(target) { (goal, true) } else { (target, false) })
    }

    /// The next tiles of a field's way, as places.
    pub(super) fn flow_way(&self, flow: usize, place: Vec2, most: usize) -> impl Iterator<Item = Vec2> {
        let from = self.flows.get(flow).zip(self.nearest_cell(place));
        from.into_iter().flat_map(move |(field, cell)| field.way(cell).take(most)).map(middle)
    }
}

/// The tile around a place.
pub(super) fn cell_of(place: Vec2) -> Cell {
    Cell::new(place.x.floor() as i32, place.y.floor() as i32)
}

/// The middle of a tile.
pub(super) fn middle(cell: Cell) -> Vec2 {
    Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5)
}

/// The place of one of the middles of tiles, sides and corners, by its number in each direction.
pub(super) fn half_place(half: Cell) -> Vec2 {
    Vec2::new(half.x as f32 + 1.0, half.y as f32 + 1.0) * 0.5
}

/// The cheapest path from cell to cell, if there is one.
fn steps(map: &Map, start: Cell, goal: Cell, workspace: &mut Workspace) -> Option<Path> {
    let astar = AStar::new(map, AStarConfig::default()).ok()?;
    astar.plan(map, &Query::new(start, goal), workspace).ok()?.into_path()
}

/// The places of a path.
fn places_of(path: &Path) -> Vec<Vec2> {
    path.points().map(Vec2::from).collect()
}

/// How long a way is.
fn length(from: Vec2, points: impl Iterator<Item = Vec2>) -> f32 {
    let mut last = from;
    points.map(|point| point.distance(std::mem::replace(&mut last, point))).sum()
}

/// The first and the last place of a way, and those between them where it turns.
fn turns(places: &[Vec2]) -> Vec<Vec2> {
    let is_end = |number: usize| number == 0 || number + 1 == places.len();
    let is_turn = |number: usize| {
        (places[number] - places[number - 1]).cross(places[number + 1] - places[number]).abs() > 0.0
    };
    (0..places.len())
        .filter(|&number| is_end(number) || is_turn(number))
        .map(|number| places[number])
        .collect()
}

/// Where an agent walks to now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) place: Vec2,
    /// Whether it is the last one of its way.
    pub(super) is_last: bool,
    /// Whether the way does not lead on from there, so that another one has to be looked for.
    pub(super) is_lost: bool,
}

impl Route {
    /// The place to walk to now. An agent that is slow may have been pushed off its way.
    pub(super) fn target(
        &mut self,
        room: Option<&Room>,
        walls: &Walls,
        place: Vec2,
        goal: Vec2,
        radius: f32,
        is_slow: bool,
    ) -> Option<Target> {
        let to = |(place, is_last)| Target { place, is_last, is_lost: false };
        match self {
            Self::Straight => Some(to((goal, true))),
            Self::None => None,
            Self::Flow(flow) => room?.flow_target(*flow, walls, place, goal).map(to),
            Self::Path { points, next } => {
                let sees = |point: Vec2| {
                    let seen = place + (point - place).truncated(LOOK_AHEAD * radius);
                    is_clear(walls, place, seen, radius)
                };
                // An agent that was pushed to where it does not see the next one goes back to the one before. Walls may have been built behind
                // it since it was there.
                while is_slow
                    && *next > 0
                    && place.distance(points[*next - 1]) > radius
                    && !sees(points[*next])
                {
                    *next -= 1;
                    if sees(points[*next]) {
                        let is_lost = !is_leg_clear(walls, points[*next], points[*next + 1], radius);
                        return Some(Target { place: points[*next], is_last: false, is_lost });
                    }
                }
                // The next one but one is taken as soon as nothing is in between, or the next one is reached.
                while let Some(&after) = points.get(*next + 1) {
                    let distance = place.distance(points[*next]);
                    let is_near = distance < LOOK_AHEAD * radius;
                    let can_take = || is_near && sees(after) && is_leg_clear(walls, place, after, radius);
                    if distance > radius / 4.0 && !can_take() {
                        break;
                    }
                    *next += 1;
                }
                points.get(*next).map(|&point| to((point, *next + 1 == points.len())))
            }
        }
    }

    /// Whether it leads from a place to its goal.
    pub(super) fn leads_on(&self, room: Option<&Room>, place: Vec2) -> bool {
        match self {
            Self::Straight | Self::Path { .. } => true,
            Self::Flow(flow) => room.is_some_and(|room| room.flow_begin(*flow, place).is_some()),
            Self::None => false,
        }
    }

    /// The places still to come at which it turns, and the one where it ends; none where it does not lead on.
    pub(super) fn turns_ahead(&self, room: Option<&Room>, place: Vec2, goal: Vec2) -> Vec<Vec2> {
        if !self.leads_on(room, place) {
            return Vec::new();
        }
        let mut ahead = self.ahead(room, place, goal, usize::MAX);
        ahead.remove(0);
        if matches!(self, Self::Flow(_)) {
            // A field leads from the agent's own tile to that of the goal, but the agent walks from where it is to the goal itself.
            let turns = turns(&ahead);
            let between = turns.get(1..turns.len().saturating_sub(1)).unwrap_or_default();
            ahead = between.iter().copied().chain([goal]).collect();
        }
        ahead
    }

    /// The places still to come, at most so many tiles of a field.
    pub(super) fn ahead<'a>(
        &'a self,
        room: Option<&'a Room>,
        place: Vec2,
        goal: Vec2,
        most: usize,
    ) -> Vec<Vec2> {
        let mut ahead = vec![place];
        match self {
            Self::Straight | Self::None => ahead.push(goal),
            Self::Path { points, next } => ahead.extend(&points[(*next).min(points.len())..]),
            Self::Flow(flow) => {
                ahead.extend(room.into_iter().flat_map(|room| room.flow_way(*flow, place, most)));
            }
        }
        ahead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline::geometry::Rect;
    use tautline::map::Tile;

    const RADIUS: f32 = 0.3;

    fn walls(rect: Rect) -> Walls {
        let mut map = Map::open(40, 10).expect("a map");
        map.fill(rect, Tile::Blocked);
        Walls::new(&map)
    }

    /// A path with two legs, and its target for an agent on its way to the numbered place.
    fn target(walls: &Walls, next: usize, place: Vec2, is_slow: bool) -> (Target, usize) {
        let goal = Vec2::new(10.5, 4.5);
        let mut route = Route::Path { points: vec![Vec2::new(30.5, 4.5), goal], next };
        let target = route.target(None, walls, place, goal, RADIUS, is_slow).expect("a path");
        let Route::Path { next, .. } = route else { panic!("it is a path") };
        (target, next)
    }

    /// Walls can be farther away than an agent looks.
    #[test]
    fn the_next_turn_is_left_out_only_where_all_of_the_way_is_clear() {
        let beside = Vec2::new(31.0, 5.5);
        let (target_in_the_open, next) = target(&walls(Rect::new(0, 0, 1, 1)), 0, beside, false);
        assert_eq!((target_in_the_open.place, next), (Vec2::new(10.5, 4.5), 1));
        let (target_behind_a_wall, next) = target(&walls(Rect::new(20, 5, 1, 1)), 0, beside, false);
        assert_eq!((target_behind_a_wall.place, next), (Vec2::new(30.5, 4.5), 0));
    }

    /// A wall may have been built on the last leg while the agent was beside it.
    #[test]
    fn a_way_that_leads_back_into_a_wall_is_lost() {
        for (wall, is_lost) in [(Rect::new(26, 4, 1, 1), true), (Rect::new(26, 5, 1, 1), false)] {
            let hidden = Vec2::new(28.0, if is_lost { 4.5 } else { 6.2 });
            let (back, next) = target(&walls(wall), 1, hidden, true);
            assert_eq!((back.place, back.is_lost, next), (Vec2::new(30.5, 4.5), is_lost, 0), "{wall:?}");
        }
    }
}
