//! The whole table in two sweeps over the rows.

use super::distance::{Distance, turns};
use super::jump_table::Marks;
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::Direction;
use crate::search::{Meter, StopReason, count};

const NORTH: usize = Direction::North as usize;
const EAST: usize = Direction::East as usize;
const SOUTH: usize = Direction::South as usize;
const WEST: usize = Direction::West as usize;

/// The distances of one row, direction by direction, with a cell more at both ends.
type Row<T, const D: usize> = [Vec<T>; D];

/// Fills the table. An entry follows from the one of the next cell in its direction, so one sweep down has all entries that
/// look up, and one sweep up those that look down. Entries along the row come where what they depend on is known: with eight
/// directions before the diagonals of the next row, with four after both vertical ones.
pub(super) fn fill<T: Distance, const D: usize>(
    grid: &Grid,
    marks: &Marks,
    meter: &mut Meter<'_>,
) -> Result<Vec<[T; D]>, StopReason> {
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let mut lines = vec![[T::default(); D]; width * height];
    let marks = padded_marks(grid, marks, meter)?;
    let row_marks = |y: usize| &marks[y * (width + 2)..][..width + 2];
    let blank = || -> Row<T, D> { std::array::from_fn(|_| vec![T::default(); width + 2]) };

    let (mut before, mut row) = (blank(), blank());
    for y in 0..height {
        meter.go_on(width as u64)?;
        count::done(width as u64);
        let (here, there) = (row_marks(y + 1), row_marks(y));
        if D == 8 {
            scan_east(&mut row, here);
            scan_west(&mut row, here);
            advance(4, 1, &mut row, &before, here, there);
            advance(7, -1, &mut row, &before, here, there);
        }
        advance(NORTH, 0, &mut row, &before, here, there);
        for (x, line) in lines[y * width..][..width].iter_mut().enumerate() {
            *line = std::array::from_fn(|direction| row[direction][x + 1]);
        }
        std::mem::swap(&mut before, &mut row);
    }

    let (mut before, mut row) = (blank(), blank());
    for y in (0..height).rev() {
        meter.go_on(width as u64)?;
        count::done(width as u64);
        let (here, there) = (row_marks(y + 1), row_marks(y + 2));
        let lines = &mut lines[y * width..][..width];
        advance(SOUTH, 0, &mut row, &before, here, there);
        if D == 8 {
            advance(5, 1, &mut row, &before, here, there);
            advance(6, -1, &mut row, &before, here, there);
            for (x, line) in lines.iter_mut().enumerate() {
                (line[SOUTH], line[5], line[6]) = (row[SOUTH][x + 1], row[5][x + 1], row[6][x + 1]);
                (row[EAST][x + 1], row[WEST][x + 1]) = (line[EAST], line[WEST]);
            }
        } else {
            for (x, line) in lines.iter().enumerate() {
                row[NORTH][x + 1] = line[NORTH];
            }
            scan_east(&mut row, here);
            scan_west(&mut row, here);
            for (x, line) in lines.iter_mut().enumerate() {
                *line = std::array::from_fn(|direction| row[direction][x + 1]);
            }
        }
        std::mem::swap(&mut before, &mut row);
    }
    Ok(lines)
}

/// The mark of each cell, with a border of blocked ones.
fn padded_marks(grid: &Grid, marks: &Marks, meter: &mut Meter<'_>) -> Result<Vec<u16>, StopReason> {
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let mut padded = vec![0; (width + 2) * (height + 2)];
    for (y, row) in padded.chunks_exact_mut(width + 2).skip(1).take(height).enumerate() {
        meter.go_on(width as u64)?;
        count::done(width as u64);
        let first = grid.id(Cell::new(0, y as i32)).expect("a row of the map");
        for (mark, id) in row[1..=width].iter_mut().zip(first.0..) {
            *mark = marks[grid.around(crate::map::CellId(id))];
        }
    }
    Ok(padded)
}

/// An entry, from the entry of the next cell.
#[inline]
fn entry<T: Distance>(next: T, is_allowed: bool, is_jump_point: bool) -> T {
    let distance = if is_jump_point { T::ONE } else { next.one_further() };
    if is_allowed { distance } else { T::default() }
}

/// The entries of a row in a direction that leads, `dx` columns aside, into the row that was done before.
fn advance<T: Distance, const D: usize>(
    direction: usize,
    dx: isize,
    row: &mut Row<T, D>,
    before: &Row<T, D>,
    here: &[u16],
    there: &[u16],
) {
    let width = here.len() - 2;
    let from = 1usize.wrapping_add_signed(dx);
    let there = &there[from..][..width];
    let next = &before[direction][from..][..width];
    let here = &here[1..][..width];
    let out = &mut row[direction][1..][..width];
    let (allowed, forced) = (1u16 << direction, 0x100u16 << direction);
    if let &[one, other] = turns::<D>(direction) {
        let (one, other) = (&before[one][from..][..width], &before[other][from..][..width]);
        for x in 0..width {
            let is_jump_point = there[x] & forced != 0 || one[x].is_jump() || other[x].is_jump();
            out[x] = entry(next[x], here[x] & allowed != 0, is_jump_point);
        }
    } else {
        for x in 0..width {
            out[x] = entry(next[x], here[x] & allowed != 0, there[x] & forced != 0);
        }
    }
}

/// The entries of a row that look right.
fn scan_east<T: Distance, const D: usize>(row: &mut Row<T, D>, marks: &[u16]) {
    let width = marks.len() - 2;
    let mut next = T::default();
    for x in (1..=width).rev() {
        let turns = D == 4 && (row[NORTH][x + 1].is_jump() || row[SOUTH][x + 1].is_jump());
        let is_jump_point = turns || marks[x + 1] & 0x100 << EAST != 0;
        next = entry(next, marks[x] & 1 << EAST != 0, is_jump_point);
        row[EAST][x] = next;
    }
}

/// The entries of a row that look left.
fn scan_west<T: Distance, const D: usize>(row: &mut Row<T, D>, marks: &[u16]) {
    let width = marks.len() - 2;
    let mut next = T::default();
    for x in 1..=width {
        let turns = D == 4 && (row[NORTH][x - 1].is_jump() || row[SOUTH][x - 1].is_jump());
        let is_jump_point = turns || marks[x - 1] & 0x100 << WEST != 0;
        next = entry(next, marks[x] & 1 << WEST != 0, is_jump_point);
        row[WEST][x] = next;
    }
}
