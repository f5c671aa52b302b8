//! What the planners at any angle share: from a recipe to the right instance of the search.

use super::{Guarantee, Planner, plan_as_typed, plan_silently};
use crate::any_angle::{AngleMemory, AngleSearch, Basic, Lazy};
use crate::geometry::Corner;
use crate::moves::{CornerMoves, CornerRule};
use crate::open::TieBreak;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::Grid;

/// A configuration of one of the algorithms at any angle.
pub trait AngleAlgorithm: Clone {
    /// What it means for the search.
    fn recipe(&self) -> AngleRecipe;
}

/// Which ways to a neighbour are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Straight from the parent of the expanded corner, if that is unblocked, or else by way of it: Basic Theta*.
    Theta,
    /// Straight from the parent; whether that is unblocked is asked when the neighbour is expanded: Lazy Theta*.
    LazyTheta,
}

/// Everything that makes the search one algorithm and not another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AngleRecipe {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
    /// Which corners are neighbours.
    pub moves: CornerMoves,
    /// Which of several equally good corners comes first.
    pub ties: TieBreak,
    /// Which ways are considered.
    pub update: Update,
}

/// An algorithm at any angle on a map.
#[derive(Clone, Debug)]
pub struct AnglePlanner<'w, A> {
    grid: &'w Grid,
    config: A,
}

impl<'w, A: AngleAlgorithm> AnglePlanner<'w, A> {
    /// The algorithm with its default options.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self
    where
        A: Default,
    {
        Self::with_config(grid, A::default())
    }

    /// The algorithm with these options.
    #[must_use]
    pub fn with_config(grid: &'w Grid, config: A) -> Self {
        Self { grid, config }
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> &A {
        &self.config
    }

    plan_silently!(Corner);

    /// Answers a query while somebody watches. Both sides of a corner at which two obstacles touch are the same to the observer.
    pub fn plan_observed(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        let AngleRecipe { rule, moves, ties, update } = self.config.recipe();
        query.check(self.grid, rule)?;
        let memory = workspace.part::<AngleMemory>();
        Ok(match update {
            Update::Theta => {
                AngleSearch::new(self.grid, rule, moves, ties, Basic).run(query, memory, observer)
            }
            Update::LazyTheta => {
                AngleSearch::new(self.grid, rule, moves, ties, Lazy).run(query, memory, observer)
            }
        }?)
    }
}

impl<A: AngleAlgorithm> Planner<Corner> for AnglePlanner<'_, A> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.config.recipe().rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }
}
