use super::cone::Cone;
use super::free_velocity::CombinedObstacle;
use super::{Avoidance, Neighbour, Situation, Walker};
use crate::{Side, Vec2};

/// Hybrid reciprocal velocity obstacles: reciprocal ones that make the wrong side dear, so that agents agree on which side
/// they pass.
///
/// - **Finds** the velocity nearest to the preferred one outside of the cones of all neighbours, inside of the walls, and
///   within the agent's speed; where there is none, the one with the least penalty `w / tc + |v_pref - v|`
///   ([`CombinedObstacle`]).
/// - **Guarantees** what [`Rvo`](super::Rvo) does, whose cone is a part of this one. Two agents see each other on the same
///   side, to the bit.
/// - **Needs** nothing. What is not finite among the neighbours and walls is left out; an agent that is not finite stands still.
/// - **Complexity**: quadratic in the neighbours and walls to find the velocities to look at, each tested against all of them.
/// - **Departs** from the paper: on the centre line, and within a ten-thousandth of it, both pass on the right. A leg is never
///   moved inwards, which the paper's rule does for agents that part already. Where no velocity is free, the penalty of the
///   reciprocal model decides.
///
/// J. Snape, J. van den Berg, S. J. Guy and D. Manocha, *The Hybrid Reciprocal Velocity Obstacle*, 2011,
/// doi:10.1109/TRO.2011.2120810.
///
/// ```
/// use tautline_crowd::Vec2;
/// use tautline_crowd::avoidance::{Avoidance, Hrvo, Neighbour, Situation, Walker};
///
/// // Two agents walk at each other; the preferred velocity is a bit to the left, but the agent is on its way to the right.
/// let (velocity, preferred) = (Vec2::new(1.0, 0.1), Vec2::new(1.0, -0.1));
/// let walker = Walker { velocity, preferred, radius: 1.5, max_speed: 2.0 };
/// let neighbours = [Neighbour { offset: Vec2::new(5.0, 0.0), velocity: -velocity, radius: 1.5, share: 0.5, horizon_scale: 1.0 }];
/// let situation = Situation { walker, neighbours: &neighbours, walls: &[], time_step: 0.25 };
/// assert!(Hrvo::default().velocity(&situation, &mut Default::default()).y > 0.0, "it stays on the right");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hrvo {
    /// Contacts later than this are of no account. In seconds.
    pub time_horizon: f32,
    /// The weight `w` of the time to a collision against the preferred velocity, where no velocity is free.
    pub weight: f32,
}

impl Default for Hrvo {
    fn default() -> Self {
        Self { time_horizon: 10.0, weight: 10.0 }
    }
}

/// The sine of the angle from the centre line to the left below which an agent still passes on the right.
const CENTRE: f32 = 1e-4;

impl Hrvo {
    /// The reciprocal cone, with the leg on the side that the agent should not take moved out to that of the velocity
    /// obstacle. None if there is nothing to collide with.
    ///
    /// The agent passes on the side of the centre line on which its velocity lies. Times are counted from the cone's own apex.
    #[must_use]
    pub fn cone(&self, walker: &Walker, neighbour: &Neighbour, time_step: f32) -> Option<Cone> {
        let cone = Cone::new(
            walker,
            neighbour,
            neighbour.share,
            self.time_horizon * neighbour.horizon_scale,
            time_step,
        )?;
        if cone.is_overlap() {
            return Some(cone);
        }
        // The centre line goes through the apex, which lies between the two velocities.
        let relative = walker.velocity - neighbour.velocity;
        let right = neighbour.offset.cross(relative);
        let passes_right = right >= -CENTRE * neighbour.offset.length() * relative.length();
        Some(cone.widened(if passes_right { Side::Left } else { Side::Right }, neighbour.velocity))
    }
}

impl Avoidance for Hrvo {
    type Memory = CombinedObstacle;

    fn velocity(&self, situation: &Situation<'_>, memory: &mut CombinedObstacle) -> Vec2 {
        memory.choose(situation, self.weight, |neighbour| {
            self.cone(&situation.walker, neighbour, situation.time_step)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two agents 5 apart whose legs have the slope 3/4, this one with some lateral speed, the other one without.
    fn cone(lateral: f32) -> Cone {
        let velocity = Vec2::new(1.0, lateral);
        let walker = Walker { velocity, preferred: velocity, radius: 1.5, max_speed: 2.0 };
        let neighbour = Neighbour {
            offset: Vec2::new(5.0, 0.0),
            velocity: Vec2::new(-1.0, 0.0),
            radius: 1.5,
            share: 0.5,
            horizon_scale: 1.0,
        };
        Hrvo::default().cone(&walker, &neighbour, 0.25).expect("they collide")
    }

    #[test]
    fn on_the_right_the_left_leg_is_that_of_the_velocity_obstacle() {
        // RVO: apex (0, 0.3); right leg y - 0.3 = 3/4 x. VO: apex (-1, 0); left leg y = -3/4 (x + 1).
        // They meet where 3/4 x + 0.3 = -3/4 x - 3/4: x = -0.7, y = -0.225.
        let cone = cone(0.6);
        assert!(cone.apex().distance(Vec2::new(-0.7, -0.225)) < 1e-6, "{:?}", cone.apex());
        assert!(
            !cone.contains(Vec2::new(1.0, 1.06)) && cone.contains(Vec2::new(1.0, 1.04)),
            "right leg: 1.05"
        );
        assert!(
            !cone.contains(Vec2::new(1.0, -1.51)) && cone.contains(Vec2::new(1.0, -1.49)),
            "left leg: -1.5"
        );
    }

    #[test]
    fn on_the_left_the_right_leg_is_that_of_the_velocity_obstacle() {
        let cone = cone(-0.6);
        assert!(cone.apex().distance(Vec2::new(-0.7, 0.225)) < 1e-6, "{:?}", cone.apex());
        assert!(
            !cone.contains(Vec2::new(1.0, -1.06)) && cone.contains(Vec2::new(1.0, -1.04)),
            "left leg: -1.05"
        );
        assert!(
            !cone.contains(Vec2::new(1.0, 1.51)) && cone.contains(Vec2::new(1.0, 1.49)),
            "right leg: 1.5"
        );
    }

    #[test]
    fn on_the_centre_line_both_pass_on_the_right() {
        // RVO: apex (0, 0). The left leg of the VO, y = -3/4 (x + 1), meets the right one of the RVO, y = 3/4 x, at x = -1/2.
        let cone = cone(0.0);
        assert!(cone.apex().distance(Vec2::new(-0.5, -0.375)) < 1e-6, "{:?}", cone.apex());
        assert!(
            cone.contains(Vec2::new(1.0, 0.0)) && !cone.contains(Vec2::new(-1.5, 0.0)),
            "it points to the neighbour"
        );
    }

    #[test]
    fn agents_that_part_keep_the_reciprocal_cone() {
        let away = Walker {
            velocity: Vec2::new(-1.0, 0.1),
            preferred: Vec2::new(1.0, 0.0),
            radius: 1.5,
            max_speed: 2.0,
        };
        let neighbour = Neighbour {
            offset: Vec2::new(5.0, 0.0),
            velocity: Vec2::new(1.0, 0.0),
            radius: 1.5,
            share: 0.5,
            horizon_scale: 1.0,
        };
        let cone = Hrvo::default().cone(&away, &neighbour, 0.25).expect("they may collide");
        assert_eq!(cone.apex(), Vec2::new(0.0, 0.05));
    }
}
