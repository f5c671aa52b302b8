//! Work on all of a map or on much memory, in pieces between which a meter looks at the limits.

use std::ops::Range;

use super::meter::count;
use super::{Limits, Meter, StopReason};
use crate::map::Grid;

/// How many cells, or elements of a list, a piece has at most.
const PIECE: usize = 1 << 12;

static UNLIMITED: Limits = Limits { max_expansions: None, deadline: None, cancel: None };

impl Meter<'_> {
    /// A meter without limits.
    pub(crate) fn unlimited() -> Meter<'static> {
        Meter::new(&UNLIMITED)
    }

    /// The same as [`work`](Self::work), with the reason to stop as an error.
    #[inline]
    pub(crate) fn go_on(&mut self, units: u64) -> Result<(), StopReason> {
        if self.work(units) { Ok(()) } else { Err(self.stopped().expect("it says why")) }
    }

    /// Appends a copy of some elements to a list.
    pub(crate) fn append<T: Copy>(&mut self, list: &mut Vec<T>, more: &[T]) -> Result<(), StopReason> {
        list.reserve(more.len());
        for piece in more.chunks(PIECE) {
            self.go_on(piece.len() as u64)?;
            count::done(piece.len() as u64);
            list.extend_from_slice(piece);
        }
        Ok(())
    }

    /// Gives all elements of a list the same value.
    pub(crate) fn fill<T: Copy>(&mut self, list: &mut [T], value: T) -> Result<(), StopReason> {
        for piece in list.chunks_mut(PIECE) {
            self.go_on(piece.len() as u64)?;
            count::done(piece.len() as u64);
            piece.fill(value);
        }
        Ok(())
    }

    /// Whether something holds of all elements of a list.
    pub(crate) fn all<T>(&mut self, list: &[T], is: impl Fn(&T) -> bool) -> Result<bool, StopReason> {
        for piece in list.chunks(PIECE) {
            self.go_on(piece.len() as u64)?;
            count::done(piece.len() as u64);
            if !piece.iter().all(&is) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A list of so many elements, each of which follows from its number.
    pub(crate) fn list<T>(
        &mut self,
        count: usize,
        element: impl FnMut(usize) -> T,
    ) -> Result<Vec<T>, StopReason> {
        let mut list = Vec::with_capacity(count);
        self.extend(&mut list, count, element)?;
        Ok(list)
    }

    /// Appends elements to a list until it has `count` of them; each is computed from its number.
    pub(crate) fn extend<T>(
        &mut self,
        list: &mut Vec<T>,
        count: usize,
        mut element: impl FnMut(usize) -> T,
    ) -> Result<(), StopReason> {
        while list.len() < count {
            let piece = list.len()..count.min(list.len() + PIECE);
            self.go_on(piece.len() as u64)?;
            count::done(piece.len() as u64);
            list.extend(piece.map(&mut element));
        }
        Ok(())
    }

    /// A list of so many equal elements.
    pub(crate) fn filled<T: Clone>(&mut self, count: usize, value: T) -> Result<Vec<T>, StopReason> {
        self.list(count, |_| value.clone())
    }
}

/// All places in so many columns and rows, row by row, in pieces: the row, and the columns.
pub(crate) fn pieces(width: u32, height: u32) -> impl Iterator<Item = (i32, Range<i32>)> {
    let (width, height) = (width as i32, height as i32);
    let columns = move |x: i32| x..width.min(x.saturating_add(PIECE as i32));
    (0..height).flat_map(move |y| (0..width).step_by(PIECE).map(move |x| (y, columns(x))))
}

/// How many cells of a map are free.
pub(crate) fn free_cells(grid: &Grid, meter: &mut Meter<'_>) -> Result<usize, StopReason> {
    let mut free = 0;
    for y in 0..grid.height() {
        let words = u64::from(grid.width()) / 64 + 1;
        meter.go_on(words)?;
        count::done(words);
        free += grid.row_words(y).map(|word| word.count_ones() as usize).sum::<usize>();
    }
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::CancelFlag;

    #[test]
    fn pieces_are_all_places_in_order() {
        for (width, height) in [(1, 1), (3, 2), (4096, 2), (4097, 3), (9000, 1)] {
            let all: Vec<(i32, i32)> =
                pieces(width, height).flat_map(|(y, columns)| columns.map(move |x| (x, y))).collect();
            let expected = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
            assert!(all.into_iter().eq(expected), "{width} × {height}");
        }
    }

    #[test]
    fn lists_are_whole_and_looks_are_between_their_pieces() {
        let flag = CancelFlag::new();
        let limits = Limits::cancelled_by(&flag);
        let mut meter = Meter::new(&limits);
        let most = count::most_between_looks(|| {
            let mut list = meter.list(100_000, |number| number).unwrap();
            assert!(list.iter().copied().eq(0..100_000));
            let copy = list.clone();
            meter.append(&mut list, &copy).unwrap();
            assert!(list[..100_000] == list[100_000..]);
            meter.fill(&mut list, 7).unwrap();
            assert!(list.iter().all(|&number| number == 7));
            assert_eq!(meter.filled(10_000, 3).unwrap(), vec![3; 10_000]);
        });
        assert!(most <= Meter::BETWEEN_LOOKS + PIECE as u64, "{most}");
        flag.cancel();
        assert_eq!(meter.list(100_000, |number| number), Err(StopReason::Cancelled));
        assert_eq!(Meter::unlimited().filled(3, 1), Ok(vec![1; 3]));
    }
}
