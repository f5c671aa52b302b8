//! The index format: what is written is read again, what is not as it was written is refused, and a planner from a file
//! answers as one that prepared the map itself.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use proptest::prelude::*;
use tautline::engine::{Descriptor, Planner, Preparation, Registry, Selection, Update};
use tautline::index::{FORMAT_VERSION, Index, IndexError};
use tautline::map::{Link, Map, Stale, Tile, Tiling};
use tautline::moves::Direction;
use tautline::planners::{Jps, JpsConfig, JpsPlus, JpsPlusConfig};
use tautline::search::{Query, QueryError, Workspace};
use tautline_testkit::conformance::{hand_made, variants};
use xxhash_rust::xxh3::xxh3_64;

const TIME: Duration = Duration::from_nanos(1_234_567_890_123);

fn map() -> Map {
    Map::from_rows(["..#..", ".#...", ".....", "#..#."]).unwrap()
}

/// The planners that prepare something.
fn prepared() -> impl Iterator<Item = &'static Descriptor> {
    let planners: Vec<_> = Registry::core().iter().filter(|planner| planner.needs_index()).collect();
    planners.into_iter()
}

/// All of them with all their options, and those that prepare something with some of their options.
fn selections() -> Vec<Selection> {
    let registry = Registry::core();
    let planners = registry.iter().filter(|planner| planner.index.is_some());
    planners.flat_map(|planner| variants(&registry, planner)).filter(Selection::needs_index).collect()
}

fn select(spec: &str) -> Selection {
    Registry::core().select(spec).unwrap()
}

/// One of them, with its defaults.
fn selection() -> Selection {
    select(prepared().next().expect("a planner that prepares something").id)
}

/// The index that a selection makes of a map.
fn index_of(selection: &Selection, map: &Map) -> Vec<u8> {
    selection.planner(map).unwrap().to_bytes(map, TIME).unwrap()
}

fn file() -> Vec<u8> {
    index_of(&selection(), &map())
}

/// A small index that no planner prepared.
fn made_up() -> Index<'static> {
    Index {
        planner: "some-planner",
        version: 7,
        settings: "one=1:two=a/b",
        width: 5,
        height: 4,
        content: map().content_hash(),
        preparation: TIME,
        payload: b"prepared",
    }
}

/// Makes the checksum of altered bytes right again.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let checksum = xxh3_64(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Opens an index in each of the three ways: what is no matter of a certain planner and options is the same in all of them.
fn opened(bytes: &[u8], map: &Map) -> Result<(), IndexError> {
    let for_selection = selection().open(map, bytes).map(drop);
    let for_any = Planner::from_bytes(map, bytes).map(drop);
    assert_eq!(Registry::core().open(map, bytes).map(drop), for_any);
    if !matches!(for_selection, Err(IndexError::OtherPlanner { .. } | IndexError::OtherSettings { .. })) {
        assert_eq!(for_any, for_selection);
    }
    for_selection
}

/// What is said of an index that does not fit.
fn refusal(index: Index<'_>) -> String {
    opened(&index.to_bytes(), &map()).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read_again() {
    let index = made_up();
    assert_eq!(Index::parse(&index.to_bytes()), Ok(index));
    assert_eq!(index.options().collect::<Vec<_>>(), [("one", "1"), ("two", "a/b")]);
    let empty = Index { planner: "x", settings: "", payload: &[], preparation: Duration::ZERO, ..index };
    assert_eq!(Index::parse(&empty.to_bytes()), Ok(empty));
    assert_eq!(empty.options().count(), 0);
    let eternity = Index { preparation: Duration::MAX, ..index };
    let nanoseconds = Index::parse(&eternity.to_bytes()).unwrap().preparation.as_nanos();
    assert_eq!(nanoseconds, u64::MAX.into(), "as long as can be written");

    let bytes = file();
    let index = Index::parse(&bytes).unwrap();
    let selection = selection();
    assert_eq!(
        (index.planner, index.settings),
        (selection.descriptor().id, &*selection.settings().to_string())
    );
    assert_eq!((index.width, index.height, index.content), (5, 4, map().content_hash()));
    assert_eq!(index.preparation, TIME);
    assert_eq!(index.selection(&Registry::core()).unwrap().to_string(), selection.to_string());
    assert_eq!(opened(&bytes, &map()), Ok(()));
}

/// The layout in `docs/decisions/0005-index-format.md`, byte by byte.
#[test]
fn the_bytes_are_as_documented() {
    let mut expected = Vec::new();
    expected.extend(b"\x89TAUTIDX\r\n\x1a\n");
    expected.extend(1u32.to_le_bytes());
    expected.extend(144u64.to_le_bytes());
    expected.extend(1_234_567_890_123u64.to_le_bytes());
    expected.extend(5u32.to_le_bytes());
    expected.extend(4u32.to_le_bytes());
    expected.extend(map().content_hash().to_le_bytes());
    expected.extend(7u32.to_le_bytes());
    expected.extend(12u32.to_le_bytes());
    expected.extend(13u32.to_le_bytes());
    expected.extend([0; 4]);
    expected.extend(b"some-plannerone=1:two=a/b");
    expected.resize(128, 0);
    expected.extend(b"prepared");
    expected.extend(xxh3_64(&expected).to_le_bytes());
    assert_eq!(made_up().to_bytes(), expected);
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = file();
    for at in 0..bytes.len() {
        for bits in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= bits;
            let error = Index::parse(&changed).unwrap_err();
            let fits = match at {
                0..12 => {
                    matches!(error, IndexError::NotAnIndex { .. } | IndexError::DamagedSignature { .. })
                }
                16..24 => matches!(error, IndexError::Truncated { .. } | IndexError::TooLong { .. }),
                _ => matches!(error, IndexError::Corrupt { .. }),
            };
            assert!(fits, "byte {at} changed by {bits}: {error}");
            assert!(opened(&changed, &map()).is_err());
        }
    }
}

#[test]
fn every_missing_end_and_every_addition_is_noticed() {
    let bytes = file();
    for length in 0..bytes.len() {
        let expected = if length < 32 { 32 } else { bytes.len() as u64 };
        let found = length as u64;
        assert_eq!(opened(&bytes[..length], &map()), Err(IndexError::Truncated { expected, found }));
    }
    let mut longer = bytes.clone();
    longer.extend(b"and more");
    let (expected, found) = (bytes.len() as u64, longer.len() as u64);
    assert_eq!(opened(&longer, &map()), Err(IndexError::TooLong { expected, found }));
}

#[test]
fn lengths_are_not_believed() {
    // The file's own length, then that of each name; the checksum is right.
    for (at, size) in [(16, 8), (60, 4), (64, 4)] {
        for value in [0, 1, 31, 32, 71, 72, 73, 1 << 20, u64::from(u32::MAX), u64::MAX - 63, u64::MAX] {
            let mut bytes = made_up().to_bytes();
            bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
            if let Ok(index) = Index::parse(&signed(bytes)) {
                let names = index.planner.len() + index.settings.len();
                assert!(size == 4 && names + 72 <= 128, "length at {at} = {value}");
            }
        }
    }
    // Signed, but shorter than a header.
    for length in 32..144 {
        let mut bytes = made_up().to_bytes()[..length].to_vec();
        bytes[16..24].copy_from_slice(&(length as u64).to_le_bytes());
        let bytes = signed(bytes);
        let error = Index::parse(&bytes);
        assert!(length >= 136 || matches!(error, Err(IndexError::Malformed(_))), "{length}: {error:?}");
    }
}

#[test]
fn what_makes_no_sense_is_malformed() {
    let index = made_up();
    let message = |index: Index<'_>| Index::parse(&index.to_bytes()).unwrap_err().to_string();
    assert_eq!(
        message(Index { width: 0, ..index }),
        "it is malformed: a map needs at least one cell, not 0 × 4"
    );
    assert!(message(Index { width: u32::MAX, ..index }).contains("is too large"));
    assert_eq!(
        message(Index { settings: "one:two=2", ..index }),
        "it is malformed: found the option \"one\", expected name=value"
    );
    let altered = |at: usize, byte| {
        let mut bytes = index.to_bytes();
        bytes[at] = byte;
        Index::parse(&signed(bytes)).unwrap_err().to_string()
    };
    assert!(altered(72, 0xff).contains("for the planner, expected a text"));
    for at in [68, 71, 97, 127] {
        assert!(altered(at, 1).ends_with("expected zeros"), "{at}");
    }
}

/// They go into messages, and from there to terminals.
#[test]
fn names_are_short_and_can_be_printed() {
    let index = made_up();
    let message = |index: Index<'_>| Index::parse(&index.to_bytes()).unwrap_err().to_string();
    let long = "x".repeat(100_000);
    for index in [Index { planner: &long, ..index }, Index { settings: &format!("{long}=1"), ..index }] {
        let message = message(index);
        assert!(message.ends_with("expected 1024 together at most"), "{}", message.len());
    }
    let escape = "\x1b[2J=1";
    let expected = "found \"\\x1b[2J=1\" for the options, expected a text";
    assert_eq!(message(Index { settings: escape, ..index }), format!("it is malformed: {expected}"));
    assert!(message(Index { planner: "a\nb", ..index }).ends_with("for the planner, expected a text"));
}

#[test]
fn other_files_are_told_from_damaged_ones() {
    let message = |bytes: &[u8]| Index::parse(bytes).unwrap_err().to_string();
    assert_eq!(
        message(b"type octile\nheight 4\n"),
        r#"not an index: it begins with "type octile\n", expected "\x89TAUTIDX\r\n\x1a\n""#
    );
    assert!(message(b"x").starts_with("not an index: it begins with \"x\""));
    assert_eq!(message(b""), "it is cut off: found 0 bytes, expected 32");
    // What happens to files that are taken for texts.
    let bytes = file();
    let text = |from: &[u8], to: &[u8]| [to, &bytes[from.len()..]].concat();
    for damaged in [
        text(b"\x89TAUTIDX\r\n\x1a\n", b"\x89TAUTIDX\n\x1a\n"),
        text(b"\x89TAUTIDX\r\n\x1a\n", b"\x89TAUTIDX\r\n\x1a\r\n"),
        text(b"\x89TAUTIDX\r\n\x1a\n", b"\x89TAUTIDX\r\r\n\x1a\r\n"),
        text(b"\x89", b"\x09"),
        text(b"\x89", b"\xc2\x89"),
        text(b"\x89", b"\xef\xbf\xbd"),
        text(b"\x89", b""),
    ] {
        assert!(message(&damaged).contains("was it copied as a text"), "{}", message(&damaged));
    }
}

#[test]
fn other_versions_of_the_format_are_named() {
    for (version, word) in [(FORMAT_VERSION + 1, "newer"), (0, "older"), (u32::MAX, "newer")] {
        let mut bytes = file();
        bytes[12..16].copy_from_slice(&version.to_le_bytes());
        let error = opened(&signed(bytes.clone()), &map()).unwrap_err();
        assert_eq!(error, IndexError::OtherFormat { found: version, expected: FORMAT_VERSION });
        assert_eq!(
            error.to_string(),
            format!("its format is {word} than this version can read: found version {version}, expected 1")
        );
        // Without the right checksum, that is not what it is.
        assert!(matches!(opened(&bytes, &map()), Err(IndexError::Corrupt { .. })));
        // A newer format may be as short as it likes.
        bytes.truncate(32);
        bytes[16..24].copy_from_slice(&32u64.to_le_bytes());
        assert_eq!(opened(&signed(bytes), &map()), Err(error));
    }
}

#[test]
fn other_planners_versions_and_options_are_named() {
    let selection = selection();
    let id = selection.descriptor().id;
    let file = file();
    let index = Index::parse(&file).unwrap();
    assert_eq!(
        refusal(Index { planner: "astar", ..index }),
        format!("it is for another planner: found astar, expected {id}")
    );
    let version = selection.descriptor().index.unwrap().version;
    assert_eq!(
        refusal(Index { version: version + 1, ..index }),
        format!(
            "it was prepared by a newer {id}: found version {} of its index, expected {version}",
            version + 1
        )
    );
    assert!(
        refusal(Index { version: version - 1, ..index })
            .starts_with(&format!("it was prepared by an older {id}: "))
    );

    for variant in variants(&Registry::core(), selection.descriptor()).into_iter().skip(1) {
        let changed = index_of(&variant, &map());
        let error = opened(&changed, &map()).unwrap_err();
        let IndexError::OtherSettings { option, found, expected } = &error else { panic!("{error}") };
        assert_eq!(selection.settings().get(option), Some(expected.as_str()));
        assert_eq!(variant.settings().get(option), Some(found.as_str()));
        assert_eq!(
            error.to_string(),
            format!("it was prepared with other options: found {option} = {found}, expected {expected}")
        );
        let expected = format!("{id}:{}", variant.settings());
        assert_eq!(variant.open(&map(), &changed).unwrap().spec(), expected);
        assert_eq!(Planner::from_bytes(&map(), &changed).unwrap().spec(), expected);
        assert_eq!(
            Index::parse(&changed).unwrap().selection(&Registry::core()).unwrap().settings().to_string(),
            variant.settings().to_string()
        );
    }
    let more = format!("{}:more=less", selection.settings());
    let more = more.trim_start_matches(':');
    assert_eq!(
        refusal(Index { settings: more, ..index }),
        "it was prepared with other options: found more = less, expected nothing"
    );
    if let Some((first, expected)) = selection.settings().iter().next() {
        assert_eq!(
            refusal(Index { settings: "", ..index }),
            format!("it was prepared with other options: found {first} = nothing, expected {expected}")
        );
    }
}

#[test]
fn other_maps_are_named() {
    let bytes = file();
    let wide = Map::open(6, 4).unwrap();
    assert_eq!(
        opened(&bytes, &wide).unwrap_err().to_string(),
        format!(
            "it is for another map: found 5 × 4 cells with the hash {}, expected 6 × 4 cells with the hash {}",
            map().content_hash(),
            wide.content_hash()
        )
    );
    assert!(matches!(opened(&bytes, &map().transposed()), Err(IndexError::OtherMap { .. })));
    // Every edit, and back again.
    let mut edited = map();
    for cell in map().cells() {
        let before = edited.tile(cell);
        edited.set(cell, if before == Tile::Free { Tile::Blocked } else { Tile::Free }).unwrap();
        let message = opened(&bytes, &edited).unwrap_err().to_string();
        assert!(message.ends_with(": the map was edited, or it is another one of this size"), "{message}");
        edited.set(cell, before).unwrap();
        assert_eq!(opened(&bytes, &edited), Ok(()));
    }
}

/// The planner of this index is for plain maps: that is said first, as preparing such a map again would be refused as well. It is also
/// said where the header of the index names just this map.
#[test]
fn on_a_map_that_its_planner_does_not_support_an_index_is_refused() {
    let bytes = file();
    let link = Link::new((0, 0), (4, 0), 1);
    let with = |change: &dyn Fn(&mut Map)| {
        let mut map = map();
        change(&mut map);
        map
    };
    for other in [
        with(&|map| map.add_link(link).unwrap()),
        with(&|map| assert_eq!(map.set_cost((0, 0), 2), Ok(1))),
        with(&|map| assert_eq!(map.set_toll((0, 0), Direction::South, 1), Ok(0))),
        map().with_tiling(Tiling::Hexagonal),
    ] {
        let refused = Err(IndexError::Prepare(selection().planner(&other).unwrap_err()));
        assert_eq!(opened(&bytes, &other), refused);
        let made_to_fit = Index { content: other.content_hash(), ..Index::parse(&bytes).unwrap() }.to_bytes();
        assert_eq!(opened(&made_to_fit, &other), refused);
    }
    let back = with(&|map| {
        map.add_link(link).unwrap();
        assert!(map.remove_link(link));
    });
    assert_eq!(opened(&bytes, &back), Ok(()));
}

/// A planner that does not fit the map is not stored; once it is updated, its index is one of the map as it is now.
#[test]
fn a_stale_planner_is_stored_only_after_an_update() {
    for selection in selections() {
        let mut map = map();
        let mut planner = selection.planner(&map).unwrap();
        let before = planner.to_bytes(&map, TIME).unwrap();
        let original = map.clone();
        assert_eq!(planner.to_bytes(&original, TIME).as_ref(), Ok(&before), "a clone is the same state");
        map.free((2, 0)).unwrap();
        map.block((2, 2)).unwrap();
        assert_eq!(planner.to_bytes(&map, TIME), Err(IndexError::Stale(Stale)), "{selection}");
        assert!(matches!(selection.open(&map, &before), Err(IndexError::OtherMap { .. })), "{selection}");
        assert_ne!(planner.update(&map).unwrap(), Update::Unchanged);
        let after = planner.to_bytes(&map, TIME).unwrap();
        assert_eq!(planner.to_bytes(&original, TIME), Err(IndexError::Stale(Stale)), "{selection}");
        assert!(matches!(selection.open(&original, &after), Err(IndexError::OtherMap { .. })));
        let opened = selection.open(&map, &after).unwrap();
        compare(&selection.planner(&map).unwrap(), &opened, &map, &selection.to_string());
        // An opened planner fits this state of the map, and no other.
        map.free((2, 2)).unwrap();
        let ends = opened.ends();
        let query = Query::new(ends.scenario((0, 0)), ends.scenario((4, 2)));
        let refused = opened.plan(&map, &query, &mut Workspace::new());
        assert_eq!(refused, Err(QueryError::Stale(Stale)), "{selection}");
    }
}

#[test]
fn planners_that_prepare_nothing_have_no_index() {
    let map = map();
    let error = Planner::new("astar", &map).unwrap().to_bytes(&map, TIME).unwrap_err();
    assert_eq!(error, IndexError::NotPrepared { planner: "astar" });
    assert!(
        error
            .to_string()
            .starts_with("astar prepares nothing worth storing, so it has no index; those that do: ")
    );
    assert!(error.to_string().contains(selection().descriptor().id));
    assert!(select("astar").open(&map, &file()).is_err_and(|found| found == error));
    let said = Index { planner: "astar", settings: "", ..made_up() }.to_bytes();
    assert!(Planner::from_bytes(&map, &said).is_err_and(|found| found == error), "whatever the file says");
    let unknown = Index { planner: "asatr", ..made_up() }.to_bytes();
    let registry = Registry::core();
    let error = Index::parse(&unknown).unwrap().selection(&registry).unwrap_err();
    assert!(error.to_string().starts_with("there is no planner \"asatr\"; did you mean astar"), "{error}");
    assert!(Planner::from_bytes(&map, &unknown).is_err_and(|found| found == error));
    assert!(registry.open(&map, &unknown).is_err_and(|found| found == error));
}

/// Only a planner that was made from a text has options that can be written down.
#[test]
fn typed_planners_have_no_index() {
    let map = map();
    let typed = Planner::from(JpsPlus::new(&map, JpsPlusConfig::default()).unwrap());
    let error = typed.to_bytes(&map, TIME).unwrap_err();
    assert_eq!(error, IndexError::NoSelection { planner: "jps-plus" });
    let online = Planner::from(Jps::new(&map, JpsConfig::default()).unwrap());
    assert_eq!(online.to_bytes(&map, TIME), Err(IndexError::NotPrepared { planner: "jps" }));
    assert!(Planner::new("jps-plus", &map).unwrap().to_bytes(&map, TIME).is_ok());
}

/// Every planner that prepares something, with every option: from a file it answers exactly as without one.
#[test]
fn an_index_gives_the_same_answers() {
    for selection in selections() {
        for world in hand_made() {
            let map = world.to_map();
            let built = selection.planner(&map).unwrap();
            let file = built.to_bytes(&map, TIME).unwrap();
            assert_eq!(file, index_of(&selection, &world.to_map()), "{selection}: the same every time");
            let name = format!("{selection} on\n{world}");
            for opened in [
                selection.open(&map, &file),
                Planner::from_bytes(&map, &file),
                Registry::core().open(&map, &file),
            ] {
                let opened = opened.unwrap();
                compare(&built, &opened, &map, &name);
                assert_eq!(opened.to_bytes(&map, TIME).as_ref(), Ok(&file), "stored again: {name}");
            }
        }
    }
}

fn compare(built: &Planner, opened: &Planner, map: &Map, name: &str) {
    assert_eq!((opened.rule(), opened.guarantee()), (built.rule(), built.guarantee()), "{name}");
    assert_eq!((opened.spec(), opened.ends()), (built.spec(), built.ends()), "{name}");
    assert_eq!((opened.revision(), built.revision()), (Some(map.revision()), Some(map.revision())), "{name}");
    let mut workspace = Workspace::new();
    let places: Vec<(i32, i32)> = map.cells().map(Into::into).collect();
    for &start in places.iter().step_by(places.len() / 7 + 1) {
        for &goal in places.iter().rev().step_by(places.len() / 11 + 1) {
            let query = Query::new(built.ends().scenario(start), built.ends().scenario(goal));
            let answers = [built, opened].map(|planner| planner.plan(map, &query, &mut workspace));
            assert_eq!(answers[0], answers[1], "{start:?} to {goal:?}: {name}");
        }
    }
}

/// Somebody may forge a checksum, or a planner may forget to count its version up: payloads that are none are refused or
/// lead to wrong answers, but to no panic, and to no memory that the bytes do not back.
#[test]
fn strange_payloads_never_panic() {
    let map = map();
    for selection in selections() {
        let file = index_of(&selection, &map);
        let index = Index::parse(&file).unwrap();
        let open = |payload: &[u8]| {
            let file = Index { payload, ..index }.to_bytes();
            let open = || {
                let opened = selection.open(&map, &file).map(drop);
                assert_eq!(Planner::from_bytes(&map, &file).map(drop), opened);
                opened
            };
            catch_unwind(AssertUnwindSafe(open))
                .unwrap_or_else(|_| panic!("{selection}: a panic for {payload:?}"))
        };
        assert_eq!(open(index.payload), Ok(()));
        for length in 0..index.payload.len() {
            let refused = open(&index.payload[..length]);
            assert!(matches!(refused, Err(IndexError::Malformed(_))), "{selection}, {length}: {refused:?}");
        }
        assert!(open(&[index.payload, b"x"].concat()).is_err(), "{selection}");
        for at in 0..index.payload.len() {
            for bits in [1, 0x40, 0x80, 0xff] {
                let mut payload = index.payload.to_vec();
                payload[at] ^= bits;
                let _ = open(&payload);
            }
        }
    }
}

proptest! {
    #[test]
    fn hostile_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Index::parse(&bytes).is_err());
        prop_assert!(opened(&bytes, &map()).is_err());
    }

    /// The frame is right, so that what is inside is looked at.
    #[test]
    fn hostile_headers_are_refused(
        header in proptest::collection::vec(any::<u8>(), 8..300),
        small in any::<bool>(),
    ) {
        let mut bytes = b"\x89TAUTIDX\r\n\x1a\n\x01\0\0\0".to_vec();
        bytes.extend((bytes.len() as u64 + 8 + header.len() as u64).to_le_bytes());
        bytes.extend(header);
        if small && bytes.len() >= 80 {
            // Names that may fit.
            for at in [61, 62, 63, 65, 66, 67] {
                bytes[at] = 0;
            }
        }
        let bytes = signed(bytes);
        if let Ok(index) = Index::parse(&bytes) {
            prop_assert_eq!(index.to_bytes(), &*bytes, "one file for one index");
        }
        prop_assert!(opened(&bytes, &map()).is_err());
    }

    #[test]
    fn any_index_comes_back(
        planner in "[a-z-]{0,20}",
        options in proptest::collection::vec(r"[a-z]{1,5}=[^:=\p{Cc}]{0,8}", 0..4),
        version in any::<u32>(),
        nanoseconds in any::<u64>(),
        payload in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let settings = options.join(":");
        let index = Index {
            planner: &planner,
            settings: &settings,
            version,
            preparation: Duration::from_nanos(nanoseconds),
            payload: &payload,
            ..made_up()
        };
        let bytes = index.to_bytes();
        prop_assert_eq!(Index::parse(&bytes), Ok(index));
        prop_assert_eq!(index.options().count(), options.len());
    }
}

#[test]
fn options_with_which_nothing_is_prepared_have_no_index() {
    let map = map();
    let (online, guided) = (select("ida-star"), select("ida-star:heuristic=alt-best"));
    let error = online.planner(&map).unwrap().to_bytes(&map, TIME).unwrap_err();
    assert!(
        error.to_string().ends_with("no index with them; set heuristic=alt or heuristic=alt-best"),
        "{error}"
    );
    assert!(!online.needs_index() && guided.needs_index() && !guided.descriptor().needs_index());
    let file = index_of(&guided, &map);
    assert!(guided.open(&map, &file).is_ok() && online.open(&map, &file).is_err_and(|found| found == error));
    assert_eq!(Planner::from_bytes(&map, &file).unwrap().spec(), format!("ida-star:{}", guided.settings()));
}

#[test]
fn threads_change_nothing() {
    for choice in ["random", "farthest", "subset"] {
        let selection = select(&format!("alt:choice={choice}:seed=7"));
        let map = map();
        let bytes = |threads| {
            let threads = std::num::NonZeroUsize::new(threads).unwrap();
            let preparation = Preparation::default().on_threads(threads);
            selection.prepare(&map, &preparation).unwrap().to_bytes(&map, TIME).unwrap()
        };
        assert_eq!((bytes(1), bytes(1)), (bytes(3), bytes(20)), "{choice}");
    }
}
