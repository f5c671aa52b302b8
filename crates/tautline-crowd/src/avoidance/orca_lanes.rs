use super::lane_programs::{Aim, LANES, LaneLine, Lanes, Vectors, second, third};
use super::{Neighbour, Orca, Walker};
use crate::Vec2;

/// [`Orca`] for many agents without walls, several at once.
///
/// - **Finds** for each agent, bit for bit, the velocity that [`Orca`] finds for it alone, if what it knows is finite and the time step
///   is more than nothing. Whom it is solved together with makes no difference.
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
/// let oncoming = Neighbour { offset: Vec2::new(4.0, 0.2), velocity: -forward, radius: 0.5, share: 0.5, foresight: 1.0 };
/// let mut lanes = OrcaLanes::new(Orca::default(), 0.1);
/// let mut velocities = [Vec2::ZERO; 2];
/// lanes.add(0, &walker, [], &mut velocities);
/// lanes.add(1, &walker, [oncoming], &mut velocities);
/// lanes.finish(&mut velocities);
/// assert_eq!(velocities[0], forward, "nobody is around");
/// assert!(velocities[1].y < 0.0, "away from who comes a little below");
/// ```
#[derive(Clone, Debug)]
pub struct OrcaLanes {
    orca: Orca,
    time_step: f32,
    agents: Agents,
    /// The neighbours of all lanes, by their number.
    neighbours: Vec<LaneNeighbour>,
    lines: Vec<LaneLine>,
    /// Agents whose half-planes have nothing in common wait here until there are enough of them.
    crowded: Agents,
    failed_at: Lanes,
    crowded_lines: Vec<LaneLine>,
    projected: Vec<LaneLine>,
}

/// Who is in the lanes.
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

/// The neighbours with the same number of all lanes.
#[derive(Clone, Copy, Debug, Default)]
struct LaneNeighbour {
    offset: Vectors,
    velocity: Vectors,
    radius: Lanes,
    share: Lanes,
    foresight: Lanes,
}

impl OrcaLanes {
    /// Empty lanes for steps of some length.
    #[must_use]
    pub fn new(orca: Orca, time_step: f32) -> Self {
        Self {
            orca,
            time_step,
            agents: Agents::default(),
            neighbours: Vec::new(),
            lines: Vec::new(),
            crowded: Agents::default(),
            failed_at: Lanes::ZERO,
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
        agents.counts.as_mut_array()[lane] = count as f32;
        agents.velocity.set_lane(lane, walker.velocity);
        agents.preferred.set_lane(lane, walker.preferred);
        agents.best.set_lane(lane, walker.preferred.truncated(walker.max_speed));
        agents.radius.as_mut_array()[lane] = walker.radius;
        agents.max_speed.as_mut_array()[lane] = walker.max_speed;
        agents.len += 1;
        if agents.len == LANES {
            self.solve(velocities);
        }
    }

    /// Solves for all agents that still wait.
    pub fn finish(&mut self, velocities: &mut [Vec2]) {
        self.agents.counts.as_mut_array()[self.agents.len..].fill(0.0);
        self.solve(velocities);
        self.solve_crowded(velocities);
    }

    /// The second program for all lanes.
    fn solve(&mut self, velocities: &mut [Vec2]) {
        self.set_lines();
        let agents = &mut self.agents;
        let everybody = Lanes::ZERO.simd_eq(Lanes::ZERO);
        let aim = Aim::Near(agents.preferred);
        let (best, failed, failed_at) = second(&self.lines, agents.max_speed, aim, agents.best, everybody);
        let failed = failed.to_bitmask();
        let len = std::mem::take(&mut agents.len);
        for lane in 0..len {
            if failed & (1 << lane) == 0 {
                write(velocities, self.agents.slots[lane], best.lane(lane));
            } else {
                self.defer(lane, best.lane(lane), failed_at.as_array()[lane], velocities);
            }
        }
    }

    /// The half-planes that the neighbours leave to the agents.
    fn set_lines(&mut self) {
        let Self { orca, time_step, agents, neighbours, lines, .. } = self;
        let counts = agents.counts.as_array().iter();
        let (fewest, most) =
            counts.fold((f32::MAX, 0.0), |(fewest, most), &count| (count.min(fewest), count.max(most)));
        lines.resize(most as usize, LaneLine::NONE);
        let rates = (Lanes::splat(orca.time_horizon), Lanes::splat(1.0 / *time_step));
        let mut least_root = Lanes::ONE;
        for (line, neighbour) in lines.iter_mut().zip(&*neighbours) {
            *line = neighbour.line(agents.velocity, agents.radius, rates, &mut least_root);
        }
        // In a disc's centre no direction is away from it.
        let lost = least_root.simd_le(Lanes::ZERO).to_bitmask();
        for lane in (0..LANES).filter(|lane| lost & (1 << lane) != 0) {
            let walker = agents.walker(lane);
            for (to, neighbour) in lines.iter_mut().zip(&*neighbours) {
                let line = orca.line(&walker, &neighbour.lane(lane), *time_step);
                to.normal.set_lane(lane, line.normal);
                to.offset.as_mut_array()[lane] = line.offset;
            }
        }
        for (number, line) in lines.iter_mut().enumerate().skip(fewest as usize) {
            let is_there = agents.counts.simd_gt(Lanes::splat(number as f32));
            *line = line.where_set(is_there, LaneLine::NONE);
        }
    }

    /// Moves a lane to those that need the third program.
    fn defer(&mut self, lane: usize, best: Vec2, failed_at: f32, velocities: &mut [Vec2]) {
        let (agents, crowded) = (&self.agents, &mut self.crowded);
        let to = crowded.len;
        crowded.slots[to] = agents.slots[lane];
        crowded.best.set_lane(to, best);
        crowded.max_speed.as_mut_array()[to] = agents.max_speed.as_array()[lane];
        self.failed_at.as_mut_array()[to] = failed_at;
        if self.crowded_lines.len() < self.lines.len() {
            self.crowded_lines.resize(self.lines.len(), LaneLine::NONE);
        }
        for (crowded, line) in self.crowded_lines.iter_mut().zip(&self.lines) {
            crowded.normal.set_lane(to, line.normal.lane(lane));
            crowded.offset.as_mut_array()[to] = line.offset.as_array()[lane];
        }
        crowded.len += 1;
        if crowded.len == LANES {
            self.solve_crowded(velocities);
        }
    }

    /// The third program for all lanes that need it.
    fn solve_crowded(&mut self, velocities: &mut [Vec2]) {
        let Agents { len, slots, best, max_speed, .. } = &mut self.crowded;
        self.projected.resize(self.crowded_lines.len(), LaneLine::NONE);
        let best = third(&self.crowded_lines, &mut self.projected, *max_speed, self.failed_at, *best);
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
            radius: self.radius.as_array()[lane],
            max_speed: self.max_speed.as_array()[lane],
        }
    }
}

impl LaneNeighbour {
    fn set_lane(&mut self, lane: usize, neighbour: &Neighbour) {
        self.offset.set_lane(lane, neighbour.offset);
        self.velocity.set_lane(lane, neighbour.velocity);
        self.radius.as_mut_array()[lane] = neighbour.radius;
        self.share.as_mut_array()[lane] = neighbour.share;
        self.foresight.as_mut_array()[lane] = neighbour.foresight;
    }

    fn lane(&self, lane: usize) -> Neighbour {
        Neighbour {
            offset: self.offset.lane(lane),
            velocity: self.velocity.lane(lane),
            radius: self.radius.as_array()[lane],
            share: self.share.as_array()[lane],
            foresight: self.foresight.as_array()[lane],
        }
    }

    /// The half-planes of [`Orca`], with both cases for all lanes. A normal is nothing where the root that it is made from is zero.
    fn line(
        &self,
        velocity: Vectors,
        radius: Lanes,
        (time_horizon, rate_of_steps): (Lanes, Lanes),
        least_root: &mut Lanes,
    ) -> LaneLine {
        let offset = self.offset;
        let relative = velocity.minus(self.velocity);
        let radius = radius + self.radius;
        let (squared_distance, squared_radius) = (offset.dot(offset), radius * radius);
        let touches = squared_distance.simd_le(squared_radius);
        let rate = touches.select(rate_of_steps, Lanes::ONE / (time_horizon * self.foresight));
        let from_disc = relative.minus(offset.times(rate));
        let along = from_disc.dot(offset);
        let squared_length = from_disc.dot(from_disc);
        let is_ahead = along.simd_lt(Lanes::ZERO) & (along * along).simd_gt(squared_radius * squared_length);
        let is_disc = touches | is_ahead;
        // How long it is from the disc's centre, or a leg of the cone.
        let root = is_disc.select(squared_length, squared_distance - squared_radius).sqrt();
        *least_root = root.fast_min(*least_root);
        let cross = offset.x * from_disc.y - offset.y * from_disc.x;
        let leg = cross.simd_ge(Lanes::ZERO).select(root, -root);
        let beside =
            Vectors { x: -offset.y * leg - offset.x * radius, y: offset.x * leg - offset.y * radius };
        let scale = Lanes::ONE / is_disc.select(root, squared_distance);
        let normal = from_disc.where_set(is_disc, beside).times(scale);
        let depth = is_disc.select(radius * rate - root, -relative.dot(normal));
        LaneLine { normal, offset: normal.dot(velocity) + depth * self.share }
    }
}

fn write(velocities: &mut [Vec2], slot: usize, velocity: Vec2) {
    if let Some(to) = velocities.get_mut(slot) {
        *to = if velocity.is_finite() { velocity } else { Vec2::ZERO };
    }
}
