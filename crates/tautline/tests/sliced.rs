//! A search that is paused and resumed gives the same answer and the same counts as one in a single go.

use tautline::heuristic::landmarks::LandmarkConfig;
use tautline::planners::{AStar, AStarConfig, Alt, AltConfig, Dijkstra, OpenKind};
use tautline::search::{Limits, Outcome, Query, QueryError, Reach, StopReason, Workspace};
use tautline::world::{Grid, Ground, Link, Links, Terrain, Tile, Tiling, Tolls};
use tautline_testkit::world::{RichWorld, SplitMix64};

#[test]
fn slices_of_any_size_make_the_same_search() {
    let mut rng = SplitMix64::new(5);
    let mut pauses = 0;
    for round in 0..300 {
        let (width, height) = (2 + rng.below(14), 2 + rng.below(14));
        let world = RichWorld::random(width, height, 20, round % 16, &mut rng);
        let built = world.build();
        let free: Vec<_> = world.plain.cells().filter(|cell| world.plain.is_free(cell.x, cell.y)).collect();
        if free.is_empty() {
            continue;
        }
        let open = [OpenKind::Heap, OpenKind::Linear, OpenKind::Stacks][round as usize % 3];
        let config = AStarConfig { open, turn_half_tiles: rng.below(2) * 3, ..Default::default() };
        let planner = AStar::with_config(built.ground(), config).unwrap();
        let mut query = Query::new(rng.pick(&free), rng.pick(&free));
        if rng.chance(30) {
            query = query.with_reach(Reach::NextTo).or_nearest();
        }
        if rng.chance(30) {
            query.limits = Limits::expansions(rng.below(60).into());
        }
        let whole = planner.plan(&query, &mut Workspace::new()).unwrap();
        let mut search = planner.sliced(query);
        assert!(search.answer().is_none());
        while planner.step(&mut search, u64::from(1 + rng.below(20))).unwrap().is_none() {
            pauses += 1;
        }
        assert_eq!(planner.step(&mut search, 5), Ok(Some(&whole)), "a finished search stays what it is");
        assert_eq!(search.into_answer(), Some(whole), "round {round}\n{world}");
    }
    assert!(pauses > 500, "{pauses}");
}

#[test]
fn a_changed_map_or_planner_is_refused() {
    let mut grid = Grid::open(20, 20).unwrap();
    let mut search = AStar::new(&grid).sliced(Query::new((0, 0), (19, 19)));
    assert_eq!(AStar::new(&grid).step(&mut search, 3), Ok(None));
    assert_eq!(Dijkstra::new(&grid).step(&mut search, 3), Err(QueryError::Changed));
    let same = grid.clone();
    assert_eq!(AStar::new(&same).step(&mut search, 3), Ok(None), "a clone is the same map");
    grid.set((5, 5), Tile::Blocked).unwrap();
    let error = AStar::new(&grid).step(&mut search, 3).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the map or the planner has changed since the search was begun: begin it again"
    );
}

/// Whatever belongs to the ground, also where the grid stays as it is.
#[test]
fn a_ground_that_has_changed_otherwise_is_refused() {
    let mut terrain = Terrain::from_costs(9, 9, |_| 2).unwrap();
    let grid = terrain.grid().clone();
    let tolls = [1, 2].map(|up| Tolls::climbs(&grid, |cell| cell.x, up, 0));
    let mut links = Links::new();
    links.add(&grid, Link::new((0, 0), (5, 5), 3)).unwrap();
    let one_more = {
        let mut links = links.clone();
        links.add(&grid, Link::new((1, 0), (5, 6), 3)).unwrap();
        links
    };
    let plain = Ground::from(&grid);
    let changes = [
        (plain.with_tolls(&tolls[0]), plain.with_tolls(&tolls[1])),
        (plain.with_tolls(&tolls[0]), plain),
        (plain.with_links(&links), plain.with_links(&one_more)),
        (plain, plain.with_links(&links)),
        (plain, plain.with_tiling(Tiling::Hexagonal)),
        (plain, Ground::from(&terrain)),
    ];
    for (before, after) in changes {
        let mut search = AStar::new(before).sliced(Query::new((0, 0), (8, 8)));
        assert_eq!(AStar::new(before).step(&mut search, 3), Ok(None));
        assert_eq!(AStar::new(after).step(&mut search, 3), Err(QueryError::Changed), "{after:?}");
        assert!(AStar::new(before).step(&mut search, 3).is_ok());
    }
    let mut search = AStar::new(&terrain).sliced(Query::new((0, 0), (8, 8)));
    assert_eq!(AStar::new(&terrain).step(&mut search, 3), Ok(None));
    terrain.set((4, 4), 9).unwrap();
    assert_eq!(AStar::new(&terrain).step(&mut search, 3), Err(QueryError::Changed), "only a cost");
}

#[test]
fn a_slice_of_nothing_does_nothing_and_errors_come_with_the_first() {
    let grid = Grid::open(9, 1).unwrap();
    let planner = AStar::new(&grid);
    let mut search = planner.sliced(Query::new((0, 0), (8, 0)));
    assert_eq!(planner.step(&mut search, 0), Ok(None));
    assert!(planner.step(&mut search, u64::MAX).unwrap().unwrap().path().is_some());
    let mut outside = planner.sliced(Query::new((0, 0), (9, 0)));
    assert!(matches!(planner.step(&mut outside, 1), Err(QueryError::GoalOutside { .. })));
    let capped = Query::new((0, 0), (8, 0)).with_limits(Limits::expansions(4));
    let mut search = planner.sliced(capped);
    let answer = loop {
        if let Some(answer) = planner.step(&mut search, 3).unwrap() {
            break answer;
        }
    };
    assert_eq!(answer.stats.expanded, 4);
    assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Expansions, .. }));
}

/// Another heuristic in the middle of a search would not be consistent with the one before.
#[test]
fn a_search_with_landmarks_is_not_continued_without_them_or_with_others() {
    let grid = Grid::from_rows([".#..", "..#.", "....", "...#"]).unwrap();
    let (astar, some) = (AStarConfig::default(), LandmarkConfig { count: 1, ..Default::default() });
    let alt = |landmarks| Alt::with_config(&grid, AltConfig { landmarks, astar }).unwrap();
    let mut search = alt(some).sliced(Query::new((0, 1), (2, 0)));
    assert_eq!(alt(some).step(&mut search, 2), Ok(None));
    let others = LandmarkConfig { count: 2, ..some };
    assert_eq!(alt(others).step(&mut search, 1000), Err(QueryError::Changed));
    let without = AStar::with_config(&grid, astar).unwrap();
    assert_eq!(without.step(&mut search, 1000), Err(QueryError::Changed));
    assert!(alt(some).step(&mut search, 1000).unwrap().is_some());
}
