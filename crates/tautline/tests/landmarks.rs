//! Landmarks against the oracle: their distances, what they estimate, and their bytes.

use tautline::engine::{Feature, PrepareError};
use tautline::geometry::Cell;
use tautline::heuristic::landmarks::{
    Alt, AltBest, LandmarkChoice, LandmarkConfig, LandmarkCost, LandmarkUse, Landmarks,
};
use tautline::heuristic::{Heuristic, Metric};
use tautline::map::{Link, Map};
use tautline::moves::{CostModel, DiagonalRule, Direction, OctileLength, StepCosts};
use tautline_testkit::oracle::cells;
use tautline_testkit::world::{PlainWorld, SplitMix64};

const CHOICES: [LandmarkChoice; 3] =
    [LandmarkChoice::Random, LandmarkChoice::Farthest, LandmarkChoice::Subset];

fn config(rng: &mut SplitMix64, used: LandmarkUse) -> LandmarkConfig {
    LandmarkConfig { count: 1 + rng.below(12), choice: rng.pick(&CHOICES), seed: rng.below(99).into(), used }
}

/// No estimate is above the oracle's distance, none below that on an empty map, and no step lowers one by more than it costs.
fn holds<C: LandmarkCost>(
    world: &PlainWorld,
    (rule, model, costs): (DiagonalRule, CostModel, StepCosts<C>),
    used: LandmarkUse,
    rng: &mut SplitMix64,
) -> usize {
    let map = world.to_map();
    let landmarks = Landmarks::new(&map, rule, model, config(rng, used)).unwrap();
    let free: Vec<Cell> = world.free_cells().collect();
    let (start, goal) = (rng.pick(&free), rng.pick(&free));
    let from_goal = cells::distances(world, rule, model, goal);
    let distance = Metric::exact_for(rule).to(goal, costs, rule);
    let alt = (used == LandmarkUse::All).then(|| Alt::new(distance, &landmarks, goal));
    let best = (used == LandmarkUse::Best).then(|| AltBest::new(distance, &landmarks, start, goal).unwrap());
    let estimate = |cell| match (&alt, &best) {
        (Some(alt), _) => alt.estimate(cell),
        (_, Some(best)) => best.estimate(cell),
        _ => distance.estimate(cell),
    };
    let mut better = 0;
    for &cell in &free {
        let Some(steps) = from_goal[world.index(cell)] else {
            assert!(!landmarks.connect(cell, goal));
            continue;
        };
        assert!(!landmarks.tell_apart(cell, goal));
        let h = estimate(cell);
        better += usize::from(h.key() > distance.estimate(cell).key());
        assert!(h.value() <= model.value(steps) + 1e-9, "{rule:?} {model:?} {cell:?} {goal:?}\n{world}");
        assert!(h.key() >= distance.estimate(cell).key());
        for direction in Direction::ALL {
            let next = cell + direction;
            if map.is_free(next) && rule.allows(map.grid(), cell, next) {
                let step = if direction.is_diagonal() { costs.diagonal } else { costs.straight };
                assert!(
                    h.key() <= (estimate(next) + step).key(),
                    "{rule:?} {model:?} {cell:?} {next:?}\n{world}"
                );
            }
        }
    }
    better
}

#[test]
fn estimates_are_admissible_and_consistent() {
    let mut rng = SplitMix64::new(2005);
    let mut better = 0;
    for _ in 0..400 {
        let (width, height) = (2 + rng.below(18), 2 + rng.below(18));
        let percent = rng.below(45);
        let world = PlainWorld::random(width, height, percent, &mut rng);
        if world.free_cells().count() < 2 {
            continue;
        }
        for rule in DiagonalRule::ALL {
            for used in [LandmarkUse::All, LandmarkUse::Best] {
                let octile = (rule, CostModel::Octile, StepCosts::<OctileLength>::OCTILE);
                better += holds(&world, octile, used, &mut rng);
                let costs = rng.pick(&[StepCosts::D3_C2, StepCosts::D99_C70, StepCosts::D99_C50]);
                better += holds(&world, (rule, CostModel::Integer(costs), costs), used, &mut rng);
            }
        }
    }
    assert!(better > 50_000, "{better} estimates were better than the distance");
}

#[test]
fn distances_are_those_of_the_oracle() {
    let mut rng = SplitMix64::new(9);
    let costs = StepCosts::D99_C70;
    for used in [LandmarkUse::All, LandmarkUse::Best] {
        let world = PlainWorld::random(30, 20, 30, &mut rng);
        let map = world.to_map();
        let (rule, model) = (DiagonalRule::CutOneCorner, CostModel::Integer(costs));
        let landmarks = Landmarks::new(&map, rule, model, config(&mut rng, used)).unwrap();
        for (number, &landmark) in landmarks.cells().iter().enumerate() {
            let from = cells::distances(&world, rule, model, landmark);
            for cell in world.free_cells() {
                let expected = from[world.index(cell)].map(|steps| model.value(steps) as u32);
                assert_eq!(landmarks.distance(number, cell), expected);
            }
        }
    }
}

/// A corridor that is too long for 16 bits.
#[test]
fn distances_have_as_many_bits_as_they_need() {
    for (length, bits) in [(2259, 16), (2261, 32)] {
        let map = Map::open(length, 1).unwrap();
        let config = LandmarkConfig { count: 3, ..Default::default() };
        let landmarks =
            Landmarks::new(&map, DiagonalRule::NoCornerCutting, CostModel::Octile, config).unwrap();
        assert_eq!((landmarks.bits(), landmarks.bytes()), (bits, 3 * length as usize * bits as usize / 8));
        let again = Landmarks::from_bytes(&map, &landmarks.to_bytes()).unwrap();
        assert_eq!(again.to_bytes(), landmarks.to_bytes());
        let [first, last] = [0, length as i32 - 1].map(|x| landmarks.distance(0, Cell::new(x, 0)).unwrap());
        assert_eq!(first.abs_diff(last), 29 * (length - 1));
    }
}

#[test]
fn farthest_landmarks_are_far_apart() {
    let world = PlainWorld::random(20, 15, 15, &mut SplitMix64::new(4));
    let config = LandmarkConfig { count: 6, ..Default::default() };
    let landmarks = Landmarks::new(&world.to_map(), DiagonalRule::Never, CostModel::Octile, config).unwrap();
    let model = CostModel::Octile;
    let mut nearest = vec![f64::INFINITY; world.cells().count()];
    for (number, &landmark) in landmarks.cells().iter().enumerate() {
        let from = cells::distances(&world, DiagonalRule::Never, model, landmark);
        let value = |cell: Cell| from[world.index(cell)].map(|steps| model.value(steps));
        let farthest =
            world.free_cells().filter(|&cell| value(cell).is_some()).map(|cell| nearest[world.index(cell)]);
        let farthest = farthest.fold(0.0, f64::max);
        assert!(number == 0 || nearest[world.index(landmark)] >= farthest, "landmark {number}");
        for cell in world.free_cells() {
            let nearest = &mut nearest[world.index(cell)];
            *nearest = value(cell).map_or(*nearest, |value| value.min(*nearest));
        }
    }
    assert_eq!(landmarks.cells().len(), 6);
}

#[test]
fn there_are_no_more_landmarks_than_cells() {
    let map = Map::from_rows(["##.", "#.#"]).unwrap();
    for choice in CHOICES {
        for used in [LandmarkUse::All, LandmarkUse::Best] {
            let config = LandmarkConfig { count: 10, choice, seed: 3, used };
            let landmarks = Landmarks::new(&map, DiagonalRule::Never, CostModel::Octile, config).unwrap();
            let expected = if choice == LandmarkChoice::Random { 2 } else { 1 };
            assert_eq!(landmarks.cells().len(), expected, "{choice:?}: of the largest part, or of all");
        }
    }
    let none = Landmarks::new(
        &Map::blocked(3, 3).unwrap(),
        DiagonalRule::Never,
        CostModel::Octile,
        LandmarkConfig::default(),
    );
    assert!(none.unwrap().cells().is_empty());
    let mut with_link = Map::open(3, 3).unwrap();
    with_link.add_link(Link::new((0, 0), (2, 2), 1)).unwrap();
    let refused =
        Landmarks::new(&with_link, DiagonalRule::Never, CostModel::Octile, LandmarkConfig::default());
    assert!(matches!(refused, Err(PrepareError::Unsupported(error)) if error.what == Feature::Links));
    let none = LandmarkConfig { count: 0, ..Default::default() };
    let refused = Landmarks::new(&map, DiagonalRule::Never, CostModel::Octile, none).unwrap_err();
    assert_eq!(refused, PrepareError::LandmarkCount(0));
}

/// Whatever is accepted can be relied on: every byte is changed in turn.
#[test]
fn bytes_that_could_mislead_are_refused() {
    let mut map = Map::from_rows(["..#..", ".#...", ".....", "#..#."]).unwrap();
    let config = LandmarkConfig { count: 3, ..Default::default() };
    let (rule, costs) = (DiagonalRule::NoCornerCutting, CostModel::Octile);
    let landmarks = Landmarks::new(&map, rule, costs, config).unwrap();
    let bytes = landmarks.to_bytes();
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let Ok(read) = Landmarks::from_bytes(&map, &changed) else { continue };
            // What is left is other moves, another seed or cells that are blocked.
            let world = PlainWorld::from_grid(map.grid());
            for cell in world.free_cells().filter(|_| read.are_for(&map, rule, costs)) {
                for number in 0..3 {
                    let [a, b] = [&read, &landmarks].map(|of| of.distance(number, cell));
                    assert!(a.zip(b).is_none_or(|(a, b)| a.abs_diff(b) <= 41) && a.is_some() == b.is_some());
                }
            }
        }
    }
    for cut in 0..bytes.len() {
        assert!(Landmarks::from_bytes(&map, &bytes[..cut]).is_err());
    }
    map.free((1, 1)).unwrap();
    assert!(!landmarks.are_for(&map, rule, costs));
}

/// Distances in a part of the map where the landmark is not would say anything of ways from there.
#[test]
fn landmarks_that_seem_to_reach_other_parts_are_refused() {
    let map = Map::from_rows(["..#..", "..#.."]).unwrap();
    let (rule, costs) = (DiagonalRule::NoCornerCutting, CostModel::Integer(StepCosts::D99_C70));
    let config = LandmarkConfig { count: 1, ..Default::default() };
    let landmarks = Landmarks::new(&map, rule, costs, config).unwrap();
    let right = landmarks.to_bytes();
    assert!(Landmarks::from_bytes(&map, &right).is_ok());
    let first = right.len() - 2 * 10;
    for value in [0u16, 70, 65_534] {
        let mut wrong = right.clone();
        for cell in 0..10 {
            let place = first + 2 * cell;
            if wrong[place..place + 2] == [0xff; 2] {
                wrong[place..place + 2].copy_from_slice(&value.to_le_bytes());
            }
        }
        assert!(Landmarks::from_bytes(&map, &wrong).is_err(), "{value}");
    }
}
