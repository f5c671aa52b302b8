//! However hostile a map is, no preparation and no update does more than [`Limits::MOST_WORK`] units of work between two looks at its
//! limits; wherever an update is stopped, the planner is right or stale. Units are counted where the work is done.

use std::time::Instant;

use crate::engine::{OptionKind, Planner, Preparation, PrepareError, Registry, Update};
use crate::geometry::{Cell, Corner, Position};
use crate::map::{Map, Tile};
use crate::planners::{Visibility, VisibilityConfig};
use crate::search::count::{Counted, between_looks, looking_every};
use crate::search::{CancelFlag, Limits, Query, QueryError, StopReason, Workspace};
use tautline_testkit::world::SplitMix64;

fn map(width: i32, height: i32, mut is_free: impl FnMut(i32, i32) -> bool) -> Map {
    let tile = |Cell { x, y }: Cell| if is_free(x, y) { Tile::Free } else { Tile::Blocked };
    Map::from_fn(width as u32, height as u32, tile).unwrap()
}

/// A hall with teeth at one side of it.
fn comb(teeth: i32, hall: i32, length: i32) -> Map {
    map(2 * teeth + 1, hall + length, |x, y| y < hall || x % 2 == 0)
}

fn random(width: i32, height: i32, percent: u32, seed: u64) -> Map {
    let mut rng = SplitMix64::new(seed);
    map(width, height, |_, _| !rng.chance(percent))
}

type Make = dyn Fn(&Map, &Preparation) -> Result<Planner, PrepareError>;

/// A way to make a planner.
struct Maker {
    name: String,
    make: Box<Make>,
}

/// All that prepare something, with every choice of what is prepared.
fn makers() -> Vec<Maker> {
    let tiny = random(8, 8, 20, 1);
    let mut makers = Vec::new();
    for descriptor in Registry::core().iter() {
        let mut specs = vec![descriptor.id.to_owned()];
        for option in descriptor.options {
            let values: Vec<String> = match option.kind {
                OptionKind::Choices(choices) => choices().into_iter().map(Into::into).collect(),
                OptionKind::Range { .. } => Vec::new(),
                OptionKind::Whole { min, max } => vec![max.min(min + 2).to_string()],
            };
            let others = values.into_iter().filter(|value| value != option.default);
            specs.extend(others.map(|value| format!("{}:{}={value}", descriptor.id, option.name)));
        }
        for spec in specs {
            let selection = Registry::core().select(&spec).unwrap();
            let prepares = selection
                .prepare(&tiny, &Preparation::default())
                .is_ok_and(|planner| planner.revision().is_some());
            // How a search is made does not change what is prepared for it.
            let is_of_searches = ["open", "ties", "nodes", "remember-h", "weight", "delta"]
                .iter()
                .any(|option| spec.contains(&format!(":{option}=")));
            if prepares && !is_of_searches {
                let make = move |map: &Map, preparation: &Preparation| selection.prepare(map, preparation);
                makers.push(Maker { name: spec, make: Box::new(make) });
            }
        }
    }
    let make = |map: &Map, preparation: &Preparation| {
        let config = VisibilityConfig { is_prepared: true, ..Default::default() };
        Visibility::prepare(map, config, preparation).map(Planner::from)
    };
    makers.push(Maker { name: "visibility, prepared".to_owned(), make: Box::new(make) });
    makers
}

/// With limits that are never reached, but by a look that is told to.
fn looked_at() -> Preparation {
    Preparation::default().with_limits(Limits::cancelled_by(&CancelFlag::new()))
}

const STOPPED: PrepareError = PrepareError::Stopped(StopReason::Cancelled);

#[test]
fn no_preparation_does_much_between_two_looks() {
    let maps = [
        ("comb", comb(1000, 40, 40)),
        ("comb, turned", comb(1000, 30, 30).transposed()),
        ("plain", map(1200, 1200, |x, y| x.max(y) < 1198)),
        ("random 10 %", random(300, 300, 10, 1)),
        ("random 35 %", random(500, 500, 35, 2)),
    ];
    let (mut faults, mut stopped) = (Vec::new(), 0);
    for Maker { name, make } in makers() {
        for (map_name, map) in &maps {
            // Up to which look it goes on: at the first, nothing has been done.
            for last in [1, 2, 3, 9, 40, 400] {
                let mut made = None;
                let Counted { most, looks } = between_looks(last, || made = Some(make(map, &looked_at())));
                let about = format!("{name} on {map_name}, look {last} of {looks}");
                if most > Limits::MOST_WORK || last == 1 && most > 0 {
                    faults.push(format!("{about}: {most} units"));
                }
                match made.unwrap() {
                    // Some maps have too many jump points for bounds.
                    Ok(_) | Err(PrepareError::Bounds { .. }) if looks < last => break,
                    Err(error) if error == STOPPED && looks == last => stopped += 1,
                    Ok(_) => faults.push(format!("{about}: it goes on")),
                    Err(error) => faults.push(format!("{about}: {error}")),
                }
            }
        }
    }
    for fault in &faults {
        eprintln!("{fault}");
    }
    assert!(faults.is_empty(), "{} faults", faults.len());
    assert!(stopped > 500, "{stopped}");
}

/// A deadline that is over, or a flag that is raised, stops every preparation before it does anything, on several threads, too.
#[test]
fn what_is_over_stops_every_preparation_at_once() {
    let (map, mut other) = (random(70, 60, 10, 3), random(70, 60, 10, 3));
    other.block((9, 9)).unwrap();
    other.free((9, 9)).unwrap();
    let raised = CancelFlag::new();
    raised.cancel();
    let over = [
        (Limits::until(Instant::now()), StopReason::Deadline),
        (Limits::cancelled_by(&raised), StopReason::Cancelled),
    ];
    for Maker { name, make } in makers() {
        let mut planner = make(&map, &Preparation::default()).unwrap();
        for (limits, why) in &over {
            for threads in [1, 3] {
                let preparation = Preparation::default()
                    .with_limits(limits.clone())
                    .on_threads(std::num::NonZeroUsize::new(threads).unwrap());
                let counted = between_looks(u64::MAX, || {
                    assert_eq!(make(&map, &preparation).err(), Some(PrepareError::Stopped(*why)), "{name}");
                });
                assert_eq!(counted.most, 0, "{name}");
                let stopped = planner.update_with(&other, &preparation);
                assert_eq!(stopped, Err(PrepareError::Stopped(*why)), "{name}");
                assert!(!planner.is_current(&other), "{name}");
            }
        }
    }
}

/// Neither limits that are not reached nor looks change what is prepared.
#[test]
fn limits_that_are_not_reached_change_nothing() {
    let map = random(40, 30, 25, 4);
    for Maker { name, make } in makers() {
        let [one, other] = [
            make(&map, &Preparation::default()).unwrap(),
            looking_every(7, || make(&map, &looked_at())).unwrap(),
        ];
        assert_eq!(one.memory(), other.memory(), "{name}");
        let bytes = |planner: &Planner| {
            planner.selection().and_then(|_| planner.to_bytes(&map, std::time::Duration::ZERO).ok())
        };
        assert_eq!(bytes(&one), bytes(&other), "{name}");
        check(&name, &other, &one, &map);
    }
}

/// A planner answers as another one, which is right.
fn check(name: &str, planner: &Planner, right: &Planner, map: &Map) {
    let mut workspace = Workspace::new();
    let mut rng = SplitMix64::new(5);
    let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    for _ in 0..6 {
        let ends = [rng.pick(&free), rng.pick(&free)];
        let [start, goal] = ends.map(|cell| match right.ends() {
            crate::engine::Ends::Cells => Position::from(cell),
            _ => Corner::new(cell.x, cell.y).into(),
        });
        let query = Query::new(start, goal);
        let mut cost = |planner: &Planner| {
            let answer = planner.plan(map, &query, &mut workspace);
            answer.map(|answer| {
                answer.path().map(|path| {
                    path.check(map, planner.rule(), planner.turn_penalty())
                        .unwrap_or_else(|fault| panic!("{name}: {query:?}: {fault}"));
                    path.cost()
                })
            })
        };
        let (found, expected) = (cost(planner), cost(right));
        match (found, expected) {
            (Ok(Some(found)), Ok(Some(expected))) => {
                assert!((found - expected).abs() < 1e-9, "{name}: {query:?}: {found}, {expected}");
            }
            (found, expected) => assert_eq!(found, expected, "{name}: {query:?}"),
        }
    }
}

/// What is done to a map: little, much here and there, or more than a map remembers; or it is another one.
fn edits(map: &Map) -> Vec<(&'static str, Map)> {
    let mut rng = SplitMix64::new(6);
    let mut edited = |times: u32, cells: u32| {
        let mut map = map.clone();
        for _ in 0..times {
            map.edit(|edit| {
                for _ in 0..cells {
                    let cell = Cell::new(rng.below(40) as i32, rng.below(30) as i32);
                    let tile = if rng.chance(40) { Tile::Blocked } else { Tile::Free };
                    edit.set(cell, tile)?;
                }
                Ok::<(), crate::map::OutsideGrid>(())
            })
            .unwrap();
        }
        map
    };
    vec![
        ("a cell", edited(1, 3)),
        ("some cells", edited(4, 4)),
        ("more than remembered", edited(30, 1)),
        ("much", edited(2, 400)),
        ("another map", random(30, 40, 30, 7)),
    ]
}

#[test]
fn a_stopped_update_leaves_a_planner_right_or_stale() {
    let map = random(40, 30, 30, 8);
    let edits = edits(&map);
    let (mut stopped, mut stale_everywhere) = (0, 0);
    for Maker { name, make } in makers() {
        let before = make(&map, &Preparation::default()).unwrap();
        let rebuilds =
            |edited: &Map| make(&map, &Preparation::default()).unwrap().update(edited) == Ok(Update::Rebuilt);
        // What is always rebuilt is another planner until it is ready.
        let edits = if rebuilds(&edits[0].1) { &edits[..1] } else { &edits[..] };
        for (edit, edited) in edits {
            let (rebuilds, after) = (rebuilds(edited), make(edited, &Preparation::default()).unwrap());
            let mut last = 1;
            loop {
                let about = format!("{name}, {edit}, look {last}");
                let mut planner = make(&map, &Preparation::default()).unwrap();
                let mut updated = None;
                let counted = between_looks(last, || {
                    updated = Some(looking_every(5, || planner.update_with(edited, &looked_at())));
                });
                if let Ok(update) = updated.unwrap() {
                    assert!(counted.looks < last, "{about}: {update:?} after {counted:?}");
                    assert!(planner.is_current(edited), "{about}");
                    check(&about, &planner, &after, edited);
                    break;
                }
                stopped += 1;
                let query = Query::new(Cell::new(1, 1), Cell::new(2, 2));
                let refused = planner.plan(edited, &query, &mut Workspace::new());
                assert!(matches!(refused, Err(QueryError::Stale(_))), "{about}: {refused:?}");
                if planner.is_current(&map) {
                    check(&about, &planner, &before, &map);
                } else {
                    stale_everywhere += 1;
                }
                // The next update makes up for it.
                planner.update(edited).unwrap();
                assert!(planner.is_current(edited), "{about}");
                check(&about, &planner, &after, edited);
                last = if rebuilds { 8 * last } else { last + 1 + last / 2 };
            }
        }
    }
    assert!(stopped > 300 && stale_everywhere > 50, "{stopped} {stale_everywhere}");
}
