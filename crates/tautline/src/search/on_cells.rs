use super::{GridSpace, HEADINGS, Headed, Reach, Request, Space, StateId, Target, WorldSpace};
use crate::geometry::Cell;
use crate::heuristic::Heuristic;
use crate::map::Tiling;
use crate::moves::{Cost, DiagonalRule};
use crate::search::count;

/// A space whose states are cells, or cells and something else: nine states for each cell at most.
pub trait OnCells: Space {
    /// The cell of a state.
    fn cell(state: Self::State) -> Cell;

    /// The state in which a search begins at a cell.
    fn start(cell: Cell) -> Self::State;

    /// Whether a state is at the cell whose starting state this is.
    #[inline]
    fn is_at(&self, id: StateId, start: StateId) -> bool {
        id == start
    }

    /// The cost of a way from cell to cell, the cheapest where there are several; none if it has a step that does not exist.
    fn cost_of(&self, cells: &[Cell]) -> Option<Self::Cost> {
        let (&first, rest) = cells.split_first()?;
        // The states in which one can be, and the cheapest way to each: on the stack, as a search is to allocate its path only.
        let mut here = [(Self::start(first), Self::Cost::default()); HEADINGS as usize];
        let mut count = 1;
        for &to in rest {
            let mut next = here;
            let mut found = 0;
            for &(state, cost) in &here[..count] {
                self.successors(self.id(state), state, Self::START, |id, after, step, _| {
                    if Self::cell(after) == to {
                        let cost = cost + step;
                        match next[..found].iter_mut().find(|(known, _)| self.id(*known) == id) {
                            None => {
                                next[found] = (after, cost);
                                found += 1;
                            }
                            Some((_, known)) if cost.key() < known.key() => *known = cost,
                            Some(_) => {}
                        }
                    }
                });
            }
            (here, count) = (next, found);
        }
        here[..count].iter().map(|&(_, cost)| cost).min_by_key(|cost| cost.key())
    }
}

impl<C: Cost> OnCells for GridSpace<'_, C> {
    #[inline]
    fn cell(cell: Cell) -> Cell {
        cell
    }

    fn start(cell: Cell) -> Cell {
        cell
    }
}

impl<C: Cost> OnCells for WorldSpace<'_, C> {
    #[inline]
    fn cell(cell: Cell) -> Cell {
        cell
    }

    fn start(cell: Cell) -> Cell {
        cell
    }
}

impl<C: Cost> OnCells for Headed<'_, C> {
    #[inline]
    fn cell((cell, _): (Cell, u8)) -> Cell {
        cell
    }

    fn start(cell: Cell) -> (Cell, u8) {
        (cell, Self::NO_HEADING)
    }

    #[inline]
    fn is_at(&self, id: StateId, start: StateId) -> bool {
        Self::cell_number(id) == Self::cell_number(start)
    }
}

/// The goals of a query, or what is near enough to them.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    query: &'a Request<'a, Cell>,
    /// The goal's starting state, where it alone will do.
    only: Option<StateId>,
    rule: DiagonalRule,
    tiling: Tiling,
}

impl<'a> Surroundings<'a> {
    /// What a query asks for, all of it on the map.
    pub fn new<S: OnCells>(
        space: &S,
        query: &'a Request<'a, Cell>,
        rule: DiagonalRule,
        tiling: Tiling,
    ) -> Self {
        let is_only = query.reach == Reach::At && query.others.is_empty();
        let only = is_only.then(|| space.id(S::start(query.goal)));
        Self { query, only, rule, tiling }
    }
}

impl<S: OnCells> Target<S> for Surroundings<'_> {
    #[inline]
    fn is_reached(&mut self, space: &S, id: StateId, _: S::Cost) -> bool {
        if let Some(goal) = self.only {
            return space.is_at(id, goal);
        }
        let cell = S::cell(space.state(id));
        count::done(1 + self.query.others.len() as u64);
        self.query.goals().any(|goal| self.query.reach.covers(cell, goal, self.rule, self.tiling))
    }

    fn work(&self) -> u64 {
        1 + self.query.others.len() as u64
    }

    #[inline]
    fn separation(&self, space: &S, state: S::State) -> u64 {
        count::done(1 + self.query.others.len() as u64);
        let first = space.separation(state, S::start(self.query.goal));
        let others = self.query.others.iter().map(|&goal| space.separation(state, S::start(goal)));
        others.fold(first, u64::min)
    }
}

/// A heuristic for cells, for states that are more than that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfCell<'a, H>(pub(crate) &'a H);

impl<C: Cost, H: Heuristic<Cell, C>> Heuristic<(Cell, u8), C> for OfCell<'_, H> {
    fn estimate(&self, (cell, _): (Cell, u8)) -> C {
        self.0.estimate(cell)
    }

    fn work(&self) -> u64 {
        self.0.work()
    }

    fn overestimate(&self) -> f64 {
        self.0.overestimate()
    }

    fn is_consistent(&self) -> bool {
        self.0.is_consistent()
    }
}
