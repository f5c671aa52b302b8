//! Any sequence of edits: what is repaired is what is built anew, however the cells lie that have changed, and in how many edits.

use std::fmt::Debug;

use tautline::engine::{Algorithm, Update};
use tautline::geometry::{Cell, Rect};
use tautline::map::{Components, Map, Tile};
use tautline::moves::{CornerRule, DiagonalRule};
use tautline::path::Path;
use tautline::planners::{Jps, JpsConfig, JpsPlus, JpsPlusConfig, Taut, TautConfig};
use tautline::search::{Query, Workspace};
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// What a map can go through between two updates.
const KINDS: [fn(&mut Map, &mut SplitMix64); 11] = [
    // A cell or a few.
    |map, rng| (0..=rng.below(3)).for_each(|_| toggle_one(map, rng)),
    // Many edits of a cell each.
    |map, rng| (0..40 + rng.below(200)).for_each(|_| toggle_one(map, rng)),
    // The same cells over and over.
    |map, rng| {
        let cells = [any(map, rng), any(map, rng), any(map, rng)];
        (0..101).for_each(|time| toggle(map, cells[time % 3]));
    },
    // A patch, in one edit and cell by cell.
    |map, rng| {
        let patch = part(map, rng, 14);
        let tile = tile(rng);
        map.fill(patch, tile);
    },
    |map, rng| cells(part(map, rng, 12)).for_each(|cell| toggle(map, cell)),
    // Scattered cells in one edit.
    |map, rng| {
        let cells: Vec<Cell> = (0..rng.below(120)).map(|_| any(map, rng)).collect();
        map.edit(|edit| cells.iter().for_each(|&cell| assert!(edit.set(cell, tile(rng)).is_ok())));
    },
    // Patches that overlap.
    |map, rng| {
        let first = part(map, rng, 20);
        for step in 0..4 {
            map.fill(Rect { x: first.x + 2 * step, y: first.y + step, ..first }, tile(rng));
        }
    },
    // An edit that is undone.
    |map, rng| {
        let cells: Vec<Cell> = cells(part(map, rng, 30)).collect();
        for &cell in cells.iter().chain(&cells) {
            toggle(map, cell);
        }
    },
    // Rows and columns.
    |map, rng| {
        let (width, height) = (map.width(), map.height());
        map.fill(Rect::new(0, rng.below(height) as i32, width, 1), tile(rng));
        map.fill(Rect::new(rng.below(width) as i32, 0, 1, height), tile(rng));
    },
    // A chain of clones, each of which is edited: more states than a map knows.
    |map, rng| {
        for _ in 0..70 {
            toggle_one(map, rng);
            *map = map.clone();
        }
    },
    // The whole map, and another one of its size.
    |map, rng| {
        map.fill(Rect::new(0, 0, map.width(), map.height()), tile(rng));
        if rng.chance(70) {
            *map = PlainWorld::random(map.width(), map.height(), 10 + rng.below(35), rng).to_map();
        }
    },
];

fn tile(rng: &mut SplitMix64) -> Tile {
    if rng.chance(50) { Tile::Free } else { Tile::Blocked }
}

fn any(map: &Map, rng: &mut SplitMix64) -> Cell {
    Cell::new(rng.below(map.width()) as i32, rng.below(map.height()) as i32)
}

fn toggle(map: &mut Map, cell: Cell) {
    let tile = if map.is_free(cell) { Tile::Blocked } else { Tile::Free };
    map.set(cell, tile).unwrap();
}

fn toggle_one(map: &mut Map, rng: &mut SplitMix64) {
    let cell = any(map, rng);
    toggle(map, cell);
}

/// A rectangle of the map whose sides are at most this long.
fn part(map: &Map, rng: &mut SplitMix64, side: u32) -> Rect {
    let at = any(map, rng);
    Rect::new(at.x, at.y, 1 + rng.below(side), 1 + rng.below(side)).clipped(map.width(), map.height())
}

fn cells(rect: Rect) -> impl Iterator<Item = Cell> {
    let rows = rect.y..rect.y + rect.height as i32;
    rows.flat_map(move |y| (rect.x..rect.x + rect.width as i32).map(move |x| Cell::new(x, y)))
}

/// Whether what is updated after each of many edits stays what is built anew.
fn assert_stays_right<S>(
    seed: u64,
    build: impl Fn(&Map) -> S,
    update: impl Fn(&mut S, &Map) -> Update,
    assert_same: impl Fn(&S, &S, &Map, &str),
) {
    let mut rng = SplitMix64::new(seed);
    let mut updates = [0; 2];
    for (width, height) in [(300, 70), (65, 200), (128, 64), (40, 9)] {
        for percent in [3, 20, 40] {
            let mut map = PlainWorld::random(width, height, percent, &mut rng).to_map();
            let mut kept = build(&map);
            for round in 0..30 {
                // Single edits come more often than others, so that the map does not become all free or all blocked.
                let kind = if rng.chance(40) { 0 } else { rng.below(KINDS.len() as u32) as usize };
                KINDS[kind](&mut map, &mut rng);
                let about = format!("{width} × {height}, {percent} %, round {round}, kind {kind}");
                match update(&mut kept, &map) {
                    Update::Unchanged => {}
                    Update::Repaired => updates[0] += 1,
                    Update::Rebuilt => updates[1] += 1,
                }
                assert_same(&kept, &build(&map), &map, &about);
            }
        }
    }
    assert!(updates.iter().all(|&count| count > 20), "both happen: {updates:?} were repaired and rebuilt");
}

fn assert_equal<T: PartialEq + Debug>(kept: &T, fresh: &T, _: &Map, about: &str) {
    assert!(kept == fresh, "{about}");
}

#[test]
fn jump_bits_stay_right_under_any_edits() {
    for (seed, rule) in (1..).zip(DiagonalRule::ALL) {
        let build = |map: &Map| Jps::new(map, JpsConfig { rule }).unwrap();
        assert_stays_right(seed, build, |jps, map| jps.update(map).unwrap(), assert_equal);
    }
}

#[test]
fn jump_tables_stay_right_under_any_edits() {
    for (seed, rule) in (11..).zip(DiagonalRule::ALL) {
        let build = |map: &Map| JpsPlus::new(map, JpsPlusConfig { rule }).unwrap();
        let assert_same = |kept: &JpsPlus, fresh: &JpsPlus, _: &Map, about: &str| {
            assert!(kept.to_bytes() == fresh.to_bytes(), "{about}");
        };
        assert_stays_right(seed, build, |planner, map| planner.update(map).unwrap(), assert_same);
    }
}

#[test]
fn components_stay_right_under_any_edits() {
    for (seed, rule) in (21..).zip(DiagonalRule::ALL) {
        assert_stays_right(seed, |map| Components::new(map, rule), Components::update, assert_equal);
    }
}

/// Which runs of cells are pockets depends on the order in which they were found, so the lengths of paths are compared.
#[test]
fn pockets_stay_right_under_any_edits() {
    for (seed, rule) in (31..).zip([CornerRule::Closed, CornerRule::Open]) {
        let build = |map: &Map| Taut::new(map, TautConfig { rule }).unwrap();
        let assert_same = |kept: &Taut, fresh: &Taut, map: &Map, about: &str| {
            let mut rng = SplitMix64::new(seed);
            let mut workspace = Workspace::new();
            for _ in 0..6 {
                let query = Query::new(any(map, &mut rng), any(map, &mut rng));
                let [kept, fresh] = [kept, fresh].map(|taut| {
                    let answer = taut.plan(map, &query, &mut workspace);
                    answer.map(|answer| answer.path().map(Path::cost))
                });
                match (&kept, &fresh) {
                    (Ok(Some(one)), Ok(Some(other))) => {
                        assert!((one - other).abs() <= 1e-9 * other, "{about}");
                    }
                    _ => assert_eq!(kept, fresh, "{about}"),
                }
            }
        };
        assert_stays_right(seed, build, |taut, map| taut.update(map).unwrap(), assert_same);
    }
}
