//! Costs between many sources and many targets, against the oracle for every ground.

use std::panic::catch_unwind;

use tautline::field::{CostMatrix, End, FieldError};
use tautline::geometry::Cell;
use tautline::map::{Link, Map, Tolls};
use tautline::moves::{DiagonalRule, OctileLength};
use tautline_testkit::oracle::grounds;
use tautline_testkit::world::{RichWorld, SplitMix64};

fn some_cells(free: &[Cell], most: u32, rng: &mut SplitMix64) -> Vec<Cell> {
    (0..=rng.below(most)).map(|_| rng.pick(free)).collect()
}

fn cost(halves: OctileLength) -> f64 {
    halves.length() / 2.0
}

#[test]
fn every_cost_is_that_of_the_oracle_in_both_ways_to_find_it() {
    let mut rng = SplitMix64::new(1);
    let (mut forwards, mut backwards, mut without_way) = (0, 0, 0);
    for round in 0..960 {
        let (width, height) = (1 + rng.below(8), 1 + rng.below(7));
        let world = RichWorld::random(width, height, [0, 20, 45][round % 3], round as u32 % 16, &mut rng);
        let free: Vec<Cell> = world.plain.free_cells().collect();
        if free.is_empty() {
            continue;
        }
        let (sources, targets) = (some_cells(&free, 6, &mut rng), some_cells(&free, 6, &mut rng));
        let rule = DiagonalRule::ALL[round / 16 % 4];
        let map = world.to_map();
        let matrix = |sources: &[Cell], targets: &[Cell]| {
            CostMatrix::new(&map, rule, sources.to_vec(), targets.to_vec()).unwrap()
        };
        let here = matrix(&sources, &targets);
        for (number, &source) in sources.iter().enumerate() {
            let ways = grounds::cheapest_ways(&world, rule, 0, source);
            let truth: Vec<_> = targets.iter().map(|&target| ways[world.plain.index(target)]).collect();
            let costs: Vec<_> = truth.iter().map(|halves| halves.map(cost)).collect();
            let told = format!("round {round}, {rule:?}, from {source} to {targets:?}\n{world}");
            assert_eq!(here.row(number).collect::<Vec<_>>(), costs, "{told}");
            // One source alone is looked at forwards, one target alone of two sources backwards.
            assert_eq!(matrix(&[source], &targets).row(0).collect::<Vec<_>>(), costs, "{told}");
            for (at, &target) in targets.iter().enumerate() {
                let alone = matrix(&[source, source], &[target]);
                let found = (here.cost(number, at), alone.cost(0, 0), alone.cost(1, 0));
                assert_eq!(found, (costs[at], costs[at], costs[at]), "{told}");
            }
            let nearest = truth.iter().flatten().copied().min();
            let first = nearest.and_then(|least| truth.iter().position(|&halves| halves == Some(least)));
            assert_eq!(here.nearest(number), first.zip(nearest.map(cost)), "{told}");
            without_way += costs.iter().filter(|cost| cost.is_none()).count();
        }
        if targets.len() < sources.len() { backwards += 1 } else { forwards += 1 }
    }
    assert!(forwards > 300 && backwards > 300 && without_way > 300, "{forwards} {backwards} {without_way}");
}

#[test]
fn costs_are_those_from_source_to_target() {
    // Up costs 5 more, and from right to left there is a way that nobody takes back.
    let map = Map::open(4, 1).unwrap();
    let tolls = Tolls::from_fn(map.grid(), |_, direction| if direction.offset().0 > 0 { 5 } else { 0 });
    let mut map = map.with_tolls(tolls).unwrap();
    map.add_link(Link::new((3, 0), (0, 0), 1)).unwrap();
    let matrix = |sources: &[(i32, i32)], targets: &[(i32, i32)]| {
        CostMatrix::new(&map, DiagonalRule::Never, sources.to_vec(), targets.to_vec()).unwrap()
    };
    let (left, right) = ((0, 0), (3, 0));
    let both = matrix(&[left, right], &[left, right]);
    assert_eq!([both.cost(0, 1), both.cost(1, 0)], [Some(18.0), Some(1.0)]);
    assert_eq!([both.cost(0, 0), both.cost(1, 1)], [Some(0.0), Some(0.0)]);
    assert_eq!(matrix(&[left, right, left], &[right]).row(0).next(), Some(Some(18.0)));
    assert_eq!(matrix(&[right, left, right], &[left]).row(2).next(), Some(Some(1.0)));
}

#[test]
fn more_links_than_can_be_gone_back_are_gone_forwards() {
    let map = Map::open(20, 20).unwrap();
    let ends: Vec<Cell> = map.cells().skip(1).take(300).collect();
    let map = map.with_links(ends.iter().map(|&to| Link::new((0, 0), to, 0))).unwrap();
    let sources = [(0, 0), (1, 0), (2, 0)];
    let matrix = CostMatrix::new(&map, DiagonalRule::Never, sources, [ends[299]]).unwrap();
    assert_eq!((0..3).map(|source| matrix.cost(source, 0)).collect::<Vec<_>>(), [0.0, 1.0, 2.0].map(Some));
}

#[test]
fn what_cannot_be_an_end_is_named() {
    let map = Map::from_rows(["..#"]).unwrap();
    let error = |sources: &[(i32, i32)], targets: &[(i32, i32)]| {
        CostMatrix::new(&map, DiagonalRule::Never, sources.to_vec(), targets.to_vec()).unwrap_err()
    };
    let blocked = error(&[(0, 0), (2, 0)], &[(0, 0)]);
    assert_eq!(blocked, FieldError::EndBlocked { end: End::Source, index: 1, cell: (2, 0).into() });
    assert_eq!(blocked.to_string(), "the source 1, (2, 0), is blocked");
    assert_eq!(error(&[(0, 0)], &[(1, 0), (2, 0)]).to_string(), "the target 1, (2, 0), is blocked");
    let outside = "the target 2, (0, -1), is outside the map of 3 × 1 cells";
    assert_eq!(error(&[(0, 0)], &[(1, 0), (0, 0), (0, -1)]).to_string(), outside);
    assert_eq!(error(&[], &[(1, 0), (0, 0), (0, -1)]).to_string(), outside);
}

#[test]
fn lists_may_be_empty_and_no_place_is_made_up() {
    let map = Map::from_rows(["..#."]).unwrap();
    let matrix = |sources: &[(i32, i32)], targets: &[(i32, i32)]| {
        CostMatrix::new(&map, DiagonalRule::Never, sources.to_vec(), targets.to_vec()).unwrap()
    };
    let without_targets = matrix(&[(0, 0), (1, 0)], &[]);
    assert_eq!((without_targets.row(1).len(), without_targets.nearest(1)), (0, None));
    assert_eq!(matrix(&[(0, 0)], &[(3, 0)]).nearest(0), None);
    let one = matrix(&[(0, 0), (1, 0)], &[(1, 0)]);
    for (source, target) in [(2, 0), (0, 1), (1, 1)] {
        assert!(catch_unwind(|| one.cost(source, target)).is_err(), "({source}, {target})");
    }
    assert!(catch_unwind(|| matrix(&[], &[(1, 0)]).nearest(0)).is_err());
}
