//! Fewer turns: a price for each change of heading.

use tautline::planners::{AStar, AStarConfig};
use tautline::{Algorithm, Query, Workspace};
use tautline_draw::Scene;
use tautline_maps::ascii::{Drawing, parse_ascii};

mod show;

/// A warehouse.
const MAP: &[u8] = b"
..................................................
..................................................
..S..##....#...##....##....#....##...#...##.......
.........#........#......#....#....#....#....#....
......#.....##.......#......##......#.....##......
...#.....#......#.......#.......#......#.......#..
.....##......#......##......#......##......#......
..#.......#......#......#.......#......#.......G..
..................................................
..................................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Drawing { map, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "warehouse")? else {
        panic!("S and G are on the map");
    };
    let (query, workspace) = (Query::new(start, goal), &mut Workspace::new());
    let short = AStar::new(&map, AStarConfig::default())?.plan(&map, &query, workspace)?;
    let short = short.into_path().expect("there is room");
    // Each turn costs as much as three tiles.
    let config = AStarConfig { turn_half_tiles: 6, ..Default::default() };
    let calm = AStar::new(&map, config)?.plan(&map, &query, workspace)?.into_path().expect("there is room");

    // The cost of a path includes what its turns cost.
    let length = calm.cost() - 3.0 * calm.turns() as f64;
    assert!(calm.turns() < short.turns() && length > short.cost());
    assert!(calm.cost() < short.cost() + 3.0 * short.turns() as f64);
    let text = format!(
        "The shortest path (1) has {:.1} tiles and {} turns.\n\
         With a penalty of 3 for each turn, the best one (2) has {length:.1} tiles and {} turns.",
        short.cost(),
        short.turns(),
        calm.turns()
    );
    let scene = Scene::new(&map).path(short.positions()).path(calm.positions()).start(start).goal(goal);
    show::show("Fewer turns", [(&text, scene)])
}
