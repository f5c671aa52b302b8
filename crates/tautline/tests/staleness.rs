//! Planners and maps that change: a planner that keeps something derived from a map refuses every other state of it until it is updated,
//! and one that keeps nothing answers on every map, or says what it does not support there and which planners do.

use std::collections::BTreeSet;

use tautline::engine::{
    Descriptor, Ends, Feature, Planner, Preparation, PrepareError, Registry, Selection, Unsupported, Update,
    Workspaces, plan_many,
};
use tautline::geometry::{Cell, Corner, Point, Position, Rect};
use tautline::map::{Link, Map, Stale, Tile, Tiling};
use tautline::moves::Direction;
use tautline::search::{
    Answer, CancelFlag, Limits, Observer, Outcome, Query, QueryError, Reach, StopReason, Visit, Workspace,
};
use tautline_testkit::conformance::{end_at, variants};
use tautline_testkit::world::{PlainWorld, SplitMix64};

fn map() -> Map {
    Map::from_rows(["........", ".##..#..", "....##..", ".#......", ".#.##.#.", "........"]).unwrap()
}

/// A map of another size.
fn other_map() -> Map {
    PlainWorld::random(19, 23, 20, &mut SplitMix64::new(9)).to_map()
}

/// Every planner with every value of each of its options.
fn selections() -> Vec<Selection> {
    let registry = Registry::core();
    registry.iter().flat_map(|planner| variants(&registry, planner)).collect()
}

/// Queries between positions that the planner takes. All of them are on every map here; they may be blocked.
fn queries(ends: Ends) -> Vec<Query> {
    let pairs = [((0, 0), (7, 5)), ((7, 0), (0, 5)), ((0, 4), (3, 3)), ((2, 2), (2, 2)), ((3, 1), (1, 1))];
    let end = |xy: (i32, i32)| end_at(ends, xy);
    pairs.into_iter().map(|(start, goal)| Query::new(end(start), end(goal))).collect()
}

type Reply<T> = Result<T, QueryError>;

fn ask(planner: &Planner, map: &Map, workspace: &mut Workspace) -> Vec<Reply<Answer>> {
    queries(planner.ends()).iter().map(|query| planner.plan(map, query, workspace)).collect()
}

/// What is found, without what it took: a repaired planner may know the same in another way.
fn found(planner: &Planner, map: &Map, workspace: &mut Workspace) -> Vec<Reply<Outcome>> {
    ask(planner, map, workspace).into_iter().map(|reply| reply.map(|answer| answer.outcome)).collect()
}

/// Counts what it is told.
#[derive(Default)]
struct Count(u32);

impl Observer for Count {
    fn expand(&mut self, _: &Visit) {
        self.0 += 1;
    }
}

/// Whether every way to ask is refused as stale, before anything is searched.
fn assert_stale(planner: &Planner, map: &Map, workspace: &mut Workspace, about: &str) {
    let queries = queries(planner.ends());
    let refused = vec![Err(QueryError::Stale(Stale)); queries.len()];
    assert_eq!(ask(planner, map, workspace), refused, "{about}");
    assert_eq!(plan_many(planner, map, &queries, &mut Workspaces::new()), refused, "{about}");
    let mut count = Count::default();
    for query in &queries {
        let observed = planner.plan_observed(map, query, workspace, &mut count);
        assert_eq!(observed, Err(QueryError::Stale(Stale)), "{about}");
    }
    assert_eq!(count.0, 0, "{about}");
}

#[test]
fn what_is_derived_from_a_map_is_refused_on_every_other_state_until_it_is_updated() {
    let mut workspace = Workspace::new();
    let mut keep = BTreeSet::new();
    let edits: [fn(&mut Map); 6] = [
        |map| assert_eq!(map.block((3, 5)), Ok(true)),
        |map| assert_eq!(map.free((1, 1)), Ok(true)),
        |map| assert_eq!(map.fill(Rect::new(0, 0, 8, 2), Tile::Blocked), 14),
        |map| assert_eq!(map.edit(|edit| [edit.free((7, 0)), edit.free((7, 1))]), [Ok(true); 2]),
        // Many at once.
        |map| (0..20).for_each(|y| assert!(map.set((y % 8, 5 - y % 2), Tile::Free).is_ok())),
        |map| assert!(map.fill(Rect::new(0, 0, 8, 6), Tile::Free) > 0),
    ];
    for selection in selections() {
        let mut map = map();
        let mut planner = selection.planner(&map).unwrap();
        if planner.revision().is_none() {
            continue;
        }
        keep.insert(planner.id());
        let name = selection.to_string();
        let before = ask(&planner, &map, &mut workspace);
        assert!(before.iter().any(|reply| reply.as_ref().is_ok_and(Answer::is_complete)), "{name}");
        for (number, edit) in edits.iter().enumerate() {
            let about = format!("{name}, edit {number}");
            assert_eq!(planner.revision(), Some(map.revision()), "{about}");
            let (old, old_answers) = (map.clone(), ask(&planner, &map, &mut workspace));
            edit(&mut map);
            assert_stale(&planner, &map, &mut workspace, &about);
            assert_eq!(
                ask(&planner, &old, &mut workspace),
                old_answers,
                "{about}: a clone is the same state"
            );

            assert_ne!(planner.update(&map), Ok(Update::Unchanged), "{about}");
            let fresh = selection.planner(&map).unwrap();
            let expected = found(&fresh, &map, &mut workspace);
            assert_eq!(found(&planner, &map, &mut workspace), expected, "{about}");
            assert_stale(&planner, &old, &mut workspace, &about);
            assert_eq!(planner.update(&map), Ok(Update::Unchanged), "{about}");
        }
        // What changes nothing is no edit.
        let answers = ask(&planner, &map, &mut workspace);
        assert_eq!(map.set((0, 0), Tile::Free), Ok(Tile::Free));
        assert_eq!(ask(&planner, &map, &mut workspace), answers, "{name}");
        // Another map, and back.
        for map in [other_map(), map] {
            assert_stale(&planner, &map, &mut workspace, &name);
            assert_ne!(planner.update(&map), Ok(Update::Unchanged), "{name}");
            let fresh = selection.planner(&map).unwrap();
            assert_eq!(ask(&planner, &map, &mut workspace), ask(&fresh, &map, &mut workspace), "{name}");
        }
    }
    for id in ["jps", "jps-plus", "jump-graph", "jump-ch", "alt", "taut", "taut-prepared", "visibility"] {
        assert!(keep.contains(id), "{keep:?}");
    }
    assert!(!keep.contains("astar") && !keep.contains("anya"), "{keep:?}");
}

/// In the middle of an edit the map is in a state of its own, which is neither that before it nor that after it.
#[test]
fn in_the_middle_of_an_edit_planners_are_stale_too() {
    let mut workspace = Workspace::new();
    for selection in selections() {
        let (mut map, name) = (map(), selection.to_string());
        let mut before = selection.planner(&map).unwrap();
        if before.revision().is_none() {
            continue;
        }
        let older = map.clone();
        map.block((0, 3)).unwrap();
        let (mut middle, clone) = map.edit(|edit| {
            edit.fill(Rect::new(2, 0, 1, 6), Tile::Blocked);
            assert_stale(&before, edit, &mut workspace, &name);
            let made = selection.planner(edit).unwrap();
            let clone = Map::clone(edit);
            edit.free((2, 4)).unwrap();
            assert_stale(&made, edit, &mut workspace, &name);
            (made, clone)
        });
        assert_stale(&before, &clone, &mut workspace, &name);
        assert_stale(&middle, &map, &mut workspace, &name);
        assert_stale(&middle, &older, &mut workspace, &name);
        // That of the oldest state is repaired by the journals of both maps, which part in the middle of the edit.
        let mut of_clone = selection.planner(&older).unwrap();
        assert_ne!(of_clone.update(&clone), Ok(Update::Unchanged), "{name}");
        for (planner, map) in [(&mut before, &map), (&mut middle, &map), (&mut of_clone, &clone)] {
            planner.update(map).unwrap();
            let fresh = selection.planner(map).unwrap();
            assert_eq!(found(planner, map, &mut workspace), found(&fresh, map, &mut workspace), "{name}");
        }
    }
}

#[test]
fn what_keeps_nothing_answers_on_every_map() {
    let mut workspace = Workspace::new();
    let mut free = BTreeSet::new();
    for selection in selections() {
        let (small, large) = (map(), other_map());
        let mut planner = selection.planner(&small).unwrap();
        if planner.revision().is_some() {
            continue;
        }
        free.insert(planner.id());
        for map in [&large, &small, &Map::open(300, 10).unwrap()] {
            let fresh = selection.planner(map).unwrap();
            let expected = ask(&fresh, map, &mut Workspace::new());
            assert!(
                expected.iter().any(|reply| reply.as_ref().is_ok_and(Answer::is_complete)),
                "{selection}"
            );
            assert_eq!(ask(&planner, map, &mut workspace), expected, "{selection}");
            assert_eq!(planner.update(map), Ok(Update::Unchanged), "{selection}");
        }
        let mut edited = small.clone();
        edited.block((3, 5)).unwrap();
        let fresh = selection.planner(&edited).unwrap();
        let expected = ask(&fresh, &edited, &mut Workspace::new());
        assert_eq!(ask(&planner, &edited, &mut workspace), expected, "{selection}");
    }
    for id in ["bfs", "dijkstra", "greedy", "astar", "weighted-astar", "theta", "field-dstar", "anya"] {
        assert!(free.contains(id), "{free:?}");
    }
}

/// Nothing is derived from a part of the map either: what is planned with is asked in each query.
#[test]
fn what_is_added_to_a_map_counts_in_the_next_query() {
    let mut workspace = Workspace::new();
    let mut map = map();
    let planner = Planner::new("astar", &map).unwrap();
    let plain = ask(&planner, &map, &mut workspace);
    let mut before = plain.clone();
    let additions: [fn(&mut Map); 3] = [
        |map| (2..8).for_each(|x| assert!(map.set_cost((x, 3), 7).is_ok())),
        |map| (0..8).for_each(|x| assert!(map.set_toll((x, 5), Direction::East, 9).is_ok())),
        |map| map.add_link_both_ways(Link::new((0, 0), (7, 5), 2)).unwrap(),
    ];
    let mut check = |map: &Map, before: &mut Vec<Reply<Answer>>| {
        let now = ask(&planner, map, &mut workspace);
        let fresh = Planner::new("astar", map).unwrap();
        assert_eq!(now, ask(&fresh, map, &mut Workspace::new()));
        assert_ne!(now, *before, "it counts");
        *before = now;
    };
    for add in additions {
        add(&mut map);
        check(&map, &mut before);
    }
    let mut map = map.with_tiling(Tiling::Hexagonal);
    check(&map, &mut before);
    // And what is taken away counts no more.
    assert!(map.remove_link(Link::new((0, 0), (7, 5), 2)) && map.remove_link(Link::new((7, 5), (0, 0), 2)));
    check(&map, &mut before);
    (2..8).for_each(|x| assert!(map.set_cost((x, 3), 1).is_ok()));
    (0..8).for_each(|x| assert!(map.set_toll((x, 5), Direction::East, 0).is_ok()));
    let map = map.with_tiling(Tiling::Square);
    assert!(map.is_plain());
    check(&map, &mut before);
    assert_eq!(before, plain);
}

/// Maps on which there is one thing that not every planner supports, and what it is; made of this one by edits.
fn rich_maps(map: &Map) -> Vec<(Map, Feature)> {
    let edited = |edit: fn(&mut Map)| {
        let mut map = map.clone();
        edit(&mut map);
        map
    };
    vec![
        (edited(|map| assert_eq!(map.set_cost((2, 3), 4), Ok(1))), Feature::Terrain),
        (edited(|map| assert_eq!(map.set_toll((2, 3), Direction::East, 4), Ok(0))), Feature::Tolls),
        (edited(|map| map.add_link(Link::new((0, 0), (7, 5), 3)).unwrap()), Feature::Links),
        (map.clone().with_tiling(Tiling::Hexagonal), Feature::Hexagons),
    ]
}

/// Of everything at once, and of so much that costs do not fit.
fn very_rich_maps(map: &Map) -> Vec<Map> {
    let mut everything = map.clone();
    everything.edit(|edit| {
        edit.set_cost((2, 3), 4).unwrap();
        edit.set_toll((4, 3), Direction::West, 4).unwrap();
        edit.add_link(Link::new((0, 0), (7, 5), 3)).unwrap();
    });
    let mut dear = map.clone();
    dear.add_link(Link::new((0, 0), (7, 5), 1 << 30)).unwrap();
    vec![everything.clone(), everything.with_tiling(Tiling::Hexagonal), dear]
}

/// Whatever is on a map: a planner that was made elsewhere answers there as one that is made there, and is refused with the reason for
/// which none can be made there.
#[test]
fn a_planner_made_elsewhere_answers_or_refuses_as_one_made_there() {
    let mut workspace = Workspace::new();
    let (mut answers, mut unsupported, mut nodes, mut overflows) = (0, 0, 0, 0);
    let plain = map();
    let mut maps: Vec<Map> = rich_maps(&plain).into_iter().map(|(map, _)| map).collect();
    maps.extend(very_rich_maps(&plain));
    for selection in selections() {
        let planner = selection.planner(&plain).unwrap();
        if planner.revision().is_some() {
            continue;
        }
        for map in &maps {
            let replies = ask(&planner, map, &mut workspace);
            let expected = match selection.planner(map) {
                Ok(there) => {
                    answers += 1;
                    ask(&there, map, &mut Workspace::new())
                }
                Err(error) => {
                    let error = match error {
                        PrepareError::Unsupported(error) => {
                            unsupported += 1;
                            error.into()
                        }
                        PrepareError::Overflow(error) => {
                            overflows += 1;
                            error.into()
                        }
                        PrepareError::Nodes => {
                            nodes += 1;
                            QueryError::Nodes
                        }
                        error => panic!("{selection}: {error}"),
                    };
                    vec![Err(error); replies.len()]
                }
            };
            assert_eq!(replies, expected, "{selection}");
        }
    }
    let counts = [answers, unsupported, nodes, overflows];
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// The error for something that a planner does not handle; each planner that it names does handle it.
fn refusal(id: &'static str, what: Feature) -> Unsupported {
    let registry = Registry::core();
    let ends = registry.find(id).unwrap().ends;
    let takes_the_same = |other: &Descriptor| {
        matches!(what, Feature::Cells | Feature::Corners | Feature::Points)
            || other.ends == ends
            || (other.ends, ends) == (Ends::Points, Ends::Corners)
    };
    let mut others: Vec<_> = registry.iter().filter(|other| other.handles(what) && other.id != id).collect();
    if others.iter().any(|other| takes_the_same(other)) {
        others.retain(|other| takes_the_same(other));
    }
    let instead: Vec<_> = others.into_iter().map(|other| other.id).collect();
    assert!(!instead.is_empty(), "{what}");
    let refusal = Unsupported { planner: id, what, instead };
    let instead = refusal.instead.join(", ");
    let is_between_cells =
        registry.find(refusal.instead[0]).unwrap().ends == Ends::Cells && ends != Ends::Cells;
    let where_they_do = if is_between_cells { ", between cells" } else { "" };
    let message = format!("{id} does not support {what}; these do{where_they_do}: {instead}");
    assert_eq!(refusal.to_string(), message);
    refusal
}

#[test]
fn what_is_not_supported_on_a_map_is_refused_with_the_planners_that_do() {
    let (registry, mut workspace) = (Registry::core(), Workspace::new());
    let (mut refused, mut supported) = (0, 0);
    for descriptor in registry.iter() {
        let id = descriptor.id;
        let plain = map();
        let mut planner = registry.planner(id, &plain).unwrap();
        let answers = ask(&planner, &plain, &mut workspace);
        for (map, what) in rich_maps(&plain) {
            let about = format!("{id}, {what}");
            let made = registry.select(id).unwrap().planner(&map).map(|planner| planner.spec());
            if descriptor.handles(what) {
                assert_eq!(made, Ok(planner.spec()), "{about}");
                let replies = ask(&planner, &map, &mut workspace);
                assert!(replies.iter().any(|reply| reply.as_ref().is_ok_and(Answer::is_complete)), "{about}");
                supported += 1;
                continue;
            }
            let error = refusal(id, what);
            assert_eq!(made, Err(PrepareError::Unsupported(error.clone())), "{about}");
            if planner.revision().is_some() {
                assert_stale(&planner, &map, &mut workspace, &about);
                assert_eq!(planner.update(&map), Err(PrepareError::Unsupported(error)), "{about}");
                assert_stale(&planner, &map, &mut workspace, &about);
            } else {
                let expected = vec![Err(QueryError::Unsupported(error.clone())); answers.len()];
                assert_eq!(ask(&planner, &map, &mut workspace), expected, "{about}");
                assert_eq!(planner.update(&map), Err(PrepareError::Unsupported(error)), "{about}");
            }
            assert_eq!(ask(&planner, &plain, &mut workspace), answers, "{about}: it is as it was");
            refused += 1;
        }
    }
    assert!(refused > 50 && supported > 15, "{refused} {supported}");
}

#[test]
fn what_is_not_supported_in_a_query_is_refused_with_the_planners_that_do() {
    let (registry, mut workspace, map) = (Registry::core(), Workspace::new(), map());
    let (mut refused, mut supported) = (0, 0);
    for descriptor in registry.iter() {
        let (id, planner) = (descriptor.id, registry.planner(descriptor.id, &map).unwrap());
        let end = |x, y| end_at(planner.ends(), (x, y));
        let good = || Query::new(end(0, 0), end(7, 5));
        let cell = Position::Cell(Cell::new(7, 5));
        let corner = Position::Corner(Corner::new(7, 5));
        let point = Position::Point(Point::new(7.0, 5.0));
        let mut asked = vec![
            (good().or_to(end(7, 0)), Feature::SeveralGoals),
            (good().with_reach(Reach::NextTo), Feature::Reach),
            (good().with_reach(Reach::Within(1.5)), Feature::Reach),
            (good().or_nearest(), Feature::Nearest),
        ];
        for (position, what) in [(cell, Feature::Cells), (corner, Feature::Corners), (point, Feature::Points)]
        {
            asked.push((Query::new(position, end(0, 0)), what));
            asked.push((Query::new(end(0, 0), position), what));
        }
        for (query, what) in asked {
            let answer = planner.plan(&map, &query, &mut workspace);
            let observed = planner.plan_observed(&map, &query, &mut workspace, &mut Count::default());
            assert_eq!(answer, observed, "{id}, {what}");
            if descriptor.handles(what) {
                assert!(answer.is_ok_and(|answer| answer.is_complete()), "{id}, {what}");
                supported += 1;
            } else {
                assert_eq!(answer, Err(QueryError::Unsupported(refusal(id, what))), "{id}");
                refused += 1;
            }
        }
    }
    assert!(refused > 80 && supported > 60, "{refused} {supported}");
}

/// A limit can stop an update as it can stop a preparation. (What is stopped later may be stale for every state of the map.)
#[test]
fn an_update_that_is_stopped_before_it_begins_leaves_the_planner_as_it_was() {
    let mut workspace = Workspace::new();
    let flag = CancelFlag::new();
    flag.cancel();
    let stopped = Preparation::default().with_limits(Limits::cancelled_by(&flag));
    let mut count = 0;
    for selection in selections() {
        let (mut map, original) = (map(), map());
        let mut planner = selection.planner(&original).unwrap();
        if planner.revision().is_none() {
            continue;
        }
        let name = selection.to_string();
        let refused = selection.prepare(&original, &stopped).map(|planner| planner.spec());
        assert_eq!(refused, Err(PrepareError::Stopped(StopReason::Cancelled)), "{name}");
        let answers = ask(&planner, &original, &mut workspace);
        map.block((3, 5)).unwrap();
        let refused = planner.update_with(&map, &stopped);
        assert_eq!(refused, Err(PrepareError::Stopped(StopReason::Cancelled)), "{name}");
        assert_stale(&planner, &map, &mut workspace, &name);
        assert_eq!(ask(&planner, &original, &mut workspace), answers, "{name}");
        planner.update(&map).unwrap();
        let fresh = selection.planner(&map).unwrap();
        assert_eq!(found(&planner, &map, &mut workspace), found(&fresh, &map, &mut workspace), "{name}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}
