use crate::geometry::Corner;
use crate::map::Grid;
use crate::moves::CornerRule;

/// Whether the straight line between two corners of the map is legal, decided with whole numbers:
///
/// - it passes through the interior of no blocked cell;
/// - where it runs along a grid line, one of the two cells beside each side that it runs along is free;
/// - under [`CornerRule::Closed`] it does not pass between two obstacles that touch with their corners.
///
/// What lies outside the map is blocked. Whether a *path* may turn where it ends is another question:
/// [`check_corners`](super::check_corners) answers it.
///
/// ```
/// use tautline::map::Grid;
/// use tautline::moves::CornerRule;
/// use tautline::path::line_of_sight;
///
/// let grid = Grid::from_rows([".#.", "#..", "..."])?;
/// let sees = |rule, a: (i32, i32), b: (i32, i32)| line_of_sight(&grid, rule, a.into(), b.into());
/// assert!(sees(CornerRule::Closed, (1, 1), (3, 2)));
/// assert!(sees(CornerRule::Open, (0, 0), (3, 3)));
/// assert!(!sees(CornerRule::Closed, (0, 0), (3, 3)), "it would squeeze through at (1, 1)");
/// # Ok::<(), tautline::map::GridError>(())
/// ```
#[must_use]
pub fn line_of_sight(grid: &Grid, rule: CornerRule, from: Corner, to: Corner) -> bool {
    if !grid.has_corner(from) || !grid.has_corner(to) {
        return false;
    }
    if from.x == to.x || from.y == to.y {
        along_a_grid_line(grid, rule, from, to)
    } else {
        through_cells(grid, rule, from, to)
    }
}

/// How many units of work it is at most to look whether a line is legal.
#[inline]
pub(crate) fn sight_work(from: Corner, to: Corner) -> u64 {
    8 + u64::from(from.x.abs_diff(to.x)) + u64::from(from.y.abs_diff(to.y))
}

/// Looks at the cells beside the line, many at once: of each two across from each other one must be free. Then it passes between
/// two obstacles where both sides change.
fn along_a_grid_line(grid: &Grid, rule: CornerRule, from: Corner, to: Corner) -> bool {
    let (lanes, along, lane) = if from.y == to.y {
        (grid.row_lanes(), from.x.min(to.x), from.y)
    } else {
        (grid.column_lanes(), from.y.min(to.y), from.x)
    };
    let first = lanes.index(along, lane - 1);
    let cells = from.x.abs_diff(to.x) + from.y.abs_diff(to.y);
    let one = |at: u32| lanes.word(first + at as usize);
    let other = |at: u32| lanes.word(first + lanes.stride() + at as usize);
    let both_change = |at: u32| (one(at) ^ one(at + 1)) & (other(at) ^ other(at + 1));
    are_free(0, cells, |at| one(at) | other(at))
        && (rule == CornerRule::Open || cells < 2 || are_free(0, cells - 1, |at| !both_change(at)))
}

/// Looks at the cells that the line crosses, those in one row at once, or those in one column if it is steep.
///
/// Let it be longer along the one axis than along the other, by `long` and `short` tiles, and grow along the longer one: a line is
/// legal in both directions or in none. It leaves the k-th lane across, counted from zero, after the part (k + 1) / short of its
/// way, that is at (k + 1) · long / short, a whole number and a fraction. So in this lane it crosses the cells from where it left
/// the one before up to there, and where the fraction is zero, it passes through a corner.
fn through_cells(grid: &Grid, rule: CornerRule, from: Corner, to: Corner) -> bool {
    let is_shallow = (to.x - from.x).abs() >= (to.y - from.y).abs();
    // Along the line and across it.
    let turned = |Corner { x, y }: Corner| if is_shallow { (x, y) } else { (y, x) };
    let (mut start, mut end) = (turned(from), turned(to));
    if start.0 > end.0 {
        (start, end) = (end, start);
    }
    let (long, short) = ((end.0 - start.0) as u32, (end.1 - start.1).unsigned_abs());
    let step = (end.1 - start.1).signum();
    let lanes = if is_shallow { grid.row_lanes() } else { grid.column_lanes() };
    let stride = lanes.stride() as isize * step as isize;
    let mut lane = lanes.index(start.0, start.1.min(start.1 + step));
    let word = |at: u32, lane: usize| lanes.word(lane + at as usize);
    let (whole, fraction) = (long / short, long % short);
    let (mut left_at, mut rest) = (0, 0);
    for crossed in 1..=short {
        let first = left_at;
        (left_at, rest) = (left_at + whole, rest + fraction);
        if rest >= short {
            (left_at, rest) = (left_at + 1, rest - short);
        }
        let cells = left_at + u32::from(rest > 0) - first;
        if !are_free(first, cells, |at| word(at, lane)) {
            return false;
        }
        let next = lane.wrapping_add_signed(stride);
        if rest == 0 && crossed < short && rule == CornerRule::Closed {
            let beside = [word(left_at, lane), word(left_at - 1, next)];
            if beside.iter().all(|word| word & 1 == 0) {
                return false;
            }
        }
        lane = next;
    }
    true
}

/// Whether so many cells are free, by the words that begin at each.
#[inline]
pub(super) fn are_free(mut first: u32, mut cells: u32, word: impl Fn(u32) -> u64) -> bool {
    /// As many bits of a word are right.
    const BITS: u32 = 57;
    while cells > BITS {
        if word(first).trailing_ones() < BITS {
            return false;
        }
        (first, cells) = (first + BITS, cells - BITS);
    }
    word(first).trailing_ones() >= cells
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use crate::geometry::Cell;
    use crate::map::Tile;
    use tautline_testkit::world::SplitMix64;

    /// The same from cell to cell: which grid line comes next is the sign of i · rows − j · columns.
    fn cell_by_cell(grid: &Grid, rule: CornerRule, from: Corner, to: Corner) -> bool {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (columns, rows) = (i64::from(dx.abs()), i64::from(dy.abs()));
        let (across, down) = (dx.signum(), dy.signum());
        let mut cell = Cell { x: from.x.min(from.x + across), y: from.y.min(from.y + down) };
        let (mut left, mut lead) = (columns, rows - columns);
        while grid.is_free(cell) {
            match lead.cmp(&0) {
                Ordering::Less => (cell.x, left, lead) = (cell.x + across, left - 1, lead + rows),
                Ordering::Greater => (cell.y, lead) = (cell.y + down, lead - columns),
                Ordering::Equal => {
                    left -= 1;
                    if left == 0 {
                        return true;
                    }
                    let beside = [(cell.x + across, cell.y), (cell.x, cell.y + down)];
                    if rule == CornerRule::Closed && !beside.iter().any(|&cell| grid.is_free(cell)) {
                        return false;
                    }
                    (cell.x, cell.y, lead) = (cell.x + across, cell.y + down, lead + rows - columns);
                }
            }
        }
        false
    }

    /// Longer lines than a word has bits, in all directions, and through corners.
    #[test]
    fn rows_and_columns_at_once_see_what_cells_do() {
        let mut rng = SplitMix64::new(9);
        let mut seen = 0;
        for round in 0..60 {
            let (width, height) = [(300, 40), (40, 300), (150, 150)][round % 3];
            let mut grid = Grid::open(width, height).unwrap();
            for _ in 0..rng.below(40) {
                let cell = (rng.below(width) as i32, rng.below(height) as i32);
                grid.set(cell, Tile::Blocked).unwrap();
            }
            for _ in 0..400 {
                let corner = |rng: &mut SplitMix64| {
                    Corner::new(rng.below(width + 1) as i32, rng.below(height + 1) as i32)
                };
                let (from, to) = (corner(&mut rng), corner(&mut rng));
                if from.x == to.x || from.y == to.y {
                    continue;
                }
                for rule in [CornerRule::Closed, CornerRule::Open] {
                    let found = line_of_sight(&grid, rule, from, to);
                    assert_eq!(found, cell_by_cell(&grid, rule, from, to), "{from} {to} {rule:?}");
                    seen += u32::from(found);
                }
            }
        }
        assert!(seen > 5000, "{seen}");
    }

    /// Whether a line along the grid can go on from each of its corners but the last.
    fn corner_by_corner(grid: &Grid, rule: CornerRule, from: Corner, to: Corner) -> bool {
        let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
        let mut corner = from;
        while corner != to {
            let free = grid.quadrants(corner);
            if free.towards(dx, dy).is_empty() || (corner != from && free.are_apart(rule)) {
                return false;
            }
            corner = Corner { x: corner.x + dx, y: corner.y + dy };
        }
        true
    }

    /// Lanes side by side, in which the cells stay as they are for a while, and then change in all lanes at once.
    fn striped(long: u32, lanes: u32, turned: bool, rng: &mut SplitMix64) -> Grid {
        let (stays_for, blocked) = (rng.pick(&[2, 20, 100]), rng.pick(&[10, 30, 50]));
        let mut free = vec![true; (long * lanes) as usize];
        for along in 0..long as usize {
            let (before, here) = free.split_at_mut(along * lanes as usize);
            if along == 0 || rng.below(stays_for) == 0 {
                here[..lanes as usize].fill_with(|| !rng.chance(blocked));
            } else {
                here[..lanes as usize].copy_from_slice(&before[(along - 1) * lanes as usize..]);
            }
        }
        let (width, height) = if turned { (lanes, long) } else { (long, lanes) };
        Grid::from_fn(width, height, |cell| {
            let (along, lane) = if turned { (cell.y, cell.x) } else { (cell.x, cell.y) };
            if free[(along * lanes as i32 + lane) as usize] { Tile::Free } else { Tile::Blocked }
        })
        .unwrap()
    }

    /// In all four directions, on the border of the map too, and where two obstacles touch.
    #[test]
    fn cells_beside_a_line_at_once_say_what_its_corners_do() {
        let mut rng = SplitMix64::new(10);
        let (mut long_seen, mut long_hidden, mut on_border, mut squeezed, mut ends_there) = (0, 0, 0, 0, 0);
        for round in 0..2_000 {
            let turned = round % 2 == 0;
            let (length, lanes) = (rng.pick(&[1, 3, 20, 57, 64, 130, 300]), 1 + rng.below(4));
            let grid = striped(length, lanes, turned, &mut rng);
            for _ in 0..100 {
                let lane = rng.below(lanes + 1) as i32;
                let [from, to] = [(); 2].map(|()| {
                    let along = rng.below(length + 1) as i32;
                    if turned { Corner::new(lane, along) } else { Corner::new(along, lane) }
                });
                let [closed, open] = [CornerRule::Closed, CornerRule::Open].map(|rule| {
                    let found = line_of_sight(&grid, rule, from, to);
                    assert_eq!(
                        found,
                        corner_by_corner(&grid, rule, from, to),
                        "{from} {to} {rule:?} {grid:?}"
                    );
                    found
                });
                let is_long = from.x.abs_diff(to.x) + from.y.abs_diff(to.y) > 64;
                let ends_apart = [from, to].map(|end| grid.quadrants(end).are_apart(CornerRule::Closed));
                long_seen += u32::from(is_long && closed);
                long_hidden += u32::from(is_long && !open);
                on_border += u32::from(is_long && closed && (lane == 0 || lane == lanes as i32));
                squeezed += u32::from(is_long && open && !closed);
                ends_there += u32::from(closed && from != to && ends_apart.contains(&true));
            }
        }
        let counts = [long_seen, long_hidden, on_border, squeezed, ends_there];
        assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
    }
}
