//! The file formats of the MovingAI benchmarks: maps, scenarios and reference lengths.
//!
//! N. R. Sturtevant: Benchmarks for Grid-Based Pathfinding. IEEE Transactions on Computational Intelligence and
//! AI in Games 4(2), 2012. <https://doi.org/10.1109/TCIAIG.2012.2197681>

mod header;
mod kinds;
mod map;
mod passable;
mod query;
mod references;
mod scenario;
mod unit_costs;

pub(crate) use header::Types;
pub(crate) use kinds::kinds_from_lines;
pub use kinds::{parse_kinds, read_kinds};
pub(crate) use map::map_from_lines;
pub use map::{parse_any_map, parse_map, read_any_map, read_map, write_map};
pub use passable::{Passable, PassableError};
pub use query::ScenarioQuery;
pub use references::{parse_references, read_references};
pub use scenario::{Precision, Scenario, parse_scenario, read_scenario, write_scenario};
pub use unit_costs::{UnitCosts, UnitCostsError};
