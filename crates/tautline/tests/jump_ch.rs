//! What only the hierarchy of jump points has: a prepared form of its own, as bytes, its refusals, and shortcuts.

use tautline::geometry::Cell;
use tautline::moves::{CostModel, DiagonalRule, OctileLength};
use tautline::path::check_cells;
use tautline::planners::{JumpCh, JumpHierarchy, StaleHierarchy};
use tautline::search::{Limits, Observer, Outcome, Query, Scan, StopReason, Visit, Workspace};
use tautline::world::{Grid, Tile};
use tautline_testkit::oracle::cells::distances;
use tautline_testkit::world::{PlainWorld, SplitMix64};

fn queries(world: &PlainWorld, rng: &mut SplitMix64) -> Vec<Query<Cell>> {
    let free: Vec<Cell> = world.free_cells().collect();
    (0..60).map(|_| Query::new(rng.pick(&free), rng.pick(&free))).collect()
}

/// On maps that are large enough for shortcuts over shortcuts: every path is legal, and as long as the oracle says.
#[test]
fn shortcuts_unpack_to_shortest_paths() {
    let mut rng = SplitMix64::new(41);
    let mut workspace = Workspace::new();
    for percent in [5, 15, 25, 35, 45] {
        for rule in DiagonalRule::ALL {
            let world = PlainWorld::random(70, 60, percent, &mut rng);
            let grid = world.to_grid();
            let planner = JumpCh::with_rule(&grid, rule);
            assert!(planner.hierarchy().shortcuts() > 100, "{:?}", planner.hierarchy().shortcuts());
            let free: Vec<Cell> = world.free_cells().collect();
            for _ in 0..8 {
                let start = rng.pick(&free);
                let optima = distances(&world, rule, CostModel::Octile, start);
                for &goal in free.iter().step_by(7) {
                    let query = Query::new(start, goal);
                    let answer = planner.plan(&query, &mut workspace).unwrap();
                    let Some(path) = answer.path() else {
                        assert_eq!((answer.outcome, optima[world.index(goal)]), (Outcome::Unreachable, None));
                        continue;
                    };
                    let steps = check_cells(&grid, rule, &path.places).unwrap();
                    assert_eq!(
                        Some(steps),
                        same(optima[world.index(goal)], steps),
                        "{start} to {goal}, {rule:?}"
                    );
                    let turns = planner.plan(&query.for_waypoints(), &mut workspace).unwrap();
                    assert_eq!(turns.path().unwrap().every_cell(), path.places);
                }
            }
        }
    }
}

/// The steps that were found, if they are as long as the shortest.
fn same(shortest: Option<OctileLength>, found: OctileLength) -> Option<OctileLength> {
    shortest.filter(|&shortest| shortest == found || shortest.cmp(&found).is_eq()).map(|_| found)
}

#[test]
fn bytes_make_the_same_hierarchy_again() {
    let mut rng = SplitMix64::new(42);
    for percent in [0, 10, 30, 45] {
        let world = PlainWorld::random(40, 30, percent, &mut rng);
        let grid = world.to_grid();
        for rule in DiagonalRule::ALL {
            let hierarchy = JumpHierarchy::new(&grid, rule);
            let again = JumpHierarchy::from_bytes(&grid, &hierarchy.to_bytes()).unwrap();
            assert_eq!(again.to_bytes(), hierarchy.to_bytes());
            assert_eq!(
                (again.rule(), again.nodes(), again.edges(), again.shortcuts(), again.bytes()),
                (rule, hierarchy.nodes(), hierarchy.edges(), hierarchy.shortcuts(), hierarchy.bytes())
            );
            let [one, other] =
                [&hierarchy, &again].map(|hierarchy| JumpCh::with_prepared(&grid, hierarchy).unwrap());
            let mut workspace = Workspace::new();
            for query in queries(&world, &mut rng) {
                assert_eq!(one.plan(&query, &mut workspace), other.plan(&query, &mut workspace));
            }
        }
    }
}

/// Cut, lengthened or changed anywhere: an error, or a hierarchy whose answers are legal.
#[test]
fn wrong_bytes_never_panic() {
    let mut rng = SplitMix64::new(43);
    let world = PlainWorld::random(24, 20, 25, &mut rng);
    let (grid, other) = (world.to_grid(), PlainWorld::random(24, 20, 25, &mut rng).to_grid());
    let mut workspace = Workspace::new();
    for rule in DiagonalRule::ALL {
        let bytes = JumpHierarchy::new(&grid, rule).to_bytes();
        assert!(JumpHierarchy::from_bytes(&other, &bytes).is_err(), "another map");
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 100) {
            assert!(JumpHierarchy::from_bytes(&grid, &bytes[..length]).is_err(), "cut at {length}");
        }
        for added in 1..9 {
            let longer = [&bytes[..], &vec![0; added]].concat();
            assert!(JumpHierarchy::from_bytes(&grid, &longer).is_err(), "{added} bytes more");
        }
        let mut accepted = 0;
        for _ in 0..2000 {
            let mut changed = bytes.clone();
            let range = if rng.below(8) == 0 { 12 } else { changed.len() as u32 };
            let place = rng.below(range) as usize;
            // Mostly a number that could be one of the kind that stands there.
            changed[place] =
                if rng.below(2) == 0 { bytes[rng.below(range) as usize] } else { rng.below(256) as u8 };
            let Ok(hierarchy) = JumpHierarchy::from_bytes(&grid, &changed) else { continue };
            accepted += 1;
            let planner = JumpCh::with_prepared(&grid, &hierarchy).unwrap();
            for query in queries(&world, &mut rng).iter().take(5) {
                if let Outcome::Found(path) = planner.plan(query, &mut workspace).unwrap().outcome {
                    check_cells(&grid, hierarchy.rule(), &path.places).unwrap();
                }
            }
        }
        assert!(accepted < 1000, "{accepted}");
    }
}

#[test]
fn an_edited_map_needs_a_new_hierarchy() {
    let mut grid = Grid::open(20, 20).unwrap();
    let hierarchy = JumpHierarchy::new(&grid, DiagonalRule::default());
    assert!(JumpCh::with_prepared(&grid, &hierarchy).is_ok());
    grid.set(Cell::new(5, 5), Tile::Blocked).unwrap();
    let error = JumpCh::with_prepared(&grid, &hierarchy).unwrap_err();
    assert_eq!(error, StaleHierarchy);
    assert!(error.to_string().contains("must be rebuilt"));
}

#[test]
fn maps_without_a_jump_point_are_answered_too() {
    for (rows, goal) in [(vec!["."], (0, 0)), (vec!["....."], (4, 0)), (vec![".", ".", "."], (0, 2))] {
        let grid = Grid::from_rows(rows).unwrap();
        for rule in DiagonalRule::ALL {
            let planner = JumpCh::with_rule(&grid, rule);
            assert_eq!((planner.hierarchy().nodes(), planner.hierarchy().edges()), (0, 0));
            let again = JumpHierarchy::from_bytes(&grid, &planner.hierarchy().to_bytes());
            assert_eq!(again.unwrap().nodes(), 0);
            for query in [Query::new((0, 0), goal), Query::new(goal, (0, 0)), Query::new(goal, goal)] {
                let answer = planner.plan(&query, &mut Workspace::new()).unwrap();
                let places = &answer.path().unwrap().places;
                assert_eq!((places.first(), places.last()), (Some(&query.start), Some(&query.goal)));
                check_cells(&grid, rule, places).unwrap();
            }
        }
    }
    let grid = Grid::from_rows(["..#.."]).unwrap();
    let answer = JumpCh::new(&grid).plan(&Query::new((0, 0), (4, 0)), &mut Workspace::new()).unwrap();
    assert_eq!(answer.outcome, Outcome::Unreachable);
}

/// Paths of more steps than short lengths can measure, in searches and in shortcuts.
#[test]
fn very_long_paths_are_measured_too() {
    let (width, height) = (600u32, 241u32);
    let snake = |cell: Cell| {
        let gap = if cell.y % 4 == 1 { width as i32 - 1 } else { 0 };
        if cell.y % 2 == 1 && cell.x != gap { Tile::Blocked } else { Tile::Free }
    };
    let grid = Grid::from_fn(width, height, snake).unwrap();
    let hierarchy = JumpHierarchy::new(&grid, DiagonalRule::default());
    let again = JumpHierarchy::from_bytes(&grid, &hierarchy.to_bytes()).unwrap();
    for hierarchy in [&hierarchy, &again] {
        let planner = JumpCh::with_prepared(&grid, hierarchy).unwrap();
        let query = Query::new((0, 0), (0, height as i32 - 1));
        let answer = planner.plan(&query, &mut Workspace::new()).unwrap();
        let cost = f64::from((width - 1) * (height / 2) + height - 1);
        assert_eq!(answer.path().map(|path| path.cost), Some(cost));
    }
}

/// A search that is given up has expanded as many nodes as it may, and returns the nearest of those on the start's side.
#[test]
fn caps_are_kept_and_the_nearest_is_returned() {
    #[derive(Default)]
    struct Counts(u64);
    impl Observer<Cell> for Counts {
        fn expand(&mut self, _: &Visit<Cell>) {
            self.0 += 1;
        }
    }
    let mut rng = SplitMix64::new(44);
    let world = PlainWorld::random(80, 80, 30, &mut rng);
    let grid = world.to_grid();
    let planner = JumpCh::new(&grid);
    let mut workspace = Workspace::new();
    for query in queries(&world, &mut rng) {
        let whole = planner.plan(&query, &mut workspace).unwrap();
        let mut before = u64::MAX;
        for cap in 0..whole.stats.expanded + 2 {
            let limited = query.clone().with_limits(Limits::expansions(cap));
            let mut counts = Counts::default();
            let answer = planner.plan_observed(&limited, &mut workspace, &mut counts).unwrap();
            assert_eq!(answer.stats.expanded, counts.0);
            let Outcome::Stopped { why, nearest } = answer.outcome else {
                assert_eq!(answer.outcome, whole.outcome);
                continue;
            };
            assert_eq!((why, answer.stats.expanded), (StopReason::Expansions, cap));
            assert!(cap < whole.stats.expanded);
            assert_eq!(nearest.places[0], query.start);
            check_cells(&grid, DiagonalRule::default(), &nearest.places).unwrap();
            let end = nearest.places[nearest.places.len() - 1];
            let left = u64::from(end.x.abs_diff(query.goal.x)).pow(2)
                + u64::from(end.y.abs_diff(query.goal.y)).pow(2);
            assert!(left <= before, "more work does not end further away");
            before = left;
        }
    }
}

/// Whoever watches sees the lines of the legs around both ends.
#[test]
fn scans_from_both_ends_are_reported() {
    #[derive(Default)]
    struct Scans(Vec<Scan<Cell>>);
    impl Observer<Cell> for Scans {
        fn scan(&mut self, scan: &Scan<Cell>) {
            self.0.push(*scan);
        }
    }
    let grid = Grid::from_rows(["......", "..#...", "..#...", "......"]).unwrap();
    let (start, goal) = (Cell::new(0, 1), Cell::new(5, 2));
    for rule in DiagonalRule::ALL {
        let (mut scans, mut workspace) = (Scans::default(), Workspace::new());
        let planner = JumpCh::with_rule(&grid, rule);
        planner.plan_observed(&Query::new(start, goal), &mut workspace, &mut scans).unwrap();
        for end in [start, goal] {
            assert!(scans.0.iter().any(|scan| scan.from == end), "{rule:?}");
        }
        for Scan { from, to, .. } in scans.0 {
            let (dx, dy) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
            assert!(from != to && (dx == 0 || dy == 0 || dx == dy));
        }
    }
}
