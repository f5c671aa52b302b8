use crate::geometry::Cell;
use crate::moves::{DiagonalRule, OctileLength};
use crate::path::Path;
use crate::search::{PathDetail, PathMeter, count};

/// The two straight parts of the canonical way between two cells of an empty map: the step of the first part and how often
/// it is taken, then the same of the second. Diagonal steps come first, with four neighbours those along the row.
#[inline]
pub(crate) fn canonical_leg(rule: DiagonalRule, from: Cell, to: Cell) -> [((i32, i32), u32); 2] {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (across, down) = (dx.unsigned_abs(), dy.unsigned_abs());
    let step = (dx.signum(), dy.signum());
    if rule == DiagonalRule::Never {
        return [((step.0, 0), across), ((0, step.1), down)];
    }
    let diagonal = across.min(down);
    let straight = if across > down { (step.0, 0) } else { (0, step.1) };
    [(step, diagonal), (straight, across.abs_diff(down))]
}

/// The length of the canonical way between two cells of an empty map.
#[inline]
pub(crate) fn canonical_length(rule: DiagonalRule, from: Cell, to: Cell) -> OctileLength {
    let (across, down) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
    if rule == DiagonalRule::Never {
        return OctileLength { straight: across + down, diagonal: 0 };
    }
    OctileLength { straight: across.abs_diff(down), diagonal: across.min(down) }
}

/// The path along canonical ways from each point to the next, in one allocation: every cell of it, or the points and the
/// cells where the ways turn.
///
/// As far as there is time for that.
pub(crate) fn canonical_path(
    rule: DiagonalRule,
    points: &[Cell],
    detail: PathDetail,
    meter: &PathMeter<'_>,
) -> Path {
    let length = points
        .windows(2)
        .fold(OctileLength::ZERO, |sum, pair| sum + canonical_length(rule, pair[0], pair[1]));
    let places = match detail {
        PathDetail::EveryCell => {
            every_cell(rule, points, (length.straight + length.diagonal) as usize + 1, meter)
        }
        PathDetail::Waypoints => waypoints(rule, points, meter),
    };
    Path::new(places, length.length())
}

fn every_cell(rule: DiagonalRule, points: &[Cell], count: usize, meter: &PathMeter<'_>) -> Vec<Cell> {
    // Filled and then written over: that is faster than to grow.
    let mut places = vec![points[0]; count];
    let mut rest = &mut places[1..];
    let mut at = points[0];
    for pair in points.windows(2) {
        for ((dx, dy), count) in canonical_leg(rule, pair[0], pair[1]) {
            if !meter.places(count.into()) {
                return places;
            }
            count::done(u64::from(count));
            let (leg, behind) = rest.split_at_mut(count as usize);
            for place in leg {
                at = Cell { x: at.x + dx, y: at.y + dy };
                *place = at;
            }
            rest = behind;
        }
    }
    places
}

fn waypoints(rule: DiagonalRule, points: &[Cell], meter: &PathMeter<'_>) -> Vec<Cell> {
    let mut places = Vec::with_capacity(2 * points.len());
    places.extend(points.first());
    for pair in points.windows(2) {
        if !meter.places(1) {
            break;
        }
        let (from, to) = (pair[0], pair[1]);
        let [((dx, dy), lead), (_, straight)] = canonical_leg(rule, from, to);
        if lead > 0 && straight > 0 {
            places.push(Cell { x: from.x + dx * lead as i32, y: from.y + dy * lead as i32 });
        }
        if to != from {
            places.push(to);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    fn written(rule: DiagonalRule, points: &[Cell], detail: PathDetail) -> Path {
        canonical_path(rule, points, detail, &PathMeter::new(&Limits::default()))
    }

    #[test]
    fn every_cell_is_there_once_and_every_turn() {
        use DiagonalRule::{Never, NoCornerCutting};
        use PathDetail::{EveryCell, Waypoints};
        let points = [(0, 0), (3, 1), (3, 1), (1, 4)].map(Cell::from);
        let path = written(NoCornerCutting, &points, EveryCell);
        let cells = [(0, 0), (1, 1), (2, 1), (3, 1), (2, 2), (1, 3), (1, 4)].map(Cell::from);
        assert_eq!(path.cells().unwrap(), cells);
        assert!((path.cost() - OctileLength { straight: 3, diagonal: 3 }.length()).abs() < 1e-12);
        let turns = written(NoCornerCutting, &points, Waypoints);
        assert_eq!(turns.cells().unwrap(), [(0, 0), (1, 1), (3, 1), (1, 3), (1, 4)].map(Cell::from));
        assert!((path.cost() - turns.cost()).abs() < 1e-12);
        let path = written(Never, &points[2..], EveryCell);
        assert_eq!(path.cells().unwrap(), [(3, 1), (2, 1), (1, 1), (1, 2), (1, 3), (1, 4)].map(Cell::from));
        assert!((path.cost() - 5.0).abs() < 1e-12);
        assert_eq!(
            written(Never, &points[2..], Waypoints).cells().unwrap(),
            [(3, 1), (1, 1), (1, 4)].map(Cell::from)
        );
        for detail in [EveryCell, Waypoints] {
            assert_eq!(written(Never, &points[..1], detail).cells(), Some(&points[..1]));
        }
    }
}
