//! IDA*: depth-first searches with growing thresholds.

use crate::engine::{
    Algorithm, Choice, Descriptor, Ends, Guarantee, OptionKind, OptionSpec, Preparation, PrepareError,
    Settings, Update, plan_for_all,
};
use crate::geometry::Cell;
use crate::heuristic::landmarks::{LandmarkConfig, LandmarkCost, Landmarks};
use crate::index::IndexError;
use crate::map::{Components, Map, Reachability, Revision};
use crate::moves::{CostModel, DiagonalRule, PathRule, StepCosts};
use crate::planners::graph::guided_grid::{GuidedGrid, MoveRules, PathSearch, SearchTask, Searched};
use crate::planners::graph::landmark_options::{self, CHOICE, GUIDED_BY, LANDMARKS, SEED, chosen_landmarks};
use crate::planners::graph::options::{COSTS, moves};
use crate::planners::options::DIAGONAL;
use crate::search::{
    Answer, DeadEndCut, Deepening, DeepeningMemory, Ended, Limits, Meter, Observer, OutOfMemory, Query,
    QueryError, Request, Stats, StopReason, Workspace,
};

/// IDA*: one depth-first search after the other, each up to the least f that the one before had left out.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper; with [thresholds that grow faster](IdaStarConfig::delta), a path that costs at most so much
///   more; with the [cut of the paper](DeadEndCut::Paper), some path. With whole-number costs, cheapest in those.
/// - **Needs** nothing, or [`Landmarks`], prepared by [`new`](Self::new). After an edit of the map they are prepared again.
/// - **Complexity**: each search may expand as many states as A*, some of them several times, and there are as many searches as there are
///   values of f up to the cost of the path: few with small whole-number costs, very many with exact lengths. The way that is being
///   looked at is kept in a list and not on the call stack, so that nothing overflows.
/// - **Departs** from the paper: the cost of a way to a cell is the one at its end (the printed code leaves out the last step), and
///   the least f of a cell is that of its own leaves (the printed code adds those of its siblings), as the text says. The cut of dead
///   ends is one that keeps all cheapest paths, by default. That of the text makes paths longer than the thresholds allow, and that of the
///   printed code loses them; this is noticed and repaired as the paper proposes: where the landmarks or the connected parts of the map
///   know that there is a path, and the search does not find it, it is made again without the cut, and [`Stats::repairs`] says so.
/// - R. E. Korf: *Depth-first iterative-deepening: an optimal admissible tree search*, 1985. DOI 10.1016/0004-3702(85)90084-0.
///   T. Cazenave: *Optimizations of data structures, heuristics and algorithms for path-finding on maps*, CIG 2006.
///   DOI 10.1109/CIG.2006.311677.
///
/// # The safe cut
///
/// When a search up to a threshold is over, and the heuristic is consistent, the cheapest ways to all cells with an f of up to the
/// threshold are known. In the next search, each of these cells is entered once, and those that lead to nothing but such cells, or
/// to cells that were reached elsewhere, are given up. To every other cell, the goal among them, a cheapest way is left that does not
/// enter what was given up, however much the threshold grows. The paper's cut asks the same before the cheapest ways are known: its
/// Figure 1 shows what is lost.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{IdaStar, IdaStarConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = IdaStar::new(&map, IdaStarConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IdaStar {
    id: &'static str,
    on: GuidedGrid,
    config: IdaStarConfig,
    /// What hangs together, where it is not proved that no path is lost.
    components: Option<Components>,
}

/// The options of [`IdaStar`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdaStarConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
    /// What they cost.
    pub costs: CostModel,
    /// The landmarks that guide the search, if any do, besides the distance on an empty map.
    pub landmarks: Option<LandmarkConfig>,
    /// Which dead ends are not entered again.
    pub cut: DeadEndCut,
    /// By how much more than necessary each threshold is larger than the one before, where a straight step is two: the D of
    /// `IDA*Δ_D`, which the registry has as `ida-star-delta`.
    pub delta: u32,
    /// Expand no more states than this.
    pub max_nodes: Option<u64>,
}

impl IdaStarConfig {
    fn moves(&self) -> MoveRules {
        MoveRules { rule: self.rule, costs: self.costs, delta: self.delta }
    }

    /// Whether the search may lose a path: then the components of the map tell whether there is one.
    fn may_lose(&self) -> bool {
        matches!(self.cut, DeadEndCut::Paper | DeadEndCut::Printed)
    }
}

impl IdaStar {
    /// With these options. If landmarks guide the search, they are prepared.
    pub fn new(map: &Map, config: IdaStarConfig) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits, or on several threads.
    pub fn prepare(
        map: &Map,
        config: IdaStarConfig,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        Self::named(DESCRIPTOR.id, map, config, preparation)
    }

    pub(super) fn named(
        id: &'static str,
        map: &Map,
        config: IdaStarConfig,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        let on = GuidedGrid::prepare(id, map, config.moves(), config.landmarks, preparation)?;
        Ok(Self::on(id, map, on, config, &mut preparation.meter())?)
    }

    fn on(
        id: &'static str,
        map: &Map,
        on: GuidedGrid,
        config: IdaStarConfig,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let components = config.may_lose().then(|| Components::prepare(map, config.rule, meter));
        Ok(Self { id, on, config, components: components.transpose()? })
    }

    /// Makes it from options and landmarks that were stored.
    pub(super) fn open(
        id: &'static str,
        map: &Map,
        config: IdaStarConfig,
        bytes: &[u8],
    ) -> Result<Box<dyn Algorithm>, IndexError> {
        let on = GuidedGrid::open(id, map, config.moves(), config.landmarks, bytes)?;
        let opened = Self::on(id, map, on, config, &mut Meter::unlimited());
        Ok(Box::new(opened.expect("nothing stops it")))
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> &IdaStarConfig {
        &self.config
    }

    /// The landmarks that guide it, if any do.
    #[must_use]
    pub fn landmarks(&self) -> Option<&Landmarks> {
        self.on.landmarks()
    }

    fn plan_for(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        self.on.plan(self, map, query, workspace, observer)
    }

    /// Whether it is known that there is a path, where the search may have lost it.
    fn knows_a_path(&self, map: &Map, query: &Request<'_, Cell>) -> bool {
        let Some(components) = &self.components else { return false };
        self.landmarks().is_some_and(|landmarks| landmarks.connect(query.start, query.goal))
            || components
                .on(map)
                .is_ok_and(|areas| areas.connected(query.start, query.goal) == Reachability::Yes)
    }
}

impl PathSearch for IdaStar {
    fn find<C: LandmarkCost>(
        &self,
        ask: &SearchTask<'_, C>,
        workspace: &mut Workspace,
        stats: &mut Stats,
        observer: &mut impl Observer,
    ) -> Result<Searched, OutOfMemory> {
        let &SearchTask { map, rule, costs, heuristic, query, meter } = ask;
        let IdaStarConfig { cut, delta, max_nodes, .. } = self.config;
        let limited = max_nodes.map(|nodes| {
            let most = query.limits.max_expansions.map_or(nodes, |most| most.min(nodes));
            Limits { max_expansions: Some(most), ..query.limits.clone() }
        });
        let (limits, ends) = (limited.as_ref().unwrap_or(query.limits), (query.start, query.goal));
        let memory = workspace.part::<DeepeningMemory<C>>();
        let deepening = |cut| Deepening::new((map.grid(), rule, costs), heuristic, cut, delta);
        let (mut ended, mut nearest) = deepening(cut).run(ends, limits, memory, stats, observer)?;
        if ended == Ended::Exhausted && self.knows_a_path(map, query) {
            stats.repairs += 1;
            (ended, nearest) = deepening(DeadEndCut::Off).run(ends, limits, memory, stats, observer)?;
        }
        Ok(match ended {
            Ended::Found => Searched::Found(memory.way_to(query.goal, meter)),
            Ended::Exhausted => Searched::Unreachable,
            Ended::Stopped(why) => Searched::Stopped(why, deepening(cut).way_back(memory, nearest, meter)),
        })
    }
}

impl Algorithm for IdaStar {
    plan_for_all!();

    fn id(&self) -> &'static str {
        self.id
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.revision() == Some(map.revision()) {
            return Ok(Update::Unchanged);
        }
        if self.landmarks().is_none() {
            self.on.fit(map)?;
            let Some(components) = &mut self.components else { return Ok(Update::Unchanged) };
            preparation.check()?;
            return Ok(components.update_with(map, &mut preparation.meter())?);
        }
        *self = Self::named(self.id, map, self.config, preparation)?;
        Ok(Update::Rebuilt)
    }

    fn revision(&self) -> Option<Revision> {
        let by_landmarks = self.landmarks().map(Landmarks::revision);
        by_landmarks.or_else(|| self.components.as_ref().map(Components::revision))
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        self.landmarks().map(Landmarks::to_bytes)
    }

    fn memory(&self) -> usize {
        let landmarks = self.landmarks().map_or(0, Landmarks::bytes);
        landmarks + self.components.as_ref().map_or(0, Components::bytes)
    }

    fn rule(&self) -> PathRule {
        self.config.rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Cells
    }

    /// With costs C and D, whatever costs Δ more is at most Δ / C tiles longer, or Δ / (D / √2) where that is more.
    fn guarantee(&self) -> Guarantee {
        let IdaStarConfig { rule, costs, delta, .. } = self.config;
        if self.config.may_lose() {
            return Guarantee::Suboptimal;
        }
        let factor = self.on.bound();
        let ratio = match costs {
            CostModel::Integer(StepCosts { straight, diagonal }) if rule.has_diagonals() => {
                f64::from(straight) * std::f64::consts::SQRT_2 / f64::from(diagonal)
            }
            _ => 1.0,
        };
        let plus = f64::from(delta) / 2.0 * ratio.max(1.0);
        if plus > 0.0 && factor.is_finite() && plus.is_finite() {
            Guarantee::Within { factor, plus }
        } else {
            Guarantee::within(factor)
        }
    }
}

impl Choice for DeadEndCut {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("safe", Self::Safe), ("paper", Self::Paper), ("printed", Self::Printed), ("off", Self::Off)];
}

const CUT: OptionSpec = OptionSpec {
    name: "cut",
    default: "safe",
    kind: OptionKind::of::<DeadEndCut>(),
    help: "which dead ends are not entered again: those that no cheapest path needs; those of Cazenave's paper, with which paths \
           get longer; those of its code as printed, with which many are found only when the search is repeated; or none",
};

const MAX_NODES: OptionSpec = OptionSpec {
    name: "max-nodes",
    default: "0",
    kind: OptionKind::Whole { min: 0, max: 1_000_000_000 },
    help: "give up after so many expansions, as the paper does after 10000000; 0 = never",
};

pub(super) const OPTIONS: [OptionSpec; 8] =
    [DIAGONAL, COSTS, GUIDED_BY, LANDMARKS, CHOICE, SEED, CUT, MAX_NODES];

/// The options, but for the growth of thresholds.
pub(super) fn config(settings: &Settings) -> Result<IdaStarConfig, PrepareError> {
    let (rule, costs) = moves(settings)?;
    let max_nodes = Some(u64::from(settings.whole("max-nodes"))).filter(|&nodes| nodes > 0);
    let (landmarks, cut) = (chosen_landmarks(settings), settings.choice("cut"));
    Ok(IdaStarConfig { rule, costs, landmarks, cut, delta: 0, max_nodes })
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "ida-star",
    name: "IDA*",
    paper: "Korf 1985; Cazenave 2006",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &OPTIONS,
    index: Some(landmark_options::optional_index(|map, settings, bytes| {
        IdaStar::open(DESCRIPTOR.id, map, config(settings)?, bytes)
    })),
    build: |map, settings, preparation| Ok(Box::new(IdaStar::prepare(map, config(settings)?, preparation)?)),
};
