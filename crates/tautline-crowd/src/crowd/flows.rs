//! The fields of directions of a room, one for each tile that agents want to get to.

use tautline::field::FlowField;
use tautline::geometry::Cell;
use tautline::map::{Map, Revision};
use tautline::moves::DiagonalRule;
use tautline::search::Workspace;

/// Fields by their numbers. A number is used again when no agent follows its field any more.
#[derive(Debug, Default)]
pub(super) struct Flows {
    flows: Vec<Option<Flow>>,
    /// How many fields were made.
    made: usize,
}

/// A field of directions towards a tile.
#[derive(Clone, Debug)]
struct Flow {
    goal: Cell,
    field: FlowField,
    /// The state of the room's map that it was made for.
    revision: Revision,
}

impl Flows {
    /// A field, which may have been made for an earlier state of the map.
    pub(super) fn get(&self, number: usize) -> Option<&FlowField> {
        self.flow(number).map(|flow| &flow.field)
    }

    pub(super) fn goal(&self, number: usize) -> Option<Cell> {
        self.flow(number).map(|flow| flow.goal)
    }

    /// The numbers of the fields that were made for an earlier state of the map.
    pub(super) fn outdated(&self, map: &Map) -> impl Iterator<Item = usize> {
        let is_outdated =
            |flow: &Option<Flow>| flow.as_ref().is_some_and(|flow| flow.revision != map.revision());
        (0..self.flows.len()).filter(move |&number| is_outdated(&self.flows[number]))
    }

    /// How many fields have been made so far.
    pub(super) fn made(&self) -> usize {
        self.made
    }

    fn flow(&self, number: usize) -> Option<&Flow> {
        self.flows.get(number)?.as_ref()
    }

    /// The number of the field that leads to a tile, made if there is none for the map as it is. None if the tile is blocked.
    pub(super) fn to(&mut self, goal: Cell, map: &Map, workspace: &mut Workspace) -> Option<usize> {
        let is_to = |flow: &Option<Flow>| flow.as_ref().is_some_and(|flow| flow.goal == goal);
        let found = self.flows.iter().position(is_to);
        let is_current =
            |number: &usize| self.flow(*number).is_some_and(|flow| flow.revision == map.revision());
        if let Some(number) = found.filter(is_current) {
            return Some(number);
        }
        let field = FlowField::new(map, DiagonalRule::NoCornerCutting, [goal], workspace).ok()?;
        self.made += 1;
        let number = found.or_else(|| self.flows.iter().position(Option::is_none)).unwrap_or_else(|| {
            self.flows.push(None);
            self.flows.len() - 1
        });
        self.flows[number] = Some(Flow { goal, field, revision: map.revision() });
        Some(number)
    }

    /// Forgets the fields that no agent follows.
    pub(super) fn keep(&mut self, is_followed: impl Fn(usize) -> bool) {
        for (number, flow) in self.flows.iter_mut().enumerate() {
            if !is_followed(number) {
                *flow = None;
            }
        }
    }
}
