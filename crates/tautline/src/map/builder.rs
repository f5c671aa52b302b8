use super::bits::BitPlane;
use super::grid::{Grid, GridError};

/// Makes a [`Grid`] row by row, so that a reader needs no second copy of the map in memory.
///
/// ```
/// use tautline::map::GridBuilder;
/// let mut builder = GridBuilder::new(3)?;
/// builder.push_row([true, true, false])?;
/// builder.push_row([true, true, true])?;
/// let grid = builder.finish()?;
/// assert_eq!((grid.width(), grid.height()), (3, 2));
/// # Ok::<(), tautline::map::GridError>(())
/// ```
#[derive(Debug)]
pub struct GridBuilder {
    width: u32,
    height: u32,
    rows: BitPlane,
}

impl GridBuilder {
    /// Begins a map whose rows are `width` cells long.
    pub fn new(width: u32) -> Result<Self, GridError> {
        Grid::check_size(width, 1)?;
        Ok(Self { width, height: 0, rows: BitPlane::growing(width as usize) })
    }

    /// How many rows there are by now.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Adds a row at the bottom: one value for each cell, `true` where it is free. A row of another length is refused and
    /// leaves no trace.
    pub fn push_row(&mut self, free: impl IntoIterator<Item = bool>) -> Result<(), GridError> {
        Grid::check_size(self.width, self.height + 1)?;
        let mut cells = free.into_iter();
        let mut found = 0;
        self.rows.push_row(cells.by_ref().take(self.width as usize).inspect(|_| found += 1));
        // One cell more than fits is enough to know that there are too many.
        found += u32::from(found == self.width && cells.next().is_some());
        if found == self.width {
            self.height += 1;
            Ok(())
        } else {
            self.rows.pop_row();
            Err(GridError::RowLength { row: self.height, found, expected: self.width })
        }
    }

    /// The finished map.
    pub fn finish(mut self) -> Result<Grid, GridError> {
        Grid::check_size(self.width, self.height)?;
        self.rows.finish();
        Ok(Grid::from_rows_plane(self.width, self.height, self.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_row_leaves_no_trace() {
        let mut builder = GridBuilder::new(3).unwrap();
        builder.push_row([true, false, true]).unwrap();
        for wrong in [vec![true; 5], vec![true; 2], vec![]] {
            assert!(matches!(builder.push_row(wrong), Err(GridError::RowLength { row: 1, expected: 3, .. })));
            assert_eq!(builder.height(), 1);
        }
        builder.push_row([false, false, true]).unwrap();
        assert_eq!(builder.finish().unwrap(), Grid::from_rows([".#.", "##."]).unwrap());
    }
}
