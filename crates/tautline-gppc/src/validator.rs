use tautline::geometry::Cell;
use tautline::moves::DiagonalRule;
use tautline::search::Place;
use tautline::world::{Components, Grid, Reachability};

use crate::track::TrackPlace;

/// Tells whether paths are right by the rules of the competition, whoever found them.
#[derive(Debug)]
pub struct Validator<'w> {
    grid: &'w Grid,
    components: Components,
}

impl<'w> Validator<'w> {
    /// A validator of paths on a map.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        // Steps without cutting corners connect the same cells as straight steps, and these the same as lines at any angle that
        // do not pass between two obstacles.
        Self { grid, components: Components::new(grid, DiagonalRule::NoCornerCutting) }
    }

    /// Whether a path leads from a start to a goal over legal segments; if not, the number of the first segment, from zero, that
    /// is wrong. A segment of the classic track may be a jump in one of the eight directions: each of its steps has to be legal.
    ///
    /// A path without places is right where the start is the goal, and nothing else is; or where there is no path, which the
    /// connected parts of the map tell.
    pub fn validate<P: TrackPlace>(&self, start: P, goal: P, path: &[P]) -> Result<(), usize> {
        let (&[first, second, ..], &[.., last_but_one, last]) = (path, path) else {
            let is_right = path.is_empty() && (start == goal || !self.is_connected(start, goal));
            return if is_right { Ok(()) } else { Err(0) };
        };
        let last_segment = path.len() - 2;
        if start == goal || first != start || !P::may_end(self.grid, start, second) {
            return Err(0);
        }
        if !self.is_legal(path) {
            // The segment with which it went wrong.
            let illegal = (0..last_segment).find(|segment| !self.is_legal(&path[..segment + 2]));
            return Err(illegal.unwrap_or(last_segment));
        }
        let ends_well = last == goal && P::may_end(self.grid, goal, last_but_one);
        if ends_well { Ok(()) } else { Err(last_segment) }
    }

    fn is_legal<P: TrackPlace>(&self, path: &[P]) -> bool {
        P::check(self.grid.into(), P::RULE, 0.0, &P::every_place(path)).is_ok()
    }

    fn is_connected<P: TrackPlace>(&self, start: P, goal: P) -> bool {
        let [start, goal] = [start, goal].map(|place| Cell::at(place.xy()));
        self.components.on(self.grid).is_ok_and(|now| now.connected(start, goal) != Reachability::No)
    }
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Corner;

    use super::*;

    fn validate<P: TrackPlace>(
        rows: &[&str],
        path: &[(i32, i32)],
        ends: [(i32, i32); 2],
    ) -> Result<(), usize> {
        let grid = Grid::from_rows(rows.iter().copied()).unwrap();
        let path: Vec<P> = path.iter().copied().map(P::from).collect();
        Validator::new(&grid).validate(P::from(ends[0]), P::from(ends[1]), &path)
    }

    #[test]
    fn jumps_are_legal_if_each_of_their_steps_is() {
        let rows = [".....", "...#.", ".....", "....."];
        let check = |path: &[(i32, i32)]| validate::<Cell>(&rows, path, [path[0], path[path.len() - 1]]);
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
        let check = |path: &[(i32, i32)]| validate::<Cell>(&["....", "...."], path, [(0, 0), (3, 0)]);
        assert_eq!(check(&[(0, 0), (3, 0)]), Ok(()));
        assert_eq!(check(&[(1, 0), (3, 0)]), Err(0));
        assert_eq!(check(&[(0, 0), (1, 0), (2, 0)]), Err(1));
        assert_eq!(check(&[(0, 0)]), Err(0));
    }

    #[test]
    fn a_path_is_empty_where_there_is_none_and_where_the_start_is_the_goal() {
        let rows = ["..#.", "..#."];
        assert_eq!(validate::<Cell>(&rows, &[], [(0, 0), (3, 0)]), Ok(()));
        assert_eq!(validate::<Cell>(&rows, &[], [(0, 0), (2, 0)]), Ok(()), "to a blocked cell");
        assert_eq!(validate::<Cell>(&rows, &[], [(0, 0), (1, 1)]), Err(0), "there is a path");
        assert_eq!(validate::<Corner>(&rows, &[], [(0, 0), (1, 1)]), Err(0), "there is a path");
        assert_eq!(validate::<Cell>(&rows, &[], [(0, 0), (0, 0)]), Ok(()));
        assert_eq!(validate::<Cell>(&rows, &[(0, 0)], [(0, 0), (0, 0)]), Err(0));
        assert_eq!(validate::<Cell>(&rows, &[(0, 0), (1, 0), (0, 0)], [(0, 0), (0, 0)]), Err(0));
    }

    #[test]
    fn lines_at_any_angle_stay_out_of_obstacles_and_of_gaps_between_them() {
        let rows = [".#..", "#...", "....", "...."];
        let check = |path: &[(i32, i32)]| validate::<Corner>(&rows, path, [path[0], path[path.len() - 1]]);
        assert_eq!(check(&[(2, 0), (2, 1), (0, 3)]), Ok(()));
        assert_eq!(check(&[(4, 0), (1, 1), (1, 3)]), Err(0), "through the obstacle above");
        assert_eq!(check(&[(4, 1), (1, 1), (1, 4)]), Ok(()), "in the corner and back");
        assert_eq!(check(&[(2, 2), (0, 0)]), Err(0), "between two obstacles");
        assert_eq!(check(&[(4, 1), (1, 1), (0, 0)]), Err(1), "between two obstacles, with a turn there");
        assert_eq!(check(&[(1, 1), (4, 3)]), Ok(()), "it begins in the cell south-east");
        assert_eq!(check(&[(1, 1), (0, 0)]), Err(0), "it begins in another");
        assert_eq!(check(&[(0, 1), (0, 0), (1, 1)]), Err(1), "it ends in another");
    }
}
