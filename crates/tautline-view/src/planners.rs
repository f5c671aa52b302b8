//! The planners of a map, kept for the next query.

use std::time::{Duration, Instant};

use tautline::planners::Selection;
use tautline_run::{Refusal, Runner};

use crate::fault::Fault;
use crate::limits;
use crate::map::Map;
use crate::preparing::Preparations;

/// Planners that were made for a map, the last one that was asked for at the end.
pub(crate) struct Planners<'m> {
    map: &'m Map,
    made: Vec<(String, Box<dyn Runner + 'm>)>,
}

impl<'m> Planners<'m> {
    /// None so far.
    pub(crate) fn new(map: &'m Map) -> Self {
        Self { map, made: Vec::new() }
    }

    /// Forgets all of them.
    pub(crate) fn clear(&mut self) {
        self.made.clear();
    }

    /// A planner, and how long it took to make it now.
    pub(crate) fn get(
        &mut self,
        selection: &Selection,
        preparations: &mut Preparations,
    ) -> Result<(&dyn Runner, Duration), Fault> {
        let key = format!("{}:{}", selection.planner.id, selection.settings);
        let mut time = Duration::ZERO;
        let entry = if let Some(index) = self.made.iter().position(|(made, _)| *made == key) {
            self.made.remove(index)
        } else {
            let begun = Instant::now();
            let runner = self.make(selection, preparations)?;
            time = begun.elapsed();
            (key, runner)
        };
        if self.made.len() == limits::PLANNERS {
            self.made.remove(0);
        }
        self.made.push(entry);
        let (_, runner) = &self.made[self.made.len() - 1];
        Ok((&**runner, time))
    }

    fn make(
        &self,
        selection: &Selection,
        preparations: &mut Preparations,
    ) -> Result<Box<dyn Runner + 'm>, Fault> {
        let ground = self.map.ground();
        if !selection.needs_index() {
            return Ok(tautline_run::build(selection, ground)?);
        }
        let grid = ground.plain().map_err(|what| Refusal::ground(selection, what))?;
        let bytes = preparations.index(selection, grid)?;
        Ok(tautline_run::open(selection, grid, &bytes)?)
    }
}
