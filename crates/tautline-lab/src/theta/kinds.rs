use std::path::Path;

use tautline_maps::generate::{Share, TerrainRule, random, terrain};

use super::worlds;
use crate::LabError;
use crate::harness::{World, WorldMaker};

/// How thoroughly to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// As many worlds as good means take.
    Full,
    /// A first impression.
    Quick,
}

/// The kinds of worlds in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Cells blocked at random, so many percent of them.
    Random { size: u32, percent: u32 },
    /// Maps of a game.
    Game { size: u32 },
    /// Random grids with a goal that no path leads to.
    SingleSource,
    /// Cells with costs.
    Terrain(Regions),
}

/// How large the regions of one cost are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Regions {
    /// All costs equally likely.
    Small,
    /// Half of the cells cost 1.
    Large,
}

/// The sizes of grids.
pub(super) const SIZES: [u32; 2] = [100, 500];

/// How many percent of the cells of random grids are blocked.
pub(super) const PERCENTAGES: [u32; 5] = [0, 5, 10, 20, 30];

/// The grids that most of the paper is about.
pub(super) const RANDOM_500_20: Kind = Kind::Random { size: 500, percent: 20 };

impl Kind {
    /// The kinds that Tables 1 to 4 have, in their order.
    pub(super) fn of_tables_1_to_4() -> Vec<Self> {
        let mut kinds = Vec::new();
        for size in SIZES {
            kinds.push(Self::Game { size });
            kinds.extend(PERCENTAGES.map(|percent| Self::Random { size, percent }));
        }
        kinds
    }

    /// Every kind, in the order of the paper's tables.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Self::of_tables_1_to_4();
        all.extend([Self::SingleSource, Self::Terrain(Regions::Small), Self::Terrain(Regions::Large)]);
        all
    }

    /// Its name in records.
    pub(super) fn name(self) -> String {
        match self {
            Self::Random { size, percent } => format!("random-{size}-{percent}"),
            Self::Game { size } => format!("game-{size}"),
            Self::SingleSource => "single-source".into(),
            Self::Terrain(Regions::Small) => "terrain-small".into(),
            Self::Terrain(Regions::Large) => "terrain-large".into(),
        }
    }

    /// Its name for people.
    pub(super) fn title(self) -> String {
        match self {
            Self::Random { size, percent } => format!("{size} × {size}, {percent} %"),
            Self::Game { size } => format!("{size} × {size}, game maps"),
            Self::SingleSource => "500 × 500, 20 %".into(),
            Self::Terrain(Regions::Small) => "small regions".into(),
            Self::Terrain(Regions::Large) => "large regions".into(),
        }
    }

    /// How many worlds of it are measured.
    pub(super) fn worlds(self, extent: Extent) -> u64 {
        let (full, quick) = match self {
            Self::Random { size: 100, .. } => (500, 100),
            Self::Random { .. } => (200, 20),
            Self::Game { .. } => (120, 20),
            Self::SingleSource => (20, 5),
            Self::Terrain(_) => (20, 2),
        };
        if extent == Extent::Full { full } else { quick }
    }

    /// A tiny world like those of this kind, to try planners on.
    pub(super) fn trial(self) -> Result<World, LabError> {
        let map = match self {
            Self::Terrain(_) => terrain(4, 4, &TerrainRule::small_regions(), 0)?,
            _ => random(4, 4, Share::default(), 0)?,
        };
        Ok(World { map, queries: vec![((0, 4), (3, 2))], source: None })
    }

    /// How its worlds are made, with what is in the folder of MovingAI files; none where it takes one and there is none.
    pub(super) fn maker(self, folder: Option<&Path>) -> Result<Option<WorldMaker>, LabError> {
        Ok(Some(match self {
            Self::Random { size, percent } => Box::new(move |number| worlds::random(size, percent, number)),
            Self::SingleSource => Box::new(worlds::single_source),
            Self::Terrain(regions) => Box::new(move |number| worlds::terrain(regions, number)),
            Self::Game { size } => {
                let Some(folder) = folder else {
                    return Ok(None);
                };
                let maps = worlds::game_maps(folder, size)?;
                Box::new(move |number| Ok(worlds::game(&maps, number)))
            }
        }))
    }
}
