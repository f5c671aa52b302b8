//! Which velocity each agent chooses: its neighbours and its walls go to the model of avoidance.

use super::routes::waist;
use super::{Crowd, CrowdConfig, Phase};
use crate::Vec2;
use crate::avoidance::{
    Avoidance, HalfPlane, Memory, Model, Neighbour, OrcaLanes, Situation, Walker, wall_half_planes,
    wall_reach,
};
use crate::neighbours::Nearest;

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
    /// How much of the evasion is this agent's when it meets another one: who is at its goal gives way.
    pub(super) fn share(&self, other: &Self) -> f32 {
        match (self.is_settled, other.is_settled) {
            (true, false) => GIVING_WAY,
            (false, true) => 1.0 - GIVING_WAY,
            _ => 0.5,
        }
    }

    /// What part of the horizon counts. Those at their goals make room when somebody is near, so one can walk up to them; and beside
    /// walls all walk close together, as otherwise nobody dares to go through a door.
    fn foresight(&self, other: &Self) -> f32 {
        let is_short = self.is_settled || other.is_settled || self.is_near_wall || other.is_near_wall;
        if is_short { SHORT_SIGHT } else { 1.0 }
    }
}

/// What an agent chose, and what it may touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// About how near the farthest of its neighbours is.
    pub(super) hint: f32,
    /// Whether somebody is near in the direction in which it would like to go.
    pub(super) has_somebody_ahead: bool,
    pub(super) count: u32,
    /// The agents that it could touch in this step, as numbers in the order of the index.
    pub(super) contacts: [u32; CONTACTS],
}

/// Memory of a worker.
pub(super) struct Scratch {
    nearest: Nearest,
    neighbours: Vec<Neighbour>,
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
}

/// How much of the evasion is done by who is at its goal.
const GIVING_WAY: f32 = 0.9;
/// Who is nearer to a wall than this, in radii, is near it, and who could touch it within the next steps.
const NEAR_WALL: f32 = 2.0;
/// The part of the horizon that counts where one of two is at its goal or near a wall.
const SHORT_SIGHT: f32 = 0.2;
/// For so many agents are the neighbours found before their velocities are.
const BATCH: usize = 64;
/// At most so many can be touched.
const CONTACTS: usize = 13;

impl Crowd {
    /// Asks the model for everybody's velocity.
    pub(super) fn choose(&mut self) {
        let count = self.len();
        self.bodies.resize(count, Body::default());
        let nobody =
            Choice { hint: f32::INFINITY, has_somebody_ahead: false, count: 0, contacts: [0; CONTACTS] };
        self.choices.resize(count, nobody);
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
                let max_speed = courses[agent].max_speed;
                let near =
                    (NEAR_WALL * radii[agent]).max(wall_reach(radii[agent], max_speed, config.time_step));
                let is_near_wall = walls.is_near(positions[agent], near);
                let velocity = if is_near_wall {
                    velocities[agent]
                } else {
                    courses[agent].meant(positions[agent], radii[agent], velocities[agent], preferred[agent])
                };
                *body = Body {
                    position: positions[agent],
                    velocity,
                    radius: radii[agent],
                    max_speed,
                    preferred: preferred[agent],
                    is_settled: courses[agent].phase == Phase::Settled,
                    is_near_wall,
                };
            }
        });
        let bodies = &*bodies;
        let time_step = config.time_step;
        workers.run_two(choices, chosen, |first, choices, chosen, scratch| {
            let Scratch { nearest, neighbours, walls: half_planes, memory, lanes, .. } = scratch;
            let len = choices.len();
            for (slot, choice) in choices.iter_mut().enumerate() {
                let rank = first + slot;
                let body = &bodies[rank];
                if slot % BATCH == 0 {
                    let batch = rank..first + len.min(slot + BATCH);
                    index.nearest(batch, config.neighbour_distance, hints, nearest);
                }
                choice.hint = nearest.hint(slot % BATCH);
                neighbours.clear();
                (choice.count, choice.has_somebody_ahead) = (0, false);
                for &rank in nearest.ranks(slot % BATCH) {
                    let other = &bodies[rank as usize];
                    let offset = other.position - body.position;
                    neighbours.push(Neighbour {
                        offset,
                        velocity: other.velocity,
                        radius: other.radius,
                        share: body.share(other),
                        foresight: body.foresight(other),
                    });
                    let (touching, squared) = (body.radius + other.radius, offset.length_squared());
                    let is_near = squared < 4.0 * touching * touching;
                    choice.has_somebody_ahead |= is_near && offset.dot(body.preferred) > 0.0;
                    let reach = touching + (body.max_speed + other.max_speed) * time_step;
                    if squared < reach * reach && (choice.count as usize) < CONTACTS {
                        choice.contacts[choice.count as usize] = rank;
                        choice.count += 1;
                    }
                }
                let Body { position, velocity, radius, max_speed, preferred, .. } = *body;
                half_planes.clear();
                if body.is_near_wall {
                    wall_half_planes(walls, position, waist(radius), max_speed, time_step, half_planes);
                }
                let walker = Walker { velocity, preferred, radius, max_speed };
                // Where no walls are, several agents at once.
                match lanes {
                    Some(lanes) if half_planes.is_empty() => {
                        lanes.add(slot, &walker, neighbours.iter().copied(), chosen);
                    }
                    _ => {
                        let situation = Situation { walker, neighbours, walls: half_planes, time_step };
                        chosen[slot] = config.model.velocity(&situation, memory);
                    }
                }
            }
            if let Some(lanes) = lanes {
                lanes.finish(chosen);
            }
        });
    }
}
