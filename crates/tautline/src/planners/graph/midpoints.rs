use crate::engine::Overflow;
use crate::geometry::{Cell, Point};
use crate::heuristic::Heuristic;
use crate::map::Map;
use crate::moves::OctileLength;
use crate::open::{Stacks, TieBreak};
use crate::path::{Path, funnel};
use crate::search::{
    BestFirst, Ending, Midpoint, MidpointSpace, Query, QueryError, SearchMemory, Silent, Stats, StopReason,
    Strategy, Workspace,
};

/// A* from side to side of the cells instead of from cell to cell (see [`MidpointSpace`]): more natural paths, and corridors for
/// the funnel algorithm.
///
/// - **Finds** a shortest path on that graph, from the middle of one cell to the middle of another; and, pulled tight in the
///   corridor of its cells, a shorter one at any angle.
/// - **Guarantees** that no path on the graph is shorter, and that both paths stay in free cells. The tight one is the shortest in
///   its corridor, not on the map.
/// - **Needs** nothing.
///
/// ```
/// use tautline::map::Map;
/// use tautline::planners::{MidpointOutcome, Midpoints};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", ".#..", "...."])?;
/// let answer = Midpoints.plan(&map, &Query::new((0, 0), (3, 2)), &mut Workspace::new())?;
/// let MidpointOutcome::Found(path) = answer.outcome else { panic!("there is a way") };
/// assert!(path.tight().cost() < path.middles().cost());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Midpoints;

/// What was found from side to side, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct MidpointAnswer {
    /// What was found.
    pub outcome: MidpointOutcome,
    /// What it took.
    pub stats: Stats,
}

/// What a search from side to side found.
#[derive(Clone, Debug, PartialEq)]
pub enum MidpointOutcome {
    /// A path.
    Found(MidpointPath),
    /// There is none.
    Unreachable,
    /// The search was given up before it knew.
    Stopped(StopReason),
}

/// A path from side to side.
#[derive(Clone, Debug, PartialEq)]
pub struct MidpointPath {
    places: Vec<Midpoint>,
    /// In halves.
    length: OctileLength,
    corridor: Vec<Cell>,
}

impl MidpointPath {
    /// The path over the middles of the sides.
    #[must_use]
    pub fn middles(&self) -> Path {
        let places: Vec<Point> = self.places.iter().map(|place| place.point()).collect();
        Path::new(places, self.length.length() / 2.0)
    }

    /// The cells it leads through, each beside the one before.
    #[must_use]
    pub fn corridor(&self) -> &[Cell] {
        &self.corridor
    }

    /// The shortest way through these cells.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "it cannot")]
    pub fn tight(&self) -> Path {
        funnel(&self.corridor).expect("cells beside each other")
    }
}

impl Midpoints {
    /// Answers a query on the grid of a map, whatever else is on the map; only its ends and its limits count.
    pub fn plan(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
    ) -> Result<MidpointAnswer, QueryError> {
        let grid = map.grid();
        let query = query.on_cells("midpoints", grid)?;
        // A way has at most two halves of a tile for each of the two sides of a cell.
        let (width, height) = (grid.width(), grid.height());
        if 4 * u64::from(width) * u64::from(height) >= OctileLength::MAX_STEPS.into() {
            return Err(Overflow { width, height }.into());
        }
        let space = MidpointSpace::new(grid, query.goal);
        let memory = workspace.part::<SearchMemory<OctileLength, Stacks>>();
        let search = BestFirst {
            space: &space,
            heuristic: &Straight(Midpoint::of(query.goal)),
            strategy: Strategy::CheapestTotal,
            ties: TieBreak::default(),
            remember_h: true,
        };
        let (start, goal) = (Midpoint::of(query.start), Midpoint::of(query.goal));
        let (ending, progress) = search.run(start, goal, query.limits, memory, &mut Silent)?;
        let outcome = match ending {
            Ending::Found(id) => MidpointOutcome::Found(path(memory.path(&space, id))),
            Ending::Unreachable => MidpointOutcome::Unreachable,
            Ending::Stopped(why) => MidpointOutcome::Stopped(why),
        };
        Ok(MidpointAnswer { outcome, stats: progress.stats() })
    }
}

fn path(places: Vec<Midpoint>) -> MidpointPath {
    let mut length = OctileLength::ZERO;
    let mut corridor = vec![places[0].cells()[0]];
    for pair in places.windows(2) {
        let (dx, dy) = (pair[1].x.abs_diff(pair[0].x), pair[1].y.abs_diff(pair[0].y));
        length = length
            + if dx == dy { OctileLength::DIAGONAL } else { OctileLength { straight: dx + dy, diagonal: 0 } };
        // Behind a side lies the cell of it that is not the last one.
        let last = corridor[corridor.len() - 1];
        corridor.extend(pair[1].cells().into_iter().find(|&cell| cell != last));
    }
    MidpointPath { places, length, corridor }
}

/// The length of the shortest way on the graph if there were no obstacles, in halves: its steps change both coordinates by one
/// half, or one of them.
struct Straight(Midpoint);

impl Heuristic<Midpoint, OctileLength> for Straight {
    fn estimate(&self, place: Midpoint) -> OctileLength {
        let (dx, dy) = (place.x.abs_diff(self.0.x), place.y.abs_diff(self.0.y));
        OctileLength { straight: dx.abs_diff(dy), diagonal: dx.min(dy) }
    }

    fn overestimate(&self) -> f64 {
        1.0
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
