//! Taut: shortest paths at any angle, on maps that may change.

use crate::engine::{
    Algorithm, Descriptor, Ends, Guarantee, Preparation, PrepareError, Update, plan_for_all,
};
use crate::map::{Map, Revision};
use crate::moves::{CornerRule, PathRule};
use crate::planners::cone::pocket::Pockets;
use crate::planners::cone::search::taut::TautSearch;
use crate::planners::options::CORNERS;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// Shortest paths at any angle, on maps that may change: a search over the corners at which paths turn and the cones that they see.
///
/// Where a shortest path turns around an obstacle, it goes on into a part of one quadrant, a *wedge* between an axis and the line on
/// which it came. What its corner, the *root*, sees there is looked at row by row, as a *cone* between two rays or walls, with a word
/// of 64 cells for each row, until an obstacle splits it or a corner is found around which paths turn: that becomes a root in its turn.
///
/// - **Finds** a shortest path at any angle between any two points, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Where cones end is decided with whole
///   numbers: rounding never confuses two ends, on maps of any size.
/// - **Needs** *pockets*: parts of the map, such as dead ends, in which it need not look. They are found when it is made, in 1 to 20
///   milliseconds for a million cells, and repaired by [`update`](Algorithm::update) where the map is edited.
/// - **Complexity**: each corner is a root once for each time that a shorter way to it is found, most often once; what a root sees is
///   looked at only as far as a shortest path may lead there.
/// - It is built on what [`Anya`](super::anya::Anya) teaches, and **departs** from it in these things:
///   - Cones are not split where a corner lies on their row, but where an obstacle does. What they come to is kept in the open list
///     only if it is by more than a few percent longer than the best that is there; as nearly all of it has to be looked at sooner
///     or later, it is most often better done at once.
///   - A cone is given up where a known way by a corner at its end is shorter to all of its points, or comes in between.
///   - A corner behind which there is nothing does not go to the open list.
///   - The ends of cones follow walls: there is something to decide only where a wall ends.
///   - Parts of the map that no shortest path enters, if it neither begins nor ends there, are treated as blocked: its pockets.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::on_corners`]).
/// [`Query::or_nearest`] is refused.
///
/// Both ends can be any points: within free cells, on their sides or on corners; a cell stands for its centre. The places between the
/// ends of a path are corners. The first cones behind a start that is no corner, as an observer is told of them, are a little wider than
/// what is seen: by less than a thousandth of a tile for each row.
///
/// # How robust it is
///
/// - Each end is rounded once, along each axis to a whole number of 2⁻²⁰ of a tile. A point on a grid line stays there, and any other
///   strictly between the same two: it never comes to another cell, side or corner, however near it is to one.
/// - From then on everything is decided exactly, with whole numbers: which corners the ends see, whether they see each other, where
///   cones end, where paths turn. No point, be it on a wall or the smallest step away from it, is on its wrong side by rounding.
/// - Lengths are sums of `f64`. Of two paths whose lengths differ by no more than the rounding of these sums, either may be taken.
/// - Ends with coordinates that are whole numbers of 2⁻²⁰ of a tile, such as 3.5 or 10.25, are not changed by rounding, so that the
///   path is legal and shortest as it is.
/// - Any other end moves by less than √2 · 2⁻²⁰ of a tile, about 1.4 · 10⁻⁶, within its cell or along its side, which is all free. So
///   the length of a shortest path changes by less than that for each end. The path begins and ends at the points as they were
///   given, and its cost is its own length: it is at most 4 · √2 · 2⁻²⁰ of a tile longer than the shortest one between them, and its
///   first and its last line may cut the corner of an obstacle by less than √2 · 2⁻²⁰ of a tile.
///
/// ```
/// use tautline::engine::{Algorithm, Update};
/// use tautline::map::Map;
/// use tautline::planners::{Taut, TautConfig};
/// use tautline::search::{Query, Workspace};
///
/// let mut map = Map::from_rows([".....", ".###.", "....."])?;
/// let (mut taut, mut workspace) = (Taut::new(&map, TautConfig::default())?, Workspace::new());
/// let query = Query::new((0.5, 1.75), (4.25, 0.5));
/// let path = taut.plan(&map, &query, &mut workspace)?.into_path().unwrap();
/// assert!(path.points().eq([(0.5, 1.75), (1.0, 1.0), (4.25, 0.5)].map(Into::into)));
///
/// map.free((1, 1))?;
/// assert_eq!(taut.update(&map)?, Update::Repaired);
/// let path = taut.plan(&map, &query, &mut workspace)?.into_path().unwrap();
/// assert!(path.points().eq([(0.5, 1.75), (2.0, 1.0), (4.25, 0.5)].map(Into::into)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Taut {
    pockets: Pockets,
}

/// The options of [`Taut`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TautConfig {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
}

impl Taut {
    /// Finds the pockets of a map.
    pub fn new(map: &Map, config: TautConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits.
    pub fn prepare(map: &Map, config: TautConfig, preparation: &Preparation) -> Result<Self, PrepareError> {
        DESCRIPTOR.begin(map, preparation)?;
        Ok(Self { pockets: Pockets::new(map, config.rule, &mut preparation.meter())? })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> TautConfig {
        TautConfig { rule: self.pockets.rule() }
    }

    /// How many cells lie in pockets.
    #[must_use]
    pub fn pocket_cells(&self) -> usize {
        self.pockets.cells()
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let (id, grid, pockets) = (DESCRIPTOR.id, map.grid(), &self.pockets);
        let request = query.at_any_angle(id, grid, pockets.rule())?;
        request.refuse_partial(id)?;
        Ok(TautSearch { grid, pockets }.answer(&request, workspace.part(), observer)?)
    }
}

impl Algorithm for Taut {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.revision() == Some(map.revision()) {
            return Ok(Update::Unchanged);
        }
        DESCRIPTOR.begin(map, preparation)?;
        Ok(self.pockets.update(map, &mut preparation.meter())?)
    }

    fn revision(&self) -> Option<Revision> {
        Some(self.pockets.revision())
    }

    fn memory(&self) -> usize {
        self.pockets.bytes()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn rule(&self) -> PathRule {
        self.pockets.rule().into()
    }

    fn ends(&self) -> Ends {
        Ends::Points
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "taut",
    name: "Taut: cones from corner to corner",
    paper: "Tautline; after Harabor, Grastien, Öz & Aksakalli 2016",
    guarantee: Guarantee::Optimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[],
    options: &[CORNERS],
    index: None,
    build: |map, settings, preparation| {
        let config = TautConfig { rule: settings.choice("corners") };
        Ok(Box::new(Taut::prepare(map, config, preparation)?))
    },
};
