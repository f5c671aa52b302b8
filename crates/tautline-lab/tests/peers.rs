//! Public libraries on small worlds: their paths are legal under the rules that are stated, and as short as is stated.

#![cfg(feature = "peers")]

use tautline::engine::Planner;
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::moves::{CornerRule, DiagonalRule, PathRule};
use tautline::path::Path;
use tautline::search::{Answer, Query, Workspace};
use tautline_lab::peers::{Peer, check, crowds, peers};
use tautline_maps::generate::{Rng, Share, maze, random, rooms, walls};

type Xy = (i32, i32);

/// What came of all queries.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    /// How many paths there are.
    reachable: usize,
    /// Paths that were not found.
    missed: usize,
    /// Paths longer than the shortest.
    longer: usize,
}

fn peer(id: &str) -> Peer {
    peers().into_iter().find(|peer| peer.id == id).unwrap()
}

fn worlds() -> Vec<Map> {
    let mut worlds = Vec::new();
    for seed in 0..60 {
        let (width, height) = (5 + seed as u32 % 31, 5 + seed as u32 / 2 % 24);
        for percent in [10, 20, 40, 60] {
            worlds.push(random(width, height, Share::percent(percent).unwrap(), seed).unwrap());
        }
    }
    for seed in 0..5 {
        worlds.push(maze(33, 25, 1, seed).unwrap());
        worlds.push(rooms(33, 33, 7, seed).unwrap());
        worlds.push(walls(30, 30, 12, 6, seed).unwrap());
    }
    worlds
}

/// Ten pairs of free cells.
fn pairs(map: &Map, seed: u64) -> Vec<(Xy, Xy)> {
    let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    let mut rng = Rng::new(seed);
    let mut pick = || free[rng.below(free.len() as u64) as usize].into();
    (0..10).map(|_| (pick(), pick())).collect()
}

/// Our planner that finds shortest paths under a rule.
fn ours(rule: PathRule, map: &Map) -> Planner {
    let spec = match rule {
        PathRule::Steps(DiagonalRule::NoCornerCutting) => "dijkstra:diagonal=no-corner-cutting",
        PathRule::Steps(DiagonalRule::CutBothCorners) => "dijkstra:diagonal=cut-both-corners",
        PathRule::Lines(CornerRule::Closed) => "taut:corners=closed",
        other => panic!("no peer keeps to {other:?}"),
    };
    Planner::new(spec, map).unwrap()
}

/// How long its path is.
fn length(planner: &Planner, map: &Map, (start, goal): (Xy, Xy)) -> Option<f64> {
    let ends = planner.ends();
    let query = Query::new(ends.scenario(start), ends.scenario(goal));
    let answer = planner.plan(map, &query, &mut Workspace::new()).unwrap();
    Answer::path(&answer).map(Path::cost)
}

/// Every path that a library finds is legal under the stated rule, none is shorter than ours, and none leads where ours finds
/// no way. Only pairs that are wanted count.
fn tally(id: &str, is_wanted: impl Fn(&Map, Xy) -> bool) -> Tally {
    let peer = peer(id);
    let mut tally = Tally::default();
    for (number, map) in worlds().iter().enumerate() {
        let mut prepared = (peer.build)(map.grid());
        let ours = ours(peer.rule, map);
        for (start, goal) in pairs(map, number as u64) {
            if !is_wanted(map, start) || !is_wanted(map, goal) {
                continue;
            }
            let case = format!("{id}, world {number}, {start:?} to {goal:?}");
            let shortest = length(&ours, map, (start, goal));
            let found = prepared.plan(start, goal).map(|found| {
                check(peer.rule, map.grid(), start, goal, &found)
                    .unwrap_or_else(|fault| panic!("{case}: {fault}"))
            });
            match (shortest, found) {
                (None, None) => (),
                (None, Some(length)) => panic!("{case}: found a path of length {length}, expected none"),
                (Some(_), None) => tally.missed += 1,
                (Some(shortest), Some(length)) => {
                    assert!(length > shortest - 1e-9, "{case}: found {length}, expected {shortest} or more");
                    tally.longer += usize::from(length > shortest + 1e-9);
                }
            }
            tally.reachable += usize::from(shortest.is_some());
        }
    }
    tally
}

fn always(_: &Map, _: Xy) -> bool {
    true
}

/// Whether two obstacles touch with their corners at the corner with these coordinates, those of a free cell.
fn is_double(map: &Map, (x, y): Xy) -> bool {
    map.is_blocked((x - 1, y)) && map.is_blocked((x, y - 1)) && map.is_free((x - 1, y - 1))
}

#[test]
fn pathfinding_and_petgraph_find_the_shortest_paths() {
    for id in ["pathfinding", "petgraph"] {
        let tally = tally(id, always);
        assert_eq!((tally.missed, tally.longer), (0, 0), "{id}");
        assert!(tally.reachable > 2000, "{tally:?}");
    }
}

#[test]
fn polyanya_finds_the_shortest_paths_between_ends_that_belong_to_one_place() {
    let tally = tally("polyanya", |map, end| !is_double(map, end));
    assert_eq!((tally.missed, tally.longer), (0, 0));
    assert!(tally.reachable > 2000, "{tally:?}");
}

/// The exception above is needed.
#[test]
fn polyanya_leaves_an_end_between_two_obstacles_on_either_side() {
    let map = Map::from_rows([".#.", "#..", "..."]).unwrap();
    let polyanya = peer("polyanya");
    let found = (polyanya.build)(map.grid()).plan((1, 1), (0, 0)).expect("a path, where ours finds none");
    assert!(check(polyanya.rule, map.grid(), (1, 1), (0, 0), &found).unwrap_err().contains("(1, 1)"));
    assert_eq!(length(&ours(polyanya.rule, &map), &map, ((1, 1), (0, 0))), None);
}

/// It finds all paths, but not always the shortest: that so many are longer is a fact about this version.
#[test]
fn most_paths_of_grid_pathfinding_are_the_shortest() {
    let pruned = tally("grid-pathfinding", always);
    let unpruned = tally("grid-pathfinding:improved_pruning=false", always);
    let (reachable, missed) = (pruned.reachable, 0);
    assert_eq!(pruned, Tally { reachable, missed, longer: 73 });
    assert_eq!(unpruned, Tally { reachable, missed, longer: 44 });
}

/// It finds all paths, as a greedy search does.
#[test]
fn half_of_the_paths_of_bracket_pathfinding_are_the_shortest() {
    let tally = tally("bracket-pathfinding", always);
    assert_eq!(tally, Tally { reachable: 2334, missed: 0, longer: 1232 });
}

/// Which of several paths it takes is not the same in every run. It looks for few steps, and its notes say what it misses.
#[test]
fn hierarchical_pathfinding_misses_paths_only_where_corners_are_cut() {
    for (id, missed, longer) in [
        ("hierarchical-pathfinding", 22, 0.62),
        ("hierarchical-pathfinding:high-performance", 6, 0.64),
        ("hierarchical-pathfinding:own-neighbours", 0, 0.50),
    ] {
        let tally = tally(id, always);
        assert_eq!(tally.missed, missed, "{id}");
        let share = tally.longer as f64 / tally.reachable as f64;
        assert!((share - longer).abs() < 0.03, "{id}: {share} longer in {tally:?}");
    }
}

#[test]
fn the_versions_are_those_that_are_built() {
    let lock = include_str!("../../../Cargo.lock").replace('\r', "");
    let crowds = crowds(10, 1).unwrap();
    let libraries = peers().into_iter().map(|peer| peer.library).chain(crowds.iter().map(|row| row.library));
    for library in libraries {
        let mut words = library.split(' ');
        let (name, version) = (words.next().unwrap(), words.next().unwrap());
        assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n")), "{library}");
    }
}

#[test]
fn every_peer_has_a_name_of_its_own_and_notes() {
    let mut ids: Vec<_> = peers().iter().map(|peer| peer.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), peers().len());
    assert!(peers().iter().all(|peer| !peer.notes.is_empty() && !peer.guarantee.is_empty()));
}

/// All three walk in the same scene. The simulator leaves out near neighbours, and so its agents walk through each other.
#[test]
fn agents_of_the_simulator_collide() {
    let [ours, raw, simulator] = &crowds(100, 100).unwrap()[..] else { panic!("three crowds") };
    assert!(
        simulator.collisions > 5 * raw.collisions.max(ours.collisions),
        "{simulator:?}, {raw:?}, {ours:?}"
    );
    assert!([ours, raw, simulator].iter().all(|row| row.microseconds > 0.0 && row.microseconds.is_finite()));
    assert!(simulator.arrived > 0 && simulator.arrived < 100);
}
