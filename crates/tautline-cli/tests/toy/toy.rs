//! Depth-first search.

use crate::geometry::Cell;
use crate::moves::{DiagonalRule, Direction};
use crate::path::{Path, check_cells};
use crate::planners::{Build, Descriptor, Guarantee, OptionError, Planner, Settings};
use crate::search::{Answer, Observer, Outcome, Query, QueryError, Silent, Stats, Visit, Workspace};
use crate::world::{CellId, Grid, Ground};

/// Depth-first search: goes on from where it came last, and turns back at dead ends.
///
/// - **Finds** some path.
/// - **Guarantees** nothing about its length.
/// - **Needs** nothing.
/// - **Complexity**: every cell at most once, and once more for each of its neighbours on the way back.
/// - É. Lucas: *Récréations mathématiques*, 1882, after Trémaux.
pub struct Toy<'w> {
    grid: &'w Grid,
}

/// What a search needs, kept in the workspace from query to query.
#[derive(Default)]
struct Memory {
    seen: Vec<bool>,
    /// From the start to where the search is, and to the nearest place that it came to.
    trail: Vec<Cell>,
    nearest: Vec<Cell>,
}

impl Planner<Cell> for Toy<'_> {
    fn plan(&self, query: &Query<Cell>, workspace: &mut Workspace) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.plan_observed(query, workspace, &mut Silent)
    }

    fn plan_observed(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut dyn Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        query.check(self.grid)?;
        let Memory { seen, trail, nearest } = workspace.part::<Memory>();
        seen.clear();
        seen.resize(self.grid.id_range(), false);
        trail.clear();
        trail.push(query.start);
        nearest.clone_from(trail);
        let mut is_new = |cell| {
            let CellId(id) = self.grid.id(cell).expect("a cell on the map");
            !std::mem::replace(&mut seen[id as usize], true)
        };
        is_new(query.start);

        let left = |cell: Cell| {
            let (dx, dy) =
                (u64::from(cell.x.abs_diff(query.goal.x)), u64::from(cell.y.abs_diff(query.goal.y)));
            dx * dx + dy * dy
        };
        let mut stats = Stats::default();
        while let Some(&cell) = trail.last() {
            if cell == query.goal {
                return Ok(Answer { outcome: Outcome::Found(self.path(trail)), stats });
            }
            if let Err(why) = query.limits.check(stats.expanded) {
                return Ok(Answer { outcome: Outcome::Stopped { why, nearest: self.path(nearest) }, stats });
            }
            stats.expanded += 1;
            if left(cell) < nearest.last().map_or(u64::MAX, |&cell| left(cell)) {
                nearest.clone_from(trail);
            }
            let visit = |place, parent| Visit { place, parent, g: 0.0, h: 0.0, f: 0.0 };
            observer.expand(&visit(cell, trail.iter().rev().nth(1).copied()));
            let mut steps = Direction::ALL.into_iter().map(|direction| cell + direction);
            match steps.find(|&next| self.rule().allows(self.grid, cell, next) && is_new(next)) {
                Some(next) => {
                    stats.generated += 1;
                    observer.generate(&visit(next, Some(cell)));
                    trail.push(next);
                }
                None => drop(trail.pop()),
            }
            observer.close(cell);
        }
        Ok(Answer { outcome: Outcome::Unreachable, stats })
    }

    fn rule(&self) -> DiagonalRule {
        DiagonalRule::NoCornerCutting
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }
}

impl Toy<'_> {
    fn path(&self, places: &[Cell]) -> Path<Cell> {
        let steps = check_cells(self.grid, self.rule(), places).expect("single steps");
        Path { places: places.to_vec(), cost: steps.length() }
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "toy",
    name: "Depth-first search",
    paper: "Lucas 1882",
    guarantee: Guarantee::Suboptimal,
    any_angle: false,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[],
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, _: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    Ok(Box::new(Toy { grid: ground.plain()? }))
}
