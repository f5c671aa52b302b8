//! What only the hierarchy of jump points has: a prepared form of its own, as bytes, its refusals, and shortcuts.

use tautline::engine::{Algorithm, Update};
use tautline::geometry::Cell;
use tautline::map::{Map, Stale, Tile};
use tautline::moves::{CostModel, DiagonalRule, OctileLength};
use tautline::path::{Path, check_cells};
use tautline::planners::{JumpCh, JumpChConfig};
use tautline::search::{Limits, Observer, Outcome, Query, QueryError, Scan, StopReason, Visit, Workspace};
use tautline_testkit::oracle::cells::distances;
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::jump_table::{name, open, open_any};
use crate::observed::cell;

fn new(map: &Map, rule: DiagonalRule) -> JumpCh {
    JumpCh::new(map, JumpChConfig { rule }).unwrap()
}

fn spec(rule: DiagonalRule) -> String {
    format!("jump-ch:diagonal={}", name(rule))
}

/// What the bytes of a hierarchy say that it has.
#[derive(Debug, PartialEq)]
struct Contents {
    nodes: usize,
    edges: usize,
    shortcuts: usize,
}

/// Four numbers come first, the second of which counts the nodes and the last one the edges. Two numbers follow for each node and
/// for each edge: its end, and the node that it is a shortcut over.
fn contents(bytes: &[u8]) -> Contents {
    let (words, rest) = bytes.as_chunks::<4>();
    assert!(rest.is_empty());
    let words: Vec<u32> = words.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let (nodes, edges) = (words[1] as usize, words[3] as usize);
    let of_edges = &words[4 + 2 * nodes..];
    assert_eq!(of_edges.len(), 2 * edges);
    let shortcuts = of_edges.chunks(2).filter(|edge| edge[1] != u32::MAX).count();
    Contents { nodes, edges, shortcuts }
}

fn queries(world: &PlainWorld, rng: &mut SplitMix64) -> Vec<Query> {
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
            let map = world.to_map();
            let planner = new(&map, rule);
            let contents = contents(&planner.to_bytes().unwrap());
            assert!(contents.shortcuts > 100, "{contents:?}");
            let free: Vec<Cell> = world.free_cells().collect();
            for _ in 0..8 {
                let start = rng.pick(&free);
                let optima = distances(&world, rule, CostModel::Octile, start);
                for &goal in free.iter().step_by(7) {
                    let query = Query::new(start, goal);
                    let answer = planner.plan(&map, &query, &mut workspace).unwrap();
                    let Some(path) = answer.path() else {
                        assert_eq!((answer.outcome, optima[world.index(goal)]), (Outcome::Unreachable, None));
                        continue;
                    };
                    let steps = check_cells(map.grid(), rule, path.cells().unwrap()).unwrap();
                    assert_eq!(
                        Some(steps),
                        same(optima[world.index(goal)], steps),
                        "{start} to {goal}, {rule:?}"
                    );
                    let turns = planner.plan(&map, &query.for_waypoints(), &mut workspace).unwrap();
                    assert_eq!(turns.into_path().unwrap().with_every_cell().cells(), path.cells());
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
        let map = world.to_map();
        for rule in DiagonalRule::ALL {
            let one = new(&map, rule);
            let bytes = one.to_bytes().unwrap();
            let other = open(&map, &spec(rule), &bytes).unwrap();
            assert_eq!(other.to_bytes(), Some(bytes));
            assert_eq!(
                (other.id(), other.rule(), other.revision(), other.memory()),
                ("jump-ch", rule.into(), Some(map.revision()), one.memory())
            );
            let mut workspace = Workspace::new();
            for query in queries(&world, &mut rng) {
                assert_eq!(one.plan(&map, &query, &mut workspace), other.plan(&map, &query, &mut workspace));
            }
        }
    }
}

/// Cut, lengthened or changed anywhere: an error, or a hierarchy whose answers are legal.
#[test]
fn wrong_bytes_never_panic() {
    let mut rng = SplitMix64::new(43);
    let world = PlainWorld::random(24, 20, 25, &mut rng);
    let (map, other) = (world.to_map(), PlainWorld::random(24, 20, 25, &mut rng).to_map());
    let mut workspace = Workspace::new();
    let specs = DiagonalRule::ALL.map(spec);
    for rule in DiagonalRule::ALL {
        let bytes = new(&map, rule).to_bytes().unwrap();
        assert!(open(&other, &spec(rule), &bytes).is_err(), "another map");
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 100) {
            assert!(open_any(&map, &specs, &bytes[..length]).is_err(), "cut at {length}");
        }
        for added in 1..9 {
            let longer = [&bytes[..], &vec![0; added]].concat();
            assert!(open_any(&map, &specs, &longer).is_err(), "{added} bytes more");
        }
        let mut accepted = 0;
        for _ in 0..2000 {
            let mut changed = bytes.clone();
            let range = if rng.below(8) == 0 { 12 } else { changed.len() as u32 };
            let place = rng.below(range) as usize;
            // Mostly a number that could be one of the kind that stands there.
            changed[place] =
                if rng.below(2) == 0 { bytes[rng.below(range) as usize] } else { rng.below(256) as u8 };
            let Ok(planner) = open_any(&map, &specs, &changed) else { continue };
            accepted += 1;
            let rule = planner.rule().steps().unwrap();
            for query in queries(&world, &mut rng).iter().take(5) {
                if let Outcome::Found(path) = planner.plan(&map, query, &mut workspace).unwrap().outcome {
                    check_cells(map.grid(), rule, path.cells().unwrap()).unwrap();
                }
            }
        }
        assert!(accepted < 1000, "{accepted}");
    }
}

#[test]
fn an_edited_map_needs_a_new_hierarchy() {
    let mut map = Map::open(20, 20).unwrap();
    let mut planner = new(&map, DiagonalRule::default());
    let (query, mut workspace) = (Query::new((0, 0), (19, 12)), Workspace::new());
    assert!(planner.plan(&map, &query, &mut workspace).is_ok());
    let before = planner.to_bytes();
    map.block((5, 5)).unwrap();
    let error = planner.plan(&map, &query, &mut workspace).unwrap_err();
    assert_eq!(error, QueryError::Stale(Stale));
    assert!(error.to_string().contains("update it"));
    assert_eq!(planner.update(&map), Ok(Update::Rebuilt));
    assert_eq!(planner.to_bytes(), new(&map, DiagonalRule::default()).to_bytes());
    assert_ne!(planner.to_bytes(), before);
    assert!(planner.plan(&map, &query, &mut workspace).is_ok());
    assert_eq!(planner.update(&map), Ok(Update::Unchanged));
}

#[test]
fn maps_without_a_jump_point_are_answered_too() {
    for (rows, goal) in [(vec!["."], (0, 0)), (vec!["....."], (4, 0)), (vec![".", ".", "."], (0, 2))] {
        let map = Map::from_rows(rows).unwrap();
        for rule in DiagonalRule::ALL {
            let planner = new(&map, rule);
            let bytes = planner.to_bytes().unwrap();
            assert_eq!(contents(&bytes), Contents { nodes: 0, edges: 0, shortcuts: 0 });
            assert_eq!(open(&map, &spec(rule), &bytes).unwrap().to_bytes(), Some(bytes));
            for query in [Query::new((0, 0), goal), Query::new(goal, (0, 0)), Query::new(goal, goal)] {
                let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
                let path = answer.path().unwrap();
                assert_eq!((path.start(), path.end()), (query.start, query.goal));
                check_cells(map.grid(), rule, path.cells().unwrap()).unwrap();
            }
        }
    }
    let map = Map::from_rows(["..#.."]).unwrap();
    let planner = new(&map, DiagonalRule::default());
    let answer = planner.plan(&map, &Query::new((0, 0), (4, 0)), &mut Workspace::new()).unwrap();
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
    let map = Map::from_fn(width, height, snake).unwrap();
    let planner = new(&map, DiagonalRule::default());
    let again = open(&map, "jump-ch", &planner.to_bytes().unwrap()).unwrap();
    for planner in [&planner as &dyn Algorithm, &*again] {
        let query = Query::new((0, 0), (0, height as i32 - 1));
        let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
        let cost = f64::from((width - 1) * (height / 2) + height - 1);
        assert_eq!(answer.path().map(Path::cost), Some(cost));
    }
}

/// A search that is given up has expanded as many nodes as it may, and returns the nearest of those on the start's side.
#[test]
fn caps_are_kept_and_the_nearest_is_returned() {
    #[derive(Default)]
    struct Counts(u64);
    impl Observer for Counts {
        fn expand(&mut self, _: &Visit) {
            self.0 += 1;
        }
    }
    let mut rng = SplitMix64::new(44);
    let world = PlainWorld::random(80, 80, 30, &mut rng);
    let map = world.to_map();
    let planner = new(&map, DiagonalRule::default());
    let mut workspace = Workspace::new();
    for query in queries(&world, &mut rng) {
        let goal = cell(query.goal);
        let whole = planner.plan(&map, &query, &mut workspace).unwrap();
        let mut before = u64::MAX;
        for cap in 0..whole.stats.expanded + 2 {
            let limited = query.clone().with_limits(Limits::expansions(cap));
            let mut counts = Counts::default();
            let answer = planner.plan_observed(&map, &limited, &mut workspace, &mut counts).unwrap();
            assert_eq!(answer.stats.expanded, counts.0);
            let Outcome::Stopped { why, nearest } = answer.outcome else {
                assert_eq!(answer.outcome, whole.outcome);
                continue;
            };
            assert_eq!((why, answer.stats.expanded), (StopReason::Expansions, cap));
            assert!(cap < whole.stats.expanded);
            assert_eq!(nearest.start(), query.start);
            check_cells(map.grid(), DiagonalRule::default(), nearest.cells().unwrap()).unwrap();
            let end = cell(nearest.end());
            let left = u64::from(end.x.abs_diff(goal.x)).pow(2) + u64::from(end.y.abs_diff(goal.y)).pow(2);
            assert!(left <= before, "more work does not end further away");
            before = left;
        }
    }
}

/// An observer sees the lines of the legs around both ends.
#[test]
fn scans_from_both_ends_are_reported() {
    #[derive(Default)]
    struct Scans(Vec<Scan>);
    impl Observer for Scans {
        fn scan(&mut self, scan: &Scan) {
            self.0.push(*scan);
        }
    }
    let map = Map::from_rows(["......", "..#...", "..#...", "......"]).unwrap();
    let (start, goal) = (Cell::new(0, 1), Cell::new(5, 2));
    for rule in DiagonalRule::ALL {
        let (mut scans, mut workspace) = (Scans::default(), Workspace::new());
        let query = Query::new(start, goal);
        new(&map, rule).plan_observed(&map, &query, &mut workspace, &mut scans).unwrap();
        for end in [start, goal] {
            assert!(scans.0.iter().any(|scan| scan.from == end.into()), "{rule:?}");
        }
        for Scan { from, to, .. } in scans.0 {
            let (from, to) = (cell(from), cell(to));
            let (dx, dy) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
            assert!(from != to && (dx == 0 || dy == 0 || dx == dy));
        }
    }
}
