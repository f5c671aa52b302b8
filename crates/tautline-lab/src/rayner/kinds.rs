use super::{Extent, worlds};
use crate::harness::WorldMaker;

/// The kinds of worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Cells blocked at random, so many percent of them.
    Random { size: u32, percent: u32 },
    /// Square rooms with doors.
    Rooms,
    /// A maze.
    Maze,
    /// Straight walls at random places.
    Walls,
}

/// Of how many cells on each side the maps are that most practices are measured on.
pub(super) const SIZE: u32 = 256;

/// The kinds that most practices are measured on.
pub(super) const KINDS: [Kind; 5] = [
    Kind::Random { size: SIZE, percent: 20 },
    Kind::Random { size: SIZE, percent: 35 },
    Kind::Rooms,
    Kind::Maze,
    Kind::Walls,
];

/// The sizes of maps that open lists are compared on.
pub(super) const SIZES: [u32; 6] = [10, 20, 40, 80, 160, 320];

/// How many percent of their cells are blocked: few and many.
pub(super) const FEW: u32 = 10;
pub(super) const MANY: u32 = 35;

impl Kind {
    /// Every kind.
    pub(super) fn all() -> Vec<Self> {
        let of_sizes = |percent| SIZES.map(|size| Self::Random { size, percent });
        KINDS.into_iter().chain(of_sizes(FEW)).chain(of_sizes(MANY)).collect()
    }

    /// Its name in records.
    pub(super) fn name(self) -> String {
        match self {
            Self::Random { size, percent } => format!("random-{size}-{percent}"),
            Self::Rooms => format!("rooms-{SIZE}"),
            Self::Maze => format!("maze-{SIZE}"),
            Self::Walls => format!("walls-{SIZE}"),
        }
    }

    /// Its name among kinds of the same size.
    pub(super) fn title(self) -> String {
        match self {
            Self::Random { percent, .. } => format!("random {percent} %"),
            Self::Rooms => "rooms".into(),
            Self::Maze => "maze".into(),
            Self::Walls => "walls".into(),
        }
    }

    /// How many worlds of it are measured. What takes microseconds is measured more often.
    pub(super) fn worlds(self, extent: Extent) -> u64 {
        let (full, quick) = match self {
            Self::Random { size: 0..=40, .. } => (100, 20),
            Self::Random { size: 41..=160, .. } => (40, 8),
            Self::Random { size: SIZE, .. } | Self::Rooms | Self::Maze | Self::Walls => (40, 5),
            Self::Random { .. } => (20, 3),
        };
        if extent == Extent::Full { full } else { quick }
    }

    /// How its worlds are made.
    pub(super) fn maker(self) -> WorldMaker {
        Box::new(move |number| worlds::world(self, number))
    }
}
