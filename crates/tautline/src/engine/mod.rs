//! What all planners share: one trait, one type that erases it, the registry, and a map with its planner in one value.
//!
//! - [`Algorithm`] is the trait that every planner implements; [`Planner`] is any of them, chosen by a text such as
//!   `jump-graph:landmarks=16`.
//! - [`Registry`] lists them as [`Descriptor`]s: what they guarantee, what they handle, which options they have.
//! - [`Navigator`] keeps a map, its planner and the memory of searches together, for several threads.
//! - [`plan_many`] answers many queries at once.

mod algorithm;
mod descriptor;
mod error;
mod guarantee;
mod many;
mod names;
mod navigator;
mod options;
mod planner;
mod preparation;
mod registry;
mod selection;
mod unsupported;
#[cfg(test)]
mod work_between_looks;
#[cfg(test)]
mod work_of_preparations;

pub(crate) use algorithm::plan_for_all;
pub use algorithm::{Algorithm, Update};
pub use descriptor::{Descriptor, Ends, IndexSpec};
pub use error::Error;
pub use guarantee::Guarantee;
pub use many::{Workspaces, plan_many};
pub use names::nearest_names;
pub use navigator::{Edited, Navigator};
pub use options::{Choice, OptionError, OptionKind, OptionSpec, Settings};
pub use planner::Planner;
pub use preparation::{Overflow, Preparation, PrepareError};
pub use registry::Registry;
pub use selection::{Selection, SelectionError};
pub use unsupported::{Feature, Unsupported};
