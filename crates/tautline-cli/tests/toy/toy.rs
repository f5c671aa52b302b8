//! Depth-first search: a planner of a crate outside of Tautline.

use tautline::engine::{
    Algorithm, Descriptor, Ends, Guarantee, Preparation, PrepareError, Unsupported, Update,
};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::moves::{DiagonalRule, Direction, PathRule};
use tautline::path::{Path, check_cells};
use tautline::search::{Answer, Meter, Observer, Outcome, Query, QueryError, Stats, Visit, Workspace};

/// Depth-first search: goes on from where it came last, and turns back at dead ends.
///
/// - **Finds** some path.
/// - **Guarantees** nothing about its length.
/// - **Needs** nothing.
/// - **Complexity**: every cell at most once, and once more for each of its neighbours on the way back.
/// - É. Lucas: *Récréations mathématiques*, 1882, after Trémaux.
pub struct Toy;

/// What a search needs, kept in the workspace from query to query.
#[derive(Default)]
struct Memory {
    seen: Vec<bool>,
    /// From the start to where the search is, and to the nearest place that it came to.
    trail: Vec<Cell>,
    nearest: Vec<Cell>,
}

const ID: &str = "toy";
const RULE: DiagonalRule = DiagonalRule::NoCornerCutting;

impl Toy {
    /// The planner, if a map is supported.
    pub fn new(map: &Map) -> Result<Self, Unsupported> {
        map.supports_only(ID, &[]).map(|()| Self)
    }
}

impl Algorithm for Toy {
    fn id(&self) -> &'static str {
        ID
    }

    fn plan_observed(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Answer, QueryError> {
        map.supports_only(ID, &[])?;
        let (grid, query) = (map.grid(), query.on_cells(ID, map.grid())?);
        let Memory { seen, trail, nearest } = workspace.part::<Memory>();
        seen.clear();
        seen.resize(grid.id_range(), false);
        trail.clear();
        trail.push(query.start);
        nearest.clone_from(trail);
        let mut is_new = |cell| {
            let id = grid.id(cell).expect("a cell on the map");
            !std::mem::replace(&mut seen[id.index()], true)
        };
        is_new(query.start);

        let left = |cell: Cell| {
            let (dx, dy) =
                (u64::from(cell.x.abs_diff(query.goal.x)), u64::from(cell.y.abs_diff(query.goal.y)));
            dx * dx + dy * dy
        };
        let path = |cells: &[Cell]| {
            let steps = check_cells(grid, RULE, cells).expect("single steps");
            Path::new(cells.to_vec(), steps.length())
        };
        let (mut stats, mut meter) = (Stats::default(), Meter::new(query.limits));
        while let Some(&cell) = trail.last() {
            if cell == query.goal {
                return Ok(Answer { outcome: Outcome::Found(path(trail)), stats });
            }
            if !meter.may_expand(&mut stats, 8)
                && let Some(why) = meter.stopped()
            {
                return Ok(Answer { outcome: Outcome::Stopped { why, nearest: path(nearest) }, stats });
            }
            if left(cell) < nearest.last().map_or(u64::MAX, |&cell| left(cell)) {
                nearest.clone_from(trail);
            }
            let visit = |place: Cell, parent: Option<Cell>| Visit {
                place: place.into(),
                parent: parent.map(Into::into),
                g: 0.0,
                h: 0.0,
                f: 0.0,
            };
            observer.expand(&visit(cell, trail.iter().rev().nth(1).copied()));
            let mut steps = Direction::ALL.into_iter().map(|direction| cell + direction);
            match steps.find(|&next| RULE.allows(grid, cell, next) && is_new(next)) {
                Some(next) => {
                    stats.generated += 1;
                    observer.generate(&visit(next, Some(cell)));
                    trail.push(next);
                }
                None => drop(trail.pop()),
            }
            observer.close(cell.into());
        }
        Ok(Answer { outcome: Outcome::Unreachable, stats })
    }

    fn update_with(&mut self, _: &Map, _: &Preparation) -> Result<Update, PrepareError> {
        Ok(Update::Unchanged)
    }

    fn guarantee(&self) -> Guarantee {
        DESCRIPTOR.guarantee
    }

    fn rule(&self) -> PathRule {
        RULE.into()
    }

    fn ends(&self) -> Ends {
        Ends::Cells
    }
}

/// What registries know of it.
pub static DESCRIPTOR: Descriptor = Descriptor {
    id: ID,
    name: "Depth-first search",
    paper: "Lucas 1882",
    guarantee: Guarantee::Suboptimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &[],
    index: None,
    build: |map, _, _| Ok(Box::new(Toy::new(map)?)),
};
