use tautline::geometry::Cell;
use tautline_maps::generate::{Share, maze, random, rooms, walls};
use tautline_maps::load;
use tautline_maps::movingai::Passable;

use crate::common::Folder;

#[test]
fn maps_come_out_as_the_library_makes_them() {
    let folder = Folder::new();
    let share = Share::percent(30).unwrap();
    let cases = [
        ("random --blocked 30 --width 50 --height 40 --seed 7", random(50, 40, share, 7)),
        ("walls --count 12 --length 9", walls(100, 100, 12, 9, 0)),
        ("rooms --size 5 --seed 3", rooms(100, 100, 5, 3)),
        ("maze --corridor 2 --width 61", maze(61, 100, 2, 0)),
    ];
    for (arguments, expected) in cases {
        for file in ["a.map", "a.txt"] {
            let ran = folder.run(&format!("generate {arguments} --out {file}"));
            assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{arguments}");
            assert!(ran.err.contains(" cells, ") && ran.err.contains(" % free, seed "), "{}", ran.err);
            let drawing = load(folder.path(file), &Passable::default()).unwrap();
            assert_eq!(&drawing.grid, expected.as_ref().unwrap(), "{arguments}");
        }
        let text = folder.read("a.txt");
        assert!(text.starts_with(['.', '#']), "{text}");
        assert_eq!(folder.run(&format!("generate {arguments}")).out, folder.read("a.map"));
        assert_eq!(folder.run(&format!("generate {arguments} --format ascii")).out, text);
    }
}

#[test]
fn a_generated_map_can_be_planned_on() {
    let folder = Folder::new();
    assert_eq!(folder.run("generate maze --width 31 --height 31 --seed 5 --out maze.map").code, 0);
    let grid = load(folder.path("maze.map"), &Passable::default()).unwrap().grid;
    assert!(grid.is_free(Cell::new(1, 1)) && grid.is_free(Cell::new(29, 29)));
    let ran = folder.run("plan maze.map --from 1,1 --to 29,29 --format json");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains(r#""outcome":"found""#));
}
