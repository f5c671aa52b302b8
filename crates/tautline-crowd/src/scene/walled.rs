//! Scenes with walls.

use super::open::four_groups;
use super::places::block;
use super::{Plan, SceneError, map, taut};
use crate::{Agent, Vec2};

/// So far apart are agents of a group.
const SPACING: f32 = 4.0;

/// Agents by their places, with the same distance to the right and below added to all.
fn agents(places: impl IntoIterator<Item = (Vec2, Vec2)>, shift: Vec2) -> Vec<Agent> {
    places.into_iter().map(|(start, goal)| Agent::new(start + shift, goal + shift)).collect()
}

pub(super) fn confusion_obstacle(count: usize) -> Result<Plan, SceneError> {
    let far = (60.0 + (count as f32).sqrt() * SPACING / 4.0).ceil();
    let half = far as i32 + 24 + ((count as f32).sqrt() * SPACING / 4.0) as i32;
    let agents = agents(four_groups(count, far), Vec2::new(half as f32, half as f32));
    let is_wall = |x: i32, y: i32| (half - 5..half + 5).contains(&x) && (half - 5..half + 5).contains(&y);
    Ok(Plan { map: map(2 * half, 2 * half, is_wall)?, agents, guide: taut() })
}

pub(super) fn blocks(count: usize) -> Result<Plan, SceneError> {
    // As RVO2's: groups with agents ten apart, around blocks thirty wide with streets of twenty between them.
    let side = ((count as f32 / 4.0).sqrt().ceil() * 10.0).max(50.0);
    let far = 55.0 + (side - 10.0) / 2.0;
    let half = (55.0 + side) as i32 + 10;
    let mut places = Vec::with_capacity(count);
    for (number, (x, y)) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].into_iter().enumerate() {
        let middle = Vec2::new(x, y) * far;
        places
            .extend(block((count + 3 - number) / 4, 10.0, middle).map(|place| (place, place - middle * 2.0)));
    }
    let is_wall = |x: i32, y: i32| {
        [x, y].map(|at| at - half).iter().all(|at| (-40..-10).contains(at) || (10..40).contains(at))
    };
    let agents = agents(places, Vec2::new(half as f32, half as f32));
    Ok(Plan { map: map(2 * half, 2 * half, is_wall)?, agents, guide: taut() })
}

/// Two groups beside each other, each of which wants to get to where the other one begins.
fn swapped(count: usize, left: Vec2, right: Vec2) -> impl Iterator<Item = (Vec2, Vec2)> {
    let group = move |count, from: Vec2, to: Vec2| {
        block(count, SPACING, from).map(move |place| (place, place - from + to))
    };
    group(count.div_ceil(2), left, right).chain(group(count / 2, right, left))
}

/// The side of a square in which so many agents have more than enough room.
fn room_for(count: usize) -> i32 {
    ((count as f32).sqrt().ceil() * SPACING * 1.5) as i32 + 12
}

pub(super) fn doorway(count: usize) -> Result<Plan, SceneError> {
    const DOOR: i32 = 7;
    let side = room_for(count);
    let middle = |room: i32| Vec2::new((room * (side + 3)) as f32 + side as f32 / 2.0, side as f32 / 2.0);
    let top = (side - DOOR) / 2;
    let is_wall = |x: i32, y: i32| (side..side + 3).contains(&x) && !(top..top + DOOR).contains(&y);
    let agents = agents(swapped(count, middle(0), middle(1)), Vec2::ZERO);
    Ok(Plan { map: map(2 * side + 3, side, is_wall)?, agents, guide: taut() })
}

pub(super) fn hallway(count: usize) -> Result<Plan, SceneError> {
    let side = room_for(count / 2);
    let length = 60 + 2 * side;
    let end = side as f32 / 2.0;
    let agents = agents(swapped(count, Vec2::new(end, end), Vec2::new(length as f32 - end, end)), Vec2::ZERO);
    Ok(Plan { map: map(length, side, |_, _| false)?, agents, guide: taut() })
}

pub(super) fn hallway_4(count: usize) -> Result<Plan, SceneError> {
    let side = room_for(count / 4);
    let length = 60 + 3 * side;
    let far = (length - side) as f32 / 2.0;
    let half = length as f32 / 2.0;
    let hall = (length - side) / 2..i32::midpoint(length, side);
    let is_wall = |x: i32, y: i32| !hall.contains(&x) && !hall.contains(&y);
    let agents = agents(four_groups(count, far), Vec2::new(half, half));
    Ok(Plan { map: map(length, length, is_wall)?, agents, guide: taut() })
}

pub(super) fn bottleneck(count: usize) -> Result<Plan, SceneError> {
    const EXIT: i32 = 5;
    let side = room_for(count);
    let top = (side - EXIT) / 2;
    let is_wall = |x: i32, y: i32| (side..side + 3).contains(&x) && !(top..top + EXIT).contains(&y);
    let inside = Vec2::new(side as f32 / 2.0, side as f32 / 2.0);
    let outside = inside + Vec2::new(side as f32 + 3.0 + 10.0, 0.0);
    // The first to leave go farthest, so that no agent stands in the way.
    let mut goals: Vec<Vec2> = block(count, SPACING, outside).collect();
    goals.sort_by(|a, b| b.x.total_cmp(&a.x).then(a.y.total_cmp(&b.y)));
    let mut starts: Vec<Vec2> = block(count, SPACING, inside).collect();
    starts.sort_by(|a, b| b.x.total_cmp(&a.x).then(a.y.total_cmp(&b.y)));
    let agents = agents(starts.into_iter().zip(goals), Vec2::ZERO);
    Ok(Plan { map: map(2 * side + 13, side, is_wall)?, agents, guide: taut() })
}

pub(super) fn corridor(count: usize) -> Result<Plan, SceneError> {
    // Two rooms, a corridor four tiles wide between them, and a niche off its middle.
    let (room, length) = (20 + 4 * count as i32, 60);
    let (width, height) = (2 * room + length, 20);
    let is_wall = move |x: i32, y: i32| {
        let is_in_room = x < room || x >= width - room;
        let is_in_corridor = (8..12).contains(&y);
        let is_in_niche = (width / 2 - 3..width / 2 + 3).contains(&x) && (2..12).contains(&y);
        !(is_in_room || is_in_corridor || is_in_niche)
    };
    let line = |number: usize| 4.0 + 4.0 * number as f32;
    let (left, right) = (count.div_ceil(2), count / 2);
    let at = |x: f32| Vec2::new(x, 10.0);
    let from_left = (0..left).map(|number| (at(room as f32 - line(number)), at(width as f32 - line(number))));
    let from_right = (0..right).map(|number| (at((width - room) as f32 + line(number)), at(line(number))));
    let agents = agents(from_left.chain(from_right), Vec2::ZERO);
    Ok(Plan { map: map(width, height, is_wall)?, agents, guide: taut() })
}
