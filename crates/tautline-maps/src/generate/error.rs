use tautline::map::GridError;

use super::Share;

/// Why a map cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No grid can have this size.
    #[error(transparent)]
    Size(#[from] GridError),
    /// A parameter is zero.
    #[error("the {parameter} is 0, expected at least 1")]
    Zero {
        /// The parameter.
        parameter: &'static str,
    },
    /// A parameter is too large for the map.
    #[error(
        "the {parameter} is {value}, expected at most {largest} on a map of {width} × {height} cells \
         (one more is for the wall)"
    )]
    DoesNotFit {
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        value: u32,
        /// The largest value that it can have.
        largest: u32,
        /// The map's columns.
        width: u32,
        /// The map's rows.
        height: u32,
    },
    /// The map is full before the last wall has its place.
    #[error("no free cell is left for wall {wall} of {count}")]
    NoFreeCell {
        /// The first wall without a place, counted from one.
        wall: u32,
        /// How many were asked for.
        count: u32,
    },
    /// Two shares of the same cells are more than the whole.
    #[error("{ones} % of cost 1 and {blocked} % blocked are together more than 100 %")]
    Shares {
        /// The share of the cells of cost 1.
        ones: Share,
        /// The share of the blocked cells.
        blocked: Share,
    },
}
