//! Tables I to III as the paper has them.

use super::algorithms::Algorithm;
use super::sets::{Neighbours, Set};

/// A row of a table: sums over 100 maps, those without a path among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paper {
    pub(super) nodes: u64,
    /// On a Celeron of 1.7 GHz.
    pub(super) seconds: f64,
    pub(super) solved: u64,
    /// Of the lengths, in the costs of the search.
    pub(super) sum: u64,
}

type Rows = &'static [(Algorithm, Paper)];

const TEN: Option<u32> = Some(10);
const TWENTY: Option<u32> = Some(20);

const fn row(algorithm: Algorithm, nodes: u64, seconds: f64, [solved, sum]: [u64; 2]) -> (Algorithm, Paper) {
    (algorithm, Paper { nodes, seconds, solved, sum })
}

const EIGHT_200: Rows = &[
    row(Algorithm::ida(TEN, TEN), 1_102_592, 0.79, [98, 36_387]),
    row(Algorithm::alt_best(10), 480_407, 1.60, [98, 35_998]),
    row(Algorithm::ida(TEN, None), 2_146_234, 1.98, [98, 35_998]),
    row(Algorithm::M, 764_262, 2.10, [98, 35_998]),
    row(Algorithm::alt(10), 335_418, 3.21, [98, 35_998]),
    row(Algorithm::ida(None, None), 4_340_651, 3.42, [98, 35_998]),
    row(Algorithm::alt(5), 500_989, 3.80, [98, 35_998]),
    row(Algorithm::Mqueue, 722_344, 4.16, [98, 35_998]),
];

const FOUR_200: Rows = &[
    row(Algorithm::ida(TEN, TEN), 479_046, 0.26, [98, 21_300]),
    row(Algorithm::ida(TEN, None), 690_457, 0.49, [98, 21_072]),
    row(Algorithm::alt_best(10), 399_839, 0.77, [98, 21_072]),
    row(Algorithm::M, 611_595, 0.91, [98, 21_072]),
    row(Algorithm::ida(None, None), 1_628_550, 1.08, [98, 21_072]),
    row(Algorithm::alt(10), 256_310, 1.23, [98, 21_072]),
    row(Algorithm::Mqueue, 664_504, 2.96, [98, 21_072]),
];

const EIGHT_400: Rows = &[
    row(Algorithm::ida(TEN, TEN), 2_601_120, 2.05, [95, 39_362]),
    row(Algorithm::ida(TEN, TWENTY), 2_773_262, 2.07, [95, 39_969]),
    row(Algorithm::alt_best(10), 950_862, 2.93, [95, 38_911]),
    row(Algorithm::M, 1_455_092, 4.24, [95, 38_911]),
    row(Algorithm::alt(5), 866_041, 4.85, [95, 38_911]),
    row(Algorithm::Mmem, 1_455_092, 6.30, [95, 38_911]),
    row(Algorithm::ida(TEN, None), 7_901_822, 7.92, [95, 38_911]),
    row(Algorithm::Mqueue, 1_358_262, 8.36, [95, 38_911]),
    row(Algorithm::alt(10), 646_554, 11.74, [95, 38_911]),
    row(Algorithm::ida(None, None), 21_837_340, 19.71, [95, 38_911]),
    row(Algorithm::ida_nof(None, None), 133_089_043, 98.93, [95, 38_911]),
];

const EIGHT_600: Rows = &[
    row(Algorithm::ida(TEN, TEN), 1_880_053, 1.42, [61, 36_513]),
    row(Algorithm::ida(TEN, TWENTY), 2_262_738, 1.71, [60, 36_008]),
    row(Algorithm::alt_best(10), 604_461, 1.81, [61, 36_208]),
    row(Algorithm::ida_nof(TEN, TWENTY), 3_302_562, 2.36, [61, 36_785]),
    row(Algorithm::ida_nof(TEN, TEN), 3_318_593, 2.50, [61, 36_469]),
    row(Algorithm::alt(5), 542_129, 2.71, [61, 36_208]),
    row(Algorithm::alt(10), 347_189, 3.00, [61, 36_208]),
    row(Algorithm::ida(TEN, None), 6_683_647, 6.33, [61, 36_208]),
    row(Algorithm::M, 2_438_460, 6.67, [61, 36_208]),
    row(Algorithm::ida(None, TWENTY), 12_111_234, 9.45, [56, 33_087]),
    row(Algorithm::Mmem, 2_438_460, 10.05, [61, 36_208]),
    row(Algorithm::ida(None, TEN), 12_233_668, 10.93, [61, 36_637]),
    row(Algorithm::Mqueue, 2_296_036, 13.67, [61, 36_208]),
    row(Algorithm::ida(None, None), 67_483_398, 70.27, [61, 36_247]),
];

const FOUR_600: Rows = &[
    row(Algorithm::ida(TEN, TEN), 614_865, 0.37, [44, 15_889]),
    row(Algorithm::ida(TEN, TWENTY), 693_650, 0.37, [44, 16_161]),
    row(Algorithm::alt_best(10), 401_287, 0.61, [44, 15_711]),
    row(Algorithm::ida(TEN, None), 2_954_173, 1.81, [44, 15_711]),
    row(Algorithm::M, 1_886_487, 2.94, [44, 15_711]),
    row(Algorithm::ida(None, TWENTY), 7_575_321, 4.66, [44, 16_199]),
    row(Algorithm::ida(None, TEN), 7_839_990, 5.49, [44, 15_959]),
    row(Algorithm::ida(None, None), 233_428_544, 131.24, [44, 15_711]),
];

/// The rows of a table with so many neighbours, in its order; Table II has none with four.
pub(super) fn rows(set: Set, neighbours: Neighbours) -> Rows {
    match (set.walls, neighbours) {
        (200, Neighbours::Eight) => EIGHT_200,
        (200, Neighbours::Four) => FOUR_200,
        (400, Neighbours::Eight) => EIGHT_400,
        (600, Neighbours::Eight) => EIGHT_600,
        (600, Neighbours::Four) => FOUR_600,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cazenave::sets::SETS;

    #[test]
    fn rows_are_in_the_order_of_their_times() {
        let mut count = 0;
        for (set, neighbours) in SETS.into_iter().flat_map(|set| Neighbours::ALL.map(|n| (set, n))) {
            let rows = rows(set, neighbours);
            assert!(rows.is_sorted_by_key(|(_, paper)| paper.seconds), "{set:?} {neighbours:?}");
            // All but those of IDA* with a delta or with a cut that goes wrong have the same sum.
            let sum = rows.iter().find(|(algorithm, _)| *algorithm == Algorithm::M).map(|(_, m)| m.sum);
            let others =
                rows.iter().filter(|(algorithm, _)| !matches!(algorithm, Algorithm::Ida { .. })).count();
            let same = rows.iter().filter(|(algorithm, paper)| {
                !matches!(algorithm, Algorithm::Ida { .. }) && Some(paper.sum) == sum
            });
            assert_eq!(same.count(), others, "{set:?} {neighbours:?}");
            count += rows.len();
        }
        assert_eq!(count, 15 + 11 + 22);
    }
}
