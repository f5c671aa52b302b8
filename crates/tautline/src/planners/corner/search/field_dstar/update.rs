use std::f64::consts::SQRT_2;

use super::super::account::Account;
use super::super::angle_search::{Procedures, Step, Way};
use super::super::nodes::AngleNodes;
use super::super::sight::{Sight, Vertex};
use super::interpolation::{Side, run_before_turning};
use super::prices::{Prices, across, known_g};
use crate::geometry::{Cell, Corner};
use crate::search::Observer;

/// Field D*: the way to a corner leads over the cheapest point of its perimeter, which is the sides across from it of the free
/// cells around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interpolating<'w>(pub(super) Prices<'w>);

impl Procedures for Interpolating<'_> {
    /// Only sides that end at the expanded corner need looking at: every other one has been looked at when one of its ends was
    /// expanded, or will be.
    #[inline(always)]
    fn way<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        _: &mut Account<'_, V>,
    ) -> Option<Way> {
        let Self(prices) = self;
        let Step { from, next, known: bound, .. } = step;
        let (near, to, g) = (from.state.corner, next.state.corner, nodes.g(from.id));
        let g_of = |corner, cell| known_g(sight, nodes, corner, cell);
        let over = |cost, g| Side { away: 1.0, foot: 0.0, g }.value(cost);
        let best = if near.x == to.x || near.y == to.y {
            let beside = prices.beside([to, near]);
            let values = beside.filter_map(|(cell, cost)| {
                g_of(across(cell, to), cell).map(|beyond| over(cost, [g, beyond]))
            });
            values.fold(prices.along([to, near]) + g, f64::min)
        } else {
            let cell = Cell { x: near.x.min(to.x), y: near.y.min(to.y) };
            let cost = prices.of(cell);
            let asides = [Corner { x: near.x, y: to.y }, Corner { x: to.x, y: near.y }];
            asides.into_iter().fold(cost * SQRT_2 + g, |best, aside| {
                let beside = prices.along([to, aside]);
                let run = run_before_turning(cost, beside, 1.0);
                let by_run =
                    run.map_or(f64::INFINITY, |run| beside * run + cost * (1.0 - run).hypot(1.0) + g);
                let by_side = g_of(aside, cell).map_or(f64::INFINITY, |aside| over(cost, [aside, g]));
                best.min(by_run).min(by_side)
            })
        };
        (best < bound).then_some(Way { parent: from.id, g: best })
    }

    fn way_of_point<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        _: &mut Account<'_, V>,
    ) -> Option<Way> {
        let best = self.through_cell(sight, nodes, step.from, step.next)?;
        (best < step.known).then_some(Way { parent: step.from.id, g: best })
    }
}

impl Interpolating<'_> {
    /// The cost of the way to a point from a corner of its cell, or over the cheapest point of a side that ends there; or straight from a
    /// point, as costs are not interpolated between it and anything else.
    #[cold]
    fn through_cell(self, sight: &Sight<'_>, nodes: &AngleNodes, from: Vertex, next: Vertex) -> Option<f64> {
        let Self(prices) = self;
        let [start, end] = [from, next].map(|vertex| sight.position(vertex).point());
        let straight = nodes.g(from.id) + prices.leg(start, end)?;
        if !sight.is_corner(from) {
            return Some(straight);
        }
        let (near, g) = (from.state.corner, nodes.g(from.id));
        let mut best = straight;
        for (cell, cost) in prices.around(end) {
            let is_its_corner = (0..2).contains(&(near.x - cell.x)) && (0..2).contains(&(near.y - cell.y));
            if !is_its_corner || sight.within(near, cell) != from {
                continue;
            }
            let opposite = across(cell, near);
            for other in [Corner { x: opposite.x, y: near.y }, Corner { x: near.x, y: opposite.y }] {
                if let Some(g_of_other) = known_g(sight, nodes, other, cell)
                    && let Some(side) = Side::seen_from(end, [near, other], [g, g_of_other])
                {
                    best = best.min(side.value(cost));
                }
            }
        }
        Some(best)
    }
}
