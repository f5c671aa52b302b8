use std::fmt::{Debug, Display};

use crate::geometry::{Cell, Corner, Point};
use crate::moves::{CornerRule, DiagonalRule};
use crate::path::{
    IllegalStep, Walked, check_corners, check_points, cost_on_terrain, every_cell, turns, walk_cells,
};
use crate::search::Reach;
use crate::world::{Ground, Tiling};

/// Where paths lead along: the cells of the grid, its corners, or points on the sides of cells.
pub trait Place: Copy + PartialEq + Debug + Display + From<(i32, i32)> + Send + Sync + 'static {
    /// The rule that says which ways between such places are legal.
    type Rule: Copy + PartialEq + Debug;

    /// Its coordinates, which are whole numbers for cells and corners.
    fn xy(self) -> (f64, f64);

    /// The place with these coordinates; where they have to be whole numbers, without what is behind the point.
    #[must_use]
    fn at(xy: (f64, f64)) -> Self;

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

    fn xy(self) -> (f64, f64) {
        (self.x.into(), self.y.into())
    }

    fn at((x, y): (f64, f64)) -> Self {
        Self { x: x as i32, y: y as i32 }
    }

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

    fn xy(self) -> (f64, f64) {
        (self.x.into(), self.y.into())
    }

    fn at((x, y): (f64, f64)) -> Self {
        Self { x: x as i32, y: y as i32 }
    }

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

impl Place for Point {
    type Rule = CornerRule;

    fn xy(self) -> (f64, f64) {
        (self.x, self.y)
    }

    fn at(xy: (f64, f64)) -> Self {
        xy.into()
    }

    fn check(
        ground: Ground<'_>,
        rule: CornerRule,
        turn_penalty: f64,
        places: &[Self],
    ) -> Result<Walked, IllegalStep> {
        let (cost, turns) = (check_points(ground, rule, places)?, turns(places));
        Ok(Walked { cost: cost + turn_penalty * turns as f64, turns })
    }
}
