use tautline::geometry::{Cell, Point, Position};
use tautline::map::{Components, Grid, Map, Reachability};
use tautline::moves::DiagonalRule;
use tautline::path::Path;

use crate::track::Track;

/// Tells whether paths are right by the rules of the competition, whatever program found them.
#[derive(Debug)]
pub struct Validator<'m> {
    map: &'m Map,
    track: Track,
    components: Components,
}

impl<'m> Validator<'m> {
    /// A validator of the paths of a track on a map.
    #[must_use]
    pub fn new(map: &'m Map, track: Track) -> Self {
        // Steps without cutting corners connect the same cells as straight steps, and these the same as lines at any angle that
        // do not pass between two obstacles.
        Self { map, track, components: Components::new(map, DiagonalRule::NoCornerCutting) }
    }

    /// The track.
    #[must_use]
    pub fn track(&self) -> Track {
        self.track
    }

    /// Whether a path leads from a start to a goal over legal segments; if not, the number of the first segment, from zero, that
    /// is wrong. A segment of the classic track may be a jump in one of the eight directions: each of its steps has to be legal.
    ///
    /// A path without places is right where the start is the goal, and nothing else is; or where there is no path, which the
    /// connected parts of the map tell.
    pub fn validate(&self, start: Position, goal: Position, path: &[Position]) -> Result<(), usize> {
        let (&[first, second, ..], &[.., last_but_one, last]) = (path, path) else {
            let is_right = path.is_empty() && (start == goal || !self.is_connected(start, goal));
            return if is_right { Ok(()) } else { Err(0) };
        };
        let last_segment = path.len() - 2;
        if start == goal || first.point() != start.point() || !self.may_end(start, second) {
            return Err(0);
        }
        if !self.is_legal(path) {
            // The segment with which it went wrong.
            let illegal = (0..last_segment).find(|segment| !self.is_legal(&path[..segment + 2]));
            return Err(illegal.unwrap_or(last_segment));
        }
        let ends_well = last.point() == goal.point() && self.may_end(goal, last_but_one);
        if ends_well { Ok(()) } else { Err(last_segment) }
    }

    fn is_legal(&self, positions: &[Position]) -> bool {
        // The cost is not looked at.
        Path::new(positions.to_vec(), 0.0).with_every_cell().check(self.map, self.track.rule(), 0.0).is_ok()
    }

    /// Whether a path may leave its end in the direction of another place, or come to it from there.
    fn may_end(&self, end: Position, other: Position) -> bool {
        self.track == Track::Classic || may_end_at(self.map.grid(), end.point(), other.point())
    }

    fn is_connected(&self, start: Position, goal: Position) -> bool {
        let [start, goal] = [start, goal].map(|end| end.point().cell());
        self.components.on(self.map).is_ok_and(|now| now.connected(start, goal) != Reachability::No)
    }
}

/// Where two obstacles touch, an end belongs to the cell south-east of it, and to nothing else.
fn may_end_at(grid: &Grid, end: Point, other: Point) -> bool {
    let Cell { x, y } = end.cell();
    let free = |dx, dy| grid.is_free((x + dx, y + dy));
    let (south_east, north_west) = (free(0, 0), free(-1, -1));
    let is_double_corner = south_east == north_west && [free(-1, 0), free(0, -1)] == [!south_east; 2];
    !is_double_corner || (south_east && other.x >= end.x && other.y >= end.y)
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Corner;

    use super::*;

    fn validate(
        track: Track,
        rows: &[&str],
        path: &[(i32, i32)],
        ends: [(i32, i32); 2],
    ) -> Result<(), usize> {
        let map = Map::from_rows(rows.iter().copied()).unwrap();
        let position = |xy: (i32, i32)| match track {
            Track::Classic => Cell::from(xy).into(),
            Track::AnyAngle => Corner::from(xy).into(),
        };
        let path: Vec<Position> = path.iter().copied().map(position).collect();
        Validator::new(&map, track).validate(position(ends[0]), position(ends[1]), &path)
    }

    #[test]
    fn jumps_are_legal_if_each_of_their_steps_is() {
        let rows = [".....", "...#.", ".....", "....."];
        let check =
            |path: &[(i32, i32)]| validate(Track::Classic, &rows, path, [path[0], path[path.len() - 1]]);
        assert_eq!(check(&[(0, 0), (2, 2), (4, 2), (4, 0)]), Ok(()));
        assert_eq!(check(&[(0, 0), (1, 1), (2, 2)]), Ok(()));
        assert_eq!(check(&[(0, 0), (0, 1), (4, 1)]), Err(1), "through an obstacle");
        assert_eq!(check(&[(1, 0), (2, 0), (4, 2), (4, 3)]), Err(1), "over an obstacle");
        assert_eq!(check(&[(1, 3), (2, 2), (4, 0)]), Err(1), "over an obstacle, the other way");
        assert_eq!(check(&[(2, 1), (3, 2)]), Err(0), "it cuts a corner");
        assert_eq!(check(&[(0, 0), (2, 0), (4, 3)]), Err(1), "in none of the eight directions");
        assert_eq!(check(&[(0, 0), (0, 0), (1, 0)]), Err(0), "it leads nowhere");
        assert_eq!(check(&[(0, 3), (1, 3), (1, 4)]), Err(1), "out of the map");
        assert_eq!(check(&[(-1, 0), (1, 0), (1, 1)]), Err(0), "into the map");
        assert_eq!(check(&[(0, 0), (1, 0), (4, 1), (3, 1), (4, 1)]), Err(1), "the first of several");
    }

    #[test]
    fn a_path_has_to_lead_from_the_start_to_the_goal() {
        let check = |path: &[(i32, i32)]| validate(Track::Classic, &["....", "...."], path, [(0, 0), (3, 0)]);
        assert_eq!(check(&[(0, 0), (3, 0)]), Ok(()));
        assert_eq!(check(&[(1, 0), (3, 0)]), Err(0));
        assert_eq!(check(&[(0, 0), (1, 0), (2, 0)]), Err(1));
        assert_eq!(check(&[(0, 0)]), Err(0));
    }

    #[test]
    fn a_path_is_empty_where_there_is_none_and_where_the_start_is_the_goal() {
        let rows = ["..#.", "..#."];
        assert_eq!(validate(Track::Classic, &rows, &[], [(0, 0), (3, 0)]), Ok(()));
        assert_eq!(validate(Track::Classic, &rows, &[], [(0, 0), (2, 0)]), Ok(()), "to a blocked cell");
        assert_eq!(validate(Track::Classic, &rows, &[], [(0, 0), (1, 1)]), Err(0), "there is a path");
        assert_eq!(validate(Track::AnyAngle, &rows, &[], [(0, 0), (1, 1)]), Err(0), "there is a path");
        assert_eq!(validate(Track::Classic, &rows, &[], [(0, 0), (0, 0)]), Ok(()));
        assert_eq!(validate(Track::Classic, &rows, &[(0, 0)], [(0, 0), (0, 0)]), Err(0));
        assert_eq!(validate(Track::Classic, &rows, &[(0, 0), (1, 0), (0, 0)], [(0, 0), (0, 0)]), Err(0));
    }

    #[test]
    fn lines_at_any_angle_stay_out_of_obstacles_and_of_gaps_between_them() {
        let rows = [".#..", "#...", "....", "...."];
        let check =
            |path: &[(i32, i32)]| validate(Track::AnyAngle, &rows, path, [path[0], path[path.len() - 1]]);
        assert_eq!(check(&[(2, 0), (2, 1), (0, 3)]), Ok(()));
        assert_eq!(check(&[(4, 0), (1, 1), (1, 3)]), Err(0), "through the obstacle above");
        assert_eq!(check(&[(4, 1), (1, 1), (1, 4)]), Ok(()), "in the corner and back");
        assert_eq!(check(&[(2, 2), (0, 0)]), Err(0), "between two obstacles");
        assert_eq!(check(&[(4, 1), (1, 1), (0, 0)]), Err(1), "between two obstacles, with a turn there");
        assert_eq!(check(&[(1, 1), (4, 3)]), Ok(()), "it begins in the cell south-east");
        assert_eq!(check(&[(1, 1), (0, 0)]), Err(0), "it begins in another");
        assert_eq!(check(&[(0, 1), (0, 0), (1, 1)]), Err(1), "it ends in another");
    }

    #[test]
    fn an_end_between_two_obstacles_belongs_to_the_cell_south_east_of_it() {
        let of_corners = |grid: &Grid, end: (i32, i32), other: (i32, i32)| {
            may_end_at(grid, Corner::from(end).into(), Corner::from(other).into())
        };
        let grid = Grid::from_rows([".#.", "#..", "..."]).unwrap();
        let may_end = |end, other| of_corners(&grid, end, other);
        for other in [(2, 1), (3, 3), (1, 2)] {
            assert!(may_end((1, 1), other), "{other:?}");
        }
        for other in [(0, 0), (1, 0), (0, 1), (0, 2)] {
            assert!(!may_end((1, 1), other), "{other:?}");
        }
        assert!(may_end((2, 1), (1, 1)) && may_end((0, 0), (0, 1)));
        let mirrored = Grid::from_rows([".#", "..", "#."]).unwrap();
        assert!(of_corners(&mirrored, (1, 1), (0, 2)), "three cells are free");
        let north_east = Grid::from_rows(["#.", ".#"]).unwrap();
        assert!(!of_corners(&north_east, (1, 1), (2, 0)), "its own cell is blocked");
    }
}
