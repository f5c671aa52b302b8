//! The linear programs of ORCA for several agents at once, one in each lane. What a lane gets is, bit for bit, what the programs for one
//! agent give: every operation is done in the same order, and none across lanes.

use super::linear_programs::{PARALLEL, ROUNDING};
use crate::Vec2;

/// A number for each lane. As a mask, all bits of a lane are set or none is.
pub(super) type Lanes = wide::f32x8;

/// So many agents at once.
pub(super) const LANES: usize = 8;

/// Whether a mask is set in any lane.
fn any(mask: Lanes) -> bool {
    mask.to_bitmask() != 0
}

/// A vector for each lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vectors {
    pub(super) x: Lanes,
    pub(super) y: Lanes,
}

impl Vectors {
    pub(super) fn dot(self, other: Self) -> Lanes {
        self.x * other.x + self.y * other.y
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    pub(super) fn times(self, factor: Lanes) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }

    /// These vectors where the mask is set, and the others elsewhere.
    pub(super) fn where_set(self, mask: Lanes, others: Self) -> Self {
        Self { x: mask.select(self.x, others.x), y: mask.select(self.y, others.y) }
    }

    pub(super) fn lane(&self, lane: usize) -> Vec2 {
        Vec2::new(self.x.as_array()[lane], self.y.as_array()[lane])
    }

    pub(super) fn set_lane(&mut self, lane: usize, vector: Vec2) {
        self.x.as_mut_array()[lane] = vector.x;
        self.y.as_mut_array()[lane] = vector.y;
    }
}

/// A half-plane for each lane. With a normal of zero it is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneLine {
    pub(super) normal: Vectors,
    pub(super) offset: Lanes,
}

impl LaneLine {
    /// No half-planes: everything lies inside, and as deep as can be.
    pub(super) const NONE: Self =
        Self { normal: Vectors { x: Lanes::ZERO, y: Lanes::ZERO }, offset: Lanes::new([f32::MIN; LANES]) };

    /// These half-planes where the mask is set, and the others elsewhere.
    pub(super) fn where_set(self, mask: Lanes, others: Self) -> Self {
        Self {
            normal: self.normal.where_set(mask, others.normal),
            offset: mask.select(self.offset, others.offset),
        }
    }

    fn depth_outside(&self, velocity: Vectors) -> Lanes {
        self.offset - self.normal.dot(velocity)
    }
}

/// What is looked for.
#[derive(Clone, Copy)]
pub(super) enum Aim {
    /// The velocities nearest to some.
    Near(Vectors),
    /// The velocities farthest in directions of length 1.
    Far(Vectors),
}

/// The best velocities on lines, within the half-planes before them and the disc; and a mask of the lanes in which there is none.
fn first(before: &[LaneLine], line: &LaneLine, max_speed: Lanes, aim: Aim) -> (Vectors, Lanes) {
    let middle = line.normal.times(line.offset);
    let direction = Vectors { x: line.normal.y, y: -line.normal.x };
    let squared_half = max_speed * max_speed - line.offset * line.offset;
    let half = squared_half.sqrt();
    let (mut low, mut high) = (-half, half);
    let mut none = squared_half.simd_lt(Lanes::ZERO);
    let (parallel, rounding) = (Lanes::splat(PARALLEL), Lanes::splat(ROUNDING));
    let infinity = Lanes::splat(f32::INFINITY);
    for other in before {
        let slope = direction.dot(other.normal);
        let missing = other.depth_outside(middle);
        let at = missing / slope;
        let (rises, falls) = (slope.simd_gt(parallel), slope.simd_lt(-parallel));
        low = rises.select(at, -infinity).fast_max(low);
        high = falls.select(at, infinity).fast_min(high);
        none |= missing.simd_gt(rounding) & !(rises | falls);
    }
    none |= low.simd_gt(high);
    let at = match aim {
        Aim::Far(towards) => direction.dot(towards).simd_gt(Lanes::ZERO).select(high, low),
        Aim::Near(preferred) => direction.dot(preferred).fast_max(low).fast_min(high),
    };
    (Vectors { x: middle.x + direction.x * at, y: middle.y + direction.y * at }, none)
}

/// The best velocities in all half-planes and the disc, for the lanes of a mask, from the best ones in the disc alone.
///
/// Where a half-plane leaves nothing, the best velocity before it stays; the mask of these lanes and the numbers of these half-planes are
/// handed back as well.
pub(super) fn second(
    lines: &[LaneLine],
    max_speed: Lanes,
    aim: Aim,
    mut best: Vectors,
    mut lanes: Lanes,
) -> (Vectors, Lanes, Lanes) {
    let (mut failed, mut failed_at) = (Lanes::ZERO, Lanes::ZERO);
    for (number, line) in lines.iter().enumerate() {
        let violated = line.depth_outside(best).simd_gt(Lanes::splat(ROUNDING)) & lanes;
        if any(violated) {
            let (velocity, none) = first(&lines[..number], line, max_speed, aim);
            let lost = violated & none;
            best = velocity.where_set(violated & !none, best);
            failed |= lost;
            lanes &= !lost;
            failed_at = lost.select(Lanes::splat(number as f32), failed_at);
        }
    }
    (best, failed, failed_at)
}

/// The velocities whose largest depth outside of the half-planes is least, from those that the second program had before the half-plane
/// at which it failed.
pub(super) fn third(
    lines: &[LaneLine],
    projected: &mut [LaneLine],
    max_speed: Lanes,
    failed_at: Lanes,
    mut best: Vectors,
) -> Vectors {
    let mut depth = Lanes::splat(ROUNDING);
    let mut from = failed_at;
    loop {
        // Each lane goes on to its own next line that is violated more than those before it.
        let (mut line, mut number, mut found, mut count) = (LaneLine::NONE, Lanes::ZERO, Lanes::ZERO, 0);
        for (next, candidate) in lines.iter().enumerate() {
            let next_lanes = Lanes::splat(next as f32);
            let violated = candidate.depth_outside(best).simd_gt(depth) & next_lanes.simd_ge(from) & !found;
            if any(violated) {
                line = candidate.where_set(violated, line);
                number = violated.select(next_lanes, number);
                found |= violated;
                count = next;
            }
        }
        if !any(found) {
            return best;
        }
        for (other_number, (projected, other)) in projected.iter_mut().zip(&lines[..count]).enumerate() {
            let normal = other.normal.minus(line.normal);
            let squared_length = normal.dot(normal);
            let is_line = squared_length.simd_gt(Lanes::splat(PARALLEL * PARALLEL))
                & number.simd_gt(Lanes::splat(other_number as f32));
            let scale = is_line & (Lanes::ONE / squared_length.sqrt());
            *projected =
                LaneLine { normal: normal.times(scale), offset: (other.offset - line.offset) * scale };
        }
        let start = line.normal.times(max_speed);
        let (velocity, failed, _) =
            second(&projected[..count], max_speed, Aim::Far(line.normal), start, found);
        best = velocity.where_set(found & !failed, best);
        depth = found.select(line.depth_outside(best), depth);
        from = found.select(number + Lanes::ONE, from);
    }
}
