//! What experiments are made of.
//!
//! An experiment is data plus a small function: which planners are measured on which kinds of worlds ([`Setting`]), how a world
//! is made from its number, and which figures its tables have ([`Sheet`]). The rest is the same for all of them, in three steps
//! that know nothing of each other:
//!
//! 1. [`measure`] times every planner on every world and verifies every answer after the timing: a wrong one fails the run.
//! 2. [`write_records`] and [`read_records`] keep what was measured as rows of a CSV file, a [`Record`] each.
//! 3. Tables are functions of [`Records`] and of nothing else, so they can be made again without measuring.

mod contest;
mod finding;
mod measure;
mod read;
mod record;
pub(crate) mod records;
mod setting;
mod sheet;
mod source;
mod statistics;
pub(crate) mod timing;
pub(crate) mod verify;

pub(crate) use finding::{Finding, one_pass, summary};
pub use measure::{Progress, measure};
pub use read::read_records;
pub(crate) use read::{check_known, quoted, unexpected};
pub use record::{Record, Verdict, write_records};
pub(crate) use records::ROUNDING;
pub use records::{Metric, Records};
pub use setting::{Setting, World, WorldMaker, Xy, usable};
pub(crate) use sheet::markdown;
pub use sheet::{Figure, Sheet};
pub use source::{Known, Source};
pub use statistics::{PairedTest, is_same_share, mean, paired_test, quantile, standard_deviation};
