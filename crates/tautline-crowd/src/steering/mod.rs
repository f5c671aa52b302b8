//! Steering behaviours: what a [`Vehicle`] would do about its velocity to come nearer to something, or to keep away from it.
//!
//! Each answers an acceleration: the velocity it would like minus the velocity there is, as if that were to be made up within a
//! second. The vehicle takes as much of it as it can; a weight of [`weighted_sum`] makes it quicker. A behaviour that has nothing
//! to say answers nothing, and so does one that is asked about numbers that are not finite, or whose squares are not.
//!
//! A behaviour with at most one setting is a function; one with several is a type that holds them. The behaviours of groups are
//! given the neighbours that count by the caller, without the vehicle itself; neighbours that are not finite are overlooked.
//!
//! Craig Reynolds, "Steering Behaviors For Autonomous Characters" (1999).
//!
//! [`Vehicle`]: crate::Vehicle
//! [`weighted_sum`]: crate::combine::weighted_sum

mod alignment;
mod arrive;
mod cohesion;
mod containment;
mod crowd_path_following;
mod evade;
mod flee;
mod flocking;
mod leader_following;
mod obstacle_avoidance;
mod path_following;
mod pursue;
mod seek;
mod separation;
mod unaligned_collision_avoidance;
mod wall_following;
mod wander;

pub use alignment::alignment;
pub use arrive::arrive;
pub use cohesion::cohesion;
pub use containment::containment;
pub use crowd_path_following::CrowdPathFollowing;
pub use evade::evade;
pub use flee::flee;
pub use flocking::Flocking;
pub use leader_following::LeaderFollowing;
pub use obstacle_avoidance::{Circle, obstacle_avoidance};
pub use path_following::PathFollowing;
pub use pursue::pursue;
pub use seek::seek;
pub use separation::separation;
pub use unaligned_collision_avoidance::UnalignedCollisionAvoidance;
pub use wall_following::WallFollowing;
pub use wander::Wander;
