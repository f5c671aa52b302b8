#![expect(clippy::inline_always, reason = "a part of one function for each kind of processor")]

use fearless_simd::{Level, Simd, dispatch, f32x4, f32x8, mask32x8, prelude::*};

use super::lane_programs::{Aim, LANES, Lanes, Lines, Vectors, WideLines, WideVectors, second, third};
use super::{Neighbour, Orca, Walker};
use crate::Vec2;

/// [`Orca`] for many agents without walls, several at once.
///
/// - **Finds** for each agent, bit for bit, the velocity that [`Orca`] finds for it alone, if what it knows is finite, and neither too
///   large nor too small to be squared, and the time step is more than nothing. Whom it is solved together with makes no difference.
/// - **Complexity**: that of [`Orca`], with eight agents in the lanes of one instruction.
///
/// Agents wait until the lanes are full; after the last one, [`finish`](Self::finish) solves for those that still wait.
///
/// ```
/// use tautline_crowd::Vec2;
/// use tautline_crowd::avoidance::{Neighbour, Orca, OrcaLanes, Walker};
///
/// let forward = Vec2::new(1.0, 0.0);
/// let walker = Walker { velocity: forward, preferred: forward, radius: 0.5, max_speed: 2.0 };
/// let oncoming = Neighbour { offset: Vec2::new(4.0, 0.2), velocity: -forward, radius: 0.5, share: 0.5, horizon_scale: 1.0 };
/// let mut lanes = OrcaLanes::new(Orca::default(), 0.1);
/// let mut velocities = [Vec2::ZERO; 2];
/// lanes.add(0, &walker, [], &mut velocities);
/// lanes.add(1, &walker, [oncoming], &mut velocities);
/// lanes.finish(&mut velocities);
/// assert_eq!(velocities[0], forward, "it has no neighbours");
/// assert!(velocities[1].y < 0.0, "away from the one that comes a little below");
/// ```
#[derive(Clone, Debug)]
pub struct OrcaLanes {
    /// What the processor can do.
    level: Level,
    orca: Orca,
    time_step: f32,
    agents: Agents,
    /// The neighbours of all lanes, by their number.
    neighbours: Vec<LaneNeighbour>,
    lines: Vec<Lines>,
    /// Agents whose half-planes have nothing in common wait here until there are enough of them.
    crowded: Agents,
    failed_at: Lanes,
    crowded_lines: Vec<Lines>,
    projected: Vec<Lines>,
}

/// The agents in the lanes.
#[derive(Clone, Debug, Default)]
struct Agents {
    /// How many lanes are taken.
    len: usize,
    /// Where the velocity of each goes.
    slots: [usize; LANES],
    /// How many neighbours each has.
    counts: Lanes,
    velocity: Vectors,
    preferred: Vectors,
    /// The best velocity so far.
    best: Vectors,
    radius: Lanes,
    max_speed: Lanes,
}

/// The neighbours with the same number of all lanes, one lane after the other, so that each is written in one go.
#[derive(Clone, Copy, Debug, Default)]
struct LaneNeighbour {
    /// Its offset and its velocity.
    motions: [[f32; 4]; LANES],
    /// Its radius, its share and its part of the horizon.
    manners: [[f32; 4]; LANES],
}

impl OrcaLanes {
    /// Empty lanes for steps of some length.
    #[must_use]
    pub fn new(orca: Orca, time_step: f32) -> Self {
        Self {
            level: Level::new(),
            orca,
            time_step,
            agents: Agents::default(),
            neighbours: Vec::new(),
            lines: Vec::new(),
            crowded: Agents::default(),
            failed_at: [0.0; LANES],
            crowded_lines: Vec::new(),
            projected: Vec::new(),
        }
    }

    /// Adds an agent with its neighbours, the nearest first. Its velocity is written to `velocities[slot]`, in this call or a later one;
    /// to nowhere if there is no such slot.
    pub fn add(
        &mut self,
        slot: usize,
        walker: &Walker,
        neighbours: impl IntoIterator<Item = Neighbour, IntoIter: ExactSizeIterator>,
        velocities: &mut [Vec2],
    ) {
        let lane = self.agents.len;
        let neighbours = neighbours.into_iter();
        let count = neighbours.len();
        if self.neighbours.len() < count {
            self.neighbours.resize(count, LaneNeighbour::default());
        }
        for (to, neighbour) in self.neighbours.iter_mut().zip(neighbours) {
            to.set_lane(lane, &neighbour);
        }
        let agents = &mut self.agents;
        agents.slots[lane] = slot;
        agents.counts[lane] = count as f32;
        agents.velocity.set_lane(lane, walker.velocity);
        agents.preferred.set_lane(lane, walker.preferred);
        agents.best.set_lane(lane, walker.preferred.truncated(walker.max_speed));
        agents.radius[lane] = walker.radius;
        agents.max_speed[lane] = walker.max_speed;
        agents.len += 1;
        if agents.len == LANES {
            self.solve(velocities);
        }
    }

    /// Solves for all agents that still wait.
    pub fn finish(&mut self, velocities: &mut [Vec2]) {
        self.agents.counts[self.agents.len..].fill(0.0);
        self.solve(velocities);
        self.solve_crowded(velocities);
    }

    /// The second program for all lanes.
    fn solve(&mut self, velocities: &mut [Vec2]) {
        let (best, failed, failed_at) = dispatch!(self.level, simd => self.second(simd));
        let len = std::mem::take(&mut self.agents.len);
        for (lane, &failed_at) in failed_at.iter().enumerate().take(len) {
            if failed & (1 << lane) == 0 {
                write(velocities, self.agents.slots[lane], best.lane(lane));
            } else {
                self.defer(lane, best.lane(lane), failed_at, velocities);
            }
        }
    }

    /// The best velocities, the lanes in which there is none as bits, and the half-planes at which they failed.
    #[inline(always)]
    fn second<S: Simd>(&mut self, simd: S) -> (Vectors, u64, Lanes) {
        self.set_lines(simd);
        let agents = &self.agents;
        let aim = Aim::Near(WideVectors::load(simd, &agents.preferred));
        let best = WideVectors::load(simd, &agents.best);
        let max_speed = f32x8::load_array_ref(simd, &agents.max_speed);
        let all_lanes = mask32x8::splat(simd, true);
        let (best, failed, failed_at) = second(simd, &self.lines, max_speed, aim, best, all_lanes);
        (best.store(), failed.to_bitmask(), failed_at.to_array())
    }

    /// The half-planes that the neighbours leave to the agents.
    #[inline(always)]
    fn set_lines<S: Simd>(&mut self, simd: S) {
        let Self { orca, time_step, agents, neighbours, lines, .. } = self;
        let (mut fewest, mut most) = (f32::MAX, 0.0_f32);
        for &count in &agents.counts {
            (fewest, most) = (count.min(fewest), count.max(most));
        }
        lines.resize(most as usize, Lines::NONE);
        let velocity = WideVectors::load(simd, &agents.velocity);
        let radius = f32x8::load_array_ref(simd, &agents.radius);
        let counts = f32x8::load_array_ref(simd, &agents.counts);
        let none = WideLines::load(simd, &Lines::NONE);
        let rates = (orca.time_horizon, 1.0 / *time_step);
        let mut least_root = f32x8::splat(simd, 1.0);
        for (number, (to, neighbour)) in lines.iter_mut().zip(&*neighbours).enumerate() {
            let (mut line, root) = neighbour.line(simd, velocity, radius, rates);
            least_root = root.min(least_root);
            if number >= fewest as usize {
                line = line.where_set(counts.simd_gt(number as f32), none);
            }
            *to = line.store();
        }
        let lost = least_root.simd_le(0.0).to_bitmask();
        if lost != 0 {
            self.set_lost_lines(lost);
        }
    }

    /// The half-planes of lanes, given as bits, in which a velocity is in the centre of a disc: no direction is away from it.
    #[cold]
    fn set_lost_lines(&mut self, lost: u64) {
        let Self { orca, time_step, agents, neighbours, lines, .. } = self;
        for lane in (0..LANES).filter(|lane| lost & (1 << lane) != 0) {
            let walker = agents.walker(lane);
            for (to, neighbour) in lines.iter_mut().zip(&*neighbours).take(agents.counts[lane] as usize) {
                let line = orca.line(&walker, &neighbour.lane(lane), *time_step);
                to.normal.set_lane(lane, line.normal);
                to.offset[lane] = line.offset;
            }
        }
    }

    /// Moves a lane to those that need the third program.
    fn defer(&mut self, lane: usize, best: Vec2, failed_at: f32, velocities: &mut [Vec2]) {
        let (agents, crowded) = (&self.agents, &mut self.crowded);
        let to = crowded.len;
        crowded.slots[to] = agents.slots[lane];
        crowded.best.set_lane(to, best);
        crowded.max_speed[to] = agents.max_speed[lane];
        self.failed_at[to] = failed_at;
        if self.crowded_lines.len() < self.lines.len() {
            self.crowded_lines.resize(self.lines.len(), Lines::NONE);
        }
        for (crowded, line) in self.crowded_lines.iter_mut().zip(&self.lines) {
            crowded.normal.set_lane(to, line.normal.lane(lane));
            crowded.offset[to] = line.offset[lane];
        }
        crowded.len += 1;
        if crowded.len == LANES {
            self.solve_crowded(velocities);
        }
    }

    /// The third program for all lanes that need it.
    fn solve_crowded(&mut self, velocities: &mut [Vec2]) {
        let Agents { len, slots, best, max_speed, .. } = &mut self.crowded;
        self.projected.resize(self.crowded_lines.len(), Lines::NONE);
        let (lines, projected) = (&self.crowded_lines, &mut self.projected);
        let best = dispatch!(self.level, simd => {
            let (max_speed, failed_at) =
                (f32x8::load_array_ref(simd, max_speed), f32x8::load_array_ref(simd, &self.failed_at));
            third(simd, lines, projected, max_speed, failed_at, WideVectors::load(simd, best)).store()
        });
        for (lane, &slot) in slots[..*len].iter().enumerate() {
            write(velocities, slot, best.lane(lane));
        }
        *len = 0;
        self.crowded_lines.clear();
    }
}

impl Agents {
    fn walker(&self, lane: usize) -> Walker {
        Walker {
            velocity: self.velocity.lane(lane),
            preferred: self.preferred.lane(lane),
            radius: self.radius[lane],
            max_speed: self.max_speed[lane],
        }
    }
}

impl LaneNeighbour {
    fn set_lane(&mut self, lane: usize, neighbour: &Neighbour) {
        let Neighbour { offset, velocity, radius, share, horizon_scale } = *neighbour;
        self.motions[lane] = [offset.x, offset.y, velocity.x, velocity.y];
        self.manners[lane] = [radius, share, horizon_scale, 0.0];
    }

    fn lane(&self, lane: usize) -> Neighbour {
        let ([x, y, velocity_x, velocity_y], [radius, share, horizon_scale, _]) =
            (self.motions[lane], self.manners[lane]);
        let (offset, velocity) = (Vec2::new(x, y), Vec2::new(velocity_x, velocity_y));
        Neighbour { offset, velocity, radius, share, horizon_scale }
    }

    /// The half-planes of [`Orca`], with both cases for all lanes, and the roots that the normals are made from: a normal is nothing where
    /// its root is zero.
    #[inline(always)]
    fn line<S: Simd>(
        &self,
        simd: S,
        velocity: WideVectors<S>,
        radius: f32x8<S>,
        (time_horizon, rate_of_steps): (f32, f32),
    ) -> (WideLines<S>, f32x8<S>) {
        let [x, y, velocity_x, velocity_y] = columns(simd, &self.motions);
        let [other_radius, share, horizon_scale, _] = columns(simd, &self.manners);
        let offset = WideVectors { x, y };
        let relative = velocity.minus(WideVectors { x: velocity_x, y: velocity_y });
        let radius = radius + other_radius;
        let (squared_distance, squared_radius) = (offset.dot(offset), radius * radius);
        let touches = squared_distance.simd_le(squared_radius);
        let horizon = horizon_scale * time_horizon;
        let rate = touches.select(f32x8::splat(simd, rate_of_steps), 1.0 / horizon);
        let from_disc = relative.minus(offset.times(rate));
        let along = from_disc.dot(offset);
        let squared_length = from_disc.dot(from_disc);
        let is_ahead = along.simd_lt(0.0) & (along * along).simd_gt(squared_radius * squared_length);
        let is_disc = touches | is_ahead;
        // How long it is from the disc's centre, or a leg of the cone.
        let root = is_disc.select(squared_length, squared_distance - squared_radius).sqrt();
        let cross = offset.x * from_disc.y - offset.y * from_disc.x;
        let leg = cross.simd_ge(0.0).select(root, -root);
        let beside =
            WideVectors { x: -offset.y * leg - offset.x * radius, y: offset.x * leg - offset.y * radius };
        let scale = 1.0 / is_disc.select(root, squared_distance);
        let normal = from_disc.where_set(is_disc, beside).times(scale);
        let depth = is_disc.select(radius * rate - root, -relative.dot(normal));
        (WideLines { normal, offset: normal.dot(velocity) + depth * share }, root)
    }
}

/// Each of four numbers for all lanes.
#[inline(always)]
fn columns<S: Simd>(simd: S, rows: &[[f32; 4]; LANES]) -> [f32x8<S>; 4] {
    let (first, second) = rows.as_flattened().split_at(4 * LANES / 2);
    let first = f32x4::load_four_interleaved(simd, first);
    let second = f32x4::load_four_interleaved(simd, second);
    [
        first[0].combine(second[0]),
        first[1].combine(second[1]),
        first[2].combine(second[2]),
        first[3].combine(second[3]),
    ]
}

fn write(velocities: &mut [Vec2], slot: usize, velocity: Vec2) {
    if let Some(to) = velocities.get_mut(slot) {
        *to = if velocity.is_finite() { velocity } else { Vec2::ZERO };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the processor can do, the velocities are the same bits.
    #[test]
    fn every_processor_finds_the_same() {
        let solve = |level| {
            let mut lanes = OrcaLanes { level, ..OrcaLanes::new(Orca::default(), 0.25) };
            let mut velocities = vec![Vec2::ZERO; 60];
            for slot in 0..60 {
                let turn = |number: usize| Vec2::new((number as f32).cos(), (number as f32).sin());
                let walker =
                    Walker { velocity: turn(slot), preferred: turn(slot + 1), radius: 1.5, max_speed: 2.0 };
                let neighbour = |number| Neighbour {
                    offset: turn(slot + 2 * number) * (2.0 + number as f32 / 2.0),
                    velocity: turn(3 * slot + number),
                    radius: 1.0 + (number % 3) as f32 / 4.0,
                    ..Neighbour::default()
                };
                lanes.add(slot, &walker, (0..slot % 12).map(neighbour), &mut velocities);
            }
            lanes.finish(&mut velocities);
            velocities
        };
        assert_eq!(solve(Level::new()), solve(Level::baseline()));
    }
}
