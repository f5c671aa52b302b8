/// How the tiles of a map lie beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tiling {
    /// Squares in rows and columns.
    #[default]
    Square,
    /// Hexagons in rows, every second row (those with odd numbers) shifted half a tile to the right: six neighbours, all at
    /// the same distance.
    Hexagonal,
}

impl Tiling {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Hexagonal => "hexagonal",
        }
    }
}
