//! The figures of the paper: lengths, seconds, expansions and changes of heading.

use super::kinds::Kind;
use super::planners::{AP_THETA, ASTAR, ASTAR_PS, FIELD_DSTAR, THETA, VISIBILITY};
use crate::harness::Metric;

/// The columns of Tables 1 to 4.
const COLUMNS: [&str; 6] = [FIELD_DSTAR, THETA, AP_THETA, VISIBILITY, ASTAR, ASTAR_PS];

/// Where the paper has no figure.
const NONE: f64 = f64::NAN;

/// The rows of Tables 1 to 4: for 100 × 100 cells game maps and 0, 5, 10, 20 and 30 percent, then the same for 500 × 500.
type Rows = [[f64; 6]; 12];

/// Table 1.
const LENGTHS: Rows = [
    [40.04, 39.98, 40.05, 39.96, 41.77, 40.02],
    [114.49, 114.33, 114.33, 114.33, 120.31, 114.33],
    [114.15, 113.94, 113.94, 113.83, 119.76, 114.71],
    [114.74, 114.51, 114.51, 114.32, 119.99, 115.46],
    [115.20, 114.93, 114.95, 114.69, 120.31, 116.16],
    [115.45, 115.22, 115.25, 114.96, 120.41, 116.69],
    [223.64, 223.30, 224.40, NONE, 233.66, 223.70],
    [576.19, 575.41, 575.41, NONE, 604.80, 575.41],
    [568.63, 567.30, 567.34, NONE, 596.45, 573.46],
    [576.23, 574.57, 574.63, NONE, 603.51, 581.03],
    [580.19, 578.41, 578.51, NONE, 604.93, 585.62],
    [581.73, 580.18, 580.35, NONE, 606.38, 588.98],
];

/// Table 2.
const TIMES: Rows = [
    [0.0111, 0.0060, 0.0084, 0.4792, 0.0048, 0.0052],
    [0.0229, 0.0073, 0.0068, 0.0061, 0.0053, 0.0208],
    [0.0275, 0.0090, 0.0111, 0.0766, 0.0040, 0.0206],
    [0.0305, 0.0111, 0.0145, 0.3427, 0.0048, 0.0204],
    [0.0367, 0.0150, 0.0208, 1.7136, 0.0084, 0.0222],
    [0.0429, 0.0183, 0.0263, 3.7622, 0.0119, 0.0240],
    [0.1925, 0.1166, 0.1628, NONE, 0.0767, 0.1252],
    [0.3628, 0.1000, 0.0234, NONE, 0.0122, 0.6270],
    [0.4514, 0.1680, 0.1962, NONE, 0.0176, 0.6394],
    [0.5608, 0.2669, 0.3334, NONE, 0.0573, 0.6717],
    [0.6992, 0.3724, 0.5350, NONE, 0.1543, 0.6852],
    [0.8562, 0.5079, 0.7291, NONE, 0.3238, 0.7355],
];

/// Table 3.
const EXPANSIONS: Rows = [
    [247.07, 228.45, 226.42, 68.23, 197.19, 315.08],
    [592.74, 240.42, 139.53, 1.00, 99.00, 1997.29],
    [760.17, 430.06, 361.17, 35.35, 111.96, 1974.27],
    [880.21, 591.31, 520.91, 106.23, 169.98, 1936.56],
    [1175.42, 851.79, 813.14, 357.33, 386.41, 2040.10],
    [1443.44, 1113.40, 1089.96, 659.36, 620.18, 2153.28],
    [6846.62, 6176.37, 6220.58, NONE, 5580.32, 9673.88],
    [11_468.11, 2603.40, 663.34, NONE, 499.00, 49_686.47],
    [15_804.81, 7450.85, 5917.25, NONE, 755.66, 49_355.41],
    [19_874.62, 11_886.95, 10_405.34, NONE, 2203.83, 50_924.01],
    [26_640.83, 18_621.61, 17_698.75, NONE, 6777.15, 50_358.66],
    [34_313.28, 25_744.57, 25_224.92, NONE, 14_641.36, 53_732.82],
];

/// Table 4.
const TURNS: Rows = [
    [34.25, 3.08, 3.64, 2.92, 5.21, 2.83],
    [123.40, 0.00, 0.00, 0.00, 0.99, 0.00],
    [113.14, 5.14, 6.03, 5.06, 6.00, 4.53],
    [106.66, 8.96, 9.87, 8.84, 10.85, 8.48],
    [98.76, 15.21, 15.96, 14.74, 19.42, 14.45],
    [96.27, 19.96, 20.62, 19.44, 26.06, 18.35],
    [219.70, 4.18, 7.58, NONE, 10.19, 3.84],
    [667.00, 0.00, 0.00, NONE, 1.00, 0.00],
    [592.65, 21.91, 27.99, NONE, 24.68, 22.27],
    [559.69, 41.60, 47.40, NONE, 49.73, 43.16],
    [506.10, 72.49, 76.79, NONE, 91.40, 69.44],
    [481.16, 97.21, 100.31, NONE, 123.81, 89.43],
];

/// Section 7: how often Basic Theta* finds the shorter path on 500 × 500 grids with 20 % blocked cells.
pub(super) const SHARES: [(&str, f64); 4] =
    [(AP_THETA, 0.70), (FIELD_DSTAR, 0.97), (ASTAR_PS, 0.94), (ASTAR, 0.99)];

/// Over how many random grids of each size the paper averages.
pub(super) const WORLDS: usize = 500;

/// What Tables 1 to 4 say of a planner on grids of a kind.
pub(super) fn table_1_to_4(kind: Kind, planner: &str, metric: Metric) -> Option<f64> {
    let rows = match metric {
        Metric::Cost => &LENGTHS,
        Metric::Time => &TIMES,
        Metric::Expansions => &EXPANSIONS,
        Metric::Turns => &TURNS,
        Metric::CostOver(other) => {
            let length = |planner| table_1_to_4(kind, planner, Metric::Cost);
            return Some(length(planner)? / length(other)?);
        }
        Metric::TimePerExpansion => return None,
    };
    let row = Kind::all().iter().position(|&other| other == kind)?;
    let column = COLUMNS.iter().position(|&other| other == planner)?;
    rows.get(row).map(|row| row[column]).filter(|number| number.is_finite())
}
