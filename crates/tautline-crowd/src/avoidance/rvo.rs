use super::cone::Cone;
use super::free_velocity::CombinedObstacle;
use super::{Avoidance, Neighbour, Situation, Walker};
use crate::Vec2;

/// Reciprocal velocity obstacles: an agent does its share of the evasion, and its neighbour the rest.
///
/// - **Finds** the velocity nearest to the preferred one outside of the combined reciprocal velocity obstacle, inside of the
///   walls, and within the agent's speed; where there is none, the one with the least penalty `w / tc + |v_pref - v|`
///   ([`CombinedObstacle`]).
/// - **Guarantees** no collision between two agents that both find a free velocity and pass on the same side. With more of
///   them they may not agree on the sides, and large symmetric crowds can come to a standstill: [`Hrvo`](super::Hrvo) sees to
///   the sides.
/// - **Needs** nothing. What is not finite among the neighbours and walls is left out; an agent that is not finite stands still.
/// - **Complexity**: quadratic in the neighbours and walls to find the velocities to look at, each tested against all of them.
/// - **Departs** from the paper: the velocity is not sampled but chosen exactly. An agent between two equally good ways
///   takes the right one.
///
/// J. van den Berg, M. Lin and D. Manocha, *Reciprocal Velocity Obstacles for Real-Time Multi-Agent Navigation*, 2008,
/// doi:10.1109/ROBOT.2008.4543489.
///
/// ```
/// use tautline_crowd::Vec2;
/// use tautline_crowd::avoidance::{Avoidance, Neighbour, Rvo, Situation, Walker};
///
/// // Two agents walk at each other; the apex is between their velocities, at zero.
/// let ahead = Vec2::new(1.0, 0.0);
/// let walker = Walker { velocity: ahead, preferred: ahead, radius: 1.5, max_speed: 2.0 };
/// let neighbours = [Neighbour { offset: Vec2::new(5.0, 0.0), velocity: -ahead, radius: 1.5, share: 0.5, horizon_scale: 1.0 }];
/// let situation = Situation { walker, neighbours: &neighbours, walls: &[], time_step: 0.25 };
/// let velocity = Rvo::default().velocity(&situation, &mut Default::default());
/// assert!(velocity.distance(Vec2::new(0.64, 0.48)) < 1e-6, "past it on the right");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rvo {
    /// Contacts later than this are of no account. In seconds.
    pub time_horizon: f32,
    /// The weight `w` of the time to a collision against the preferred velocity, where no velocity is free.
    pub weight: f32,
}

impl Default for Rvo {
    fn default() -> Self {
        Self { time_horizon: 10.0, weight: 10.0 }
    }
}

impl Rvo {
    /// The cone of the velocities `v` that are too little of an evasion: with a share of a half, those for which `2v - v_A`
    /// is in the velocity obstacle. Its apex is the agent's velocity times one minus its share, plus the neighbour's times
    /// the share. None if there is nothing to collide with.
    #[must_use]
    pub fn cone(&self, walker: &Walker, neighbour: &Neighbour, time_step: f32) -> Option<Cone> {
        Cone::new(walker, neighbour, neighbour.share, self.time_horizon * neighbour.horizon_scale, time_step)
    }
}

impl Avoidance for Rvo {
    type Memory = CombinedObstacle;

    fn velocity(&self, situation: &Situation<'_>, memory: &mut CombinedObstacle) -> Vec2 {
        memory.choose(situation, self.weight, |neighbour| {
            self.cone(&situation.walker, neighbour, situation.time_step)
        })
    }
}
