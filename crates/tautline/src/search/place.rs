use std::fmt::{Debug, Display};

use crate::geometry::Cell;
use crate::moves::{DiagonalRule, OctileLength};
use crate::path::{IllegalStep, check_cells, every_cell};
use crate::world::Grid;

/// Where paths lead along: the cells of the grid, or other places with whole-number coordinates.
pub trait Place: Copy + Eq + Debug + Display + From<(i32, i32)> + Into<(i32, i32)> + 'static {
    /// The rule that says which ways between such places are legal.
    type Rule: Copy + PartialEq + Debug;

    /// Whether a sequence of such places is a legal path, and how long it is.
    fn check(grid: &Grid, rule: Self::Rule, places: &[Self]) -> Result<f64, IllegalStep>;

    /// The places of a path and those between them, where paths lead from neighbour to neighbour.
    #[must_use]
    fn every_place(places: &[Self]) -> Vec<Self> {
        places.to_vec()
    }
}

impl Place for Cell {
    type Rule = DiagonalRule;

    fn check(grid: &Grid, rule: DiagonalRule, places: &[Self]) -> Result<f64, IllegalStep> {
        check_cells(grid, rule, places).map(OctileLength::length)
    }

    fn every_place(places: &[Self]) -> Vec<Self> {
        every_cell(places)
    }
}
