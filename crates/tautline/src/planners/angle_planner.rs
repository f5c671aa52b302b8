//! What the planners at any angle share: from a recipe to the right instance of the search.

use std::marker::PhantomData;

use super::corner_options::{CORNERS, NEIGHBOURS, TIES};
use super::{Guarantee, OptionError, OptionSpec, Planner, Settings, plan_as_typed, plan_silently};
use crate::any_angle::{AngleMemory, AngleSearch, Basic, Lazy};
use crate::geometry::Corner;
use crate::moves::{CornerMoves, CornerRule};
use crate::open::TieBreak;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// One of the algorithms at any angle.
pub trait AngleAlgorithm {
    /// Which ways to a neighbour it considers.
    const UPDATE: Update;
}

/// Which ways to a neighbour are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Straight from the parent of the expanded corner, if that is unblocked, or else by way of it: Basic Theta*.
    Theta,
    /// Straight from the parent; whether that is unblocked is asked when the neighbour is expanded: Lazy Theta*.
    LazyTheta,
}

/// The options of an algorithm at any angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AngleConfig {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
    /// Which corners are neighbours.
    pub moves: CornerMoves,
    /// Which of several equally good corners comes first: the one with the smaller g, as in section 7 of the Theta* paper, unless
    /// asked otherwise.
    pub ties: TieBreak,
}

impl Default for AngleConfig {
    fn default() -> Self {
        Self { rule: CornerRule::default(), moves: CornerMoves::default(), ties: TieBreak::SmallerG }
    }
}

/// An algorithm at any angle on a map.
#[derive(Clone, Debug)]
pub struct AnglePlanner<'w, A> {
    grid: &'w Grid,
    config: AngleConfig,
    algorithm: PhantomData<A>,
}

impl<'w, A: AngleAlgorithm> AnglePlanner<'w, A> {
    /// The algorithm with its default options.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_config(grid, AngleConfig::default())
    }

    /// The algorithm with these options.
    #[must_use]
    pub fn with_config(grid: &'w Grid, config: AngleConfig) -> Self {
        Self { grid, config, algorithm: PhantomData }
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> AngleConfig {
        self.config
    }

    plan_silently!(Corner);

    /// Answers a query while somebody watches. Both sides of a corner at which two obstacles touch are the same to the observer.
    pub fn plan_observed(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        let AngleConfig { rule, moves, ties } = self.config;
        query.check(self.grid, rule)?;
        let memory = workspace.part::<AngleMemory>();
        Ok(match A::UPDATE {
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
        self.config.rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Suboptimal
    }
}

/// What can be set.
pub(super) const OPTIONS: &[OptionSpec] = &[CORNERS, NEIGHBOURS, TIES];

/// Makes the planner from [`OPTIONS`].
pub(super) fn build<'w, A: AngleAlgorithm + 'static>(
    ground: Ground<'w>,
    settings: &Settings,
) -> Result<Box<dyn Planner<Corner> + 'w>, OptionError> {
    let config = AngleConfig {
        rule: settings.choice("corners"),
        moves: settings.choice("neighbours"),
        ties: settings.choice("ties"),
    };
    Ok(Box::new(AnglePlanner::<A>::with_config(ground.plain()?, config)))
}
