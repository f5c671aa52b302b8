//! The linear programs of ORCA: the velocity nearest to the preferred one within half-planes and a disc.

use super::HalfPlane;
use crate::Vec2;

/// Half-planes, and room for those of the third program.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    pub(super) lines: Vec<HalfPlane>,
    projected: Vec<HalfPlane>,
}

impl Programs {
    pub(super) fn set(&mut self, lines: &[HalfPlane]) {
        self.lines.clear();
        self.lines.extend_from_slice(lines);
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
const PARALLEL: f32 = 1e-5;

/// The velocity nearest to the preferred one in all half-planes, or, if there is none, the one that lies least outside of them. The first
/// of them, the `hard` ones, are kept to as long as they leave anything at all.
pub(super) fn solve(programs: &mut Programs, hard: usize, preferred: Vec2, max_speed: f32) -> Vec2 {
    let Programs { lines, projected } = programs;
    match second(lines, max_speed, Aim::Near(preferred)) {
        Ok(velocity) => velocity,
        Err((failed, velocity)) => third(lines, projected, hard, failed, max_speed, velocity),
    }
}

/// The best velocity on the line of a half-plane, within those before it and the disc.
fn first(lines: &[HalfPlane], current: usize, max_speed: f32, aim: Aim) -> Option<Vec2> {
    let line = lines[current];
    let direction = line.normal.left();
    let middle = line.point.dot(direction);
    let squared_half = middle * middle + max_speed * max_speed - line.point.length_squared();
    if squared_half < 0.0 {
        return None;
    }
    let half = squared_half.sqrt();
    let (mut low, mut high) = (-middle - half, -middle + half);
    for other in &lines[..current] {
        let slope = direction.dot(other.normal);
        let missing = other.depth_outside(line.point);
        if slope.abs() <= PARALLEL {
            if missing > 0.0 {
                return None;
            }
            continue;
        }
        let at = missing / slope;
        if slope > 0.0 {
            low = low.max(at);
        } else {
            high = high.min(at);
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
        Aim::Near(preferred) => direction.dot(preferred - line.point).max(low).min(high),
    };
    Some(line.point + direction * at)
}

/// The best velocity in all half-planes and the disc; or the number of the half-plane that left nothing, and the best before it.
fn second(lines: &[HalfPlane], max_speed: f32, aim: Aim) -> Result<Vec2, (usize, Vec2)> {
    let mut best = match aim {
        Aim::Far(towards) => towards * max_speed,
        Aim::Near(preferred) => preferred.truncated(max_speed),
    };
    for (number, line) in lines.iter().enumerate() {
        if line.depth_outside(best) > 0.0 {
            best = first(lines, number, max_speed, aim).ok_or((number, best))?;
        }
    }
    Ok(best)
}

/// The velocity whose largest depth outside of the half-planes is least, of those in the hard ones.
fn third(
    lines: &[HalfPlane],
    projected: &mut Vec<HalfPlane>,
    hard: usize,
    failed: usize,
    max_speed: f32,
    mut best: Vec2,
) -> Vec2 {
    let mut depth = 0.0;
    for (number, line) in lines.iter().enumerate().skip(failed) {
        if line.depth_outside(best) <= depth {
            continue;
        }
        // The velocities that are outside of this half-plane by as much as of another one are a line. On one side of it, the other one is
        // kept to better: there, this one is to be kept to as well as can be.
        projected.clear();
        projected.extend_from_slice(&lines[..hard.min(number)]);
        for other in &lines[hard.min(number)..number] {
            let across = other.normal - line.normal;
            let squared = across.length_squared();
            if squared > PARALLEL * PARALLEL {
                let offset = other.normal.dot(other.point) - line.normal.dot(line.point);
                projected
                    .push(HalfPlane { point: across * (offset / squared), normal: across / squared.sqrt() });
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
