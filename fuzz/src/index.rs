//! The reader of index files: an error, or a planner that answers. Each function says whether there was one.

use std::time::Duration;

use tautline::index::{self, Index, Opened, Prepared};
use tautline::planners::{Planner, Selection, registry};
use tautline::search::{Place, Query, Workspace};
use tautline::world::Grid;
use xxhash_rust::xxh3::xxh3_64;

use super::corpus::Target;

/// All of them.
pub const TARGETS: [Target; 2] = [("index", index), ("index_payload", index_payload)];

/// The map that the indices are for.
pub fn grid() -> Grid {
    Grid::from_rows(["..#....", ".#..#..", "....#..", "#.#....", "......."]).unwrap()
}

/// The planners that prepare something, with their defaults.
pub fn prepared() -> Vec<Selection> {
    let prepared = registry().iter().filter(|planner| planner.needs_index());
    prepared.map(|planner| planner.id.parse().unwrap()).collect()
}

/// A file; and the same file with a length and a checksum that are right.
pub fn index(file: &[u8]) -> bool {
    let mut signed = file.to_vec();
    if let Some(end) = file.len().checked_sub(8).filter(|&end| end >= 24) {
        signed[16..24].copy_from_slice(&(file.len() as u64).to_le_bytes());
        let checksum = xxh3_64(&signed[..end]);
        signed[end..].copy_from_slice(&checksum.to_le_bytes());
    }
    let opened = [file, &signed].map(|file| {
        match Index::parse(file) {
            Ok(index) => assert_eq!(Index::parse(&index.to_bytes()).as_ref(), Ok(&index)),
            Err(error) => assert!(is_printable(&error.to_string())),
        }
        prepared().iter().filter(|selection| open(selection, file)).count() > 0
    });
    opened.contains(&true)
}

/// The number of a planner, and after it what it is said to have prepared, in a file that is right in every other way.
pub fn index_payload(bytes: &[u8]) -> bool {
    let Some((&number, payload)) = bytes.split_first() else { return false };
    let selections = prepared();
    let selection = &selections[usize::from(number) % selections.len()];
    let prepared = Prepared::new(selection, &grid(), payload.to_vec()).unwrap();
    open(selection, &prepared.to_bytes(Duration::ZERO))
}

/// Whether a message can be shown to somebody, whatever is in the file.
fn is_printable(message: &str) -> bool {
    message.len() < 6000 && !message.contains(char::is_control)
}

fn open(selection: &Selection, file: &[u8]) -> bool {
    let grid = grid();
    let opened = index::open(selection, &grid, file);
    let opened = opened.map_err(|error| assert!(is_printable(&error.to_string())));
    match opened {
        Ok(Opened::Cells(planner)) => ask(&*planner),
        Ok(Opened::Corners(planner)) => ask(&*planner),
        Ok(_) => panic!("places that nobody asks about"),
        Err(()) => return false,
    }
    true
}

/// An index that was made to deceive may mislead, but not hang or panic.
fn ask<P: Place>(planner: &dyn Planner<P>) {
    let mut workspace = Workspace::new();
    for (start, goal) in [((0, 0), (6, 4)), ((6, 0), (0, 2)), ((3, 0), (3, 4)), ((0, 4), (0, 4))] {
        let _ = planner.plan(&Query::<P>::new(start, goal), &mut workspace);
    }
}
