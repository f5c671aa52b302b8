use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::engine::{Preparation, PrepareError};
use crate::geometry::Cell;
use crate::heuristic::Zero;
use crate::map::Grid;
use crate::moves::{DiagonalRule, StepCosts};
use crate::open::{Stacks, TieBreak};
use crate::search::{
    BestFirst, Ending, GridSpace, Limits, Meter, Nothing, SearchMemory, Silent, Space, StopReason, Strategy,
    count, pieces, reserved,
};

/// The distance of a cell to which no way leads.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Finds how far all cells are from one of them.
pub(super) struct Flood<'w> {
    space: GridSpace<'w, u32>,
    grid: &'w Grid,
    memory: SearchMemory<u32, Stacks>,
}

impl<'w> Flood<'w> {
    pub(super) fn new(grid: &'w Grid, rule: DiagonalRule, costs: StepCosts<u32>) -> Self {
        Self { space: GridSpace::new(grid, rule, costs), grid, memory: SearchMemory::default() }
    }

    /// The distances of all cells from this one, row by row.
    pub(super) fn from(
        &mut self,
        cell: Cell,
        preparation: &Preparation,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u32>, PrepareError> {
        let (ties, strategy) = (TieBreak::Lifo, Strategy::CheapestTotal);
        let search = BestFirst { space: &self.space, heuristic: &Zero, strategy, ties, remember_h: true };
        let mut progress = search.begin([cell], &mut self.memory)?.tracking_nearest(false);
        let limits = Limits { max_expansions: None, ..preparation.limits.clone() };
        let ending =
            search.advance(&mut progress, &mut Nothing, &limits, u64::MAX, &mut self.memory, &mut Silent);
        if let Some(Ending::Stopped(why)) = ending {
            return Err(PrepareError::Stopped(why));
        }
        let distance =
            |cell| self.memory.settled(self.space.id(cell)).map_or(NOWHERE, |(distance, _)| distance);
        let (width, height) = (self.grid.width(), self.grid.height());
        let mut distances = reserved(width as usize * height as usize)?;
        for (y, columns) in pieces(width, height) {
            meter.go_on(columns.len() as u64)?;
            count::done(columns.len() as u64);
            distances.extend(columns.map(|x| distance(Cell { x, y })));
        }
        Ok(distances)
    }
}

/// Calls `take` with the number of each of these cells and the distances from it, in any order, on as many threads as are asked for.
/// When one of them stops, or has not enough memory, the others do not begin with another cell.
pub(super) fn each(
    (grid, rule, costs): (&Grid, DiagonalRule, StepCosts<u32>),
    cells: &[Cell],
    preparation: &Preparation,
    take: impl FnMut(usize, Vec<u32>, &mut Meter<'_>) -> Result<(), StopReason> + Send,
) -> Result<(), PrepareError> {
    let (next, take) = (AtomicUsize::new(0), Mutex::new(take));
    let work = || {
        let (mut flood, mut meter) = (Flood::new(grid, rule, costs), preparation.meter());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&cell) = cells.get(number) else { return Ok(()) };
            let taken = flood.from(cell, preparation, &mut meter).and_then(|distances| {
                let mut take = take.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(take(number, distances, &mut meter)?)
            });
            if taken.is_err() {
                next.store(cells.len(), Ordering::Relaxed);
                return taken;
            }
        }
    };
    let threads = preparation.threads.get();
    if threads == 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(cells.len())).map(|_| scope.spawn(work)).collect();
        let joined =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        joined.fold(Ok(()), Result::and)
    })
}
