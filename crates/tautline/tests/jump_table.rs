//! The table of jump distances: built, repaired after edits, kept as bytes, and refused when it is stale.

use proptest::prelude::*;
use tautline::engine::{Algorithm, Choice, Registry, Update};
use tautline::geometry::{Cell, Rect};
use tautline::index::IndexError;
use tautline::map::{Map, Stale, Tile};
use tautline::moves::{DiagonalRule, Direction};
use tautline::path::{Path, check_cells};
use tautline::planners::{JpsPlus, JpsPlusConfig};
use tautline::search::{Limits, Observer, Outcome, Query, QueryError, Scan, StopReason, Visit, Workspace};
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::observed::cell;

/// The planner of a selection from the bytes that it has prepared, without header and checksum.
pub(crate) fn open(map: &Map, spec: &str, bytes: &[u8]) -> Result<Box<dyn Algorithm>, IndexError> {
    let selection = Registry::core().select(spec).unwrap();
    (selection.descriptor().index.unwrap().open)(map, selection.settings(), bytes)
}

/// The same for the selection whose options the bytes name.
pub(crate) fn open_any(map: &Map, specs: &[String], bytes: &[u8]) -> Result<Box<dyn Algorithm>, IndexError> {
    let is_for_others = |opened: &Result<_, IndexError>| {
        opened.as_ref().is_err_and(|error| error.to_string().contains("not those of its settings"))
    };
    let mut all = specs.iter().map(|spec| open(map, spec, bytes));
    let opened = all.find(|opened| !is_for_others(opened));
    opened.expect("one of them has the options that the bytes name")
}

/// What an option is called.
pub(crate) fn name<T: Choice + PartialEq>(option: T) -> &'static str {
    T::CHOICES.iter().find(|(_, choice)| *choice == option).unwrap().0
}

fn new(map: &Map, rule: DiagonalRule) -> JpsPlus {
    JpsPlus::new(map, JpsPlusConfig { rule }).unwrap()
}

fn spec(rule: DiagonalRule) -> String {
    format!("jps-plus:diagonal={}", name(rule))
}

/// An entry of a table that is given as bytes: 12 of them come first, then a bit for each cell, in rows of whole bytes, and then for
/// each cell a number for each direction, of 16 bits on maps that are not longer than such numbers.
fn distance(bytes: &[u8], map: &Map, rule: DiagonalRule, at: Cell, direction: Direction) -> i32 {
    let (width, height) = (map.width() as usize, map.height() as usize);
    let directions = if rule.has_diagonals() { 8 } else { 4 };
    let size = if width.max(height) < 32_767 { 2 } else { 4 };
    let first = 12 + width.div_ceil(8) * height;
    assert_eq!(bytes.len(), first + width * height * directions * size);
    let number = (at.y as usize * width + at.x as usize) * directions + direction as usize;
    let entry = &bytes[first + number * size..][..size];
    match entry {
        &[a, b] => i16::from_le_bytes([a, b]).into(),
        entry => i32::from_le_bytes(entry.try_into().unwrap()),
    }
}

/// A map and its table, printed on slides about JPS+ (without corner cutting): three lines for each row, in each cell the
/// distances to NW N NE / W E / SW S SE.
///
/// The printed second line begins with "0 -1 -1 | -1 0": three numbers for a cell that has two. The last is the first of the
/// next cell, printed twice; all others are as here.
#[test]
fn the_printed_table_comes_out() {
    let rows = ["..#...#..", "......#..", ".##...##.", "..#......", "..#...#.."];
    #[rustfmt::skip]
    let printed = [
        " 0  0  0 | 0  0  0 |         | 0  0  0 | 0  0  0 | 0  0  0 |         | 0  0  0 | 0  0  0",
        " 0    -1 |-1     0 |         | 0    -2 |-1    -1 |-2     0 |         | 0    -1 |-1     0",
        " 0  3  1 | 1  1  0 |         | 0  1  2 | 1 -4  1 | 1  3  0 |         | 0 -1  1 |-1  3  0",

        " 0 -1 -1 |-1 -1  0 | 0  0  0 | 0 -1 -1 |-1 -1 -1 |-1 -1  0 |         | 0 -1 -1 |-1 -1  0",
        " 0     3 | 1     2 | 1     1 | 2    -2 | 3    -1 | 4     0 |         | 0     1 |-1     0",
        " 0  2  0 | 0  0  0 | 0  0  0 | 0 -3  2 |-1 -3  1 |-2  2  0 |         | 0  0  0 | 0  2  0",

        " 0  1  0 |         |         | 0  1 -2 | 1 -2 -1 | 1 -2  0 |         |         | 0  1  0",
        " 0     0 |         |         | 0    -2 |-1    -1 |-2     0 |         |         | 0     0",
        " 0  1  0 |         |         | 0 -2  1 |-1 -2  1 |-2  1  0 |         |         | 0  1  0",

        " 0  2  0 | 0  0  0 |         | 0  2 -2 | 1 -3 -1 | 2 -3  0 | 0  0  0 | 0  0  0 | 0  2  0",
        " 0    -1 | 1     0 |         | 0     4 |-1     3 |-2     2 | 1     1 | 2     1 | 3     0",
        " 0 -1 -1 |-1 -1  0 |         | 0 -1 -1 |-1 -1 -1 |-1 -1  0 | 0  0  0 | 0 -1 -1 |-1 -1  0",

        " 0  3 -1 | 1 -1  0 |         | 0  3  1 | 1 -4  1 | 2  1  0 |         | 0  1  1 | 1  3  0",
        " 0    -1 |-1     0 |         | 0    -2 |-1    -1 |-2     0 |         | 0    -1 |-1     0",
        " 0  0  0 | 0  0  0 |         | 0  0  0 | 0  0  0 | 0  0  0 |         | 0  0  0 | 0  0  0",
    ];
    let (map, rule) = (Map::from_rows(rows).unwrap(), DiagonalRule::NoCornerCutting);
    let table = new(&map, rule).to_bytes().unwrap();
    let lines: [&[Direction]; 3] = {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        [&[NorthWest, North, NorthEast], &[West, East], &[SouthWest, South, SouthEast]]
    };
    for (number, line) in printed.iter().enumerate() {
        for (x, cell) in line.split('|').enumerate() {
            let cell_here = Cell::new(x as i32, number as i32 / 3);
            let found: Vec<i32> =
                lines[number % 3].iter().map(|&to| distance(&table, &map, rule, cell_here, to)).collect();
            if map.is_free(cell_here) {
                let numbers = cell.split_whitespace().map(|number| number.parse().unwrap());
                assert_eq!(found, numbers.collect::<Vec<i32>>(), "{cell_here}");
            } else {
                assert_eq!(cell.trim(), "", "{cell_here}");
                assert!(found.iter().all(|&distance| distance == 0), "{cell_here}");
            }
        }
    }
}

#[test]
fn a_table_takes_two_bytes_for_each_cell_and_direction() {
    let map = Map::open(1000, 1000).unwrap();
    for (rule, expected) in [(DiagonalRule::Never, 8.0..8.2), (DiagonalRule::CutOneCorner, 16.0..16.2)] {
        let found = bytes_per_cell(&map, rule);
        assert!(expected.contains(&found), "{rule:?}: {found}");
    }
}

fn bytes_per_cell(map: &Map, rule: DiagonalRule) -> f64 {
    new(map, rule).memory() as f64 / (f64::from(map.width()) * f64::from(map.height()))
}

/// Toggles one cell after the other and compares with a new table each time.
fn check_edits(width: u32, height: u32, percent: u32, edits: usize, rng: &mut SplitMix64) {
    for rule in DiagonalRule::ALL {
        let mut map = PlainWorld::random(width, height, percent, rng).to_map();
        let mut planner = new(&map, rule);
        for _ in 0..edits {
            let before = map.clone();
            let mut cells = vec![];
            for _ in 0..if rng.below(4) == 0 { 1 + rng.below(20) } else { 1 } {
                let cell = Cell::new(rng.below(width) as i32, rng.below(height) as i32);
                let tile = if map.is_free(cell) { Tile::Blocked } else { Tile::Free };
                map.set(cell, tile).unwrap();
                cells.push(cell);
            }
            assert_ne!(planner.update(&map), Ok(Update::Unchanged));
            assert_eq!(planner.revision(), Some(map.revision()));
            let is_right = planner.to_bytes() == new(&map, rule).to_bytes();
            assert!(is_right, "{rule:?}, toggled {cells:?}\n{}", PlainWorld::from_grid(before.grid()));
        }
    }
}

#[test]
fn after_every_edit_the_table_is_that_of_the_map() {
    let mut rng = SplitMix64::new(2014);
    for _ in 0..40 {
        let (width, height) = (1 + rng.below(14), 1 + rng.below(14));
        let percent = rng.below(60);
        check_edits(width, height, percent, 60, &mut rng);
    }
    for (width, height) in [(1, 1), (1, 90), (90, 1), (2, 70), (70, 2), (64, 5), (65, 9), (130, 40)] {
        check_edits(width, height, 10, 60, &mut rng);
        check_edits(width, height, 40, 30, &mut rng);
    }
}

#[test]
fn an_update_says_what_it_did() {
    let rule = DiagonalRule::default();
    let mut map = Map::open(300, 200).unwrap();
    let mut planner = new(&map, rule);
    assert_eq!(planner.update(&map), Ok(Update::Unchanged));
    map.block((7, 9)).unwrap();
    map.block((70, 9)).unwrap();
    assert_eq!(planner.update(&map), Ok(Update::Repaired));
    let before = planner.to_bytes();
    assert_eq!(before, new(&map, rule).to_bytes());
    map.block((8, 9)).unwrap();
    map.free((8, 9)).unwrap();
    assert_ne!(planner.revision(), Some(map.revision()), "nothing says that the map is the same again");
    assert_eq!(planner.update(&map), Ok(Update::Repaired), "for another state of the map");
    assert_eq!((planner.revision(), planner.to_bytes()), (Some(map.revision()), before));
    map.fill(Rect::new(0, 50, 200, 100), Tile::Blocked);
    assert_eq!(planner.update(&map), Ok(Update::Rebuilt));
    assert_eq!(planner.to_bytes(), new(&map, rule).to_bytes());
    let other = Map::open(40, 30).unwrap();
    assert_eq!(planner.update(&other), Ok(Update::Rebuilt));
    assert_eq!(planner.to_bytes(), new(&other, rule).to_bytes());
}

#[test]
fn a_stale_table_is_refused() {
    let mut map = Map::open(9, 9).unwrap();
    let mut planner = new(&map, DiagonalRule::default());
    let plan =
        |planner: &JpsPlus, map: &Map| planner.plan(map, &Query::new((0, 0), (8, 5)), &mut Workspace::new());
    assert!(plan(&planner, &map.clone()).is_ok(), "a clone is the same map");
    let before = map.clone();
    map.block((3, 3)).unwrap();
    assert_eq!(plan(&planner, &map), Err(QueryError::Stale(Stale)));
    let watched = planner.plan_observed(
        &map,
        &Query::new((0, 0), (8, 5)),
        &mut Workspace::new(),
        &mut tautline::search::Silent,
    );
    assert_eq!(watched, Err(QueryError::Stale(Stale)));
    assert!(plan(&planner, &before).is_ok(), "it still fits the map as it was");
    assert_eq!(planner.update(&map), Ok(Update::Repaired));
    assert!(plan(&planner, &map).is_ok());
    assert_eq!(plan(&planner, &before), Err(QueryError::Stale(Stale)));
    assert_eq!(new(&map, DiagonalRule::Never).config().rule, DiagonalRule::Never);
}

/// Distances that do not fit 16 bits.
#[test]
fn long_maps_have_long_distances() {
    for rule in DiagonalRule::ALL {
        for (width, height) in [(40_000, 2), (2, 40_000)] {
            let mut map = Map::open(width, height).unwrap();
            let mut planner = new(&map, rule);
            let (end, away) = if width > height {
                (Cell::new(39_999, 1), Direction::East)
            } else {
                (Cell::new(1, 39_999), Direction::South)
            };
            let start = Cell::new(0, 0);
            let from_start =
                |map: &Map, planner: &JpsPlus| distance(&planner.to_bytes().unwrap(), map, rule, start, away);
            assert_eq!(from_start(&map, &planner), -39_999);
            let shortest = if rule.has_diagonals() { 39_998.0 + 2f64.sqrt() } else { 40_000.0 };
            let length = |map: &Map, planner: &JpsPlus| {
                let answer = planner.plan(map, &Query::new(start, end), &mut Workspace::new()).unwrap();
                answer.path().map(Path::cost)
            };
            assert_eq!(length(&map, &planner), Some(shortest));
            let obstacle = if width > height { (35_000, 0) } else { (0, 35_000) };
            map.block(obstacle).unwrap();
            assert_eq!(planner.update(&map), Ok(Update::Repaired));
            let bytes = planner.to_bytes().unwrap();
            assert_eq!(new(&map, rule).to_bytes().as_ref(), Some(&bytes));
            // With four neighbours and along the row, one can turn before the obstacle.
            assert_eq!(from_start(&map, &planner).abs(), 34_999);
            assert_eq!(length(&map, &planner), Some(shortest));
            assert_eq!(open(&map, &spec(rule), &bytes).unwrap().to_bytes(), Some(bytes));
        }
    }
    let rule = DiagonalRule::default();
    let map = Map::open(32_766, 1).unwrap();
    let table = new(&map, rule).to_bytes().unwrap();
    assert_eq!(distance(&table, &map, rule, Cell::new(0, 0), Direction::East), -32_765);
    assert!(bytes_per_cell(&map, rule) < 17.0);
    assert!(bytes_per_cell(&Map::open(32_767, 1).unwrap(), rule) > 32.0);
}

/// Whatever an observer is told of a line is so.
#[test]
fn scans_are_lines_of_the_map() {
    struct Lines<'a>(&'a Map, DiagonalRule, usize);
    impl Observer for Lines<'_> {
        fn scan(&mut self, scan: &Scan) {
            let (from, to, found) = (cell(scan.from), cell(scan.to), scan.found);
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let length = dx.abs().max(dy.abs());
            assert!(dx == 0 || dy == 0 || dx.abs() == dy.abs(), "{scan:?}");
            assert!(!found || length > 0, "{scan:?}");
            let mut at = from;
            for _ in 0..length {
                let next = Cell::new(at.x + dx.signum(), at.y + dy.signum());
                assert!(self.1.allows(self.0.grid(), at, next), "{scan:?}");
                at = next;
            }
            self.2 += 1;
        }
    }
    let mut rng = SplitMix64::new(8);
    for rule in DiagonalRule::ALL {
        let world = PlainWorld::random(40, 30, 20, &mut rng);
        let map = world.to_map();
        let planner = new(&map, rule);
        let free: Vec<Cell> = world.free_cells().collect();
        let mut lines = Lines(&map, rule, 0);
        for _ in 0..20 {
            let query = Query::new(rng.pick(&free), rng.pick(&free));
            planner.plan_observed(&map, &query, &mut Workspace::new(), &mut lines).unwrap();
        }
        assert!(lines.2 > 100);
    }
}

/// A search that is given up has expanded as many states as it may, and returns the nearest of their cells, the cheapest of
/// equally near ones.
#[test]
fn a_search_that_is_given_up_ends_at_the_nearest_cell() {
    struct Nearest(Cell, Option<(u64, f64)>, u64);
    impl Observer for Nearest {
        fn expand(&mut self, visit: &Visit) {
            let place = cell(visit.place);
            let (dx, dy) = (place.x.abs_diff(self.0.x), place.y.abs_diff(self.0.y));
            let this = (u64::from(dx).pow(2) + u64::from(dy).pow(2), visit.g);
            self.1 = Some(self.1.map_or(this, |best| if this < best { this } else { best }));
            self.2 += 1;
        }
    }
    let mut rng = SplitMix64::new(3);
    let world = PlainWorld::random(60, 60, 30, &mut rng);
    let map = world.to_map();
    let free: Vec<Cell> = world.free_cells().collect();
    let mut stopped = 0;
    for rule in DiagonalRule::ALL {
        let planner = new(&map, rule);
        for cap in [0, 1, 2, 5, 20, 100].into_iter().cycle().take(120) {
            let (start, goal) = (rng.pick(&free), rng.pick(&free));
            let query = Query::new(start, goal).with_limits(Limits::expansions(cap));
            let mut watcher = Nearest(goal, None, 0);
            let answer = planner.plan_observed(&map, &query, &mut Workspace::new(), &mut watcher).unwrap();
            assert_eq!(answer.stats.expanded, watcher.2);
            let Outcome::Stopped { why, nearest } = answer.outcome else { continue };
            stopped += 1;
            assert_eq!((why, answer.stats.expanded), (StopReason::Expansions, cap));
            let cells = nearest.cells().unwrap();
            let steps = check_cells(map.grid(), rule, cells).unwrap();
            assert!((steps.length() - nearest.cost()).abs() < 1e-9);
            assert_eq!(cells[0], start);
            let end = cells[cells.len() - 1];
            let Some((separation, g)) = watcher.1 else {
                assert_eq!(end, start);
                continue;
            };
            let (dx, dy) = (end.x.abs_diff(goal.x), end.y.abs_diff(goal.y));
            assert_eq!(u64::from(dx).pow(2) + u64::from(dy).pow(2), separation);
            assert!((nearest.cost() - g).abs() < 1e-9);
        }
    }
    assert!(stopped > 100);
}

/// A goal that lies in sight of the start, or is the start, is found before anything is expanded.
#[test]
fn a_goal_in_sight_takes_no_expansion() {
    let map = Map::open(50, 40).unwrap();
    for rule in DiagonalRule::ALL {
        let planner = new(&map, rule);
        let expanded = |goal: (i32, i32)| {
            let answer = planner.plan(&map, &Query::new((30, 7), goal), &mut Workspace::new()).unwrap();
            assert!(answer.is_complete());
            answer.stats.expanded
        };
        for goal in [(30, 7), (31, 7), (0, 7), (30, 39), (29, 6), (0, 39), (49, 39), (2, 1)] {
            assert_eq!(expanded(goal), 0);
        }
    }
}

fn rule() -> impl Strategy<Value = DiagonalRule> {
    prop::sample::select(&DiagonalRule::ALL[..])
}

#[test]
fn bytes_of_another_map_are_refused_with_the_reason() {
    let map = Map::from_rows(["..........", "...#......", ".........."]).unwrap();
    let rule = DiagonalRule::CutOneCorner;
    let bytes = new(&map, rule).to_bytes().unwrap();
    let refused = |map: &Map, bytes: &[u8]| match open(map, &spec(rule), bytes).err() {
        Some(IndexError::Malformed(why)) => why,
        other => panic!("{other:?}"),
    };
    let length = bytes.len();
    assert_eq!(refused(&map, &[]), "a jump table for this map has 12 bytes, found 0");
    assert_eq!(
        refused(&map, &bytes[..length - 1]),
        format!("a jump table for this map has {length} bytes, found {}", length - 1)
    );
    let changed = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(
        refused(&map, &changed(0, 4)),
        "found 4 for the diagonal rule of a jump table, expected a number from 0 to 3"
    );
    let four_directions = refused(&map, &changed(0, 3));
    assert!(four_directions.starts_with("a jump table for this map has "), "{four_directions}");
    assert_eq!(refused(&map, &changed(0, 2)), "its options are not those of its settings");
    assert_eq!(refused(&map, &changed(1, 4)), "found distances of 4 bytes in a jump table, expected 2");
    assert_eq!(
        refused(&map, &changed(4, 11)),
        "a jump table for a map of 11 × 3 cells does not fit this one"
    );
    assert_eq!(
        refused(&Map::open(10, 3).unwrap(), &bytes),
        "a jump table for another map: row 1 is different"
    );
    assert_eq!(
        refused(&map, &changed(length - 2, 254)),
        format!("the jump table leads {} cells from (9, 2) to the NorthWest, out of the map", 256 - 2)
    );
    assert_eq!(refused(&map, &changed(length - 1, 0x80)).split(" to the").count(), 2);
}

proptest! {
    #[test]
    fn bytes_come_back_as_the_table(rule in rule(), seed in any::<u64>(), width in 1u32..80, height in 1u32..20) {
        let world = PlainWorld::random(width, height, 30, &mut SplitMix64::new(seed));
        let map = world.to_map();
        let planner = new(&map, rule);
        let bytes = planner.to_bytes().unwrap();
        let back = open(&map, &spec(rule), &bytes).unwrap();
        prop_assert_eq!(back.to_bytes(), Some(bytes));
        prop_assert_eq!((back.revision(), back.memory()), (Some(map.revision()), planner.memory()));
        if let Some(cell) = world.free_cells().next() {
            prop_assert!(back.plan(&map, &Query::new(cell, cell), &mut Workspace::new()).is_ok());
        }
    }

    /// Whatever the bytes are: an error, or a table with which every search ends.
    #[test]
    fn spoilt_bytes_do_no_harm(
        rule in rule(),
        seed in any::<u64>(),
        spoilt in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..40),
        cut in prop::option::weighted(0.1, any::<prop::sample::Index>()),
    ) {
        let mut rng = SplitMix64::new(seed);
        let world = PlainWorld::random(1 + rng.below(12), 1 + rng.below(12), 20, &mut rng);
        let map = world.to_map();
        let mut bytes = new(&map, rule).to_bytes().unwrap();
        let length = bytes.len();
        for (at, byte) in &spoilt {
            // Small numbers often stay inside the map.
            bytes[at.index(length)] = byte % 8;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(planner) = open_any(&map, &DiagonalRule::ALL.map(spec), &bytes) {
            let free: Vec<Cell> = world.free_cells().collect();
            let mut workspace = Workspace::new();
            for _ in 0..if free.is_empty() { 0 } else { 10 } {
                let query = Query::new(rng.pick(&free), rng.pick(&free));
                prop_assert!(planner.plan(&map, &query, &mut workspace).is_ok());
            }
        }
    }
}
