use super::table::{Distances, LandmarkUse, Landmarks};
use super::{LandmarkConfig, LandmarkCost};
use crate::engine::{Preparation, PrepareError};
use crate::geometry::Cell;
use crate::heuristic::{Heuristic, Metric, MetricTo};
use crate::index::IndexError;
use crate::map::Map;
use crate::moves::{CostModel, DiagonalRule, StepCosts};
use crate::search::Observer;

/// The largest of what all landmarks say, and of the distance on an empty map.
///
/// Where a landmark is not connected with a cell, it is not with the goal either, if a way leads from the one to the other: both distances
/// are the same number, and say nothing.
#[derive(Clone, Copy, Debug)]
pub struct Alt<'a, C> {
    distance: MetricTo<C>,
    landmarks: &'a Landmarks,
    goal: usize,
}

impl<'a, C> Alt<'a, C> {
    /// The estimate to a goal, given the distance to it, by landmarks that were prepared for [all](LandmarkUse::All) to be used.
    ///
    /// # Panics
    ///
    /// If they were not.
    #[must_use]
    pub fn new(distance: MetricTo<C>, landmarks: &'a Landmarks, goal: Cell) -> Self {
        assert!(landmarks.config.used == LandmarkUse::All, "landmarks for another use");
        Self { distance, landmarks, goal: landmarks.index(goal) }
    }

    /// What the landmarks say, in the costs that they count in.
    #[inline]
    fn counted(&self, cell: Cell) -> u32 {
        let (count, cell) = (self.landmarks.cells.len(), self.landmarks.index(cell));
        let [from, to] = [cell, self.goal].map(|index| index * count..(index + 1) * count);
        match &self.landmarks.distances {
            Distances::Narrow(all) => {
                let differences = all[from].iter().zip(&all[to]).map(|(a, &b)| a.abs_diff(b));
                differences.fold(0, u16::max).into()
            }
            Distances::Wide(all) => {
                let differences = all[from].iter().zip(&all[to]).map(|(a, &b)| a.abs_diff(b));
                differences.fold(0, u32::max)
            }
        }
    }
}

/// What one landmark says, the one that says most of the way from the start to the goal; or the distance on an empty map, if that is
/// more.
#[derive(Clone, Copy, Debug)]
pub struct AltBest<'a, C> {
    distance: MetricTo<C>,
    width: usize,
    distances: Plane<'a>,
    landmark: Cell,
}

/// The distances from one landmark, and that of the goal.
#[derive(Clone, Copy, Debug)]
enum Plane<'a> {
    Narrow(&'a [u16], u16),
    Wide(&'a [u32], u32),
}

impl<'a, C: Copy> AltBest<'a, C> {
    /// The estimate for a search from a start to a goal, given the distance to it, by landmarks that were prepared for the
    /// [best](LandmarkUse::Best) to be used; none where there are no landmarks.
    ///
    /// # Panics
    ///
    /// If they were not.
    #[must_use]
    pub fn new(distance: MetricTo<C>, landmarks: &'a Landmarks, start: Cell, goal: Cell) -> Option<Self> {
        assert!(landmarks.config.used == LandmarkUse::Best, "landmarks for another use");
        let (width, goal) = (landmarks.width as usize, landmarks.index(goal));
        let by = |number| {
            let range = landmarks.plane(number);
            let distances = match &landmarks.distances {
                Distances::Narrow(all) => Plane::Narrow(&all[range.clone()], all[range.start + goal]),
                Distances::Wide(all) => Plane::Wide(&all[range.clone()], all[range.start + goal]),
            };
            Self { distance, width, distances, landmark: landmarks.cells[number] }
        };
        // Of several, the first.
        (0..landmarks.cells.len()).rev().map(by).max_by_key(|best| best.counted(start))
    }

    /// Where the landmark is.
    #[must_use]
    pub fn landmark(&self) -> Cell {
        self.landmark
    }

    /// What the landmark says, in the costs that it counts in.
    #[inline]
    fn counted(&self, cell: Cell) -> u32 {
        let index = cell.y as usize * self.width + cell.x as usize;
        match self.distances {
            Plane::Narrow(distances, goal) => distances[index].abs_diff(goal).into(),
            Plane::Wide(distances, goal) => distances[index].abs_diff(goal),
        }
    }
}

/// The larger one of a distance and of what landmarks say.
#[inline]
fn larger<C: LandmarkCost>(distance: C, counted: u32) -> C {
    let landmarks = C::at_least(counted);
    if landmarks.key() > distance.key() { landmarks } else { distance }
}

impl<C: LandmarkCost> Heuristic<Cell, C> for Alt<'_, C> {
    #[inline]
    fn estimate(&self, cell: Cell) -> C {
        larger(self.distance.estimate(cell), self.counted(cell))
    }

    fn overestimate(&self) -> f64 {
        self.distance.overestimate()
    }

    fn is_consistent(&self) -> bool {
        self.distance.is_consistent()
    }
}

impl<C: LandmarkCost> Heuristic<Cell, C> for AltBest<'_, C> {
    #[inline]
    fn estimate(&self, cell: Cell) -> C {
        larger(self.distance.estimate(cell), self.counted(cell))
    }

    fn overestimate(&self) -> f64 {
        self.distance.overestimate()
    }

    fn is_consistent(&self) -> bool {
        self.distance.is_consistent()
    }
}

/// A distance on an empty map, with landmarks or without: the heuristic for a choice at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guided<'a, C> {
    Distance(MetricTo<C>),
    Alt(Alt<'a, C>),
    AltBest(AltBest<'a, C>),
}

impl<C: LandmarkCost> Guided<'_, C> {
    /// Tells the observer where the landmarks are.
    pub(crate) fn tell(&self, observer: &mut impl Observer) {
        if !observer.is_watching() {
            return;
        }
        match self {
            Self::Distance(_) => {}
            Self::Alt(h) => h.landmarks.cells.iter().for_each(|&cell| observer.landmark(cell.into())),
            Self::AltBest(h) => observer.landmark(h.landmark.into()),
        }
    }

    fn inner(&self) -> &dyn Heuristic<Cell, C> {
        match self {
            Self::Distance(h) => h,
            Self::Alt(h) => h,
            Self::AltBest(h) => h,
        }
    }
}

impl<C: LandmarkCost> Heuristic<Cell, C> for Guided<'_, C> {
    #[expect(
        clippy::inline_always,
        reason = "called for every new state; a call costs as much as the estimate"
    )]
    #[inline(always)]
    fn estimate(&self, cell: Cell) -> C {
        match self {
            Self::Distance(h) => h.estimate(cell),
            Self::Alt(h) => h.estimate(cell),
            Self::AltBest(h) => h.estimate(cell),
        }
    }

    fn overestimate(&self) -> f64 {
        self.inner().overestimate()
    }

    fn is_consistent(&self) -> bool {
        self.inner().is_consistent()
    }
}

/// The landmarks that guide a planner, if any do.
#[derive(Clone, Debug)]
pub(crate) struct Guidance(Option<Landmarks>);

impl Guidance {
    /// By no landmarks.
    pub(crate) const NONE: Self = Self(None);

    /// Prepares landmarks.
    pub(crate) fn prepare(
        map: &Map,
        rule: DiagonalRule,
        costs: CostModel,
        config: LandmarkConfig,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        Ok(Self(Some(Landmarks::prepare(map, rule, costs, config, preparation)?)))
    }

    /// Takes landmarks that were stored, if they are those that are asked for.
    pub(crate) fn open(
        map: &Map,
        rule: DiagonalRule,
        costs: CostModel,
        config: Option<LandmarkConfig>,
        bytes: &[u8],
    ) -> Result<Self, IndexError> {
        let landmarks =
            Landmarks::from_bytes(map, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
        if landmarks.are_for(map, rule, costs) && Some(landmarks.config) == config {
            Ok(Self(Some(landmarks)))
        } else {
            Err(IndexError::other_options())
        }
    }

    pub(crate) fn landmarks(&self) -> Option<&Landmarks> {
        self.0.as_ref()
    }

    /// The estimate for a search from a start to a goal; none if landmarks prove that no way leads there.
    pub(crate) fn to<C: LandmarkCost>(
        &self,
        start: Cell,
        goal: Cell,
        (metric, bounds, rule): (Metric, StepCosts<C>, DiagonalRule),
    ) -> Option<Guided<'_, C>> {
        let distance = metric.to(goal, bounds, rule);
        let Some(landmarks) = self.landmarks() else { return Some(Guided::Distance(distance)) };
        if landmarks.tell_apart(start, goal) {
            return None;
        }
        Some(match landmarks.config.used {
            LandmarkUse::All => Guided::Alt(Alt::new(distance, landmarks, goal)),
            LandmarkUse::Best => AltBest::new(distance, landmarks, start, goal)
                .map_or(Guided::Distance(distance), Guided::AltBest),
        })
    }
}
