use super::cone::Cone;
use super::free_velocity::CombinedObstacle;
use super::{Avoidance, Neighbour, Situation, Walker};
use crate::Vec2;

/// Velocity obstacles: an agent takes no velocity that leads to a collision with a neighbour that goes on as it does.
///
/// - **Finds** the velocity nearest to the preferred one outside of the cones of all neighbours, inside of the walls, and
///   within the agent's speed; where there is none, the one with the least penalty `w / tc + |v_pref - v|`
///   ([`CombinedObstacle`]).
/// - **Guarantees** no collision with neighbours that keep their velocity. Two agents that both avoid each other do twice what is
///   needed and then turn back: they sway to and fro.
/// - **Needs** nothing. What is not finite among the neighbours and walls is left out; an agent that is not finite stands still.
/// - **Complexity**: quadratic in the neighbours and walls to find the velocities to look at, each tested against all of them.
///
/// [`Neighbour::share`] is of no account here: the agent does all by itself.
///
/// P. Fiorini and Z. Shiller, *Motion Planning in Dynamic Environments Using Velocity Obstacles*, 1998,
/// doi:10.1177/027836499801700706.
///
/// ```
/// use tautline_crowd::Vec2;
/// use tautline_crowd::avoidance::{Avoidance, Neighbour, Situation, Vo, Walker};
///
/// // Another one stands in the way, 5 ahead; the radii sum up to 3, so the legs have the slope 3/4.
/// let walker =
///     Walker { velocity: Vec2::ZERO, preferred: Vec2::new(1.0, 0.0), radius: 1.5, max_speed: 2.0 };
/// let neighbours = [Neighbour { offset: Vec2::new(5.0, 0.0), radius: 1.5, share: 0.5, ..Default::default() }];
/// let situation = Situation { walker, neighbours: &neighbours, walls: &[], time_step: 0.25 };
/// let velocity = Vo::default().velocity(&situation, &mut Default::default());
/// assert!(velocity.distance(Vec2::new(0.64, 0.48)) < 1e-6, "past it on the right");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vo {
    /// Contacts later than this are of no account. In seconds.
    pub time_horizon: f32,
    /// The weight `w` of the time to a collision against the preferred velocity, where no velocity is free.
    pub weight: f32,
}

impl Default for Vo {
    fn default() -> Self {
        Self { time_horizon: 10.0, weight: 10.0 }
    }
}

impl Vo {
    /// The cone of the velocities that lead to a collision with a neighbour: its apex is the neighbour's velocity. None if
    /// there is nothing to collide with.
    #[must_use]
    pub fn cone(&self, walker: &Walker, neighbour: &Neighbour, time_step: f32) -> Option<Cone> {
        Cone::new(walker, neighbour, 1.0, self.time_horizon * neighbour.horizon_scale, time_step)
    }
}

impl Avoidance for Vo {
    type Memory = CombinedObstacle;

    fn velocity(&self, situation: &Situation<'_>, memory: &mut CombinedObstacle) -> Vec2 {
        memory.choose(situation, self.weight, |neighbour| {
            self.cone(&situation.walker, neighbour, situation.time_step)
        })
    }
}
