//! The reader of index files: an error, or a planner that answers. Each function says whether there was one.

use std::time::Duration;

use tautline::engine::{Registry, Selection};
use tautline::index::Index;
use tautline::{Map, Planner, Query, Workspace};
use xxhash_rust::xxh3::xxh3_64;

use super::corpus::Target;

/// All of them.
pub const TARGETS: [Target; 2] = [("index", index), ("index_payload", index_payload)];

/// The map that the indices are for.
pub fn map() -> Map {
    Map::from_rows(["..#....", ".#..#..", "....#..", "#.#....", "......."]).unwrap()
}

/// The planners that prepare something, with their defaults.
pub fn prepared() -> Vec<Selection> {
    let registry = Registry::core();
    let prepared = registry.iter().filter(|planner| planner.needs_index());
    prepared.map(|planner| registry.select(planner.id).unwrap()).collect()
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
        if let Err(error) = Planner::from_bytes(&map(), file) {
            assert!(is_printable(&error.to_string()));
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
    let map = map();
    let index = Index {
        planner: selection.descriptor().id,
        version: selection.descriptor().index.expect("it prepares something").version,
        settings: &selection.settings().to_string(),
        width: map.width(),
        height: map.height(),
        content: map.content_hash(),
        preparation: Duration::ZERO,
        payload,
    };
    open(selection, &index.to_bytes())
}

/// Whether a message can be shown, whatever is in the file.
fn is_printable(message: &str) -> bool {
    message.len() < 6000 && !message.contains(char::is_control)
}

fn open(selection: &Selection, file: &[u8]) -> bool {
    let map = map();
    match selection.open(&map, file) {
        Ok(planner) => ask(&planner, &map),
        Err(error) => {
            assert!(is_printable(&error.to_string()));
            return false;
        }
    }
    true
}

/// An index that was made to deceive may mislead, but not hang or panic.
fn ask(planner: &Planner, map: &Map) {
    let mut workspace = Workspace::new();
    let end = |xy| planner.ends().scenario(xy);
    for (start, goal) in [((0, 0), (6, 4)), ((6, 0), (0, 2)), ((3, 0), (3, 4)), ((0, 4), (0, 4))] {
        let _ = planner.plan(map, &Query::new(end(start), end(goal)), &mut workspace);
    }
}
