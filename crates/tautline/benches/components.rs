//! Whether there is a path at all: what a count, an answer and an edit cost, on a map of 1024 × 1024 cells with rooms.
//!
//! `cargo bench -p tautline --bench components`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::geometry::Cell;
use tautline::map::{Components, Map, Reachability, Tile};
use tautline::moves::DiagonalRule;

const SIDE: i32 = 1024;

/// Rooms of 31 × 31 cells, without a door but for those in the left half of the map.
fn rooms() -> Map {
    Map::from_fn(SIDE as u32, SIDE as u32, |cell| {
        let is_wall = cell.x % 32 == 31 || cell.y % 32 == 31;
        let is_door = cell.x < SIDE / 2 - 1 && (cell.x % 32 == 15 || cell.y % 32 == 15);
        if is_wall && !is_door { Tile::Blocked } else { Tile::Free }
    })
    .expect("a map of this size")
}

/// Pairs of cells all over the map, each coordinate one of a sequence that spreads evenly.
fn pairs() -> Vec<(Cell, Cell)> {
    let cell = |number: i32| Cell::new(number * 619 % SIDE, number * 389 % SIDE);
    (0..1000).map(|number| (cell(number), cell(number * 7 + 3))).collect()
}

fn components(criterion: &mut Criterion) {
    let map = rooms();
    let rule = DiagonalRule::default();
    let mut group = criterion.benchmark_group("components of 1024 × 1024 cells");
    group.bench_function("count", |bencher| bencher.iter(|| Components::new(black_box(&map), rule)));

    let components = Components::new(&map, rule);
    let now = components.on(&map).expect("they are current");
    let pairs = pairs();
    group.bench_function("answers for 1000 pairs", |bencher| {
        let answer = |&(from, to): &(Cell, Cell)| now.connected(from, to) == Reachability::Yes;
        bencher.iter(|| black_box(&pairs).iter().filter(|pair| answer(pair)).count());
    });

    let halves = Map::from_fn(SIDE as u32, SIDE as u32, |cell| {
        if cell.y == SIDE / 2 && cell.x != 7 { Tile::Blocked } else { Tile::Free }
    })
    .expect("a map of this size");
    for (name, map, cell) in [
        ("in the open", &map, (3, 3)),
        ("beside a wall", &map, (20, 30)),
        ("a door beside others", &map, (15, 31)),
        ("the door between two halves", &halves, (7, SIDE / 2)),
    ] {
        let mut map = map.clone();
        let mut components = Components::new(&map, rule);
        group.bench_function(format!("block and free {name}"), |bencher| {
            bencher.iter(|| {
                for tile in [Tile::Blocked, Tile::Free] {
                    map.set(cell, tile).expect("a cell of the map");
                    components.update(black_box(&map));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, components);
criterion_main!(benches);
