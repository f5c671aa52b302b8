//! Where a unit can go this turn: everything within a cost.

use tautline::field::{Field, FieldConfig};
use tautline::map::{KindCosts, Kinds};
use tautline::{Cell, Map, Path};
use tautline_draw::Scene;

mod show;

/// Grass, forest (F), and mountains (M) with a pass.
const MAP: &str = "\
..................MMMM..........................
....FFF...........MMMM..........FFF.............
..FFFFFFF..........MMMM.......FFFFFFF...........
...FFFFFF..........MMMM........FFFFF............
....FFF............MMMM.............FF..........
....................MMM...........FFFFF.........
..........................FFF....FFFFFFF........
....................MMMM.FFFFF.....FFF..........
......FFFF..........MMMM..FFF...................
....FFFFFFFF........MMMM........................
.....FFFFFFFF......MMMMM.............FFF........
.......FFFF........MMMM.............FFFFF.......";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kinds = Kinds::from_rows(MAP.lines())?;
    let rider = KindCosts::blocked().with(b'.', 1).with(b'F', 3);
    let map = Map::for_unit(&kinds, &rider)?;
    let (camp, points) = (Cell::new(14, 6), 15.0);

    // Costs spread from the camp as far as the points last.
    let config = FieldConfig { max_cost: Some(points), ..Default::default() };
    let field = Field::with_config(&map, config, [camp])?;

    assert!(field.reached().all(|(_, cost)| cost <= points));
    // Straight over the pass to the edge of a wood; its first cell costs half of grass and half of forest.
    assert_eq!((field.cost((25, 6)), field.cost((26, 6))), (Some(11.0), Some(13.0)));
    let (east, pass) = (|| field.reached().filter(|(cell, _)| cell.x >= 24), Cell::new(21, 6));
    let is_over_the_pass = |path: Path| path.cells().is_some_and(|cells| cells.contains(&pass));
    assert!(east().count() > 0 && east().all(|(cell, _)| field.path(cell).is_some_and(is_over_the_pass)));
    let text = format!(
        "With {points} points, the rider (S) reaches {} cells, shaded by what it costs to get there:\n\
         hardly into the forest, and behind the mountains only by the pass.",
        field.reached().count()
    );
    let land = ("The land: a cell of forest costs as much as three of grass.", Scene::new(&map).start(camp));
    let plain = Map::from(map.grid().clone());
    let reach = Scene::new(&plain).values(field.reached()).start(camp);
    show::show("Within reach", [land, (&text, reach)])
}
