use std::path::PathBuf;

use tautline::geometry::Cell;
use tautline::map::Map;

use crate::ascii::Drawing;
use crate::ros::Frame;

/// A map, and what else its file says.
///
/// ```
/// use tautline::Algorithm;
/// use tautline::planners::{AStar, AStarConfig};
/// use tautline::search::{Query, Workspace};
/// use tautline_maps::{Loaded, builtin};
///
/// let Loaded { map, start, goal, .. } = builtin().into();
/// let query = Query::new(start.unwrap(), goal.unwrap());
/// let answer = AStar::new(&map, AStarConfig::default())?.plan(&map, &query, &mut Workspace::new())?;
/// assert!(answer.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The map.
    pub map: Map,
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
}

impl From<Map> for Loaded {
    fn from(map: Map) -> Self {
        Self { map, start: None, goal: None, frame: None, colours: None, beside: Vec::new() }
    }
}

impl From<Drawing> for Loaded {
    fn from(Drawing { map, start, goal }: Drawing) -> Self {
        Self { start, goal, ..map.into() }
    }
}
