mod choice;
mod collisions;
mod config;
mod contacts;
mod deadlock;
mod edits;
mod explanation;
mod flows;
mod ids;
mod joining;
mod rooms;
mod routes;
mod ways;
mod widths;
mod workers;

pub(crate) use collisions::COLLISION;
pub use config::{Agent, CrowdConfig, CrowdError, Guide};
pub use explanation::Explanation;
pub use ids::AgentId;
pub use ways::Searches;

use tautline::map::Map;
use tautline::search::Workspace;

use self::choice::{Body, Choice, Scratch};
use self::ids::Ids;
use self::rooms::{Room, Rooms};
use self::routes::{Route, Target};
use self::ways::{Turn, Turns};
use self::workers::Workers;
use crate::neighbours::NeighbourIndex;
use crate::{Vec2, Walls};

/// Agents that walk to their goals over a map and keep out of each other's way.
///
/// - **Agents** are rows of dense arrays: [`positions`](Self::positions), [`velocities`](Self::velocities) and so on. An agent keeps its row until
///   [`remove`](Self::remove) puts the last one into the row of the one that leaves. Its [`AgentId`] stays the same.
/// - **Ways** are straight, or come from any planner, or from fields of directions ([`Guide`]). Where the map changes
///   ([`edit`](Self::edit)), agents whose path is blocked look for another one, and so does an agent that does not get on.
/// - **Avoidance** is what the [model](crate::avoidance::Model) says, with the walls of the map as hard limits. Agents that are hindered
///   turn to the right, the more the longer it lasts: so agents that meet head-on pass each other, and crowds that cross begin to turn around each other,
///   without any chance in it.
/// - **Contacts**: velocities that would make agents overlap at the end of the step are corrected by both. Positions change by
///   velocity × time step and by nothing else. This is for neighbours only: with few of them, or steps in which agents walk farther than
///   their radius, there are overlaps.
/// - **An agent that has arrived** stays at its goal, gives way to those that have not, and comes back.
/// - **Deadlocks** where two have no room beside each other end by one of them going back to where there is room: the one that came to the crowd
///   first goes first.
/// - A step is the **same bits** for any number of threads ([`hash`](Self::hash)), and on one thread allocates
///   nothing once warm, but for new ways and deadlocks.
///
/// ```
/// use tautline::Map;
/// use tautline_crowd::{Agent, Crowd, CrowdConfig, Vec2};
///
/// let mut crowd = Crowd::new(Map::open(40, 20)?, CrowdConfig::default())?;
/// // Two agents, each of which wants to be where the other one is.
/// let (left, right) = (Vec2::new(5.0, 10.0), Vec2::new(35.0, 10.0));
/// crowd.add(&[Agent::new(left, right), Agent::new(right, left)])?;
/// for _ in 0..200 {
///     crowd.step();
///     let apart = crowd.positions()[0].distance(crowd.positions()[1]);
///     assert!(apart >= 2.999, "they never touch");
/// }
/// assert!(crowd.arrived().all(|has_arrived| has_arrived));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Crowd {
    config: CrowdConfig,
    map: Map,
    walls: Walls,
    rooms: Rooms,
    /// The memory of the planners.
    workspace: Workspace,
    ids: Ids,
    /// How many agents have joined so far.
    joined: u64,
    turns: Turns,
    /// Those of the last step, and those so far of the one that comes next.
    searches: Searches,
    searches_so_far: Searches,
    positions: Vec<Vec2>,
    velocities: Vec<Vec2>,
    radii: Vec<f32>,
    preferred: Vec<Vec2>,
    courses: Vec<Course>,
    groups: Vec<u32>,
    time: f64,
    index: NeighbourIndex,
    /// About how near the farthest neighbour of each agent is.
    hints: Vec<f32>,
    /// What others see of the agents, in the order of the index, as are the following.
    bodies: Vec<Body>,
    choices: Vec<Choice>,
    chosen: Vec<Vec2>,
    corrected: Vec<Vec2>,
    workers: Workers<Scratch>,
}

/// Where an agent is going, and how it gets on.
#[derive(Clone, Debug)]
struct Course {
    goal: Vec2,
    route: Route,
    /// The number of its room, by its size.
    room: usize,
    speed: f32,
    max_speed: f32,
    phase: Phase,
    /// The velocity with which it would get on best.
    wanted: Vec2,
    /// Whether nothing but others is between it and its goal.
    is_on_last_leg: bool,
    /// How much it was hindered of late, from 0 to 1.
    hindrance: f32,
    /// Whether it walks at less than half of the speed that it wants.
    is_slow: bool,
    /// Where it was when it last got on, and for how long it has not.
    anchor: Vec2,
    waiting: f32,
    /// Whether its path is to be searched for again.
    is_lost: bool,
    turn: Turn,
    /// How many agents had joined before it.
    joined: u64,
}

/// What an agent is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Walking,
    /// It was at its goal, and is not far from it.
    Settled,
    /// It makes room for another one, which wants to pass the place where they met.
    Yielding {
        to: AgentId,
        met: Vec2,
        since: f64,
    },
}

/// An agent that is nearer to its goal than this, in radii, is at its goal.
const ARRIVAL: f32 = 1.0;
/// An agent that was at its goal gives way until it is farther away than this, in radii.
const SETTLED: f32 = 4.0;
/// Hindrance is remembered for as long as it takes to walk this many radii.
const MEMORY: f32 = 1.0 / 3.0;
/// An agent whose hindrance exceeds this does not make progress.
const HINDERED: f32 = 0.5;
/// An agent whose hindrance exceeds this is in a jam.
const JAMMED: f32 = 0.9;
/// The tangent of half the largest angle by which a hindered agent turns to the right.
const DETOUR: f32 = 0.684;
/// The tangent of half the angle by which every agent keeps to the right.
const KEEP_RIGHT: f32 = 0.005;
/// An agent that is nearer to its goal than this many radii turns less.
const DETOUR_DISTANCE: f32 = 16.0;

impl Crowd {
    /// A crowd without agents on a map. Of the map it uses only which tiles are free: costs, tolls, links and hexagons are ignored.
    pub fn new(map: Map, config: CrowdConfig) -> Result<Self, CrowdError> {
        joining::check_config(&config)?;
        let workers = Workers::new(config.threads, || Scratch::new(&config))?;
        Ok(Self {
            walls: Walls::new(&map),
            map,
            rooms: Rooms::default(),
            workspace: Workspace::new(),
            ids: Ids::default(),
            joined: 0,
            turns: Turns::default(),
            searches: Searches::default(),
            searches_so_far: Searches::default(),
            positions: Vec::new(),
            velocities: Vec::new(),
            radii: Vec::new(),
            preferred: Vec::new(),
            courses: Vec::new(),
            groups: Vec::new(),
            time: 0.0,
            index: NeighbourIndex::default(),
            hints: Vec::new(),
            bodies: Vec::new(),
            choices: Vec::new(),
            chosen: Vec::new(),
            corrected: Vec::new(),
            workers,
            config,
        })
    }

    /// How many agents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Where the agents are.
    #[must_use]
    pub fn positions(&self) -> &[Vec2] {
        &self.positions
    }

    /// How they move.
    #[must_use]
    pub fn velocities(&self) -> &[Vec2] {
        &self.velocities
    }

    /// How large they are.
    #[must_use]
    pub fn radii(&self) -> &[f32] {
        &self.radii
    }

    /// What groups they belong to.
    #[must_use]
    pub fn groups(&self) -> &[u32] {
        &self.groups
    }

    /// Where they want to go.
    #[must_use]
    pub fn goals(&self) -> impl ExactSizeIterator<Item = Vec2> + '_ {
        self.courses.iter().map(|course| course.goal)
    }

    /// How fast they would like to be.
    #[must_use]
    pub fn speeds(&self) -> impl ExactSizeIterator<Item = f32> + '_ {
        self.courses.iter().map(|course| course.speed)
    }

    /// Which of them are at their goals now: not farther away than their radius.
    #[must_use]
    pub fn arrived(&self) -> impl ExactSizeIterator<Item = bool> + '_ {
        let agents = self.courses.iter().zip(&self.positions).zip(&self.radii);
        agents.map(|((course, position), &radius)| position.distance(course.goal) <= ARRIVAL * radius)
    }

    /// How long the ways are that are still to be walked, as of the last step or [`find_ways`](Self::find_ways); infinite where there is
    /// none. To a goal that an edit has put into a wall, they lead from where there is room near it.
    #[must_use]
    pub fn ways_left(&self) -> impl ExactSizeIterator<Item = f32> + '_ {
        (0..self.len()).map(|agent| {
            let (course, place) = (&self.courses[agent], self.positions[agent]);
            let room = self.rooms.get(course.room);
            if !course.route.leads_on(room, place) {
                return f32::INFINITY;
            }
            let ahead = course.route.ahead(room, place, course.goal, usize::MAX);
            ways::length(&ahead)
        })
    }

    /// Which of them have a way to where they want to go, as of the last step or [`find_ways`](Self::find_ways). An agent without one stands, and
    /// looks for one from time to time. Straight ways lead anywhere.
    #[must_use]
    pub fn has_way(&self) -> impl ExactSizeIterator<Item = bool> + '_ {
        let agents = self.courses.iter().zip(&self.positions);
        agents.map(|(course, &place)| course.route.leads_on(self.rooms.get(course.room), place))
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Its walls.
    #[must_use]
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// How it moves.
    #[must_use]
    pub fn config(&self) -> &CrowdConfig {
        &self.config
    }

    /// How many seconds it has walked.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Sends an agent somewhere else.
    pub fn set_goal(&mut self, id: AgentId, goal: Vec2) -> Result<(), CrowdError> {
        let row = self.row(id).ok_or(CrowdError::NoAgent(id))?;
        joining::check_place(&self.map, &self.walls, row, "the goal", goal, self.radii[row])?;
        let course = &mut self.courses[row];
        course.goal = goal;
        course.phase = Phase::Walking;
        course.is_lost = true;
        Ok(())
    }

    /// A number for comparing two crowds: it is the same if the agents in all rows are in the same places, to the bit, and move alike, and
    /// otherwise, as good as always, another one.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        for Vec2 { x, y } in self.positions.iter().chain(&self.velocities) {
            hasher.update(&x.to_bits().to_le_bytes());
            hasher.update(&y.to_bits().to_le_bytes());
        }
        hasher.digest()
    }

    /// One step of time for all agents.
    pub fn step(&mut self) {
        self.find_ways();
        self.steer();
        let side = self.side_of_squares();
        self.index.rebuild(&self.positions, &self.radii, side);
        self.choose();
        self.correct();
        self.move_all();
        self.resolve_deadlocks();
        self.time += f64::from(self.config.time_step);
        self.searches = std::mem::take(&mut self.searches_so_far);
    }

    /// How wide the squares are in which neighbours are looked for.
    fn side_of_squares(&self) -> f32 {
        NeighbourIndex::best_side(&self.hints, self.config.neighbour_distance)
    }

    /// What velocity each agent would like.
    fn steer(&mut self) {
        let Self { config, walls, rooms, positions, radii, preferred, courses, workers, .. } = self;
        let time_step = config.time_step;
        workers.run_two(courses, preferred, |first, courses, preferred, _| {
            for (offset, (course, preferred)) in courses.iter_mut().zip(preferred).enumerate() {
                let agent = first + offset;
                *preferred = course.preferred(
                    rooms.get(course.room),
                    walls,
                    positions[agent],
                    radii[agent],
                    time_step,
                );
            }
        });
    }

    /// Moves all agents, and notes their progress.
    fn move_all(&mut self) {
        let time_step = self.config.time_step;
        for ((&agent, &velocity), choice) in self.index.order().iter().zip(&self.chosen).zip(&self.choices) {
            let agent = agent as usize;
            let position = self.positions[agent] + velocity * time_step;
            // Whatever numbers a caller gave, no agent leaves the map, and no position becomes NaN.
            let (velocity, position) = if self.is_on_map(position) {
                (velocity, position)
            } else {
                (Vec2::ZERO, self.positions[agent])
            };
            self.hints[agent] = choice.hint;
            self.velocities[agent] = velocity;
            self.positions[agent] = position;
            self.courses[agent].note(
                position,
                velocity,
                self.radii[agent],
                choice.has_somebody_ahead,
                time_step,
            );
        }
    }

    fn is_on_map(&self, place: Vec2) -> bool {
        (0.0..=self.map.width() as f32).contains(&place.x)
            && (0.0..=self.map.height() as f32).contains(&place.y)
    }
}

impl Course {
    /// The velocity that the agent would like: along its way, a little to the right of it, more if it is hindered.
    fn preferred(
        &mut self,
        room: Option<&Room>,
        walls: &Walls,
        place: Vec2,
        radius: f32,
        time_step: f32,
    ) -> Vec2 {
        let is_retreat = matches!(self.phase, Phase::Yielding { .. });
        let Some(target) = self.route.target(room, walls, place, self.goal, radius, self.is_slow) else {
            self.wanted = Vec2::ZERO;
            return Vec2::ZERO;
        };
        let Target { place: target, is_last, is_lost } = target;
        self.is_on_last_leg = is_last;
        self.is_lost |= is_lost && !is_retreat;
        let way = target - place;
        let distance = way.length();
        let speed = if is_last { self.speed.min(distance / time_step) } else { self.speed };
        let nearness = (distance / (DETOUR_DISTANCE * radius)).min(1.0);
        let half = if is_retreat { 0.0 } else { KEEP_RIGHT + DETOUR * self.hindrance * nearness };
        let turn = Vec2::new(1.0 - half * half, 2.0 * half) / (1.0 + half * half);
        self.wanted = way.normalized() * speed;
        self.wanted.turned(turn)
    }

    /// The velocity that others assume: an agent in a jam in the open is assumed to go half of where it wants. So a jam in which all
    /// want to turn around each other begins to turn, where none would begin if all believed that none does.
    fn meant(&self, place: Vec2, radius: f32, velocity: Vec2, preferred: Vec2) -> Vec2 {
        let is_far = place.distance(self.goal) > DETOUR_DISTANCE / 2.0 * radius;
        let is_jammed = self.is_on_last_leg && self.hindrance > JAMMED && is_far;
        if is_jammed { (velocity + preferred) * 0.5 } else { velocity }
    }

    /// Notes how the agent got on in a step.
    fn note(
        &mut self,
        position: Vec2,
        velocity: Vec2,
        radius: f32,
        has_somebody_ahead: bool,
        time_step: f32,
    ) {
        let to_goal = position.distance(self.goal);
        if !matches!(self.phase, Phase::Yielding { .. }) {
            if to_goal <= ARRIVAL * radius {
                self.phase = Phase::Settled;
            } else if to_goal > SETTLED * radius {
                self.phase = Phase::Walking;
            }
        }
        let wanted = self.wanted.length_squared();
        self.is_slow = velocity.dot(self.wanted) < 0.5 * wanted;
        let is_walking =
            has_somebody_ahead && self.phase == Phase::Walking && wanted > 0.01 * self.speed * self.speed;
        let lack = if is_walking { 1.0 - (velocity.dot(self.wanted) / wanted).clamp(0.0, 1.0) } else { 0.0 };
        self.hindrance += (lack - self.hindrance) * (time_step * self.speed / (MEMORY * radius)).min(1.0);
        // An agent that walks to and fro in front of an obstacle makes as little progress as one that stands.
        let has_moved = position.distance(self.anchor) > 2.0 * radius;
        if has_moved {
            self.anchor = position;
        }
        if self.phase == Phase::Settled || (has_moved && self.hindrance < HINDERED) {
            self.waiting = 0.0;
        } else {
            self.waiting += time_step;
        }
    }
}
