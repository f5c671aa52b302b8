/// On which side of a run of cells its mouth is. A run lies along a row if that is above or below, otherwise along a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Above,
    Below,
    Left,
    Right,
}

impl Side {
    pub(super) const ALL: [Self; 4] = [Self::Above, Self::Below, Self::Left, Self::Right];

    pub(super) fn is_along_row(self) -> bool {
        matches!(self, Self::Above | Self::Below)
    }

    /// By how much the index of a cell changes from the run to its mouth.
    pub(super) fn step(self, stride: usize) -> isize {
        match self {
            Self::Above => -(stride as isize),
            Self::Below => stride as isize,
            Self::Left => -1,
            Self::Right => 1,
        }
    }
}
