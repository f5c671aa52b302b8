//! Experiments that measure Tautline's planners side by side with others.
//!
//! Times are compared as ratios inside one run only, and only for answers that were verified: a wrong answer fails the run
//! with everything needed to repeat it. [`harness`] has what experiments are made of.

pub mod anya;
pub mod cazenave;
mod error;
pub mod harness;
mod maps;
pub mod peers;
mod plot;
pub mod rayner;
pub mod repair;
pub mod report;
pub mod scale;
pub mod theta;
pub mod units;
mod verify;
pub mod yardstick;

pub use error::LabError;
pub use maps::MAPS;
