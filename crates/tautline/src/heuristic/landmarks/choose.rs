use super::flood::{Flood, NOWHERE, each};
use crate::engine::{Preparation, PrepareError};
use crate::geometry::Cell;
use crate::heuristic::{Heuristic, Metric};
use crate::map::{Components, Map};
use crate::moves::{DiagonalRule, StepCosts};
use crate::random::SplitMix64;
use crate::search::{Meter, StopReason, count, pieces};

/// Where landmarks are put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LandmarkChoice {
    /// On free cells by chance, as in Cazenave's paper.
    Random,
    /// In the largest part of the map, each as far from those before as possible (Goldberg and Harrelson). One has to be known for the
    /// next to be chosen, so that threads do not help.
    #[default]
    Farthest,
    /// In the largest part of the map: of several times as many candidates, those that together estimate the ways between many pairs of
    /// cells best, one by one. D. C. Rayner, N. R. Sturtevant, M. Bowling: *Subset Selection of Search Heuristics*, IJCAI 2013.
    Subset,
}

/// For each landmark that is wanted there are so many candidates.
const CANDIDATES: usize = 8;

/// Between so many pairs of cells candidates are compared.
const PAIRS: usize = 1000;

/// What a choice is made for.
#[derive(Clone, Copy)]
pub(super) struct Chooser<'w> {
    pub(super) map: &'w Map,
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts<u32>,
    pub(super) count: usize,
    pub(super) seed: u64,
    pub(super) preparation: &'w Preparation,
}

impl Chooser<'_> {
    /// Chooses landmarks, fewer where there are not so many cells, and hands out the distances of all cells from each.
    pub(super) fn choose(
        self,
        choice: LandmarkChoice,
        mut take: impl FnMut(usize, Vec<u32>) + Send,
    ) -> Result<Vec<Cell>, PrepareError> {
        let store = |number, distances, _: &mut Meter<'_>| {
            take(number, distances);
            Ok(())
        };
        match choice {
            LandmarkChoice::Random => {
                let meter = &mut self.preparation.meter();
                let cells = self.some(self.count, self.seed, |cell| self.map.is_free(cell), meter)?;
                self.each(&cells, store)?;
                Ok(cells)
            }
            LandmarkChoice::Farthest => self.farthest(take),
            LandmarkChoice::Subset => {
                let cells = self.subset()?;
                self.each(&cells, store)?;
                Ok(cells)
            }
        }
    }

    fn each(
        self,
        cells: &[Cell],
        take: impl FnMut(usize, Vec<u32>, &mut Meter<'_>) -> Result<(), StopReason> + Send,
    ) -> Result<(), PrepareError> {
        each((self.map.grid(), self.rule, self.costs), cells, self.preparation, take)
    }

    fn index(self, cell: Cell) -> usize {
        cell.y as usize * self.map.width() as usize + cell.x as usize
    }

    /// Cells by chance of the largest part of the map.
    fn some_of_largest(
        self,
        count: usize,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Cell>, StopReason> {
        let components = Components::prepare(self.map, self.rule, meter)?;
        let areas = components.on_counted(self.map.grid());
        // There are no links, so that each area is a component.
        let largest = areas.largest_area(meter)?;
        self.some(count, seed, |cell| self.map.is_free(cell) && areas.area(cell) == largest, meter)
    }

    /// So many of the cells that are wanted by chance, or all of them if they are fewer, in an order that depends on the seed.
    fn some(
        self,
        number: usize,
        seed: u64,
        is_wanted: impl Fn(Cell) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Cell>, StopReason> {
        // One pass over cells of an unknown number (A. Waterman's algorithm R).
        let mut chosen: Vec<Cell> = Vec::with_capacity(number);
        let (mut seen, mut rng) = (0, SplitMix64::new(seed));
        for (y, columns) in pieces(self.map.width(), self.map.height()) {
            meter.go_on(columns.len() as u64)?;
            count::done(columns.len() as u64);
            for cell in columns.map(|x| Cell { x, y }).filter(|&cell| is_wanted(cell)) {
                seen += 1;
                if chosen.len() < number {
                    chosen.push(cell);
                } else if let Some(place) = chosen.get_mut(below(seen, &mut rng) as usize) {
                    *place = cell;
                }
            }
        }
        for number in (1..chosen.len()).rev() {
            chosen.swap(number, below(number as u64 + 1, &mut rng) as usize);
        }
        Ok(chosen)
    }

    /// The cell with the largest of these distances, the first of several; none if nothing is reached.
    fn farthest_cell(self, distances: &[u32], meter: &mut Meter<'_>) -> Result<Option<Cell>, StopReason> {
        let (width, mut best) = (self.map.width() as usize, None);
        for (y, columns) in pieces(self.map.width(), self.map.height()) {
            meter.go_on(columns.len() as u64)?;
            count::done(columns.len() as u64);
            for x in columns {
                let distance = distances[y as usize * width + x as usize];
                if distance != NOWHERE && best.is_none_or(|(most, _)| distance > most) {
                    best = Some((distance, Cell { x, y }));
                }
            }
        }
        Ok(best.map(|(_, cell)| cell))
    }

    fn farthest(self, mut take: impl FnMut(usize, Vec<u32>)) -> Result<Vec<Cell>, PrepareError> {
        let (meter, mut chosen) = (&mut self.preparation.meter(), Vec::new());
        let Some(&anywhere) = self.some_of_largest(1, self.seed, meter)?.first() else { return Ok(chosen) };
        let mut flood = Flood::new(self.map.grid(), self.rule, self.costs);
        // From anywhere to where the first one goes.
        let mut nearest = flood.from(anywhere, self.preparation, meter)?;
        let mut next = self.farthest_cell(&nearest, meter)?;
        while let Some(cell) = next.filter(|cell| chosen.len() < self.count && !chosen.contains(cell)) {
            let distances = flood.from(cell, self.preparation, meter)?;
            let is_first = chosen.is_empty();
            for (nearest, &distance) in nearest.iter_mut().zip(&distances) {
                meter.go_on(1)?;
                count::done(1);
                *nearest = if is_first { distance } else { distance.min(*nearest) };
            }
            take(chosen.len(), distances);
            chosen.push(cell);
            next = self.farthest_cell(&nearest, meter)?;
        }
        Ok(chosen)
    }

    fn subset(self) -> Result<Vec<Cell>, PrepareError> {
        let meter = &mut self.preparation.meter();
        let candidates = self.some_of_largest(CANDIDATES * self.count, self.seed, meter)?;
        let ends = self.some_of_largest(2 * PAIRS, self.seed ^ 0x5b5e, meter)?;
        let pairs: Vec<(Cell, Cell)> = ends.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        // What each candidate says of each pair.
        let mut estimates = vec![Vec::new(); candidates.len()];
        self.each(&candidates, |number, distances, meter| {
            meter.go_on(pairs.len() as u64)?;
            count::done(pairs.len() as u64);
            let estimate =
                |&(a, b): &(Cell, Cell)| distances[self.index(a)].abs_diff(distances[self.index(b)]);
            estimates[number] = pairs.iter().map(estimate).collect();
            Ok(())
        })?;
        let bounds = self.costs.lower_bounds();
        let metric = Metric::exact_for(self.rule);
        let mut best: Vec<u32> =
            pairs.iter().map(|&(a, b)| metric.to(b, bounds, self.rule).estimate(a)).collect();
        let mut left: Vec<usize> = (0..candidates.len()).collect();
        let mut chosen = Vec::new();
        while chosen.len() < self.count && !left.is_empty() {
            let mut gain = |&number: &usize| -> u64 {
                let gains = estimates[number].iter().zip(&best);
                count::done(gains.len() as u64);
                meter.work(gains.len() as u64);
                gains.map(|(&estimate, &best)| u64::from(estimate.saturating_sub(best))).sum()
            };
            // Of several, the first.
            let gains = left.iter().map(&mut gain).enumerate();
            let (place, _) = gains.max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0))).expect("one is left");
            meter.go_on(1)?;
            let number = left.remove(place);
            for (best, &estimate) in best.iter_mut().zip(&estimates[number]) {
                *best = estimate.max(*best);
            }
            chosen.push(candidates[number]);
        }
        Ok(chosen)
    }
}

/// A number below this one; the bias of a remainder of 64 bits is nothing here.
fn below(end: u64, rng: &mut SplitMix64) -> u64 {
    rng.next_u64() % end
}
