//! Handles of agents: in which row an agent is.

use std::fmt::{Display, Formatter};

/// A handle of an agent: it means the same agent as long as that is in the crowd, and no other one after that.
///
/// [`Crowd::row`](super::Crowd::row) says in which row of the arrays its agent is. A handle means nothing to another crowd than the one that it is
/// from.
///
/// ```
/// use tautline::Map;
/// use tautline_crowd::{Agent, Crowd, CrowdConfig, Vec2};
///
/// let mut crowd = Crowd::new(Map::open(30, 20)?, CrowdConfig::default())?;
/// let agent = |x| Agent::new(Vec2::new(x, 10.0), Vec2::new(x, 5.0));
/// let ids = crowd.add(&[agent(5.0), agent(10.0), agent(15.0)])?;
/// let left = crowd.remove(ids[0]).expect("it is there");
/// assert_eq!(left.position, Vec2::new(5.0, 10.0));
/// // The last one has moved to the row that is free now.
/// assert_eq!((crowd.row(ids[0]), crowd.row(ids[1]), crowd.row(ids[2])), (None, Some(1), Some(0)));
/// assert_eq!(crowd.id(0), Some(ids[2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AgentId {
    index: u32,
    generation: u32,
}

/// Its index and its generation: `7.0` is the first agent with index 7, `7.1` the one that took this index after it.
impl Display for AgentId {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.index, self.generation)
    }
}

/// Which agent is in which row, and the other way round.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    /// By the index of a handle.
    slots: Vec<Slot>,
    /// The indices that no agent has, the one to be taken next at the end.
    vacant: Vec<u32>,
    /// By row.
    rows: Vec<AgentId>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// That of the agent which has it, or will have it next.
    generation: u32,
    /// None while no agent has it.
    row: Option<u32>,
}

impl Ids {
    /// The handle of an agent in a new row.
    pub(super) fn push(&mut self) -> AgentId {
        let row = Some(self.rows.len() as u32);
        let index = self.vacant.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, row: None });
            self.slots.len() as u32 - 1
        });
        let slot = &mut self.slots[index as usize];
        slot.row = row;
        let id = AgentId { index, generation: slot.generation };
        self.rows.push(id);
        id
    }

    pub(super) fn row(&self, id: AgentId) -> Option<usize> {
        let slot = self.slots.get(id.index as usize)?;
        slot.row.filter(|_| slot.generation == id.generation).map(|row| row as usize)
    }

    /// By row.
    pub(super) fn all(&self) -> &[AgentId] {
        &self.rows
    }

    /// Takes the handle of a row away. The last row becomes this one.
    pub(super) fn swap_remove(&mut self, row: usize) {
        let id = self.rows.swap_remove(row);
        let slot = &mut self.slots[id.index as usize];
        slot.row = None;
        // An index of which all generations are used up is never taken again.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.vacant.push(id.index);
        }
        if let Some(moved) = self.rows.get(row) {
            self.slots[moved.index as usize].row = Some(row as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn handles_are_never_confused() {
        let mut random = Random::new(2);
        let (mut ids, mut expected, mut gone) = (Ids::default(), Vec::new(), Vec::new());
        for _ in 0..4000 {
            if expected.is_empty() || random.next() % 100 < 52 {
                expected.push(ids.push());
            } else {
                let row = (random.next() % expected.len() as u64) as usize;
                ids.swap_remove(row);
                gone.push(expected.swap_remove(row));
            }
            assert_eq!(ids.all(), expected);
            for (row, &id) in expected.iter().enumerate() {
                assert_eq!(ids.row(id), Some(row));
            }
            assert!(gone.iter().all(|&id| ids.row(id).is_none()));
        }
        assert!(gone.len() > 1000 && ids.slots.len() < 1000, "indices are used again");
    }

    #[test]
    fn an_index_without_further_generations_is_not_used_again() {
        let mut ids = Ids::default();
        let first = ids.push();
        ids.slots[0].generation = u32::MAX;
        ids.rows[0].generation = u32::MAX;
        let last = ids.rows[0];
        ids.swap_remove(0);
        assert_eq!((ids.row(first), ids.row(last)), (None, None));
        assert_eq!(ids.push().to_string(), "1.0");
    }
}
