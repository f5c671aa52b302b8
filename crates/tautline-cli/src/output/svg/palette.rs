//! The colours of the picture.

/// Around the map.
pub(super) const BACKGROUND: &str = "#ffffff";
/// Free cells.
pub(super) const FLOOR: &str = "#f4f3ee";
/// Blocked cells.
pub(super) const WALL: &str = "#3a4454";
/// The path.
pub(super) const PATH: &str = "#d6204e";
/// The start.
pub(super) const START: &str = "#1a9850";
/// The goal.
pub(super) const GOAL: &str = "#d6204e";
/// The caption.
pub(super) const INK: &str = "#3a4454";

/// From what was expanded first to what was expanded last.
const HEAT: [[f64; 3]; 3] = [[255.0, 236.0, 168.0], [174.0, 221.0, 193.0], [150.0, 184.0, 224.0]];

/// The colour of an expanded cell, from 0 for the first one to 1 for the last one.
pub(super) fn heat(part: f64) -> String {
    let (from, to, part) =
        if part < 0.5 { (HEAT[0], HEAT[1], 2.0 * part) } else { (HEAT[1], HEAT[2], 2.0 * part - 1.0) };
    let [red, green, blue] =
        [0, 1, 2].map(|channel| (from[channel] + part * (to[channel] - from[channel])).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}
