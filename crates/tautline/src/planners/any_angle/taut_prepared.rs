//! A* on a prepared graph of taut lines.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use crate::cones::{TautGraph, TautGraphConfig, TautGraphMemory, TautLandmarks};
use crate::geometry::Corner;
use crate::index::IndexError;
use crate::jumps::Bounding;
use crate::moves::CornerRule;
use crate::planners::corner_options::CORNERS;
use crate::planners::{
    Build, Choice, ConfigError, Descriptor, Guarantee, IndexSpec, Open, OptionError, OptionKind, OptionSpec,
    Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// Shortest paths at any angle on maps that stay: A* on the graph of all turning corners and the taut lines between them.
///
/// - **Finds** a shortest path at any angle between two corners, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Which lines are legal is decided with
///   whole numbers.
/// - **Needs** a [`TautGraph`], made by [`new`](Self::new) or taken as it is by [`with_prepared`](Self::with_prepared). After an edit of
///   the map it must be rebuilt.
/// - **Complexity**: a query looks around its start, as far as that is of use, and expands each turning corner at most once for each
///   better way to it; each expanded corner from which the goal may be seen checks the line to it. Preparing looks from each
///   turning corner over what it sees, and from the end of each line over what is seen behind it; then comes a search from each
///   corner, or where that takes too long, from each landmark, for which each corner looks around once more.
/// - **Departs** from the papers in these things:
///   - The lines are found by following what is seen from row to row, as [`Taut`](super::taut::Taut) does, and not by checks of all pairs
///     of corners.
///   - The lines that can come after one are those between its heading and the obstacle that the path turns around: a range of those
///     of its end.
///   - Each line has a rectangle around the goals to which it can lead. Where it is prepared by searches, it is that of the shortest
///     paths that begin with the line, as in goal bounding. Otherwise it is all that can be seen after lines that lead into dead
///     ends, the levels of sparse visibility graphs, and no goal has to be linked to the graph for them.
///   - The corners that see the goal are not looked for before the search, unless there are landmarks, whose distances from the
///     goal come from them.
/// - S. Oh, H. W. Leong: *Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle Pathfinding Using Hierarchical Taut Paths*, 2017.
///   S. Rabin, N. R. Sturtevant: *Combining Bounding Boxes and JPS to Prune Grid Pathfinding*, 2016. A. V. Goldberg, C. Harrelson:
///   *Computing the Shortest Path: A\* Search Meets Graph Theory*, 2005.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::check`]). The nearest
/// place to a goal that cannot be reached need not be a corner of an obstacle: [`Query::or_nearest`] is refused.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::planners::TautPrepared;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows([".....", ".###.", "....."])?;
/// let answer = TautPrepared::new(&grid)?.plan(&Query::new((0, 2), (5, 0)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.places, [(0, 2), (1, 1), (5, 0)].map(Corner::from));
/// assert!((path.cost - (2f64.sqrt() + 17f64.sqrt())).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TautPrepared<'w> {
    grid: &'w Grid,
    graph: Cow<'w, TautGraph>,
}

/// A graph that was made for another state of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the taut graph was prepared for another state of the map: it must be rebuilt")]
pub struct StaleTautGraph;

impl<'w> TautPrepared<'w> {
    /// Prepares the map with the default options. Only one with too many turning corners is refused.
    pub fn new(grid: &'w Grid) -> Result<Self, ConfigError> {
        Self::with_config(grid, TautGraphConfig::default())
    }

    /// Prepares the map with these options.
    pub fn with_config(grid: &'w Grid, config: TautGraphConfig) -> Result<Self, ConfigError> {
        Ok(Self { grid, graph: Cow::Owned(TautGraph::new(grid, config)?) })
    }

    /// Takes what was prepared before, if it belongs to the map as it is now.
    ///
    /// ```
    /// use tautline::planners::{TautGraph, TautPrepared};
    /// use tautline::world::{Grid, Tile};
    ///
    /// let mut grid = Grid::from_rows([".....", ".###.", "....."])?;
    /// let graph = TautGraph::new(&grid, Default::default())?;
    /// assert!(TautPrepared::with_prepared(&grid, &graph).is_ok());
    /// grid.set((2, 1), Tile::Free)?;
    /// assert!(TautPrepared::with_prepared(&grid, &graph).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_prepared(grid: &'w Grid, graph: &'w TautGraph) -> Result<Self, StaleTautGraph> {
        if grid.revision() == graph.revision() {
            Ok(Self { grid, graph: Cow::Borrowed(graph) })
        } else {
            Err(StaleTautGraph)
        }
    }

    /// What was prepared.
    #[must_use]
    pub fn graph(&self) -> &TautGraph {
        &self.graph
    }

    plan_typed!(pub Corner);

    fn plan_for(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        if query.partial {
            return Err(QueryError::Unsupported("the nearest place to a goal that cannot be reached"));
        }
        query.check(self.grid, self.rule())?;
        Ok(self.graph.answer(self.grid, query, workspace.part::<TautGraphMemory>(), observer)?)
    }
}

impl Planner<Corner> for TautPrepared<'_> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.graph.config().rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

impl Choice for TautLandmarks {
    const CHOICES: &'static [(&'static str, Self)] = &[("0", Self::Zero), ("16", Self::Sixteen)];
}

const LANDMARKS: OptionSpec = OptionSpec {
    name: "landmarks",
    default: "16",
    kind: OptionKind::of::<TautLandmarks>(),
    help: "from how many places distances are prepared to estimate the way to the goal, where there are no bounds",
};

const BOUNDS: OptionSpec = OptionSpec {
    name: "bounds",
    default: "auto",
    kind: OptionKind::of::<Bounding>(),
    help: "prepare for each line where the goals lie that it leads to, by a search from every turning corner; auto = where \
           that takes some seconds at most, on = even if it takes minutes",
};

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "taut-prepared",
    name: "Taut, prepared",
    paper: "Oh & Leong 2017; Rabin & Sturtevant 2016",
    guarantee: Guarantee::Optimal,
    any_angle: true,
    index: Some(IndexSpec {
        version: 1,
        is_needed: |_| true,
        only_with: "",
        prepare,
        contents: |_| None,
        open: Open::Corners(open),
    }),
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[CORNERS, LANDMARKS, BOUNDS],
    build: Build::Corners(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Corner> + 'w>, OptionError> {
    Ok(Box::new(TautPrepared::with_config(ground.plain()?, config(settings))?))
}

fn config(settings: &Settings) -> TautGraphConfig {
    TautGraphConfig {
        rule: settings.choice("corners"),
        landmarks: settings.choice("landmarks"),
        bounds: settings.choice("bounds"),
    }
}

fn prepare(grid: &Grid, settings: &Settings, _: NonZeroUsize) -> Result<Vec<u8>, OptionError> {
    Ok(TautGraph::new(grid, config(settings))?.to_bytes())
}

fn open<'w>(
    grid: &'w Grid,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Box<dyn Planner<Corner> + 'w>, IndexError> {
    let graph =
        TautGraph::from_bytes(grid, bytes).map_err(|error| IndexError::Malformed(error.to_string()))?;
    if graph.config() != config(settings) {
        return Err(IndexError::Malformed("its options are not those of its settings".into()));
    }
    Ok(Box::new(TautPrepared { grid, graph: Cow::Owned(graph) }))
}
