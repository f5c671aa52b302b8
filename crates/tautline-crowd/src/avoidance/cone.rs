use super::{Neighbour, Walker};
use crate::{Side, Vec2};

/// A line of velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// A velocity on the line.
    pub(super) point: Vec2,
    /// Along the line, of length 1.
    pub(super) direction: Vec2,
}

impl Line {
    /// How far to the right of the line a velocity lies.
    fn right_of(&self, velocity: Vec2) -> f32 {
        self.direction.cross(velocity - self.point)
    }

    /// The velocity on the line that is nearest to another one.
    pub(super) fn nearest(&self, velocity: Vec2) -> Vec2 {
        self.point + self.direction * self.direction.dot(velocity - self.point)
    }

    /// Where two lines meet; none if they are parallel.
    pub(super) fn meets(&self, other: &Self) -> Option<Vec2> {
        let turn = self.direction.cross(other.direction);
        let along = (other.point - self.point).cross(other.direction) / turn;
        (turn.abs() > PARALLEL).then(|| self.point + self.direction * along)
    }
}

/// Lines that are turned by less than this do not meet.
const PARALLEL: f32 = 1e-6;

/// How much deeper agents may be pressed into each other before it counts in full, as a part of the sum of their radii.
const PRESS: f32 = 0.05;

/// The smallest share for which times are told: an agent with no part in the evasion would collide at once.
const LEAST_SHARE: f32 = 0.01;

/// The velocities that lead to a collision with one neighbour: a cone that points to where the neighbour is.
///
/// Its legs do not belong to it: an agent that moves along a leg touches its neighbour but does not collide. A velocity whose first
/// contact comes after the time horizon does not belong to it either.
///
/// For agents that overlap it is a half-plane: all velocities with which they would not come apart within the next step, or as
/// fast as the agent can be if that is less.
///
/// ```
/// use tautline_crowd::Vec2;
/// use tautline_crowd::avoidance::{Neighbour, Vo, Walker};
///
/// let walker = Walker { velocity: Vec2::ZERO, preferred: Vec2::new(1.0, 0.0), radius: 1.0, max_speed: 2.0 };
/// let neighbour = Neighbour { offset: Vec2::new(4.0, 0.0), velocity: Vec2::new(-1.0, 0.0), radius: 1.0, share: 0.5, horizon_scale: 1.0 };
/// let cone = Vo::default().cone(&walker, &neighbour, 0.25).expect("they may collide");
/// assert_eq!(cone.apex(), neighbour.velocity);
/// assert!(cone.contains(Vec2::new(1.0, 0.0)), "straight into it");
/// assert_eq!(cone.time_to_collision(Vec2::new(1.0, 0.0)), 1.0, "two tiles between them, at speed two");
/// assert!(!cone.contains(Vec2::new(-2.0, 0.0)), "away from it, and faster");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    pub(super) left: Line,
    pub(super) right: Line,
    apex: Vec2,
    offset: Vec2,
    /// The direction of the offset.
    towards: Vec2,
    /// The sum of the radii.
    radius: f32,
    /// The square of the tangent from the agent to the disc around its neighbour; negative if they overlap.
    tangent_squared: f32,
    /// How much of a change of the relative velocity is the agent's own.
    share: f32,
    /// The latest contact that counts, for the agent's own part of the velocity.
    horizon: f32,
}

impl Cone {
    /// The cone of the velocities with which an agent that does a share of the evasion does too little, its apex as far from
    /// the agent's own velocity to the neighbour's. None if the neighbour cannot be collided with: without an extent, or not
    /// finite.
    pub(super) fn new(
        walker: &Walker,
        neighbour: &Neighbour,
        share: f32,
        time_horizon: f32,
        time_step: f32,
    ) -> Option<Self> {
        let share = share.clamp(0.0, 1.0);
        let Neighbour { offset, velocity, .. } = *neighbour;
        let radius = walker.radius.max(0.0) + neighbour.radius.max(0.0);
        let distance = offset.length();
        let tangent_squared = (distance - radius) * (distance + radius);
        let apex = walker.velocity * (1.0 - share) + velocity * share;
        let is_sound =
            tangent_squared.is_finite() && radius > 0.0 && neighbour.radius.is_finite() && apex.is_finite();
        if !is_sound || !offset.is_finite() {
            return None;
        }
        // Agents in the same place go on as they part, or else each where it wants to.
        let towards = [offset, velocity - walker.velocity, -walker.preferred]
            .into_iter()
            .map(Vec2::normalized)
            .find(|&towards| towards != Vec2::ZERO)
            .unwrap_or(Vec2::new(1.0, 0.0));
        let (apex, leg) = if tangent_squared < 0.0 {
            let apart = ((radius - distance) / time_step.max(0.0)).min(walker.max_speed);
            (apex - towards * (apart * share), Vec2::new(0.0, 1.0))
        } else {
            (apex, Vec2::new(tangent_squared.sqrt(), radius) / distance)
        };
        let line = |direction| Line { point: apex, direction };
        Some(Self {
            left: line(towards.turned(Vec2::new(leg.x, -leg.y))),
            right: line(towards.turned(leg)),
            apex,
            offset,
            towards,
            radius,
            tangent_squared,
            share: share.max(LEAST_SHARE),
            horizon: time_horizon / share.max(LEAST_SHARE),
        })
    }

    /// The cone with one leg moved out to a velocity; unchanged if the velocity lies inside of that leg.
    pub(super) fn widened(mut self, side: Side, to: Vec2) -> Self {
        let (leg, outwards) = match side {
            Side::Left => (&mut self.left, -1.0),
            Side::Right => (&mut self.right, 1.0),
        };
        if leg.right_of(to) * outwards > 0.0 {
            leg.point = to;
            // Legs that form a straight line meet nowhere: the apex may stay anywhere between them.
            self.apex = self.left.meets(&self.right).unwrap_or(self.apex);
        }
        self
    }

    /// Where the legs meet.
    #[must_use]
    pub fn apex(&self) -> Vec2 {
        self.apex
    }

    /// The direction of a leg, of length 1; left and right are as seen from the apex along the centre line.
    #[must_use]
    pub fn leg(&self, side: Side) -> Vec2 {
        match side {
            Side::Left => self.left.direction,
            Side::Right => self.right.direction,
        }
    }

    /// Whether the agents overlap already.
    #[must_use]
    pub fn is_overlap(&self) -> bool {
        self.tangent_squared < 0.0
    }

    /// Whether a velocity lies in the cone, and its first contact within the time horizon.
    #[must_use]
    pub fn contains(&self, velocity: Vec2) -> bool {
        self.left.right_of(velocity) > 0.0
            && self.right.right_of(velocity) < 0.0
            && (self.is_overlap() || self.is_soon(velocity - self.apex))
    }

    /// How far inside of the cone a velocity lies, from the nearer leg; zero outside of it.
    #[must_use]
    pub fn depth_inside(&self, velocity: Vec2) -> f32 {
        let depth = self.left.right_of(velocity).min(-self.right.right_of(velocity));
        if self.contains(velocity) { depth } else { 0.0 }
    }

    /// Whether a velocity, seen from the apex, leads to a contact within the time horizon: either the nearest approach comes
    /// within it, or the agents overlap at its end.
    fn is_soon(&self, velocity: Vec2) -> bool {
        self.offset.dot(velocity) <= self.horizon * velocity.length_squared()
            || (self.offset - velocity * self.horizon).length_squared() < self.radius * self.radius
    }

    /// How long it takes until the agents touch if this one takes a velocity and the neighbour does its part as well;
    /// infinite outside of the cone, zero for agents that overlap.
    #[must_use]
    pub fn time_to_collision(&self, velocity: Vec2) -> f32 {
        if !self.contains(velocity) {
            return f32::INFINITY;
        }
        if self.is_overlap() {
            return 0.0;
        }
        let velocity = velocity - self.apex;
        let along = self.offset.dot(velocity);
        let root = (along * along - velocity.length_squared() * self.tangent_squared).max(0.0).sqrt();
        self.share * self.tangent_squared / (along + root).max(f32::MIN_POSITIVE)
    }

    /// How pressing a collision is: zero outside of the cone, otherwise about one by the time to it. It is finite, and the
    /// larger the faster the agents approach, also where they touch or overlap.
    pub(super) fn urgency(&self, velocity: Vec2) -> f32 {
        if !self.contains(velocity) {
            return 0.0;
        }
        let approach = self.towards.dot(velocity - self.apex).max(f32::MIN_POSITIVE);
        1.0 / (self.time_to_collision(velocity) + self.share * PRESS * self.radius / approach)
    }

    /// Whether an agent that is no faster than this can collide within the time horizon at all.
    pub(super) fn is_within_reach(&self, max_speed: f32) -> bool {
        let nearest = self.offset.length() - self.radius;
        self.is_overlap() || nearest <= self.horizon * (max_speed + self.apex.length())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cone(offset: Vec2, share: f32, horizon: f32) -> Cone {
        let walker = Walker {
            velocity: Vec2::new(1.0, 0.0),
            preferred: Vec2::new(1.0, 0.0),
            radius: 1.0,
            max_speed: 2.0,
        };
        let neighbour =
            Neighbour { offset, velocity: Vec2::new(-1.0, 0.0), radius: 2.0, share, horizon_scale: 1.0 };
        Cone::new(&walker, &neighbour, share, horizon, 0.5).expect("sound")
    }

    #[test]
    fn legs_touch_the_disc() {
        // 3-4-5: the sine of the half angle is 3/5.
        let cone = cone(Vec2::new(5.0, 0.0), 1.0, f32::INFINITY);
        assert_eq!(cone.apex(), Vec2::new(-1.0, 0.0));
        assert_eq!(cone.leg(Side::Left), Vec2::new(0.8, -0.6));
        assert_eq!(cone.leg(Side::Right), Vec2::new(0.8, 0.6));
    }

    #[test]
    fn legs_and_apex_do_not_belong_to_it() {
        let cone = cone(Vec2::new(5.0, 0.0), 1.0, f32::INFINITY);
        assert!(!cone.contains(cone.apex()));
        assert!(!cone.contains(Vec2::new(0.6, -1.2)) && !cone.contains(Vec2::new(0.6, 1.2)), "twice a leg");
        assert!(cone.contains(Vec2::new(0.6, -1.19)) && cone.contains(Vec2::new(0.6, 1.19)));
        assert!(!cone.contains(Vec2::new(-2.0, 0.0)), "it points to the neighbour");
    }

    #[test]
    fn time_is_that_of_the_own_part() {
        // Two tiles between them. From the apex the velocity is 1: as a change of the whole, 1/share.
        let whole = cone(Vec2::new(5.0, 0.0), 1.0, f32::INFINITY);
        assert!((whole.time_to_collision(Vec2::ZERO) - 2.0).abs() < 1e-6);
        let half = cone(Vec2::new(5.0, 0.0), 0.5, f32::INFINITY);
        assert_eq!(half.apex(), Vec2::ZERO);
        assert!((half.time_to_collision(Vec2::new(1.0, 0.0)) - 1.0).abs() < 1e-6);
        assert!(half.time_to_collision(Vec2::new(-1.0, 0.0)).is_infinite());
    }

    #[test]
    fn what_comes_after_the_horizon_is_free() {
        // 2 tiles at 0.5 take 4.
        let slow = Vec2::new(-0.5, 0.0);
        assert!(cone(Vec2::new(5.0, 0.0), 1.0, 4.1).contains(slow));
        assert!(!cone(Vec2::new(5.0, 0.0), 1.0, 3.9).contains(slow));
        assert!(!cone(Vec2::new(5.0, 0.0), 0.5, 1.9).contains(Vec2::new(0.5, 0.0)));
        assert!(cone(Vec2::new(5.0, 0.0), 0.5, 2.1).contains(Vec2::new(0.5, 0.0)));
    }

    #[test]
    fn overlap_is_a_half_plane_that_asks_to_part() {
        // An overlap of 0.5 within a step of 0.5: one tile a second, of which the agent does a half.
        let cone = cone(Vec2::new(2.5, 0.0), 0.5, 10.0);
        assert!(cone.is_overlap());
        assert_eq!(cone.apex(), Vec2::new(-0.5, 0.0));
        assert!(cone.contains(Vec2::new(-0.4, 9.0)) && !cone.contains(Vec2::new(-0.6, -9.0)));
        assert!(cone.time_to_collision(Vec2::ZERO).abs() < 1e-6);
        let (slow, fast) = (cone.urgency(Vec2::ZERO), cone.urgency(Vec2::new(1.0, 0.0)));
        assert!(0.0 < slow && slow < fast && fast.is_finite());
    }

    #[test]
    fn agents_in_one_place_part_as_they_move() {
        let cone = cone(Vec2::ZERO, 0.5, 10.0);
        assert!(cone.contains(Vec2::new(-1.5, 0.0)) && !cone.contains(Vec2::new(1.5, 0.0)));
    }
}
