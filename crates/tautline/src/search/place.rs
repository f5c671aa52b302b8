use std::fmt::{Debug, Display};

use crate::geometry::{Cell, Corner};
use crate::moves::{CornerRule, DiagonalRule};
use crate::path::{IllegalStep, Walked, check_corners, cost_on_terrain, every_cell, turns, walk_cells};
use crate::search::Reach;
use crate::world::{Ground, Tiling};

/// Where paths lead along: the cells of the grid, or its corners.
pub trait Place: Copy + Eq + Debug + Display + From<(i32, i32)> + Into<(i32, i32)> + 'static {
    /// The rule that says which ways between such places are legal.
    type Rule: Copy + PartialEq + Debug;

    /// Whether a sequence of such places is a legal path, and what it amounts to, where each turn costs `turn_penalty` tiles.
    fn check(
        ground: Ground<'_>,
        rule: Self::Rule,
        turn_penalty: f64,
        places: &[Self],
    ) -> Result<Walked, IllegalStep>;

    /// Whether a place is near enough to a goal.
    #[must_use]
    fn covers(reach: Reach, place: Self, goal: Self, rule: Self::Rule, tiling: Tiling) -> bool {
        let _ = (reach, rule, tiling);
        place == goal
    }

    /// The places of a path and those between them, where paths lead from neighbour to neighbour.
    #[must_use]
    fn every_place(places: &[Self]) -> Vec<Self> {
        places.to_vec()
    }
}

impl Place for Cell {
    type Rule = DiagonalRule;

    fn check(
        ground: Ground<'_>,
        rule: DiagonalRule,
        turn_penalty: f64,
        places: &[Self],
    ) -> Result<Walked, IllegalStep> {
        walk_cells(ground, rule, turn_penalty, places)
    }

    fn covers(reach: Reach, place: Self, goal: Self, rule: DiagonalRule, tiling: Tiling) -> bool {
        reach.covers(place, goal, rule, tiling)
    }

    fn every_place(places: &[Self]) -> Vec<Self> {
        every_cell(places)
    }
}

impl Place for Corner {
    type Rule = CornerRule;

    /// Links and tolls are not for corners.
    fn check(
        ground: Ground<'_>,
        rule: CornerRule,
        turn_penalty: f64,
        places: &[Self],
    ) -> Result<Walked, IllegalStep> {
        let (length, turns) = (check_corners(ground.grid(), rule, places)?, turns(places));
        let cost = ground.terrain().map_or(length, |terrain| cost_on_terrain(terrain, rule, places));
        Ok(Walked { cost: cost + turn_penalty * turns as f64, turns })
    }
}
