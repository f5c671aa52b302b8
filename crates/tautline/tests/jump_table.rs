//! The table of jump distances: built, repaired after edits, kept as bytes, and refused when it is stale.

use proptest::prelude::*;
use tautline::geometry::{Cell, Rect};
use tautline::moves::{DiagonalRule, Direction};
use tautline::path::check_cells;
use tautline::planners::{JpsPlus, JumpTable, StaleTable, TableError, TableUpdate};
use tautline::search::{Limits, Observer, Outcome, Query, Scan, StopReason, Visit, Workspace};
use tautline::world::{Grid, Tile};
use tautline_testkit::world::{PlainWorld, SplitMix64};

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
    let grid = Grid::from_rows(rows).unwrap();
    let table = JumpTable::new(&grid, DiagonalRule::NoCornerCutting);
    let lines: [&[Direction]; 3] = {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        [&[NorthWest, North, NorthEast], &[West, East], &[SouthWest, South, SouthEast]]
    };
    for (number, line) in printed.iter().enumerate() {
        for (x, cell) in line.split('|').enumerate() {
            let cell_here = Cell::new(x as i32, number as i32 / 3);
            let found: Vec<i32> =
                lines[number % 3].iter().map(|&to| table.distance(cell_here, to).unwrap()).collect();
            if grid.is_free(cell_here) {
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
fn distances_outside_the_map_and_without_diagonals_are_none() {
    let grid = Grid::open(5, 3).unwrap();
    let table = JumpTable::new(&grid, DiagonalRule::Never);
    assert_eq!(table.distance(Cell::new(4, 2), Direction::West), Some(-4));
    assert_eq!(table.distance(Cell::new(4, 2), Direction::NorthWest), None);
    for cell in [(-1, 0), (0, -1), (5, 0), (0, 3), (i32::MIN, i32::MAX)] {
        assert_eq!(table.distance(cell.into(), Direction::West), None);
    }
    let large = JumpTable::new(&Grid::open(1000, 1000).unwrap(), DiagonalRule::Never);
    assert!((8.0..8.2).contains(&large.bytes_per_cell()), "{}", large.bytes_per_cell());
    let large = JumpTable::new(&Grid::open(1000, 1000).unwrap(), DiagonalRule::CutOneCorner);
    assert!((16.0..16.2).contains(&large.bytes_per_cell()), "{}", large.bytes_per_cell());
}

/// Toggles one cell after the other and compares with a new table each time.
fn check_edits(width: u32, height: u32, percent: u32, edits: usize, rng: &mut SplitMix64) {
    for rule in DiagonalRule::ALL {
        let mut grid = PlainWorld::random(width, height, percent, rng).to_grid();
        let mut table = JumpTable::new(&grid, rule);
        for _ in 0..edits {
            let before = grid.clone();
            let mut cells = vec![];
            for _ in 0..if rng.below(4) == 0 { 1 + rng.below(20) } else { 1 } {
                let cell = Cell::new(rng.below(width) as i32, rng.below(height) as i32);
                let tile = if grid.is_free(cell) { Tile::Blocked } else { Tile::Free };
                grid.set(cell, tile).unwrap();
                cells.push(cell);
            }
            table.update(&grid);
            assert!(table.is_current(&grid));
            let is_right = table == JumpTable::new(&grid, rule);
            assert!(is_right, "{rule:?}, toggled {cells:?}\n{}", PlainWorld::from_grid(&before));
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
    let mut grid = Grid::open(300, 200).unwrap();
    let mut table = JumpTable::new(&grid, DiagonalRule::default());
    assert_eq!(table.update(&grid), TableUpdate::Unchanged);
    grid.set((7, 9), Tile::Blocked).unwrap();
    grid.set((70, 9), Tile::Blocked).unwrap();
    assert_eq!(table.update(&grid), TableUpdate::Repaired { cells: 2 });
    grid.set((8, 9), Tile::Blocked).unwrap();
    grid.set((8, 9), Tile::Free).unwrap();
    assert!(!table.is_current(&grid), "nothing says that the map is the same again");
    assert_eq!(table.update(&grid), TableUpdate::Unchanged);
    assert!(table.is_current(&grid));
    grid.fill(Rect::new(0, 50, 200, 100), Tile::Blocked);
    assert_eq!(table.update(&grid), TableUpdate::Rebuilt);
    assert_eq!(table, JumpTable::new(&grid, DiagonalRule::default()));
    let other = Grid::open(40, 30).unwrap();
    assert_eq!(table.update(&other), TableUpdate::Rebuilt);
    assert_eq!(table, JumpTable::new(&other, DiagonalRule::default()));
}

#[test]
fn a_stale_table_is_refused() {
    let mut grid = Grid::open(9, 9).unwrap();
    let table = JumpTable::new(&grid, DiagonalRule::default());
    assert!(JpsPlus::with_table(&grid.clone(), &table).is_ok(), "a clone is the same map");
    grid.set((3, 3), Tile::Blocked).unwrap();
    assert_eq!(JpsPlus::with_table(&grid, &table).unwrap_err(), StaleTable);
    assert_eq!(JpsPlus::with_table(&grid, table).unwrap_err(), StaleTable, "given or lent");
    assert_eq!(
        JpsPlus::with_table(&grid, JumpTable::new(&grid, DiagonalRule::Never)).unwrap().table().rule(),
        DiagonalRule::Never
    );
}

/// Distances that do not fit 16 bits.
#[test]
fn long_maps_have_long_distances() {
    for rule in DiagonalRule::ALL {
        for (width, height) in [(40_000, 2), (2, 40_000)] {
            let mut grid = Grid::open(width, height).unwrap();
            let mut table = JumpTable::new(&grid, rule);
            let (end, away) = if width > height {
                (Cell::new(39_999, 1), Direction::East)
            } else {
                (Cell::new(1, 39_999), Direction::South)
            };
            let start = Cell::new(0, 0);
            assert_eq!(table.distance(start, away), Some(-39_999));
            let shortest = if rule.has_diagonals() { 39_998.0 + 2f64.sqrt() } else { 40_000.0 };
            let length = |grid: &Grid, table: &JumpTable| {
                let planner = JpsPlus::with_table(grid, table).unwrap();
                planner
                    .plan(&Query::new(start, end), &mut Workspace::new())
                    .unwrap()
                    .path()
                    .map(|path| path.cost)
            };
            assert_eq!(length(&grid, &table), Some(shortest));
            let obstacle = if width > height { (35_000, 0) } else { (0, 35_000) };
            grid.set(obstacle, Tile::Blocked).unwrap();
            assert_eq!(table.update(&grid), TableUpdate::Repaired { cells: 1 });
            assert_eq!(table, JumpTable::new(&grid, rule));
            // With four neighbours and along the row, one can turn before the obstacle.
            assert_eq!(table.distance(start, away).map(i32::abs), Some(34_999));
            assert_eq!(length(&grid, &table), Some(shortest));
            assert_eq!(JumpTable::from_bytes(&grid, &table.to_bytes()).unwrap(), table);
        }
    }
    let shorter = JumpTable::new(&Grid::open(32_766, 1).unwrap(), DiagonalRule::default());
    assert_eq!(shorter.distance(Cell::new(0, 0), Direction::East), Some(-32_765));
    assert!(shorter.bytes_per_cell() < 17.0);
    let longer = JumpTable::new(&Grid::open(32_767, 1).unwrap(), DiagonalRule::default());
    assert!(longer.bytes_per_cell() > 32.0);
}

/// Whatever a watcher is told of a line is so.
#[test]
fn scans_are_lines_of_the_map() {
    struct Lines<'a>(&'a Grid, DiagonalRule, usize);
    impl Observer<Cell> for Lines<'_> {
        fn scan(&mut self, scan: &Scan<Cell>) {
            let Scan { from, to, found } = *scan;
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let length = dx.abs().max(dy.abs());
            assert!(dx == 0 || dy == 0 || dx.abs() == dy.abs(), "{scan:?}");
            assert!(!found || length > 0, "{scan:?}");
            let mut at = from;
            for _ in 0..length {
                let next = Cell::new(at.x + dx.signum(), at.y + dy.signum());
                assert!(self.1.allows(self.0, at, next), "{scan:?}");
                at = next;
            }
            self.2 += 1;
        }
    }
    let mut rng = SplitMix64::new(8);
    for rule in DiagonalRule::ALL {
        let world = PlainWorld::random(40, 30, 20, &mut rng);
        let grid = world.to_grid();
        let planner = JpsPlus::with_rule(&grid, rule);
        let free: Vec<Cell> = world.free_cells().collect();
        let mut lines = Lines(&grid, rule, 0);
        for _ in 0..20 {
            let query = Query::new(rng.pick(&free), rng.pick(&free));
            planner.plan_observed(&query, &mut Workspace::new(), &mut lines).unwrap();
        }
        assert!(lines.2 > 100);
    }
}

/// A search that is given up has expanded as many states as it may, and returns the nearest of their cells, the cheapest of
/// equally near ones.
#[test]
fn a_search_that_is_given_up_ends_at_the_nearest_cell() {
    struct Nearest(Cell, Option<(u64, f64)>, u64);
    impl Observer<Cell> for Nearest {
        fn expand(&mut self, visit: &Visit<Cell>) {
            let (dx, dy) = (visit.place.x.abs_diff(self.0.x), visit.place.y.abs_diff(self.0.y));
            let this = (u64::from(dx).pow(2) + u64::from(dy).pow(2), visit.g);
            self.1 = Some(self.1.map_or(this, |best| if this < best { this } else { best }));
            self.2 += 1;
        }
    }
    let mut rng = SplitMix64::new(3);
    let world = PlainWorld::random(60, 60, 30, &mut rng);
    let grid = world.to_grid();
    let free: Vec<Cell> = world.free_cells().collect();
    let mut stopped = 0;
    for rule in DiagonalRule::ALL {
        let planner = JpsPlus::with_rule(&grid, rule);
        for cap in [0, 1, 2, 5, 20, 100].into_iter().cycle().take(120) {
            let query = Query::new(rng.pick(&free), rng.pick(&free)).with_limits(Limits::expansions(cap));
            let mut watcher = Nearest(query.goal, None, 0);
            let answer = planner.plan_observed(&query, &mut Workspace::new(), &mut watcher).unwrap();
            assert_eq!(answer.stats.expanded, watcher.2);
            let Outcome::Stopped { why, nearest } = answer.outcome else { continue };
            stopped += 1;
            assert_eq!((why, answer.stats.expanded), (StopReason::Expansions, cap));
            let steps = check_cells(&grid, rule, &nearest.places).unwrap();
            assert!((steps.length() - nearest.cost).abs() < 1e-9);
            assert_eq!(nearest.places[0], query.start);
            let end = nearest.places[nearest.places.len() - 1];
            let Some((separation, g)) = watcher.1 else {
                assert_eq!(end, query.start);
                continue;
            };
            let (dx, dy) = (end.x.abs_diff(query.goal.x), end.y.abs_diff(query.goal.y));
            assert_eq!(u64::from(dx).pow(2) + u64::from(dy).pow(2), separation);
            assert!((nearest.cost - g).abs() < 1e-9);
        }
    }
    assert!(stopped > 100);
}

/// A goal that lies in sight of the start, or is the start, is found before anything is expanded.
#[test]
fn a_goal_in_sight_takes_no_expansion() {
    let grid = Grid::open(50, 40).unwrap();
    for rule in DiagonalRule::ALL {
        let planner = JpsPlus::with_rule(&grid, rule);
        let expanded = |goal| {
            let answer = planner.plan(&Query::new((30, 7), goal), &mut Workspace::new()).unwrap();
            assert!(answer.path().is_some());
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
    let grid = Grid::from_rows(["..........", "...#......", ".........."]).unwrap();
    let bytes = JumpTable::new(&grid, DiagonalRule::CutOneCorner).to_bytes();
    let refused = |grid: &Grid, bytes: &[u8]| JumpTable::from_bytes(grid, bytes).unwrap_err();
    let length = bytes.len();
    assert_eq!(refused(&grid, &[]), TableError::Length { found: 0, expected: 12 });
    assert_eq!(
        refused(&grid, &bytes[..length - 1]),
        TableError::Length { found: length - 1, expected: length }
    );
    let changed = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(refused(&grid, &changed(0, 4)), TableError::Rule(4));
    assert!(matches!(refused(&grid, &changed(0, 3)), TableError::Length { .. }), "four directions");
    assert_eq!(refused(&grid, &changed(1, 4)), TableError::DistanceBytes { found: 4, expected: 2 });
    assert_eq!(refused(&grid, &changed(4, 11)), TableError::Size { width: 11, height: 3 });
    assert_eq!(refused(&Grid::open(10, 3).unwrap(), &bytes), TableError::OtherMap { row: 1 });
    let outside =
        TableError::Outside { cell: Cell::new(9, 2), direction: Direction::NorthWest, distance: 256 - 2 };
    assert_eq!(refused(&grid, &changed(length - 2, 254)), outside);
    assert_eq!(refused(&grid, &changed(length - 1, 0x80)).to_string().split(" to the").count(), 2);
}

proptest! {
    #[test]
    fn bytes_come_back_as_the_table(rule in rule(), seed in any::<u64>(), width in 1u32..80, height in 1u32..20) {
        let grid = PlainWorld::random(width, height, 30, &mut SplitMix64::new(seed)).to_grid();
        let table = JumpTable::new(&grid, rule);
        let back = JumpTable::from_bytes(&grid, &table.to_bytes());
        prop_assert_eq!(back.as_ref(), Ok(&table));
        prop_assert!(JpsPlus::with_table(&grid, back.unwrap()).is_ok());
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
        let grid = world.to_grid();
        let mut bytes = JumpTable::new(&grid, rule).to_bytes();
        let length = bytes.len();
        for (at, byte) in &spoilt {
            // Small numbers often stay inside the map.
            bytes[at.index(length)] = byte % 8;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(table) = JumpTable::from_bytes(&grid, &bytes) {
            let planner = JpsPlus::with_table(&grid, table).unwrap();
            let free: Vec<Cell> = world.free_cells().collect();
            let mut workspace = Workspace::new();
            for _ in 0..if free.is_empty() { 0 } else { 10 } {
                let query = Query::new(rng.pick(&free), rng.pick(&free));
                prop_assert!(planner.plan(&query, &mut workspace).is_ok());
            }
        }
    }
}
