//! The linear programs of ORCA: the velocity nearest to the preferred one within half-planes and a disc.

use super::HalfPlane;
use crate::Vec2;

/// A half-plane: all velocities that reach at least so far along its normal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Line {
    /// Into the half-plane, of length 1.
    pub(super) normal: Vec2,
    /// Where the line crosses its normal.
    pub(super) offset: f32,
}

impl Line {
    /// How far a velocity lies outside; negative inside.
    fn depth_outside(&self, velocity: Vec2) -> f32 {
        self.offset - self.normal.dot(velocity)
    }
}

impl From<&HalfPlane> for Line {
    fn from(half_plane: &HalfPlane) -> Self {
        Self { normal: half_plane.normal, offset: half_plane.normal.dot(half_plane.point) }
    }
}

/// Half-planes, and room for those of the third program.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    pub(super) lines: Vec<Line>,
    projected: Vec<Line>,
}

impl Programs {
    pub(super) fn set(&mut self, half_planes: &[HalfPlane]) {
        self.lines.clear();
        self.lines.extend(half_planes.iter().map(Line::from));
    }
}

/// What is looked for.
#[derive(Clone, Copy)]
enum Aim {
    /// The velocity nearest to one.
    Near(Vec2),
    /// The velocity farthest in a direction of length 1.
    Far(Vec2),
}

/// Two lines meet in no place that can be told if the sine of their angle is less than this.
pub(super) const PARALLEL: f32 = 1e-5;

/// By so much a velocity may be outside of a half-plane: what rounding makes of one that is on its line.
pub(super) const ROUNDING: f32 = 1e-5;

/// The velocity nearest to the preferred one in all half-planes, or, if there is none, the one that lies least outside of them. The first
/// of them, the `hard` ones, are kept to as long as they leave anything at all.
pub(super) fn solve(programs: &mut Programs, hard: usize, preferred: Vec2, max_speed: f32) -> Vec2 {
    let Programs { lines, projected } = programs;
    match second(lines, max_speed, Aim::Near(preferred)) {
        Ok(velocity) => velocity,
        // Hard ones that have nothing in common cannot be kept to.
        Err((failed, velocity)) => {
            let hard = if failed < hard { 0 } else { hard };
            third(lines, projected, hard, failed, max_speed, velocity)
        }
    }
}

/// The best velocity on a line, within the half-planes before it and the disc.
fn first(before: &[Line], line: &Line, max_speed: f32, aim: Aim) -> Option<Vec2> {
    // Places on the line are told from where it crosses its normal, which is the middle of its part in the disc.
    let middle = line.normal * line.offset;
    let direction = line.normal.left();
    let squared_half = max_speed * max_speed - line.offset * line.offset;
    if squared_half < 0.0 {
        return None;
    }
    let half = squared_half.sqrt();
    let (mut low, mut high) = (-half, half);
    for other in before {
        let slope = direction.dot(other.normal);
        let missing = other.depth_outside(middle);
        if slope.abs() <= PARALLEL {
            // Two lines may be the same but for rounding.
            if missing > ROUNDING {
                return None;
            }
            continue;
        }
        let at = missing / slope;
        if slope > 0.0 {
            low = larger(at, low);
        } else {
            high = smaller(at, high);
        }
        if low > high {
            return None;
        }
    }
    let at = match aim {
        Aim::Far(towards) => {
            if direction.dot(towards) > 0.0 {
                high
            } else {
                low
            }
        }
        Aim::Near(preferred) => smaller(larger(direction.dot(preferred), low), high),
    };
    Some(middle + direction * at)
}

/// Like `f32::max`, which leaves open which of two zeros it takes.
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Like `f32::min`, which leaves open which of two zeros it takes.
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The best velocity in all half-planes and the disc; or the number of the half-plane that left nothing, and the best before it.
fn second(lines: &[Line], max_speed: f32, aim: Aim) -> Result<Vec2, (usize, Vec2)> {
    let mut best = match aim {
        Aim::Far(towards) => towards * max_speed,
        Aim::Near(preferred) => preferred.truncated(max_speed),
    };
    for (number, line) in lines.iter().enumerate() {
        if line.depth_outside(best) > ROUNDING {
            best = first(&lines[..number], line, max_speed, aim).ok_or((number, best))?;
        }
    }
    Ok(best)
}

/// The velocity whose largest depth outside of the half-planes is least, of those in the hard ones.
fn third(
    lines: &[Line],
    projected: &mut Vec<Line>,
    hard: usize,
    failed: usize,
    max_speed: f32,
    mut best: Vec2,
) -> Vec2 {
    let mut depth = ROUNDING;
    for (number, line) in lines.iter().enumerate().skip(failed) {
        if line.depth_outside(best) <= depth {
            continue;
        }
        // Where this line is violated more than those before it: the difference of two half-planes is that of the velocities which
        // are not deeper outside of the other one than of this one.
        projected.clear();
        projected.extend_from_slice(&lines[..hard.min(number)]);
        for other in &lines[hard.min(number)..number] {
            let normal = other.normal - line.normal;
            let squared_length = normal.length_squared();
            if squared_length > PARALLEL * PARALLEL {
                let scale = 1.0 / squared_length.sqrt();
                projected.push(Line { normal: normal * scale, offset: (other.offset - line.offset) * scale });
            }
        }
        // By rounding there can be none; then the one from before is as good.
        if let Ok(velocity) = second(projected, max_speed, Aim::Far(line.normal)) {
            best = velocity;
        }
        depth = line.depth_outside(best);
    }
    best
}
