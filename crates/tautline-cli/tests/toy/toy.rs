//! Depth-first search: what a new planner looks like that shares nothing with the others.

use crate::geometry::Cell;
use crate::moves::{DiagonalRule, Direction};
use crate::path::{Path, check_cells};
use crate::planners::{Build, Descriptor, Guarantee, OptionError, Planner, Settings};
use crate::search::{Answer, Observer, Outcome, Query, QueryError, Silent, Stats, Visit, Workspace};
use crate::world::Grid;

/// Goes on from where it came last, and turns back at dead ends.
pub struct Toy<'w> {
    grid: &'w Grid,
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "toy",
    name: "Depth-first search",
    paper: "Trémaux 1882",
    guarantee: Guarantee::Suboptimal,
    any_angle: false,
    needs_index: false,
    terrain: false,
    links: false,
    options: &[],
    build: Build::Cells(build),
};

fn build<'w>(grid: &'w Grid, _: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    Ok(Box::new(Toy { grid }))
}

impl Planner<Cell> for Toy<'_> {
    fn plan(&self, query: &Query<Cell>, workspace: &mut Workspace) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.plan_observed(query, workspace, &mut Silent)
    }

    fn plan_observed(
        &self,
        query: &Query<Cell>,
        _: &mut Workspace,
        observer: &mut dyn Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        let (start, goal, width, height) = (query.start, query.goal, self.grid.width(), self.grid.height());
        if !self.grid.contains(start) {
            return Err(QueryError::StartOutside { start, width, height });
        }
        if !self.grid.contains(goal) {
            return Err(QueryError::GoalOutside { goal, width, height });
        }
        if self.grid.is_blocked(start) {
            return Err(QueryError::StartBlocked(start));
        }
        if self.grid.is_blocked(goal) {
            return Err(QueryError::GoalBlocked(goal));
        }
        let mut stats = Stats::default();
        let mut seen = vec![start];
        let mut places = vec![start];
        while let Some(&cell) = places.last() {
            if cell == goal {
                let cost = check_cells(self.grid, self.rule(), &places).expect("single steps").length();
                return Ok(Answer { outcome: Outcome::Found(Path { places, cost }), stats });
            }
            stats.expanded += 1;
            let visit = |place| Visit { place, parent: None, g: 0.0, h: 0.0, f: 0.0 };
            observer.expand(&visit(cell));
            let steps = Direction::ALL.into_iter().map(|direction| cell + direction);
            let next = steps.into_iter().find(|&next| {
                self.rule().allows(self.grid, cell, next) && !seen.contains(&next)
            });
            if let Some(next) = next {
                stats.generated += 1;
                observer.generate(&visit(next));
                seen.push(next);
                places.push(next);
            } else {
                places.pop();
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
