//! How soon searches stop after their deadline, on large hostile maps, in a workspace that has seen the map.

use std::time::{Duration, Instant};

use tautline::engine::{Ends, Planner, Preparation, Registry};
use tautline::geometry::{Cell, Corner, Position};
use tautline::map::{Map, Tile};
use tautline::search::{Limits, Outcome, Query, Workspace};
use tautline_testkit::world::SplitMix64;

/// A planner that takes longer to prepare a map is not asked there.
const PATIENCE: Duration = Duration::from_secs(60);

fn random(side: i32, percent: u32) -> Map {
    let mut rng = SplitMix64::new(11);
    let is_end = |x: i32| x < 2 || x >= side - 2;
    let tile = |Cell { x, y }: Cell| {
        let is_free = !rng.chance(percent) || (is_end(x) && is_end(y));
        if is_free { Tile::Free } else { Tile::Blocked }
    };
    Map::from_fn(side as u32, side as u32, tile).unwrap()
}

/// A hall with a thousand teeth at one side of it, or more; its last cell is out of reach.
fn comb(side: i32) -> Map {
    let is_free =
        |x: i32, y: i32| (x, y) == (side - 1, side - 1) || y < side / 2 || (x % 2 == 0 && y < side - 2);
    let tile = |Cell { x, y }: Cell| if is_free(x, y) { Tile::Free } else { Tile::Blocked };
    Map::from_fn(side as u32, side as u32, tile).unwrap()
}

/// Its last cell is out of reach.
fn open(side: i32) -> Map {
    let tile = |Cell { x, y }: Cell| {
        let is_wall = (x == side - 2 && y >= side - 2) || (y == side - 2 && x >= side - 2);
        if is_wall { Tile::Blocked } else { Tile::Free }
    };
    Map::from_fn(side as u32, side as u32, tile).unwrap()
}

/// The longest time after its deadline that a search took; none if the map takes too long to prepare.
fn longest_delay(id: &str, map: &Map) -> Option<Duration> {
    let limits = Limits::until(Instant::now() + PATIENCE);
    let planner = Planner::prepare(id, map, &Preparation::default().with_limits(limits)).ok()?;
    let last = map.width() as i32 - 1;
    let ends = |start: (i32, i32), goal: (i32, i32)| -> [Position; 2] {
        match planner.ends() {
            Ends::Corners => [start, goal].map(|(x, y)| Corner::new(x, y).into()),
            Ends::Cells | Ends::Points => [start, goal].map(|(x, y)| Cell::new(x, y).into()),
        }
    };
    let queries = [ends((0, 0), (last, last)), ends((last / 2, 1), (last, last))];
    let mut workspace = Workspace::new();
    let mut longest = Duration::ZERO;
    for (round, milliseconds) in [1500, 0, 1, 3, 10, 30, 100].into_iter().enumerate() {
        for [start, goal] in queries {
            let deadline = Instant::now() + Duration::from_millis(milliseconds);
            let query = Query::new(start, goal).with_limits(Limits::until(deadline));
            let answer = planner.plan(map, &query, &mut workspace).ok()?;
            let delay = deadline.elapsed();
            // The first ones get the memory.
            if round > 0 && matches!(answer.outcome, Outcome::Stopped { .. }) {
                longest = longest.max(delay);
            }
        }
    }
    Some(longest)
}

fn all_stop_within(side: i32, allowed: Duration) {
    let maps = [
        ("random 10 %", random(side, 10)),
        ("random 35 %", random(side, 35)),
        ("open", open(side)),
        ("comb", comb(side)),
    ];
    let (mut late, mut measured) = (Vec::new(), 0);
    for descriptor in Registry::core().iter() {
        for (name, map) in &maps {
            match longest_delay(descriptor.id, map) {
                Some(delay) => {
                    measured += 1;
                    println!("{side} {name:<12} {:<16} {:>9.3} ms", descriptor.id, delay.as_secs_f64() * 1e3);
                    if delay > allowed {
                        late.push(format!("{} on {name}: {delay:?}", descriptor.id));
                    }
                }
                None => println!(
                    "{side} {name:<12} {:<16} takes longer to prepare than {PATIENCE:?}",
                    descriptor.id
                ),
            }
        }
    }
    assert!(late.is_empty(), "{late:?}");
    assert!(measured > 60, "{measured}");
}

#[test]
#[ignore = "full check: minutes, and the clock counts"]
fn searches_stop_within_50_ms_on_4_million_cells() {
    all_stop_within(2048, Duration::from_millis(50));
}

#[test]
#[ignore = "full check: minutes, and the clock counts"]
fn searches_stop_within_200_ms_on_16_million_cells() {
    all_stop_within(4096, Duration::from_millis(200));
}
