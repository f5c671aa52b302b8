//! A little in each frame: a search that is made in slices.

use tautline::planners::{AStar, AStarConfig};
use tautline::{Algorithm, Query, Workspace};
use tautline_draw::{Expanded, Scene};
use tautline_maps::ascii::{Drawing, parse_ascii};

mod show;

/// A bay.
const MAP: &[u8] = b"
..................................................
..........#############################...........
......................................#...........
......................................#...........
...S..................................#.......G...
......................................#...........
......................................#...........
..........#############################...........
..................................................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Drawing { map, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "bay")? else {
        panic!("S and G are on the map");
    };
    let (planner, query) = (AStar::new(&map, AStarConfig::default())?, Query::new(start, goal));
    let (mut search, mut frames, mut seen) = (planner.sliced(&map, query.clone()), 1, Expanded::default());
    // An observer sees each cell that is expanded; without one it is `planner.step(&map, &mut search, 25)`.
    while planner.step_observed(&map, &mut search, 25, &mut seen)?.is_none() {
        frames += 1; // Here a game would draw one.
    }
    let answer = search.into_answer().expect("the search is over");
    // In one go it is the same path, after the same number of expansions.
    assert_eq!(answer, planner.plan(&map, &query, &mut Workspace::new())?);

    assert_eq!(seen.cells.len() as u64, answer.stats.expanded);
    let half = seen.cells[..frames / 2 * 25].to_vec();
    let halfway = format!("After {} frames of 25 expansions each, the search is halfway.", frames / 2);
    let whole = format!("After {} expansions, in frame {frames}, there is a path.", answer.stats.expanded);
    let bay = Scene::new(&map).start(start).goal(goal);
    let path = answer.into_path().expect("around the bay");
    let scenes = [
        (halfway.as_str(), bay.clone().expanded(half)),
        (&whole, bay.expanded(seen.cells).path(path.positions())),
    ];
    show::show("A search in slices", scenes)
}
