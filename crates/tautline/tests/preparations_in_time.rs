//! Preparations and updates stop soon after their deadline, whatever they are at. What was allocated is freed by then, too.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use tautline::engine::{Planner, Preparation, PrepareError, Registry, Update};
use tautline::geometry::Cell;
use tautline::map::{Map, Tile};
use tautline::planners::{Visibility, VisibilityConfig};
use tautline::search::{Limits, StopReason};
use tautline_testkit::world::SplitMix64;

/// When deadlines come, in milliseconds.
const DEADLINES: [u64; 4] = [5, 50, 500, 3000];

/// Other programs can only make it later: so it counts as late if it is so each time.
const ATTEMPTS: u32 = 4;

type Make = Box<dyn Fn(&Map, &Preparation) -> Result<Planner, PrepareError>>;

fn makers() -> Vec<(String, Make)> {
    let mut makers: Vec<(String, Make)> = Vec::new();
    let ids = Registry::core().iter().map(|descriptor| descriptor.id).collect::<Vec<_>>();
    let more = ["alt:choice=subset", "jump-graph:bounds=on", "taut-prepared:bounds=on"];
    for spec in ids.into_iter().chain(more) {
        let selection = Registry::core().select(spec).unwrap();
        let make = move |map: &Map, preparation: &Preparation| selection.prepare(map, preparation);
        makers.push((spec.to_owned(), Box::new(make)));
    }
    let threads = NonZeroUsize::new(2).unwrap();
    makers.push((
        "alt on two threads".to_owned(),
        Box::new(move |map, preparation| {
            let selection = Registry::core().select("alt:choice=random").unwrap();
            selection.prepare(map, &preparation.clone().on_threads(threads))
        }),
    ));
    makers.push((
        "visibility, prepared".to_owned(),
        Box::new(|map, preparation| {
            let config = VisibilityConfig { is_prepared: true, ..Default::default() };
            Visibility::prepare(map, config, preparation).map(Planner::from)
        }),
    ));
    makers
}

fn map(side: u32, mut is_free: impl FnMut(i32, i32) -> bool) -> Map {
    let tile = |Cell { x, y }: Cell| if is_free(x, y) { Tile::Free } else { Tile::Blocked };
    Map::from_fn(side, side, tile).unwrap()
}

fn maps(side: u32) -> [(&'static str, Map); 4] {
    let mut rng = SplitMix64::new(1);
    let half = side as i32 / 2;
    [
        ("random 10 %", map(side, |_, _| !rng.chance(10))),
        ("random 35 %", map(side, |_, _| !rng.chance(35))),
        ("open", map(side, |_, _| true)),
        ("comb", map(side, |x, y| y < half || x % 2 == 0)),
    ]
}

/// How long after its deadline some work ends; none if it is done before.
fn delay<T>(after: u64, mut work: impl FnMut(&Preparation) -> Result<T, PrepareError>) -> Option<Duration> {
    let mut least = Duration::MAX;
    for _ in 0..ATTEMPTS {
        let deadline = Instant::now() + Duration::from_millis(after);
        let done = work(&Preparation::default().with_limits(Limits::until(deadline)));
        match done.map(drop) {
            Err(PrepareError::Stopped(StopReason::Deadline)) => least = least.min(deadline.elapsed()),
            _ => return None,
        }
        if least < Duration::from_millis(10) {
            break;
        }
    }
    Some(least)
}

fn check(side: u32, most: Duration) {
    let (mut late, mut stopped, mut worst) = (Vec::new(), 0, Duration::ZERO);
    let mut count = |about: String, delay: Duration| {
        stopped += 1;
        worst = worst.max(delay);
        if delay > most {
            late.push(format!("{about}: {delay:?} after its deadline"));
        }
    };
    for (map_name, mut map) in maps(side) {
        for (name, make) in makers() {
            let about = |after| format!("{name} on {map_name}, {side} × {side}, {after} ms");
            let is_done = DEADLINES.into_iter().any(|after| {
                let delay = delay(after, |preparation| make(&map, preparation));
                if let Some(delay) = delay {
                    count(about(after), delay);
                }
                delay.is_none()
            });
            if !is_done {
                continue;
            }
            let Ok(mut planner) = make(&map, &Preparation::default()) else { continue };
            if planner.revision().is_none() {
                continue;
            }
            for number in 0..200 {
                let cell = Cell::new((number * 7919) % side as i32, (number * 104_729) % side as i32);
                let tile = if map.is_free(cell) { Tile::Blocked } else { Tile::Free };
                map.set(cell, tile).unwrap();
            }
            // A stopped update leaves nothing to repair, so that there is one attempt.
            let deadline = Instant::now() + Duration::from_millis(1);
            let limits = Limits::until(deadline);
            match planner.update_with(&map, &Preparation::default().with_limits(limits)) {
                Ok(update) => assert_ne!(update, Update::Unchanged),
                Err(_) => count(format!("update: {}", about(1)), deadline.elapsed()),
            }
        }
    }
    println!("{stopped} stopped, the last of them {worst:?} after its deadline");
    assert!(late.is_empty(), "{late:#?}");
    assert!(stopped > 20, "{stopped}");
}

#[test]
#[ignore = "full check: minutes: whether preparations stop within 50 ms"]
fn within_50_ms_up_to_2048_cells() {
    check(2048, Duration::from_millis(50));
}

#[test]
#[ignore = "full check: minutes: whether preparations stop within 200 ms, with some gigabytes of memory"]
fn within_200_ms_up_to_4096_cells() {
    check(4096, Duration::from_millis(200));
}
