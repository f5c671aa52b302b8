use super::connectivity::Connectivity;
use super::count::{Count, count};
use super::naming::Naming;
use super::neighbourhood::Neighbourhood;
use super::network::Network;
use crate::map::bits::BitPlane;
use crate::map::{Grid, Map, Revision, Stale, Tiling};
use crate::moves::DiagonalRule;
use crate::search::{Meter, StopReason};

/// Which cells hang together: whether there is a path between two cells, without a search.
///
/// **What it answers**: whether there is a path at all, how many components a map has, how large they are, and which cells
/// belong to one. A *component* is a largest set of cells each of which can be reached from each other one, by the steps that a
/// [`DiagonalRule`] allows between squares, by those between hexagons, and by [`Links`](crate::map::Links).
///
/// **What it guarantees**: on a map without links the answer is always yes or no, and right. So it is with links that lead
/// both ways. Where links lead one way, [`Reachability::Unknown`](super::Reachability::Unknown) may be the answer for two
/// components, and a planner has to find out.
///
/// **Rules**: a diagonal step that needs both cells beside it free, or one of them, can be replaced by two straight steps by
/// way of such a cell. So [`NoCornerCutting`](DiagonalRule::NoCornerCutting), [`CutOneCorner`](DiagonalRule::CutOneCorner) and
/// [`Never`](DiagonalRule::Never) have the same components; only [`CutBothCorners`](DiagonalRule::CutBothCorners) joins squares
/// that share nothing but a corner.
///
/// **Edits**: it fits one state of the map, and [`on`](Self::on) refuses another one. [`update`](Self::update) makes it fit
/// again after edits:
///
/// - a cell is freed: the components beside it become one, at the cost of a few look-ups;
/// - a cell is blocked whose free neighbours hang together around it, as in the open or beside a wall: a few look-ups;
/// - a cell is blocked between two walls: two walks along them, as long as the shorter way around, tell whether what it was
///   between is still joined;
/// - if it is not, the smaller part gets a name of its own, and the work is in proportion to its size;
/// - where any of this would take longer than a new count, everything is counted again: that is the worst case.
///
/// **Complexity**: O(1) for an answer, O(cells) to count and at worst to update, four bytes and a bit for each cell. Links cost
/// time in proportion to their number where an edit joins or parts what they lead to.
///
/// ```
/// use tautline::map::{Components, Map, Reachability};
///
/// let mut map = Map::from_rows(["...#..", "......", "...#.."])?;
/// let mut components = Components::new(&map, Default::default());
/// assert_eq!(components.on(&map)?.connected((0, 0), (5, 2)), Reachability::Yes);
///
/// map.block((3, 1))?;
/// assert!(components.on(&map).is_err(), "that was another map");
/// components.update(&map);
/// let now = components.on(&map)?;
/// assert_eq!(now.connected((0, 0), (5, 2)), Reachability::No);
/// assert_eq!((now.count(), now.size((0, 0)), now.size((5, 2))), (2, 9, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Components {
    pub(super) rule: DiagonalRule,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) stamp: Stamp,
    pub(super) neighbourhood: Neighbourhood,
    /// The free cells, as far as they have been taken into account.
    pub(super) free: BitPlane,
    /// By the cells' numbers.
    pub(super) labels: Vec<u32>,
    pub(super) naming: Naming,
    /// How many runs of free cells there were when everything was counted.
    pub(super) runs: usize,
    pub(super) network: Network,
}

/// The state of a map, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) map: Revision,
    pub(super) links: Option<Revision>,
    pub(super) tiling: Tiling,
}

impl Stamp {
    pub(super) fn of(map: &Map) -> Self {
        Self {
            map: map.revision(),
            links: map.links().map(crate::map::Links::revision),
            tiling: map.tiling(),
        }
    }
}

impl Components {
    /// Counts the components: runs of free cells are found 64 cells at a time, and joined from row to row. Between hexagons
    /// the rule does not matter.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "it cannot")]
    pub fn new(map: &Map, rule: DiagonalRule) -> Self {
        Self::prepare(map, rule, &mut Meter::unlimited()).expect("nothing stops it")
    }

    /// The same with limits.
    pub(crate) fn prepare(map: &Map, rule: DiagonalRule, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let grid = map.grid();
        let neighbourhood = Neighbourhood::of(map.tiling(), rule);
        let free = grid.plane().copied(meter)?;
        let Count { labels, naming, runs } = count(&free, grid.height(), neighbourhood, meter)?;
        let mut components = Self {
            rule,
            width: grid.width(),
            height: grid.height(),
            stamp: Stamp::of(map),
            neighbourhood,
            free,
            labels,
            naming,
            runs,
            network: Network::default(),
        };
        components.relink(map);
        Ok(components)
    }

    /// Which steps are allowed.
    #[must_use]
    pub fn rule(&self) -> DiagonalRule {
        self.rule
    }

    /// The state of the map that they were counted for.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.stamp.map
    }

    /// Whether they fit the map as it is now.
    #[must_use]
    pub fn is_current(&self, map: &Map) -> bool {
        self.stamp == Stamp::of(map)
    }

    /// What there is to ask about the grid that they were counted for.
    pub(crate) fn on_counted<'w>(&'w self, grid: &'w Grid) -> Connectivity<'w> {
        Connectivity::new(self, grid)
    }

    /// What there is to ask about a map, if they fit it as it is now. As long as one asks, the map cannot be edited.
    pub fn on<'w>(&'w self, map: &'w Map) -> Result<Connectivity<'w>, Stale> {
        if self.is_current(map) { Ok(Connectivity::new(self, map.grid())) } else { Err(Stale) }
    }

    /// How much memory they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.labels[..]) + self.free.len() / 8 + self.naming.bytes()
    }
}

/// They are equal when the same cells are free and hang together, whatever state of which map they were counted for.
impl PartialEq for Components {
    fn eq(&self, other: &Self) -> bool {
        (self.rule, self.width, self.height) == (other.rule, other.width, other.height)
            && self.free == other.free
            && self.is_same_partition(other)
    }
}

impl Eq for Components {}

impl Components {
    /// Whether the areas and the sets of areas that links join are the same but for their numbers, and as large.
    fn is_same_partition(&self, other: &Self) -> bool {
        let mut partners = vec![0; self.labels.len()];
        let pairs = self.labels.iter().zip(&other.labels);
        let areas = pairs.map(|(&one, &two)| (self.naming.area(one), other.naming.area(two)));
        let mut seen = 0;
        let same_areas = areas.into_iter().all(|(one, two)| {
            let partner = &mut partners[one as usize];
            if *partner == 0 && one != 0 {
                *partner = two;
                seen += 1;
            }
            *partner == two && self.naming.cells(one) == other.naming.cells(two)
        });
        // As many areas on both sides, and each has one partner: so no two have the same one.
        same_areas
            && seen == self.naming.areas()
            && seen == other.naming.areas()
            && self.naming.all_areas().all(|area| {
                let set = |components: &Self, area: u32| {
                    let mut set = components.network.set(&area, &components.naming).to_vec();
                    set.sort_unstable();
                    set
                };
                let mut here: Vec<u32> =
                    set(self, area).into_iter().map(|area| partners[area as usize]).collect();
                here.sort_unstable();
                here == set(other, partners[area as usize])
            })
    }
}
