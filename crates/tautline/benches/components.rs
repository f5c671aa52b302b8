//! Whether there is a path at all: what a count, an answer and an edit cost, on a map of 1024 × 1024 cells with rooms.
//!
//! `cargo bench -p tautline --bench components`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::geometry::Cell;
use tautline::moves::DiagonalRule;
use tautline::world::{Components, Grid, Reachability, Tile};

const SIDE: i32 = 1024;

/// Rooms of 31 × 31 cells, without a door but for those in the left half of the map.
fn rooms() -> Grid {
    Grid::from_fn(SIDE as u32, SIDE as u32, |cell| {
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
    let grid = rooms();
    let rule = DiagonalRule::default();
    let mut group = criterion.benchmark_group("components of 1024 × 1024 cells");
    group.bench_function("count", |bencher| bencher.iter(|| Components::new(black_box(&grid), rule)));

    let components = Components::new(&grid, rule);
    let now = components.on(&grid).expect("they are current");
    let pairs = pairs();
    group.bench_function("answers for 1000 pairs", |bencher| {
        let answer = |&(from, to): &(Cell, Cell)| now.connected(from, to) == Reachability::Yes;
        bencher.iter(|| black_box(&pairs).iter().filter(|pair| answer(pair)).count());
    });

    let halves = Grid::from_fn(SIDE as u32, SIDE as u32, |cell| {
        if cell.y == SIDE / 2 && cell.x != 7 { Tile::Blocked } else { Tile::Free }
    })
    .expect("a map of this size");
    for (name, grid, cell) in [
        ("in the open", &grid, (3, 3)),
        ("beside a wall", &grid, (20, 30)),
        ("a door beside others", &grid, (15, 31)),
        ("the door between two halves", &halves, (7, SIDE / 2)),
    ] {
        let mut grid = grid.clone();
        let mut components = Components::new(&grid, rule);
        group.bench_function(format!("block and free {name}"), |bencher| {
            bencher.iter(|| {
                for tile in [Tile::Blocked, Tile::Free] {
                    grid.set(cell, tile).expect("a cell of the map");
                    components.update(black_box(&grid));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, components);
criterion_main!(benches);
