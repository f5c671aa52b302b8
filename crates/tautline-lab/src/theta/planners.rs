//! The planners of the paper, as the registry knows them. Lines pass between diagonally touching obstacles.

pub(super) const VISIBILITY: &str = "visibility:corners=open";
pub(super) const THETA: &str = "theta:corners=open";
pub(super) const AP_THETA: &str = "ap-theta:corners=open";
pub(super) const FIELD_DSTAR: &str = "field-dstar:corners=open";
pub(super) const ASTAR_PS: &str = "astar-ps:corners=open";
pub(super) const ASTAR: &str = "astar-corners:corners=open";

/// From the shortest paths to the longest, with their names in the paper.
pub(super) const PLANNERS: [(&str, &str); 6] = [
    (VISIBILITY, "A* on visibility graphs"),
    (THETA, "Basic Theta*"),
    (AP_THETA, "AP Theta*"),
    (FIELD_DSTAR, "FD*"),
    (ASTAR_PS, "A* PS"),
    (ASTAR, "A* on grids"),
];

/// The name of one of them in the paper.
pub(super) fn name(planner: &str) -> &'static str {
    PLANNERS.iter().find(|(id, _)| *id == planner).map_or("", |&(_, name)| name)
}

pub(super) const THETA_LARGER_G: &str = "theta:corners=open:ties=larger-g";
pub(super) const AP_THETA_LARGER_G: &str = "ap-theta:corners=open:ties=larger-g";
pub(super) const THETA_REEXPAND: &str = "theta:corners=open:reexpand=yes";
pub(super) const THETA_DELAY_GOAL: &str = "theta:corners=open:reexpand=delay-goal";
pub(super) const THETA_PATH_1: &str = "theta:corners=open:first=path-1";
pub(super) const THETA_THREE_PATHS: &str = "theta:corners=open:paths=three";
pub(super) const THETA_KEY_VERTICES: &str = "theta:corners=open:paths=key";
pub(super) const THETA_4: &str = "theta:corners=open:neighbours=4";
pub(super) const THETA_16: &str = "theta:corners=open:neighbours=16";

/// The weights of Figure 20.
pub(super) const WEIGHTS: [&str; 9] = ["0", "0.25", "0.5", "0.75", "0.8", "0.85", "0.9", "0.95", "1"];

/// A planner with weighted h-values; with a weight of one it is the planner itself.
pub(super) fn weighted(planner: &str, weight: &str) -> String {
    if weight == "1" { planner.to_owned() } else { format!("{planner}:weight={weight}") }
}
