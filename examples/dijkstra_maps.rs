//! Approach and flee: maps of values that agents roll down, as in roguelike games.

use tautline::field::DijkstraMap;
use tautline::moves::DiagonalRule;
use tautline::{Cell, Map, Workspace};
use tautline_draw::Scene;

mod show;

/// A dungeon.
const MAP: &str = "\
################################################
#..............#.......................#.......#
#..............#.......................#.......#
#..............#.......................#.......#
#......................................#.......#
#..............#...............................#
#..............#.......................#.......#
#########.##########################.###.......#
#..................................#...#.......#
#..................................#...#.......#
################################################";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::from_rows(MAP.lines())?;
    let (hero, monster) = (Cell::new(25, 3), Cell::new(19, 3));
    let workspace = &mut Workspace::new();

    // The distance to the hero: who steps to the smallest value approaches.
    let approach = DijkstraMap::new(&map, DiagonalRule::NoCornerCutting, [(hero, 0.0)], workspace)?;
    // Turned round, the values lead away, but only as far as that is downhill. Scanned again, they know ways out.
    let away = approach.clone().scaled(-DijkstraMap::FEAR);
    let flee = approach.flee(DijkstraMap::FEAR, workspace)?;

    let roll = |values: &DijkstraMap<'_>| values.way(monster).collect::<Vec<Cell>>();
    let ends = [&approach, &away, &flee].map(|values| *roll(values).last().expect("it begins somewhere"));
    assert_eq!(ends[0], hero);
    let distance = |cell| approach.value(cell).expect("all rooms have doors");
    assert!(distance(ends[2]) > distance(ends[1]));
    let scene = |values: &DijkstraMap<'_>| {
        let colours = values.cells().map(|(cell, value)| (cell, value.into()));
        Scene::new(&map).values(colours).path(roll(values)).start(monster).goal(hero)
    };
    let scenes = [
        ("A monster (S) rolls down the distances to the hero (G): it attacks.", scene(&approach)),
        ("The distances turned round: it runs away, but only to the corner of this room.", scene(&away)),
        ("The same scanned again: it runs out of the door, to the farthest place there is.", scene(&flee)),
    ];
    show::show("Approach and flee", scenes)
}
