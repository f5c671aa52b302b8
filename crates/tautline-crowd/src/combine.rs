//! How several steerings become one.

use crate::Vec2;
use crate::vehicle::finite;

/// The sum of steerings, each times its weight. Those that are not finite, or become so, are left out.
///
/// ```
/// use tautline_crowd::{Vec2, combine::weighted_sum};
/// let sum = weighted_sum(&[(2.0, Vec2::new(1.0, 0.0)), (0.5, Vec2::new(0.0, 4.0))]);
/// assert_eq!(sum, Vec2::new(2.0, 2.0));
/// ```
#[must_use]
pub fn weighted_sum(steerings: &[(f32, Vec2)]) -> Vec2 {
    finite(steerings.iter().fold(Vec2::ZERO, |sum, &(weight, steering)| sum + finite(steering * weight)))
}

/// The first steering in order of priority that is longer than its threshold; none if there is no such one. The behaviours after
/// it are not asked. Steerings that are not finite do not count.
///
/// ```
/// use tautline_crowd::{Vec2, combine::by_priority};
/// let (avoid, seek) = (Vec2::new(0.0, 0.01), Vec2::new(1.0, 0.0));
/// assert_eq!(by_priority(&mut [(0.1, &mut || avoid), (0.0, &mut || seek)]), seek);
/// assert_eq!(by_priority(&mut [(0.0, &mut || avoid), (0.0, &mut || unreachable!())]), avoid);
/// ```
#[must_use]
pub fn by_priority(behaviours: &mut [(f32, &mut dyn FnMut() -> Vec2)]) -> Vec2 {
    let answers = behaviours.iter_mut().map(|(threshold, behaviour)| (*threshold, behaviour()));
    let mut long =
        answers.filter(|&(threshold, steering)| steering.is_finite() && steering.length() > threshold);
    long.next().map_or(Vec2::ZERO, |(_, steering)| steering)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_leaves_out_what_is_not_finite() {
        let steerings = [
            (1.0, Vec2::new(1.0, 2.0)),
            (1.0, Vec2::new(f32::NAN, 0.0)),
            (f32::INFINITY, Vec2::new(1.0, 0.0)),
        ];
        assert_eq!(weighted_sum(&steerings), Vec2::new(1.0, 2.0));
        assert_eq!(weighted_sum(&[]), Vec2::ZERO);
        assert_eq!(
            weighted_sum(&[(-2.0, Vec2::new(1.0, 0.0)), (3.0, Vec2::new(1.0, 1.0))]),
            Vec2::new(1.0, 3.0)
        );
    }

    #[test]
    fn the_first_that_is_long_enough_wins_and_the_rest_is_not_asked() {
        let mut asked = [0; 4];
        let [first, second, third, fourth] = &mut asked;
        let answer = |count: &mut u8, x: f32| {
            *count += 1;
            Vec2::new(x, 0.0)
        };
        let found = by_priority(&mut [
            (0.5, &mut || answer(first, 0.5)),
            (0.0, &mut || answer(second, f32::NAN)),
            (0.5, &mut || answer(third, -0.6)),
            (0.0, &mut || answer(fourth, 9.0)),
        ]);
        assert_eq!(found, Vec2::new(-0.6, 0.0));
        assert_eq!(asked, [1, 1, 1, 0]);
    }

    #[test]
    fn none_is_long_enough() {
        assert_eq!(
            by_priority(&mut [(1.0, &mut || Vec2::new(1.0, 0.0)), (0.0, &mut || Vec2::ZERO)]),
            Vec2::ZERO
        );
        assert_eq!(by_priority(&mut []), Vec2::ZERO);
    }
}
