//! Theta* with angle propagation.

use crate::engine::{Descriptor, Ends, Feature, Guarantee};
use crate::planners::corner::angle_planner::{FIRST, WEIGHT, config};
use crate::planners::corner::options::TIES;
use crate::planners::corner::search::First;
use crate::planners::options::CORNERS;
use crate::planners::{AngleAlgorithm, AngleConfig, AnglePlanner, UpdateVertex};

/// AP Theta*: Theta* in which every expanded corner has a range of headings in which its neighbours see its parent, so that no
/// line of sight is followed.
///
/// - **Finds** a short path at any angle, mostly a little longer than that of [`Theta`](super::theta::Theta): where it does not
///   know enough of a corner's surroundings, it takes its neighbours to be out of sight.
/// - **Guarantees** a legal path wherever there is one, not a shortest one.
/// - **Needs** nothing.
/// - **Complexity**: each corner is expanded once at most, in constant time.
/// - Departs from the paper in two things. Ranges are kept as pairs of headings, which are compared with whole numbers, and not
///   as angles. And by default lines do not pass between diagonally touching obstacles
///   ([`CornerRule::Closed`](crate::moves::CornerRule::Closed)), for which the paper's proof is not made; below is what it lacks.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 6 and
///   appendix B. DOI 10.1613/jair.2994.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{ApTheta, ApThetaConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["......", "..##..", "......"])?;
/// let planner = ApTheta::new(&map, ApThetaConfig::default())?;
/// let answer = planner.plan(&map, &Query::new(Corner::new(0, 3), Corner::new(6, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().len(), 3, "one turn");
/// assert_eq!(answer.stats.line_of_sight_checks, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Where obstacles touch
///
/// The paper shows (Theorem 4) that no corner gets a parent from which it is hidden by the interior of a blocked cell. Its proof
/// goes from a corner to neighbours through a free cell that both touch, so it holds as well where a corner at which two obstacles
/// touch is two corners, one for each side of them. What [`CornerRule::Closed`](crate::moves::CornerRule::Closed) forbids besides
/// is a line from a parent p that goes on beyond such a corner d. Let s be the first corner behind d, as seen from p, that gets p
/// as its parent. It got it when a neighbour x with the parent p was expanded.
///
/// - If x is on the line, it is not behind d, as s was the first; so x is d, or else d would lie between neighbours. But s is no
///   neighbour of d on the side that p sees.
/// - If not, let the coordinates be such that d is (0, 0) and p is (−a, b) with a > 0 and b ≥ 0, y growing upwards; then the cells
///   above to the right of d and below to the left of it are blocked, and s is k (a, −b) for some k > 0. Let x lie above the line;
///   below it is the same with the other cell. For b > 0, x is to the right of d and not above it, as it is a neighbour of s and
///   above the line. So the line from p to x crosses the vertical grid line of d above d. And it crosses the next one below
///   (1, 1): its end (x, y) lies below the line from p to (1, 1), because (a + 1)(y − 1) + (b − 1)(x − 1), which has the sign of
///   its height over that, is at most −k (a + b) for all neighbours of s. So it goes through the interior of the cell above to the
///   right of d. For b = 0, x is one tile above the line. If it is straight above d, the cell between it and s is that same
///   blocked one, and they are no neighbours; if it is farther to the right, the line from p to it crosses the grid line of d
///   less than one tile above d, and goes through the interior of that cell. In no case can x have p as its parent.
pub type ApTheta = AnglePlanner<ApThetaOptions>;

/// The options of [`ApTheta`].
pub type ApThetaConfig = AngleConfig<ApThetaOptions>;

/// The options that only [`ApTheta`] has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ApThetaOptions {
    /// Which of two equally long ways to a neighbour is taken.
    pub first: First,
}

impl AngleAlgorithm for ApThetaOptions {
    const ID: &'static str = "ap-theta";

    fn update(self) -> UpdateVertex {
        UpdateVertex::ApTheta(self)
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: ApThetaOptions::ID,
    name: "Angle-Propagation Theta*",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[Feature::Nearest],
    options: &[CORNERS, TIES, WEIGHT, FIRST],
    index: None,
    build: |map, settings, _| {
        let options = ApThetaOptions { first: settings.choice("first") };
        ApTheta::build(map, config(settings, options))
    },
};
