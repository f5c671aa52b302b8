//! What is written is read back the same.

mod common;

use std::fs;

use proptest::prelude::*;
use tautline_maps::ascii::{parse_ascii, write_ascii};
use tautline_maps::movingai::{Passable, parse_map, parse_scenario, read_map, read_scenario};
use tautline_maps::{Drawing, builtin, load};

use common::{grids, map_file, scenario_file, scenarios};

/// The same text with the line ends of another system.
fn with_crlf(file: &[u8]) -> Vec<u8> {
    file.iter().flat_map(|&byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] }).collect()
}

/// The same text with other separators.
fn with_blanks_for_tabs(file: &[u8]) -> Vec<u8> {
    let mut tabs = 0;
    let mut separate = |byte| {
        tabs += usize::from(byte == b'\t');
        if byte == b'\t' && tabs % 3 != 0 { vec![b' '; tabs % 3] } else { vec![byte] }
    };
    file.iter().flat_map(|&byte| separate(byte)).collect()
}

proptest! {
    #[test]
    fn maps(grid in grids()) {
        let file = map_file(&grid);
        for file in [with_crlf(&file), file] {
            prop_assert_eq!(&parse_map(&file[..], "map", &Passable::default()).unwrap(), &grid);
        }
    }

    #[test]
    fn drawings(grid in grids(), start in any::<prop::sample::Index>(), goal in any::<prop::sample::Index>()) {
        let free: Vec<_> = grid.cells().filter(|cell| grid.is_free(*cell)).collect();
        let choose = |index: prop::sample::Index| (!free.is_empty()).then(|| free[index.index(free.len())]);
        let (start, goal) = (choose(start), choose(goal));
        let start = start.filter(|_| start != goal);
        let mut file = Vec::new();
        write_ascii(&grid, start, goal, &mut file).unwrap();
        let drawing = Drawing { grid, start, goal };
        for file in [with_crlf(&file), file] {
            prop_assert_eq!(&parse_ascii(&file[..], "drawing").unwrap(), &drawing);
        }
    }

    #[test]
    fn scenario_files(scenario in scenarios()) {
        let file = scenario_file(&scenario);
        for file in [with_crlf(&file), with_blanks_for_tabs(&file), file] {
            prop_assert_eq!(&parse_scenario(&file[..], "scenario").unwrap(), &scenario);
        }
    }
}

#[test]
fn files_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let Drawing { grid, start, goal } = builtin();

    let map = folder.path().join("tour.map");
    fs::write(&map, map_file(&grid)).unwrap();
    assert_eq!(read_map(&map, &Passable::default()).unwrap(), grid);
    assert_eq!(load(&map, &Passable::default()).unwrap().grid, grid);

    let drawing = folder.path().join("tour.txt");
    write_ascii(&grid, start, goal, fs::File::create(&drawing).unwrap()).unwrap();
    assert_eq!(load(&drawing, &Passable::default()).unwrap(), builtin());

    let scenario = folder.path().join("tour.map.scen");
    fs::write(&scenario, "version 1\n0\ttour.map\t72\t22\t1\t1\t2\t1\t1\n").unwrap();
    let read = read_scenario(&scenario).unwrap();
    assert_eq!(read.file, scenario.display().to_string());
    assert!(read.check_fits(&grid).is_ok());
}
