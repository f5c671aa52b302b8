//! A short query does not pay for the map: ten steps at 256², 1024² and 4096² should take the same time.
//!
//! `cargo bench -p tautline --bench short_query`

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tautline::engine::Algorithm;
use tautline::map::Map;
use tautline::planners::{AStar, AStarConfig};
use tautline::search::{Query, Workspace};

fn ten_steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ten steps of A*");
    for side in [256, 1024, 4096] {
        let map = Map::open(side, side).expect("a map of this size");
        let planner = AStar::new(&map, AStarConfig::default()).expect("costs that fit");
        let middle = side as i32 / 2;
        let query = Query::new((middle, middle), (middle + 10, middle + 3));
        let mut workspace = Workspace::new();
        group.bench_function(BenchmarkId::from_parameter(side), |bencher| {
            bencher.iter(|| planner.plan(&map, black_box(&query), &mut workspace));
        });
    }
    group.finish();
}

criterion_group!(benches, ten_steps);
criterion_main!(benches);
