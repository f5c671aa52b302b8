use std::f32::consts::{PI, TAU};

use crate::Vec2;

/// Context steering: behaviours write into slots how much they would like to go in a direction and how dangerous it is, and one
/// direction is chosen with all of that in view.
///
/// Where a [sum](crate::combine::weighted_sum) of steerings goes between two targets and into the enemy that stands there, this
/// goes to one of the targets.
///
/// There are `N` slots, at equal angles from the x axis on, at least 8. A direction with a strength gives each slot the strength
/// times the cosine of the angle between them, and nothing beyond a right angle; a slot keeps the most it was given.
///
/// Andrew Fray, "Context Steering: Behavior-Driven Steering at the Macro Scale", Game AI Pro 2 (2015).
///
/// ```
/// use tautline_crowd::{ContextMap, Vec2};
/// let mut map = ContextMap::<16>::new();
/// map.add_interest(Vec2::new(1.0, 0.2), 1.0);
/// assert!(map.heading().distance(Vec2::new(1.0, 0.2).normalized()) < 1e-5);
/// map.add_danger(Vec2::new(1.0, 0.0), 1.0);
/// assert!(map.heading().x < 1e-5, "around it");
/// map.clear();
/// assert_eq!(map.heading(), Vec2::ZERO, "nothing is of interest");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ContextMap<const N: usize> {
    directions: [Vec2; N],
    interest: [f32; N],
    danger: [f32; N],
}

/// How much more danger than the least a slot may have and still be chosen, as a part of the greatest danger.
const TOLERANCE: f32 = 1e-3;

impl<const N: usize> ContextMap<N> {
    /// The angle between two slots.
    const STEP: f32 = TAU / N as f32;

    /// A map without interests and dangers.
    #[must_use]
    pub fn new() -> Self {
        // With fewer, a slot's neighbours can be beyond a right angle from the direction that the slot is nearest to.
        const { assert!(N >= 8, "a context map has at least 8 slots") }
        let directions = std::array::from_fn(|slot| Vec2::from_angle(Self::STEP * slot as f32));
        Self { directions, interest: [0.0; N], danger: [0.0; N] }
    }

    /// Forgets all interests and dangers.
    pub fn clear(&mut self) {
        self.interest = [0.0; N];
        self.danger = [0.0; N];
    }

    /// Something of interest is in a direction of any length. Strengths that are not above 0, and what is not finite, count as
    /// nothing.
    pub fn add_interest(&mut self, direction: Vec2, strength: f32) {
        add(&self.directions, &mut self.interest, direction, strength);
    }

    /// Something dangerous is in a direction of any length. Strengths that are not above 0, and what is not finite, count as
    /// nothing.
    pub fn add_danger(&mut self, direction: Vec2, strength: f32) {
        add(&self.directions, &mut self.danger, direction, strength);
    }

    /// The directions of the slots.
    #[must_use]
    pub fn directions(&self) -> &[Vec2; N] {
        &self.directions
    }

    /// How interesting each slot is.
    #[must_use]
    pub fn interest(&self) -> &[f32; N] {
        &self.interest
    }

    /// How dangerous each slot is.
    #[must_use]
    pub fn danger(&self) -> &[f32; N] {
        &self.danger
    }

    /// The direction to go in, of length 1; none if nothing is of interest where it is safe.
    ///
    /// Of the slots with the least danger, give or take a thousandth of the greatest one, it is the one with the highest
    /// interest, the first of equals, moved towards the neighbour that is the more interesting of the two by up to half a slot,
    /// but not towards one that is too dangerous. For a single interest and no danger it is the direction of that interest
    /// itself, and turns as it turns. Where two neighbouring slots are equally interesting, both give the direction between them.
    /// It jumps where the highest interest goes over to a slot that is no neighbour, and by up to a slot where a danger closes or
    /// opens one.
    #[must_use]
    pub fn heading(&self) -> Vec2 {
        let least = self.danger.iter().copied().fold(f32::INFINITY, f32::min);
        let most = self.danger.iter().copied().fold(0.0, f32::max);
        let is_safe = |slot: usize| self.danger[slot] - least <= most * TOLERANCE;
        let mut chosen: Option<usize> = None;
        for slot in (0..N).filter(|&slot| is_safe(slot) && self.interest[slot] > 0.0) {
            if chosen.is_none_or(|chosen| self.interest[slot] > self.interest[chosen]) {
                chosen = Some(slot);
            }
        }
        let Some(chosen) = chosen else {
            return Vec2::ZERO;
        };
        let (before, after) = ((chosen + N - 1) % N, (chosen + 1) % N);
        // As parts of the chosen one's, so that no strength is too large for the sums.
        let part = |slot: usize| self.interest[slot] / self.interest[chosen];
        let (left, right) = (part(before), part(after));
        if !is_safe(if right > left { after } else { before }) {
            return self.directions[chosen];
        }
        // The parabola through the three values has its peak at half of this, from -1 to 1 slots; the arc tangent makes that
        // exact for a cosine.
        let peak = (right - left) / (2.0 - left - right);
        if !peak.is_finite() {
            return self.directions[chosen];
        }
        let half = PI / N as f32;
        self.directions[chosen].turned(Vec2::new(1.0, half.tan() * peak).normalized())
    }
}

impl<const N: usize> Default for ContextMap<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Gives each slot what a direction with a strength gives it.
fn add<const N: usize>(directions: &[Vec2; N], values: &mut [f32; N], direction: Vec2, strength: f32) {
    if !strength.is_finite() || strength <= 0.0 {
        return;
    }
    let direction = direction.normalized();
    for (slot, value) in directions.iter().zip(values) {
        // A cosine can be rounded to more than 1, which the greatest strength has no room for.
        *value = value.max(strength * slot.dot(direction).min(1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combine::weighted_sum;
    use crate::testing::assert_close;

    fn degrees(angle: f32) -> Vec2 {
        Vec2::from_angle(angle.to_radians())
    }

    /// The angle from one direction to another.
    fn turn(from: Vec2, to: Vec2) -> f32 {
        from.cross(to).atan2(from.dot(to))
    }

    #[test]
    fn the_greatest_strength_stays_finite() {
        let mut map = ContextMap::<12>::new();
        map.add_interest(Vec2::new(-2.240_693_6, 3.880_842_4), f32::MAX);
        assert!(map.interest().iter().all(|value| value.is_finite()), "{:?}", map.interest());
    }

    #[test]
    fn slots_take_the_most_of_the_cosines() {
        let mut map = ContextMap::<8>::new();
        map.add_interest(Vec2::new(7.0, 0.0), 2.0);
        map.add_interest(Vec2::new(0.0, 3.0), 1.0);
        let half = 0.5_f32.sqrt();
        let expected = [2.0, 2.0 * half, 1.0, half, 0.0, 0.0, 0.0, 2.0 * half];
        for (slot, (found, expected)) in map.interest().iter().zip(expected).enumerate() {
            assert!((found - expected).abs() < 1e-6, "slot {slot}: {found}, expected {expected}");
        }
        assert!(map.danger().iter().all(|&danger| danger <= 0.0));
    }

    #[test]
    fn a_single_interest_is_met_exactly() {
        for angle in 0..720_u16 {
            let target = degrees(f32::from(angle) / 2.0);
            let mut map = ContextMap::<8>::new();
            map.add_interest(target * 5.0, 0.3);
            assert_close(map.heading(), target);
        }
    }

    #[test]
    fn the_heading_turns_as_the_target_turns() {
        // By no more than twice the change, and the rounding of single precision.
        const BOUND: f32 = 2.0;
        let change = 1e-3;
        let heading = |angle: f32, other: f32| {
            let mut map = ContextMap::<16>::new();
            map.add_interest(Vec2::from_angle(angle), 1.0);
            // A weaker one that takes part, but is never the highest.
            map.add_interest(Vec2::from_angle(angle + 2.0), other);
            map.heading()
        };
        for other in [0.0, 0.9] {
            for step in 0..6284_u16 {
                let angle = f32::from(step) * change;
                let turned = turn(heading(angle, other), heading(angle + change, other)).abs();
                assert!(turned <= BOUND * change + 1e-5, "by {turned} at {angle}");
            }
        }
    }

    #[test]
    fn neighbours_that_are_equal_give_the_same_direction() {
        // Two interests that are mixed in the slots' values: from one slot to the next there is no jump.
        let heading = |angle: f32| {
            let mut map = ContextMap::<16>::new();
            map.add_interest(Vec2::from_angle(angle), 1.0);
            map.add_interest(Vec2::from_angle(0.9), 0.95);
            map.heading()
        };
        for step in 0..900_u16 {
            let angle = f32::from(step) * 1e-3;
            let turned = turn(heading(angle), heading(angle + 1e-3)).abs();
            assert!(turned < 0.02, "by {turned} at {angle}");
        }
    }

    #[test]
    fn an_enemy_between_two_targets() {
        let (enemy, targets) = (degrees(0.0), [degrees(80.0), degrees(-80.0)]);
        // The sum of both targets, and of fleeing from an enemy that weighs less than they do, goes straight into the enemy.
        let sum = weighted_sum(&[(1.0, targets[0]), (1.0, targets[1]), (0.3, -enemy)]);
        assert_close(sum.normalized(), enemy);
        let mut map = ContextMap::<16>::new();
        for target in targets {
            map.add_interest(target, 1.0);
        }
        map.add_danger(enemy, 0.3);
        let heading = map.heading();
        assert!(heading.dot(enemy) < 0.01, "{heading:?}");
        assert!(targets.iter().any(|target| target.dot(heading) > 0.98), "{heading:?}");
        // With the second target nearer than the first, that one.
        map.add_interest(targets[1], 1.1);
        assert_close(map.heading(), degrees(-90.0));
    }

    #[test]
    fn danger_masks_interest() {
        let mut map = ContextMap::<16>::new();
        map.add_interest(degrees(45.0), 1.0);
        map.add_interest(degrees(180.0), 0.1);
        map.add_danger(degrees(0.0), 1.0);
        // Of the slots from 90° to 270°, the one at 90° is the nearest to the target; it does not lean to the one at 67.5°.
        assert_close(map.heading(), degrees(90.0));
        // Danger everywhere, and the least of it at 90°.
        map.add_danger(degrees(180.0), 1.0);
        map.add_danger(degrees(90.0), 0.1);
        map.add_danger(degrees(-90.0), 1.0);
        assert_close(map.heading(), degrees(90.0));
    }

    #[test]
    fn nothing_safe_is_of_interest() {
        let mut map = ContextMap::<16>::new();
        map.add_danger(degrees(30.0), 1.0);
        assert_eq!(map.heading(), Vec2::ZERO);
        map.add_interest(degrees(30.0), f32::NAN);
        map.add_interest(Vec2::new(f32::INFINITY, 0.0), 1.0);
        map.add_interest(Vec2::new(1.0, f32::NAN), 1.0);
        map.add_interest(Vec2::ZERO, 1.0);
        map.add_interest(degrees(30.0), -1.0);
        assert_eq!(map.heading(), Vec2::ZERO);
    }
}
