use super::{EuclideanCost, Heuristic, Hexagonal, Linked, Metric, MetricTo};
use crate::geometry::Cell;
use crate::map::{Map, Tiling};
use crate::moves::{DiagonalRule, StepCosts};
use crate::search::{Meter, Request};

/// The estimate on any [`Map`], to a goal or to its surroundings: a metric with the smallest cost on the map, so that it
/// stays a lower bound. Costs are doubled, as in [`WorldSpace`](crate::search::WorldSpace).
///
/// For a goal with surroundings of radius r, the estimate is the one at the place that is up to r columns and r rows nearer to
/// the goal. That is the distance to a square that contains the surroundings: not above the distance to these, and as a step of
/// the path moves the nearer place by no more columns and rows, still consistent.
#[derive(Clone, Copy, Debug)]
pub struct MapMetric<C> {
    distance: Distance<C>,
    goal: Cell,
    radius: i32,
}

#[derive(Clone, Copy, Debug)]
enum Distance<C> {
    Square(MetricTo<C>),
    Hexagonal(Hexagonal<C>),
    /// Hexagons, and no estimate is wanted.
    None,
}

impl<C: EuclideanCost> MapMetric<C> {
    /// The estimate to a cell.
    #[must_use]
    pub fn new(metric: Metric, map: &Map, rule: DiagonalRule, costs: StepCosts<C>, goal: Cell) -> Self {
        let smallest = 2 * map.terrain().map_or(1, |terrain| u32::from(terrain.smallest()));
        let costs =
            StepCosts { straight: costs.straight.times(smallest), diagonal: costs.diagonal.times(smallest) };
        let distance = match map.tiling() {
            Tiling::Square => Distance::Square(metric.to(goal, costs, rule)),
            Tiling::Hexagonal if metric == Metric::Zero => Distance::None,
            Tiling::Hexagonal => Distance::Hexagonal(Hexagonal::new(goal, costs.straight)),
        };
        Self { distance, goal, radius: 0 }
    }

    /// The estimate to what a query asks for, over links where there are any.
    #[must_use]
    pub fn over_links(
        metric: Metric,
        map: &Map,
        rule: DiagonalRule,
        costs: StepCosts<C>,
        query: &Request<'_, Cell>,
    ) -> Linked<Self, C> {
        let links = map.links().map_or(&[][..], |links| links.all());
        let radius = i32::try_from(query.reach.radius()).unwrap_or(i32::MAX);
        // There may be very many goals, and some of them several times.
        let mut others = query.others.clone();
        others.sort_unstable();
        others.dedup();
        let is_goal = |cell: Cell| cell == query.goal || others.binary_search(&cell).is_ok();
        let to = |cell| {
            let estimate = Self::new(metric, map, rule, costs, cell);
            Self { radius: if is_goal(cell) { radius } else { 0 }, ..estimate }
        };
        // Where there is no time, there is none for a search either.
        let (tile, meter) = (costs.straight.times(2), &mut Meter::new(query.limits));
        Linked::to_any_in_time(query.goal, &others, links, tile, to, meter)
    }
}

impl<C: EuclideanCost> Heuristic<Cell, C> for MapMetric<C> {
    #[inline]
    fn estimate(&self, cell: Cell) -> C {
        let nearer = |x: i32, goal: i32| x - (x - goal).clamp(-self.radius, self.radius);
        match &self.distance {
            Distance::Square(metric) => {
                metric.estimate(Cell { x: nearer(cell.x, self.goal.x), y: nearer(cell.y, self.goal.y) })
            }
            Distance::Hexagonal(hexagonal) => hexagonal.estimate_within(cell, self.radius as u32),
            Distance::None => C::default(),
        }
    }

    fn overestimate(&self) -> f64 {
        match &self.distance {
            Distance::Square(metric) => metric.overestimate(),
            Distance::Hexagonal(_) | Distance::None => 1.0,
        }
    }

    fn is_consistent(&self) -> bool {
        match &self.distance {
            Distance::Square(metric) => metric.is_consistent(),
            Distance::Hexagonal(_) | Distance::None => true,
        }
    }
}
