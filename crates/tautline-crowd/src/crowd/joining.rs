//! Which agents may join a crowd, and how they leave it.

use tautline::engine::{Ends, Feature, Unsupported};
use tautline::map::Map;

use super::routes::{Route, cell_of};
use super::ways::Turn;
use super::{Agent, AgentId, Course, Crowd, CrowdConfig, CrowdError, Guide, Phase};
use crate::{Vec2, Walls};

/// By so much of its radius may an agent be too near to a wall or to another one when it joins.
const TOLERANCE: f32 = 1e-3;

const POSITIVE: &str = "a finite number above 0";
const NOT_NEGATIVE: &str = "a finite number from 0";
/// More threads or neighbours than this are taken for a mistake.
const MOST: usize = 1000;

pub(super) fn check_config(config: &CrowdConfig) -> Result<(), CrowdError> {
    let numbers = [
        ("the time step", config.time_step, POSITIVE),
        ("the distance of neighbours", config.neighbour_distance, NOT_NEGATIVE),
        ("the horizon of the model", config.model.time_horizon(), POSITIVE),
        ("the number of threads", config.threads as f32, POSITIVE),
    ];
    for (what, found) in
        [("the number of neighbours", config.max_neighbours), ("the number of threads", config.threads)]
    {
        if found > MOST {
            return Err(CrowdError::Number { what, found: found as f32, expected: "at most 1000" });
        }
    }
    if let Guide::Planner(selection) = &config.guide
        && selection.descriptor().ends == Ends::Corners
    {
        // An agent begins and ends anywhere on a tile, not at its corners.
        return Err(CrowdError::Ends(Unsupported::new(selection.descriptor().id, Feature::Cells)));
    }
    let wrong = numbers.into_iter().find(|&(_, found, expected)| !is_as_expected(found, expected));
    wrong.map_or(Ok(()), |(what, found, expected)| Err(CrowdError::Number { what, found, expected }))
}

fn is_as_expected(found: f32, expected: &str) -> bool {
    found.is_finite() && if expected == POSITIVE { found > 0.0 } else { found >= 0.0 }
}

/// Whether an agent has room somewhere.
pub(super) fn check_place(
    map: &Map,
    walls: &Walls,
    agent: usize,
    what: &'static str,
    place: Vec2,
    radius: f32,
) -> Result<(), CrowdError> {
    let has_room = place.is_finite()
        && map.is_free(cell_of(place))
        && walls.nearest(place, radius).is_none_or(|hit| hit.distance >= radius * (1.0 - TOLERANCE));
    if has_room { Ok(()) } else { Err(CrowdError::InWall { agent, what, place, radius }) }
}

impl Crowd {
    /// Takes agents in, all of them or none, in new rows at the end of the arrays, in this order; their handles.
    ///
    /// Refused are numbers that cannot be, agents without room where they begin or where they want to go, and agents that overlap, each with
    /// an error that names the agent by the row that it would have had.
    pub fn add(&mut self, agents: &[Agent]) -> Result<Vec<AgentId>, CrowdError> {
        self.update();
        let before = self.len();
        for (agent, found) in (before..).zip(agents) {
            let Agent { position, goal, radius, speed, max_speed, .. } = *found;
            let numbers = [
                ("the radius", radius, POSITIVE),
                ("the speed", speed, POSITIVE),
                ("the largest speed", max_speed, POSITIVE),
            ];
            if let Some((what, found, expected)) =
                numbers.into_iter().find(|&(_, found, expected)| !is_as_expected(found, expected))
            {
                return Err(CrowdError::AgentNumber { agent, what, found, expected });
            }
            if max_speed < speed {
                let expected = "at least the speed";
                return Err(CrowdError::AgentNumber {
                    agent,
                    what: "the largest speed",
                    found: max_speed,
                    expected,
                });
            }
            check_place(&self.map, &self.walls, agent, "the start", position, radius)?;
            check_place(&self.map, &self.walls, agent, "the goal", goal, radius)?;
        }
        let after = before + agents.len();
        self.positions.extend(agents.iter().map(|agent| agent.position));
        self.radii.extend(agents.iter().map(|agent| agent.radius));
        let rooms = self.check_overlaps(before).and_then(|()| self.rooms_from(before));
        let rooms = rooms.inspect_err(|_| {
            self.positions.truncate(before);
            self.radii.truncate(before);
        })?;
        self.velocities.resize(after, Vec2::ZERO);
        self.preferred.resize(after, Vec2::ZERO);
        self.hints.resize(after, f32::INFINITY);
        self.groups.extend(agents.iter().map(|agent| agent.group));
        self.courses.extend(agents.iter().zip(rooms).zip(self.joined..).map(|((agent, room), joined)| {
            Course {
                goal: agent.goal,
                route: Route::None,
                room,
                speed: agent.speed,
                max_speed: agent.max_speed,
                phase: Phase::Walking,
                wanted: Vec2::ZERO,
                is_on_last_leg: false,
                hindrance: 0.0,
                is_slow: false,
                anchor: agent.position,
                waiting: 0.0,
                is_lost: true,
                turn: Turn::None,
                joined,
            }
        }));
        self.joined += agents.len() as u64;
        Ok(agents.iter().map(|_| self.ids.push()).collect())
    }

    /// Takes an agent out of the crowd, and returns it as it is now; none if it has left before. The last row of the arrays moves to its row, so that
    /// they stay dense. The rows of all others stay what they are, and nothing but this changes rows.
    pub fn remove(&mut self, id: AgentId) -> Option<Agent> {
        let row = self.row(id)?;
        self.ids.swap_remove(row);
        let course = self.courses.swap_remove(row);
        self.turns.forget(id, &course);
        self.velocities.swap_remove(row);
        self.preferred.swap_remove(row);
        self.hints.swap_remove(row);
        let Course { goal, speed, max_speed, .. } = course;
        let (position, radius) = (self.positions.swap_remove(row), self.radii.swap_remove(row));
        Some(Agent { position, goal, radius, speed, max_speed, group: self.groups.swap_remove(row) })
    }

    /// In which row of the arrays an agent is; none if it has left.
    #[must_use]
    pub fn row(&self, id: AgentId) -> Option<usize> {
        self.ids.row(id)
    }

    /// The handle of the agent in a row.
    #[must_use]
    pub fn id(&self, row: usize) -> Option<AgentId> {
        self.ids.all().get(row).copied()
    }

    /// Whether anybody from a number on overlaps anybody.
    fn check_overlaps(&mut self, first: usize) -> Result<(), CrowdError> {
        let largest = self.radii.iter().copied().fold(0.0, f32::max);
        self.index.rebuild(&self.positions, &self.radii, 2.0 * largest);
        for agent in first..self.positions.len() {
            let mut overlapped = None;
            self.index.for_each_within(
                self.index.rank(agent),
                self.radii[agent] + largest,
                |other, squared| {
                    let least = self.radii[agent] + self.radii[other];
                    let distance = squared.sqrt();
                    if distance < least * (1.0 - TOLERANCE) {
                        let error = CrowdError::Overlap {
                            agent: agent.min(other),
                            other: agent.max(other),
                            distance,
                            least,
                        };
                        overlapped.get_or_insert(error);
                    }
                },
            );
            if let Some(error) = overlapped {
                return Err(error);
            }
        }
        Ok(())
    }

    /// The rooms of all agents from a row on. Those that walk straight need none.
    fn rooms_from(&mut self, first: usize) -> Result<Vec<usize>, CrowdError> {
        let Self { config, map, rooms, radii, .. } = self;
        let number = |&radius: &f32| match &config.guide {
            Guide::Straight => Ok(0),
            guide => rooms.number(map, radius, guide),
        };
        radii[first..].iter().map(number).collect()
    }
}
