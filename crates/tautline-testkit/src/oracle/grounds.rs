//! The oracle for everything there can be to a map: costs of cells and steps, links, hexagons, headings.
//!
//! Costs are exact: so many half tiles, and so many halves of a tile's diagonal.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use tautline::geometry::Cell;
use tautline::map::Tiling;
use tautline::moves::{CostModel, DiagonalRule, OctileLength};

use super::cells::{compare, step_between};
use crate::world::RichWorld;

/// How one is heading: a vector, the same for all steps in one direction. None at the start and behind a link.
type Heading = Option<(i32, i32)>;

/// A way on from somewhere.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: Cell,
    heading: Heading,
    cost: OctileLength,
}

/// The cost of a cheapest way from `start` to each cell, in halves, row by row; each change of heading costs `turn` half tiles.
///
/// Dijkstra's algorithm over cells and headings.
///
/// # Panics
///
/// With a blocked start.
#[must_use]
pub fn cheapest_ways(
    world: &RichWorld,
    rule: DiagonalRule,
    turn: u32,
    start: Cell,
) -> Vec<Option<OctileLength>> {
    assert!(world.plain.is_free(start.x, start.y), "the start {start} is blocked:\n{world}");
    let mut best = vec![None; world.plain.free.len()];
    let mut settled: HashMap<(Cell, Heading), OctileLength> = HashMap::new();
    let first = Way { to: start, heading: None, cost: OctileLength::default() };
    let mut open = BinaryHeap::from([Entry(first)]);
    while let Some(Entry(Way { to: cell, heading, cost })) = open.pop() {
        if settled.contains_key(&(cell, heading)) {
            continue;
        }
        settled.insert((cell, heading), cost);
        // States come in the order of their costs.
        best[world.plain.index(cell)].get_or_insert(cost);
        for way in ways_from(world, rule, cell) {
            let cost = sum(sum(cost, way.cost), penalty(turn, heading, way.heading));
            open.push(Entry(Way { cost, ..way }));
        }
    }
    best
}

/// Walks a path step by step and adds up what it costs, in halves, or says what is wrong with it. Where there are a step and
/// links between the same cells, it takes what is cheapest in the end.
#[expect(clippy::missing_panics_doc, reason = "it cannot")]
pub fn walk(world: &RichWorld, rule: DiagonalRule, turn: u32, path: &[Cell]) -> Result<OctileLength, String> {
    let Some(&first) = path.first() else { return Err("the path has no cells".to_owned()) };
    if !world.plain.is_free(first.x, first.y) {
        return Err(format!("the path begins at {first}, which is blocked"));
    }
    // The cheapest way to here for each heading.
    let mut here: Vec<(Heading, OctileLength)> = vec![(None, OctileLength::default())];
    for pair in path.windows(2) {
        let ways: Vec<Way> =
            ways_from(world, rule, pair[0]).into_iter().filter(|way| way.to == pair[1]).collect();
        if ways.is_empty() {
            return Err(format!("there is no way from {} to {}", pair[0], pair[1]));
        }
        let on = ways.iter().flat_map(|way| {
            here.iter().map(|&(heading, cost)| {
                (way.heading, sum(sum(cost, way.cost), penalty(turn, heading, way.heading)))
            })
        });
        here = on.collect();
    }
    let costs = here.into_iter().map(|(_, cost)| cost);
    Ok(costs.min_by(|&a, &b| compare(CostModel::Octile, a, b)).expect("at least one"))
}

fn penalty(turn: u32, before: Heading, after: Heading) -> OctileLength {
    let turns = before.is_some() && after.is_some() && before != after;
    OctileLength { straight: if turns { turn } else { 0 }, diagonal: 0 }
}

/// Where one can go from a cell, and for how much.
fn ways_from(world: &RichWorld, rule: DiagonalRule, from: Cell) -> Vec<Way> {
    let mut ways = Vec::new();
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Cell { x: from.x + dx, y: from.y + dy }));
    for to in around {
        let step = match world.tiling {
            Tiling::Square => step_between(&world.plain, rule, from, to),
            Tiling::Hexagonal => (world.plain.is_free(to.x, to.y) && are_hexagons_beside(from, to))
                .then_some(OctileLength { straight: 1, diagonal: 0 }),
        };
        if let Some(step) = step {
            let factor = u32::from(world.cost(from)) + u32::from(world.cost(to));
            let toll = 2 * world.toll(from, to);
            let cost =
                OctileLength { straight: step.straight * factor + toll, diagonal: step.diagonal * factor };
            let heading = match world.tiling {
                Tiling::Square => (to.x - from.x, to.y - from.y),
                Tiling::Hexagonal => (doubled(to).0 - doubled(from).0, to.y - from.y),
            };
            ways.push(Way { to, heading: Some(heading), cost });
        }
    }
    for link in world.links.iter().filter(|link| link.from == from) {
        ways.push(Way {
            to: link.to,
            heading: None,
            cost: OctileLength { straight: 2 * link.cost, diagonal: 0 },
        });
    }
    ways
}

/// Where the centre of a hexagon lies, in halves of its width and in rows.
fn doubled(cell: Cell) -> (i32, i32) {
    (2 * cell.x + cell.y.rem_euclid(2), cell.y)
}

fn are_hexagons_beside(a: Cell, b: Cell) -> bool {
    let ((ax, ay), (bx, by)) = (doubled(a), doubled(b));
    matches!((ax.abs_diff(bx), ay.abs_diff(by)), (2, 0) | (1, 1))
}

fn sum(one: OctileLength, other: OctileLength) -> OctileLength {
    OctileLength { straight: one.straight + other.straight, diagonal: one.diagonal + other.diagonal }
}

/// The cheapest comes out first.
struct Entry(Way);

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(CostModel::Octile, other.0.cost, self.0.cost)
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::cells;
    use crate::world::{PlainWorld, SplitMix64};
    use tautline::map::Link;

    #[test]
    fn on_a_plain_map_it_is_the_oracle_for_cells() {
        let mut rng = SplitMix64::new(3);
        for _ in 0..20 {
            let plain = PlainWorld::random(7, 6, 30, &mut rng);
            let world = RichWorld::plain(plain.clone());
            for start in plain.cells().filter(|cell| plain.is_free(cell.x, cell.y)).step_by(5) {
                for rule in DiagonalRule::ALL {
                    let doubled = cheapest_ways(&world, rule, 0, start);
                    let single = cells::distances(&plain, rule, CostModel::Octile, start);
                    let twice = single.iter().map(|steps| steps.map(|steps| sum(steps, steps)));
                    assert!(doubled.into_iter().eq(twice));
                }
            }
        }
    }

    #[test]
    fn hexagons_have_six_neighbours_and_turns_cost() {
        let mut world = RichWorld::plain(PlainWorld::from_rows(&["....", "....", "....", "...."]));
        world.tiling = Tiling::Hexagonal;
        for cell in [Cell::new(1, 1), Cell::new(2, 2), Cell::new(1, 2)] {
            assert_eq!(ways_from(&world, DiagonalRule::Never, cell).len(), 6);
        }
        let to = |turn, x, y| {
            cheapest_ways(&world, DiagonalRule::Never, turn, Cell::new(0, 0))
                [world.plain.index(Cell::new(x, y))]
        };
        assert_eq!(to(0, 3, 3), Some(OctileLength { straight: 10, diagonal: 0 }));
        assert_eq!(to(7, 3, 3), Some(OctileLength { straight: 17, diagonal: 0 }), "one turn");
        assert_eq!(to(7, 1, 3), Some(OctileLength { straight: 6, diagonal: 0 }), "a line");
    }

    #[test]
    fn a_link_has_no_heading() {
        let mut world = RichWorld::plain(PlainWorld::from_rows(&["...", "..."]));
        world.links.push(Link { from: (2, 0).into(), to: (0, 1).into(), cost: 3 });
        let path = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)].map(Cell::from);
        let cost = walk(&world, DiagonalRule::NoCornerCutting, 100, &path);
        assert_eq!(cost, Ok(OctileLength { straight: 4 + 6 + 2, diagonal: 0 }));
        assert!(walk(&world, DiagonalRule::NoCornerCutting, 0, &[path[3], path[2]]).is_err());
    }
}
