//! Many to many: what the ways from all of these to all of those cost.

use tautline::field::CostMatrix;
use tautline::moves::DiagonalRule;
use tautline::{Cell, Map, Planner, Query, Workspace};
use tautline_draw::Scene;

mod show;

/// A town on both banks of a canal.
const MAP: &str = "\
....................###.............................
...####....####.....###......#######......####......
...####....####.....###......#######......####......
...####....####.....###......#######......####......
....................................................
...#########........###......####...................
...#########........###......####....########.......
....................###..............########.......
....................###.............................
...####...#####.....###.....######..................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::from_rows(MAP.lines())?;
    let taxis = [(17, 1), (18, 8), (24, 1)].map(Cell::from);
    let calls = [(1, 2), (26, 8), (49, 2), (14, 7)].map(Cell::from);

    let matrix = CostMatrix::new(&map, DiagonalRule::default(), taxis, calls)?;

    let mut rows =
        vec!["What it costs each taxi (S) to get to each call (G), and the way to the nearest:\n".to_owned()];
    let (mut scene, planner) = (Scene::new(&map), Planner::new("astar", &map)?);
    for (number, &taxi) in taxis.iter().enumerate() {
        let costs: Vec<String> = matrix.row(number).flatten().map(|cost| format!("{cost:6.1}")).collect();
        rows.push(format!("  taxi {}: {}", number + 1, costs.join(" ")));
        let (nearest, cost) = matrix.nearest(number).expect("the town hangs together");
        let query = Query::new(taxi, calls[nearest]);
        let way = planner.plan(&map, &query, &mut Workspace::new())?.into_path().expect("it does");
        assert!((way.cost() - cost).abs() < 1e-9, "as a search for it alone finds");
        scene = scene.path(way.positions()).start(taxi);
    }
    // The second call is near to the second taxi as the crow flies, but on the other bank.
    assert_eq!([0, 1, 2].map(|taxi| matrix.nearest(taxi).map(|(call, _)| call)), [Some(3), Some(3), Some(1)]);
    show::show("From many to many", [(&rows.join("\n"), calls.into_iter().fold(scene, Scene::goal))])
}
