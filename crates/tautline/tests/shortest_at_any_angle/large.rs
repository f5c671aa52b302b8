//! Large worlds: where the oracle is too slow, planners are held to themselves.

use super::worlds::rectangles;
use super::*;
use tautline::geometry::Rect;

/// Worlds with obstacles beside a line between two corners, and on it, as near to it as corners can be: where ends are hardest to
/// tell from whole numbers.
fn beside_a_line(width: u32, height: u32, rng: &mut SplitMix64, workspace: &mut Workspace) {
    let start = Corner::new(rng.below(width + 1) as i32, rng.below(height / 8 + 1) as i32);
    let rows = height as i32 - start.y;
    // With corners on the line between its ends, or without.
    let parts = 1 + rng.below(3) as i32;
    let dy = (rows - rng.below(rows as u32 * 3 / 4) as i32).max(parts) / parts * parts;
    let dx = (rng.below(width + 1) as i32 - start.x) / parts * parts;
    let mut near = Vec::new();
    for row in 1..=rows {
        let over = i64::from(dx) * i64::from(row);
        let left = over.div_euclid(dy.into());
        for x in [left, left + 1] {
            let beside = over - x * i64::from(dy);
            let corner = Corner::new(start.x + x as i32, start.y + row);
            if beside.abs() <= 2 && (0..=width as i32).contains(&corner.x) {
                near.push(corner);
            }
        }
    }
    let mut world = PlainWorld::from_fn(width, height, |_| true);
    let mut ends = vec![start, Corner::new(start.x + dx, start.y + dy)];
    for _ in 0..=rng.below(4) {
        let Corner { x, y } = rng.pick(&near);
        let cell = Cell::new(x - rng.below(2) as i32, y - rng.below(2) as i32);
        if (0..width as i32).contains(&cell.x) && (0..height as i32).contains(&cell.y) {
            let index = world.index(cell);
            world.free[index] = false;
        }
        ends.push(Corner::new(x, y));
    }
    let map = world.to_map();
    compare(&world, &map, &ends[..3], &ends, workspace);
    let (world, turned) = (world.transposed(), |end: &Corner| Corner::new(end.y, end.x));
    let ends: Vec<Corner> = ends.iter().map(turned).collect();
    let map = world.to_map();
    compare(&world, &map, &ends[..2], &ends[..2], workspace);
}

#[test]
fn corners_on_rays_and_right_beside_them() {
    let (mut rng, mut workspace) = (SplitMix64::new(61), Workspace::new());
    for _ in 0..1_500 {
        let (width, height) = (1 + rng.below(70), 2 + rng.below(60));
        beside_a_line(width, height, &mut rng, &mut workspace);
        let (width, height) = (100 + rng.below(200), 2 + rng.below(8));
        beside_a_line(width, height, &mut rng, &mut workspace);
    }
}

/// 32,767 rows are the most for which the coarser scale will do.
#[test]
fn corners_on_rays_and_right_beside_them_in_the_highest_worlds() {
    let (mut rng, mut workspace) = (SplitMix64::new(62), Workspace::new());
    for height in [32_767, 32_767, 32_768, 70_000, 250_000] {
        beside_a_line(9, height, &mut rng, &mut workspace);
    }
}

#[test]
#[ignore = "full check: two minutes: worlds of up to 250,000 rows"]
fn corners_on_rays_and_right_beside_them_in_many_of_the_highest_worlds() {
    let (mut rng, mut workspace) = (SplitMix64::new(63), Workspace::new());
    for round in 0..300 {
        let height = [32_767, 32_766, 32_768, 250_000][round % 4];
        beside_a_line(1 + rng.below(40), height, &mut rng, &mut workspace);
    }
}

/// Worlds of any size with few obstacles, so that the oracle can judge them.
fn few_obstacles(sizes: &[(u32, u32)], rounds: usize, seed: u64) {
    let (mut rng, mut workspace) = (SplitMix64::new(seed), Workspace::new());
    for _ in 0..rounds {
        for &(width, height) in sizes {
            let mut world = PlainWorld::from_fn(width, height, |_| true);
            for _ in 0..4 {
                let (x, y) = (rng.below(width), rng.below(height));
                let mut up_to = |all: u32| {
                    let most = if rng.chance(50) { all } else { 2 };
                    1 + rng.below(most)
                };
                let (across, down) = (up_to(width), up_to(height));
                for y in y..height.min(y + down) {
                    let row = (y * width) as usize;
                    world.free[row + x as usize..row + width.min(x + across) as usize].fill(false);
                }
            }
            let ends = ends(&world, 3, &mut rng);
            let map = world.to_map();
            compare(&world, &map, &ends, &ends, &mut workspace);
        }
    }
}

#[test]
fn large_worlds_with_few_obstacles() {
    few_obstacles(&[(4_200, 30), (30, 4_200), (66_000, 3), (3, 70_000), (70_000, 1), (1, 70_000)], 2, 64);
}

#[test]
#[ignore = "full check: a minute: worlds of up to 25,000,000 cells"]
fn many_large_worlds_with_few_obstacles() {
    few_obstacles(
        &[(4_200, 300), (300, 4_200), (70_000, 20), (20, 70_000), (64, 70_000), (5_000, 5_000)],
        20,
        65,
    );
}

/// Lengths are the same on the transposed world and with the ends exchanged, and paths are legal. To prepare such worlds takes too long.
fn agree(map: &Map, rounds: usize, rng: &mut SplitMix64) {
    let (world, transposed) = (PlainWorld::from_grid(map.grid()), map.transposed());
    let turned = |corner: Corner| Corner::new(corner.y, corner.x);
    let mut workspace = Workspace::new();
    let mut found = 0;
    for _ in 0..rounds {
        let mut any = || {
            let (x, y) = (rng.below(map.width() + 1), rng.below(map.height() + 1));
            Corner::new(x as i32, y as i32)
        };
        let (start, goal) = (any(), any());
        let mut known = [None; 2];
        for selection in planners().into_iter().filter(|selection| !selection.descriptor().needs_index()) {
            let planner = selection.planner(map).unwrap();
            let rule = planner.rule().lines().unwrap();
            let Ok(answer) = planner.plan(map, &Query::new(start, goal), &mut workspace) else { continue };
            let cost = answer.path().map(|path| {
                check_corners(map.grid(), rule, path.corners().unwrap()).unwrap();
                check_corner_path(&world, rule, start, goal, path.corners().unwrap()).unwrap()
            });
            let on_transposed = selection.planner(&transposed).unwrap();
            let others = [
                length(&planner, map, goal, start, &mut workspace),
                length(&on_transposed, &transposed, turned(start), turned(goal), &mut workspace),
                length(&on_transposed, &transposed, turned(goal), turned(start), &mut workspace),
            ];
            let known = known[usize::from(rule == CornerRule::Open)].get_or_insert(cost);
            for other in others.into_iter().chain([*known]) {
                assert!(are_equal(cost, other), "{selection}, {start} to {goal}: {cost:?} and {other:?}");
            }
            found += usize::from(cost.is_some());
        }
    }
    assert!(found > 0, "no path at all");
}

fn noise(width: u32, height: u32, percent: u32, rng: &mut SplitMix64) -> Map {
    let tile = |_| if rng.chance(percent) { Tile::Blocked } else { Tile::Free };
    Map::from_fn(width, height, tile).unwrap()
}

#[test]
fn lengths_on_large_worlds_agree() {
    let mut rng = SplitMix64::new(66);
    for (width, height, percent) in [(4_100, 40, 2), (4_100, 40, 30), (20, 66_000, 2)] {
        agree(&noise(width, height, percent, &mut rng), 4, &mut rng);
    }
    agree(&rectangles(4_100, 40, 200, false, &mut rng).to_map(), 4, &mut rng);
}

#[test]
#[ignore = "full check: half a minute: worlds of up to 20,000,000 cells"]
fn lengths_on_very_large_worlds_agree() {
    let mut rng = SplitMix64::new(67);
    for (width, height, percent) in [(4_500, 4_500, 1), (4_500, 4_500, 25), (64, 70_000, 5), (64, 70_000, 30)]
    {
        agree(&noise(width, height, percent, &mut rng), 5, &mut rng);
    }
    let mut map = Map::open(4_500, 4_500).unwrap();
    for _ in 0..2_000 {
        let (x, y) = (rng.below(4_500) as i32, rng.below(4_500) as i32);
        map.fill(Rect::new(x, y, 1 + rng.below(90), 1 + rng.below(90)), Tile::Blocked);
    }
    agree(&map, 5, &mut rng);
}
