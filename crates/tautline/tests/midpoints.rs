//! Ways from side to side of the cells, against a search of the tests' own.

use std::collections::{BinaryHeap, HashMap};

use tautline::geometry::{Cell, Point};
use tautline::moves::{CornerRule, OctileLength};
use tautline::planners::{MidpointOutcome, Midpoints};
use tautline::search::{Limits, Query, Workspace};
use tautline_testkit::oracle::corners::CornerOracle;
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// The length of a shortest way on the graph in halves of a tile and halves of a diagonal, by Dijkstra's algorithm: from each place
/// to all others on the border of a cell that it lies on.
fn shortest(world: &PlainWorld, start: Cell, goal: Cell) -> Option<OctileLength> {
    // In halves of a tile.
    type Place = (i32, i32);
    let centre = |cell: Cell| -> Place { (2 * cell.x + 1, 2 * cell.y + 1) };
    let sides = |cell: Cell| {
        let (x, y) = centre(cell);
        [(0, -1), (1, 0), (0, 1), (-1, 0)]
            .into_iter()
            .filter(move |(dx, dy)| world.is_free(cell.x + dx, cell.y + dy))
            .map(move |(dx, dy)| (x + dx, y + dy))
    };
    let mut edges: HashMap<Place, Vec<(Place, OctileLength)>> = HashMap::new();
    let mut join = |a: Place, b: Place, cost: OctileLength| {
        edges.entry(a).or_default().push((b, cost));
        edges.entry(b).or_default().push((a, cost));
    };
    for cell in world.cells().filter(|cell| world.is_free(cell.x, cell.y)) {
        let all: Vec<Place> = sides(cell).collect();
        for (number, &a) in all.iter().enumerate() {
            for &b in &all[number + 1..] {
                let is_across = a.0 == b.0 || a.1 == b.1;
                let cost =
                    OctileLength { straight: 2 * u32::from(is_across), diagonal: u32::from(!is_across) };
                join(a, b, cost);
            }
            if cell == start || cell == goal {
                join(a, centre(cell), OctileLength { straight: 1, diagonal: 0 });
            }
        }
    }
    let mut settled: HashMap<Place, OctileLength> = HashMap::new();
    let mut open = BinaryHeap::from([(std::cmp::Reverse(OctileLength::ZERO), centre(start))]);
    while let Some((std::cmp::Reverse(length), place)) = open.pop() {
        if settled.contains_key(&place) {
            continue;
        }
        settled.insert(place, length);
        for &(next, cost) in edges.get(&place).into_iter().flatten() {
            open.push((std::cmp::Reverse(length + cost), next));
        }
    }
    settled.get(&centre(goal)).copied()
}

#[test]
fn paths_are_the_shortest_and_tight_ones_stay_in_free_cells() {
    let mut rng = SplitMix64::new(4);
    let mut workspace = Workspace::new();
    let (mut found, mut tighter) = (0, 0);
    for round in 0..1500 {
        let (width, height) = (1 + rng.below(9), 1 + rng.below(9));
        let world = PlainWorld::random(width, height, [10, 30, 45][round % 3], &mut rng);
        let map = world.to_map();
        let free: Vec<Cell> = world.cells().filter(|cell| world.is_free(cell.x, cell.y)).collect();
        if free.is_empty() {
            continue;
        }
        let (start, goal) = (rng.pick(&free), rng.pick(&free));
        let answer = Midpoints.plan(&map, &Query::new(start, goal), &mut workspace).unwrap();
        let expected = shortest(&world, start, goal);
        let path = match (answer.outcome, expected) {
            (MidpointOutcome::Found(path), Some(length)) => {
                assert!(
                    (path.middles().cost() - length.length() / 2.0).abs() < 1e-9,
                    "{start} {goal}\n{world}"
                );
                path
            }
            (MidpointOutcome::Unreachable, None) => continue,
            (outcome, expected) => panic!("{outcome:?}, expected {expected:?}, {start} {goal}\n{world}"),
        };
        found += 1;
        let corridor = path.corridor();
        assert_eq!((corridor[0], corridor[corridor.len() - 1]), (start, goal));
        assert!(corridor.iter().all(|cell| world.is_free(cell.x, cell.y)));
        let is_beside = |pair: &[Cell]| pair[0].x.abs_diff(pair[1].x) + pair[0].y.abs_diff(pair[1].y) == 1;
        assert!(corridor.windows(2).all(is_beside), "{corridor:?}");
        let tight = path.tight();
        assert!(tight.cost() <= path.middles().cost() + 1e-9);
        tighter += usize::from(tight.cost() < path.middles().cost() - 1e-9);
        assert_legal(&world, &tight.points().collect::<Vec<_>>());
    }
    assert!(found > 700 && tighter > 300, "{found}, {tighter}");
}

/// On a map with every tile as four, middles of tiles are corners, and the oracle knows which lines between corners are clear.
fn assert_legal(world: &PlainWorld, places: &[Point]) {
    let rows: Vec<String> = (0..2 * world.height as i32)
        .map(|y| {
            (0..2 * world.width as i32).map(|x| if world.is_free(x / 2, y / 2) { '.' } else { '#' }).collect()
        })
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let oracle = CornerOracle::new(&PlainWorld::from_rows(&rows), CornerRule::Closed);
    let corner = |place: &Point| ((2.0 * place.x) as i32, (2.0 * place.y) as i32).into();
    for pair in places.windows(2) {
        assert!(oracle.visible(corner(&pair[0]), corner(&pair[1])), "{pair:?}\n{world}");
    }
}

#[test]
fn a_limit_stops_it() {
    let map = tautline::map::Map::open(30, 30).unwrap();
    let query = Query::new((0, 0), (29, 29)).with_limits(Limits::expansions(5));
    let answer = Midpoints.plan(&map, &query, &mut Workspace::new()).unwrap();
    assert!(matches!(answer.outcome, MidpointOutcome::Stopped(_)));
    assert_eq!(answer.stats.expanded, 5);
}
