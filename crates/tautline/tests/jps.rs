//! What is special about jump point search: long paths, huge maps, scans, bits that are kept.

use tautline::engine::{Algorithm, Ends, Planner, Registry, Update};
use tautline::geometry::Cell;
use tautline::map::{Map, Stale, Tile};
use tautline::moves::DiagonalRule;
use tautline::path::check_cells;
use tautline::planners::{AStar, AStarConfig, Jps, JpsConfig, JpsPlus, JpsPlusConfig};
use tautline::search::{Limits, Observer, Outcome, Query, QueryError, Scan, Visit, Workspace};
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::observed::cell;

/// A corridor that goes up and down the map.
fn serpentine(size: u32) -> Map {
    Map::from_fn(size, size, |cell| {
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
        let map = serpentine(size);
        let end = Cell::new(size as i32 - 1, 0);
        let query = Query::new((0, 0), end);
        let astar = AStar::new(&map, AStarConfig::default()).unwrap();
        let shortest = astar.plan(&map, &query, &mut Workspace::new()).unwrap();
        let mut workspace = Workspace::new();
        let planners = ["jps", "jps-plus"].map(|id| Planner::new(id, &map).unwrap());
        for planner in planners.iter().cycle().take(4) {
            let answer = planner.plan(&map, &query, &mut workspace).unwrap();
            let path = answer.path().unwrap();
            assert!((path.cost() - shortest.path().unwrap().cost()).abs() < 1e-6);
            check_cells(map.grid(), DiagonalRule::NoCornerCutting, path.cells().unwrap()).unwrap();
        }
        assert!(shortest.path().unwrap().cost() > 25_000.0, "about as long as the limit");
    }
}

#[test]
fn very_long_and_very_large_maps_work() {
    let mut workspace = Workspace::new();
    for (width, height) in [(40_000, 3), (3, 40_000), (5000, 4000)] {
        let mut map = Map::open(width, height).unwrap();
        map.block((1, 1)).unwrap();
        for rule in DiagonalRule::ALL {
            let jps = Jps::new(&map, JpsConfig { rule }).unwrap();
            let query = Query::new((0, 1), (width as i32 - 1, height as i32 - 1));
            let astar = AStar::new(&map, AStarConfig { rule, ..Default::default() }).unwrap();
            let answer = jps.plan(&map, &query, &mut workspace).unwrap();
            let shortest = astar.plan(&map, &query, &mut workspace).unwrap();
            let (path, shortest) = (answer.path().unwrap(), shortest.path().unwrap());
            assert!((path.cost() - shortest.cost()).abs() < 1e-6, "{width} × {height}, {rule:?}");
            check_cells(map.grid(), rule, path.cells().unwrap()).unwrap();
        }
    }
}

/// A goal so far away that lengths in few bits would overflow, and a way that winds.
#[test]
fn a_far_goal_on_a_winding_way_does_not_overflow() {
    let mut workspace = Workspace::new();
    for (width, height) in [(33_000, 5), (38_990, 5), (26_100, 7)] {
        let map = Map::from_fn(width, height, |cell| {
            let is_wall = cell.y % 2 == 1;
            let gap = if cell.y / 2 % 2 == 0 { width as i32 - 1 } else { 0 };
            if is_wall && cell.x != gap { Tile::Blocked } else { Tile::Free }
        })
        .unwrap();
        for (map, turned) in [(map.transposed(), true), (map, false)] {
            let end = if turned { (height - 1, width - 1) } else { (width - 1, height - 1) };
            let query = Query::new((0, 0), (end.0 as i32, end.1 as i32));
            for rule in [DiagonalRule::Never, DiagonalRule::NoCornerCutting, DiagonalRule::CutBothCorners] {
                let astar = AStar::new(&map, AStarConfig { rule, ..Default::default() }).unwrap();
                let shortest = astar.plan(&map, &query, &mut workspace).unwrap();
                let planners = [
                    Planner::from(Jps::new(&map, JpsConfig { rule }).unwrap()),
                    JpsPlus::new(&map, JpsPlusConfig { rule }).unwrap().into(),
                ];
                for planner in planners {
                    let answer = planner.plan(&map, &query, &mut workspace).unwrap();
                    let (found, shortest) = (answer.path().unwrap().cost(), shortest.path().unwrap().cost());
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
    impl Observer for Expanded {
        fn expand(&mut self, _: &Visit) {
            self.0 += 1;
        }
    }
    let map = serpentine(301);
    let query = Query::new((0, 0), (300, 0));
    for id in ["jps", "jps-plus", "jump-graph:bounds=off"] {
        let planner = Planner::new(id, &map).unwrap();
        let mut seen = Expanded::default();
        let answer = planner.plan_observed(&map, &query, &mut Workspace::new(), &mut seen).unwrap();
        assert_eq!(answer.stats.expanded, seen.0, "{id}");
        for cap in [10, seen.0 / 2, seen.0 - 1] {
            let mut seen = Expanded::default();
            let capped = query.clone().with_limits(Limits::expansions(cap));
            let answer = planner.plan_observed(&map, &capped, &mut Workspace::new(), &mut seen).unwrap();
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
    let map = PlainWorld::random(300, 300, 15, &mut rng).to_map();
    let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    let jps = Jps::new(&map, JpsConfig::default()).unwrap();
    let mut workspace = Workspace::new();
    let (mut expanded, mut generated) = (0, 0);
    for _ in 0..40 {
        let mut any = || free[rng.below(free.len() as u32) as usize];
        let answer = jps.plan(&map, &Query::new(any(), any()), &mut workspace).unwrap();
        expanded += answer.stats.expanded;
        generated += answer.stats.generated;
    }
    assert!(expanded < 22_500 && generated < 47_000, "{expanded} expanded, {generated} generated");
}

/// An edit makes a planner stale, and an update repairs it: it answers as a new one does, with the same work.
#[test]
fn bits_are_kept_from_edit_to_edit() {
    let mut rng = SplitMix64::new(11);
    let mut map = PlainWorld::random(50, 40, 25, &mut rng).to_map();
    for rule in DiagonalRule::ALL {
        let mut kept = Jps::new(&map, JpsConfig { rule }).unwrap();
        for _ in 0..40 {
            let cell = Cell::new(rng.below(50) as i32, rng.below(40) as i32);
            let tile = if map.is_free(cell) { Tile::Blocked } else { Tile::Free };
            map.set(cell, tile).unwrap();
            let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
            let mut any = || free[rng.below(free.len() as u32) as usize];
            let stale = kept.plan(&map, &Query::new(any(), any()), &mut Workspace::new());
            assert_eq!(stale, Err(QueryError::Stale(Stale)));
            assert_eq!(kept.update(&map), Ok(Update::Repaired));
            let fresh = Jps::new(&map, JpsConfig { rule }).unwrap();
            for _ in 0..5 {
                let query = Query::new(any(), any());
                let answers = [&kept, &fresh].map(|jps| jps.plan(&map, &query, &mut Workspace::new()));
                assert!(answers[0].is_ok());
                assert_eq!(answers[0], answers[1]);
            }
        }
    }
}

/// What is online keeps a fixed number of bits for each cell: 42, and the padding of rows and diagonals.
#[test]
fn bits_are_few() {
    for (width, height) in [(1024, 1024), (4096, 512), (512, 4096)] {
        let map = Map::open(width, height).unwrap();
        for rule in DiagonalRule::ALL {
            let bits = 8 * Jps::new(&map, JpsConfig { rule }).unwrap().memory();
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
    struct Scans<'a>(&'a Map, u32);
    impl Observer for Scans<'_> {
        fn scan(&mut self, scan: &Scan) {
            let (from, to) = (cell(scan.from), cell(scan.to));
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            assert!(dx == 0 || dy == 0 || dx.abs() == dy.abs(), "{scan:?}");
            let steps = dx.abs().max(dy.abs());
            for k in 0..=steps {
                let cell = Cell::new(from.x + k * dx.signum(), from.y + k * dy.signum());
                assert!(self.0.is_free(cell), "{scan:?} at {cell}");
            }
            self.1 += 1;
        }
    }
    let map = PlainWorld::random(40, 40, 20, &mut SplitMix64::new(3)).to_map();
    let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    let registry = Registry::core();
    for descriptor in registry.iter().filter(|planner| planner.id.starts_with('j')) {
        assert_eq!(descriptor.ends, Ends::Cells);
        let planner = registry.planner(descriptor.id, &map).unwrap();
        let mut scans = Scans(&map, 0);
        let query = Query::new(free[0], free[free.len() - 1]);
        planner.plan_observed(&map, &query, &mut Workspace::new(), &mut scans).unwrap();
        assert!(scans.1 > 0, "{} told of no scan", descriptor.id);
    }
}
