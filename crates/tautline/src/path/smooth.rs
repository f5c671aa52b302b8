use super::route::heading;
use super::{IllegalStep, Path, Sighted};
use crate::geometry::{Place, Point, Rounded};
use crate::map::Grid;

/// The path with places left out as long as the last one that is kept sees the place after the next: Algorithm 2 of the Theta*
/// paper. What is left are the turning points.
///
/// - **Finds** a legal path between the same ends that is no longer. A second pass can find a shorter one.
/// - **Needs** a legal path of corners or of cells, all of them or its waypoints only; from which planner does not matter. And
///   a plain map: what cells and steps cost is not looked at, nor are links and hexagons.
/// - **Complexity**: a line of sight for each place, [between corners](super::line_of_sight) or
///   [between the centres of cells](super::line_of_sight_between_cells).
/// - Departs from the paper in two things. Places where the path goes straight on are left out too. And under
///   [`CornerRule::Closed`](crate::moves::CornerRule::Closed) a path of corners stays on its side of every place at which two
///   obstacles touch, its ends included: a line that would come to one from the other side is not taken.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 4.2.
///   DOI 10.1613/jair.2994.
///
/// # Errors
///
/// What [`Sighted::check_lines`] finds wrong with the path.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::map::Grid;
/// use tautline::moves::CornerRule;
/// use tautline::path::post_smooth;
///
/// let grid = Grid::from_rows(["....", "#...", "...."])?;
/// let path = [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2)].map(Corner::from);
/// let smooth = post_smooth(&grid, CornerRule::Closed, &path)?;
/// assert_eq!(smooth.corners().unwrap(), [path[0], path[4]]);
/// assert_eq!(smooth.cost(), 20f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// From cell to cell, a path is as long as its steps; smoothed, as the straight lines between the centres of the cells where it
/// turns. [`check_cells`](super::check_cells) takes single steps only; [`Sighted::check_lines`] takes such a path, too.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Cell;
/// use tautline::map::Map;
/// use tautline::moves::DiagonalRule;
/// use tautline::path::post_smooth;
/// use tautline::planners::{AStar, AStarConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["......", "......", "..#...", "......"])?;
/// let planner = AStar::new(&map, AStarConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 0), (5, 2)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!((path.len(), path.cost()), (6, 3.0 + 2.0 * 2f64.sqrt()));
/// let smooth = post_smooth(map.grid(), DiagonalRule::NoCornerCutting, path.cells().unwrap())?;
/// assert_eq!(smooth.cells().unwrap(), [(0, 0), (5, 2)].map(Cell::from));
/// assert_eq!(smooth.cost(), 29f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn post_smooth<P: Sighted>(grid: &Grid, rule: P::Rule, places: &[P]) -> Result<Path, IllegalStep> {
    P::check_lines(grid, rule, places)?;
    let mut places = places.to_vec();
    let sees = |rest: &[P], to| P::sees(grid, rule, rest, to);
    post_smooth_in_place(&mut places, sees);
    let cost = length(&places);
    Ok(Path::new(places, cost))
}

/// The path that goes from each place on to the farthest later one that it sees.
///
/// It needs what [`post_smooth`] needs and is as careful about sides, but from a place it looks at all later ones, not only up to
/// the first that it does not see. A second pass changes nothing.
///
/// - **Complexity**: a line of sight for each pair of a place that is kept and a later one, so quadratic in the number of places
///   where few can be left out.
///
/// # Errors
///
/// What [`Sighted::check_lines`] finds wrong with the path.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::map::Grid;
/// use tautline::moves::CornerRule;
/// use tautline::path::pull_string;
///
/// let grid = Grid::from_rows(["...", ".#.", "..."])?;
/// let detour = [(1, 0), (0, 0), (0, 3), (3, 3), (3, 0), (2, 0)].map(Corner::from);
/// assert_eq!(pull_string(&grid, CornerRule::Closed, &detour)?.corners().unwrap(), [detour[0], detour[5]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pull_string<P: Sighted>(grid: &Grid, rule: P::Rule, places: &[P]) -> Result<Path, IllegalStep> {
    P::check_lines(grid, rule, places)?;
    let mut places = places.to_vec();
    leave_out(&mut places, |rest| {
        (2..rest.len()).rev().find(|&to| P::sees(grid, rule, rest, to)).unwrap_or(1)
    });
    let cost = length(&places);
    Ok(Path::new(places, cost))
}

/// [`post_smooth`] for a path that is known to be legal, in the memory that it has; `sees` is [`Sighted::sees`]. What it denies stays as it
/// is, but for places where the path goes straight on.
pub(crate) fn post_smooth_in_place<P: Place>(places: &mut Vec<P>, mut sees: impl FnMut(&[P], usize) -> bool) {
    leave_out(places, |rest| (2..rest.len()).find(|&to| !sees(rest, to)).unwrap_or(rest.len()) - 1);
}

/// How long the lines from place to place are together.
pub(crate) fn length<P: Place>(places: &[P]) -> f64 {
    let lines = places.windows(2).map(|pair| heading(pair[0], pair[1]));
    // Not a sum: that of nothing is −0.
    lines.fold(0.0, |length, (dx, dy)| length + dx.hypot(dy))
}

/// Goes from each place on to the one that `next` says, which it must see, and leaves out all others and where that goes
/// straight on. `next` is told the path from the current place on and answers with a number within that.
fn leave_out<P: Place>(places: &mut Vec<P>, mut next: impl FnMut(&[P]) -> usize) {
    let (mut at, mut kept) = (0, 1);
    while at < places.len() - 1 {
        at += next(&places[at..]);
        let place = places[at];
        if place == places[kept - 1] {
            continue;
        }
        if kept > 1 && goes_straight_on(places[kept - 2], places[kept - 1], place) {
            kept -= 1;
        }
        // Not behind the current place: the rest stays as it was.
        places[kept] = place;
        kept += 1;
    }
    places.truncate(kept);
}

/// Whether the heading is the same before and after the second of three places. Where two obstacles touch, no legal path has
/// that: so the line from the first to the third is legal. It is decided for the rounded places, as is what is legal.
fn goes_straight_on<P: Place>(before: P, place: P, after: P) -> bool {
    let rounded = |place: P| Rounded::from(Point::from(place.xy()));
    rounded(place).is_between(rounded(before), rounded(after))
}
