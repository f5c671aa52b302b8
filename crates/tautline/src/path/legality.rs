use crate::geometry::{Cell, Corner, Point};
use crate::map::{Grid, Map, Tiling};
use crate::moves::{CornerRule, DiagonalRule, Direction, HexStep, OctileLength, PathRule};

/// Why a sequence of places is not a path.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalStep {
    /// There is no place in it.
    #[error("the path is empty")]
    Empty,
    /// A rule for steps between cells and a path of lines, or the other way round.
    #[error("the rule {rule} is for paths of another kind")]
    OtherKind {
        /// The rule.
        rule: PathRule,
    },
    /// A position that is blocked.
    #[error("place {index} of the path, {cell}, is blocked or outside the map")]
    Blocked {
        /// Its number in the path, from zero.
        index: usize,
        /// The place.
        cell: Cell,
    },
    /// A step, or a straight line between centres of cells, that the rule does not allow, or that is none.
    #[error("step {index} of the path, from {from} to {to}, is not allowed under the rule {rule:?}")]
    Step {
        /// Its number in the path, from zero.
        index: usize,
        /// Where it begins.
        from: Cell,
        /// Where it ends.
        to: Cell,
        /// The rule.
        rule: DiagonalRule,
    },
    /// A corner at which no path can begin.
    #[error("the path begins at {corner}, which is outside the map or has no free cell around it")]
    BlockedCorner {
        /// The corner.
        corner: Corner,
    },
    /// A line between corners that the rule does not allow, or that leads nowhere.
    #[error("line {index} of the path, from {from} to {to}, is not allowed under the rule {rule:?}")]
    Line {
        /// Its number in the path, from zero.
        index: usize,
        /// Where it begins.
        from: Corner,
        /// Where it ends.
        to: Corner,
        /// The rule.
        rule: CornerRule,
    },
    /// A point at which no path can begin.
    #[error("the path begins at {point}, which is in no free cell and on no side of one")]
    BlockedPoint {
        /// The point.
        point: Point,
    },
    /// A step between points that leads nowhere, or that does not stay within one free cell.
    #[error("step {index} of the path, from {from} to {to}, is none within one free cell")]
    Leg {
        /// Its number in the path, from zero.
        index: usize,
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// A turn that leads from one side of two touching obstacles to the other, which the rule `Closed` does not allow.
    #[error("place {index} of the path, {corner}, is crossed between two obstacles that touch there")]
    Crossing {
        /// Its number in the path, from zero.
        index: usize,
        /// The corner.
        corner: Corner,
    },
}

/// Whether a sequence of cells is a path of single legal steps, and how many straight and diagonal ones it has.
///
/// ```
/// use tautline::geometry::Cell;
/// use tautline::map::Grid;
/// use tautline::moves::{DiagonalRule, OctileLength};
/// use tautline::path::check_cells;
///
/// let grid = Grid::from_rows(["..", ".#"])?;
/// let path = [(0, 1), (0, 0), (1, 0)].map(Cell::from);
/// let steps = check_cells(&grid, DiagonalRule::NoCornerCutting, &path)?;
/// assert_eq!(steps, OctileLength { straight: 2, diagonal: 0 });
/// assert!(check_cells(&grid, DiagonalRule::NoCornerCutting, &[path[0], path[2]]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_cells(grid: &Grid, rule: DiagonalRule, cells: &[Cell]) -> Result<OctileLength, IllegalStep> {
    let first = *cells.first().ok_or(IllegalStep::Empty)?;
    if grid.is_blocked(first) {
        return Err(IllegalStep::Blocked { index: 0, cell: first });
    }
    let mut steps = OctileLength::ZERO;
    for (index, pair) in cells.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        if grid.is_blocked(to) {
            return Err(IllegalStep::Blocked { index: index + 1, cell: to });
        }
        let allowed = rule.allows(grid, from, to);
        match Direction::between(from, to).filter(|_| allowed) {
            Some(direction) if direction.is_diagonal() => steps.diagonal += 1,
            Some(_) => steps.straight += 1,
            None => return Err(IllegalStep::Step { index, from, to, rule }),
        }
    }
    Ok(steps)
}

/// What a path amounts to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walked {
    /// Its cost in tiles: what its cells, tolls, links and turns say.
    pub cost: f64,
    /// How often its heading changes. Behind a link there is none, so the first step from there is no turn.
    pub turns: usize,
}

/// Whether a sequence of cells is a path of single legal steps and links on a map, what it costs where each turn costs
/// `turn_penalty` tiles, and how often it turns. Where a link leads to a neighbour, one takes whichever is cheaper in the end.
///
/// ```
/// use tautline::geometry::Cell;
/// use tautline::map::Map;
/// use tautline::moves::DiagonalRule;
/// use tautline::path::walk_cells;
///
/// let costs = [[1, 1, 1], [5, 0, 1]];
/// let map = Map::from_costs(3, 2, |cell| costs[cell.y as usize][cell.x as usize])?;
/// let path = [(0, 1), (0, 0), (1, 0), (2, 0)].map(Cell::from);
/// let walked = walk_cells(&map, DiagonalRule::NoCornerCutting, 0.0, &path)?;
/// assert_eq!((walked.cost, walked.turns), (3.0 + 1.0 + 1.0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walk_cells(
    map: &Map,
    rule: DiagonalRule,
    turn_penalty: f64,
    cells: &[Cell],
) -> Result<Walked, IllegalStep> {
    let is_blocked = |&cell: &Cell| map.grid().is_blocked(cell);
    if let Some(index) = cells.iter().position(is_blocked) {
        return Err(IllegalStep::Blocked { index, cell: cells[index] });
    }
    if cells.is_empty() {
        return Err(IllegalStep::Empty);
    }
    // The ways that end with a step and with a link; at the start there is no heading either.
    let [mut by_step, mut by_link] = [None, Some(Way::default())];
    for (index, pair) in cells.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let step = step_between(map, rule, from, to);
        let links = map.links().map_or(&[][..], |links| links.from(from));
        let link = links.iter().filter(|link| link.to == to).map(|link| 2 * u64::from(link.cost)).min();
        let ways = || [by_step, by_link].into_iter().flatten();
        let best = |next: &dyn Fn(Way) -> Way| {
            ways().map(next).min_by(|a, b| a.value(turn_penalty).total_cmp(&b.value(turn_penalty)))
        };
        let stepped = step.and_then(|step| best(&|way| way.with_step(step)));
        let linked = link.and_then(|halves| best(&|way| way.with_link(halves)));
        [by_step, by_link] = [stepped, linked];
        if by_step.is_none() && by_link.is_none() {
            return Err(IllegalStep::Step { index, from, to, rule });
        }
    }
    let ways = [by_step, by_link].into_iter().flatten();
    let walked = ways.map(|way| Walked { cost: way.value(turn_penalty), turns: way.turns });
    walked.min_by(|a, b| a.cost.total_cmp(&b.cost)).ok_or(IllegalStep::Empty)
}

/// What a part of a path amounts to, in halves of a tile and of a tile's diagonal.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    straight: u64,
    diagonal: u64,
    turns: usize,
    heading: Option<Direction>,
}

impl Way {
    fn value(self, turn_penalty: f64) -> f64 {
        let halves = self.straight as f64 + self.diagonal as f64 * std::f64::consts::SQRT_2;
        halves / 2.0 + self.turns as f64 * turn_penalty
    }

    fn with_step(self, step: Self) -> Self {
        let turns = self.heading.is_some() && self.heading != step.heading;
        Self {
            straight: self.straight + step.straight,
            diagonal: self.diagonal + step.diagonal,
            turns: self.turns + usize::from(turns),
            heading: step.heading,
        }
    }

    fn with_link(self, halves: u64) -> Self {
        Self { straight: self.straight + halves, heading: None, ..self }
    }
}

/// A step between two free cells, if there is one.
fn step_between(map: &Map, rule: DiagonalRule, from: Cell, to: Cell) -> Option<Way> {
    let direction = Direction::between(from, to)?;
    let (is_allowed, is_diagonal, heading) = match map.tiling() {
        Tiling::Square => (rule.allows(map.grid(), from, to), direction.is_diagonal(), direction),
        Tiling::Hexagonal => {
            let heading = HexStep::heading(from, direction as u8);
            (HexStep::distance(from, to) == 1, false, Direction::ALL[usize::from(heading)])
        }
    };
    let costs = u64::from(map.cost(from)) + u64::from(map.cost(to));
    let toll = 2 * map.tolls().map_or(0, |tolls| u64::from(tolls.toll(from, direction)));
    let (straight, diagonal) = if is_diagonal { (toll, costs) } else { (toll + costs, 0) };
    is_allowed.then_some(Way { straight, diagonal, turns: 0, heading: Some(heading) })
}
