//! Which velocity each agent chooses: its neighbours and its walls go to the model of avoidance.

use super::routes::radius_at_gates;
use super::{Course, Crowd, CrowdConfig, Phase};
use crate::avoidance::{
    Avoidance, HalfPlane, Memory, Model, Neighbour, OrcaLanes, Situation, Walker, wall_half_planes,
    wall_reach,
};
use crate::neighbours::Nearest;
use crate::{Vec2, Walls};

/// What is seen of an agent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Body {
    pub(super) position: Vec2,
    pub(super) velocity: Vec2,
    pub(super) radius: f32,
    pub(super) max_speed: f32,
    pub(super) preferred: Vec2,
    pub(super) is_settled: bool,
    pub(super) is_near_wall: bool,
}

impl Body {
    /// This agent's share of the avoidance effort when it meets another one. Agents at their goals take the larger share.
    pub(super) fn share(&self, other: &Self) -> f32 {
        match (self.is_settled, other.is_settled) {
            (true, false) => GIVING_WAY,
            (false, true) => 1.0 - GIVING_WAY,
            _ => 0.5,
        }
    }

    /// What part of the horizon counts. Agents at their goals make room only when another one is near, so it can walk up to them; and beside
    /// walls all walk close together, as otherwise no agent dares to go through a door.
    fn horizon_scale(&self, other: &Self) -> f32 {
        let is_short = self.is_settled || other.is_settled || self.is_near_wall || other.is_near_wall;
        if is_short { SHORT_SIGHT } else { 1.0 }
    }

    /// What this agent knows of another one.
    #[inline]
    pub(super) fn sees(&self, other: &Self) -> Neighbour {
        Neighbour {
            offset: other.position - self.position,
            velocity: other.velocity,
            radius: other.radius,
            share: self.share(other),
            horizon_scale: self.horizon_scale(other),
        }
    }

    /// What it knows of itself.
    #[inline]
    pub(super) fn walker(&self) -> Walker {
        let Self { velocity, preferred, radius, max_speed, .. } = *self;
        Walker { velocity, preferred, radius, max_speed }
    }

    /// Sets what the walls leave to it.
    #[inline]
    pub(super) fn set_wall_limits(&self, walls: &Walls, time_step: f32, half_planes: &mut Vec<HalfPlane>) {
        half_planes.clear();
        if self.is_near_wall {
            let Self { position, radius, max_speed, .. } = *self;
            wall_half_planes(walls, position, radius_at_gates(radius), max_speed, time_step, half_planes);
        }
    }
}

impl Course {
    /// What others see of the agent.
    pub(super) fn body(
        &self,
        config: &CrowdConfig,
        walls: &Walls,
        position: Vec2,
        velocity: Vec2,
        radius: f32,
        preferred: Vec2,
    ) -> Body {
        let max_speed = self.max_speed;
        let near = (NEAR_WALL * radius).max(wall_reach(radius, max_speed, config.time_step));
        let is_near_wall = walls.is_near(position, near);
        let velocity =
            if is_near_wall { velocity } else { self.meant(position, radius, velocity, preferred) };
        let is_settled = self.phase == Phase::Settled;
        Body { position, velocity, radius, max_speed, preferred, is_settled, is_near_wall }
    }
}

/// What an agent chose, and what it may touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// About how near the farthest of its neighbours is.
    pub(super) hint: f32,
    /// Whether an agent is near in the direction in which it would like to go.
    pub(super) has_somebody_ahead: bool,
    pub(super) count: u32,
    /// The agents that it could touch in this step, as numbers in the order of the index.
    pub(super) contacts: [u32; CONTACTS],
}

/// Memory of a worker.
pub(super) struct Scratch {
    pub(super) nearest: Nearest,
    /// What is known of the neighbours of an agent, and what the walls leave to it.
    pub(super) neighbours: Vec<Neighbour>,
    pub(super) walls: Vec<HalfPlane>,
    pub(super) memory: Memory,
    /// For ORCA.
    lanes: Option<OrcaLanes>,
    /// Whether anybody was corrected.
    pub(super) has_corrected: bool,
}

impl Scratch {
    pub(super) fn new(config: &CrowdConfig) -> Self {
        let lanes = match config.model {
            Model::Orca(orca) => Some(OrcaLanes::new(orca, config.time_step)),
            _ => None,
        };
        Self {
            nearest: Nearest::new(config.max_neighbours),
            neighbours: Vec::with_capacity(config.max_neighbours),
            walls: Vec::new(),
            memory: Memory::default(),
            lanes,
            has_corrected: false,
        }
    }

    /// Asks the model for the velocity of an agent whose neighbours and walls are set. It is written to `chosen[slot]`, now or by
    /// [`finish`](Self::finish).
    #[inline]
    pub(super) fn ask(&mut self, config: &CrowdConfig, walker: Walker, slot: usize, chosen: &mut [Vec2]) {
        let Self { neighbours, walls, memory, lanes, .. } = self;
        // Where no walls are, several agents at once.
        match lanes {
            Some(lanes) if walls.is_empty() => {
                lanes.add(slot, &walker, neighbours.iter().copied(), chosen);
            }
            _ => {
                let situation = Situation { walker, neighbours, walls, time_step: config.time_step };
                chosen[slot] = config.model.velocity(&situation, memory);
            }
        }
    }

    /// Writes the velocities of the agents that still wait.
    pub(super) fn finish(&mut self, chosen: &mut [Vec2]) {
        if let Some(lanes) = &mut self.lanes {
            lanes.finish(chosen);
        }
    }
}

/// The share of the avoidance effort of an agent at its goal.
const GIVING_WAY: f32 = 0.9;
/// An agent that is nearer to a wall than this, in radii, is near it, and so is one that could touch it within the next steps.
const NEAR_WALL: f32 = 2.0;
/// The part of the horizon that counts where one of two is at its goal or near a wall.
const SHORT_SIGHT: f32 = 0.2;
/// For so many agents are the neighbours found before their velocities are.
const BATCH: usize = 64;
/// At most so many can be touched.
const CONTACTS: usize = 13;

impl Crowd {
    /// Asks the model for the velocities of all agents.
    pub(super) fn choose(&mut self) {
        let count = self.len();
        self.bodies.resize(count, Body::default());
        let no_choice =
            Choice { hint: f32::INFINITY, has_somebody_ahead: false, count: 0, contacts: [0; CONTACTS] };
        self.choices.resize(count, no_choice);
        self.chosen.resize(count, Vec2::ZERO);
        let Self {
            config,
            walls,
            positions,
            velocities,
            radii,
            preferred,
            courses,
            index,
            hints,
            bodies,
            choices,
            chosen,
            workers,
            ..
        } = self;
        workers.run(bodies, |first, bodies, _| {
            for (body, &agent) in bodies.iter_mut().zip(&index.order()[first..]) {
                let agent = agent as usize;
                *body = courses[agent].body(
                    config,
                    walls,
                    positions[agent],
                    velocities[agent],
                    radii[agent],
                    preferred[agent],
                );
            }
        });
        let bodies = &*bodies;
        let time_step = config.time_step;
        workers.run_two(choices, chosen, |first, choices, chosen, scratch| {
            let len = choices.len();
            for (slot, choice) in choices.iter_mut().enumerate() {
                let rank = first + slot;
                let body = &bodies[rank];
                if slot % BATCH == 0 {
                    let batch = rank..first + len.min(slot + BATCH);
                    index.nearest(batch, config.neighbour_distance, hints, &mut scratch.nearest);
                }
                choice.hint = scratch.nearest.hint(slot % BATCH);
                scratch.neighbours.clear();
                (choice.count, choice.has_somebody_ahead) = (0, false);
                for &rank in scratch.nearest.ranks(slot % BATCH) {
                    let other = &bodies[rank as usize];
                    let neighbour = body.sees(other);
                    let offset = neighbour.offset;
                    scratch.neighbours.push(neighbour);
                    let (touching, squared) = (body.radius + other.radius, offset.length_squared());
                    let is_near = squared < 4.0 * touching * touching;
                    choice.has_somebody_ahead |= is_near && offset.dot(body.preferred) > 0.0;
                    let reach = touching + (body.max_speed + other.max_speed) * time_step;
                    if squared < reach * reach && (choice.count as usize) < CONTACTS {
                        choice.contacts[choice.count as usize] = rank;
                        choice.count += 1;
                    }
                }
                body.set_wall_limits(walls, time_step, &mut scratch.walls);
                scratch.ask(config, body.walker(), slot, chosen);
            }
            scratch.finish(chosen);
        });
    }
}
