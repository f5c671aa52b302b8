//! What experiments are made of.
//!
//! An experiment is data plus a small function: which planners are measured on which kinds of worlds ([`Setting`]), how a world
//! is made from its number, and which figures its tables have ([`Sheet`]). The rest is the same for all of them, in three steps
//! that know nothing of each other:
//!
//! 1. [`measure`] times every planner on every world and verifies every answer after the timing: a wrong one fails the run.
//! 2. A [`Journal`] keeps what was measured as rows of a CSV file, a [`Record`] each, and [`read_records`] reads them.
//! 3. Tables are functions of [`Records`] and of nothing else, so they can be made again without measuring.

mod contest;
mod finding;
mod journal;
mod measure;
mod memory;
mod origin;
mod peer;
mod pinned;
mod read;
mod record;
pub(crate) mod records;
mod resampling;
mod rows;
mod setting;
mod sheet;
mod source;
mod statistics;
pub(crate) mod timing;
pub(crate) mod verify;

pub(crate) use finding::{Finding, one_pass, summary};
pub use journal::{Journal, is_measured};
pub use measure::{Progress, measure};
pub(crate) use measure::{Workspaces, measure_world};
pub use origin::{Build, MEASURING_PROFILE, Origin};
pub(crate) use pinned::pinned;
pub(crate) use read::check_known;
pub use read::read_records;
pub use record::{Record, Verdict};
pub(crate) use records::ROUNDING;
pub use records::{Metric, Records};
pub use resampling::{Pairs, speed_up_interval};
#[cfg(test)]
pub(crate) use rows::write_rows;
pub(crate) use rows::{number, quoted, read_rows, unexpected, whole};
pub use setting::{Setting, World, WorldMaker, Xy, usable};
pub(crate) use sheet::markdown;
pub use sheet::{Figure, Sheet};
pub use source::{Known, Length, Source};
pub(crate) use statistics::critical;
pub use statistics::{PairedTest, is_same_share, mean, paired_test, quantile, standard_deviation};
pub use timing::{Method, WarmUp};
