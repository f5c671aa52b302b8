//! Names beside marks, so that none hides another.

use super::plot::Side;

/// A rectangle, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Area {
    /// The square around a mark.
    pub(super) fn around((x, y): (i32, i32), reach: i32) -> Self {
        Self { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
    }

    /// How many pixels two of them share.
    fn shared(&self, other: &Self) -> i64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        i64::from(across.max(0)) * i64::from(down.max(0))
    }

    fn pixels(&self) -> i64 {
        i64::from(self.right - self.left) * i64::from(self.bottom - self.top)
    }
}

/// Where something is, or how large, in pixels.
type Pair = (i32, i32);

/// Where a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// What it covers, about: its width is an estimate.
    pub(super) area: Area,
    /// The place that it is written at, where its width does not matter,
    pub(super) from: Pair,
    /// and on which side of it.
    pub(super) side: Side,
    /// Where a line from the mark up or down to it ends, if it is not beside the mark.
    pub(super) leader: Option<Pair>,
}

/// How far names are tried above and below their marks, in steps of so many pixels.
const STEPS: i32 = 60;
const STEP: i32 = 6;

/// How much worse it is if the line to a name hides something than if the name does: lines are thin.
const OF_LEADER: i64 = 20;

/// How bad it is, in pixels that are hidden, if a name lies where the line to another one may have to go.
const IN_THE_WAY: i64 = 200;

/// Finds a place for the name of each mark inside an area: as near to it as there is room without hiding another mark, another
/// name or the line to one; where there is none, where it hides least. Marks come with the sizes of their names. Also says how
/// many pixels are hidden.
pub(super) fn placed(marks: &[(Pair, Pair)], reach: i32, inside: Area) -> (Vec<Name>, i64) {
    let mut hidden: Vec<Area> = marks.iter().map(|&(mark, _)| Area::around(mark, reach)).collect();
    // From the right to the left: then each name can begin at its own line and go over the names that were placed before.
    let mut order: Vec<usize> = (0..marks.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(marks[index].0));
    let mut names = vec![None; marks.len()];
    let mut total = 0;
    for (number, &index) in order.iter().enumerate() {
        let (mark, size) = marks[index];
        let hides = |name: &Name| {
            let of = |area: &Area| hidden.iter().map(|other| other.shared(area)).sum::<i64>();
            let outside = name.area.pixels() - name.area.shared(&inside);
            2 * outside + of(&name.area) + OF_LEADER * name.line(mark, reach).map_or(0, |line| of(&line))
        };
        let to_come = &order[number + 1..];
        // Lines mostly go up.
        let is_below = |area: Area, (x, y): Pair| (area.left..area.right).contains(&x) && y > area.top;
        let in_the_way =
            |name: &Name| to_come.iter().filter(|&&other| is_below(name.area, marks[other].0)).count();
        // Of those that are equally good, the first is the nearest.
        let best = candidates(mark, size, reach)
            .min_by_key(|name| hides(name) + IN_THE_WAY * in_the_way(name) as i64);
        total += best.as_ref().map_or(0, hides);
        hidden.extend(best.iter().flat_map(|name| std::iter::once(name.area).chain(name.line(mark, reach))));
        names[index] = best;
    }
    (names.into_iter().flatten().collect(), total)
}

impl Name {
    /// What the line from the mark covers.
    fn line(&self, (x, y): Pair, reach: i32) -> Option<Area> {
        let (_, end) = self.leader?;
        let (top, bottom) = if end < y { (end, y - reach) } else { (y + reach, end) };
        Some(Area { left: x - 1, top, right: x + 2, bottom })
    }
}

/// The places where a name may be, the nearest first: beside the mark, above and below it, and farther up and down at a line.
fn candidates((x, y): Pair, (width, height): Pair, reach: i32) -> impl Iterator<Item = Name> {
    let apart = reach + 2;
    let close = [
        ((x + apart, y), Side::Right, None),
        ((x - apart, y), Side::Left, None),
        ((x, y - apart), Side::Above, None),
        ((x, y + apart), Side::Below, None),
    ];
    let far = (1..=STEPS).flat_map(move |step| {
        let away = apart + STEP * step;
        let (up, down) = (y - away, y + away);
        // The line ends at the edge of the name, a little from its corner.
        let ways = [(x - 3, Side::Right), (x + 3, Side::Left)];
        ways.into_iter().flat_map(move |(from, side)| {
            [
                ((from, up - height / 2), side, Some((x, up))),
                ((from, down + height / 2), side, Some((x, down))),
            ]
        })
    });
    close.into_iter().chain(far).map(move |(from, side, leader)| {
        let (left, top) = match side {
            Side::Right => (from.0, from.1 - height / 2),
            Side::Left => (from.0 - width, from.1 - height / 2),
            Side::Above => (from.0 - width / 2, from.1 - height),
            Side::Below => (from.0 - width / 2, from.1),
        };
        Name { area: Area { left, top, right: left + width, bottom: top + height }, from, side, leader }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSIDE: Area = Area { left: 0, top: 0, right: 400, bottom: 300 };
    const REACH: i32 = 6;

    /// Whether no name hides a mark, another name or a line, and all are inside.
    fn check(marks: &[(Pair, Pair)]) {
        let (names, hidden) = placed(marks, REACH, INSIDE);
        assert_eq!((names.len(), hidden), (marks.len(), 0), "{names:?}");
        let lines: Vec<_> =
            names.iter().zip(marks).filter_map(|(name, &(mark, _))| name.line(mark, REACH)).collect();
        for (index, name) in names.iter().enumerate() {
            let area = name.area;
            assert_eq!(area.shared(&INSIDE), area.pixels(), "{name:?}");
            assert!(names[..index].iter().all(|other| other.area.shared(&area) == 0), "{names:?}");
            assert!(marks.iter().all(|&(mark, _)| Area::around(mark, REACH).shared(&area) == 0), "{names:?}");
            assert!(lines.iter().all(|line| line.shared(&area) == 0), "{name:?} {lines:?}");
        }
    }

    #[test]
    fn a_name_stands_to_the_right_where_there_is_room() {
        let (names, _) = placed(&[((100, 100), (60, 16)), ((395, 200), (60, 16))], REACH, INSIDE);
        let area = Area { left: 108, top: 92, right: 168, bottom: 108 };
        assert_eq!(names[0], Name { area, from: (108, 100), side: Side::Right, leader: None });
        assert_eq!((names[1].side, names[1].from), (Side::Left, (387, 200)));
    }

    #[test]
    fn names_of_marks_in_a_row_hide_nothing() {
        let marks: Vec<_> = (0..9).map(|number| ((40 + 16 * number, 290), (110, 18))).collect();
        check(&marks);
        assert!(placed(&marks, REACH, INSIDE).0.iter().filter(|name| name.leader.is_some()).count() > 5);
    }

    #[test]
    fn names_of_scattered_marks_hide_nothing() {
        check(
            &(0..12)
                .map(|number| ((20 + 37 * number % 360, 20 + 53 * number % 260), (70, 16)))
                .collect::<Vec<_>>(),
        );
    }
}
