//! The search for paths: at once for agents that have lost theirs, in turn for those that may get a better one.

use std::collections::VecDeque;

use super::routes::Route;
use super::{AgentId, Course, Crowd, Guide, Phase};
use crate::Vec2;

/// How many searches for paths a step made ([`Crowd::searches`]). The search of an agent counts once, whatever it is made of. With
/// [`Guide::Flow`] the fields count that were made, with [`Guide::Straight`] nothing does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Searches {
    /// Those of agents without a valid path: that are new, have another goal, have lost their path by an edit, or do not get on.
    pub lost: usize,
    /// Those for better paths: at most [`CrowdConfig::searches_per_step`](super::CrowdConfig::searches_per_step).
    pub better: usize,
}

/// Whether an agent waits for its turn to look for a better path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Turn {
    /// It is not in the queue.
    #[default]
    None,
    /// It is in the queue once.
    Waits,
    /// It is in the queue, but has found another path since.
    Expired,
}

/// The agents and the fields that wait for their turn, the first one first.
#[derive(Debug, Default)]
pub(super) struct Turns(VecDeque<Waiting>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Waiting {
    Agent(AgentId),
    Flow { room: usize, flow: usize },
}

impl Turns {
    /// Puts an agent at the end of the queue, unless it is in it.
    pub(super) fn want(&mut self, id: AgentId, course: &mut Course) {
        if course.turn == Turn::None {
            self.0.push_back(Waiting::Agent(id));
        }
        course.turn = Turn::Waits;
    }

    /// Puts a field at the end of the queue, unless it is in it.
    pub(super) fn want_flow(&mut self, room: usize, flow: usize) {
        let flow = Waiting::Flow { room, flow };
        if !self.0.contains(&flow) {
            self.0.push_back(flow);
        }
    }

    /// Forgets an agent that leaves.
    pub(super) fn forget(&mut self, id: AgentId, course: &Course) {
        if course.turn != Turn::None {
            self.0.retain(|waiting| *waiting != Waiting::Agent(id));
        }
    }
}

impl Crowd {
    /// How many searches for paths the last step made, with those of [`find_ways`](Self::find_ways) before it.
    #[must_use]
    pub fn searches(&self) -> Searches {
        self.searches
    }

    /// Looks for paths as the next step would: for all agents without a valid one, and for better ones as far as the budget of a step goes.
    pub fn find_ways(&mut self) {
        self.update();
        for row in 0..self.len() {
            if self.courses[row].is_lost {
                let (route, searches) = self.find_way(row);
                let course = &mut self.courses[row];
                course.route = route;
                course.is_lost = false;
                if course.turn == Turn::Waits {
                    course.turn = Turn::Expired;
                }
                self.searches_so_far.lost += searches;
            }
        }
        while self.searches_so_far.better < self.config.searches_per_step {
            let Some(next) = self.turns.0.pop_front() else { break };
            self.searches_so_far.better += match next {
                Waiting::Agent(id) => self.find_better_way(id),
                Waiting::Flow { room, flow } => self.renew_flow(room, flow),
            };
        }
    }

    /// An agent's turn. Returns the number of searches.
    fn find_better_way(&mut self, id: AgentId) -> usize {
        let Some(row) = self.ids.row(id) else { return 0 };
        let course = &mut self.courses[row];
        // Agents that make room look for their paths when they go on.
        let is_expired = std::mem::take(&mut course.turn) == Turn::Expired;
        if is_expired || matches!(course.phase, Phase::Yielding { .. }) {
            return 0;
        }
        let (found, searches) = self.find_way(row);
        let course = &mut self.courses[row];
        let left = |route: &Route| length(&route.ahead(None, self.positions[row], course.goal, usize::MAX));
        let is_better = match (&course.route, &found) {
            (Route::Path { .. }, Route::Path { .. }) => left(&found) < left(&course.route),
            (Route::None, _) => true,
            _ => false,
        };
        if is_better {
            course.route = found;
        }
        searches
    }

    /// The turn of a field. Returns the number of searches.
    fn renew_flow(&mut self, room: usize, flow: usize) -> usize {
        let Self { rooms, workspace, .. } = self;
        let Some(room) = rooms.get_mut(room) else { return 0 };
        let Some(goal) = room.flows.goal(flow) else { return 0 };
        let made = room.flows.made();
        // None where the goal is blocked: then no way leads there, and the agents look for other fields.
        let _ = room.flows.to(goal, &room.map, workspace);
        room.flows.made() - made
    }

    /// The way of an agent, and the number of searches.
    fn find_way(&mut self, row: usize) -> (Route, usize) {
        let Self { config, walls, rooms, workspace, positions, courses, .. } = self;
        if matches!(config.guide, Guide::Straight) {
            return (Route::Straight, 0);
        }
        let Some(room) = rooms.get_mut(courses[row].room) else { return (Route::None, 0) };
        let made = room.flows.made();
        let route = room.way(walls, positions[row], courses[row].goal, workspace);
        let searches = if room.planner.is_some() { 1 } else { room.flows.made() - made };
        (route, searches)
    }
}

/// How long a way over some places is.
pub(super) fn length(places: &[Vec2]) -> f32 {
    places.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}
