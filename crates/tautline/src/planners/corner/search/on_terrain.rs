use super::account::Account;
use super::angle_search::{Procedures, Step, Way};
use super::nodes::AngleNodes;
use super::sight::{Sight, Vertex, line_work};
use super::theta::{Basic, First, Paths, Replace};
use crate::geometry::{Corner, Point};
use crate::map::Map;
use crate::moves::CornerRule;
use crate::path::{cost_of_points_on_terrain, cost_on_terrain, segment_cost, segment_cost_between_points};
use crate::search::{Observer, StateId, Steps};

/// Basic Theta* where cells have costs (section 8.2): straight lines can be dearer than detours, so the cheaper one of Path 1 and
/// Path 2 is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnTerrain<'w> {
    pub(crate) basic: Basic,
    pub(crate) map: &'w Map,
    pub(crate) rule: CornerRule,
    /// The smallest cost of a cell.
    pub(crate) smallest: f64,
}

impl Procedures for OnTerrain<'_> {
    fn set_vertex<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &mut AngleNodes,
        family: (Vertex, Vertex),
        steps: Steps,
        account: &mut Account<'_, V>,
    ) -> Vertex {
        self.basic.set_vertex(sight, nodes, family, steps, account)
    }

    fn way<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        account: &mut Account<'_, V>,
    ) -> Option<Way> {
        let Step { from, parent, next, known } = step;
        account.meter.work(2 * line_work(from, next));
        let g = nodes.g(from.id) + self.segment(sight, from, next)?;
        let path_1 = Way { parent: from.id, g };
        let mut others: [Option<StateId>; 1 + super::key_vertices::MOST] = Default::default();
        others[0] = (parent != from).then_some(parent.id);
        match self.basic.paths {
            Paths::Two => {}
            Paths::Three => others[1] = Some(nodes.parent(parent.id)).filter(|&id| id != parent.id),
            Paths::Key => others[1..].copy_from_slice(&self.basic.keys.ids),
        }
        let mut best = path_1;
        for other in others.into_iter().flatten() {
            if let Some(way) = self.straight(sight, nodes, other, next, known.min(best.g), account) {
                // It costs no more than the best. The first one that is straight goes before Path 1 if it is to.
                let is_first = self.basic.first == First::Path2 && best.parent == from.id;
                if way.g < best.g || is_first {
                    best = way;
                }
            }
        }
        let replaces_equal = best.parent == from.id && self.basic.replace == Replace::Equal;
        let is_better = if replaces_equal { best.g <= known } else { best.g < known };
        is_better.then_some(best)
    }

    fn cost(&self, corners: &[Corner]) -> f64 {
        cost_on_terrain(self.map, self.rule, corners)
    }

    fn cost_of_points(&self, points: &[Point]) -> f64 {
        cost_of_points_on_terrain(self.map, self.rule, points)
    }
}

impl OnTerrain<'_> {
    /// What the straight line between two vertices costs.
    fn segment(&self, sight: &Sight<'_>, from: Vertex, to: Vertex) -> Option<f64> {
        if sight.is_corner(from) && sight.is_corner(to) {
            segment_cost(self.map, self.rule, from.state.corner, to.state.corner)
        } else {
            segment_cost_between_points(self.map, self.rule, from.at.into(), to.at.into())
        }
    }

    /// The way straight from another corner, if that is unblocked and costs no more than the bound.
    fn straight<V: Observer>(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        by: StateId,
        next: Vertex,
        bound: f64,
        account: &mut Account<'_, V>,
    ) -> Option<Way> {
        account.stats.line_of_sight_checks += 1;
        let (g, by) = (nodes.g(by), sight.vertex(by));
        // Even on the cheapest ground.
        if g + by.distance(next) * self.smallest > bound || !sight.keeps_sides(by, next) {
            account.idle_sight(sight, by, next);
            return None;
        }
        account.stats.lines_followed += 1;
        // The line is followed once more, from cell to cell.
        account.meter.work(2 * line_work(by, next));
        let cost = self.segment(sight, by, next);
        account.sight(sight, (by, next), cost.is_some(), true);
        let g = g + cost?;
        (g <= bound).then_some(Way { parent: by.id, g })
    }
}
