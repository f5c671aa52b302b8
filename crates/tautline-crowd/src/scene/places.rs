//! Places for agents: lattices, and random ones.

use tautline::field::{Border, Clearance};
use tautline::geometry::Cell;
use tautline::map::{Components, Connectivity, Map};
use tautline::moves::DiagonalRule;

use super::SceneError;
use crate::random::Random;
use crate::{Agent, Vec2};

/// The places of a lattice, row by row, as nearly square as can be, around a middle.
pub(super) fn block(count: usize, spacing: f32, middle: Vec2) -> impl Iterator<Item = Vec2> {
    let columns = (count as f32).sqrt().ceil().max(1.0) as usize;
    let rows = count.div_ceil(columns);
    let first = middle - Vec2::new((columns - 1) as f32, (rows - 1) as f32) * (spacing / 2.0);
    (0..count)
        .map(move |number| first + Vec2::new((number % columns) as f32, (number / columns) as f32) * spacing)
}

/// Agents in random places of the largest part of a map that is connected for agents of their size, with goals there. They stand in the
/// middles of tiles, so far apart that they do not touch, and so do their goals.
pub(super) fn random_agents(
    map: &Map,
    count: usize,
    radius: f32,
    seed: u64,
) -> Result<Vec<Agent>, SceneError> {
    let room = Map::from(Clearance::new(map.grid(), Border::Blocked).grid_for_radius(f64::from(radius)));
    let components = Components::new(&room, DiagonalRule::NoCornerCutting);
    let apart = (2.0 * radius).ceil().max(1.0) as i32;
    let largest = components.on(&room).into_iter().flat_map(Connectivity::largest);
    let mut starts: Vec<Cell> = largest.filter(|cell| cell.x % apart == 0 && cell.y % apart == 0).collect();
    if starts.len() < count {
        return Err(SceneError::NoRoom { found: starts.len(), expected: count, radius });
    }
    let mut random = Random::new(seed);
    let mut goals = starts.clone();
    shuffle(&mut starts, &mut random);
    shuffle(&mut goals, &mut random);
    let middle = |cell: Cell| Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5);
    let pairs = starts.into_iter().zip(goals).take(count);
    Ok(pairs.map(|(start, goal)| Agent { radius, ..Agent::new(middle(start), middle(goal)) }).collect())
}

fn shuffle(cells: &mut [Cell], random: &mut Random) {
    for last in (1..cells.len()).rev() {
        cells.swap(last, (random.next() % (last as u64 + 1)) as usize);
    }
}
