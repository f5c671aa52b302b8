//! Contacts: whatever the models choose, no two agents should overlap at the end of the step.

use super::Crowd;
use super::choice::Scratch;
use crate::Vec2;
use crate::avoidance::nearest_within;

/// The velocities are corrected at most so often.
const ROUNDS: usize = 6;

impl Crowd {
    /// Changes the velocities of agents that would overlap at the end of the step, so that they would only touch: each by its share, all at
    /// the same time, and again, as it makes others overlap. No agent becomes faster than it can be, or goes into a wall.
    pub(super) fn correct(&mut self) {
        self.corrected.resize(self.len(), Vec2::ZERO);
        let Self { config, walls, bodies, choices, chosen, corrected, workers, .. } = self;
        let time_step = config.time_step;
        for _ in 0..ROUNDS {
            workers.run(corrected, |first, corrected, scratch| {
                let Scratch { walls: half_planes, memory, has_corrected, .. } = scratch;
                *has_corrected = false;
                for (offset, corrected) in corrected.iter_mut().enumerate() {
                    let rank = first + offset;
                    let (body, choice, velocity) = (&bodies[rank], &choices[rank], chosen[rank]);
                    let mut push = Vec2::ZERO;
                    for &other in &choice.contacts[..choice.count as usize] {
                        let (other, other_velocity) = (&bodies[other as usize], chosen[other as usize]);
                        let apart = body.position - other.position + (velocity - other_velocity) * time_step;
                        let least = body.radius + other.radius;
                        let squared = apart.length_squared();
                        if squared < least * least {
                            let distance = squared.sqrt();
                            // In the very same place there is no direction to part them in; the model has to do that.
                            let normal = if distance > 0.0 { apart / distance } else { Vec2::ZERO };
                            push += normal * ((least - distance) * body.share(other));
                        }
                    }
                    *corrected = velocity;
                    if push != Vec2::ZERO {
                        *has_corrected = true;
                        *corrected = (velocity + push / time_step).truncated(body.max_speed);
                        if body.is_near_wall {
                            body.set_wall_limits(walls, time_step, half_planes);
                            *corrected = nearest_within(half_planes, *corrected, body.max_speed, memory);
                        }
                    }
                }
            });
            std::mem::swap(chosen, corrected);
            if !workers.scratch().iter().any(|scratch| scratch.has_corrected) {
                break;
            }
        }
    }
}
