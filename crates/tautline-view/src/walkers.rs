//! The crowd of a session, and how it gets on.

use std::time::{Duration, Instant};

use tautline::geometry::Cell;
use tautline_crowd::{Crowd, Vec2};

use crate::fault::Fault;
use crate::limits;
use crate::map::Stroke;

/// A crowd that walks on a copy of the session's map.
pub(crate) struct Walkers {
    crowd: Crowd,
    /// Which agents have been at their goals.
    been: Vec<bool>,
    /// Cells that were changed since the last step.
    strokes: Vec<Stroke>,
    /// The mean time of the last steps.
    step_time: Duration,
}

impl Walkers {
    /// Before the first step.
    pub(crate) fn new(crowd: Crowd) -> Self {
        let been = crowd.arrived().collect();
        Self { crowd, been, strokes: Vec::new(), step_time: Duration::ZERO }
    }

    /// The crowd as it is now.
    pub(crate) fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// How long a step takes.
    pub(crate) fn step_time(&self) -> Duration {
        self.step_time
    }

    /// Whether all agents have been at their goals.
    pub(crate) fn is_done(&self) -> bool {
        self.been.iter().all(|&been| been)
    }

    /// Notes cells that have changed, for the next step.
    pub(crate) fn paint(&mut self, strokes: &[Stroke]) {
        self.strokes.extend_from_slice(strokes);
    }

    /// Sends agents somewhere else.
    pub(crate) fn set_goals(&mut self, goals: &[(usize, f32, f32)]) -> Result<(), Fault> {
        self.change_map();
        for &(agent, x, y) in goals {
            let count = self.crowd.len();
            let no_agent = || Fault::new(format!("there is no agent {agent}, the crowd has {count}"));
            let id = self.crowd.id(agent).ok_or_else(no_agent)?;
            self.crowd.set_goal(id, Vec2::new(x, y))?;
            self.been[agent] = false;
        }
        self.note_arrivals();
        Ok(())
    }

    /// Lets all agents walk so many steps, or fewer if they take too long.
    pub(crate) fn walk(&mut self, steps: u32) {
        self.change_map();
        let begun = Instant::now();
        for made in 1..=steps {
            self.crowd.step();
            self.note_arrivals();
            self.step_time = begun.elapsed() / made;
            if begun.elapsed() > Duration::from_secs(limits::SECONDS) {
                break;
            }
        }
        self.crowd.find_ways();
    }

    /// However many cells have changed, the crowd is updated only once.
    fn change_map(&mut self) {
        if self.strokes.is_empty() {
            return;
        }
        let strokes: Vec<(Cell, u16)> = std::mem::take(&mut self.strokes);
        self.crowd.edit(|map| {
            for (cell, cost) in strokes {
                // They were checked, and the crowd's map is as large. Crowds do not use the costs of cells.
                let _ = map.set_cost(cell, cost.min(1));
            }
        });
    }

    fn note_arrivals(&mut self) {
        for (been, has_arrived) in self.been.iter_mut().zip(self.crowd.arrived()) {
            *been |= has_arrived;
        }
    }
}
