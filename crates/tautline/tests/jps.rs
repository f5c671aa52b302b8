//! What is special about jump point search: long paths, huge maps, scans, bits that are kept.

use tautline::geometry::Cell;
use tautline::moves::DiagonalRule;
use tautline::path::check_cells;
use tautline::planners::{
    AStar, AStarConfig, Build, Jps, JpsPlus, JumpBits, Planner, Selection, StaleBits, registry,
};
use tautline::search::{Limits, Observer, Outcome, Query, Scan, Visit, Workspace};
use tautline::world::{Grid, Tile};
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// A corridor that goes up and down the map.
fn serpentine(size: u32) -> Grid {
    Grid::from_fn(size, size, |cell| {
        let is_wall = cell.x % 2 == 1;
        let gap = if cell.x % 4 == 1 { size as i32 - 1 } else { 0 };
        if is_wall && cell.y != gap { Tile::Blocked } else { Tile::Free }
    })
    .unwrap()
}

/// Lengths are kept in fewer bits up to 26,000 tiles; beyond, the search begins again with more.
#[test]
fn long_paths_are_found_too() {
    for size in [225, 231, 301] {
        let grid = serpentine(size);
        let end = Cell::new(size as i32 - 1, 0);
        let query = Query::new((0, 0), end);
        let shortest = AStar::new(&grid).plan(&query, &mut Workspace::new()).unwrap();
        let mut workspace = Workspace::new();
        let (jps, plus) = (Jps::new(&grid), JpsPlus::new(&grid));
        let planners: [&dyn Planner<Cell>; 2] = [&jps, &plus];
        for planner in planners.into_iter().cycle().take(4) {
            let answer = planner.plan(&query, &mut workspace).unwrap();
            let path = answer.path().unwrap();
            assert!((path.cost - shortest.path().unwrap().cost).abs() < 1e-6);
            check_cells(&grid, DiagonalRule::NoCornerCutting, &path.places).unwrap();
        }
        assert!(shortest.path().unwrap().cost > 25_000.0, "about as long as the limit");
    }
}

#[test]
fn very_long_and_very_large_maps_work() {
    let mut workspace = Workspace::new();
    for (width, height) in [(40_000, 3), (3, 40_000), (5000, 4000)] {
        let mut grid = Grid::open(width, height).unwrap();
        grid.set((1, 1), Tile::Blocked).unwrap();
        for rule in DiagonalRule::ALL {
            let jps = Jps::with_rule(&grid, rule);
            let query = Query::new((0, 1), (width as i32 - 1, height as i32 - 1));
            let config = AStarConfig { rule, ..Default::default() };
            let answer = jps.plan(&query, &mut workspace).unwrap();
            let shortest = AStar::with_config(&grid, config).unwrap().plan(&query, &mut workspace).unwrap();
            let (path, shortest) = (answer.path().unwrap(), shortest.path().unwrap());
            assert!((path.cost - shortest.cost).abs() < 1e-6, "{width} × {height}, {rule:?}");
            check_cells(&grid, rule, &path.places).unwrap();
        }
    }
}

/// A goal so far away that lengths in few bits would overflow, and a way that winds.
#[test]
fn a_far_goal_on_a_winding_way_does_not_overflow() {
    let mut workspace = Workspace::new();
    for (width, height) in [(33_000, 5), (38_990, 5), (26_100, 7)] {
        let grid = Grid::from_fn(width, height, |cell| {
            let is_wall = cell.y % 2 == 1;
            let gap = if cell.y / 2 % 2 == 0 { width as i32 - 1 } else { 0 };
            if is_wall && cell.x != gap { Tile::Blocked } else { Tile::Free }
        })
        .unwrap();
        for (grid, turned) in [(grid.transposed(), true), (grid, false)] {
            let end = if turned { (height - 1, width - 1) } else { (width - 1, height - 1) };
            let query = Query::new((0, 0), (end.0 as i32, end.1 as i32));
            for rule in [DiagonalRule::Never, DiagonalRule::NoCornerCutting, DiagonalRule::CutBothCorners] {
                let answer = Jps::with_rule(&grid, rule).plan(&query, &mut workspace).unwrap();
                let plus = JpsPlus::with_rule(&grid, rule).plan(&query, &mut workspace).unwrap();
                let config = AStarConfig { rule, ..Default::default() };
                let shortest =
                    AStar::with_config(&grid, config).unwrap().plan(&query, &mut workspace).unwrap();
                for answer in [answer, plus] {
                    let (found, shortest) = (answer.path().unwrap().cost, shortest.path().unwrap().cost);
                    assert!((found - shortest).abs() < 1e-6, "{width} × {height}, {rule:?}");
                }
            }
        }
    }
}

/// A search that has to begin again with more bits goes on counting, and so do its limits and its observer.
#[test]
fn beginning_again_is_counted() {
    #[derive(Default)]
    struct Expanded(u64);
    impl Observer<Cell> for Expanded {
        fn expand(&mut self, _: &Visit<Cell>) {
            self.0 += 1;
        }
    }
    let grid = serpentine(301);
    let query = Query::new((0, 0), (300, 0));
    for id in ["jps", "jps-plus", "jump-graph:bounds=off"] {
        let selection: Selection = id.parse().unwrap();
        let Build::Cells(build) = selection.planner.build else { panic!("not on cells") };
        let planner = build((&grid).into(), &selection.settings).unwrap();
        let mut seen = Expanded::default();
        let answer = planner.plan_observed(&query, &mut Workspace::new(), &mut seen).unwrap();
        assert_eq!(answer.stats.expanded, seen.0, "{id}");
        for cap in [10, seen.0 / 2, seen.0 - 1] {
            let mut seen = Expanded::default();
            let capped = query.clone().with_limits(Limits::expansions(cap));
            let answer = planner.plan_observed(&capped, &mut Workspace::new(), &mut seen).unwrap();
            assert_eq!((answer.stats.expanded, seen.0), (cap, cap), "{id}");
            assert!(matches!(answer.outcome, Outcome::Stopped { .. }), "{id}");
        }
    }
}

/// Walks along diagonals end where the search has been, and what they passed is not reached again by longer ways. Nothing but
/// the amount of work shows it: without either, this is more than the bound.
#[test]
fn little_is_looked_at_twice() {
    let mut rng = SplitMix64::new(17);
    let grid = PlainWorld::random(300, 300, 15, &mut rng).to_grid();
    let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
    let jps = Jps::new(&grid);
    let mut workspace = Workspace::new();
    let (mut expanded, mut generated) = (0, 0);
    for _ in 0..40 {
        let mut any = || free[rng.below(free.len() as u32) as usize];
        let answer = jps.plan(&Query::new(any(), any()), &mut workspace).unwrap();
        expanded += answer.stats.expanded;
        generated += answer.stats.generated;
    }
    assert!(expanded < 22_500 && generated < 47_000, "{expanded} expanded, {generated} generated");
}

/// What prepares something and what does not: an edit makes bits stale, and an update mends them.
#[test]
fn bits_are_kept_from_edit_to_edit() {
    let mut rng = SplitMix64::new(11);
    let mut grid = PlainWorld::random(50, 40, 25, &mut rng).to_grid();
    for rule in DiagonalRule::ALL {
        let mut bits = JumpBits::new(&grid, rule);
        for _ in 0..40 {
            let cell = Cell::new(rng.below(50) as i32, rng.below(40) as i32);
            let tile = if grid.is_free(cell) { Tile::Blocked } else { Tile::Free };
            grid.set(cell, tile).unwrap();
            assert_eq!(Jps::with_bits(&grid, &bits).unwrap_err(), StaleBits);
            bits.update(&grid);
            let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
            let mut any = || free[rng.below(free.len() as u32) as usize];
            for _ in 0..5 {
                let query = Query::new(any(), any());
                let kept = Jps::with_bits(&grid, &bits).unwrap().plan(&query, &mut Workspace::new());
                let fresh = Jps::with_rule(&grid, rule).plan(&query, &mut Workspace::new());
                assert_eq!(kept, fresh);
            }
        }
    }
}

/// What is online keeps a fixed number of bits for each cell: 42, and the padding of rows and diagonals.
#[test]
fn bits_are_few() {
    for (width, height) in [(1024, 1024), (4096, 512), (512, 4096)] {
        let grid = Grid::open(width, height).unwrap();
        for rule in DiagonalRule::ALL {
            let bits = 8 * JumpBits::new(&grid, rule).bytes();
            assert!(
                bits < 48 * (width * height) as usize,
                "{rule:?}: {bits} bits for {width} × {height} cells"
            );
        }
    }
}

/// Every planner that jumps tells of its scans, each a line of cells on which one can walk.
#[test]
fn scans_are_told() {
    struct Scans<'a>(&'a Grid, u32);
    impl Observer<Cell> for Scans<'_> {
        fn scan(&mut self, scan: &Scan<Cell>) {
            let (dx, dy) = (scan.to.x - scan.from.x, scan.to.y - scan.from.y);
            assert!(dx == 0 || dy == 0 || dx.abs() == dy.abs(), "{scan:?}");
            let steps = dx.abs().max(dy.abs());
            for k in 0..=steps {
                let cell = Cell::new(scan.from.x + k * dx.signum(), scan.from.y + k * dy.signum());
                assert!(self.0.is_free(cell), "{scan:?} at {cell}");
            }
            self.1 += 1;
        }
    }
    let grid = PlainWorld::random(40, 40, 20, &mut SplitMix64::new(3)).to_grid();
    let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
    for planner in registry().iter().filter(|planner| planner.id.starts_with('j')) {
        let selection: Selection = planner.id.parse().unwrap();
        let Build::Cells(build) = planner.build else { continue };
        let built = build((&grid).into(), &selection.settings).unwrap();
        let mut scans = Scans(&grid, 0);
        let query = Query::new(free[0], free[free.len() - 1]);
        built.plan_observed(&query, &mut Workspace::new(), &mut scans).unwrap();
        assert!(scans.1 > 0, "{selection} told of no scan");
    }
}
