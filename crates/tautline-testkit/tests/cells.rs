//! The cell oracle against a second one: all pairs at once, with the moves written down in another way.

use std::cmp::Ordering;

use tautline::geometry::Cell;
use tautline::moves::{CostModel, DiagonalRule, OctileLength, StepCosts};
use tautline_testkit::oracle::cells::{cheapest, compare, distances, fewest_steps};
use tautline_testkit::world::{PlainWorld, SplitMix64, Symmetry};

const MODELS: [CostModel; 6] = [
    CostModel::Octile,
    CostModel::Integer(StepCosts::D99_C70),
    CostModel::Integer(StepCosts::D3_C2),
    CostModel::Integer(StepCosts::D99_C50),
    CostModel::Integer(StepCosts::unusual(1, 1)),
    CostModel::Integer(StepCosts::unusual(2, 5)),
];

/// A step spans a block of 1 × 2, 2 × 1 or 2 × 2 cells. With its ends free, the rule limits how many cells of the block
/// may be blocked.
fn step(world: &PlainWorld, rule: DiagonalRule, from: Cell, to: Cell) -> Option<OctileLength> {
    let columns = from.x.min(to.x)..=from.x.max(to.x);
    let rows = from.y.min(to.y)..=from.y.max(to.y);
    let free: Vec<bool> = rows.flat_map(|y| columns.clone().map(move |x| world.is_free(x, y))).collect();
    let spans = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let ends_are_free = world.is_free(from.x, from.y) && world.is_free(to.x, to.y);
    let blocked = free.iter().filter(|&&free| !free).count();
    let at_most = match (spans, rule) {
        ((0, 1) | (1, 0), _) | ((1, 1), DiagonalRule::NoCornerCutting) => 0,
        ((1, 1), DiagonalRule::CutOneCorner) => 1,
        ((1, 1), DiagonalRule::CutBothCorners) => 2,
        _ => return None,
    };
    let diagonal = u32::from(spans == (1, 1));
    (ends_are_free && blocked <= at_most).then_some(OctileLength { straight: 1 - diagonal, diagonal })
}

/// Floyd and Warshall: the cheapest steps between all pairs of cells.
fn all_pairs(world: &PlainWorld, rule: DiagonalRule, model: CostModel) -> Vec<Vec<Option<OctileLength>>> {
    let cells: Vec<Cell> = world.cells().collect();
    let count = cells.len();
    let mut best: Vec<Vec<Option<OctileLength>>> =
        cells.iter().map(|&from| cells.iter().map(|&to| step(world, rule, from, to)).collect()).collect();
    for (number, cell) in cells.iter().enumerate() {
        best[number][number] =
            world.is_free(cell.x, cell.y).then_some(OctileLength { straight: 0, diagonal: 0 });
    }
    for via in 0..count {
        for from in 0..count {
            for to in 0..count {
                let (Some(one), Some(other)) = (best[from][via], best[via][to]) else { continue };
                let sum = OctileLength {
                    straight: one.straight + other.straight,
                    diagonal: one.diagonal + other.diagonal,
                };
                if best[from][to].is_none_or(|known| compare(model, sum, known) == Ordering::Less) {
                    best[from][to] = Some(sum);
                }
            }
        }
    }
    best
}

fn same_cost(model: CostModel, one: Option<OctileLength>, other: Option<OctileLength>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => compare(model, one, other) == Ordering::Equal,
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn check(world: &PlainWorld, rule: DiagonalRule, model: CostModel) {
    let expected = all_pairs(world, rule, model);
    for start in world.free_cells() {
        let found = distances(world, rule, model, start);
        for goal in world.cells() {
            let (found, expected) =
                (found[world.index(goal)], expected[world.index(start)][world.index(goal)]);
            assert!(
                same_cost(model, found, expected),
                "{rule:?} {model:?} {start} to {goal}: {found:?}, not {expected:?}\n{world}"
            );
        }
    }
}

#[test]
fn every_world_of_three_by_three_agrees() {
    for world in PlainWorld::all(3, 3) {
        for rule in DiagonalRule::ALL {
            for model in MODELS {
                check(&world, rule, model);
            }
        }
    }
}

#[test]
fn random_worlds_agree() {
    let mut rng = SplitMix64::new(21);
    for percent in [5, 20, 35, 50] {
        for _ in 0..4 {
            let world = PlainWorld::random(9, 7, percent, &mut rng);
            for rule in DiagonalRule::ALL {
                for model in MODELS {
                    check(&world, rule, model);
                }
            }
        }
    }
}

/// With equal costs for all steps, the cheapest path has the fewest.
#[test]
fn the_fewest_steps_are_the_cheapest_at_equal_costs() {
    let mut rng = SplitMix64::new(22);
    let equal = CostModel::Integer(StepCosts::unusual(1, 1));
    for _ in 0..20 {
        let world = PlainWorld::random(8, 8, 30, &mut rng);
        for rule in DiagonalRule::ALL {
            for start in world.free_cells() {
                let goal = rng.pick(&world.free_cells().collect::<Vec<_>>());
                let expected =
                    cheapest(&world, rule, equal, start, goal).map(|steps| steps.straight + steps.diagonal);
                assert_eq!(
                    fewest_steps(&world, rule, start, goal),
                    expected,
                    "{rule:?} {start} to {goal}\n{world}"
                );
            }
        }
    }
}

#[test]
fn turning_the_world_over_changes_no_cost() {
    let mut rng = SplitMix64::new(23);
    for _ in 0..20 {
        let world = PlainWorld::random(9, 6, 30, &mut rng);
        for symmetry in Symmetry::ALL {
            let turned = world.turned(symmetry);
            for rule in DiagonalRule::ALL {
                for model in MODELS {
                    let start = rng.pick(&world.free_cells().collect::<Vec<_>>());
                    let before = distances(&world, rule, model, start);
                    let after = distances(&turned, rule, model, symmetry.cell(&world, start));
                    for goal in world.cells() {
                        let one = before[world.index(goal)];
                        let other = after[turned.index(symmetry.cell(&world, goal))];
                        assert!(
                            same_cost(model, one, other),
                            "{symmetry:?} {rule:?} {start} to {goal}\n{world}"
                        );
                    }
                }
            }
        }
    }
}

/// Each rule allows all that the one before it allows.
#[test]
fn a_more_generous_rule_is_never_dearer() {
    use DiagonalRule::{CutBothCorners, CutOneCorner, Never, NoCornerCutting};
    let mut rng = SplitMix64::new(24);
    for _ in 0..50 {
        let world = PlainWorld::random(9, 9, 30, &mut rng);
        let start = rng.pick(&world.free_cells().collect::<Vec<_>>());
        let rules = [Never, NoCornerCutting, CutOneCorner, CutBothCorners];
        let found = rules.map(|rule| distances(&world, rule, CostModel::Octile, start));
        for pair in found.windows(2) {
            for (stricter, laxer) in pair[0].iter().zip(&pair[1]) {
                let Some(stricter) = stricter else { continue };
                let laxer = laxer.expect("what the stricter rule reaches, the laxer one reaches");
                assert_ne!(
                    compare(CostModel::Octile, laxer, *stricter),
                    Ordering::Greater,
                    "{start}\n{world}"
                );
            }
        }
    }
}

#[test]
#[should_panic(expected = "the start (1, 0) is blocked or outside the map")]
fn a_blocked_start_is_a_bug_in_the_test() {
    let world = PlainWorld::from_rows(&[".#"]);
    let _ = distances(&world, DiagonalRule::Never, CostModel::Octile, Cell::new(1, 0));
}

#[test]
#[should_panic(expected = "the goal (0, 7) is blocked or outside the map")]
fn a_goal_outside_is_a_bug_in_the_test() {
    let world = PlainWorld::from_rows(&[".#"]);
    let _ = cheapest(&world, DiagonalRule::Never, CostModel::Octile, Cell::new(0, 0), Cell::new(0, 7));
}
