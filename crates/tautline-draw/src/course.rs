use tautline::geometry::{Cell, Point};
use tautline::world::{Ground, Tiling};

use crate::plane::Plane;

/// A path as it was given.
#[derive(Clone, Debug)]
pub(crate) enum Course {
    /// Through the middles of tiles.
    Cells(Vec<Cell>),
    /// At any angle.
    Points(Vec<Point>),
}

/// A part of a path that is drawn in one go.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    /// From cell to cell, straight.
    Walk(Vec<Cell>),
    /// Over a link.
    Jump(Cell, Cell),
    /// From point to point, straight.
    Line(Vec<Point>),
}

impl Course {
    /// What there is to draw: the path is broken where it leaves the map, and where it goes over links. Points are for squares
    /// only.
    pub(crate) fn pieces(&self, ground: &Ground<'_>) -> Vec<Piece> {
        match self {
            Self::Cells(cells) => cells
                .split(|&cell| !ground.grid().contains(cell))
                .flat_map(|cells| walks_and_jumps(cells, ground))
                .collect(),
            Self::Points(points) if ground.tiling() == Tiling::Square => points
                .split(|&point| !Plane::of(ground).contains(point))
                .filter(|points| points.len() > 1)
                .map(|points| Piece::Line(points.to_vec()))
                .collect(),
            Self::Points(_) => Vec::new(),
        }
    }
}

fn walks_and_jumps(cells: &[Cell], ground: &Ground<'_>) -> Vec<Piece> {
    let plane = Plane::of(ground);
    let is_jump = |from: Cell, to: Cell| {
        let is_link =
            |from, to| ground.links().is_some_and(|links| links.from(from).iter().any(|link| link.to == to));
        plane.distance(from, to) > 1 && (is_link(from, to) || is_link(to, from))
    };
    let mut pieces = Vec::new();
    let mut before = None;
    for walk in cells.chunk_by(|&from, &to| !is_jump(from, to)) {
        if let Some(before) = before {
            pieces.push(Piece::Jump(before, walk[0]));
        }
        if walk.len() > 1 {
            pieces.push(Piece::Walk(walk.to_vec()));
        }
        before = walk.last().copied();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline::world::{Grid, Link, Links};

    #[test]
    fn a_path_is_broken_at_links_and_outside_the_map() {
        let grid = Grid::open(9, 1).unwrap();
        let mut links = Links::new();
        let [a, b, c, d] = [0, 1, 5, 6].map(|x| Cell::new(x, 0));
        links.add(&grid, Link { from: b, to: c, cost: 1 }).unwrap();
        let ground = Ground::from(&grid).with_links(&links);
        let pieces = |cells: &[Cell]| Course::Cells(cells.to_vec()).pieces(&ground);
        let walk = |cells: &[Cell]| Piece::Walk(cells.to_vec());
        assert_eq!(pieces(&[a, b, c, d]), [walk(&[a, b]), Piece::Jump(b, c), walk(&[c, d])]);
        assert_eq!(pieces(&[d, c, b]), [walk(&[d, c]), Piece::Jump(c, b)]);
        assert_eq!(pieces(&[a, d]), [walk(&[a, d])], "a leg between waypoints");
        let outside = Cell::new(i32::MAX, i32::MIN);
        assert_eq!(pieces(&[outside, a, b, outside, c, d]), [walk(&[a, b]), walk(&[c, d])]);
        assert!(pieces(&[]).is_empty() && pieces(&[a]).is_empty());
        let nowhere = Point::new(f64::NAN, 0.0);
        let points = [Point::new(0.0, 0.0), Point::new(9.0, 1.0), nowhere, Point::new(1.0, 1.0)];
        assert_eq!(Course::Points(points.to_vec()).pieces(&ground), [Piece::Line(points[..2].to_vec())]);
    }
}
