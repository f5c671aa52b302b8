//! Why an agent chooses the velocity that it chooses.

use super::choice::{Body, Scratch};
use super::{Course, Crowd};
use crate::Vec2;
use crate::avoidance::{HalfPlane, Limits, Situation};
use crate::neighbours::NeighbourIndex;

/// Why an agent will choose its next velocity: what it would like, and what others and the walls leave to it
/// ([`Crowd::explain`]).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// Where it is.
    pub position: Vec2,
    /// How it moves.
    pub velocity: Vec2,
    /// How it is taken to move, by others and in its own limits. That is its velocity, unless it is in a jam in the open: then it is
    /// half of the way from there to the preferred one.
    pub meant: Vec2,
    /// The velocity that it would like: along its way, a little to the right of it, more if it is hindered.
    pub preferred: Vec2,
    /// The velocity that the model chooses. It is the next one, unless it would lead into a contact at the end of the step.
    pub chosen: Vec2,
    /// How large it is.
    pub radius: f32,
    /// How fast it can be.
    pub max_speed: f32,
    /// The others that it looks at, the nearest first.
    pub neighbours: Vec<usize>,
    /// How far it looks for them, from centre to centre; for larger ones than the smallest a little farther.
    pub neighbour_distance: f32,
    /// What they leave to it, with the shares and the horizons that count for each of them.
    pub limits: Limits,
    /// What the walls leave to it: it takes no velocity outside of any of these, unless it overlaps a wall.
    pub walls: Vec<HalfPlane>,
    /// The places still ahead at which its way turns, and in the end its goal; or, where it makes room for another one, the place
    /// where it does so. Empty if it has no way.
    pub way: Vec<Vec2>,
}

impl Crowd {
    /// Why an agent will choose its velocity in the next step: exactly what the model looks at then, if nothing is changed before.
    /// None if there is no such agent.
    ///
    /// Ways that are still to be looked for are not known: call [`find_ways`](Self::find_ways) before. The next step would do so
    /// anyway, and this changes nothing, so the crowd walks as it would have done.
    ///
    /// ```
    /// use tautline::Map;
    /// use tautline_crowd::{Agent, Crowd, CrowdConfig, Vec2};
    ///
    /// let mut crowd = Crowd::new(Map::open(40, 20)?, CrowdConfig::default())?;
    /// let (left, right) = (Vec2::new(10.0, 10.0), Vec2::new(24.0, 10.0));
    /// crowd.add(&[Agent::new(left, right), Agent::new(right, left)])?;
    /// crowd.step();
    /// crowd.find_ways();
    /// let why = crowd.explain(0).expect("it is the first");
    /// assert_eq!((why.neighbours, why.way), (vec![1], vec![right]));
    /// assert!(why.limits.excess(why.preferred) > 0.1, "there is an agent in the way,");
    /// assert!(why.limits.excess(why.chosen) < 1e-5, "so that it takes another velocity");
    /// crowd.step();
    /// assert_eq!(crowd.velocities()[0], why.chosen);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(&self, agent: usize) -> Option<Explanation> {
        if agent >= self.len() {
            return None;
        }
        let Self { config, walls, .. } = self;
        let (course, body) = self.next_body(agent);
        let mut scratch = Scratch::new(config);
        let neighbours = self.neighbours_now(agent, &mut scratch);
        scratch.neighbours.extend(neighbours.iter().map(|&other| body.sees(&self.next_body(other).1)));
        body.set_wall_limits(walls, config.time_step, &mut scratch.walls);
        let walker = body.walker();
        let mut chosen = [Vec2::ZERO];
        scratch.ask(config, walker, 0, &mut chosen);
        scratch.finish(&mut chosen);
        let situation = Situation {
            walker,
            neighbours: &scratch.neighbours,
            walls: &scratch.walls,
            time_step: config.time_step,
        };
        Some(Explanation {
            position: body.position,
            velocity: self.velocities[agent],
            meant: body.velocity,
            preferred: body.preferred,
            chosen: chosen[0],
            radius: body.radius,
            max_speed: body.max_speed,
            neighbours,
            neighbour_distance: config.neighbour_distance,
            limits: config.model.limits(&situation),
            walls: scratch.walls,
            way: course.route.turns_ahead(self.rooms.get(course.room), body.position, course.goal),
        })
    }

    /// The neighbours that an agent will see in the next step. The crowd's own index is of where all were before the last one.
    fn neighbours_now(&self, agent: usize, scratch: &mut Scratch) -> Vec<usize> {
        let mut index = NeighbourIndex::default();
        index.rebuild(&self.positions, &self.radii, self.side_of_squares());
        let rank = index.rank(agent);
        index.nearest(rank..rank + 1, self.config.neighbour_distance, &self.hints, &mut scratch.nearest);
        scratch.nearest.ranks(0).iter().map(|&rank| index.order()[rank as usize] as usize).collect()
    }

    /// An agent as it will be when velocities are chosen in the next step: it looks ahead along its way before that.
    fn next_body(&self, agent: usize) -> (Course, Body) {
        let Self { config, walls, .. } = self;
        let (position, velocity, radius) = (self.positions[agent], self.velocities[agent], self.radii[agent]);
        let mut course = self.courses[agent].clone();
        let room = self.rooms.get(course.room);
        let preferred = course.preferred(room, walls, position, radius, config.time_step);
        let body = course.body(config, walls, position, velocity, radius, preferred);
        (course, body)
    }
}

#[cfg(test)]
mod tests {
    use crate::avoidance::Model;
    use crate::scene::Scene;
    use crate::{Guide, Vec2};

    /// What is explained before a step is what the step chooses for all agents, to the bit, before contacts are corrected.
    #[test]
    fn a_step_chooses_what_was_explained() {
        let (mut jammed, mut near_walls) = (0, 0);
        for (name, is_flow) in [("disc", false), ("blocks", false), ("bottleneck", true), ("doorway", false)]
        {
            for model in Model::NAMES {
                let scene = Scene::named(name, 40, 1).expect("a scene");
                let model = Model::named(model).expect("a model");
                let mut config = scene.config(model);
                if is_flow {
                    config.guide = Guide::Flow;
                }
                let mut crowd = scene.crowd(config).expect("a crowd");
                for step in 0..300 {
                    crowd.step();
                    if step % 12 != 0 {
                        continue;
                    }
                    crowd.find_ways();
                    let explained: Vec<_> =
                        (0..crowd.len()).filter_map(|agent| crowd.explain(agent)).collect();
                    crowd.steer();
                    let side = crowd.side_of_squares();
                    crowd.index.rebuild(&crowd.positions, &crowd.radii, side);
                    crowd.choose();
                    for (agent, why) in explained.iter().enumerate() {
                        let rank = crowd.index.rank(agent);
                        let body = &crowd.bodies[rank];
                        assert_eq!(
                            (why.preferred, why.meant),
                            (body.preferred, body.velocity),
                            "{name} {model:?}"
                        );
                        let bits = |velocity: Vec2| (velocity.x.to_bits(), velocity.y.to_bits());
                        assert_eq!(bits(why.chosen), bits(crowd.chosen[rank]), "{name} {model:?} {agent}");
                        jammed += usize::from(why.meant != why.velocity);
                        near_walls += usize::from(!why.walls.is_empty());
                    }
                }
            }
        }
        assert!(jammed > 20 && near_walls > 100, "{jammed} in a jam, {near_walls} near walls");
    }
}
