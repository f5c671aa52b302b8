//! Counting the areas of a whole map.

use super::naming::{BLOCKED, Naming};
use super::neighbourhood::Neighbourhood;
use crate::map::bits::BitPlane;
use crate::search::{Meter, StopReason, count as units};

/// A run of free cells of one row.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The number of its first cell.
    start: usize,
    /// The number of the cell behind its last.
    end: usize,
    /// A run of the same area that is not behind it.
    parent: u32,
}

/// What a count finds.
pub(super) struct Count {
    /// The label of each cell, by its number.
    pub(super) labels: Vec<u32>,
    /// What the labels stand for.
    pub(super) naming: Naming,
    /// How many runs of free cells there are.
    pub(super) runs: usize,
}

/// Labels the cells of a map.
///
/// Runs of free cells are found 64 cells at a time, and joined with those of the row above that they are beside: a union-find
/// over runs, in which the parent always comes first, so that one pass from the first to the last names them all.
pub(super) fn count(
    free: &BitPlane,
    height: u32,
    neighbourhood: Neighbourhood,
    meter: &mut Meter<'_>,
) -> Result<Count, StopReason> {
    let mut runs: Vec<Run> = Vec::new();
    let mut above = 0..0;
    for y in 0..height as usize {
        let first = runs.len();
        push_runs(free, y, &mut runs);
        let work = free.stride() / 64 + runs.len() - first + above.len();
        meter.go_on(work as u64)?;
        units::done(work as u64);
        if y > 0 {
            join_rows(&mut runs, above, free.stride(), neighbourhood.reach(y % 2 == 0));
        }
        above = first..runs.len();
    }
    let mut naming = Naming::new();
    let mut cells = vec![0u32; runs.len()];
    for at in (0..runs.len()).rev() {
        meter.go_on(1)?;
        units::done(1);
        let Run { start, end, parent } = runs[at];
        cells[at] += (end - start) as u32;
        if parent as usize != at {
            cells[parent as usize] += cells[at];
        }
    }
    let mut labels = vec![BLOCKED; free.len()];
    for at in 0..runs.len() {
        let Run { start, end, parent } = runs[at];
        meter.go_on((end - start) as u64)?;
        units::done((end - start) as u64);
        // What was the parent's place becomes the label.
        let label = if parent as usize == at {
            let label = naming.new_label(cells[at]);
            naming.new_area(label);
            label
        } else {
            runs[parent as usize].parent
        };
        runs[at].parent = label;
        labels[start..end].fill(label);
    }
    Ok(Count { labels, naming, runs: runs.len() })
}

/// Appends the runs of a row.
fn push_runs(free: &BitPlane, y: usize, runs: &mut Vec<Run>) {
    let mut base = free.index(0, y as i32);
    let mut carry = 0;
    let mut start = None;
    for word in free.row_words(y) {
        // A bit is set where a run begins or ends. The last bit of a row is blocked, so every run ends in its row.
        let mut turns = word ^ (word << 1 | carry);
        carry = word >> 63;
        while turns != 0 {
            let at = base + turns.trailing_zeros() as usize;
            turns &= turns - 1;
            match start.take() {
                None => start = Some(at),
                Some(start) => runs.push(Run { start, end: at, parent: runs.len() as u32 }),
            }
        }
        base += 64;
    }
}

/// Joins the runs of the last row with those `above` it, whose cells are beside so many more to the left and to the right.
fn join_rows(runs: &mut [Run], above: std::ops::Range<usize>, stride: usize, (left, right): (usize, usize)) {
    let (mut upper, mut lower) = (above.start, above.end);
    while upper < above.end && lower < runs.len() {
        let (up, low) = (runs[upper], runs[lower]);
        let (up_start, up_end) = (up.start + stride, up.end + stride);
        if low.start < up_end + right && up_start < low.end + left {
            join(runs, upper, lower);
        }
        // Whichever has no further neighbour in the other row is done with.
        if low.end + 1 < up_end + right {
            lower += 1;
        } else {
            upper += 1;
        }
    }
}

fn join(runs: &mut [Run], one: usize, other: usize) {
    let (one, other) = (root(runs, one), root(runs, other));
    runs[one.max(other)].parent = one.min(other) as u32;
}

/// The first run of an area, with the ways to it halved.
fn root(runs: &mut [Run], mut at: usize) -> usize {
    while runs[at].parent as usize != at {
        let parent = runs[at].parent as usize;
        runs[at].parent = runs[parent].parent;
        at = parent;
    }
    at
}
