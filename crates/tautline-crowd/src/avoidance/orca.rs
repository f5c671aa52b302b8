use super::linear_programs::{Line, Programs, solve};
use super::{Avoidance, HalfPlane, Neighbour, Situation, Walker};
use crate::Vec2;

/// Optimal reciprocal collision avoidance: from each pair of agents a half-plane of velocities for each of both, such that they do not
/// meet within a horizon of time if both keep to theirs; the agent takes the velocity nearest to its preferred one in all of them.
///
/// - **Finds** the nearest velocity by a linear program in two dimensions; where the half-planes have nothing in common, the velocity
///   that lies outside of them by the least, and never one that a wall forbids.
/// - **Guarantees** that no two agents whose programs have a solution collide within the horizon.
/// - **Complexity**: linear in the neighbours, on average.
/// - van den Berg, Guy, Lin, Manocha: Reciprocal n-body collision avoidance (2011)
///
/// ```
/// use tautline_crowd::Vec2;
/// use tautline_crowd::avoidance::{Avoidance, Neighbour, Orca, Situation, Walker};
///
/// let forward = Vec2::new(1.0, 0.0);
/// let walker = Walker { velocity: forward, preferred: forward, radius: 0.5, max_speed: 2.0 };
/// let oncoming = Neighbour { offset: Vec2::new(4.0, 0.2), velocity: -forward, radius: 0.5, share: 0.5, horizon_scale: 1.0 };
/// let situation = Situation { walker, neighbours: &[oncoming], walls: &[], time_step: 0.1 };
/// let velocity = Orca::default().velocity(&situation, &mut Default::default());
/// assert!(velocity.y < 0.0, "away from the one that comes a little below");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orca {
    /// For how long no collision may be ahead, in seconds.
    pub time_horizon: f32,
}

impl Default for Orca {
    /// Ten seconds.
    fn default() -> Self {
        Self { time_horizon: 10.0 }
    }
}

impl Avoidance for Orca {
    type Memory = Programs;

    fn velocity(&self, situation: &Situation<'_>, programs: &mut Programs) -> Vec2 {
        let Situation { walker, neighbours, walls, time_step } = *situation;
        programs.set(walls);
        let lines = neighbours.iter().map(|neighbour| self.line(&walker, neighbour, time_step));
        programs.lines.extend(lines);
        let velocity = solve(programs, walls.len(), walker.preferred, walker.max_speed);
        if velocity.is_finite() { velocity } else { Vec2::ZERO }
    }
}

impl Orca {
    /// The velocities that a neighbour leaves to an agent.
    #[must_use]
    pub fn half_plane(&self, walker: &Walker, neighbour: &Neighbour, time_step: f32) -> HalfPlane {
        let (normal, change) = self.change(walker, neighbour, time_step);
        HalfPlane { point: walker.velocity + normal * change, normal }
    }

    /// The same half-plane for the linear programs.
    pub(super) fn line(self, walker: &Walker, neighbour: &Neighbour, time_step: f32) -> Line {
        let (normal, change) = self.change(walker, neighbour, time_step);
        Line { normal, offset: normal.dot(walker.velocity) + change }
    }

    /// In which direction an agent has to change its velocity, and by how much at least.
    fn change(self, walker: &Walker, neighbour: &Neighbour, time_step: f32) -> (Vec2, f32) {
        let Neighbour { offset, share, .. } = *neighbour;
        let relative = walker.velocity - neighbour.velocity;
        let radius = walker.radius + neighbour.radius;
        let (squared_distance, squared_radius) = (offset.length_squared(), radius * radius);
        let touches = squared_distance <= squared_radius;
        // Velocities that lead to contact within the horizon are a cone whose tip is cut off by a disc. Agents that overlap already have to be
        // apart after this step.
        let rate = 1.0 / if touches { time_step } else { self.time_horizon * neighbour.horizon_scale };
        let from_disc = relative - offset * rate;
        let along = from_disc.dot(offset);
        let squared_length = from_disc.length_squared();
        let (normal, depth) = if touches || (along < 0.0 && along * along > squared_radius * squared_length) {
            let length = squared_length.sqrt();
            let normal = if length > 0.0 { from_disc * (1.0 / length) } else { away(offset) };
            (normal, radius * rate - length)
        } else {
            // The side of the cone that is nearer; to the right if neither is.
            let leg = (squared_distance - squared_radius).sqrt();
            let leg = if offset.cross(from_disc) >= 0.0 { leg } else { -leg };
            let normal = (offset.right() * leg - offset * radius) * (1.0 / squared_distance);
            (normal, -relative.dot(normal))
        };
        (normal, depth * share)
    }
}

/// Away from a neighbour, or somewhere if it is in the same place.
fn away(offset: Vec2) -> Vec2 {
    let direction = (-offset).normalized();
    if direction == Vec2::ZERO { Vec2::new(1.0, 0.0) } else { direction }
}
