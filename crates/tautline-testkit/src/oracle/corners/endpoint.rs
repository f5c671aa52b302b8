use tautline::geometry::Corner;
use tautline::moves::CornerRule;

use super::segment::touched;
use crate::world::{PlainWorld, Quadrant};

/// A start or a goal: a corner, and which of its quadrants is meant where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// The corner.
    pub corner: Corner,
    /// The quadrant that the path leaves into or arrives from. It matters on a double corner under the rule `Closed`
    /// only; `None` means the south-east one.
    pub quadrant: Option<Quadrant>,
}

impl Endpoint {
    /// This corner, seen from one of its quadrants.
    #[must_use]
    pub const fn within(corner: Corner, quadrant: Quadrant) -> Self {
        Self { corner, quadrant: Some(quadrant) }
    }
}

impl From<Corner> for Endpoint {
    fn from(corner: Corner) -> Self {
        Self { corner, quadrant: None }
    }
}

/// Why a corner cannot be a start or a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum EndpointError {
    /// None of its quadrants is free, or it lies outside the map.
    #[error("no cell around the corner {corner} is free")]
    Blocked {
        /// The corner.
        corner: Corner,
    },
    /// The named quadrant is blocked.
    #[error("the cell {quadrant} of the corner {corner} is blocked")]
    BlockedQuadrant {
        /// The corner.
        corner: Corner,
        /// The quadrant.
        quadrant: Quadrant,
    },
    /// A double corner under the rule `Closed`, its south-east quadrant is blocked, and none is named.
    #[error("two obstacles meet at the corner {corner}, and nothing says which side of them is meant")]
    Ambiguous {
        /// The corner.
        corner: Corner,
    },
}

/// A corner as a path can stand on it: under `Closed`, each double corner is two places that have nothing to do with
/// each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) corner: Corner,
    /// The quadrant within which paths come and go; `None` where that does not matter.
    pub(super) side: Option<Quadrant>,
}

impl Place {
    /// All places at a corner: none without a free quadrant, two on a double corner under `Closed`, otherwise one.
    pub(super) fn all_at(world: &PlainWorld, rule: CornerRule, corner: Corner) -> Vec<Self> {
        if world.free_quadrants(corner).next().is_none() {
            Vec::new()
        } else if rule == CornerRule::Closed && world.is_double_corner(corner) {
            world.free_quadrants(corner).map(|quadrant| Self { corner, side: Some(quadrant) }).collect()
        } else {
            vec![Self { corner, side: None }]
        }
    }

    /// The place that a start or a goal means.
    pub(super) fn of(
        world: &PlainWorld,
        rule: CornerRule,
        endpoint: Endpoint,
    ) -> Result<Self, EndpointError> {
        let Endpoint { corner, quadrant } = endpoint;
        if world.free_quadrants(corner).next().is_none() {
            return Err(EndpointError::Blocked { corner });
        }
        if let Some(quadrant) = quadrant
            && !world.is_free_at(corner, quadrant)
        {
            return Err(EndpointError::BlockedQuadrant { corner, quadrant });
        }
        if rule == CornerRule::Open || !world.is_double_corner(corner) {
            return Ok(Self { corner, side: None });
        }
        let side = quadrant.unwrap_or(Quadrant::SouthEast);
        if world.is_free_at(corner, side) {
            Ok(Self { corner, side: Some(side) })
        } else {
            Err(EndpointError::Ambiguous { corner })
        }
    }

    /// Whether a segment from here towards another corner runs within the right quadrant.
    pub(super) fn opens_towards(self, world: &PlainWorld, other: Corner) -> bool {
        self.side.is_none_or(|side| touched(world, self.corner, other).any(|quadrant| quadrant == side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CornerRule::{Closed, Open};
    use Quadrant::{NorthEast, NorthWest, SouthEast, SouthWest};

    const MIDDLE: Corner = Corner { x: 1, y: 1 };

    fn side(
        rows: &[&str],
        rule: CornerRule,
        quadrant: Option<Quadrant>,
    ) -> Result<Option<Quadrant>, EndpointError> {
        Place::of(&PlainWorld::from_rows(rows), rule, Endpoint { corner: MIDDLE, quadrant })
            .map(|place| place.side)
    }

    #[test]
    fn on_a_double_corner_the_south_east_quadrant_is_meant_if_it_is_free() {
        assert_eq!(side(&[".#", "#."], Closed, None), Ok(Some(SouthEast)));
        assert_eq!(side(&["#.", ".#"], Closed, None), Err(EndpointError::Ambiguous { corner: MIDDLE }));
    }

    #[test]
    fn a_named_quadrant_decides_and_must_be_free() {
        assert_eq!(side(&[".#", "#."], Closed, Some(NorthWest)), Ok(Some(NorthWest)));
        assert_eq!(side(&["#.", ".#"], Closed, Some(NorthEast)), Ok(Some(NorthEast)));
        assert_eq!(side(&["#.", ".#"], Closed, Some(SouthWest)), Ok(Some(SouthWest)));
        for rule in [Closed, Open] {
            assert_eq!(
                side(&["#.", ".#"], rule, Some(SouthEast)),
                Err(EndpointError::BlockedQuadrant { corner: MIDDLE, quadrant: SouthEast })
            );
        }
    }

    #[test]
    fn elsewhere_and_under_the_open_rule_it_does_not_matter() {
        assert_eq!(side(&["#.", ".#"], Open, None), Ok(None));
        assert_eq!(side(&["#.", ".#"], Open, Some(NorthEast)), Ok(None));
        assert_eq!(side(&[".#", ".."], Closed, None), Ok(None));
        assert_eq!(side(&[".#", "##"], Closed, Some(NorthWest)), Ok(None));
    }

    #[test]
    fn a_corner_without_free_cells_is_refused() {
        for rule in [Closed, Open] {
            assert_eq!(side(&["##", "##"], rule, None), Err(EndpointError::Blocked { corner: MIDDLE }));
            assert_eq!(side(&["."], rule, None), Ok(None), "a corner of the border");
            let outside = Endpoint::from(Corner::new(-1, 0));
            assert!(Place::of(&PlainWorld::from_rows(&["."]), rule, outside).is_err());
        }
    }

    #[test]
    fn there_are_as_many_places_as_the_rule_tells_apart() {
        let count = |rows: &[&str], rule| Place::all_at(&PlainWorld::from_rows(rows), rule, MIDDLE).len();
        assert_eq!(count(&[".#", "#."], Closed), 2);
        assert_eq!(count(&[".#", "#."], Open), 1);
        assert_eq!(count(&[".#", ".."], Closed), 1);
        assert_eq!(count(&["##", "##"], Open), 0);
    }
}
