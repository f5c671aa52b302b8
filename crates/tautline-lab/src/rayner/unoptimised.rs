//! What a second program measured, which was built without optimisations.

use super::Extent;
use super::kinds::KINDS;
use crate::harness::Record;

/// What is behind the names of the settings that such a program measured.
const SUFFIX: &str = "-unoptimised";

/// How to come by such a program.
pub const HOW_TO: &str =
    "cargo build --profile unoptimised, then tautline lab rayner --unoptimised target/unoptimised/tautline";

/// It takes many times as long, so it measures one world in so many.
const SHARE: u64 = 4;

/// How many worlds of each kind such a program measures, where nothing is said: the first ones of those that this one measures.
#[must_use]
pub fn unoptimised_worlds(extent: Extent) -> u64 {
    KINDS[0].worlds(extent).div_ceil(SHARE)
}

/// The name of a setting of such a program.
pub(super) fn unoptimised(setting: &str) -> String {
    format!("{setting}{SUFFIX}")
}

/// Gives the records of such a program settings of their own.
pub fn as_unoptimised(records: &mut [Record]) {
    for record in records {
        record.setting = unoptimised(&record.setting);
    }
}
