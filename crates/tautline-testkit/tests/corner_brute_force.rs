//! The corner oracle against a more naive one: Floyd and Warshall over all corners, with the rules put in other words.

use tautline::geometry::{Cell, Corner};
use tautline::moves::CornerRule;
use tautline_testkit::oracle::corners::{CornerOracle, Endpoint, length};
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// The stretch of a segment between two grid lines: it runs through one cell, or along an edge beside two.
type Piece = Vec<Cell>;

/// On which side of the line through `a` and `b` a corner lies: −1, 0 or 1.
fn side(a: Corner, b: Corner, corner: Corner) -> i32 {
    ((b.x - a.x) * (corner.y - a.y) - (b.y - a.y) * (corner.x - a.x)).signum()
}

/// The sides on which the four corners of a cell lie.
fn sides(a: Corner, b: Corner, Cell { x, y }: Cell) -> [i32; 4] {
    [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|corner| side(a, b, corner.into()))
}

/// The cells in the bounding box of a segment; of one along a grid line, the cells on both sides of it.
fn cells_around(a: Corner, b: Corner) -> Vec<Cell> {
    let range = |a: i32, b: i32| if a == b { a - 1..a + 1 } else { a.min(b)..a.max(b) };
    range(a.y, b.y).flat_map(|y| range(a.x, b.x).map(move |x| Cell { x, y })).collect()
}

fn pieces(a: Corner, b: Corner, around: &[Cell]) -> Vec<Piece> {
    if a.x == b.x {
        around.chunks(2).map(<[Cell]>::to_vec).collect()
    } else if a.y == b.y {
        let (above, below) = around.split_at(around.len() / 2);
        above.iter().zip(below).map(|(&above, &below)| vec![above, below]).collect()
    } else {
        let crossed = |cell: &&Cell| sides(a, b, **cell).contains(&1) && sides(a, b, **cell).contains(&-1);
        around.iter().filter(crossed).map(|&cell| vec![cell]).collect()
    }
}

/// The cells that can be reached from `first` over the edges between these cells.
fn component(first: Cell, cells: &[Cell]) -> Vec<Cell> {
    let mut found = vec![first];
    let mut next = 0;
    while next < found.len() {
        let Cell { x, y } = found[next];
        let near = cells.iter().filter(|cell| cell.x.abs_diff(x) + cell.y.abs_diff(y) == 1);
        let new: Vec<Cell> = near.filter(|cell| !found.contains(cell)).copied().collect();
        found.extend(new);
        next += 1;
    }
    found
}

/// Whether the straight segment between two ends is a path. Under `Open`, each piece of it needs a free cell. Under
/// `Closed`, it must be possible to walk along it over the edges of the free cells that it touches: one connected part
/// of them has a cell of each piece, and the quadrants of both ends.
fn is_segment(world: &PlainWorld, rule: CornerRule, one: Endpoint, other: Endpoint) -> bool {
    let (a, b) = (one.corner, other.corner);
    let around = cells_around(a, b);
    let pieces = pieces(a, b, &around);
    let is_free = |cell: &&Cell| world.is_free(cell.x, cell.y);
    if rule == CornerRule::Open {
        return pieces.iter().all(|piece| piece.iter().any(|cell| is_free(&cell)));
    }

    let is_touched = |cell: &&Cell| {
        let sides = sides(a, b, **cell);
        sides.contains(&0) || (sides.contains(&1) && sides.contains(&-1))
    };
    let touched: Vec<Cell> = around.iter().filter(is_free).filter(is_touched).copied().collect();
    touched.iter().any(|&first| {
        let together = component(first, &touched);
        let has =
            |end: Endpoint| end.quadrant.is_none_or(|quadrant| together.contains(&quadrant.cell(end.corner)));
        has(one) && has(other) && pieces.iter().all(|piece| piece.iter().any(|cell| together.contains(cell)))
    })
}

/// The lengths of the shortest paths between all pairs of ends.
fn brute_force(world: &PlainWorld, rule: CornerRule, ends: &[Endpoint]) -> Vec<Vec<f64>> {
    let segment = |one: Endpoint, other: Endpoint| {
        if one == other {
            0.0
        } else if one.corner != other.corner && is_segment(world, rule, one, other) {
            length(one.corner, other.corner)
        } else {
            f64::INFINITY
        }
    };
    let mut best: Vec<Vec<f64>> =
        ends.iter().map(|&one| ends.iter().map(|&other| segment(one, other)).collect()).collect();
    for via in 0..ends.len() {
        for from in 0..ends.len() {
            for to in 0..ends.len() {
                best[from][to] = best[from][to].min(best[from][via] + best[via][to]);
            }
        }
    }
    best
}

fn check(world: &PlainWorld) {
    for rule in [CornerRule::Open, CornerRule::Closed] {
        let oracle = CornerOracle::new(world, rule);
        let ends = oracle.endpoints();
        let expected = brute_force(world, rule, &ends);
        for (i, &start) in ends.iter().enumerate() {
            for (j, &goal) in ends.iter().enumerate() {
                let found = oracle.distance_between(start, goal).unwrap().unwrap_or(f64::INFINITY);
                let expected = expected[i][j];
                assert!(
                    (found - expected).abs() < 1e-9 || (found.is_infinite() && expected.is_infinite()),
                    "{rule:?} {start:?} to {goal:?}: {found}, not {expected}\n{world}"
                );
            }
        }
    }
}

#[test]
fn every_world_of_three_by_three_agrees() {
    for world in PlainWorld::all(3, 3) {
        check(&world);
    }
}

#[test]
fn random_worlds_agree() {
    let mut rng = SplitMix64::new(31);
    for _ in 0..1_000 {
        let (width, height, percent) = (1 + rng.below(7), 1 + rng.below(7), 10 + rng.below(60));
        check(&PlainWorld::random(width, height, percent, &mut rng));
    }
}
