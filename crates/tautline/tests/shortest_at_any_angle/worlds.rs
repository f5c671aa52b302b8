//! Worlds of many kinds, and ends for paths on them.

use tautline::geometry::{Cell, Corner};
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// A random world of any kind.
pub(crate) fn any_kind(width: u32, height: u32, rng: &mut SplitMix64) -> PlainWorld {
    match rng.below(8) {
        0 => {
            let percent = rng.below(60);
            PlainWorld::random(width, height, percent, rng)
        }
        1 => {
            let count = 1 + rng.below(8);
            rectangles(width, height, count, false, rng)
        }
        2 => {
            let count = 4 + rng.below(12);
            rectangles(width, height, count, true, rng)
        }
        3 => rooms(width, height, rng),
        4 => maze(width, height, rng),
        5 => stripes(width, height, rng),
        6 => stripes(height, width, rng).transposed(),
        _ => staircases(width, height, rng),
    }
}

/// Obstacles that are rectangles, or with `carved` free ones in a blocked world.
pub(crate) fn rectangles(
    width: u32,
    height: u32,
    count: u32,
    carved: bool,
    rng: &mut SplitMix64,
) -> PlainWorld {
    let mut world = PlainWorld::from_fn(width, height, |_| !carved);
    for _ in 0..count {
        let (x, y) = (rng.below(width), rng.below(height));
        let (right, bottom) = (x + 1 + rng.below(width.min(12)), y + 1 + rng.below(height.min(6)));
        for cell in world.cells() {
            let inside = (x..right).contains(&(cell.x as u32)) && (y..bottom).contains(&(cell.y as u32));
            if inside {
                let index = world.index(cell);
                world.free[index] = carved;
            }
        }
    }
    world
}

/// Rooms beside each other, most walls between two of them with a door.
fn rooms(width: u32, height: u32, rng: &mut SplitMix64) -> PlainWorld {
    let size = 2 + rng.below(5);
    let is_wall = |at: i32| at as u32 % (size + 1) == size;
    let mut world = PlainWorld::from_fn(width, height, |Cell { x, y }| !is_wall(x) && !is_wall(y));
    for y in (0..height).step_by(size as usize + 1) {
        for x in (0..width).step_by(size as usize + 1) {
            for (x, y) in [(x + size, y + rng.below(size)), (x + rng.below(size), y + size)] {
                if x < width && y < height && rng.chance(85) {
                    let index = world.index(Cell { x: x as i32, y: y as i32 });
                    world.free[index] = true;
                }
            }
        }
    }
    world
}

/// From each cell with even coordinates a way leads to the right or downwards.
fn maze(width: u32, height: u32, rng: &mut SplitMix64) -> PlainWorld {
    let is_hall = |at: i32| at % 2 == 0;
    let mut world = PlainWorld::from_fn(width, height, |Cell { x, y }| is_hall(x) && is_hall(y));
    for Cell { x, y } in world.clone().free_cells() {
        let (x, y) = if rng.chance(50) { (x + 1, y) } else { (x, y + 1) };
        if x < width as i32 && y < height as i32 {
            let index = world.index(Cell { x, y });
            world.free[index] = true;
        }
    }
    world
}

/// Walls across the world with a gap each, at its ends or anywhere.
fn stripes(width: u32, height: u32, rng: &mut SplitMix64) -> PlainWorld {
    let every = 2 + rng.below(3) as i32;
    let gaps: Vec<i32> = (0..height)
        .map(|_| match rng.below(3) {
            0 => 0,
            1 => width as i32 - 1,
            _ => rng.below(width) as i32,
        })
        .collect();
    PlainWorld::from_fn(width, height, |Cell { x, y }| y % every != 1 || x == gaps[y as usize])
}

/// Walls along diagonals, whose cells touch with their corners only or side by side, with holes.
fn staircases(width: u32, height: u32, rng: &mut SplitMix64) -> PlainWorld {
    let (across, down) = (1 + rng.below(3) as i32, 1 + rng.below(2) as i32);
    let (every, thick) = (3 + rng.below(6) as i32, 1 + rng.below(2) as i32);
    let (rising, holes) = (rng.chance(50), rng.below(25));
    PlainWorld::from_fn(width, height, |Cell { x, y }| {
        let (x, y) = (x / across, y / down);
        (if rising { x + y } else { x - y }).rem_euclid(every) >= thick || rng.chance(holes)
    })
}

/// Corners of a world, half of them at obstacles.
pub(crate) fn ends(world: &PlainWorld, count: usize, rng: &mut SplitMix64) -> Vec<Corner> {
    let all: Vec<Corner> = world.corners().collect();
    let is_at_obstacle = |corner: &Corner| (1..4).contains(&world.free_quadrants(*corner).count());
    let some: Vec<Corner> = all.iter().copied().filter(is_at_obstacle).collect();
    let mut pick = |_| {
        let from = if some.is_empty() || rng.chance(50) { &all } else { &some };
        rng.pick(from)
    };
    (0..count).map(&mut pick).collect()
}
