//! A map that changes while an agent walks: what jump point search derives from it is repaired, and the path planned anew.

use tautline::geometry::{Cell, Rect};
use tautline::moves::DiagonalRule;
use tautline::planners::{Jps, JumpBits};
use tautline::search::{Query, Workspace};
use tautline::world::{Grid, Tile};
use tautline_draw::Scene;

mod show;

/// A mine with two tunnels and shafts between them.
const MAP: &str = "\
##########################################################
#........................................................#
#...############...################...################...#
#...############...################...################...#
#...############...################...################...#
#........................................................#
##########################################################";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut grid = Grid::from_rows(MAP.lines())?;
    let mut bits = JumpBits::new(&grid, DiagonalRule::default());
    let workspace = &mut Workspace::new();
    let (start, goal) = (Cell::new(2, 1), Cell::new(55, 1));
    // After so many steps, a part of the mine falls in.
    let falls = [(20, Rect::new(26, 1, 2, 1)), (43, Rect::new(46, 1, 2, 1)), (usize::MAX, Rect::default())];
    let (mut walked, mut moments) = (vec![start], Vec::new());
    for (steps, rocks) in falls {
        let query = Query::new(walked[walked.len() - 1], goal);
        let plan =
            Jps::with_bits(&grid, &bits)?.plan(&query, workspace)?.into_path().expect("a tunnel is left");
        moments.push((grid.clone(), plan.places.clone()));
        walked.extend(plan.places.iter().skip(1).take(steps - walked.len()));
        if grid.fill(rocks, Tile::Blocked) > 0 {
            assert!(Jps::with_bits(&grid, &bits).is_err(), "bits for another map are refused");
            bits.update(&grid); // Microseconds, also on large maps.
        }
    }

    assert_eq!(walked.last(), Some(&goal));
    assert!(walked.len() > moments[0].1.len(), "a longer way than it seemed");
    let texts = [
        "The miner (S) sets out through the upper tunnel.",
        "The roof falls in: the new way leads around the rocks.",
        "It falls in again: now there is one way left.",
    ];
    let scenes: [_; 3] = std::array::from_fn(|moment| {
        let (grid, plan) = &moments[moment];
        (texts[moment], Scene::new(grid).path(plan).start(plan[0]).goal(goal))
    });
    show::show("A map that changes", scenes)
}
