use std::path::PathBuf;

use tautline::geometry::Cell;
use tautline::world::{Grid, Ground, Terrain, Tiling};

use crate::ascii::Drawing;
use crate::ros::Frame;

/// The cells of a map: free and blocked, or with costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Land {
    /// All free cells cost the same.
    Grid(Grid),
    /// They do not.
    Terrain(Terrain),
}

impl Land {
    /// Which cells are free.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        match self {
            Self::Grid(grid) => grid,
            Self::Terrain(terrain) => terrain.grid(),
        }
    }

    /// What cells cost, if not all the same.
    #[must_use]
    pub fn terrain(&self) -> Option<&Terrain> {
        match self {
            Self::Grid(_) => None,
            Self::Terrain(terrain) => Some(terrain),
        }
    }
}

/// A grid where every free cell costs 1, so that planners that know no costs can plan on it.
impl From<Terrain> for Land {
    fn from(terrain: Terrain) -> Self {
        if terrain.sum() == terrain.grid().free_cells() as u64 {
            Self::Grid(terrain.grid().clone())
        } else {
            Self::Terrain(terrain)
        }
    }
}

/// A map as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// Its cells.
    pub land: Land,
    /// How they lie beside each other.
    pub tiling: Tiling,
    /// The start, where the file has one.
    pub start: Option<Cell>,
    /// The goal, where the file has one.
    pub goal: Option<Cell>,
    /// Where the map lies in the world of a robot, if it is one of ROS.
    pub frame: Option<Frame>,
    /// How many colours an image has that was read by brightness; [`MANY_COLOURS`](Self::MANY_COLOURS) stands for as many or more.
    pub colours: Option<usize>,
    /// The files that it names and that were read, too: the image of a ROS map, the tilesets of a Tiled map.
    pub beside: Vec<PathBuf>,
}

impl Loaded {
    /// More colours are not counted.
    pub const MANY_COLOURS: usize = 256;

    /// What a planner plans on.
    ///
    /// ```
    /// use tautline::planners::AStar;
    /// use tautline::search::{Query, Workspace};
    /// use tautline_maps::{Loaded, builtin};
    ///
    /// let map = Loaded::from(builtin());
    /// let query = Query::new(map.start.unwrap(), map.goal.unwrap());
    /// let answer = AStar::new(map.ground()).plan(&query, &mut Workspace::new())?;
    /// assert!(answer.path().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ground(&self) -> Ground<'_> {
        let ground = match &self.land {
            Land::Grid(grid) => Ground::from(grid),
            Land::Terrain(terrain) => Ground::from(terrain),
        };
        ground.with_tiling(self.tiling)
    }
}

impl<L: Into<Land>> From<(L, Tiling)> for Loaded {
    fn from((land, tiling): (L, Tiling)) -> Self {
        Self {
            land: land.into(),
            tiling,
            start: None,
            goal: None,
            frame: None,
            colours: None,
            beside: Vec::new(),
        }
    }
}

impl From<Grid> for Land {
    fn from(grid: Grid) -> Self {
        Self::Grid(grid)
    }
}

impl From<Drawing> for Loaded {
    fn from(Drawing { grid, start, goal }: Drawing) -> Self {
        Self { start, goal, ..(grid, Tiling::Square).into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_that_are_all_one_are_no_terrain() {
        let land = |cost: u16| Land::from(Terrain::from_costs(2, 1, |cell| cost * cell.x as u16).unwrap());
        assert_eq!(land(1), Land::Grid(Grid::from_rows(["#."]).unwrap()));
        assert_eq!(land(2).terrain().map(|terrain| terrain.cost((1, 0))), Some(2));
        assert_eq!(land(0).grid().free_cells(), 0);
        assert_eq!(land(2).grid().free_cells(), 1);
        assert!(land(1).terrain().is_none());
    }
}
