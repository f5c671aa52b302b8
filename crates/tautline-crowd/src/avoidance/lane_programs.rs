//! The linear programs of ORCA for several agents at once, one in each lane. What a lane gets is, bit for bit, what the programs for one
//! agent give: every operation is done in the same order, and none across lanes.

#![expect(clippy::inline_always, reason = "a part of one function for each kind of processor")]

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};

use super::linear_programs::{PARALLEL, ROUNDING};
use crate::Vec2;

/// So many agents at once.
pub(super) const LANES: usize = 8;

/// A number for each lane, in memory.
pub(super) type Lanes = [f32; LANES];

/// A vector for each lane, in memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vectors {
    pub(super) x: Lanes,
    pub(super) y: Lanes,
}

impl Vectors {
    pub(super) fn lane(&self, lane: usize) -> Vec2 {
        Vec2::new(self.x[lane], self.y[lane])
    }

    pub(super) fn set_lane(&mut self, lane: usize, vector: Vec2) {
        (self.x[lane], self.y[lane]) = (vector.x, vector.y);
    }
}

/// A half-plane for each lane, in memory. With a normal of zero it is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) normal: Vectors,
    pub(super) offset: Lanes,
}

impl Lines {
    /// No half-planes: everything lies inside, and as deep as can be.
    pub(super) const NONE: Self =
        Self { normal: Vectors { x: [0.0; LANES], y: [0.0; LANES] }, offset: [f32::MIN; LANES] };
}

/// A vector for each lane, in registers.
#[derive(Clone, Copy)]
pub(super) struct WideVectors<S: Simd> {
    pub(super) x: f32x8<S>,
    pub(super) y: f32x8<S>,
}

impl<S: Simd> WideVectors<S> {
    #[inline(always)]
    pub(super) fn load(simd: S, from: &Vectors) -> Self {
        Self { x: f32x8::load_array_ref(simd, &from.x), y: f32x8::load_array_ref(simd, &from.y) }
    }

    #[inline(always)]
    pub(super) fn store(self) -> Vectors {
        Vectors { x: self.x.to_array(), y: self.y.to_array() }
    }

    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> f32x8<S> {
        self.x * other.x + self.y * other.y
    }

    #[inline(always)]
    pub(super) fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    #[inline(always)]
    pub(super) fn times(self, factor: f32x8<S>) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }

    /// These vectors where the mask is set, and the others elsewhere.
    #[inline(always)]
    pub(super) fn where_set(self, mask: mask32x8<S>, others: Self) -> Self {
        Self { x: mask.select(self.x, others.x), y: mask.select(self.y, others.y) }
    }
}

/// A half-plane for each lane, in registers.
#[derive(Clone, Copy)]
pub(super) struct WideLines<S: Simd> {
    pub(super) normal: WideVectors<S>,
    pub(super) offset: f32x8<S>,
}

impl<S: Simd> WideLines<S> {
    #[inline(always)]
    pub(super) fn load(simd: S, from: &Lines) -> Self {
        Self {
            normal: WideVectors::load(simd, &from.normal),
            offset: f32x8::load_array_ref(simd, &from.offset),
        }
    }

    #[inline(always)]
    pub(super) fn store(self) -> Lines {
        Lines { normal: self.normal.store(), offset: self.offset.to_array() }
    }

    /// These half-planes where the mask is set, and the others elsewhere.
    #[inline(always)]
    pub(super) fn where_set(self, mask: mask32x8<S>, others: Self) -> Self {
        Self {
            normal: self.normal.where_set(mask, others.normal),
            offset: mask.select(self.offset, others.offset),
        }
    }

    #[inline(always)]
    fn depth_outside(&self, velocity: WideVectors<S>) -> f32x8<S> {
        self.offset - self.normal.dot(velocity)
    }
}

/// What is looked for.
#[derive(Clone, Copy)]
pub(super) enum Aim<S: Simd> {
    /// The velocities nearest to some.
    Near(WideVectors<S>),
    /// The velocities farthest in directions of length 1.
    Far(WideVectors<S>),
}

/// The best velocities on lines, within the half-planes before them and the disc; and a mask of the lanes in which there is none.
#[inline(always)]
fn first<S: Simd>(
    simd: S,
    before: &[Lines],
    line: &WideLines<S>,
    max_speed: f32x8<S>,
    aim: Aim<S>,
) -> (WideVectors<S>, mask32x8<S>) {
    let middle = line.normal.times(line.offset);
    let direction = WideVectors { x: line.normal.y, y: -line.normal.x };
    let squared_half = max_speed * max_speed - line.offset * line.offset;
    let half = squared_half.sqrt();
    let (mut low, mut high) = (-half, half);
    let mut none = squared_half.simd_lt(0.0);
    let infinity = f32x8::splat(simd, f32::INFINITY);
    for other in before {
        let other = WideLines::load(simd, other);
        let slope = direction.dot(other.normal);
        let missing = other.depth_outside(middle);
        let at = missing / slope;
        let (rises, falls) = (slope.simd_gt(PARALLEL), slope.simd_lt(-PARALLEL));
        low = rises.select(at, -infinity).max(low);
        high = falls.select(at, infinity).min(high);
        none |= missing.simd_gt(ROUNDING) & !(rises | falls);
    }
    none |= low.simd_gt(high);
    let at = match aim {
        Aim::Far(towards) => direction.dot(towards).simd_gt(0.0).select(high, low),
        Aim::Near(preferred) => direction.dot(preferred).max(low).min(high),
    };
    (WideVectors { x: middle.x + direction.x * at, y: middle.y + direction.y * at }, none)
}

/// The best velocities in all half-planes and the disc, for the lanes of a mask, from the best ones in the disc alone.
///
/// Where a half-plane leaves nothing, the best velocity before it stays; the mask of these lanes and the numbers of these half-planes are
/// handed back as well.
#[inline(always)]
pub(super) fn second<S: Simd>(
    simd: S,
    lines: &[Lines],
    max_speed: f32x8<S>,
    aim: Aim<S>,
    mut best: WideVectors<S>,
    mut lanes: mask32x8<S>,
) -> (WideVectors<S>, mask32x8<S>, f32x8<S>) {
    let (mut failed, mut failed_at) = (mask32x8::splat(simd, false), f32x8::splat(simd, 0.0));
    for (number, line) in lines.iter().enumerate() {
        let line = WideLines::load(simd, line);
        let violated = line.depth_outside(best).simd_gt(ROUNDING) & lanes;
        if violated.any_true() {
            let (velocity, none) = first(simd, &lines[..number], &line, max_speed, aim);
            let lost = violated & none;
            best = velocity.where_set(violated & !none, best);
            failed |= lost;
            lanes &= !lost;
            failed_at = lost.select(f32x8::splat(simd, number as f32), failed_at);
        }
    }
    (best, failed, failed_at)
}

/// The velocities whose largest depth outside of the half-planes is least, from those that the second program had before the half-plane
/// at which it failed.
#[inline(always)]
pub(super) fn third<S: Simd>(
    simd: S,
    lines: &[Lines],
    projected: &mut [Lines],
    max_speed: f32x8<S>,
    failed_at: f32x8<S>,
    mut best: WideVectors<S>,
) -> WideVectors<S> {
    let mut depth = f32x8::splat(simd, ROUNDING);
    let mut from = failed_at;
    loop {
        // Each lane goes on to its own next line that is violated more than those before it.
        let (mut line, mut number) = (WideLines::load(simd, &Lines::NONE), f32x8::splat(simd, 0.0));
        let (mut found, mut count) = (mask32x8::splat(simd, false), 0);
        for (next, candidate) in lines.iter().enumerate() {
            let candidate = WideLines::load(simd, candidate);
            let next_lanes = f32x8::splat(simd, next as f32);
            let violated = candidate.depth_outside(best).simd_gt(depth) & next_lanes.simd_ge(from) & !found;
            if violated.any_true() {
                line = candidate.where_set(violated, line);
                number = violated.select(next_lanes, number);
                found |= violated;
                count = next;
            }
        }
        if !found.any_true() {
            return best;
        }
        for (other_number, (projected, other)) in projected.iter_mut().zip(&lines[..count]).enumerate() {
            let other = WideLines::load(simd, other);
            let normal = other.normal.minus(line.normal);
            let squared_length = normal.dot(normal);
            let is_line = squared_length.simd_gt(PARALLEL * PARALLEL) & number.simd_gt(other_number as f32);
            let scale = is_line.select(1.0 / squared_length.sqrt(), f32x8::splat(simd, 0.0));
            let offset = (other.offset - line.offset) * scale;
            *projected = WideLines { normal: normal.times(scale), offset }.store();
        }
        let start = line.normal.times(max_speed);
        let aim = Aim::Far(line.normal);
        let (velocity, failed, _) = second(simd, &projected[..count], max_speed, aim, start, found);
        best = velocity.where_set(found & !failed, best);
        depth = found.select(line.depth_outside(best), depth);
        from = found.select(number + 1.0, from);
    }
}
