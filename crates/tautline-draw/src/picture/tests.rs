use tautline::geometry::{Cell, Point};
use tautline::map::{Link, Map, Tile, Tiling};
use tiny_skia::Pixmap;

use super::palette::{Colour, FLOOR, GOAL, LINK, PATHS, START, TILED_FLOOR, WALL, earth, heat, trail};
use super::{Form, Layout};
use crate::plane::Plane;
use crate::{DrawError, Scene};

fn svg(scene: &Scene<'_>) -> String {
    let mut out = Vec::new();
    scene.write_svg(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The elements with all of some texts in them.
fn elements<'a>(svg: &'a str, texts: &[&str]) -> Vec<&'a str> {
    svg.lines().filter(|line| texts.iter().all(|text| line.contains(text))).collect()
}

fn fill(colour: Colour) -> String {
    format!("fill=\"{colour}\"")
}

/// The colours of the picture at places in tiles.
fn colours<const N: usize>(scene: &Scene<'_>, places: [Point; N]) -> [Colour; N] {
    let picture = Pixmap::decode_png(&scene.png().unwrap()).unwrap();
    let Layout { cell, margin, width, height, .. } = Layout::of(scene, "");
    assert_eq!((picture.width(), picture.height()), (width as u32, height as u32));
    places.map(|Point { x, y }| {
        let pixel = picture.pixel((margin + x * cell) as u32, (margin + y * cell) as u32).unwrap();
        Colour([pixel.red(), pixel.green(), pixel.blue()])
    })
}

fn cells<const N: usize>(cells: [(i32, i32); N]) -> [Cell; N] {
    cells.map(Cell::from)
}

#[test]
fn pixels_have_the_colours_of_what_is_there() {
    let map = Map::from_rows(["......", ".####.", "......"]).unwrap();
    let path = cells([(0, 1), (0, 0), (5, 0), (5, 1)]);
    let scene = Scene::new(&map).path(path).start(path[0]).goal(path[3]).expanded(cells([(0, 2), (1, 2)]));
    let places = cells([(0, 1), (5, 1), (2, 0), (2, 1), (3, 2), (0, 2), (1, 2)]).map(Cell::centre);
    let expected = [START, GOAL, PATHS[0], WALL, FLOOR, heat(0.0), heat(12.0 / 23.0)];
    assert_eq!(colours(&scene, places), expected);
    let svg = svg(&scene);
    for colour in [START, GOAL, WALL, FLOOR, heat(0.0), heat(12.0 / 23.0)] {
        assert!(!elements(&svg, &[&fill(colour)]).is_empty(), "{colour}");
    }
    let line = elements(&svg, &["<polyline", "points=\"0.5,1.5 0.5,0.5 5.5,0.5 5.5,1.5\""]);
    assert_eq!((line.len(), line[0].contains(&PATHS[0].to_string())), (1, true));
}

#[test]
fn a_cell_that_comes_again_keeps_its_first_colour() {
    let map = Map::open(3, 1).unwrap();
    let [a, b] = cells([(0, 0), (1, 0)]);
    let scene = Scene::new(&map).expanded([a, b, a, a]);
    assert_eq!(colours(&scene, [a.centre(), b.centre()]), [heat(0.0), heat(6.0 / 23.0)]);
    let scene = scene.values([(a, 5.0), (b, 0.0), (a, 1.0)]);
    assert_eq!(colours(&scene, [a.centre(), b.centre()]), [heat(1.0), heat(0.0)], "values instead");
}

#[test]
fn a_large_map_is_a_short_picture() {
    let room = |cell: Cell| if cell.x % 500 == 0 { Tile::Blocked } else { Tile::Free };
    let map = Map::from_fn(2000, 2000, room).unwrap();
    let values = map.cells().map(|cell| (cell, f64::from(cell.y)));
    let drawn = svg(&Scene::new(&map).values(values));
    assert!(drawn.len() < 5000, "{} bytes", drawn.len());
}

#[test]
fn a_picture_without_a_caption_has_no_text() {
    let map = Map::open(3, 3).unwrap();
    let bare = svg(&Scene::new(&map));
    assert!(!bare.contains("<text") && !bare.contains("<title"));
    assert!(bare.contains("viewBox=\"0 0 136 136\""), "{bare}");
    let named = svg(&Scene::new(&map).caption("a < b & \u{1b}\u{0}c"));
    assert_eq!(elements(&named, &[">a &lt; b &amp; c</"]).len(), 2, "the title and the caption");
}

#[test]
fn terrain_is_the_darker_the_dearer() {
    let costs = [1, 10, 100, 0];
    let terrain = Map::from_costs(4, 2, |cell| costs[cell.x as usize]).unwrap();
    let scene = Scene::new(&terrain);
    let places = [0, 1, 2, 3].map(|x| Cell::new(x, 0).centre());
    // Ten times as dear is half the way to a hundred times.
    let expected = [FLOOR, earth(12.0 / 23.0), earth(1.0), WALL];
    assert_eq!(colours(&scene, places), expected);
    let svg_of = svg(&scene);
    assert_eq!(elements(&svg_of, &[&fill(expected[1]), "m1 0h1v2h-1"]).len(), 1);

    let expanded = scene.expanded(cells([(1, 0), (2, 0)]));
    let seen = colours(&expanded, places);
    assert_eq!((seen[0], seen[3]), (FLOOR, WALL));
    assert!(seen[1] != heat(0.0) && seen[1] != expected[1], "both are to be seen");
    assert_eq!(elements(&svg(&expanded), &["fill-opacity"]).len(), 2);

    let [even, plain] = [5, 1].map(|cost| Map::from_costs(4, 2, |_| cost).unwrap());
    assert_eq!(svg(&Scene::new(&even)), svg(&Scene::new(&plain)));
}

#[test]
fn hexagons_are_hexagons() {
    let map = Map::from_rows(["....", "#...", "...."]).unwrap().with_tiling(Tiling::Hexagonal);
    let path = cells([(0, 0), (1, 0), (1, 1), (2, 2)]);
    let scene = Scene::new(&map).path(path).start(path[0]).goal(path[3]).expanded(cells([(2, 1)]));
    let svg = svg(&scene);
    let count = |colour| -> usize {
        elements(&svg, &["<path", &fill(colour)]).iter().map(|line| line.matches('m').count()).sum()
    };
    assert_eq!((count(TILED_FLOOR), count(WALL), count(heat(0.0))), (11, 1, 1));
    let points = elements(&svg, &["<polyline points=\"0.5,0.58 1.5,0.58 2.5,2.31\""]);
    assert_eq!(points.len(), 1, "straight on is one line: {svg}");

    let plane = Plane::of(&map);
    let places = cells([(0, 0), (2, 2), (1, 1), (0, 1), (2, 1), (3, 2)]).map(|cell| plane.centre(cell));
    assert_eq!(colours(&scene, places), [START, GOAL, PATHS[0], WALL, heat(0.0), TILED_FLOOR]);
}

/// The line of a path goes through the middles of the tiles that are drawn.
#[test]
fn centres_of_hexagons_are_those_of_the_plane() {
    let map = Map::open(5, 5).unwrap().with_tiling(Tiling::Hexagonal);
    let plane = Plane::of(&map);
    let (across, down) = Form::Hexagon.unit();
    for cell in map.cells() {
        let corners = Form::hexagon(cell.x as u32, cell.y as u32);
        let mean = |side: fn(&(i64, i64)) -> i64| corners.iter().map(side).sum::<i64>() as f64 / 6.0;
        let middle = Point::new(mean(|corner| corner.0) * across, mean(|corner| corner.1) * down);
        assert!(middle.distance(plane.centre(cell)) < 1e-12, "{cell}");
        // Every corner is as far from it, a little less than where the neighbours meet.
        for (x, y) in corners.map(|(x, y)| (x as f64 * across, y as f64 * down)) {
            assert!((middle.distance(Point::new(x, y)) - 0.95 / 3f64.sqrt()).abs() < 1e-12);
        }
    }
}

#[test]
fn links_are_dashed_curves() {
    let mut map = Map::open(12, 8).unwrap();
    let link = |from: (i32, i32), to: (i32, i32)| Link { from: from.into(), to: to.into(), cost: 1 };
    map.add_link_both_ways(link((1, 1), (10, 1))).unwrap();
    map.add_link(link((1, 6), (10, 6))).unwrap();
    let drawn = svg(&Scene::new(&map));
    let stroke = |colour: Colour| format!("stroke=\"{colour}\"");
    assert_eq!(elements(&drawn, &["stroke-dasharray", &stroke(LINK)]).len(), 2, "a pair is one curve");
    let heads = elements(&drawn, &["<path", &fill(LINK)]);
    assert_eq!(heads.len(), 1);
    assert_eq!(heads[0].matches('Z').count(), 3, "two heads of the pair and one of the other");
    assert_eq!(elements(&drawn, &["<circle", "cx=\"1.5\" cy=\"6.5\""]).len(), 1, "where one goes in");

    let path = cells([(0, 6), (1, 6), (10, 6), (11, 6)]);
    let scene = Scene::new(&map).path(path);
    let drawn = svg(&scene);
    assert_eq!(elements(&drawn, &["<polyline", &stroke(PATHS[0])]).len(), 2, "before and after the link");
    assert_eq!(elements(&drawn, &["stroke-dasharray", &stroke(PATHS[0])]).len(), 1);
    assert_eq!(elements(&drawn, &["stroke-dasharray", &stroke(LINK)]).len(), 1, "not both above each other");
    assert!(elements(&drawn, &["<circle"]).is_empty());
    let straight = Cell::new(5, 6).centre();
    assert_eq!(colours(&scene, [straight]), [FLOOR], "the way over a link is no line");
}

#[test]
fn several_paths_have_colours_of_their_own() {
    let map = Map::open(6, 6).unwrap();
    let scene = (0..6).fold(Scene::new(&map), |scene, y| scene.path(cells([(0, y), (5, y)])));
    let places = [0, 1, 2, 3, 4, 5].map(|y| Cell::new(3, y).centre());
    assert_eq!(colours(&scene, places), PATHS);
    let again = scene.path(cells([(0, 0), (0, 5)])).path([Point::new(1.0, 0.0), Point::new(1.0, 6.0)]);
    assert_eq!(colours(&again, [Point::new(0.5, 2.0), Point::new(1.0, 2.0)]), [PATHS[0], PATHS[1]]);
}

#[test]
fn a_flow_field_has_an_arrow_on_each_cell() {
    let map = Map::from_rows(["...", "..#"]).unwrap();
    let steps = |map: &Map| map.cells().map(|cell| (cell, Cell::new(cell.x - 1, cell.y))).collect::<Vec<_>>();
    let drawn = svg(&Scene::new(&map).arrows(steps(&map)));
    let arrows = elements(&drawn, &["fill-opacity=\"0.75\""]);
    assert_eq!((arrows.len(), arrows[0].matches('Z').count()), (1, 3), "not out of the map, nor on a wall");
    // On a large map not on every cell.
    let map = Map::open(960, 960).unwrap();
    let drawn = svg(&Scene::new(&map).arrows(steps(&map)));
    let arrows = elements(&drawn, &["fill-opacity=\"0.75\""]);
    assert_eq!(arrows[0].matches('Z').count(), 87 * 87);
}

/// The tiles are 40 pixels wide, so that a fortieth of a tile is one pixel.
#[test]
fn agents_leave_trails() {
    let map = Map::open(9, 6).unwrap();
    let [from, to] = [(1.0, 1.0), (6.0, 1.0)].map(Point::from);
    let outside = Point::new(3.0, -1.0);
    let scene =
        Scene::new(&map).trail(&[outside], 0.5).trail(&[from, to], 0.5).trail(&[(2.0, 4.0).into()], 1.0);
    let [one, two] = [trail(1), trail(2)];
    let places = [(3.0, 1.0), (1.0, 1.07), (3.0, 1.07), (3.0, 0.5)].map(Point::from);
    assert_eq!(colours(&scene, places), [one, one, FLOOR, FLOOR], "the line and the dot where it begins");
    // Inside the disc, beside the line; on the rim; beyond it.
    let places = [(6.0, 1.45), (6.0, 1.53), (6.0, 1.6), (2.0, 4.95), (2.0, 5.1)].map(Point::from);
    let seen_through = |Colour(above): Colour| {
        let mix = |channel: usize| 0.75 * f64::from(above[channel]) + 0.25 * f64::from(FLOOR.0[channel]);
        [0, 1, 2].map(mix)
    };
    let [inside, rim, beyond, still, beside] = colours(&scene, places);
    for (seen, expected) in [(inside, seen_through(one)), (still, seen_through(two))] {
        for (seen, expected) in seen.0.into_iter().zip(expected) {
            assert!((f64::from(seen) - expected).abs() < 2.0, "{seen} {expected}");
        }
    }
    assert!(rim.0.into_iter().zip(FLOOR.0).all(|(rim, floor)| rim > floor), "{rim}");
    assert_eq!([beyond, beside], [FLOOR; 2]);
    // The last pixel of the dot is all but covered, and no rim is above it.
    let [edge] = colours(&scene, [(1.0, 1.09).into()]);
    assert!(edge.0.into_iter().zip(one.0).all(|(edge, dot)| edge.abs_diff(dot) < 20), "{edge} {one}");

    let drawn = svg(&scene);
    assert_eq!(elements(&drawn, &["<path stroke="]), [format!("<path stroke=\"{one}\" d=\"m1 1 5 0\"/>")]);
    let dot = format!("<circle cx=\"1\" cy=\"1\" r=\"0.1\" {}/>", fill(one));
    assert_eq!(drawn.lines().filter(|line| *line == dot).count(), 1, "without a rim");
    let ends = elements(&drawn, &["<circle", "fill-opacity=\"0.75\" stroke=\"#fff\""]);
    assert_eq!(ends.len(), 2);
    assert!(ends[0].contains("cx=\"6\" cy=\"1\" r=\"0.52\"") && ends[0].contains(&fill(one)), "{}", ends[0]);
    assert!(ends[1].contains("cx=\"2\" cy=\"4\" r=\"1.02\"") && ends[1].contains(&fill(two)), "{}", ends[1]);
}

#[test]
fn trails_lie_below_paths_and_agents_above_them() {
    let map = Map::open(9, 5).unwrap();
    let scene = Scene::new(&map).path(cells([(0, 2), (8, 2)]));
    let scene = scene.trail(&[Point::new(4.5, 0.5), Point::new(4.5, 4.5)], 0.1);
    let scene = scene.trail(&[Point::new(6.5, 0.5), Point::new(6.5, 2.5)], 0.4);
    let [crossing, end] = colours(&scene, [(4.5, 2.5), (6.5, 2.5)].map(Point::from));
    assert_eq!(crossing, PATHS[0]);
    assert!(end != PATHS[0] && end != trail(1), "both are to be seen: {end}");
}

#[test]
fn agents_are_large_enough_to_be_seen_and_no_larger_than_the_map() {
    let map = Map::open(440, 220).unwrap();
    let middle = [Point::new(220.0, 110.0)];
    let radius = |radius: f64| {
        let drawn = svg(&Scene::new(&map).trail(&middle, radius));
        let ends = elements(&drawn, &["<circle", "fill-opacity"]);
        assert_eq!(ends.len(), 1);
        ends[0].split('"').nth(5).unwrap().parse::<f64>().unwrap()
    };
    // A line is 0.56 tiles wide, and half of the rim 0.168.
    let expected =
        [(3.0, 3.17), (0.3, 1.29), (0.0, 1.29), (-1.0, 1.29), (f64::NAN, 1.29), (f64::INFINITY, 1.29)];
    for (given, drawn) in expected {
        assert!((radius(given) - drawn).abs() < 1e-9, "{given}: {}", radius(given));
    }
    assert!((radius(f64::MAX) - 1320.17).abs() < 1e-9);
    let [corner] = colours(&Scene::new(&map).trail(&middle, f64::MAX), [(1.0, 1.0).into()]);
    assert!(corner != FLOOR, "it covers the map");
}

#[test]
fn a_crowd_is_a_short_picture() {
    let map = Map::open(420, 420).unwrap();
    let crowd = (0..1000).fold(Scene::new(&map), |scene, agent| {
        let y = 0.2 + 0.4 * f64::from(agent);
        // It sways by less than can be seen, and turns once.
        let sway = |step: i32| Point::new(f64::from(step), y + 0.02 * f64::from(step % 3));
        let steps: Vec<Point> = (0..300).chain((100..300).rev()).map(sway).collect();
        scene.trail(&steps, 0.3)
    });
    let drawn = svg(&crowd);
    assert!(drawn.len() < 250_000, "{} bytes", drawn.len());
    assert_eq!(elements(&drawn, &["<path stroke="]).len(), 1000);
    assert!(!drawn.contains("<text"));
}

/// Where tiles are large, a part of one can be seen.
#[test]
fn what_can_be_seen_of_a_trail_is_drawn() {
    let points = [(1.0, 1.0), (2.0, 1.04), (3.0, 1.0)].map(Point::from);
    for (side, line) in [(9, "m1 1 1 .04 1-.04"), (420, "m1 1 2 0")] {
        let map = Map::open(side, side).unwrap();
        let drawn = svg(&Scene::new(&map).trail(&points, 0.3));
        assert_eq!(elements(&drawn, &["<path stroke=", line]).len(), 1, "{side}: {drawn}");
    }
}

#[test]
fn a_large_picture_is_refused() {
    let map = Map::open(16000, 2).unwrap();
    let error = Scene::new(&map).png().unwrap_err();
    assert_eq!(error, DrawError::TooLarge { width: 16800, height: 802 });
    assert_eq!(error.to_string(), "a picture of 16800 × 802 pixels is too large: 16384 a side are the most");
}

#[test]
fn small_hexagons_are_bricks() {
    let half = |cell: Cell| if cell.x < 300 { Tile::Blocked } else { Tile::Free };
    let map = Map::from_fn(600, 600, half).unwrap().with_tiling(Tiling::Hexagonal);
    let scene = Scene::new(&map);
    let drawn = svg(&scene);
    let walls = elements(&drawn, &["<path", &fill(WALL)]);
    assert_eq!((walls.len(), walls[0].matches('m').count()), (1, 600), "a rectangle a row");
    let plane = Plane::of(&map);
    let places = cells([(298, 300), (298, 301), (301, 300), (301, 599)]).map(|cell| plane.centre(cell));
    assert_eq!(colours(&scene, places), [WALL, WALL, TILED_FLOOR, TILED_FLOOR]);
}

/// Nothing that is outside, empty or no number makes any difference, on the smallest maps either.
#[test]
fn hostile_scenes_are_drawn() {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (3, 3)] {
        for tiling in [Tiling::Square, Tiling::Hexagonal] {
            let map = Map::open(width, height).unwrap().with_tiling(tiling);
            let bare = Scene::new(&map);
            let [low, high] = [i32::MIN, i32::MAX].map(|at| Cell::new(at, at));
            let far = [f64::NAN, f64::INFINITY, f64::MAX, -1e-300].map(|at| Point::new(at, 0.0));
            let mut scene = Scene::new(&map).expanded([low, high]).values([(low, 1.0), (high, f64::NAN)]);
            scene = scene
                .path::<Cell>([])
                .path([low, high])
                .path([low, Cell::new(0, 0), high])
                .path(far)
                .path::<Point>([]);
            scene = scene.arrows([(low, high), (Cell::new(0, 0), high), (low, Cell::new(0, 0))]);
            scene = far.into_iter().fold(scene, |scene, point| scene.start(point).goal(point));
            scene = scene.start(low).goal(high).trail(&[], 1.0).trail(&far, f64::NAN);
            assert_eq!(svg(&scene), svg(&bare), "{width} × {height}, {tiling:?}");
            assert_eq!(scene.png(), bare.png());
            assert_eq!(svg(&Scene::new(&map).expanded([low, high])), svg(&bare));
            for columns in [0, 1, 2, 80] {
                assert_eq!(scene.text(columns), bare.text(columns), "{columns}");
            }
            let cell = Cell::new(0, 0);
            let full = bare.path([cell, cell]).values([(cell, f64::MAX)]).arrows([(cell, cell)]).start(cell);
            assert!(full.png().is_ok() && svg(&full).ends_with("</svg>\n"));
            assert!(full.text(80).starts_with('S'), "{}", full.text(80));
        }
    }
}
