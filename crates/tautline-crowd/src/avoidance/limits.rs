use super::{Avoidance, CombinedObstacle, Cone, HalfPlane, Model, Situation};
use crate::Vec2;

/// The velocities that the neighbours of an agent leave to it: to show why it takes the one that it takes.
///
/// ```
/// use tautline_crowd::Vec2;
/// use tautline_crowd::avoidance::{Avoidance, Limits, Model, Neighbour, Situation, Walker};
///
/// let ahead = Vec2::new(1.0, 0.0);
/// let walker = Walker { velocity: ahead, preferred: ahead, radius: 0.5, max_speed: 2.0 };
/// let oncoming = Neighbour { offset: Vec2::new(4.0, 0.2), velocity: -ahead, radius: 0.5, ..Neighbour::default() };
/// let situation = Situation { walker, neighbours: &[oncoming], walls: &[], time_step: 0.1 };
/// for name in Model::NAMES {
///     let model = Model::named(name).expect("its name");
///     let limits = model.limits(&situation);
///     assert_eq!(matches!(limits, Limits::HalfPlanes(_)), name == "orca");
///     let chosen = model.velocity(&situation, &mut Default::default());
///     assert!(limits.excess(ahead) > 0.1 && limits.excess(chosen) < 1e-5, "{name} gives way");
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Limits {
    /// It has to keep to all of these: one for each neighbour, in their order.
    HalfPlanes(Vec<HalfPlane>),
    /// It has to keep out of all of these: those of the neighbours in their order, without those that are out of reach.
    Cones(Vec<Cone>),
}

impl Limits {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::HalfPlanes(half_planes) => half_planes.len(),
            Self::Cones(cones) => cones.len(),
        }
    }

    /// Whether there is none, so that every velocity is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// By how much a velocity breaks the limit that it breaks most: how far it is outside of a half-plane, or inside of a cone from its
    /// nearer leg. Zero if it keeps to all.
    #[must_use]
    pub fn excess(&self, velocity: Vec2) -> f32 {
        match self {
            Self::HalfPlanes(all) => all.iter().map(|one| one.depth_outside(velocity)).fold(0.0, f32::max),
            Self::Cones(all) => all.iter().map(|one| one.depth_inside(velocity)).fold(0.0, f32::max),
        }
    }
}

impl Model {
    /// The limits within which [`velocity`](Avoidance::velocity) chooses, but for the walls, which are limits already.
    #[must_use]
    pub fn limits(&self, situation: &Situation<'_>) -> Limits {
        // The cones that a model used in a choice are left in its memory.
        let mut combined = CombinedObstacle::default();
        match self {
            Self::Vo(model) => model.velocity(situation, &mut combined),
            Self::Rvo(model) => model.velocity(situation, &mut combined),
            Self::Hrvo(model) => model.velocity(situation, &mut combined),
            Self::Orca(model) => {
                let Situation { walker, neighbours, time_step, .. } = *situation;
                let half_plane = |neighbour| model.half_plane(&walker, neighbour, time_step);
                return Limits::HalfPlanes(neighbours.iter().map(half_plane).collect());
            }
        };
        Limits::Cones(combined.cones().to_vec())
    }
}
