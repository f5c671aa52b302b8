use super::angle_search::Way;
use super::sight::Sight;
use crate::geometry::{Corner, Rounded};
use crate::map::Map;
use crate::path::{Path, cost_on_terrain, length};
use crate::search::{StateId, Stats};

/// The best known way to each corner, by number.
#[derive(Clone, Debug)]
pub(crate) struct Ways<'w> {
    pub(super) sight: Sight<'w>,
    pub(super) ways: Vec<Option<Way>>,
}

/// Paths from one corner to all others: section 8.1 of the Theta* paper.
///
/// Where two obstacles touch with their corners and paths do not pass between them, the side with the shorter way counts.
#[derive(Clone, Debug)]
pub struct CornerField<'w> {
    ways: Ways<'w>,
    map: &'w Map,
    stats: Stats,
}

impl<'w> CornerField<'w> {
    pub(crate) fn new((ways, stats): (Ways<'w>, Stats), map: &'w Map) -> Self {
        Self { ways, map, stats }
    }

    /// What finding them took.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The path to a corner: its ends and the corners where it turns. None if there is none, or no such corner.
    #[must_use]
    pub fn path(&self, to: Corner) -> Option<Path> {
        let Ways { sight, ways } = &self.ways;
        let way = |id: StateId| ways[id.index()];
        let sides = sight.sides(to).into_iter().flatten();
        let (_, id) =
            sides.filter_map(|id| way(id).map(|way| (way.g, id))).min_by(|(a, _), (b, _)| a.total_cmp(b))?;
        let places = turns_of(sight, |id| way(id).map_or(id, |way| way.parent), id);
        let cost = match self.map.terrain() {
            Some(_) => cost_on_terrain(self.map, sight.rule(), &places),
            None => length(&places),
        };
        Some(Path::new(places, cost))
    }

    /// The cost of the path to a corner.
    #[must_use]
    pub fn cost(&self, to: Corner) -> Option<f64> {
        self.path(to).map(|path| path.cost())
    }
}

/// The way to a corner: its ends and the corners where it turns, in one allocation of the right size.
pub(super) fn turns_of(sight: &Sight<'_>, parent: impl Fn(StateId) -> StateId, to: StateId) -> Vec<Corner> {
    let corner = |id: StateId| sight.vertex(id).state.corner;
    let at = |id: StateId| Rounded::from(corner(id));
    let parent = |id: StateId| Some(parent(id)).filter(|&parent| parent != id);
    // Backwards, leaving out corners at which it goes straight on.
    let next_turn = |&id: &StateId| {
        let mut here = parent(id)?;
        while let Some(beyond) = parent(here)
            && at(here).is_between(at(id), at(beyond))
        {
            here = beyond;
        }
        Some(here)
    };
    let back = || std::iter::successors(Some(to), next_turn);
    let mut places = Vec::with_capacity(back().count());
    places.extend(back().map(corner));
    places.reverse();
    places
}
