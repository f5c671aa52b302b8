use tautline::map::Grid;
use tautline::moves::{CornerRule, DiagonalRule, PathRule};

use super::pathfinding;
#[cfg(feature = "peers")]
use super::{bracket, grid_pathfinding, hierarchical, petgraph, polyanya};

/// A public implementation, as it is used here.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// What it is called here: the library, and the way in which it is used where there are several.
    pub id: &'static str,
    /// The library and its version.
    pub library: &'static str,
    /// What its documentation promises.
    pub guarantee: &'static str,
    /// What moves its paths make: the nearest of our rules.
    pub rule: PathRule,
    /// Differences that matter when its figures are read.
    pub notes: &'static str,
    /// Makes what it needs of a map.
    pub build: fn(&Grid) -> Box<dyn Prepared>,
}

/// What moves paths make under a rule, in words.
pub(super) fn moves(rule: PathRule) -> &'static str {
    match rule {
        PathRule::Steps(DiagonalRule::NoCornerCutting) => "from cell to cell without corner cutting",
        PathRule::Steps(DiagonalRule::CutOneCorner) => "from cell to cell, also past one corner",
        PathRule::Steps(DiagonalRule::CutBothCorners) => "from cell to cell, also between two corners",
        PathRule::Steps(DiagonalRule::Never) => "from cell to cell, not diagonally",
        PathRule::Lines(CornerRule::Closed) => "at any angle, not between diagonally touching obstacles",
        PathRule::Lines(CornerRule::Open) => "at any angle, also between diagonally touching obstacles",
    }
}

/// A library with a map.
pub trait Prepared {
    /// The path from one place to another, or none.
    fn plan(&mut self, start: (i32, i32), goal: (i32, i32)) -> Option<Found>;
}

/// A path as the library gives it. To read it takes time that is not the library's.
pub struct Found(Box<dyn Fn() -> Vec<(f64, f64)>>);

impl Found {
    /// A path that is to be read in this way.
    pub(super) fn new(read: impl Fn() -> Vec<(f64, f64)> + 'static) -> Self {
        Self(Box::new(read))
    }

    /// Every cell, or every place where a path at any angle turns; both ends included.
    #[must_use]
    pub fn places(&self) -> Vec<(f64, f64)> {
        (self.0)()
    }
}

/// The crowds that this build has, each with what is different about it.
pub(super) fn crowd_notes() -> &'static [(&'static str, &'static str)] {
    #[cfg(feature = "peers")]
    {
        &super::dodgy::CROWDS
    }
    #[cfg(not(feature = "peers"))]
    {
        &[]
    }
}

/// All that this build has, those on cells first.
#[must_use]
pub fn peers() -> Vec<Peer> {
    let peers = [pathfinding::PEER];
    #[cfg(feature = "peers")]
    let peers = peers
        .into_iter()
        .chain([petgraph::PEER])
        .chain(grid_pathfinding::PEERS)
        .chain([bracket::PEER])
        .chain(hierarchical::PEERS)
        .chain([polyanya::PEER]);
    peers.into_iter().collect()
}
