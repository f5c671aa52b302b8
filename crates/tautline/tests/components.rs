//! Components against a naive flood of the tests' own: every rule, hexagons, links, and edit after edit.

use tautline::engine::Update;
use tautline::geometry::{Cell, Rect};
use tautline::map::{Components, Connectivity, Link, Links, Map, Reachability, Stale, Tile, Tiling};
use tautline::moves::DiagonalRule;
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// Every rule between squares, and hexagons.
const KINDS: [(Tiling, DiagonalRule); 5] = [
    (Tiling::Square, DiagonalRule::NoCornerCutting),
    (Tiling::Square, DiagonalRule::CutOneCorner),
    (Tiling::Square, DiagonalRule::CutBothCorners),
    (Tiling::Square, DiagonalRule::Never),
    (Tiling::Hexagonal, DiagonalRule::NoCornerCutting),
];

/// The cells that one step leads to, by the definition of each rule.
fn steps(world: &PlainWorld, (tiling, rule): (Tiling, DiagonalRule), from: Cell) -> Vec<Cell> {
    let free = |dx: i32, dy: i32| world.is_free(from.x + dx, from.y + dy);
    let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    let shift = if from.y % 2 == 0 { -1 } else { 1 };
    let is_step = |&(dx, dy): &(i32, i32)| {
        let is_diagonal = dx != 0 && dy != 0;
        let allowed = match tiling {
            Tiling::Hexagonal => !is_diagonal || dx == shift,
            Tiling::Square if is_diagonal => match rule {
                DiagonalRule::NoCornerCutting => free(dx, 0) && free(0, dy),
                DiagonalRule::CutOneCorner => free(dx, 0) || free(0, dy),
                DiagonalRule::CutBothCorners => true,
                DiagonalRule::Never => false,
            },
            Tiling::Square => true,
        };
        allowed && (dx, dy) != (0, 0) && free(dx, dy)
    };
    near.filter(is_step).map(|(dx, dy)| Cell::new(from.x + dx, from.y + dy)).collect()
}

/// Everything that can be reached from a cell, one cell at a time.
fn flood(world: &PlainWorld, start: Cell, next: impl Fn(Cell) -> Vec<Cell>) -> Vec<bool> {
    let mut seen = vec![false; (world.width * world.height) as usize];
    let mut open = vec![start];
    seen[world.index(start)] = true;
    while let Some(cell) = open.pop() {
        for next in next(cell) {
            if !std::mem::replace(&mut seen[world.index(next)], true) {
                open.push(next);
            }
        }
    }
    seen
}

/// A cell for each component, in the order of the map, and each cell's place among them.
fn naive_components(
    world: &PlainWorld,
    kind: (Tiling, DiagonalRule),
) -> (Vec<(Cell, usize)>, Vec<Option<usize>>) {
    let mut firsts = Vec::new();
    let mut owner = vec![None; (world.width * world.height) as usize];
    for cell in world.free_cells() {
        if owner[world.index(cell)].is_none() {
            let seen = flood(world, cell, |cell| steps(world, kind, cell));
            owner
                .iter_mut()
                .zip(&seen)
                .filter(|(_, seen)| **seen)
                .for_each(|(owner, _)| *owner = Some(firsts.len()));
            firsts.push((cell, seen.iter().filter(|&&seen| seen).count()));
        }
    }
    (firsts, owner)
}

/// Whether every answer on a map without links is right.
fn check_plain(components: &Components, map: &Map, rule: DiagonalRule) {
    let kind = (map.tiling(), rule);
    let world = PlainWorld::from_grid(map.grid());
    let now = components.on(map).expect("they are current");
    let (firsts, owner) = naive_components(&world, kind);
    assert_eq!(now.count(), firsts.len(), "{kind:?}\n{world}");
    for cell in world.cells() {
        let mine = owner[world.index(cell)];
        assert_eq!(now.size(cell), mine.map_or(0, |mine| firsts[mine].1), "{kind:?} {cell}\n{world}");
        // With every component if there are few, else with some.
        for (number, &(first, _)) in firsts.iter().enumerate().step_by(1 + firsts.len() / 40) {
            let expected = if mine == Some(number) { Reachability::Yes } else { Reachability::No };
            assert_eq!(now.connected(first, cell), expected, "{kind:?} {first} {cell}\n{world}");
            assert_eq!(now.connected(cell, first), expected);
        }
        if let Some(mine) = mine {
            assert_eq!(now.connected(firsts[mine].0, cell), Reachability::Yes, "{kind:?} {cell}\n{world}");
        }
    }
    check_largest(now, &world, &firsts, &owner);
}

fn check_largest(
    now: Connectivity<'_>,
    world: &PlainWorld,
    firsts: &[(Cell, usize)],
    owner: &[Option<usize>],
) {
    let largest: Vec<Cell> = now.largest().collect();
    assert_eq!(largest.len(), firsts.iter().map(|first| first.1).max().unwrap_or(0));
    if let Some(&cell) = largest.first() {
        let same = |other: &Cell| owner[world.index(*other)] == owner[world.index(cell)];
        assert_eq!(largest, world.cells().filter(same).collect::<Vec<_>>());
        assert_eq!(largest, now.cells(cell).collect::<Vec<_>>());
    }
}

#[test]
fn a_count_is_what_a_flood_finds() {
    let mut rng = SplitMix64::new(1);
    for round in 0..3000 {
        let (width, height) = (1 + rng.below(14), 1 + rng.below(11));
        let map = PlainWorld::random(width, height, rng.below(101), &mut rng).to_map();
        let (tiling, rule) = KINDS[round % KINDS.len()];
        let map = map.with_tiling(tiling);
        check_plain(&Components::new(&map, rule), &map, rule);
    }
    // Runs that go on from word to word.
    for (width, height) in [(63, 9), (64, 9), (65, 9), (130, 9), (200, 5)] {
        for (tiling, rule) in KINDS {
            let world = PlainWorld::random(width, height, [5, 30, 45][(width % 3) as usize], &mut rng);
            let map = world.to_map().with_tiling(tiling);
            check_plain(&Components::new(&map, rule), &map, rule);
        }
    }
}

/// All maps of a tiny size, and every cell of them changed.
#[test]
fn every_edit_of_every_tiny_map_is_taken_over() {
    for world in PlainWorld::all(4, 3) {
        for (tiling, rule) in KINDS {
            let map = world.to_map().with_tiling(tiling);
            let before = Components::new(&map, rule);
            for cell in world.cells() {
                let mut edited = map.clone();
                edited.set(cell, toggled(&map, cell)).unwrap();
                let mut components = before.clone();
                assert_ne!(components.update(&edited), Update::Unchanged);
                let fresh = Components::new(&edited, rule);
                assert!(components == fresh, "{tiling:?} {rule:?} {cell}\n{world}");
            }
        }
    }
}

fn toggled(map: &Map, cell: Cell) -> Tile {
    if map.is_free(cell) { Tile::Blocked } else { Tile::Free }
}

/// A random change: a cell, a line, or a rectangle.
fn edit(map: &mut Map, rng: &mut SplitMix64) {
    let (width, height) = (map.width(), map.height());
    let cell = Cell::new(rng.below(width) as i32, rng.below(height) as i32);
    let tile = if rng.below(2) == 0 { Tile::Free } else { Tile::Blocked };
    match rng.below(12) {
        0 => map.fill(Rect::new(cell.x, cell.y, 1 + rng.below(6), 1 + rng.below(5)), tile),
        1 => map.fill(Rect::new(0, cell.y, width, 1), tile),
        2 => map.fill(Rect::new(cell.x, 0, 1, height), tile),
        _ => usize::from(map.set(cell, toggled(map, cell)).is_ok()),
    };
}

#[test]
fn edits_are_taken_over_one_by_one_and_many_at_once() {
    let mut rng = SplitMix64::new(2);
    for round in 0..150 {
        let (tiling, rule) = KINDS[round % KINDS.len()];
        let (width, height) = (1 + rng.below(24), 1 + rng.below(16));
        let world = PlainWorld::random(width, height, rng.below(60), &mut rng);
        let mut map = world.to_map().with_tiling(tiling);
        let mut components = Components::new(&map, rule);
        for number in 0..40 {
            // As many as the map remembers, and more.
            for _ in 0..[1, 1, 1, 2, 5, 15, 16, 17, 40][rng.below(9) as usize] {
                edit(&mut map, &mut rng);
            }
            components.update(&map);
            let fresh = Components::new(&map, rule);
            assert!(components == fresh, "{tiling:?} {rule:?} edit {number} of round {round}");
            check_plain(&components, &map, rule);
        }
    }
}

/// Rooms with doors of one cell: what is blocked often parts something, and what is freed often joins it.
#[test]
fn doors_open_and_close() {
    let mut rng = SplitMix64::new(3);
    for (tiling, rule) in KINDS {
        let map = Map::from_fn(70, 50, |cell| {
            let is_wall = cell.x % 7 == 3 || cell.y % 6 == 2;
            let is_door = cell.x % 7 == 0 || cell.y % 6 == 5;
            if is_wall && !is_door { Tile::Blocked } else { Tile::Free }
        })
        .unwrap();
        let mut map = map.with_tiling(tiling);
        let mut components = Components::new(&map, rule);
        let doors: Vec<Cell> =
            map.cells().filter(|cell| (cell.x % 7 == 3) != (cell.y % 6 == 2) && map.is_free(*cell)).collect();
        assert!(doors.len() > 100);
        let mut counts = Vec::new();
        for number in 0..1500 {
            let door = rng.pick(&doors);
            let tile = if rng.below(3) > 0 { Tile::Blocked } else { Tile::Free };
            map.set(door, tile).unwrap();
            components.update(&map);
            assert!(components == Components::new(&map, rule), "{tiling:?} {rule:?} {number} {door}");
            if number % 100 == 0 {
                check_plain(&components, &map, rule);
            }
            counts.push(components.on(&map).unwrap().count());
        }
        let (splits, joins) = counts.windows(2).fold((0, 0), |(splits, joins), pair| {
            (splits + usize::from(pair[1] > pair[0]), joins + usize::from(pair[1] < pair[0]))
        });
        assert!(splits > 20 && joins > 20, "{tiling:?} {rule:?}: {splits} splits, {joins} joins");
    }
}

#[test]
fn a_map_is_parted_and_joined_again_without_growing_memory() {
    let mut map = Map::open(90, 40).unwrap();
    map.fill(Rect::new(30, 0, 1, 40), Tile::Blocked);
    map.set((30, 20), Tile::Free).unwrap();
    let mut components = Components::new(&map, DiagonalRule::default());
    let mut bytes = Vec::new();
    for round in 0..500 {
        map.set((30, 20), Tile::Blocked).unwrap();
        components.update(&map);
        let now = components.on(&map).unwrap();
        assert_eq!(now.connected((0, 0), (89, 39)), Reachability::No);
        assert_eq!((now.count(), now.size((0, 0)), now.size((89, 0))), (2, 1200, 2360));
        assert_eq!(now.largest().next(), Some(Cell::new(31, 0)));
        map.set((30, 20), Tile::Free).unwrap();
        components.update(&map);
        let now = components.on(&map).unwrap();
        assert_eq!(now.connected((0, 0), (89, 39)), Reachability::Yes);
        assert_eq!((now.count(), now.size((0, 0))), (1, 3561), "round {round}");
        bytes.push(components.bytes());
    }
    assert_eq!(bytes[1], bytes[499]);
}

/// More than can be repaired cheaply: everything is counted anew, from whatever the repair had come to.
#[test]
fn large_edits_are_taken_over() {
    let mut rng = SplitMix64::new(4);
    for (tiling, rule) in KINDS {
        let mut map = PlainWorld::random(300, 200, 35, &mut rng).to_map().with_tiling(tiling);
        let mut components = Components::new(&map, rule);
        for rect in [Rect::new(10, 10, 250, 150), Rect::new(100, 0, 60, 200), Rect::new(0, 0, 300, 200)] {
            for tile in [Tile::Free, Tile::Blocked] {
                map.fill(rect, tile);
                map.set((150, 100), Tile::Free).unwrap();
                components.update(&map);
                assert!(components == Components::new(&map, rule), "{tiling:?} {rule:?} {rect:?}");
            }
        }
    }
}

/// The walk along the walls or the smaller part may be too long for a repair.
#[test]
fn a_long_corridor_and_two_halves_are_parted() {
    for (tiling, rule) in KINDS {
        let corridor = Map::from_fn(300, 200, |cell| {
            let gap = if cell.y % 4 == 1 { 299 } else { 0 };
            if cell.y % 2 == 1 && cell.x != gap { Tile::Blocked } else { Tile::Free }
        });
        let halves =
            Map::from_fn(
                300,
                200,
                |cell| {
                    if cell.y == 90 && cell.x != 7 { Tile::Blocked } else { Tile::Free }
                },
            );
        for (map, cell) in [(corridor.unwrap(), (150, 100)), (halves.unwrap(), (7, 90))] {
            let mut map = map.with_tiling(tiling);
            let mut components = Components::new(&map, rule);
            for (tile, count) in [(Tile::Blocked, 2), (Tile::Free, 1)] {
                map.set(cell, tile).unwrap();
                components.update(&map);
                assert!(components == Components::new(&map, rule), "{tiling:?} {rule:?} {cell:?}");
                assert_eq!(components.on(&map).unwrap().count(), count, "{tiling:?} {rule:?} {cell:?}");
            }
        }
    }
}

#[test]
fn what_is_blocked_or_outside_is_not_reached() {
    let map = Map::from_rows(["..#", "..#"]).unwrap();
    let components = Components::new(&map, DiagonalRule::default());
    let now = components.on(&map).unwrap();
    for cell in [(2, 0), (-1, 0), (3, 0), (0, 2), (0, -1), (i32::MAX, i32::MIN)] {
        assert_eq!(now.connected((0, 0), cell), Reachability::No);
        assert_eq!(now.connected(cell, (0, 0)), Reachability::No);
        assert_eq!(now.connected(cell, cell), Reachability::No);
        assert_eq!((now.size(cell), now.cells(cell).count()), (0, 0));
    }
    let blocked = Map::blocked(3, 3).unwrap();
    let components = Components::new(&blocked, DiagonalRule::default());
    let now = components.on(&blocked).unwrap();
    assert_eq!((now.count(), now.largest().count()), (0, 0));
}

#[test]
fn another_state_is_refused_until_it_is_taken_over() {
    let mut map = Map::open(9, 9).unwrap();
    let mut components = Components::new(&map, DiagonalRule::Never);
    let original = map.clone();
    map.fill(Rect::new(4, 0, 1, 9), Tile::Blocked);
    assert_eq!(components.on(&map).unwrap_err(), Stale);
    assert!(components.is_current(&original), "a clone is the same state");
    assert_eq!(components.update(&map), Update::Repaired);
    assert!(components.is_current(&map) && !components.is_current(&original));
    assert_eq!(components.update(&map), Update::Unchanged);

    let without_links = map.clone();
    let there = Link::new((0, 0), (8, 0), 1);
    map.add_link(there).unwrap();
    assert_eq!(components.on(&map).unwrap_err(), Stale);
    components.update(&map);
    assert_eq!(components.on(&map).unwrap().connected((1, 1), (7, 7)), Reachability::Unknown);
    assert_eq!(components.on(&without_links).unwrap_err(), Stale, "without the links it is another state");
    let back = Link::new((8, 8), (0, 3), 1);
    map.add_link(back).unwrap();
    components.update(&map);
    assert_eq!(components.on(&map).unwrap().connected((1, 1), (7, 7)), Reachability::Yes);
    assert!(map.remove_link(there) && map.remove_link(back));
    components.update(&map);
    assert_eq!(components.on(&map).unwrap().connected((1, 1), (7, 7)), Reachability::No);
    components.update(&without_links);
    assert_eq!(components.on(&without_links).unwrap().connected((1, 1), (7, 7)), Reachability::No);

    // Two maps that were one, back and forth; another tiling; another size.
    let mut other = original.clone();
    other.set((0, 0), Tile::Blocked).unwrap();
    for map in [&other, &map, &original, &other, &Map::open(3, 70).unwrap(), &map] {
        components.update(map);
        check_plain(&components, map, DiagonalRule::Never);
        let hexagons = map.clone().with_tiling(Tiling::Hexagonal);
        assert!(!components.is_current(&hexagons));
        components.update(&hexagons);
        check_plain(&components, &hexagons, DiagonalRule::Never);
    }
}

#[test]
fn terrain_counts_where_it_blocks() {
    let mut map = Map::from_costs(5, 1, |_| 3).unwrap();
    let mut components = Components::new(&map, DiagonalRule::default());
    let before = components.clone();
    map.set_cost((2, 0), 9).unwrap();
    components.update(&map);
    assert!(components == before, "what a cell costs does not matter");
    map.set_cost((2, 0), 0).unwrap();
    assert!(!components.is_current(&map));
    components.update(&map);
    assert!(components != before);
    assert_eq!(components.on(&map).unwrap().connected((0, 0), (4, 0)), Reachability::No);
}

/// Whether every answer is right on a map with links; returns how many are unknown.
fn check_linked(components: &Components, map: &Map, rule: DiagonalRule) -> usize {
    let kind = (map.tiling(), rule);
    let world = PlainWorld::from_grid(map.grid());
    let links = all_links(map);
    let now = components.on(map).expect("current");
    let usable: Vec<(Cell, Cell)> = links
        .iter()
        .filter(|link| map.is_free(link.from) && map.is_free(link.to))
        .map(|link| (link.from, link.to))
        .collect();
    let there = |cell: Cell| usable.iter().filter(move |link| link.0 == cell).map(|link| link.1);
    let back = |cell: Cell| usable.iter().filter(move |link| link.1 == cell).map(|link| link.0);
    let free: Vec<Cell> = world.free_cells().collect();
    let ways = |next: &dyn Fn(Cell) -> Vec<Cell>| -> Vec<Vec<bool>> {
        free.iter().map(|&cell| flood(&world, cell, next)).collect()
    };
    let reached = ways(&|cell| steps(&world, kind, cell).into_iter().chain(there(cell)).collect());
    let joined =
        ways(&|cell| steps(&world, kind, cell).into_iter().chain(there(cell)).chain(back(cell)).collect());
    let mut unknown = 0;
    for (from, &a) in free.iter().enumerate() {
        let mut size = 0;
        for (to, &b) in free.iter().enumerate() {
            let (there, back) = (reached[from][world.index(b)], reached[to][world.index(a)]);
            size += usize::from(there && back);
            match now.connected(a, b) {
                Reachability::Yes => assert!(there && back, "{kind:?} {a} {b} {links:?}\n{world}"),
                Reachability::No => assert!(!there, "{kind:?} {a} {b} {links:?}\n{world}"),
                Reachability::Unknown => {
                    assert!(!back && joined[from][world.index(b)], "{kind:?} {a} {b} {links:?}\n{world}");
                    unknown += 1;
                }
            }
        }
        assert_eq!(now.size(a), size, "{kind:?} {a} {links:?}\n{world}");
        assert_eq!(now.cells(a).count(), size);
    }
    // As many components as cells that are the first of theirs.
    let is_first = |&(from, &a): &(usize, &Cell)| {
        !(0..from).any(|to| reached[from][world.index(free[to])] && reached[to][world.index(a)])
    };
    assert_eq!(now.count(), free.iter().enumerate().filter(is_first).count());
    let most = free.iter().map(|&cell| now.size(cell)).max().unwrap_or(0);
    assert_eq!(now.largest().count(), most);
    unknown
}

fn all_links(map: &Map) -> &[Link] {
    map.links().map_or(&[], Links::all)
}

fn any_link(map: &Map, rng: &mut SplitMix64) -> Option<Link> {
    let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    (free.len() > 1).then(|| Link { from: rng.pick(&free), to: rng.pick(&free), cost: rng.below(3) })
}

#[test]
fn links_are_taken_into_account_through_all_edits() {
    let mut rng = SplitMix64::new(5);
    let mut unknown = 0;
    for round in 0..120 {
        let (tiling, rule) = KINDS[round % KINDS.len()];
        let (width, height) = (2 + rng.below(8), 2 + rng.below(6));
        let world = PlainWorld::random(width, height, 30 + rng.below(40), &mut rng);
        let mut map = world.to_map().with_tiling(tiling);
        let mut components = Components::new(&map, rule);
        for number in 0..30 {
            match rng.below(6) {
                0 | 1 => {
                    // Loops and the like are refused.
                    let _ = any_link(&map, &mut rng).map(|link| map.add_link(link));
                }
                2 => {
                    let _ = any_link(&map, &mut rng).map(|link| map.add_link_both_ways(link));
                }
                3 if !all_links(&map).is_empty() => {
                    let link = rng.pick(all_links(&map));
                    assert!(map.remove_link(link));
                }
                _ => edit(&mut map, &mut rng),
            }
            components.update(&map);
            let fresh = Components::new(&map, rule);
            assert!(components == fresh, "{tiling:?} {rule:?} edit {number} of round {round}");
            unknown += check_linked(&components, &map, rule);
        }
    }
    assert!(unknown > 10_000, "{unknown} answers are unknown: one-way links were there");
}

#[test]
fn links_both_ways_leave_nothing_unknown() {
    let mut rng = SplitMix64::new(6);
    for round in 0..200 {
        let (tiling, rule) = KINDS[round % KINDS.len()];
        let mut map = PlainWorld::random(9, 7, 55, &mut rng).to_map().with_tiling(tiling);
        for _ in 0..rng.below(6) {
            let _ = any_link(&map, &mut rng).map(|link| map.add_link_both_ways(link));
        }
        assert_eq!(check_linked(&Components::new(&map, rule), &map, rule), 0);
    }
}

/// What is compared in these tests can be different.
#[test]
fn components_differ_where_answers_do() {
    let map = Map::from_rows([".#", "#."]).unwrap();
    let components = |map: &Map| Components::new(map, DiagonalRule::Never);
    let parted = components(&map);
    assert!(parted == components(&map.clone()));
    let mut linked = map.clone();
    linked.add_link_both_ways(Link::new((0, 0), (1, 1), 1)).unwrap();
    assert!(parted != components(&linked));
    let hexagons = components(&map.clone().with_tiling(Tiling::Hexagonal));
    assert!(parted == hexagons, "an even row's lower neighbours are to the left");
    assert!(parted == components(&map.transposed()), "the same tiles");
    assert!(parted != components(&Map::from_rows([".#", ".."]).unwrap()));
}
