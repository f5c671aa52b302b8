use tautline::engine::{Registry, Selection};
use tautline::map::Map;

use super::Source;
use super::contest::enter;
use crate::LabError;
use crate::peers::Peer;

/// The coordinates of a place, whatever kind of place a planner plans on.
pub type Xy = (i32, i32);

/// A kind of world and the planners that are measured on it.
pub struct Setting {
    /// Its name in the records.
    pub name: String,
    /// How many worlds.
    pub worlds: u64,
    /// Makes the world with a number: the same one each time.
    pub world: WorldMaker,
    /// Public libraries that are measured beside them, and are not ours to be right.
    pub peers: Vec<Peer>,
    /// The planners.
    pub planners: Vec<Selection>,
}

impl Setting {
    /// The names of the contestants in records, the peers first.
    pub(super) fn names(&self) -> Vec<String> {
        let peers = self.peers.iter().map(|peer| peer.id.to_owned());
        peers.chain(self.planners.iter().map(Selection::to_string)).collect()
    }
}

/// Makes the world with a number.
pub type WorldMaker = Box<dyn Fn(u64) -> Result<World, LabError> + Send + Sync>;

/// A map with the queries that are put to every planner.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// The map.
    pub map: Map,
    /// From where to where.
    pub queries: Vec<(Xy, Xy)>,
    /// What the files that it comes from say of it, if it comes from files.
    pub source: Option<Source>,
}

/// The planner of a registry that a text selects, if it takes part on worlds like this one; otherwise why it does not.
pub fn usable(registry: &Registry, planner: &str, world: &World) -> Result<Selection, String> {
    let selection = registry.select(planner).map_err(|error| error.to_string())?;
    match enter(&selection, "a trial", world, false).map(drop) {
        Err(error @ LabError::Prepare(_)) => Err(format!("{planner}: {error}")),
        // Anything else that is wrong will come up in the measurement, on a world that it can be repeated on.
        _ => Ok(selection),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_take_part_says_why() {
        let registry = Registry::core();
        let plain = World { map: Map::open(3, 3).unwrap(), queries: vec![((0, 3), (2, 1))], source: None };
        let theta = usable(&registry, "theta:corners=open", &plain).unwrap();
        assert_eq!(theta.to_string(), "theta:corners=open");
        let reason = |planner: &str, world: &World| usable(&registry, planner, world).unwrap_err();
        assert!(reason("tetha", &plain).starts_with("there is no planner \"tetha\""));
        assert!(reason("visibility:ties=larger-g", &plain).contains("has no option \"ties\""));
        let terrain = World { map: Map::from_costs(3, 3, |_| 2).unwrap(), ..plain };
        assert!(reason("visibility", &terrain).starts_with("visibility: "));
    }
}
