//! Fields of costs and of directions, Dijkstra maps, clearance and layers, each against what is slow and plain.

use std::cmp::Ordering;

use tautline::field::{
    Border, Clearance, DijkstraMap, Field, FieldConfig, FieldError, FlowField, Layers, Travel,
};
use tautline::geometry::{Cell, Corner, Rect};
use tautline::map::{Grid, Link, Map, Tile};
use tautline::moves::{CostModel, DiagonalRule, OctileLength};
use tautline::path::Path;
use tautline::search::Workspace;
use tautline_testkit::oracle::{cells, grounds};
use tautline_testkit::world::{PlainWorld, RichWorld, SplitMix64};

fn cheaper(a: OctileLength, b: OctileLength) -> OctileLength {
    if cells::compare(CostModel::Octile, b, a) == Ordering::Less { b } else { a }
}

/// The cheapest way from one of the roots to each cell, or from each cell to one of them.
fn truth(world: &RichWorld, rule: DiagonalRule, travel: Travel, roots: &[Cell]) -> Vec<Option<OctileLength>> {
    let min = |costs: Vec<Option<OctileLength>>| costs.into_iter().flatten().reduce(cheaper);
    let ways = |start: Cell| grounds::cheapest_ways(world, rule, 0, start);
    match travel {
        Travel::FromRoots => {
            let all: Vec<_> = roots.iter().map(|&root| ways(root)).collect();
            world
                .plain
                .cells()
                .map(|cell| min(all.iter().map(|ways| ways[world.plain.index(cell)]).collect()))
                .collect()
        }
        Travel::ToRoots => world
            .plain
            .cells()
            .map(|cell| {
                if !world.plain.is_free(cell.x, cell.y) {
                    return None;
                }
                let ways = ways(cell);
                min(roots.iter().map(|&root| ways[world.plain.index(root)]).collect())
            })
            .collect(),
    }
}

fn some_roots(world: &PlainWorld, rng: &mut SplitMix64) -> Vec<Cell> {
    let free: Vec<Cell> = world.free_cells().collect();
    if free.is_empty() { Vec::new() } else { (0..=rng.below(3)).map(|_| rng.pick(&free)).collect() }
}

#[test]
fn a_field_is_exact_on_every_ground_and_its_paths_are_ways() {
    let mut rng = SplitMix64::new(1);
    for round in 0..640 {
        let (width, height) = (1 + rng.below(8), 1 + rng.below(7));
        let world = RichWorld::random(width, height, [0, 20, 40][round % 3], round as u32 % 16, &mut rng);
        let map = world.to_map();
        let rule = DiagonalRule::ALL[round / 16 % 4];
        let roots = some_roots(&world.plain, &mut rng);
        if roots.is_empty() {
            continue;
        }
        for travel in [Travel::FromRoots, Travel::ToRoots] {
            let config = FieldConfig { rule, travel, ..Default::default() };
            let mut field = Field::with_config(&map, config, [roots[0]]).unwrap();
            field.reroot(roots.iter().copied()).unwrap();
            let truth = truth(&world, rule, travel, &roots);
            for cell in world.plain.cells() {
                let expected = truth[world.plain.index(cell)];
                assert_eq!(
                    field.halves(cell),
                    expected,
                    "round {round}, {rule:?} {travel:?} {cell}\n{world}"
                );
                let Some(expected) = expected else {
                    assert_eq!((field.path(cell), field.root_of(cell)), (None, None));
                    continue;
                };
                let path = field.path(cell).unwrap();
                let places = path.cells().unwrap();
                let walked = grounds::walk(&world, rule, 0, places);
                assert_eq!(walked, Ok(expected), "round {round}, {rule:?} {travel:?} {cell}\n{world}");
                assert_eq!(Some(path.cost()), field.cost(cell));
                let (first, last) = (places[0], places[places.len() - 1]);
                let (root, end) = if travel == Travel::FromRoots { (first, last) } else { (last, first) };
                assert_eq!((end, field.root_of(cell)), (cell, Some(root)));
                assert!(roots.contains(&root));
            }
        }
    }
}

#[test]
fn a_field_ends_where_it_is_told_to() {
    let mut rng = SplitMix64::new(2);
    for round in 0..200 {
        let world = RichWorld::random(9, 8, 20, round % 16, &mut rng);
        let roots = some_roots(&world.plain, &mut rng);
        if roots.is_empty() {
            continue;
        }
        let map = world.to_map();
        let all = Field::new(&map, roots.clone()).unwrap();
        let costs: Vec<f64> = all.reached().map(|(_, cost)| cost).collect();
        let max = rng.pick(&costs);
        let config = FieldConfig { max_cost: Some(max), ..Default::default() };
        let near = Field::with_config(&map, config, roots.clone()).unwrap();
        assert!(near.reached().eq(all.within(max)), "up to {max}\n{world}");
        assert!(costs.is_sorted());

        let free: Vec<Cell> = world.plain.free_cells().collect();
        let until = vec![rng.pick(&free), rng.pick(&free)];
        let config = FieldConfig { until: until.clone(), ..Default::default() };
        let enough = Field::with_config(&map, config, roots).unwrap();
        for &cell in &until {
            assert_eq!(enough.cost(cell), all.cost(cell));
        }
        let farthest = until.iter().map(|&cell| all.cost(cell).unwrap_or(f64::INFINITY)).fold(0.0, f64::max);
        for (cell, cost) in enough.reached() {
            assert_eq!(Some(cost), all.cost(cell));
            assert!(cost <= farthest + 1e-9, "{cell} is not needed");
        }
    }
}

#[test]
fn what_cannot_be_a_root_is_an_error_and_leaves_nothing() {
    let map = Map::from_rows(["..#"]).unwrap();
    let mut field = Field::new(&map, [(0, 0)]).unwrap();
    assert_eq!(field.reroot([(0, 0), (2, 0)]), Err(FieldError::RootBlocked((2, 0).into())));
    assert_eq!(field.within(9.0).count(), 0);
    field.reroot([(0, 0)]).unwrap();
    assert_eq!(field.reroot([] as [Cell; 0]), Err(FieldError::NoRoots));
    assert_eq!((field.cost((0, 0)), field.within(9.0).count()), (None, 0));
    let error = field.reroot([(3, 0)]).unwrap_err();
    assert_eq!(error.to_string(), "the root (3, 0) is outside the map of 3 × 1 cells");
    field.reroot([(1, 0)]).unwrap();
    assert_eq!(field.cost((0, 0)), Some(1.0));
    let (rule, workspace) = (DiagonalRule::Never, &mut Workspace::new());
    assert!(FlowField::new(&map, rule, [(2, 0)], workspace).is_err());
    assert_eq!(FlowField::new(&map, rule, [] as [Cell; 0], workspace), Err(FieldError::NoRoots));
    let result = DijkstraMap::new(&map, rule, [((0, 0), f32::NAN)], workspace);
    assert_eq!(result.unwrap_err(), FieldError::RootValue((0, 0).into()));
}

#[test]
fn so_many_links_from_one_cell_can_be_gone_back_and_no_more() {
    let mut map = Map::open(20, 20).unwrap();
    let from = Cell::new(0, 0);
    let ends: Vec<Cell> = map.cells().skip(1).take(247).collect();
    for (number, &to) in ends.iter().enumerate() {
        let config = FieldConfig { travel: Travel::ToRoots, ..Default::default() };
        if let Some(&last) = ends[..number].last().filter(|_| number > 240) {
            let field = Field::with_config(&map, config, [last]).unwrap();
            assert_eq!((field.cost(from), field.towards_root(from)), (Some(0.0), Some(last)));
        }
        map.add_link(Link { from, to, cost: 0 }).unwrap();
    }
    let config = FieldConfig { travel: Travel::ToRoots, ..Default::default() };
    let error = Field::with_config(&map, config, [from]).unwrap_err();
    assert_eq!(error, FieldError::TooManyLinks(from));
    assert!(Field::new(&map, [from]).is_ok());
    assert!(DijkstraMap::new(&map, DiagonalRule::Never, [(from, 0.0)], &mut Workspace::new()).is_err());
}

/// Follows a flow field from every cell, at the cost of the field.
fn check_flow(world: &RichWorld, rule: DiagonalRule, goals: &[Cell], workspace: &mut Workspace) {
    let map = world.to_map();
    let flow = FlowField::new(&map, rule, goals.iter().copied(), workspace).unwrap();
    let config = FieldConfig { rule, travel: Travel::ToRoots, ..Default::default() };
    let field = Field::with_config(&map, config, goals.iter().copied()).unwrap();
    for cell in world.plain.cells() {
        let way: Vec<Cell> = flow.way(cell).take(10_000).collect();
        assert_eq!(flow.reaches_a_goal(cell), field.cost(cell).is_some());
        assert_eq!(way.is_empty(), field.cost(cell).is_none());
        let Some(cost) = field.halves(cell) else { continue };
        assert!(goals.contains(way.last().unwrap()));
        let walked = grounds::walk(world, rule, 0, &way);
        assert_eq!(walked, Ok(cost), "{rule:?}, from {cell} to {goals:?}\n{world}");
        assert_eq!(
            flow.direction(cell).map(|direction| cell + direction).or(flow.next(cell)),
            flow.next(cell)
        );
    }
}

#[test]
fn a_flow_field_leads_to_the_goal_as_cheaply_as_the_field_says() {
    let mut rng = SplitMix64::new(3);
    let mut workspace = Workspace::new();
    for round in 0..4000 {
        let (width, height) = (1 + rng.below(12), 1 + rng.below(12));
        let world = PlainWorld::random(width, height, [10, 25, 40][round % 3], &mut rng);
        let goals = some_roots(&world, &mut rng);
        if !goals.is_empty() {
            let rule = DiagonalRule::ALL[round % 4];
            check_flow(&RichWorld::plain(world), rule, &goals, &mut workspace);
        }
    }
    for (number, world) in PlainWorld::all(3, 4).enumerate() {
        let goal = world.free_cells().nth(number % 5);
        if let Some(goal) = goal {
            let rule = DiagonalRule::ALL[number / 5 % 4];
            check_flow(&RichWorld::plain(world), rule, &[goal], &mut workspace);
        }
    }
}

#[test]
fn flow_fields_know_every_ground() {
    let mut rng = SplitMix64::new(4);
    let mut workspace = Workspace::new();
    for round in 0..400 {
        let world = RichWorld::random(1 + rng.below(8), 1 + rng.below(8), 25, round % 16, &mut rng);
        let goals = some_roots(&world.plain, &mut rng);
        if !goals.is_empty() {
            check_flow(&world, DiagonalRule::ALL[round as usize % 4], &goals, &mut workspace);
        }
    }
}

/// Large enough for long lines and many buckets: every distance against the field's.
#[test]
fn a_flow_field_is_right_on_larger_maps() {
    let mut rng = SplitMix64::new(5);
    let mut workspace = Workspace::new();
    for (round, percent) in [0, 1, 5, 20, 35].into_iter().cycle().take(20).enumerate() {
        let (width, height) = (100 + rng.below(100), 100 + rng.below(100));
        let map = PlainWorld::random(width, height, percent, &mut rng).to_map();
        let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
        let goals = [rng.pick(&free), rng.pick(&free)];
        let rule = DiagonalRule::ALL[round % 4];
        let flow = FlowField::new(&map, rule, goals, &mut workspace).unwrap();
        let config = FieldConfig { rule, ..Default::default() };
        let field = Field::with_config(&map, config, goals).unwrap();
        for cell in map.cells() {
            assert_eq!(flow.reaches_a_goal(cell), field.halves(cell).is_some());
            // Each step costs exactly what it brings one nearer: so the whole way costs what the field says.
            if let Some(next) = flow.next(cell) {
                assert!(rule.allows(map.grid(), cell, next));
                let is_diagonal = cell.x != next.x && cell.y != next.y;
                let step = if is_diagonal { OctileLength::DIAGONAL } else { OctileLength::STRAIGHT };
                let (here, there) = (field.halves(cell).unwrap(), field.halves(next).unwrap());
                assert_eq!(here, there + step + step, "{rule:?} {cell}");
            }
        }
    }
}

#[test]
fn a_dijkstra_map_of_one_root_is_the_field_to_it() {
    let mut rng = SplitMix64::new(6);
    let mut workspace = Workspace::new();
    for round in 0..320 {
        let world = RichWorld::random(8, 7, 25, round % 16, &mut rng);
        let roots = some_roots(&world.plain, &mut rng);
        if roots.is_empty() {
            continue;
        }
        let (map, rule) = (world.to_map(), DiagonalRule::ALL[round as usize / 16 % 4]);
        let config = FieldConfig { rule, travel: Travel::ToRoots, ..Default::default() };
        let field = Field::with_config(&map, config, roots.clone()).unwrap();
        let strengths = roots.iter().map(|&root| (root, -7.0));
        let values = DijkstraMap::new(&map, rule, strengths, &mut workspace).unwrap();
        for cell in world.plain.cells() {
            assert_eq!(values.value(cell).is_some(), field.cost(cell).is_some());
            if let Some((value, cost)) = values.value(cell).zip(field.cost(cell)) {
                assert!(
                    (f64::from(value) + 7.0 - cost).abs() <= 1e-5 * (1.0 + cost),
                    "{cell} {value} {cost}"
                );
            }
        }
        let mut again = values.clone();
        again.rescan(&mut workspace).unwrap();
        assert_eq!(again.values(), values.values(), "there is nothing more to lower");
    }
}

#[test]
fn a_dear_link_is_dear() {
    let map = Map::open(3, 1).unwrap().with_links([Link::new((0, 0), (2, 0), 1 << 31)]).unwrap();
    let roots = [((2, 0), 0.0)];
    let values = DijkstraMap::new(&map, DiagonalRule::Never, roots, &mut Workspace::new()).unwrap();
    assert_eq!(values.values(), [2.0, 1.0, 0.0]);
    assert_eq!(values.way((0, 0)).count(), 3);
    assert!(values.cells().eq([0, 1, 2].map(|x| (Cell::new(x, 0), 2.0 - x as f32))));
}

#[test]
fn what_adds_up_to_no_number_is_no_value() {
    let row = Map::open(2, 1).unwrap();
    let map = |values: [f32; 2]| {
        let roots = [((0, 0), values[0]), ((1, 0), values[1])];
        DijkstraMap::new(&row, DiagonalRule::Never, roots, &mut Workspace::new()).unwrap()
    };
    let large = map([3e38, 0.0]);
    let sum =
        DijkstraMap::weighted_sum([(&large.clone().scaled(-1.0), 1.0), (&map([0.0, 0.0]), 1.0)]).unwrap();
    assert!(sum.value((1, 0)).is_some());
    let low = map([-3e38, -3e38]);
    let sum = DijkstraMap::weighted_sum([(&low, 1.0), (&low, 1.0)]).unwrap();
    assert_eq!((sum.value((0, 0)), sum.best_step((0, 0))), (None, None));
}

#[test]
fn strong_roots_attract_from_farther_away_and_ties_go_to_the_first_direction() {
    let row = Map::open(11, 1).unwrap();
    let mut workspace = Workspace::new();
    let map = |left, right, workspace: &mut Workspace| {
        let roots = [((0, 0), left), ((10, 0), right)];
        DijkstraMap::new(&row, DiagonalRule::Never, roots, workspace).unwrap()
    };
    assert_eq!(map(0.0, 0.0, &mut workspace).best_step((5, 0)), Some((6, 0).into()), "east before west");
    assert_eq!(map(-3.0, 0.0, &mut workspace).best_step((6, 0)), Some((5, 0).into()));
    assert_eq!(
        map(0.0, -30.0, &mut workspace).best_step((0, 0)),
        Some((1, 0).into()),
        "it is no root any more"
    );
    let (one, other) = (map(0.0, 20.0, &mut workspace), map(20.0, 0.0, &mut workspace));
    let sum = DijkstraMap::weighted_sum([(&one, 1.0), (&other, 1.0)]).unwrap();
    assert_eq!(sum.values(), [10.0; 11]);
    assert_eq!(sum.best_step((5, 0)), None, "a plain");
    let smaller = Map::open(10, 1).unwrap();
    let misfit = DijkstraMap::new(&smaller, DiagonalRule::Never, [((0, 0), 0.0)], &mut workspace).unwrap();
    assert!(DijkstraMap::weighted_sum([(&one, 1.0), (&misfit, 1.0)]).is_none());
    assert!(DijkstraMap::weighted_sum([]).is_none());
    assert!(one.clone().scaled(f32::INFINITY).values()[1..].iter().all(|value| value.is_infinite()));
}

/// Where somebody who rolls down a map comes to rest.
fn rest(map: &DijkstraMap<'_>, from: Cell) -> Cell {
    std::iter::successors(Some(from), |&cell| map.best_step(cell)).last().unwrap()
}

#[test]
fn who_flees_well_runs_past_the_dead_end() {
    // From the agent a there is a dead end to the left, and a long way out behind a step towards the hunter h.
    let drawing = ["..a....h", "###.####", "###.....................", "########################"];
    let rows: Vec<String> =
        drawing.iter().map(|row| format!("{:#<24}", row.replace(['a', 'h'], "."))).collect();
    let map = Map::from_rows(rows.iter().map(String::as_str)).unwrap();
    let (agent, hunter) = (Cell::new(2, 0), Cell::new(7, 0));
    let mut workspace = Workspace::new();
    let hunt = DijkstraMap::new(&map, DiagonalRule::Never, [(hunter, 0.0)], &mut workspace).unwrap();
    let naive = rest(&hunt.clone().scaled(-1.0), agent);
    let clever = rest(&hunt.flee(DijkstraMap::FEAR, &mut workspace).unwrap(), agent);
    assert_eq!((naive, clever), (Cell::new(0, 0), Cell::new(23, 2)));
    assert!(hunt.value(clever) > hunt.value(naive));
}

/// The squared distance in half tiles from the centre of a cell to a square, by its definition.
fn to_square(cell: Cell, square: Cell) -> u64 {
    let gap = |a: i32, b: i32| {
        let (centre, low, high) = (2 * a + 1, 2 * b, 2 * b + 2);
        u64::from((low - centre).max(centre - high).max(0).unsigned_abs())
    };
    gap(cell.x, square.x).pow(2) + gap(cell.y, square.y).pow(2)
}

#[test]
fn clearance_is_that_of_brute_force() {
    let mut rng = SplitMix64::new(7);
    for round in 0..600 {
        let (width, height) = (1 + rng.below(14), 1 + rng.below(14));
        let world = PlainWorld::random(width, height, [0, 2, 10, 40][round % 4], &mut rng);
        let map = world.to_map();
        let grid = map.grid();
        for border in [Border::Blocked, Border::Open] {
            let clearance = Clearance::new(grid, border);
            let ring = (-1..=height as i32).flat_map(|y| (-1..=width as i32).map(move |x| Cell { x, y }));
            let obstacles: Vec<Cell> = ring
                .filter(|&cell| {
                    !world.is_free(cell.x, cell.y) && (border == Border::Blocked || grid.contains(cell))
                })
                .collect();
            let radius = f64::from(rng.below(40)) / 8.0;
            let wide = clearance.grid_for_radius(radius);
            for cell in world.cells() {
                let expected = obstacles.iter().map(|&square| to_square(cell, square)).min();
                assert_eq!(clearance.squared_half_tiles(cell), expected, "{border:?} {cell}{world:?}");
                let has_room = expected.is_none_or(|square| square as f64 >= 4.0 * radius * radius);
                let stands = has_room && world.is_free(cell.x, cell.y);
                assert_eq!(wide.is_free(cell), stands, "radius {radius}, {cell}{world:?}");
            }
            for n in 0..5 {
                let room = clearance.grid_for_square(n);
                for cell in world.cells() {
                    let n = n.max(1) as i32;
                    let fits = (0..n).all(|dy| (0..n).all(|dx| world.is_free(cell.x + dx, cell.y + dy)));
                    assert_eq!(room.is_free(cell), fits, "{n} × {n} at {cell}{world:?}");
                }
            }
        }
    }
}

/// After any edits the same as measured anew, with and without a largest distance; and nothing outside of the rectangles that are named changes.
#[test]
fn updated_clearance_is_that_of_a_new_measurement() {
    let mut rng = SplitMix64::new(11);
    let (mut kept, mut changed_cells) = (0, 0);
    for round in 0..300 {
        let (width, height) = (1 + rng.below(40), 1 + rng.below(40));
        let mut map = PlainWorld::random(width, height, [0, 1, 3, 30][round % 4], &mut rng).to_map();
        let farthest = f64::from(1 + rng.below(30)) / 4.0;
        let border = [Border::Blocked, Border::Open][round / 4 % 2];
        let mut whole = Clearance::new(map.grid(), border);
        let mut near = Clearance::up_to(map.grid(), border, farthest);
        for _ in 0..12 {
            let (before, before_near) = (map.revision(), near.clone());
            let edits = 1 + rng.below(4);
            map.edit(|edit| {
                for _ in 0..edits {
                    let cell = (rng.below(width) as i32, rng.below(height) as i32);
                    let tile = if rng.chance(50) { Tile::Blocked } else { Tile::Free };
                    if rng.chance(70) {
                        edit.set(cell, tile).unwrap();
                    } else {
                        edit.fill(Rect::new(cell.0, cell.1, 1 + rng.below(6), 1 + rng.below(6)), tile);
                    }
                }
            });
            let edits: Vec<Rect> = map.edits_since(before).map_or_else(Vec::new, Iterator::collect);
            whole.update(map.grid(), edits.iter().copied());
            let updated = near.update(map.grid(), edits);
            assert_eq!(whole, Clearance::new(map.grid(), border), "{border:?} {map}");
            assert_eq!(near, Clearance::up_to(map.grid(), border, farthest), "{border:?} {farthest} {map}");
            for cell in map.cells() {
                let true_distance = whole.distance(cell);
                assert_eq!(near.distance(cell).to_bits(), true_distance.min(near.distance(cell)).to_bits());
                let is_true = near.distance(cell).to_bits() == true_distance.to_bits();
                assert!(is_true || near.distance(cell) >= farthest, "{cell}");
                assert_eq!(near.has_room(cell, farthest), whole.has_room(cell, farthest), "{cell}");
                let is_named = updated.iter().any(|rect| rect.contains(cell));
                let is_same = near.squared_half_tiles(cell) == before_near.squared_half_tiles(cell);
                assert!(is_named || is_same, "{cell} {updated:?}");
                kept += usize::from(!is_named);
                changed_cells += usize::from(!is_same);
            }
        }
    }
    assert!(kept > 500_000 && changed_cells > 50_000, "{kept} kept, {changed_cells} changed");
}

/// An update measures near what has changed only, however open the map is.
#[test]
fn clearance_up_to_a_distance_is_updated_near_an_edit() {
    let mut map = Map::open(300, 300).unwrap();
    let mut clearance = Clearance::up_to(map.grid(), Border::Blocked, 2.0);
    map.block((150, 150)).unwrap();
    let updated = clearance.update(map.grid(), [Rect::new(150, 150, 1, 1)]);
    assert!(updated.iter().all(|rect| rect.width <= 9 && rect.height <= 9), "{updated:?}");
    assert_eq!(clearance, Clearance::up_to(map.grid(), Border::Blocked, 2.0));
}

#[test]
fn no_layer_makes_a_cell_free_of_charge_or_an_obstacle_passable() {
    let mut rng = SplitMix64::new(8);
    for _ in 0..100 {
        let world = PlainWorld::random(12, 9, 25, &mut rng);
        let map = world.to_map();
        let clearance = Clearance::new(map.grid(), Border::Blocked);
        let path = Path::new(vec![Cell::new(0, 0), Cell::new(8, 8)], 8.0 * 2f64.sqrt());
        let weight = rng.below(2000) as f32 / 10.0 - 100.0;
        let mut layers = Layers::new(map.grid())
            .near_walls(&clearance, 3.0, 2.0)
            .along(&path, 2.5, weight)
            .around("items", [Cell::new(5, 5), Cell::new(50, 50)], 4.0, -30.0)
            .layer("wild", 1.0, |cell| [f32::NAN, f32::INFINITY, 1e30, -1e30][(cell.x % 4) as usize]);
        assert_eq!(
            layers.weights().map(|(name, _)| name).collect::<Vec<_>>(),
            ["walls", "route", "items", "wild"]
        );
        let terrain = layers.build();
        for cell in world.cells() {
            assert_eq!(terrain.cost(cell) > 0, world.is_free(cell.x, cell.y));
        }
        for name in ["walls", "route", "items", "wild", "none"] {
            assert_eq!(layers.set_weight(name, 0.0), usize::from(name != "none"));
        }
        let plain = layers.build();
        assert!(world.free_cells().all(|cell| plain.cost(cell) == Layers::SCALE));
    }
}

/// A long line at any angle is a route from one end to the other.
#[test]
fn a_route_at_any_angle_is_marked_all_along_its_lines() {
    let map = Map::open(40, 20).unwrap();
    let corners = [(1, 1), (38, 12), (38, 19)].map(Corner::from).to_vec();
    let layers = Layers::new(map.grid()).along(&Path::new(corners, 0.0), 1.0, 1.0).build();
    let marked = |x: i32, y: i32| layers.cost((x, y)) == 2 * Layers::SCALE;
    for x in 1..38 {
        assert!(marked(x, 1 + 11 * (2 * x - 1) / 74), "column {x}");
    }
    assert!((12..19).all(|y| marked(38, y)));
    assert!(!marked(20, 2) && !marked(30, 15));
}

#[test]
fn layers_fall_with_the_distance_and_add_up() {
    let row = Grid::open(6, 1).unwrap();
    let terrain = Layers::new(&row).around("fire", [Cell::new(0, 0)], 2.5, 10.0).build();
    let costs: Vec<u16> = row.cells().map(|cell| terrain.cost(cell)).collect();
    assert_eq!(costs, [110, 70, 30, 10, 10, 10], "as far as the distance reaches, which is no whole number");
    let terrain = Layers::new(&row).layer("free lunch", -5.0, |_| 1.0).build();
    assert!(row.cells().all(|cell| terrain.cost(cell) == 1));

    let grid = Grid::from_fn(9, 9, |cell| if cell.x == 8 { Tile::Blocked } else { Tile::Free }).unwrap();
    let clearance = Clearance::new(&grid, Border::Open);
    let route = Path::new(vec![Cell::new(2, 0), Cell::new(2, 8)], 8.0);
    let layers = Layers::new(&grid).near_walls(&clearance, 2.0, 2.0).along(&route, 2.0, 1.0);
    let costs: Vec<u16> = (0..9).map(|x| layers.build().cost((x, 4))).collect();
    // Half a tile from the wall 1 + 2·¾, one and a half 1 + 2·¼; on the route 1 + 1, beside it 1 + ½.
    assert_eq!(costs, [10, 15, 20, 15, 10, 10, 15, 25, 0]);
}
