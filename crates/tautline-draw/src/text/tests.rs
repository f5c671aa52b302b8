use tautline::geometry::{Cell, Point};
use tautline::map::{Link, Map, Tile, Tiling};

use crate::Scene;

fn cells<const N: usize>(cells: [(i32, i32); N]) -> [Cell; N] {
    cells.map(Cell::from)
}

fn link(from: (i32, i32), to: (i32, i32)) -> Link {
    Link { from: from.into(), to: to.into(), cost: 1 }
}

#[test]
fn every_cell_has_its_character() {
    let map = Map::from_rows(["....", ".##.", "...."]).unwrap();
    let path = cells([(0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]);
    let expanded = cells([(0, 2), (0, 1)]);
    let scene = Scene::new(&map).expanded(expanded).path(path).start((0, 1)).goal((3, 1));
    assert_eq!(scene.text(80), "●●●●\nS██G\n░   \n█ blocked  ░ expanded  ● path\n");
    let mut coloured = Vec::new();
    scene.write_text(80, &mut coloured).unwrap();
    let coloured = String::from_utf8(coloured).unwrap();
    assert!(coloured.contains("\u{1b}[1m\u{1b}[35m●●●●\u{1b}[0m\n"), "{coloured:?}");
}

#[test]
fn a_wide_map_is_drawn_in_blocks() {
    let map = Map::from_fn(100, 40, |cell| if cell.x < 50 { Tile::Blocked } else { Tile::Free }).unwrap();
    let path = cells([(60, 0), (99, 39)]);
    let text = Scene::new(&map).path(path).start(path[0]).goal(path[1]).text(10);
    let rows: Vec<_> = text.lines().collect();
    assert_eq!(
        rows,
        ["█████ S●  ", "█████   ●G", "█ blocked  ● path  (a character stands for 10.0 × 20.0 cells)"]
    );
}

#[test]
fn places_outside_the_map_are_not_drawn() {
    let map = Map::open(2, 2).unwrap();
    let scene = Scene::new(&map).start((-1, 0)).goal((5, 9)).expanded(cells([(0, 7)]));
    assert_eq!(scene.text(80), "  \n  \n");
}

#[test]
fn dear_terrain_has_digits() {
    let costs = [[1, 2, 3, 9], [0, 10, 700, 1]];
    let terrain = Map::from_costs(4, 2, |cell| costs[cell.y as usize][cell.x as usize]).unwrap();
    assert_eq!(
        Scene::new(&terrain).text(80),
        " 239\n█++ \n█ blocked  2–9 cost  + cost above 9\n",
        "nothing is said of a path"
    );
    let expanded = Scene::new(&terrain).expanded(cells([(0, 0), (1, 0)]));
    assert_eq!(expanded.text(80).lines().next(), Some("░239"), "the digit stays, in another colour");
    assert!(expanded.text(80).contains("░ expanded"));
    let even = Map::from_costs(3, 1, |_| 7).unwrap();
    assert_eq!(Scene::new(&even).text(80), "   \n", "all cells cost the same");
}

#[test]
fn hexagons_are_two_characters_wide() {
    let map = Map::from_rows(["...", "#..", "..."]).unwrap().with_tiling(Tiling::Hexagonal);
    let path = cells([(0, 0), (1, 0), (1, 1), (2, 2)]);
    let scene = Scene::new(&map).path(path).start(path[0]).goal(path[3]).expanded(cells([(2, 1)]));
    assert_eq!(scene.text(80), "S ●   \n ██● ░░\n    G \n█ blocked  ░ expanded  ● path\n");
    assert_eq!(scene.text(7), scene.text(80));
    assert!(scene.text(6).ends_with("(a character stands for 1.0 × 1.5 cells)\n"), "{}", scene.text(6));
}

/// From waypoint to waypoint the line goes through tiles that touch each other.
#[test]
fn a_leg_on_hexagons_is_filled_in() {
    let map = Map::open(5, 5).unwrap().with_tiling(Tiling::Hexagonal);
    let text = Scene::new(&map).path(cells([(1, 0), (3, 4), (0, 4)])).text(80);
    let rows: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert_eq!(rows[..5], ["  ●", "   ●", "    ●", "     ●", "● ● ● ●"]);
}

#[test]
fn links_have_letters() {
    let mut map = Map::open(6, 2).unwrap();
    map.add_link_both_ways(link((1, 0), (4, 0))).unwrap();
    map.add_link(link((5, 1), (2, 1))).unwrap();
    assert_eq!(Scene::new(&map).text(80), " a  a \n  b  b\na–b links\n");
    let path = cells([(0, 0), (1, 0), (4, 0), (5, 0)]);
    let scene = Scene::new(&map).path(path).start(path[0]);
    assert_eq!(scene.text(80), "Sa  a●\n  b  b\na–b links  ● path\n", "a step over a link is not filled in");

    let map = Map::open(30, 2).unwrap().with_links((0..28).map(|x| link((x, 0), (x, 1)))).unwrap();
    let text = Scene::new(&map).text(80);
    let row = "abcdefghijklmnopqrstuvwxyz**  ";
    assert_eq!(text, format!("{row}\n{row}\na–z * links\n"));
}

#[test]
fn several_paths_are_told_apart() {
    let map = Map::open(4, 3).unwrap();
    let mut scene = Scene::new(&map).goal((3, 0)).goal((3, 2)).start((0, 0)).start((0, 2));
    scene = scene.path(cells([(0, 0), (3, 0)])).path(cells([(0, 2), (3, 2)]));
    scene = scene.path([Point::new(0.0, 1.0), Point::new(4.0, 2.0)]);
    assert_eq!(scene.text(80), "S●●G\n▲▲▲▲\nS◆◆G\n● path 1  ◆ path 2  ▲ path 3\n");
    let seventh = (0..4).fold(scene, |scene, _| scene.path(cells([(0, 1), (1, 1)])));
    assert_eq!(
        seventh.text(80),
        "S●●G\n●●▲▲\nS◆◆G\n● path 1, 7  ◆ path 2  ▲ path 3\n",
        "after the last character they begin again, and the last path is on top"
    );
}

#[test]
fn a_field_has_three_levels() {
    let map = Map::from_rows(["......", "#....."]).unwrap();
    let values = (0..6).map(|x| (Cell::new(x, 0), f64::from(x) / 2.0));
    let wild = cells([(0, 1), (1, 1), (2, 1), (0, 0)]).into_iter().zip([1.0, f64::NAN, f64::INFINITY, 2.0]);
    let text = Scene::new(&map).values(values.chain(wild)).text(80);
    assert_eq!(text, "░░▒▒▓▓\n█     \n█ blocked  ░▒▓ 0 to 2.5\n");
}

#[test]
fn a_flow_field_has_arrows() {
    let map = Map::from_rows(["...", ".#.", "..."]).unwrap();
    let around = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
    let next = around.iter().cycle().skip(1);
    let steps = around.iter().zip(next).map(|(&from, &to)| (Cell::from(from), Cell::from(to)));
    let scene = Scene::new(&map).arrows(steps).goal((0, 1));
    assert_eq!(scene.text(80), "→→↓\nG█↓\n↑←←\n█ blocked  → next step\n");
    let diagonal = cells([(1, 1), (2, 0), (2, 2), (0, 2), (0, 0), (1, 1)]);
    let map = Map::open(3, 3).unwrap();
    let steps = diagonal[1..].iter().map(|&to| (to, Cell::new(1, 1)));
    let same = (Cell::new(1, 0), Cell::new(1, 0));
    let outside = (Cell::new(1, 2), Cell::new(1, 3));
    let text = Scene::new(&map).arrows(steps.chain([same, outside])).text(80);
    assert_eq!(text, "↘ ↙\n   \n↗ ↖\n→ next step\n", "neither to itself nor out of the map");
    let hexagons = map.with_tiling(Tiling::Hexagonal);
    let neighbours = tautline::moves::HexStep::neighbours(Cell::new(1, 1));
    let text = Scene::new(&hexagons).arrows(neighbours.map(|from| (from, Cell::new(1, 1)))).text(80);
    assert_eq!(text.lines().map(str::trim_end).collect::<Vec<_>>()[..3], ["  ↘ ↙", " →   ←", "  ↗ ↖"]);
}

#[test]
fn corners_on_the_edge_are_shown_on_the_last_cell() {
    let map = Map::open(3, 2).unwrap();
    let scene = Scene::new(&map).start((0.0, 0.0)).goal((3.0, 2.0));
    let scene = scene.path([Point::new(0.0, 0.0), Point::new(2.0, 0.0), Point::new(3.0, 2.0)]);
    assert_eq!(scene.text(80).lines().take(2).collect::<Vec<_>>(), ["S●●", "  G"]);
    assert_eq!(Scene::new(&map).start((f64::NAN, 0.0)).goal((3.1, 0.0)).text(80), "   \n   \n");
}

#[test]
fn marks_lie_above_paths_and_below_the_ends() {
    let map = Map::open(4, 1).unwrap();
    let path = [0, 1, 2, 3].map(|x| Cell::new(x, 0));
    let scene = Scene::new(&map).path(path).start((0, 0)).mark((0, 0), '?').mark((2, 0), '$');
    let scene = scene.mark((9, 9), '!').mark((1, 0), '\u{7}');
    assert_eq!(scene.text(80), "S●$●\n█ blocked  ● path\n");
}

#[test]
fn nothing_is_less_than_nothing() {
    let map = Map::open(2, 1).unwrap();
    let scene = Scene::new(&map).values([(Cell::new(0, 0), -1.0), (Cell::new(1, 0), -0.0)]);
    assert_eq!(scene.text(80), "░▓\n░▒▓ -1 to 0\n");
}

/// Beside a wall on its free side, and in the cells that they pass through, whatever their direction.
#[test]
fn lines_are_drawn_where_they_pass() {
    let drawn = |rows: &[&str], points: &[(f64, f64)]| {
        let map = Map::from_rows(rows.iter().copied()).unwrap();
        let points: Vec<_> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let (start, goal) = (points[0], points[points.len() - 1]);
        let text = Scene::new(&map).path(points).start(start).goal(goal).text(80);
        text.lines().take(rows.len()).map(str::to_owned).collect::<Vec<_>>()
    };
    let wall = ["....", "..#.", "..#.", "...."];
    assert_eq!(drawn(&wall, &[(2.0, 1.0), (2.0, 3.0)]), ["    ", " S█ ", " ●█ ", "  G "]);
    assert_eq!(drawn(&wall, &[(3.0, 3.0), (3.0, 1.0)]), ["    ", "  █G", "  █●", "   S"]);
    let open = ["...", "...", "..."];
    assert_eq!(drawn(&open, &[(3.0, 0.0), (0.0, 3.0)]), ["  S", " ● ", "G  "]);
    assert_eq!(drawn(&open, &[(0.0, 0.0), (3.0, 2.0)]), ["S● ", " ●●", "  G"]);
    assert_eq!(drawn(&["##", "##"], &[(1.0, 0.0), (1.0, 2.0)]), ["█S", "█G"], "somewhere it must be");
}

#[test]
fn agents_are_shown_where_they_ended() {
    let map = Map::from_rows([".....", "..#.."]).unwrap();
    let to = |x: f64, y: f64| [Point::new(0.5, 0.5), Point::new(x, y)];
    let scene =
        Scene::new(&map).trail(&to(4.2, 1.5), 0.2).trail(&to(4.7, 1.5), 0.2).trail(&to(2.5, 1.0), 0.2);
    assert_eq!(scene.text(80), "  ○  \n  █ ○\n█ blocked  ○ agents\n", "one character for two of them");
    let scene = scene.path(cells([(1, 0), (3, 0)])).goal((4, 1));
    assert_eq!(scene.text(80), " ●○● \n  █ G\n█ blocked  ● path  ○ agents\n");
    let away = [Point::new(1.5, 0.5), Point::new(6.0, 1.0)];
    let left = Scene::new(&map).trail(&away, 0.2).text(80);
    assert_eq!(left.lines().next(), Some(" ○   "), "the last place on the map");
    let [outside, none] = [&away[1..], &[]].map(|points| Scene::new(&map).start((0, 0)).trail(points, 0.2));
    let bare = Scene::new(&map).start((0, 0)).text(80);
    assert_eq!((outside.text(80), none.text(80)), (bare.clone(), bare));
}
