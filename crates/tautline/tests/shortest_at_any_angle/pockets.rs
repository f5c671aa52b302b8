//! Pockets under edits: what is kept right must lead to the same lengths as a map without pockets.

use tautline::engine::{Algorithm, Update};
use tautline::geometry::{Cell, Corner, Rect};
use tautline::map::{Map, Tile};
use tautline::moves::CornerRule;
use tautline::path::Path;
use tautline::planners::{Anya, AnyaConfig, Taut, TautConfig};
use tautline::search::{Query, Workspace};
use tautline_testkit::oracle::corners::{CornerOracle, check_corner_path};
use tautline_testkit::world::{PlainWorld, SplitMix64};

use super::worlds::{any_kind, ends};
use super::{RULES, are_equal};

fn new(map: &Map, rule: CornerRule) -> Taut {
    Taut::new(map, TautConfig { rule }).unwrap()
}

/// The length of the path that is found, if there is one; none as well if an end is refused.
fn length(
    planner: &impl Algorithm,
    map: &Map,
    start: Corner,
    goal: Corner,
    workspace: &mut Workspace,
) -> Option<f64> {
    planner.plan(map, &Query::new(start, goal), workspace).ok()?.path().map(Path::cost)
}

/// The same by a search that keeps nothing of the map.
fn shortest(map: &Map, start: Corner, goal: Corner, workspace: &mut Workspace) -> Option<f64> {
    length(&Anya::new(map, AnyaConfig::default()).unwrap(), map, start, goal, workspace)
}

/// Changes a cell, a rectangle, or several of both.
fn edit(map: &mut Map, rng: &mut SplitMix64) {
    let edits = if rng.chance(80) { 1 } else { 1 + rng.below(20) };
    for _ in 0..edits {
        let (x, y) = (rng.below(map.width()) as i32, rng.below(map.height()) as i32);
        if rng.chance(90) {
            let tile = if map.is_free((x, y)) { Tile::Blocked } else { Tile::Free };
            map.set((x, y), tile).unwrap();
        } else {
            let tile = if rng.chance(50) { Tile::Blocked } else { Tile::Free };
            map.fill(Rect::new(x, y, 1 + rng.below(4), 1 + rng.below(4)), tile);
        }
    }
}

fn follow_edits(worlds: usize, seed: u64) {
    let (mut rng, mut workspace) = (SplitMix64::new(seed), Workspace::new());
    let mut in_pockets = 0;
    for _ in 0..worlds {
        let (width, height) = (1 + rng.below(14), 1 + rng.below(14));
        let mut map = any_kind(width, height, &mut rng).to_map();
        let mut planners = RULES.map(|rule| new(&map, rule));
        for _ in 0..12 {
            let before = map.revision();
            edit(&mut map, &mut rng);
            let world = PlainWorld::from_grid(map.grid());
            for (rule, taut) in RULES.into_iter().zip(&mut planners) {
                let update = taut.update(&map).unwrap();
                assert_eq!(update == Update::Unchanged, before == map.revision());
                in_pockets += taut.pocket_cells();
                let oracle = CornerOracle::new(&world, rule);
                for pair in ends(&world, 8, &mut rng).windows(2) {
                    let Ok(shortest) = oracle.distance(pair[0], pair[1]) else { continue };
                    let answer = taut.plan(&map, &Query::new(pair[0], pair[1]), &mut workspace).unwrap();
                    let found = answer.path().map(|path| {
                        check_corner_path(&world, rule, pair[0], pair[1], path.corners().unwrap()).unwrap()
                    });
                    assert!(are_equal(found, shortest), "{rule:?} {pair:?} {found:?} {shortest:?}\n{world}");
                }
            }
        }
    }
    assert!(in_pockets > 100 * worlds, "{in_pockets} cells in pockets");
}

#[test]
fn pockets_follow_edits() {
    follow_edits(150, 81);
}

#[test]
#[ignore = "full check: minutes: 20,000 worlds, 12 edits each"]
fn pockets_follow_very_many_edits() {
    follow_edits(20_000, 82);
}

/// Wide worlds, whose pockets have runs of all lengths up to the longest one and beyond.
#[test]
fn pockets_of_large_worlds_follow_edits() {
    let (mut rng, mut workspace) = (SplitMix64::new(83), Workspace::new());
    for _ in 0..40 {
        let (width, height) = (20 + rng.below(60), 20 + rng.below(60));
        let mut map = any_kind(width, height, &mut rng).to_map();
        let mut taut = new(&map, CornerRule::Closed);
        for _ in 0..10 {
            edit(&mut map, &mut rng);
            taut.update(&map).unwrap();
            for pair in ends(&PlainWorld::from_grid(map.grid()), 8, &mut rng).windows(2) {
                let found = length(&taut, &map, pair[0], pair[1], &mut workspace);
                let shortest = shortest(&map, pair[0], pair[1], &mut workspace);
                assert!(are_equal(found, shortest), "{pair:?}: {found:?} {shortest:?}\n{:?}", map.grid());
            }
        }
    }
}

/// Two states of a planner, and one for another map, in turn with one workspace, which keeps a copy of the pockets of one of them.
#[test]
fn a_workspace_takes_no_pockets_for_others() {
    let (mut rng, mut workspace) = (SplitMix64::new(84), Workspace::new());
    let mut map = any_kind(30, 30, &mut rng).to_map();
    let other = any_kind(30, 30, &mut rng).to_map();
    let on_other = new(&other, CornerRule::Closed);
    let mut taut = new(&map, CornerRule::Closed);
    for _ in 0..100 {
        let (before, kept) = (map.clone(), taut.clone());
        edit(&mut map, &mut rng);
        taut.update(&map).unwrap();
        let maps = [(&before, &kept), (&map, &taut), (&other, &on_other), (&before, &kept), (&map, &taut)];
        for (map, taut) in maps {
            let world = PlainWorld::from_grid(map.grid());
            let [start, goal] = ends(&world, 2, &mut rng)[..] else { unreachable!() };
            let found = length(taut, map, start, goal, &mut workspace);
            let shortest = shortest(map, start, goal, &mut workspace);
            assert!(are_equal(found, shortest), "{start} to {goal}: {found:?} {shortest:?}\n{world}");
        }
    }
}

/// One way, three cells wide, that winds inwards. All of it could be one pocket behind the other, and a query would have to open thousands.
#[test]
fn of_a_spiral_no_more_is_closed_than_can_be_opened_soon() {
    const SIDE: i32 = 201;
    let mut map = Map::blocked(SIDE as u32, SIDE as u32).unwrap();
    let (mut at, mut step, mut legs) = (Cell::new(0, 0), (1, 0), 0);
    let mut carve = |cell: Cell| map.fill(Rect::new(cell.x, cell.y, 3, 3), Tile::Free);
    carve(at);
    // Each leg ends where the way would come nearer than a wall to one that is there.
    let mut taken = std::collections::HashSet::from([(0, 0)]);
    while legs < 2 {
        let ahead = (at.x + 4 * step.0, at.y + 4 * step.1);
        let is_inside = (0..=SIDE - 3).contains(&ahead.0) && (0..=SIDE - 3).contains(&ahead.1);
        if is_inside
            && !taken.contains(&ahead)
            && !taken.contains(&(ahead.0 + 4 * step.0, ahead.1 + 4 * step.1))
        {
            for _ in 0..4 {
                at = Cell::new(at.x + step.0, at.y + step.1);
                carve(at);
            }
            taken.insert(ahead);
            legs = 0;
        } else {
            step = (-step.1, step.0);
            legs += 1;
        }
    }
    let taut = new(&map, CornerRule::Closed);
    let closed = taut.pocket_cells();
    assert!((100..2_000).contains(&closed), "{closed} of {}", map.free_cells());
    let (start, goal, mut workspace) = (Corner::new(0, 0), Corner::new(at.x, at.y), Workspace::new());
    let shortest = shortest(&map, start, goal, &mut workspace);
    assert!(shortest.is_some_and(|length| length > 5_000.0), "{shortest:?}");
    for (start, goal) in [(start, goal), (goal, start), (start, start), (start, goal)] {
        let expected = if start == goal { Some(0.0) } else { shortest };
        assert!(are_equal(length(&taut, &map, start, goal, &mut workspace), expected));
    }
}
