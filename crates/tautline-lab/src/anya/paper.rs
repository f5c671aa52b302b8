//! The figures of the paper.

use super::planners::{ANYA, FIELD_DSTAR, LAZY_THETA, THETA};
use super::sets::{OF_PAPER, Set};

/// Table 1: maps, instances, then minimum, first quartile, median, mean, third quartile, maximum and standard deviation of the nodes
/// that A* expands.
const TABLE_1: [[f64; 9]; OF_PAPER] = [
    [75.0, 93_160.0, 2.0, 166.0, 2019.0, 6302.0, 9170.0, 86_720.0, 9136.0],
    [156.0, 159_465.0, 1.0, 622.0, 5880.0, 14_080.0, 19_150.0, 126_800.0, 19_744.0],
    [75.0, 198_230.0, 3.0, 4808.0, 26_840.0, 50_000.0, 70_110.0, 578_900.0, 63_507.0],
    [10.0, 16_770.0, 2.0, 239.0, 548.0, 1886.0, 1485.0, 59_280.0, 3921.0],
    [10.0, 17_740.0, 3.0, 749.0, 3869.0, 8606.0, 14_680.0, 53_760.0, 9905.0],
    [10.0, 19_200.0, 4.0, 3520.0, 14_190.0, 20_290.0, 33_710.0, 96_090.0, 19_162.0],
    [10.0, 35_360.0, 3.0, 12_520.0, 42_850.0, 51_920.0, 83_770.0, 169_900.0, 43_558.0],
];

/// The columns of Table 2, but for SUB-TL.
const COLUMNS: [&str; 4] = [ANYA, THETA, LAZY_THETA, FIELD_DSTAR];

/// Table 2, left: how many times as many nodes A* expands.
const EXPANSIONS: [[f64; 4]; OF_PAPER] = [
    [91.13, 1.95, 1.96, 1.01],
    [19.60, 1.05, 1.05, 0.90],
    [40.73, 1.27, 1.27, 0.95],
    [0.80, 2.34, 2.38, 1.14],
    [0.77, 1.23, 1.17, 0.80],
    [1.06, 0.82, 0.75, 0.64],
    [2.20, 0.90, 0.86, 0.82],
];

/// Table 2, right: by how many percent paths are shorter than those of A*.
const LENGTHS: [[f64; 4]; OF_PAPER] = [
    [4.65, 4.62, 4.61, 4.38],
    [4.34, 4.27, 4.22, 4.05],
    [5.02, 4.95, 4.92, 4.70],
    [4.77, 4.63, 4.58, 3.83],
    [4.57, 4.34, 4.15, 3.26],
    [4.44, 4.12, 3.77, 3.12],
    [4.14, 3.95, 3.48, 3.22],
];

/// What Table 1 has in one of its columns, from zero.
pub(super) fn table_1(set: &Set, column: usize) -> Option<f64> {
    set.in_paper().map(|row| TABLE_1[row][column])
}

/// How many times as many nodes as a planner A* expands, in the mean.
pub(super) fn expansions(set: &Set, planner: &str) -> Option<f64> {
    table_2(&EXPANSIONS, set, planner)
}

/// By how many percent the paths of a planner are shorter than those of A*, in the mean.
pub(super) fn lengths(set: &Set, planner: &str) -> Option<f64> {
    table_2(&LENGTHS, set, planner)
}

fn table_2(table: &[[f64; 4]; OF_PAPER], set: &Set, planner: &str) -> Option<f64> {
    let column = COLUMNS.iter().position(|&column| column == planner)?;
    set.in_paper().map(|row| table[row][column])
}
