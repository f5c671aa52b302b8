//! Repairs after edits of many cells at once, beside builds of the same map.

use std::collections::{HashMap, HashSet};
use std::fmt::{Display, Formatter};
use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline_maps::generate::Rng;

use super::prepared::Prepared;
use crate::LabError;

/// How many cells the patches have.
pub const SIZES: [u64; 4] = [10, 100, 1_000, 20_000];

/// How many times each patch is made and undone; the fastest repair and the fastest build of each count.
const PASSES: usize = 6;

/// How many patches of each shape and size are drawn where nothing is said.
pub const DEFAULT_PATCHES: usize = 10;

/// How the cells of a patch lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A rectangle, as close to a square as fits the map; changed in one edit.
    Compact,
    /// Cells anywhere on the map; each is an edit of its own.
    Scattered,
}

impl Shape {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Compact, Self::Scattered];

    /// Its name in the table and in the CSV file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Compact => "compact",
            Self::Scattered => "scattered",
        }
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// One measured patch: a row of the CSV file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PatchRow {
    /// The set's folder and the map's name.
    pub map: String,
    /// What was repaired.
    pub structure: String,
    /// How the cells lie.
    pub shape: Shape,
    /// How many cells were changed.
    pub cells: u64,
    /// Counts the patches of this shape and size from zero. Even ones change the map as it is, each odd one undoes the one before.
    pub patch: u64,
    /// What the patches were drawn with.
    pub seed: u64,
    /// How long the repair took.
    pub repair_nanoseconds: u64,
    /// How long a build took.
    pub build_nanoseconds: u64,
}

impl PatchRow {
    /// How many times as long as a build the repair took.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.repair_nanoseconds as f64 / self.build_nanoseconds as f64
    }
}

/// A patch as it is drawn for a map: its cells, each once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Patch {
    shape: Shape,
    cells: Vec<Cell>,
}

impl Patch {
    /// Draws one; none where the map does not have twice as many cells.
    pub(super) fn draw(map: &Map, shape: Shape, size: u64, rng: &mut Rng) -> Option<Self> {
        let (width, height) = (u64::from(map.width()), u64::from(map.height()));
        if 2 * size > width * height {
            return None;
        }
        let cells = match shape {
            Shape::Compact => {
                let columns = size.isqrt().clamp(size.div_ceil(height), width);
                let rows = size.div_ceil(columns);
                let (x, y) = (rng.below(width - columns + 1), rng.below(height - rows + 1));
                let cell = |at| Cell::new((x + at % columns) as i32, (y + at / columns) as i32);
                (0..size).map(cell).collect()
            }
            Shape::Scattered => {
                let mut drawn = HashSet::new();
                let mut below = |bound: u64| rng.below(bound) as i32;
                std::iter::repeat_with(|| Cell::new(below(width), below(height)))
                    .filter(|&cell| drawn.insert(cell))
                    .take(size as usize)
                    .collect()
            }
        };
        Some(Self { shape, cells })
    }

    /// All cells of a map.
    #[cfg(test)]
    pub(super) fn whole(map: &Map) -> Self {
        Self { shape: Shape::Compact, cells: map.cells().collect() }
    }

    /// Turns free cells into blocked ones and back. A second time undoes it.
    fn toggle(&self, map: &mut Map) {
        // The cells were drawn from those of the map.
        match self.shape {
            Shape::Compact => map.edit(|edit| {
                for &cell in &self.cells {
                    let _ = if edit.is_free(cell) { edit.block(cell) } else { edit.free(cell) };
                }
            }),
            Shape::Scattered => {
                for &cell in &self.cells {
                    let _ = if map.is_free(cell) { map.block(cell) } else { map.free(cell) };
                }
            }
        }
    }
}

/// Draws `count` random patches of each size and shape, and fewer where the map is too small for them.
pub(super) fn draw(map: &Map, count: usize, seed: u64) -> Vec<Patch> {
    let kinds = SIZES.into_iter().flat_map(|size| Shape::ALL.map(|shape| (size, shape)));
    kinds
        .flat_map(|(size, shape)| {
            let mut rng = Rng::new(seed);
            (0..count).filter_map(move |_| Patch::draw(map, shape, size, &mut rng)).collect::<Vec<_>>()
        })
        .collect()
}

/// Measures patches of one structure, two rows for each: when it is made, and when it is undone. Repairs and builds take turns, also in which comes first.
pub(super) fn measure<S: Prepared>(
    name: &str,
    map: &Map,
    patches: &[Patch],
    seed: u64,
) -> Result<Vec<PatchRow>, LabError> {
    let mut map = map.clone();
    let mut structure = S::build(&map)?;
    let mut rows = Vec::new();
    let mut numbers = HashMap::new();
    for patch in patches {
        // Those of each shape and size have numbers of their own.
        let number =
            *numbers.entry((patch.shape, patch.cells.len())).and_modify(|number| *number += 1).or_insert(0);
        let mut times = [(u64::MAX, u64::MAX); 2];
        for pass in 0..PASSES {
            for (repair, build) in &mut times {
                patch.toggle(&mut map);
                // Whichever comes second goes through what the other one has brought into caches and branch predictors.
                for is_build in [pass % 2 == 0, pass % 2 != 0] {
                    let clock = Instant::now();
                    if is_build {
                        let built = black_box(S::build(&map));
                        *build = nanoseconds(clock).min(*build);
                        drop(built?);
                    } else {
                        let repaired = black_box(&mut structure).repair(&map);
                        *repair = nanoseconds(clock).min(*repair);
                        repaired?;
                    }
                }
                if pass == 0 && !structure.is_right(&map)? {
                    let (shape, cells) = (patch.shape, patch.cells.len());
                    let (structure, map, number) = (S::NAME, name.to_owned(), number + 1);
                    return Err(LabError::WrongPatch { structure, map, shape, cells, number, seed });
                }
            }
        }
        for (undone, (repair_nanoseconds, build_nanoseconds)) in (0..).zip(times) {
            rows.push(PatchRow {
                map: name.to_owned(),
                structure: S::NAME.to_owned(),
                shape: patch.shape,
                cells: patch.cells.len() as u64,
                patch: 2 * number + undone,
                seed,
                repair_nanoseconds,
                build_nanoseconds,
            });
        }
    }
    Ok(rows)
}

fn nanoseconds(clock: Instant) -> u64 {
    clock.elapsed().as_nanos() as u64
}
