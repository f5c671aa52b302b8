//! Scenes without walls.

use std::f32::consts::TAU;

use super::places::block;
use super::{Plan, SceneError, map};
use crate::{Agent, Guide, Vec2};

/// Around every agent there is so much room, in tiles.
const MARGIN: f32 = 24.0;

/// Agents by their places around the middle, each with its goal.
fn around_middle(places: &[(Vec2, Vec2)]) -> Result<Plan, SceneError> {
    let reach = places.iter().fold(0.0, |reach: f32, (a, b)| reach.max(a.length()).max(b.length()));
    let half = (reach + MARGIN).ceil();
    let middle = Vec2::new(half, half);
    let agents = places.iter().map(|&(start, goal)| Agent::new(middle + start, middle + goal)).collect();
    Ok(Plan { map: map(2 * half as i32, 2 * half as i32, |_, _| false)?, agents, guide: Guide::Straight })
}

/// `count` places on a circle.
fn ring(count: usize, radius: f32) -> impl Iterator<Item = Vec2> {
    (0..count).map(move |number| Vec2::from_angle(TAU * number as f32 / count as f32) * radius)
}

pub(super) fn circle(agents: usize) -> Result<Plan, SceneError> {
    // As RVO2's: 250 agents on a circle of radius 200.
    let radius = (0.8 * agents as f32).max(20.0);
    around_middle(&ring(agents, radius).map(|place| (place, -place)).collect::<Vec<_>>())
}

pub(super) fn disc(agents: usize) -> Result<Plan, SceneError> {
    const SPACING: f32 = 4.5;
    let reach = (agents as f32 / std::f32::consts::PI).sqrt().ceil() as i32 + 2;
    // By their distance from the middle, in half spacings; all odd, so that no agent is in the middle.
    let mut lattice: Vec<(i32, i32, i32)> = (-reach..reach)
        .flat_map(|y| (-reach..reach).map(move |x| (2 * x + 1, 2 * y + 1)))
        .map(|(x, y)| (x * x + y * y, y, x))
        .collect();
    lattice.sort_unstable();
    let place = |&(_, y, x): &(i32, i32, i32)| Vec2::new(x as f32, y as f32) * (SPACING / 2.0);
    around_middle(&lattice[..agents].iter().map(place).map(|place| (place, -place)).collect::<Vec<_>>())
}

pub(super) fn concentric(agents: usize) -> Result<Plan, SceneError> {
    const SPACING: f32 = 6.0;
    let mut places = Vec::with_capacity(agents);
    let mut radius = 5.0 * SPACING;
    while places.len() < agents {
        // An even number, so that no goal is between two others.
        let most = 2 * (TAU * radius / SPACING / 2.0) as usize;
        let count = most.min(agents - places.len());
        places.extend(ring(count, radius).map(|place| (place, -place)));
        radius += SPACING;
    }
    around_middle(&places)
}

/// So far apart are agents of a group.
const SPACING: f32 = 4.0;

pub(super) fn oncoming(agents: usize) -> Result<Plan, SceneError> {
    let far = Vec2::new(60.0 + (agents as f32).sqrt() * SPACING / 2.0, 0.0);
    let (left, right) = (agents.div_ceil(2), agents / 2);
    let group =
        |count, middle: Vec2| block(count, SPACING, middle).map(move |place| (place, place - middle * 2.0));
    around_middle(&group(left, -far).chain(group(right, far)).collect::<Vec<_>>())
}

pub(super) fn confusion(agents: usize) -> Result<Plan, SceneError> {
    around_middle(&four_groups(agents, 60.0 + (agents as f32).sqrt() * SPACING / 4.0))
}

/// Four groups around the middle, each of which wants to get to where the one opposite begins.
pub(super) fn four_groups(agents: usize, far: f32) -> Vec<(Vec2, Vec2)> {
    let mut places = Vec::with_capacity(agents);
    for side in 0..4 {
        let middle =
            [Vec2::new(far, 0.0), Vec2::new(0.0, far), Vec2::new(-far, 0.0), Vec2::new(0.0, -far)][side];
        let count = (agents + 3 - side) / 4;
        places.extend(block(count, SPACING, middle).map(|place| (place, place - middle * 2.0)));
    }
    places
}
