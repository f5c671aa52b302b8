//! The colours of the picture.

use std::fmt;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) [u8; 3]);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A colour, and how much of what is below it shows through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) colour: Colour,
    /// From 0 for nothing to 1 for a colour that covers everything.
    pub(super) opacity: f64,
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Self {
        Self { colour, opacity: 1.0 }
    }
}

/// Around the map.
pub(super) const BACKGROUND: Colour = Colour([0xff, 0xff, 0xff]);
/// Free cells.
pub(super) const FLOOR: Colour = Colour([0xf4, 0xf3, 0xee]);
/// Free cells where they are told apart by lines in the colour of the background.
pub(super) const TILED_FLOOR: Colour = Colour([0xea, 0xe8, 0xe0]);
/// Blocked cells.
pub(super) const WALL: Colour = Colour([0x3a, 0x44, 0x54]);
/// The paths; after the last they begin again.
pub(super) const PATHS: [Colour; 6] = [
    Colour([0xd6, 0x20, 0x4e]),
    Colour([0x1f, 0x62, 0xc9]),
    Colour([0xe3, 0x76, 0x00]),
    Colour([0x00, 0x85, 0x7c]),
    Colour([0xa8, 0x1c, 0xa0]),
    Colour([0x5d, 0x6b, 0x0e]),
];
/// A start.
pub(super) const START: Colour = Colour([0x1a, 0x98, 0x50]);
/// A goal.
pub(super) const GOAL: Colour = Colour([0xd6, 0x20, 0x4e]);
/// Whatever else is marked.
pub(super) const MARK: Colour = Colour([0xd9, 0x9a, 0x00]);
/// Links.
pub(super) const LINK: Colour = Colour([0x76, 0x4b, 0xb8]);
/// The caption, and the arrows of flow fields.
pub(super) const INK: Colour = Colour([0x3a, 0x44, 0x54]);

/// From what was expanded first to what was expanded last.
const HEAT: [[f64; 3]; 3] = [[255.0, 236.0, 168.0], [174.0, 221.0, 193.0], [150.0, 184.0, 224.0]];
/// Of cells that cost more than the cheapest, from the next dearer to the dearest.
const EARTH: [[f64; 3]; 3] = [[236.0, 226.0, 204.0], [205.0, 178.0, 134.0], [150.0, 113.0, 74.0]];

/// The colour of an expanded cell, from 0 for the first one to 1 for the last one.
pub(super) fn heat(part: f64) -> Colour {
    mixed(HEAT, part)
}

/// The colour of terrain, from 0 for what is hardly dearer than the cheapest to 1 for the dearest.
pub(super) fn earth(part: f64) -> Colour {
    mixed(EARTH, part)
}

/// How bright trails are, from 0 for black to 1 for white: dark enough to be seen on the floor, and bright enough for hues.
const TRAIL_LUMINANCE: f64 = 0.2;
/// How much each channel adds to the brightness.
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// The colour of an agent, by its number: hues of one brightness, each a golden section of the circle from the last, so that
/// however many there are, they are well spread.
pub(super) fn trail(number: usize) -> Colour {
    let hue = (0.6 + number as f64 * 0.618_033_988_749_894_9).fract();
    // How much light there is in each channel, as the square of its value.
    let pure = [0.0, 1.0 / 3.0, 2.0 / 3.0].map(|at: f64| {
        let away = (hue - at).abs();
        (2.0 - 6.0 * away.min(1.0 - away)).clamp(0.0, 1.0).powi(2)
    });
    let luminance: f64 = pure.iter().zip(LUMINANCE).map(|(light, part)| light * part).sum();
    let light = |light: f64| {
        if luminance > TRAIL_LUMINANCE {
            light * TRAIL_LUMINANCE / luminance
        } else {
            light + (1.0 - light) * (TRAIL_LUMINANCE - luminance) / (1.0 - luminance)
        }
    };
    Colour(pure.map(|channel| (255.0 * light(channel).sqrt()).round() as u8))
}

fn mixed(scale: [[f64; 3]; 3], part: f64) -> Colour {
    let (from, to, part) =
        if part < 0.5 { (scale[0], scale[1], 2.0 * part) } else { (scale[1], scale[2], 2.0 * part - 1.0) };
    Colour([0, 1, 2].map(|channel| (from[channel] + part * (to[channel] - from[channel])).round() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the WCAG define it.
    fn luminance(Colour(channels): Colour) -> f64 {
        let light = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        channels.iter().zip(LUMINANCE).map(|(&channel, part)| part * light(channel)).sum()
    }

    #[test]
    fn trails_can_be_read_on_the_floor() {
        for number in 0..5000 {
            let contrast = (luminance(FLOOR) + 0.05) / (luminance(trail(number)) + 0.05);
            assert!((3.0..4.5).contains(&contrast), "{number} {}: {contrast}", trail(number));
        }
    }

    #[test]
    fn agents_that_follow_each_other_have_other_colours() {
        let apart = |a: Colour, b: Colour| -> u32 {
            a.0.into_iter().zip(b.0).map(|(a, b)| u32::from(a.abs_diff(b))).sum()
        };
        for number in 0..5000 {
            for next in 1..=4 {
                let (a, b) = (trail(number), trail(number + next));
                assert!(apart(a, b) > 60, "{number} {a}, {} {b}", number + next);
            }
        }
        let first: Vec<Colour> = (0..100).map(trail).collect();
        for (index, &colour) in first.iter().enumerate() {
            assert!(!first[..index].contains(&colour), "{index} {colour}");
        }
    }
}
