//! A tank and a boat on the same map: what kinds of terrain cost is up to who moves there.

use tautline::planners::AStar;
use tautline::search::{Query, Workspace};
use tautline::world::{KindCosts, Kinds, Terrain};
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
    let (tank, boat) = (Terrain::for_unit(&kinds, &tank)?, Terrain::for_unit(&kinds, &boat)?);

    let (drive, sail) = (Query::new((9, 0), (13, 11)), Query::new((0, 7), (59, 8)));
    let workspace = &mut Workspace::new();
    let track = AStar::new(&tank).plan(&drive, workspace)?.into_path().expect("there is a bridge");
    let wake = AStar::new(&boat).plan(&sail, workspace)?.into_path().expect("there is a river");

    // Both pass the bridge.
    assert!(track.places.contains(&(37, 7).into()) && wake.places.contains(&(37, 7).into()));
    let on_land = format!("The tank (cost {:.1}) drives around the forest and over the bridge.", track.cost);
    let afloat = format!("The boat (cost {:.1}) sails around the reeds and below the bridge.", wake.cost);
    let scenes = [
        (on_land.as_str(), Scene::new(&tank).path(&track.places).start(drive.start).goal(drive.goal)),
        (&afloat, Scene::new(&boat).path(&wake.places).start(sail.start).goal(sail.goal)),
    ];
    show::show("A tank and a boat on the same map", scenes)
}
