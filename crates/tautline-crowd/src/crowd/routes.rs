//! The ways of agents over the map: from planners, from fields of directions, or straight.

use tautline::field::{Border, Clearance, FlowField};
use tautline::geometry::{Cell, Corner, Point};
use tautline::moves::DiagonalRule;
use tautline::planners::{Build, Planner, Selection};
use tautline::search::{Place, Query, Workspace};
use tautline::world::Grid;

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

/// How far ahead a way is looked at, in radii: who sees a later point of its path goes there at once.
const LOOK_AHEAD: f32 = 12.0;

/// Ways are kept so far away from walls where there is room, in radii; where there is not, in the middle.
const FROM_WALLS: [f32; 3] = [3.0, 1.5, 1.05];

/// How many tiles ahead the steps of a flow field are followed.
const STEPS_AHEAD: usize = 3;

/// Where agents of some size can be, and what was prepared for them.
#[derive(Clone, Debug)]
pub(super) struct Room {
    pub(super) radius: f32,
    /// The tiles in whose middle such an agent fits.
    pub(super) grid: Grid,
    /// The tiles that are in no free square in which two such agents fit beside each other.
    narrow: Vec<bool>,
    flows: Vec<Flow>,
}

/// A field of directions towards a tile.
#[derive(Clone, Debug)]
struct Flow {
    goal: Cell,
    field: FlowField,
}

impl Room {
    pub(super) fn new(grid: &Grid, clearance: &Clearance, radius: f32) -> Self {
        let room = clearance.grid_for_radius(f64::from(radius));
        let side = (4.0 * radius).ceil() as u32;
        let wide = clearance.grid_for_square(side);
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let mut narrow: Vec<bool> = grid.cells().map(|cell| grid.is_free(cell)).collect();
        for cell in wide.cells().filter(|&cell| wide.is_free(cell)) {
            let (left, top) = (cell.x as usize, cell.y as usize);
            for y in top..(top + side as usize).min(height) {
                narrow[y * width + left..y * width + (left + side as usize).min(width)].fill(false);
            }
        }
        Self { radius, grid: room, narrow, flows: Vec::new() }
    }

    /// Whether two agents have no room beside each other here.
    pub(super) fn is_narrow(&self, place: Vec2) -> bool {
        let cell = cell_of(place);
        self.grid.contains(cell)
            && self.narrow[cell.y as usize * self.grid.width() as usize + cell.x as usize]
    }

    /// The tile nearest to a place in whose middle an agent fits, if there is one near.
    pub(super) fn nearest_cell(&self, place: Vec2) -> Option<Cell> {
        let here = cell_of(place);
        if self.grid.is_free(here) {
            return Some(here);
        }
        let reach = self.radius.ceil() as i32 + 2;
        let cells = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).map(move |dx| Cell::new(here.x + dx, here.y + dy)));
        cells
            .filter(|&cell| self.grid.is_free(cell))
            .min_by(|&a, &b| middle(a).distance(place).total_cmp(&middle(b).distance(place)))
    }

    /// A place of a path, moved away from walls as far as there is room.
    fn between_walls(&self, walls: &Walls, place: Vec2) -> Vec2 {
        let mut pushed = FROM_WALLS.into_iter().map(|radii| walls.pushed_away(place, radii * self.radius));
        let has_room = |place: &Vec2| {
            self.nearest_cell(*place).is_some() && walls.is_clear(*place, *place, 0.99 * self.radius)
        };
        let is_seen = |to: &Vec2| walls.ray(place, (*to - place).normalized(), to.distance(place)).is_none();
        pushed.find(|to| has_room(to) && is_seen(to)).unwrap_or(place)
    }

    /// The number of the field that leads to a place, made if there is none yet.
    pub(super) fn flow_to(&mut self, goal: Vec2, workspace: &mut Workspace) -> Option<usize> {
        let goal = self.nearest_cell(goal)?;
        if let Some(number) = self.flows.iter().position(|flow| flow.goal == goal) {
            return Some(number);
        }
        let field = FlowField::new(&self.grid, DiagonalRule::NoCornerCutting, [goal], workspace).ok()?;
        self.flows.push(Flow { goal, field });
        Some(self.flows.len() - 1)
    }

    /// The place that a field leads to next from another one; none from where it does not lead to its goal.
    pub(super) fn flow_target(&self, flow: usize, place: Vec2, goal: Vec2) -> Option<Vec2> {
        let flow = &self.flows[flow];
        let mut cell = self.nearest_cell(place)?;
        if !flow.field.reaches_a_goal(cell) {
            return None;
        }
        if cell != cell_of(place) {
            return Some(middle(cell));
        }
        for _ in 0..STEPS_AHEAD {
            match flow.field.next(cell) {
                Some(next) => cell = next,
                None => return Some(goal),
            }
        }
        Some(middle(cell))
    }

    /// The next tiles of a field's way, as places.
    pub(super) fn flow_way(&self, flow: usize, place: Vec2, most: usize) -> impl Iterator<Item = Vec2> {
        let from = self.nearest_cell(place);
        from.into_iter().flat_map(move |cell| self.flows[flow].field.way(cell).take(most)).map(middle)
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

/// A planner on the tiles where agents of some size can be.
pub(super) enum Router<'w> {
    Cells(Box<dyn Planner<Cell> + 'w>),
    Corners(Box<dyn Planner<Corner> + 'w>),
    Points(Box<dyn Planner<Point> + 'w>),
}

impl<'w> Router<'w> {
    /// Makes the planner, which may have to prepare the map.
    pub(super) fn new(selection: &Selection, room: &'w Room) -> Result<Self, String> {
        let (ground, settings) = ((&room.grid).into(), &selection.settings);
        let router = match selection.planner.build {
            Build::Cells(build) => build(ground, settings).map(Self::Cells),
            Build::Corners(build) => build(ground, settings).map(Self::Corners),
            Build::Points(build) => build(ground, settings).map(Self::Points),
            _ => return Err("it plans on places that a crowd does not know".into()),
        };
        router.map_err(|error| error.to_string())
    }

    /// The way from a place to another for an agent of the room's size, kept away from walls by its radius.
    pub(super) fn route(
        &self,
        room: &Room,
        walls: &Walls,
        from: Vec2,
        to: Vec2,
        workspace: &mut Workspace,
    ) -> Route {
        let (Some(start), Some(goal)) = (room.nearest_cell(from), room.nearest_cell(to)) else {
            return Route::None;
        };
        let at = |point: Point| Vec2::from(point);
        let corner = |cell: Cell| Corner::new(cell.x, cell.y);
        let ends = (Point::from(middle(start)), Point::from(middle(goal)));
        let places = match self {
            Self::Cells(planner) => places(&**planner, start, goal, workspace, middle),
            Self::Corners(planner) => match planner.between_points() {
                Some(planner) => places(planner, ends.0, ends.1, workspace, at),
                None => {
                    places(&**planner, corner(start), corner(goal), workspace, |corner| at(corner.into()))
                }
            },
            Self::Points(planner) => {
                places(&**planner, corner(start).into(), corner(goal).into(), workspace, at)
            }
        };
        let Some(places) = places else { return Route::None };
        // The planner's own ends are in the middle or at the corner of a tile, which is a detour only.
        let between = places.get(1..places.len().saturating_sub(1)).unwrap_or_default();
        let mut points: Vec<Vec2> = between.iter().map(|&place| room.between_walls(walls, place)).collect();
        points.push(to);
        Route::Path { points, next: 0 }
    }
}

fn places<P: Place>(
    planner: &dyn Planner<P>,
    start: P,
    goal: P,
    workspace: &mut Workspace,
    at: impl Fn(P) -> Vec2,
) -> Option<Vec<Vec2>> {
    let path = planner.plan(&Query::new(start, goal), workspace).ok()?.into_path()?;
    Some(path.places.into_iter().map(at).collect())
}

impl Route {
    /// The place to walk to now, and whether it is the last one.
    pub(super) fn target(
        &mut self,
        room: Option<&Room>,
        walls: &Walls,
        place: Vec2,
        goal: Vec2,
        radius: f32,
    ) -> Option<(Vec2, bool)> {
        match self {
            Self::Straight => Some((goal, true)),
            Self::None => None,
            Self::Flow(flow) => room?.flow_target(*flow, place, goal).map(|target| (target, target == goal)),
            Self::Path { points, next } => {
                // The next one but one is taken as soon as nothing is in between, as far as it is looked, or the next one is reached.
                while let Some(&after) = points.get(*next + 1) {
                    let way = after - place;
                    let seen = place + way.truncated(LOOK_AHEAD * radius);
                    let distance = place.distance(points[*next]);
                    let is_near = distance < LOOK_AHEAD * radius;
                    if distance > radius / 4.0 && !(is_near && walls.is_clear(place, seen, radius * 0.99)) {
                        break;
                    }
                    *next += 1;
                }
                points.get(*next).map(|&point| (point, *next + 1 == points.len()))
            }
        }
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

/// What agents can walk on, by their size.
#[derive(Debug, Default)]
pub(super) struct Rooms {
    clearance: Option<Clearance>,
    rooms: Vec<Room>,
}

impl Rooms {
    /// Forgets all that was made for another state of the map.
    pub(super) fn clear(&mut self) {
        self.clearance = None;
        self.rooms.clear();
    }

    /// The number of the room for agents of a size, made if there is none yet.
    pub(super) fn number(&mut self, grid: &Grid, radius: f32) -> usize {
        if let Some(number) = self.rooms.iter().position(|room| room.radius.to_bits() == radius.to_bits()) {
            return number;
        }
        let clearance = self.clearance.get_or_insert_with(|| Clearance::new(grid, Border::Blocked));
        self.rooms.push(Room::new(grid, clearance, radius));
        self.rooms.len() - 1
    }

    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }

    pub(super) fn get(&self, number: usize) -> Option<&Room> {
        self.rooms.get(number)
    }

    pub(super) fn get_mut(&mut self, number: usize) -> &mut Room {
        &mut self.rooms[number]
    }
}
