use std::collections::BTreeMap;

/// Which layer of a map is read, and what its tiles cost.
///
/// The cost of a cell is the first of these that there is:
///
/// 1. what [`gids`](Self::gids) says of its tile;
/// 2. the tile's own property `cost` in its tileset: a whole number, 0 is blocked;
/// 3. the tile's own property `blocked` in its tileset: true is blocked, false costs 1;
/// 4. [`tiles`](Self::tiles) if it has a tile, [`empty`](Self::empty) if it has none.
///
/// So where a tileset says something of any of its tiles, the others can be walked on; where it says nothing of any, its tiles
/// are walls.
///
/// ```
/// use tautline_maps::tiled::TiledOptions;
///
/// // The layer has the floor, and where there is none a cell is blocked.
/// let floor = TiledOptions { layer: Some("floor".to_owned()), tiles: Some(1), empty: 0, ..TiledOptions::default() };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledOptions {
    /// The name of the layer; without one the first tile layer is read.
    pub layer: Option<String>,
    /// What tiles cost by their global ids, as they stand in the file without the bits that turn and mirror them.
    pub gids: BTreeMap<u32, u16>,
    /// What other tiles cost. Unless asked otherwise it is 1 if some tile of the same tileset has one of the two properties, and
    /// otherwise 0: blocked.
    pub tiles: Option<u16>,
    /// What cells without a tile cost: 1 unless asked otherwise.
    pub empty: u16,
}

impl Default for TiledOptions {
    fn default() -> Self {
        Self { layer: None, gids: BTreeMap::new(), tiles: None, empty: 1 }
    }
}
