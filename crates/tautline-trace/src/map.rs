use tautline::map::{Grid, GridError, Map, Tiling};

/// What there is to show of a map below a search.
///
/// ```
/// use tautline::map::Map;
/// use tautline_trace::TraceMap;
///
/// let map = TraceMap::of(&Map::from_rows([".#", ".."])?);
/// assert_eq!((map.width(), map.costs()), (2, &[1, 0, 1, 1][..]));
/// assert!(map.is_plain());
/// # Ok::<(), tautline::map::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceMap {
    width: u32,
    height: u32,
    costs: Vec<u16>,
    tiling: Tiling,
}

/// Why there is no such map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MisshapenMap {
    /// No map can have this size.
    #[error(transparent)]
    Size(#[from] GridError),
    /// It has too few cells, or too many.
    #[error("found the costs of {found} cells, expected {expected}")]
    Cells {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

impl TraceMap {
    /// A map by what its cells cost, row by row, 0 being blocked.
    pub fn new(width: u32, height: u32, costs: Vec<u16>, tiling: Tiling) -> Result<Self, MisshapenMap> {
        Grid::check_size(width, height)?;
        let (found, expected) = (costs.len(), width as usize * height as usize);
        if found == expected {
            Ok(Self { width, height, costs, tiling })
        } else {
            Err(MisshapenMap::Cells { found, expected })
        }
    }

    /// The cells of a map and what they cost; links and tolls are not part of it.
    #[must_use]
    pub fn of(map: &Map) -> Self {
        Self {
            width: map.width(),
            height: map.height(),
            costs: map.cells().map(|cell| map.cost(cell)).collect(),
            tiling: map.tiling(),
        }
    }

    /// How many columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// What its cells cost, row by row; 0 is blocked.
    #[must_use]
    pub fn costs(&self) -> &[u16] {
        &self.costs
    }

    /// The same, a row at a time.
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        self.costs.chunks_exact(self.width as usize)
    }

    /// How its tiles lie beside each other.
    #[must_use]
    pub fn tiling(&self) -> Tiling {
        self.tiling
    }

    /// Whether each cell is blocked or costs 1.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.costs.iter().all(|&cost| cost <= 1)
    }
}
