//! A tank and a boat on the same map: what kinds of terrain cost is up to who moves there.

use tautline::map::{KindCosts, Kinds};
use tautline::{Cell, Map, Planner, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// Grass, forest (F), water (w), shallow water with reeds (r), and a bridge (=) with room for boats below.
const MAP: &str = "\
..............................FFFFF.........................
...........FFFFFFFF.........FFFFFF..............FF..........
.........FFFFFFFFFFFF.........FFF..............FFFF.........
.......FFFFFFFFFFFFFFFF.....................FFFFFFFFF.......
..........FFFFFFFFFFF.........................FFFFFF........
wwwwwwwww....FFFFF..........wwwwwwwww==wwwwwwwww............
wwwwwwwwwwwwwww.........wwwwwwwwwwwww==wwwwwwwwwwwwwww......
wwwwwwwwwwwwwwwwwwwwwwwwwwrrrrrrwwwww==wwwwwwwwwwwwwwwwwwwww
....wwwwwwwwwwwwwwwwwwwwrrrrrrrrrwwww==wwwwrrrrwwwwwwwwwwwww
..........wwwwwwwwwwwwwwwwrrrrrrwwwww==wwwrrrrrrwwwwwwwwwwww
...............wwwww......rrrr.......==...........wwwwwwwwww
..........................................FFFFF.............";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kinds = Kinds::from_rows(MAP.lines())?;
    // What is not named is blocked; on the rest, 1 is as fast as one gets.
    let tank = KindCosts::blocked().with(b'.', 1).with(b'=', 1).with(b'F', 4).with(b'r', 8);
    let boat = KindCosts::blocked().with(b'w', 1).with(b'=', 1).with(b'r', 5);
    let (tank, boat) = (Map::for_unit(&kinds, &tank)?, Map::for_unit(&kinds, &boat)?);

    let (drive, sail) = (Query::new((9, 0), (13, 11)), Query::new((0, 7), (59, 8)));
    let workspace = &mut Workspace::new();
    let track = Planner::new("astar", &tank)?.plan(&tank, &drive, workspace)?;
    let track = track.into_path().expect("there is a bridge");
    let wake = Planner::new("astar", &boat)?.plan(&boat, &sail, workspace)?;
    let wake = wake.into_path().expect("there is a river");

    let bridge = Cell::new(37, 7);
    let both = [&track, &wake].map(|path| path.cells().expect("a path of cells"));
    assert!(both.iter().all(|path| path.contains(&bridge)), "both pass the bridge");
    let on_land =
        format!("The tank (cost {:.1}) drives around the forest and over the bridge.", track.cost());
    let afloat = format!("The boat (cost {:.1}) sails around the reeds and below the bridge.", wake.cost());
    let scenes = [
        (on_land.as_str(), Scene::new(&tank).path(track.positions()).start(drive.start).goal(drive.goal)),
        (&afloat, Scene::new(&boat).path(wake.positions()).start(sail.start).goal(sail.goal)),
    ];
    show::show("A tank and a boat on the same map", scenes)
}
