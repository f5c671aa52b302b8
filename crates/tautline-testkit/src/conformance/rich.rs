use std::cmp::Ordering;

use tautline::engine::{Feature, Guarantee, Planner, PrepareError, Selection};
use tautline::geometry::{Cell, Position};
use tautline::map::{Map, Tiling};
use tautline::moves::{CostModel, DiagonalRule, OctileLength};
use tautline::path::{Path, walk_cells};
use tautline::search::{Answer, Outcome, PartialReason, Query, QueryError, Reach, Workspace};

use super::Failure;
use crate::oracle::{cells, grounds};
use crate::world::RichWorld;

/// Holds a planner to what it claims on a map with costs, links or hexagons, for every query; or to its refusal, where its
/// descriptor does not claim what the map has.
///
/// # Errors
///
/// The first thing that is wrong.
///
/// # Panics
///
/// If the planner cannot be built for another reason.
pub fn check_rich(selection: &Selection, world: &RichWorld, queries: &[Query]) -> Result<(), Failure> {
    let map = world.to_map();
    let fail = |query: Option<&Query>, fault: String| Failure {
        planner: selection.to_string(),
        world: world.to_string(),
        query: query.map_or(((0, 0), (0, 0)), |query| (cell(query.start).into(), cell(query.goal).into())),
        fault: query.map_or(fault.clone(), |query| format!("{query:?}: {fault}")),
    };
    let planner = match (selection.planner(&map), refusal(selection, &map)) {
        (Ok(planner), false) => planner,
        (Err(PrepareError::Unsupported(_)), true) => return Ok(()),
        (Ok(_), true) => return Err(fail(None, "it does not refuse what it does not claim".into())),
        (Err(error), _) => return Err(fail(None, format!("it refuses the map: {error}"))),
    };
    let turn = turn_penalty(selection);
    let mut workspace = Workspace::new();
    let mut known: Option<(Position, Truth<'_>)> = None;
    for query in queries {
        if !selection.descriptor().handles(Feature::Reach)
            && (query.reach != Reach::At || query.partial || !query.others.is_empty())
        {
            match planner.plan(&map, query, &mut workspace) {
                Err(QueryError::Unsupported(_)) => continue,
                answer => {
                    return Err(fail(
                        Some(query),
                        format!("claims nothing near a goal, but answers {answer:?}"),
                    ));
                }
            }
        }
        // Queries from the same start follow each other.
        let truth = match known.take() {
            Some((start, truth)) if start == query.start => truth,
            _ => {
                let rule = planner.rule().steps().expect("a planner on cells");
                let ways = grounds::cheapest_ways(world, rule, turn, cell(query.start));
                Truth { world, map: &map, rule, turn, ways }
            }
        };
        let (_, truth) = known.insert((query.start, truth));
        truth.check(&planner, query, &mut workspace).map_err(|fault| fail(Some(query), fault))?;
    }
    Ok(())
}

/// What each change of heading costs a planner, in halves of a tile.
pub(super) fn turn_penalty(selection: &Selection) -> u32 {
    let tiles =
        selection.settings().get("turn-penalty").map_or(0.0, |tiles| tiles.parse().expect("a number"));
    (2.0 * tiles) as u32
}

/// Whether the planner's descriptor does not claim what the map has.
fn refusal(selection: &Selection, map: &Map) -> bool {
    let has = [
        (Feature::Terrain, map.terrain().is_some()),
        (Feature::Tolls, map.tolls().is_some()),
        (Feature::Links, map.links().is_some()),
        (Feature::Hexagons, map.tiling() == Tiling::Hexagonal),
    ];
    has.into_iter().any(|(what, is_there)| is_there && !selection.descriptor().handles(what))
}

/// The cell that an end of a query is.
fn cell(end: Position) -> Cell {
    if let Position::Cell(cell) = end { cell } else { panic!("{end:?} is no cell") }
}

struct Truth<'a> {
    world: &'a RichWorld,
    map: &'a Map,
    rule: DiagonalRule,
    turn: u32,
    ways: Vec<Option<OctileLength>>,
}

impl Truth<'_> {
    fn check(&self, planner: &Planner, query: &Query, workspace: &mut Workspace) -> Result<(), String> {
        let answer = planner
            .plan(self.map, query, workspace)
            .map_err(|error| format!("it refuses the query: {error}"))?;
        if planner.plan(self.map, query, &mut Workspace::new()).as_ref() != Ok(&answer) {
            return Err("another answer from a fresh workspace".into());
        }
        self.check_answer(&answer, query, planner.guarantee())
    }

    fn check_answer(&self, answer: &Answer, query: &Query, guarantee: Guarantee) -> Result<(), String> {
        let best = self.cheapest(|cell| self.covers_any(query, cell));
        match (&answer.outcome, best) {
            (Outcome::Unreachable, None) if !query.partial => Ok(()),
            (Outcome::Found(path), Some(best)) => {
                let last = *path.cells().and_then(<[Cell]>::last).ok_or("no path of cells")?;
                if !self.covers_any(query, last) {
                    return Err(format!("ends at {last}"));
                }
                self.check_path(path, cell(query.start), best, guarantee)
            }
            (Outcome::Partial { path, why }, None) if query.partial => {
                let is_blocked = query.reach == Reach::At
                    && query.goals().map(cell).all(|goal| !self.world.plain.is_free(goal.x, goal.y));
                if (*why == PartialReason::GoalBlocked) != is_blocked {
                    return Err(format!("says {why:?}"));
                }
                let reached = self
                    .world
                    .plain
                    .cells()
                    .filter(|&cell| self.ways[self.world.plain.index(cell)].is_some());
                let nearest = reached.map(|cell| self.apart_from_any(query, cell)).min().expect("the start");
                let last = *path.cells().and_then(<[Cell]>::last).ok_or("no path of cells")?;
                if self.apart_from_any(query, last) != nearest {
                    return Err(format!("ends at {last}, which is not the nearest"));
                }
                let best =
                    self.cheapest(|cell| self.apart_from_any(query, cell) == nearest).expect("one of them");
                self.check_path(path, cell(query.start), best, guarantee)
            }
            (outcome, best) => Err(format!("found {outcome:?}, expected {best:?}")),
        }
    }

    /// The cheapest way to any of the cells that are good enough.
    fn cheapest(&self, is_enough: impl Fn(Cell) -> bool) -> Option<OctileLength> {
        let enough = self.world.plain.cells().filter(|&cell| is_enough(cell));
        let ways = enough.filter_map(|cell| self.ways[self.world.plain.index(cell)]);
        ways.min_by(|&a, &b| cells::compare(CostModel::Octile, a, b))
    }

    fn check_path(
        &self,
        path: &Path,
        start: Cell,
        best: OctileLength,
        guarantee: Guarantee,
    ) -> Result<(), String> {
        let (claimed, path) = (path.cost(), path.cells().ok_or("no path of cells")?);
        if path.first() != Some(&start) {
            return Err("it does not begin at the start".into());
        }
        let halves = grounds::walk(self.world, self.rule, self.turn, path)?;
        let value = |halves| cells::value(CostModel::Octile, halves) / 2.0;
        let (cost, shortest) = (value(halves), value(best));
        if (claimed - cost).abs() > 1e-12 * cost {
            return Err(format!("says that it costs {claimed}, but it costs {cost}"));
        }
        let penalty = f64::from(self.turn) / 2.0;
        let walked = walk_cells(self.map, self.rule, penalty, path);
        if walked.as_ref().is_ok_and(|walked| (walked.cost - cost).abs() > 1e-12 * cost) || walked.is_err() {
            return Err(format!("costs {cost}, but the library's own check says {walked:?}"));
        }
        let kept = match guarantee {
            Guarantee::Optimal => cells::compare(CostModel::Octile, halves, best) == Ordering::Equal,
            Guarantee::Bounded(_) | Guarantee::Within { .. } => {
                cost <= guarantee.longest(shortest) * (1.0 + 1e-12)
            }
            Guarantee::Suboptimal => true,
        };
        if kept { Ok(()) } else { Err(format!("claims {guarantee:?}, found {cost}, cheapest {shortest}")) }
    }

    fn covers_any(&self, query: &Query, cell: Cell) -> bool {
        query.goals().map(self::cell).any(|goal| self.covers(query.reach, cell, goal))
    }

    fn apart_from_any(&self, query: &Query, cell: Cell) -> u32 {
        query.goals().map(self::cell).map(|goal| self.apart(cell, goal)).min().expect("a query has a goal")
    }

    /// Whether a cell is near enough to the goal.
    fn covers(&self, reach: Reach, cell: Cell, goal: Cell) -> bool {
        let (dx, dy) = (cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
        match (reach, self.world.tiling) {
            (Reach::At, _) => cell == goal,
            (Reach::NextTo, Tiling::Square) if self.rule == DiagonalRule::Never => dx + dy == 1,
            (Reach::NextTo, Tiling::Square) => dx.max(dy) == 1,
            (Reach::Within(tiles), Tiling::Square) => f64::from(dx * dx + dy * dy).sqrt() <= tiles,
            (Reach::NextTo, Tiling::Hexagonal) => self.apart(cell, goal) == 1,
            (Reach::Within(tiles), Tiling::Hexagonal) => f64::from(self.apart(cell, goal)) <= tiles,
        }
    }

    /// How far apart two cells are: the square of the distance, or steps between hexagons.
    fn apart(&self, a: Cell, b: Cell) -> u32 {
        match self.world.tiling {
            Tiling::Square => a.x.abs_diff(b.x).pow(2) + a.y.abs_diff(b.y).pow(2),
            Tiling::Hexagonal => {
                // Half a tile to the side with each row; the rest along the row.
                let rows = a.y.abs_diff(b.y);
                let halves = (2 * a.x + a.y % 2).abs_diff(2 * b.x + b.y % 2);
                rows + halves.saturating_sub(rows) / 2
            }
        }
    }
}
