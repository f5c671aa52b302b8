use super::account::Account;
use super::angle_search::{Procedures, Step, Way};
use super::nodes::AngleNodes;
use super::sight::{Sight, Vertex};
use crate::geometry::Corner;
use crate::map::Map;
use crate::moves::{CornerMoves, CornerRule};
use crate::path::{cost_on_terrain, segment_cost};
use crate::search::Observer;

/// A* from corner to corner where cells have costs (section 8.2): Path 1 only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovesOnTerrain<'w> {
    pub(crate) map: &'w Map,
    pub(crate) rule: CornerRule,
    pub(crate) moves: CornerMoves,
}

impl Procedures for MovesOnTerrain<'_> {
    fn way<V: Observer>(
        &mut self,
        _: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        _: &mut Account<'_, V>,
    ) -> Option<Way> {
        let Step { from, next, known, .. } = step;
        let cost = segment_cost(self.map, self.rule, from.state.corner, next.state.corner)?;
        let g = nodes.g(from.id) + cost;
        (g < known).then_some(Way { parent: from.id, g })
    }

    fn estimate(&self, from: Vertex, to: Vertex) -> f64 {
        self.moves.distance(from.state.corner, to.state.corner).length()
    }

    fn cost(&self, corners: &[Corner]) -> f64 {
        cost_on_terrain(self.map, self.rule, corners)
    }
}
