//! Landmarks as bytes, without header and checksum: the caller that writes a file adds those.

use super::cost::counted;
use super::flood::NOWHERE;
use super::table::Distances;
use super::{LandmarkChoice, LandmarkConfig, LandmarkUse, Landmarks};
use crate::geometry::Cell;
use crate::map::{Components, Map};
use crate::moves::{CostModel, DiagonalRule, Direction, StepCosts};

/// Bytes that are not landmarks of this map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are not landmarks of this map: {0}")]
pub struct BadLandmarks(&'static str);

const CHOICES: [LandmarkChoice; 3] =
    [LandmarkChoice::Random, LandmarkChoice::Farthest, LandmarkChoice::Subset];
const USES: [LandmarkUse; 2] = [LandmarkUse::All, LandmarkUse::Best];

/// So many bytes come before the cells of the landmarks.
const HEADER: usize = 40;

impl Landmarks {
    /// What it takes to have them again.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let LandmarkConfig { count, choice, seed, used } = self.config;
        // Octile lengths are written as costs that there are not.
        let costs = match self.costs {
            CostModel::Octile => StepCosts::unusual(0, u32::MAX),
            CostModel::Integer(costs) => costs,
        };
        let place = |found: Option<usize>| found.unwrap_or(0) as u32;
        let mut bytes = Vec::with_capacity(HEADER + 8 * self.cells.len() + self.bytes());
        let mut put = |number: u32| bytes.extend(number.to_le_bytes());
        put(self.rule as u32);
        put(costs.straight);
        put(costs.diagonal);
        put(count);
        put(place(CHOICES.iter().position(|&known| known == choice)));
        put(seed as u32);
        put((seed >> 32) as u32);
        put(place(USES.iter().position(|&known| known == used)));
        put(self.bits());
        put(self.cells.len() as u32);
        for cell in &self.cells {
            put(cell.x as u32);
            put(cell.y as u32);
        }
        match &self.distances {
            Distances::Narrow(distances) => {
                bytes.extend(distances.iter().flat_map(|distance| distance.to_le_bytes()));
            }
            Distances::Wide(distances) => {
                bytes.extend(distances.iter().flat_map(|distance| distance.to_le_bytes()));
            }
        }
        bytes
    }

    /// Makes them from [bytes](Self::to_bytes) for the map that they belong to.
    ///
    /// Whatever is accepted is admissible and consistent on this map: no step changes a distance by more than it costs, and landmarks reach
    /// just the parts of the map that they are in. That the distances are as large as they could be is for a checksum to guard.
    pub fn from_bytes(map: &Map, bytes: &[u8]) -> Result<Self, BadLandmarks> {
        let grid = map.grid();
        let mut numbers = Numbers(bytes);
        let rule = *DiagonalRule::ALL.get(numbers.next()? as usize).ok_or(BadLandmarks("no such rule"))?;
        let (straight, diagonal) = (numbers.next()?, numbers.next()?);
        let is_octile = (straight, diagonal) == (0, u32::MAX);
        let costs =
            if is_octile { CostModel::Octile } else { CostModel::Integer(StepCosts { straight, diagonal }) };
        let count = numbers.next()?;
        let no_option = BadLandmarks("no such option");
        let choice = *CHOICES.get(numbers.next()? as usize).ok_or(no_option)?;
        let seed = u64::from(numbers.next()?) | u64::from(numbers.next()?) << 32;
        let used = *USES.get(numbers.next()? as usize).ok_or(no_option)?;
        let (bits, landmarks) = (numbers.next()?, numbers.next()? as usize);
        if count > LandmarkConfig::MOST || landmarks > count as usize {
            return Err(BadLandmarks("too many landmarks"));
        }
        let mut cells = Vec::new();
        for _ in 0..landmarks {
            let cell = Cell { x: numbers.next()? as i32, y: numbers.next()? as i32 };
            if !grid.is_free(cell) {
                return Err(BadLandmarks("a landmark that is not on a free cell"));
            }
            cells.push(cell);
        }
        let area = grid.width() as usize * grid.height() as usize;
        let rest = numbers.0;
        if bits != u16::BITS && bits != u32::BITS || rest.len() != landmarks * area * (bits / 8) as usize {
            return Err(BadLandmarks("another number of distances"));
        }
        let distances = if bits == u16::BITS {
            Distances::Narrow(rest.as_chunks().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect())
        } else {
            Distances::Wide(rest.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
        };
        let config = LandmarkConfig { count, choice, seed, used };
        let (width, revision) = (grid.width(), map.revision());
        let read = Self { config, rule, costs, width, cells, distances, revision };
        read.check(map)?;
        Ok(read)
    }

    /// How many landmarks bytes have, how many bits each distance, and how many bytes all distances together; none if they are cut off.
    pub(crate) fn summary(bytes: &[u8]) -> Option<(u32, u32, usize)> {
        let (_, rest) = bytes.split_at_checked(HEADER)?;
        let mut numbers = Numbers(&bytes[HEADER - 8..]);
        let (bits, landmarks) = (numbers.next().ok()?, numbers.next().ok()?);
        let distances = rest.len().checked_sub((landmarks as usize).checked_mul(8)?)?;
        Some((landmarks, bits, distances))
    }

    /// Whether distances are what they could be.
    fn check(&self, map: &Map) -> Result<(), BadLandmarks> {
        let is_right = match &self.distances {
            Distances::Narrow(all) => self.changes_are_right(map, all, u16::MAX),
            Distances::Wide(all) => self.changes_are_right(map, all, NOWHERE),
        };
        if is_right { Ok(()) } else { Err(BadLandmarks("a distance that cannot be")) }
    }

    /// Whether landmarks reach just the parts of the map that they are in, they are not away from themselves, and no step changes a
    /// distance by more than it costs: therefore none is larger than it should be.
    fn changes_are_right<T: Copy + PartialEq + Into<u32>>(&self, map: &Map, all: &[T], nowhere: T) -> bool {
        let grid = map.grid();
        let (costs, table) = (counted(self.costs), self.rule.all_steps());
        let (landmarks, width) = (self.cells.len(), grid.width() as usize);
        let (of_cell, of_landmark) = match self.config.used {
            LandmarkUse::All => (landmarks, 1),
            LandmarkUse::Best => (1, width * grid.height() as usize),
        };
        let components = Components::new(map, self.rule);
        let areas = components.on_counted(map.grid());
        let marks: Vec<_> = self.cells.iter().map(|&cell| areas.area(cell)).collect();
        let is_away = |(landmark, &cell): (usize, &Cell)| self.distance(landmark, cell) != Some(0);
        if self.cells.iter().enumerate().any(is_away) {
            return false;
        }
        // One of each two opposite directions.
        let half = [Direction::East, Direction::South, Direction::SouthEast, Direction::SouthWest];
        let mut ids = grid
            .cells()
            .filter_map(|cell| Some((cell, grid.id(cell)?)))
            .filter(|&(cell, _)| grid.is_free(cell));
        ids.all(|(cell, id)| {
            let (steps, area) = (table[usize::from(DiagonalRule::START)][grid.around(id)], areas.area(cell));
            let first = self.index(cell) * of_cell;
            let reach = |landmark: usize| all[first + landmark * of_landmark] != nowhere;
            (0..landmarks).all(|landmark| reach(landmark) == (marks[landmark] == area))
                && half.into_iter().filter(|&direction| steps >> (direction as u8) & 1 != 0).all(
                    |direction| {
                        let cost = if direction.is_diagonal() { costs.diagonal } else { costs.straight };
                        let [from, to] = [cell, cell + direction].map(|cell| self.index(cell) * of_cell);
                        (0..landmarks).all(|landmark| {
                            let [a, b] = [from, to].map(|place| all[place + landmark * of_landmark]);
                            a.into().abs_diff(b.into()) <= cost
                        })
                    },
                )
        })
    }
}

/// Bytes that are read as numbers.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn next(&mut self) -> Result<u32, BadLandmarks> {
        let (number, rest) = self.0.split_first_chunk().ok_or(BadLandmarks("cut off"))?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*number))
    }
}
