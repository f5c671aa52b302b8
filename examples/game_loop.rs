//! A game loop: two threads ask for paths in each frame, while a third one opens and closes a gate.

use std::thread;

use tautline::map::Tile;
use tautline::moves::DiagonalRule;
use tautline::{Cell, Error, Map, Navigator, Path, Planner, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// A castle with a wall across it. The gate is in the upper half of the wall; the breach below is always open.
const MAP: &str = "\
################################################
#.......................#......................#
#.......................#......................#
#.......................#......................#
#.......#########.......#.......########.......#
#.......................#......................#
#.......................#......................#
#..............................................#
################################################";
const GATE: Cell = Cell { x: 24, y: 2 };
const FRAMES: usize = 5001;

/// Where two squads are, and where they want to go.
const SQUADS: [((i32, i32), (i32, i32)); 2] = [((3, 2), (44, 3)), ((40, 6), (10, 1))];

/// The path of each squad by a planner that is made for this map.
fn paths(map: &Map) -> Result<Vec<Path>, Error> {
    let planner = Planner::new("jps", map)?;
    let plan = |(start, goal)| planner.plan(map, &Query::new(start, goal), &mut Workspace::new());
    SQUADS.map(plan).into_iter().map(|answer| Ok(answer?.into_path().expect("there is the breach"))).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let closed = Map::from_rows(MAP.lines())?;
    let mut open = closed.clone();
    open.free(GATE)?;
    let (by_the_breach, by_the_gate) = (paths(&closed)?, paths(&open)?);

    // The navigator keeps map and planner consistent: the threads just use it.
    let castle = Navigator::new(closed.clone(), "jps")?;
    thread::scope(|scope| {
        let (castle, by_the_breach, by_the_gate) = (&castle, &by_the_breach, &by_the_gate);
        for (squad, (start, goal)) in SQUADS.into_iter().enumerate() {
            scope.spawn(move || {
                for _ in 0..FRAMES {
                    let path = castle.path(start, goal).expect("free ends").expect("there is the breach");
                    let fits_a_moment = path == by_the_breach[squad] || path == by_the_gate[squad];
                    assert!(fits_a_moment, "a path through a closed gate, or a detour: {path:?}");
                }
            });
        }
        scope.spawn(move || {
            for frame in 0..FRAMES {
                let tile = if frame % 2 == 0 { Tile::Free } else { Tile::Blocked };
                let edited = castle.edit(|map| map.set(GATE, tile)).expect("jps supports such a map");
                edited.value.expect("the gate is on the map");
            }
        });
    });

    // In the end the gate is open, and the planner, which was repaired in each frame, answers like a new one.
    assert!(castle.map(|map| *map == open));
    for ((start, goal), path) in SQUADS.into_iter().zip(castle.map(paths)?) {
        assert_eq!(castle.path(start, goal)?, Some(path));
    }
    let rule = DiagonalRule::default().into();
    let scene = |map, paths: &[Path]| {
        SQUADS.into_iter().zip(paths).fold(Scene::new(map), |scene, ((start, goal), path)| {
            assert_eq!((path.start(), path.end()), (start.into(), goal.into()));
            assert!(path.check(map, rule, 0.0).is_ok_and(|walked| (walked.cost - path.cost()).abs() < 1e-9));
            scene.path(path.positions()).start(start).goal(goal)
        })
    };
    let scenes = [
        (
            "While the gate is closed, both squads have to take the way through the breach.",
            scene(&closed, &by_the_breach),
        ),
        (
            "While it is open, they go through the gate. Each path that a squad got was one of these.",
            scene(&open, &by_the_gate),
        ),
    ];
    show::show("A game loop", scenes)
}
