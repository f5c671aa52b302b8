//! Searches with thresholds and with landmarks on maps with walls: what they promise, in their own costs.

use tautline::engine::{Algorithm, Planner};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::moves::{CostModel, DiagonalRule, StepCosts};
use tautline::planners::{AStar, AStarConfig, Fringe, FringeConfig, IdaStar, IdaStarConfig};
use tautline::search::{Answer, DeadEndCut, Limits, Outcome, Query, StopReason, Workspace};
use tautline_maps::generate::{maze, walls};
use tautline_testkit::oracle::cells;
use tautline_testkit::world::{PlainWorld, SplitMix64};

const RULES: [(&str, DiagonalRule); 4] = [
    ("no-corner-cutting", DiagonalRule::NoCornerCutting),
    ("cut-one-corner", DiagonalRule::CutOneCorner),
    ("cut-both-corners", DiagonalRule::CutBothCorners),
    ("never", DiagonalRule::Never),
];

const COSTS: [(&str, CostModel); 4] = [
    ("octile", CostModel::Octile),
    ("3/2", CostModel::Integer(StepCosts::D3_C2)),
    ("99/70", CostModel::Integer(StepCosts::D99_C70)),
    ("99/50", CostModel::Integer(StepCosts::D99_C50)),
];

/// How far from the cheapest the paths of a planner may be.
#[derive(Clone, Copy)]
enum Promise {
    Cheapest,
    /// So many halves of a straight step.
    Within(u32),
    Anything,
}

/// Every variant, without its moves.
fn variants(delta: u32, seed: u64) -> Vec<(String, Promise)> {
    let mut variants = Vec::new();
    for choice in ["random", "farthest", "subset"] {
        for id in ["alt", "alt-best"] {
            variants.push((format!("{id}:landmarks=3:choice={choice}:seed={seed}"), Promise::Cheapest));
        }
    }
    for heuristic in ["auto", "alt", "alt-best"] {
        let guided = format!("heuristic={heuristic}:landmarks=4:choice=random:seed={seed}");
        variants.push((format!("fringe:{guided}"), Promise::Cheapest));
        for cut in ["safe", "off", "paper", "printed"] {
            let promise = |kept| if cut.starts_with('p') { Promise::Anything } else { kept };
            variants.push((format!("ida-star:{guided}:cut={cut}"), promise(Promise::Cheapest)));
            let within = Promise::Within(delta);
            variants.push((format!("ida-star-delta:delta={delta}:{guided}:cut={cut}"), promise(within)));
        }
    }
    for astar in ["nodes=fresh", "nodes=listed", "open=heap", "open=linear", "ties=larger-g", "ties=fifo"] {
        variants.push((format!("astar:{astar}"), Promise::Cheapest));
    }
    variants.push(("astar".into(), Promise::Cheapest));
    variants
}

/// A small map with walls, of which many have dead ends, and some are cut into parts.
fn wall_map(rng: &mut SplitMix64) -> Map {
    let (width, height) = (8 + rng.below(24), 8 + rng.below(24));
    let length = 3 + rng.below(8);
    let count = width * height / (length * (2 + rng.below(4)));
    loop {
        if let Ok(map) = walls(width, height, count, length, u64::from(rng.below(u32::MAX)))
            && map.free_cells() > 1
        {
            return map;
        }
    }
}

/// Holds every variant to its promise on so many maps. How often a path was lost and found again.
fn hold(maps: u32, seed: u64) -> u64 {
    let mut rng = SplitMix64::new(seed);
    let (mut workspace, mut repairs) = (Workspace::new(), 0);
    for number in 0..maps {
        let map = wall_map(&mut rng);
        let world = PlainWorld::from_grid(map.grid());
        let free: Vec<Cell> = world.free_cells().collect();
        let ((rule_name, rule), (costs_name, model)) = (rng.pick(&RULES), rng.pick(&COSTS));
        let start = rng.pick(&free);
        let goals: Vec<Cell> = (0..4).map(|_| rng.pick(&free)).collect();
        let cheapest = cells::distances(&world, rule, model, start);
        for (variant, promise) in variants(rng.below(41), u64::from(number)) {
            let variant = format!("{variant}:diagonal={rule_name}:costs={costs_name}");
            let planner = Planner::new(&variant, &map).unwrap();
            for &goal in &goals {
                let answer = planner.plan(&map, &Query::new(start, goal), &mut workspace).unwrap();
                repairs += answer.stats.repairs;
                let said =
                    || format!("{variant}, map {number} of seed {seed}, {start:?} to {goal:?}\n{world}");
                let steps = match (&answer.outcome, cheapest[world.index(goal)]) {
                    (Outcome::Unreachable, None) => continue,
                    (Outcome::Found(path), Some(best)) => {
                        let steps = cells::check_path(&world, rule, start, goal, path.cells().unwrap());
                        (steps.unwrap_or_else(|fault| panic!("{fault}: {}", said())), best)
                    }
                    (outcome, expected) => panic!("{outcome:?}, expected {expected:?}: {}", said()),
                };
                let [cost, best] = [steps.0, steps.1].map(|steps| model.value(steps));
                let straight =
                    if let CostModel::Integer(costs) = model { costs.straight.into() } else { 1.0 };
                let most = match promise {
                    Promise::Cheapest => best,
                    Promise::Within(halves) => best + f64::from(halves) * straight / 2.0,
                    Promise::Anything => f64::INFINITY,
                };
                assert!(best - 1e-9 <= cost && cost <= most + 1e-9, "{cost}, cheapest {best}: {}", said());
            }
        }
    }
    repairs
}

#[test]
fn every_variant_keeps_its_promise_on_maps_with_walls() {
    hold(2000, 2006);
}

/// `cargo test --release -p tautline --test suite thresholds:: -- --ignored`: as above, at a size that takes minutes.
#[test]
#[ignore = "full check: minutes"]
fn every_variant_keeps_its_promise_on_ten_thousand_maps_with_walls() {
    assert!(hold(10_000, 2005) > 0, "the printed cut loses paths");
}

/// The cells of Figure 1: A, B, C, D, E and F, entered by S, with a way from E around to G, which lies on the other side of S.
const FIGURE_1: [&str; 5] = [
    ".#S#DF#", //
    "G##ACE#", ".##B##.", ".#####.", ".......",
];

/// "The consequence is that the minimum f stored at C is `MaxLength` and that C is considered a dead-end. So when the program looks at
/// the path that starts with AC (and which may be the shortest path), the tree is cut."
#[test]
fn figure_1_the_papers_cut_takes_c_for_a_dead_end() {
    let rows = FIGURE_1.map(|row| row.replace(|tile: char| tile.is_ascii_alphabetic(), "."));
    let map = Map::from_rows(rows.iter().map(String::as_str)).unwrap();
    let place = |letter: char| {
        let find = |(y, row): (usize, &&str)| row.find(letter).map(|x| Cell::new(x as i32, y as i32));
        FIGURE_1.iter().enumerate().find_map(find).unwrap()
    };
    let cost = |cut, delta| {
        let (rule, costs) = (DiagonalRule::CutBothCorners, CostModel::Integer(StepCosts::D3_C2));
        let config = IdaStarConfig { rule, costs, cut, delta, ..Default::default() };
        let planner = IdaStar::new(&map, config).unwrap();
        let answer = planner.plan(&map, &Query::new(place('S'), place('G')), &mut Workspace::new()).unwrap();
        let cells = answer.path().unwrap().cells().unwrap();
        let steps =
            cells.windows(2).map(|pair| if pair[0].x == pair[1].x || pair[0].y == pair[1].y { 2 } else { 3 });
        (steps.sum::<u32>(), cells.contains(&place('C')))
    };
    let (shortest, by_c) = cost(DeadEndCut::Off, 0);
    assert!(by_c, "the shortest path begins with AC");
    let mut lost = Vec::new();
    for delta in 0..=40 {
        let [safe, off, paper] =
            [DeadEndCut::Safe, DeadEndCut::Off, DeadEndCut::Paper].map(|cut| cost(cut, delta));
        assert!((shortest..=shortest + delta).contains(&safe.0) && safe == off, "Δ = {delta}");
        if paper.0 > safe.0 {
            assert!(!paper.1, "Δ = {delta}: the path does not begin with AC");
            lost.push(delta);
        }
    }
    assert!(!lost.is_empty(), "the paper's cut loses nothing");
}

/// The cut of the printed code loses paths altogether, that of the text does not.
#[test]
fn a_path_that_the_printed_cut_loses_is_found_again() {
    let mut rng = SplitMix64::new(40);
    let mut workspace = Workspace::new();
    let mut repaired = 0;
    for _ in 0..3000 {
        let map = wall_map(&mut rng);
        let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
        let query = Query::new(rng.pick(&free), rng.pick(&free));
        let (rule, costs) = (DiagonalRule::CutBothCorners, CostModel::Integer(StepCosts::D3_C2));
        let mut plan = |cut| {
            let config = IdaStarConfig { rule, costs, cut, delta: rng.below(40), ..Default::default() };
            IdaStar::new(&map, config).unwrap().plan(&map, &query, &mut workspace).unwrap()
        };
        let answer = plan(DeadEndCut::Printed);
        if answer.stats.repairs > 0 {
            assert!(answer.is_complete() && answer.stats.repairs == 1);
            repaired += 1;
        }
        assert_eq!(plan(DeadEndCut::Paper).stats.repairs, 0);
    }
    assert!(repaired > 50, "{repaired} paths were lost");
}

/// The way is kept in a list: a thread with little room for calls is enough, however deep the search goes.
#[test]
fn a_deep_search_does_not_overflow_the_stack() {
    let run = || {
        let map = maze(4096, 4096, 1, 7).unwrap();
        let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
        let query = Query::new(free[0], free[free.len() - 1]).with_limits(Limits::expansions(400_000));
        let mut workspace = Workspace::new();
        let planners = [
            Planner::from(IdaStar::new(&map, IdaStarConfig::default()).unwrap()),
            Fringe::new(&map, FringeConfig::default()).unwrap().into(),
        ];
        for planner in planners {
            let Answer { outcome, stats } = planner.plan(&map, &query, &mut workspace).unwrap();
            let Outcome::Stopped { why: StopReason::Expansions, nearest } = outcome else {
                panic!("{outcome:?}")
            };
            assert_eq!((stats.expanded, nearest.start()), (400_000, query.start));
            let cells = nearest.cells().unwrap();
            tautline::path::check_cells(map.grid(), DiagonalRule::NoCornerCutting, cells).unwrap();
        }
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(run).unwrap().join().unwrap();
}

/// One search after the other goes through the whole of a long corridor: deeper than any call stack.
#[test]
fn a_way_of_a_hundred_thousand_steps_is_found() {
    let map = Map::from_fn(640, 321, |cell| {
        let gap = if cell.y % 4 == 1 { 639 } else { 0 };
        let is_wall = cell.y % 2 == 1 && cell.x != gap;
        if is_wall { tautline::map::Tile::Blocked } else { tautline::map::Tile::Free }
    });
    let map = map.unwrap();
    let query = Query::new((0, 0), (639, 320));
    let config = IdaStarConfig { rule: DiagonalRule::Never, delta: 1000, ..Default::default() };
    let ida_star = IdaStar::new(&map, config).unwrap();
    let answer = ida_star.plan(&map, &query, &mut Workspace::new()).unwrap();
    let astar = AStar::new(&map, AStarConfig::default()).unwrap();
    let shortest = astar.plan(&map, &query, &mut Workspace::new()).unwrap();
    let [found, shortest] = [&answer, &shortest].map(|answer| answer.path().unwrap().cost());
    assert!(found > 100_000.0 && shortest <= found && found <= shortest + 500.0, "{found} {shortest}");
}

#[test]
fn landmarks_know_at_once_that_there_is_no_path() {
    let rows = ["....#...", "....#...", "....####", "........"];
    let map = Map::from_rows(rows).unwrap();
    let mut workspace = Workspace::new();
    for spec in [
        "alt",
        "alt-best",
        "ida-star:heuristic=alt",
        "ida-star-delta:heuristic=alt-best",
        "fringe:heuristic=alt-best",
    ] {
        let planner = Planner::new(spec, &map).unwrap();
        for (start, goal) in [((0, 0), (7, 0)), ((7, 0), (0, 0))] {
            let answer = planner.plan(&map, &Query::new(start, goal), &mut workspace).unwrap();
            assert_eq!((answer.outcome, answer.stats.estimates), (Outcome::Unreachable, 0), "{spec}");
        }
        // No landmark is in the small part.
        let answer = planner.plan(&map, &Query::new((5, 0), (7, 1)), &mut workspace).unwrap();
        assert!(answer.is_complete(), "{spec}");
    }
}
