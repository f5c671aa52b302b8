//! Bad input gives an error and nothing else: no panic, no endless reading, no memory for what is only promised.

use std::io::{self, BufReader, Read};

use proptest::prelude::*;
use proptest::sample::Index;
use tautline_maps::ascii::parse_ascii;
use tautline_maps::csv::parse_csv;
use tautline_maps::images::{Palette, Threshold, parse_image_grid, parse_image_terrain};
use tautline_maps::movingai::{
    Passable, parse_any_map, parse_kinds, parse_map, parse_references, parse_scenario,
};
use tautline_maps::{MapError, Problem};

use crate::common::{map_file, plain_maps, scenario_file, scenarios};

/// Reads the bytes as everything that a file can be; whoever comes back did not panic.
fn read_as_everything(file: &[u8]) {
    for capacity in [1, 7, 8192] {
        let reader = || BufReader::with_capacity(capacity, file);
        let _ = parse_map(reader(), "file", &Passable::default());
        let _ = parse_ascii(reader(), "file");
        let _ = parse_scenario(reader(), "file");
        let _ = parse_references(reader(), "file");
        let _ = parse_any_map(reader(), "file", &Passable::default());
        let _ = parse_kinds(reader(), "file");
        let _ = parse_csv(reader(), "file");
    }
    let _ = parse_image_grid(file, "file", &Threshold::default());
    let _ = parse_image_terrain(file, "file", &Palette::greys());
}

/// One way to spoil a file.
#[derive(Clone, Debug)]
enum Mutation {
    Replace(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Repeat(Index, usize),
    Truncate(Index),
}

fn mutations() -> impl Strategy<Value = Mutation> {
    let byte = || prop_oneof![any::<u8>(), prop::sample::select(b".@GSWT#09 -\t\r\nxe".to_vec())];
    prop_oneof![
        (any::<Index>(), byte()).prop_map(|(at, byte)| Mutation::Replace(at, byte)),
        (any::<Index>(), prop::collection::vec(byte(), 1..5))
            .prop_map(|(at, bytes)| Mutation::Insert(at, bytes)),
        (any::<Index>(), 1usize..20).prop_map(|(at, count)| Mutation::Remove(at, count)),
        (any::<Index>(), 1usize..20).prop_map(|(at, count)| Mutation::Repeat(at, count)),
        any::<Index>().prop_map(Mutation::Truncate),
    ]
}

fn spoil(file: &mut Vec<u8>, mutations: &[Mutation]) {
    for mutation in mutations {
        let within = |at: &Index| at.index(file.len() + 1);
        let part = |at: &Index, count: usize| within(at)..(within(at) + count).min(file.len());
        match mutation {
            Mutation::Replace(at, byte) => {
                let range = part(at, 1);
                file.splice(range, [*byte]);
            }
            Mutation::Insert(at, bytes) => {
                let at = within(at);
                file.splice(at..at, bytes.iter().copied());
            }
            Mutation::Remove(at, count) => {
                let range = part(at, *count);
                file.drain(range);
            }
            Mutation::Repeat(at, count) => {
                let again = file[part(at, *count)].to_vec();
                let at = within(at);
                file.splice(at..at, again);
            }
            Mutation::Truncate(at) => {
                let length = within(at);
                file.truncate(length);
            }
        }
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes(file in prop::collection::vec(any::<u8>(), 0..300)) {
        read_as_everything(&file);
    }

    #[test]
    fn arbitrary_words(words in "((type octile|type hex|P[1-6]|height|width|map|version 1|[0-9]{1,12}|[0-9,;.]{1,9}|[.@GS]{1,9}|-|inf|nan)[ \t\n\r]{1,2}){0,30}") {
        read_as_everything(words.as_bytes());
    }

    #[test]
    fn spoilt_maps(map in plain_maps(), mutations in prop::collection::vec(mutations(), 1..4)) {
        let mut file = map_file(&map);
        spoil(&mut file, &mutations);
        read_as_everything(&file);
    }

    #[test]
    fn spoilt_scenarios(scenario in scenarios(), mutations in prop::collection::vec(mutations(), 1..4)) {
        let mut file = scenario_file(&scenario);
        spoil(&mut file, &mutations);
        read_as_everything(&file);
    }

    #[test]
    fn a_truncated_map_is_an_error(map in plain_maps(), cut in any::<Index>()) {
        let file = map_file(&map);
        // All but the last line break is needed.
        let kept = cut.index(file.len() - 1);
        let result = parse_map(&file[..kept], "file", &Passable::default());
        prop_assert!(result.is_err());
    }

    #[test]
    fn a_header_that_lies_is_an_error(map in plain_maps(), width in 1u32..70, height in 1u32..14) {
        prop_assume!((width, height) != (map.width(), map.height()));
        let file = String::from_utf8(map_file(&map)).unwrap();
        let rows = file.split_once("map\n").unwrap().1;
        let lie = format!("type octile\nheight {height}\nwidth {width}\nmap\n{rows}");
        prop_assert!(parse_map(lie.as_bytes(), "file", &Passable::default()).is_err());
    }
}

#[test]
fn a_header_that_promises_billions_is_refused_before_the_first_row() {
    /// Whoever reads the rows fails.
    struct NoRows;
    impl Read for NoRows {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("a row was read"))
        }
    }
    for (height, width) in [("4000000000", "4"), ("4", "4000000000"), ("4000000000", "4000000000")] {
        let header = format!("type octile\nheight {height}\nwidth {width}\n");
        let file = BufReader::new(header.as_bytes().chain(NoRows));
        let error = parse_map(file, "huge.map", &Passable::default()).unwrap_err();
        assert!(matches!(error.problem, Problem::Size(_)), "{error}");
    }
}

#[test]
fn a_promise_that_a_grid_could_keep_takes_no_memory_before_the_rows_come() {
    let error = parse_map(
        &b"type octile\nheight 20000\nwidth 20000\nmap\n..\n"[..],
        "short.map",
        &Passable::default(),
    );
    let expected = "short.map:5: row 1 has 2 cells, expected 20000 (the header says width 20000)";
    assert_eq!(error.unwrap_err().to_string(), expected);
}

#[test]
fn lines_without_an_end_are_not_read_to_their_end() {
    let endless = |beginning: &'static str| BufReader::new(beginning.as_bytes().chain(io::repeat(b'@')));
    let map = |beginning| parse_map(endless(beginning), "endless", &Passable::default()).map(|_| ());
    let results: [Result<(), MapError>; 7] = [
        map(""),
        map("type octile\nheight "),
        map("type octile\nheight 2\nwidth 2\nmap\n.@\n"),
        parse_scenario(endless("version 1\n0 "), "endless").map(|_| ()),
        parse_references(endless("1\n"), "endless").map(|_| ()),
        parse_kinds(endless("type hex\nheight 2\nwidth 2\nmap\n.@\n"), "endless").map(|_| ()),
        parse_csv(endless("1,1\n1,"), "endless").map(|_| ()),
    ];
    for result in results {
        assert!(result.unwrap_err().to_string().len() < 200, "the message is not endless either");
    }
}

#[test]
fn a_failing_disk_is_reported_with_the_name_of_the_file() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let file = BufReader::new(b"type octile\nheight 2\nwidth 2\nmap\n.@\n".chain(Failing));
    let error = parse_map(file, "disk.map", &Passable::default()).unwrap_err();
    assert_eq!(error.to_string(), "disk.map: cannot be read: the disk is gone");
}
