//! A search that is paused and resumed gives the same answer and the same counts as one in a single go.

use tautline::engine::Algorithm;
use tautline::heuristic::landmarks::LandmarkConfig;
use tautline::map::{Link, Map, Tiling, Tolls};
use tautline::moves::Direction;
use tautline::planners::{AStar, AStarConfig, Alt, AltConfig, Dijkstra, DijkstraConfig, OpenKind};
use tautline::search::{Limits, Outcome, Query, QueryError, Reach, StopReason, Workspace};
use tautline_testkit::world::{RichWorld, SplitMix64};

fn astar(map: &Map) -> AStar {
    AStar::new(map, AStarConfig::default()).unwrap()
}

#[test]
fn slices_of_any_size_make_the_same_search() {
    let mut rng = SplitMix64::new(5);
    let mut pauses = 0;
    for round in 0..300 {
        let (width, height) = (2 + rng.below(14), 2 + rng.below(14));
        let world = RichWorld::random(width, height, 20, round % 16, &mut rng);
        let map = world.to_map();
        let free: Vec<_> = world.plain.cells().filter(|cell| world.plain.is_free(cell.x, cell.y)).collect();
        if free.is_empty() {
            continue;
        }
        let open = [OpenKind::Heap, OpenKind::Linear, OpenKind::Stacks][round as usize % 3];
        let config = AStarConfig { open, turn_half_tiles: rng.below(2) * 3, ..Default::default() };
        let planner = AStar::new(&map, config).unwrap();
        let mut query = Query::new(rng.pick(&free), rng.pick(&free));
        if rng.chance(30) {
            query = query.with_reach(Reach::NextTo).or_nearest();
        }
        if rng.chance(30) {
            query.limits = Limits::expansions(rng.below(60).into());
        }
        let whole = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
        let mut search = planner.sliced(&map, query);
        assert!(search.answer().is_none());
        while planner.step(&map, &mut search, u64::from(1 + rng.below(20))).unwrap().is_none() {
            pauses += 1;
        }
        assert_eq!(
            planner.step(&map, &mut search, 5),
            Ok(Some(&whole)),
            "a finished search stays what it is"
        );
        assert_eq!(search.into_answer(), Some(whole), "round {round}\n{world}");
    }
    assert!(pauses > 500, "{pauses}");
}

#[test]
fn a_changed_map_or_planner_is_refused() {
    let mut map = Map::open(20, 20).unwrap();
    let planner = astar(&map);
    let mut search = planner.sliced(&map, Query::new((0, 0), (19, 19)));
    assert_eq!(planner.step(&map, &mut search, 3), Ok(None));
    assert_eq!(
        astar(&map).step(&map, &mut search, 3),
        Ok(None),
        "with the same options it is the same planner"
    );
    let dijkstra = Dijkstra::new(&map, DijkstraConfig::default()).unwrap();
    assert_eq!(dijkstra.step(&map, &mut search, 3), Err(QueryError::Changed));
    assert_eq!(planner.step(&map.clone(), &mut search, 3), Ok(None), "a clone is the same map");
    map.block((5, 5)).unwrap();
    let error = planner.step(&map, &mut search, 3).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the map or the planner has changed since the search was begun: begin it again"
    );
}

/// Whatever belongs to the map, also where the grid stays as it is.
#[test]
fn a_map_that_has_changed_otherwise_is_refused() {
    let plain = Map::open(9, 9).unwrap();
    let climbs = |up| Tolls::climbs(plain.grid(), |cell| cell.x, up, 0);
    let tolls = [1, 2].map(|up| plain.clone().with_tolls(climbs(up)).unwrap());
    let linked = plain.clone().with_links([Link::new((0, 0), (5, 5), 3)]).unwrap();
    let linked_twice = linked.clone().with_links([Link::new((1, 0), (5, 6), 3)]).unwrap();
    let hexagonal = plain.clone().with_tiling(Tiling::Hexagonal);
    let terrain = Map::from_costs(9, 9, |_| 2).unwrap();
    let edited = |before: &Map, edit: fn(&mut Map)| {
        let mut after = before.clone();
        edit(&mut after);
        (before.clone(), after)
    };
    let changes = [
        (tolls[0].clone(), tolls[1].clone()),
        (tolls[0].clone(), plain.clone()),
        (linked.clone(), linked_twice),
        (plain.clone(), linked.clone()),
        (plain.clone(), hexagonal),
        (plain.clone(), terrain.clone()),
        edited(&terrain, |map| assert_eq!(map.set_cost((4, 4), 9), Ok(2))),
        edited(&plain, |map| assert_eq!(map.set_cost((4, 4), 9), Ok(1))),
        edited(&tolls[0], |map| assert_eq!(map.set_toll((4, 4), Direction::East, 7), Ok(1))),
        edited(&plain, |map| assert_eq!(map.set_toll((4, 4), Direction::East, 7), Ok(0))),
        edited(&plain, |map| map.add_link(Link::new((0, 0), (5, 5), 3)).unwrap()),
        edited(&linked, |map| assert!(map.remove_link(Link::new((0, 0), (5, 5), 3)))),
    ];
    for (before, after) in changes {
        let mut search = astar(&before).sliced(&before, Query::new((0, 0), (8, 8)));
        assert_eq!(astar(&before).step(&before, &mut search, 3), Ok(None));
        assert_eq!(astar(&after).step(&after, &mut search, 3), Err(QueryError::Changed), "{after:?}");
        assert_eq!(astar(&before).step(&after, &mut search, 3), Err(QueryError::Changed), "{after:?}");
        assert!(astar(&before).step(&before, &mut search, 3).is_ok());
    }
}

#[test]
fn a_slice_of_nothing_does_nothing_and_errors_come_with_the_first() {
    let map = Map::open(9, 1).unwrap();
    let planner = astar(&map);
    let mut search = planner.sliced(&map, Query::new((0, 0), (8, 0)));
    assert_eq!(planner.step(&map, &mut search, 0), Ok(None));
    assert!(planner.step(&map, &mut search, u64::MAX).unwrap().unwrap().is_complete());
    let mut outside = planner.sliced(&map, Query::new((0, 0), (9, 0)));
    assert!(matches!(planner.step(&map, &mut outside, 1), Err(QueryError::GoalOutside { .. })));
    let capped = Query::new((0, 0), (8, 0)).with_limits(Limits::expansions(4));
    let mut search = planner.sliced(&map, capped);
    let answer = loop {
        if let Some(answer) = planner.step(&map, &mut search, 3).unwrap() {
            break answer;
        }
    };
    assert_eq!(answer.stats.expanded, 4);
    assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Expansions, .. }));
}

/// Another heuristic in the middle of a search would not be consistent with the one before.
#[test]
fn a_search_with_landmarks_is_not_continued_without_them_or_with_others() {
    let map = Map::from_rows([".#..", "..#.", "....", "...#"]).unwrap();
    let (config, some) = (AStarConfig::default(), LandmarkConfig { count: 1, ..Default::default() });
    let alt = |landmarks| Alt::new(&map, AltConfig { landmarks, astar: config }).unwrap();
    let mut search = alt(some).sliced(&map, Query::new((0, 1), (2, 0)));
    assert_eq!(alt(some).step(&map, &mut search, 2), Ok(None));
    let others = LandmarkConfig { count: 2, ..some };
    assert_eq!(alt(others).step(&map, &mut search, 1000), Err(QueryError::Changed));
    let without = AStar::new(&map, config).unwrap();
    assert_eq!(without.step(&map, &mut search, 1000), Err(QueryError::Changed));
    assert!(alt(some).step(&map, &mut search, 1000).unwrap().is_some());
}
