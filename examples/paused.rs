//! A little in each frame: a search that is made in slices.

use tautline::geometry::Cell;
use tautline::planners::AStar;
use tautline::search::{Observer, Query, Visit, Workspace};
use tautline_draw::Scene;
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

/// Somebody who watches a search, and sees each cell that it expands.
#[derive(Default)]
struct Expanded(Vec<Cell>);

impl Observer<Cell> for Expanded {
    fn expand(&mut self, visit: &Visit<Cell>) {
        self.0.push(visit.place);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Drawing { grid, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "bay")? else {
        panic!("S and G are on the map");
    };
    let (planner, query) = (AStar::new(&grid), Query::new(start, goal));
    let (mut search, mut frames, mut seen) = (planner.sliced(query.clone()), 1, Expanded::default());
    // Somebody watches; without that it is `planner.step(&mut search, 25)`.
    while planner.step_observed(&mut search, 25, &mut seen)?.is_none() {
        frames += 1; // Here a game would draw one.
    }
    let answer = search.into_answer().expect("the search is over");
    // In one go it is the same path, after the same number of expansions.
    assert_eq!(answer, planner.plan(&query, &mut Workspace::new())?);

    assert_eq!(seen.0.len() as u64, answer.stats.expanded);
    let half = seen.0[..frames / 2 * 25].to_vec();
    let halfway = format!("After {} frames of 25 expansions each, the search is halfway.", frames / 2);
    let whole = format!("After {} expansions, in frame {frames}, there is a path.", answer.stats.expanded);
    let (bay, path) =
        (Scene::new(&grid).start(start).goal(goal), answer.into_path().expect("around the bay"));
    let scenes =
        [(halfway.as_str(), bay.clone().expanded(half)), (&whole, bay.expanded(seen.0).path(&path.places))];
    show::show("A search in slices", scenes)
}
