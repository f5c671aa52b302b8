//! The file formats of the MovingAI benchmarks: maps, scenarios and reference lengths.
//!
//! N. R. Sturtevant: Benchmarks for Grid-Based Pathfinding. IEEE Transactions on Computational Intelligence and
//! AI in Games 4(2), 2012. <https://doi.org/10.1109/TCIAIG.2012.2197681>

mod map;
mod passable;
mod query;
mod references;
mod scenario;

pub(crate) use map::map_from_lines;
pub use map::{parse_map, read_map, write_map};
pub use passable::{Passable, PassableError};
pub use query::ScenarioQuery;
pub use references::{parse_references, read_references};
pub use scenario::{Precision, Scenario, parse_scenario, read_scenario, write_scenario};
