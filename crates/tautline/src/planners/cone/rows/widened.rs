use crate::planners::cone::rows::turn::{Bound, Wedge};

/// A tile has 2 to the power of this many steps.
const STEPS: u32 = 10;

/// The wedge of a corner that is seen from a point, and the slope of its ray, a little farther out than the line on which the path came,
/// which led so many parts of a tile along x and y.
///
/// That line goes through one corner only, so that where it crosses rows can be a fraction with any denominator, for which
/// [`Scale`](crate::planners::cone::rows::scale::Scale) does not vouch. The ray is therefore turned outwards, until it goes a whole number of steps to the side
/// with each row. Paths into what is added turn to the wrong side: they are legal, and not shortest, so that nothing comes of them
/// but work.
///
/// What `Scale` promises holds of the new ray. Its ends are whole numbers of steps, and each is kept exactly. A step is P / 2¹⁰ parts,
/// more than M: whole numbers are told from all others. And k rows from the corner, the end of another ray, through the corner at
/// (dx, dy) with dy ≤ k, is n · k / 2¹⁰ − k · dx / dy tiles away: zero, or at least k / (2¹⁰ · dy) ≥ 1 / 2¹⁰. What is kept of it is less
/// than H parts less, and P / 2¹⁰ − H is more than M.
///
/// A ray never has to leave the map within one row: where the line does, the row bounds the wedge, or a ray as flat as the map is wide.
pub(in crate::planners::cone) fn widened<const BITS: u32>(
    wedge: Wedge,
    (dx, dy): (i64, i64),
    width: u32,
) -> (Wedge, i64) {
    let (over, under) = (dx << STEPS, dy.abs());
    let flattest = i64::from(width) << STEPS;
    let steps = if wedge.right == Bound::Ray {
        let steps = -(-over).div_euclid(under);
        if steps > flattest {
            return (Wedge { right: Bound::Row, ..wedge }, 0);
        }
        steps.max(-flattest)
    } else if wedge.left == Bound::Ray {
        let steps = over.div_euclid(under);
        if steps < -flattest {
            return (Wedge { left: Bound::Row, ..wedge }, 0);
        }
        steps.min(flattest)
    } else {
        0
    };
    (wedge, steps << (BITS - STEPS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planners::cone::rows::scale::{COARSE, FINE};

    const LEFT: Wedge = Wedge { down: 1, left: Bound::Ray, right: Bound::Wall, flat: 0 };
    const RIGHT: Wedge = Wedge { down: -1, left: Bound::Row, right: Bound::Ray, flat: -1 };

    #[test]
    fn rays_turn_outwards_by_less_than_a_step() {
        for dx in (-3000..3000).step_by(7) {
            for dy in [1, 2, 700, 1023, 1024, 1 << 20, (1 << 20) + 1] {
                let exact = i128::from(dx) << FINE;
                let step = i128::from(dy) << (FINE - STEPS);
                for (wedge, sign) in [(LEFT, -1), (RIGHT, 1)] {
                    let (same, slope) = widened::<FINE>(wedge, (dx, i64::from(wedge.down) * dy), 5000);
                    let beyond = (i128::from(slope) * i128::from(dy) - exact) * sign;
                    assert!(same == wedge && (0..step).contains(&beyond), "{dx} {dy} {slope}");
                }
            }
        }
    }

    #[test]
    fn rays_stay_on_the_map() {
        let far = 1 << 40;
        assert_eq!(widened::<COARSE>(LEFT, (-far, 1), 20), (Wedge { left: Bound::Row, ..LEFT }, 0));
        assert_eq!(widened::<COARSE>(LEFT, (far, 1), 20), (LEFT, 20 << COARSE));
        assert_eq!(widened::<COARSE>(RIGHT, (far, 1), 20), (Wedge { right: Bound::Row, ..RIGHT }, 0));
        assert_eq!(widened::<COARSE>(RIGHT, (-far, 1), 20), (RIGHT, -20 << COARSE));
        let rows = Wedge { left: Bound::Row, ..LEFT };
        assert_eq!(widened::<COARSE>(rows, (7, 0), 20), (rows, 0));
    }
}
