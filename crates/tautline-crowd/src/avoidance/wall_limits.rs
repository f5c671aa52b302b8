//! What walls leave of the velocities.

use super::linear_programs::solve;
use super::{HalfPlane, Memory};
use crate::{Vec2, Walls};

/// So many steps ahead no agent walks into a wall.
const STEPS_AHEAD: f32 = 2.0;

/// How near a wall has to be to leave a disc less than all of its velocities.
#[must_use]
pub fn wall_reach(radius: f32, max_speed: f32, time_step: f32) -> f32 {
    radius + max_speed * STEPS_AHEAD * time_step
}

/// The half-planes of velocities that the walls near a disc leave to it: those with which it does not come nearer to the nearest point of
/// a wall than that allows in two steps.
///
/// They are those of the ORCA paper, which takes static obstacles to be avoided from the velocity zero on: this velocity lies in all of them,
/// so that there always is one, unless the disc overlaps a wall. Then they lead out of it.
pub fn wall_half_planes(
    walls: &Walls,
    position: Vec2,
    radius: f32,
    max_speed: f32,
    time_step: f32,
    half_planes: &mut Vec<HalfPlane>,
) {
    let horizon = STEPS_AHEAD * time_step;
    walls.for_each_near(position, wall_reach(radius, max_speed, time_step), |wall, nearest| {
        let away = position - nearest;
        let direction = away.normalized();
        let normal = if direction == Vec2::ZERO { wall.normal } else { direction };
        // Not faster out of a wall than it can.
        let inwards = ((away.length() - radius) / horizon).max(-max_speed / 2.0);
        let half_plane = HalfPlane { point: normal * -inwards, normal };
        // Two walls that meet in a corner have the same nearest point.
        if !half_planes.contains(&half_plane) {
            half_planes.push(half_plane);
        }
    });
}

/// The velocity nearest to another one in all half-planes; if they have nothing in common, the one least outside of them.
#[must_use]
pub fn nearest_within(
    half_planes: &[HalfPlane],
    velocity: Vec2,
    max_speed: f32,
    memory: &mut Memory,
) -> Vec2 {
    memory.programs.set(half_planes);
    solve(&mut memory.programs, 0, velocity, max_speed)
}
