//! The worlds of the paper, each made from its number.

use std::fs;
use std::path::{Path, PathBuf};

use tautline::geometry::{Cell, Rect};
use tautline::map::{Components, Map, Reachability, Tile};
use tautline::moves::DiagonalRule;
use tautline_maps::generate::{self, GenerateError, Rng, Share, TerrainRule};
use tautline_maps::movingai::{Passable, read_map};

use super::kinds::Regions;
use crate::LabError;
use crate::harness::{World, Xy};

/// Of how many cells on each side the grids with costs are.
const TERRAIN_SIZE: u32 = 1000;

/// The ends are drawn from another stream than the maps, which take theirs from the number itself.
const ENDS: u64 = 0x7e7a_57a2;

/// A random grid with the paper's ends.
pub(super) fn random(size: u32, percent: u32, number: u64) -> Result<World, LabError> {
    let map = generate::random(size, size, Share::percent(percent).unwrap_or_default(), number)?;
    let mut rng = Rng::new(number ^ ENDS);
    let ends = (south_west_corner(start(&map)), south_west_corner(goal(&map, &mut rng)));
    Ok(World { map, queries: vec![ends], source: None })
}

/// A random grid in which every way to the goal is blocked: so all corners that can be reached are expanded.
pub(super) fn single_source(number: u64) -> Result<World, LabError> {
    let mut map = generate::random(500, 500, Share::percent(20).unwrap_or_default(), number)?;
    // Behind the border of free cells in the east, so that nothing else is cut off.
    let walled_in = Cell::new(497, 250);
    map.fill(Rect::new(walled_in.x - 1, walled_in.y - 1, 3, 3), Tile::Blocked);
    // The cell is one of the map.
    let _ = map.free(walled_in);
    let ends = (south_west_corner(start(&map)), south_west_corner(walled_in));
    Ok(World { map, queries: vec![ends], source: None })
}

/// A grid with costs, of which one more is "blocked", with the paper's ends. A blocked start is made to cost 1.
pub(super) fn terrain(regions: Regions, number: u64) -> Result<World, LabError> {
    // One of sixteen costs, and one of fifteen that share a half.
    let (rule, blocked) = match regions {
        Regions::Small => (TerrainRule::small_regions(), "6.25"),
        Regions::Large => (TerrainRule::large_regions(), "3.3333"),
    };
    let rule = TerrainRule { blocked: blocked.parse().unwrap_or_default(), ..rule };
    let mut map = generate::terrain(TERRAIN_SIZE, TERRAIN_SIZE, &rule, number)?;
    let start = start(&map);
    if map.is_blocked(start) {
        // The cell is one of the map.
        let _ = map.free(start);
    }
    let goal = goal(&map, &mut Rng::new(number ^ ENDS));
    let ends = (south_west_corner(start), south_west_corner(goal));
    Ok(World { map, queries: vec![ends], source: None })
}

/// One of the maps, each in its turn, with ends that a path joins.
pub(super) fn game(maps: &[Map], number: u64) -> World {
    let map = maps[number as usize % maps.len()].clone();
    // Between cells that touch at their corners paths at any angle pass, too.
    let components = Components::new(&map, DiagonalRule::CutBothCorners);
    let areas = components.on(&map).ok();
    let mut rng = Rng::new(number ^ ENDS);
    let mut cell = || Cell::new(rng.below(map.width().into()) as i32, rng.below(map.height().into()) as i32);
    let ends = loop {
        let ends = (cell(), cell());
        if areas.is_none_or(|areas| areas.connected(ends.0, ends.1) == Reachability::Yes) {
            break ends;
        }
    };
    let corners = [ends.0, ends.1].map(|Cell { x, y }| {
        let shift = rng.below(4) as i32;
        (x + shift % 2, y + shift / 2)
    });
    World { map, queries: vec![(corners[0], corners[1])], source: None }
}

/// The maps of the folder `bg512`, by name. Those for fewer cells are made of every so many-th cell.
pub(super) fn game_maps(folder: &Path, size: u32) -> Result<Vec<Map>, LabError> {
    let folder = folder.join("bg512");
    let wrong = |problem: String| LabError::Folder { folder: folder.display().to_string(), problem };
    let entries = fs::read_dir(&folder).map_err(|error| wrong(error.to_string()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "map"));
    files.sort();
    if files.is_empty() {
        return Err(wrong("found no maps".into()));
    }
    files.iter().map(|file| Ok(scaled(read_map(file, &Passable::default())?, size)?)).collect()
}

/// A map of about so many cells on each side: one that is several times as large has every so many-th cell only.
fn scaled(map: Map, size: u32) -> Result<Map, GenerateError> {
    let step = map.width().max(map.height()) / size;
    if step < 2 {
        return Ok(map);
    }
    let place = |position: i32| position * step as i32 + step as i32 / 2;
    Ok(Map::from_fn(map.width() / step, map.height() / step, |Cell { x, y }| {
        if map.is_free(Cell::new(place(x), place(y))) { Tile::Free } else { Tile::Blocked }
    })?)
}

/// The cell in the south-west.
fn start(map: &Map) -> Cell {
    Cell::new(0, map.height() as i32 - 1)
}

/// A free cell of the easternmost column.
fn goal(map: &Map, rng: &mut Rng) -> Cell {
    loop {
        let cell = Cell::new(map.width() as i32 - 1, rng.below(map.height().into()) as i32);
        if map.is_free(cell) {
            return cell;
        }
    }
}

/// South is down.
fn south_west_corner(cell: Cell) -> Xy {
    (cell.x, cell.y + 1)
}

#[cfg(test)]
mod tests {
    use tautline::engine::{Algorithm, Ends};
    use tautline::moves::CornerRule;
    use tautline::planners::{Theta, ThetaConfig, Visibility, VisibilityConfig};
    use tautline::search::{Outcome, Query, Workspace};

    use super::*;

    fn between_corners((start, goal): (Xy, Xy)) -> Query {
        Query::new(Ends::Corners.scenario(start), Ends::Corners.scenario(goal))
    }

    #[test]
    fn random_grids_have_the_ends_of_the_paper() {
        let mut rows = Vec::new();
        for number in 0..20 {
            let world = random(100, 30, number).unwrap();
            assert_eq!(world, random(100, 30, number).unwrap(), "the same each time");
            assert_eq!(world.map, generate::random(100, 100, Share::percent(30).unwrap(), number).unwrap());
            let [(start, goal)] = world.queries[..] else { panic!("one query") };
            assert_eq!((start, goal.0), ((0, 100), 99));
            assert!((1..=100).contains(&goal.1));
            rows.push(goal.1);
        }
        rows.sort_unstable();
        rows.dedup();
        assert!(rows.len() > 10 && rows[0] < 30 && rows[rows.len() - 1] > 70, "{rows:?}");
    }

    #[test]
    fn a_search_for_a_walled_in_goal_expands_every_corner() {
        let world = single_source(3).unwrap();
        let map = &world.map;
        let config = ThetaConfig { rule: CornerRule::Open, ..ThetaConfig::default() };
        let planner = Theta::new(map, config).unwrap();
        let answer = planner.plan(map, &between_corners(world.queries[0]), &mut Workspace::new()).unwrap();
        assert_eq!(answer.outcome, Outcome::Unreachable);
        // All but those of the walled-in cell and those between four blocked ones.
        let is_free = |&(x, y): &Xy| {
            let around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)];
            around.into_iter().any(|cell| map.is_free(cell))
        };
        let corners = (0..=500).flat_map(|y| (0..=500).map(move |x| (x, y))).filter(is_free).count();
        // Other cells may be walled in by chance.
        assert!((corners - 44..=corners - 4).contains(&(answer.stats.expanded as usize)), "{corners}");
    }

    #[test]
    fn terrain_has_the_costs_of_table_6() {
        for (regions, ones, blocked) in [(Regions::Small, 0.0625, 0.0625), (Regions::Large, 0.5, 0.033_333)] {
            let world = terrain(regions, 1).unwrap();
            let map = &world.map;
            let share = |cost| {
                let count = map.cells().filter(|&cell| map.cost(cell) == cost).count();
                count as f64 / 1e6
            };
            assert!((share(1) - ones).abs() < 0.002 && (share(0) - blocked).abs() < 0.002);
            let (start, goal) = world.queries[0];
            assert_eq!((start, goal.0), ((0, 1000), 999));
            assert!(map.cost((0, 999)) > 0 && map.cost((999, goal.1 - 1)) > 0);
        }
    }

    #[test]
    fn the_ends_on_game_maps_are_corners_that_a_path_joins() {
        // Two rooms that touch at a corner, and one that no way leads to.
        let rows = ["..####", "..####", "##..##", "##..##", "######", "####.."];
        let map = Map::from_rows(rows).unwrap();
        let config = VisibilityConfig { rule: CornerRule::Open, ..VisibilityConfig::default() };
        let visibility = Visibility::new(&map, config).unwrap();
        let mut crosses = false;
        for number in 0..50 {
            let world = game(std::slice::from_ref(&map), number);
            let (start, goal) = world.queries[0];
            crosses |= start.0 < 2 && goal.0 > 2;
            let query = between_corners(world.queries[0]);
            let answer = visibility.plan(&world.map, &query, &mut Workspace::new()).unwrap();
            assert!(answer.is_complete(), "{start:?} {goal:?}");
        }
        assert!(crosses, "lines pass where rooms touch");
    }

    #[test]
    fn large_maps_are_made_smaller() {
        let map =
            Map::from_fn(512, 512, |cell| if cell.x == 7 { Tile::Blocked } else { Tile::Free }).unwrap();
        let small = scaled(map.clone(), 100).unwrap();
        assert_eq!((small.width(), small.height()), (102, 102));
        assert!(small.is_blocked(Cell::new(1, 50)) && small.is_free(Cell::new(0, 50)));
        assert_eq!(small.free_cells(), 101 * 102);
        assert_eq!(scaled(map.clone(), 500).unwrap(), map);
    }
}
