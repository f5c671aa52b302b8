//! Paths are cheapest in the costs that the search adds up, whatever they are.

use tautline::engine::Algorithm;
use tautline::geometry::Cell;
use tautline::heuristic::Metric;
use tautline::moves::{CostModel, DiagonalRule, StepCosts};
use tautline::planners::{
    AStar, AStarConfig, Dijkstra, DijkstraConfig, OpenKind, WeightedAStar, WeightedAStarConfig,
};
use tautline::search::{Answer, Observer, Query, Visit, Workspace};
use tautline_testkit::oracle::cells;
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// The presets, and costs that violate C < D < 2C in every way.
const COSTS: [StepCosts<u32>; 10] = [
    StepCosts::D99_C70,
    StepCosts::D3_C2,
    StepCosts::D99_C50,
    StepCosts::unusual(1, 1),
    StepCosts::unusual(1, 2),
    StepCosts::unusual(1, 3),
    StepCosts::unusual(1, 1000),
    StepCosts::unusual(5, 1),
    StepCosts::unusual(7, 5),
    StepCosts::unusual(0, 3),
];

fn cost(
    world: &PlainWorld,
    rule: DiagonalRule,
    costs: StepCosts<u32>,
    ends: (Cell, Cell),
    answer: &Answer,
) -> Option<u64> {
    let path = answer.path()?;
    let steps = cells::check_path(world, rule, ends.0, ends.1, path.cells().unwrap()).unwrap();
    Some(cells::exact_cost(costs, steps))
}

#[test]
fn whole_number_costs_are_minimal() {
    let mut rng = SplitMix64::new(2006);
    let mut workspace = Workspace::new();
    for round in 0..400 {
        let (width, height) = (1 + rng.below(14), 1 + rng.below(14));
        let percent = rng.below(45);
        let world = PlainWorld::random(width, height, percent, &mut rng);
        let free: Vec<Cell> = world.free_cells().collect();
        if free.is_empty() {
            continue;
        }
        let map = world.to_map();
        let ends = (rng.pick(&free), rng.pick(&free));
        let query = Query::new(ends.0, ends.1);
        for rule in DiagonalRule::ALL {
            for costs in COSTS {
                let model = CostModel::Integer(costs);
                let cheapest = cells::cheapest(&world, rule, model, ends.0, ends.1);
                let cheapest = cheapest.map(|steps| cells::exact_cost(costs, steps));
                let open = rng.pick(&[OpenKind::Heap, OpenKind::Linear, OpenKind::Stacks]);
                let config = DijkstraConfig { rule, costs: model, open, turn_half_tiles: 0 };
                let planner = Dijkstra::new(&map, config).unwrap();
                let answer = planner.plan(&map, &query, &mut workspace).unwrap();
                assert_eq!(cost(&world, rule, costs, ends, &answer), cheapest, "{round} {config:?}\n{world}");
                for metric in [Metric::Octile, Metric::Chebyshev, Metric::Zero] {
                    let config =
                        AStarConfig { rule, costs: model, metric: Some(metric), open, ..Default::default() };
                    let planner = AStar::new(&map, config).unwrap();
                    let answer = planner.plan(&map, &query, &mut workspace).unwrap();
                    assert_eq!(
                        cost(&world, rule, costs, ends, &answer),
                        cheapest,
                        "{round} {config:?}\n{world}"
                    );
                }
            }
        }
    }
}

/// What observers are told of a weighted search is g + w·h, in the units of the costs.
#[test]
fn observers_see_the_weighted_sum() {
    struct Sums(f64, usize);
    impl Observer for Sums {
        fn expand(&mut self, visit: &Visit) {
            assert!((visit.f - (visit.g + self.0 * visit.h)).abs() < 1e-9, "{visit:?}");
            self.1 += 1;
        }
    }
    let map = PlainWorld::random(30, 30, 20, &mut SplitMix64::new(4)).to_map();
    let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    let query = Query::new(free[0], free[free.len() - 1]);
    for weight in [1.0, 1.5, 2.25, 7.0] {
        let config = WeightedAStarConfig { weight, ..Default::default() };
        let planner = WeightedAStar::new(&map, config).unwrap();
        let mut sums = Sums(weight, 0);
        planner.plan_observed(&map, &query, &mut Workspace::new(), &mut sums).unwrap();
        assert!(sums.1 > 0);
    }
}
