use tautline::geometry::{Cell, Point, Position};
use tautline::map::{Map, Tiling};

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
    /// A path between cells only is one through the middles of tiles.
    pub(crate) fn new(positions: &[Position]) -> Self {
        let cells: Option<Vec<Cell>> = positions.iter().copied().map(Position::as_cell).collect();
        cells.map_or_else(
            || Self::Points(positions.iter().map(|position| position.point()).collect()),
            Self::Cells,
        )
    }

    /// What there is to draw: the path is broken where it leaves the map, and where it goes over links. Points are for squares
    /// only.
    pub(crate) fn pieces(&self, map: &Map) -> Vec<Piece> {
        match self {
            Self::Cells(cells) => cells
                .split(|&cell| !map.contains(cell))
                .flat_map(|cells| walks_and_jumps(cells, map))
                .collect(),
            Self::Points(points) if map.tiling() == Tiling::Square => points
                .split(|&point| !Plane::of(map).contains(point))
                .filter(|points| points.len() > 1)
                .map(|points| Piece::Line(points.to_vec()))
                .collect(),
            Self::Points(_) => Vec::new(),
        }
    }
}

fn walks_and_jumps(cells: &[Cell], map: &Map) -> Vec<Piece> {
    let plane = Plane::of(map);
    let is_jump = |from: Cell, to: Cell| {
        let is_link =
            |from, to| map.links().is_some_and(|links| links.from(from).iter().any(|link| link.to == to));
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
    use tautline::geometry::Corner;
    use tautline::map::Link;

    #[test]
    fn a_path_is_broken_at_links_and_outside_the_map() {
        let mut map = Map::open(9, 1).unwrap();
        let [a, b, c, d] = [0, 1, 5, 6].map(|x| Cell::new(x, 0));
        map.add_link(Link { from: b, to: c, cost: 1 }).unwrap();
        let pieces = |cells: &[Cell]| Course::Cells(cells.to_vec()).pieces(&map);
        let walk = |cells: &[Cell]| Piece::Walk(cells.to_vec());
        assert_eq!(pieces(&[a, b, c, d]), [walk(&[a, b]), Piece::Jump(b, c), walk(&[c, d])]);
        assert_eq!(pieces(&[d, c, b]), [walk(&[d, c]), Piece::Jump(c, b)]);
        assert_eq!(pieces(&[a, d]), [walk(&[a, d])], "a leg between waypoints");
        let outside = Cell::new(i32::MAX, i32::MIN);
        assert_eq!(pieces(&[outside, a, b, outside, c, d]), [walk(&[a, b]), walk(&[c, d])]);
        assert!(pieces(&[]).is_empty() && pieces(&[a]).is_empty());
        let nowhere = Point::new(f64::NAN, 0.0);
        let points = [Point::new(0.0, 0.0), Point::new(9.0, 1.0), nowhere, Point::new(1.0, 1.0)];
        assert_eq!(Course::Points(points.to_vec()).pieces(&map), [Piece::Line(points[..2].to_vec())]);
    }

    #[test]
    fn a_path_with_anything_but_cells_is_one_of_points() {
        let (cell, corner) = (Position::from((1, 0)), Position::from(Corner::new(3, 1)));
        assert!(matches!(Course::new(&[cell, cell]), Course::Cells(cells) if cells == [Cell::new(1, 0); 2]));
        let expected = [Point::new(1.5, 0.5), Point::new(3.0, 1.0)];
        assert!(matches!(Course::new(&[cell, corner]), Course::Points(points) if points == expected));
    }
}
