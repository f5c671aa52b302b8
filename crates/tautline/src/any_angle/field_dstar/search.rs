use super::super::nodes::AngleMemory;
use super::super::search::{AngleSearch, Reexpand};
use super::super::sight::Sight;
use super::extraction::Extraction;
use super::prices::Prices;
use super::update::Interpolating;
use crate::geometry::{Corner, Point};
use crate::moves::{CornerMoves, CornerRule};
use crate::open::TieBreak;
use crate::path::{Path, leg_cost};
use crate::search::{Answer, Observer, OutOfMemory, Query};
use crate::world::{Ground, Terrain};

/// Where a path is kept while it is extracted, from its end to the start.
#[derive(Debug, Default)]
pub(crate) struct Trace(Vec<Point>);

/// Field D* in the form of A*, from the start to the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldSearch<'w> {
    ground: Ground<'w>,
    search: AngleSearch<'w>,
}

impl<'w> FieldSearch<'w> {
    /// On a ground with nothing but costs of cells.
    pub(crate) fn new(ground: Ground<'w>, rule: CornerRule) -> Self {
        let search = AngleSearch {
            sight: Sight::new(ground.grid(), rule, CornerMoves::Eight),
            ties: TieBreak::LargerG,
            weight: ground.terrain().map_or(1, Terrain::smallest).into(),
            reexpand: Reexpand::No,
        };
        Self { ground, search }
    }

    /// The query has been checked.
    pub(crate) fn run(
        &self,
        query: &Query<Corner>,
        memory: &mut AngleMemory,
        Trace(points): &mut Trace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Point>, OutOfMemory> {
        let &Self { ground, search } = self;
        let prices = Prices(ground);
        search.run_for(&mut Interpolating(prices), query, memory, observer, |_, nodes, id, _| {
            Extraction { sight: &search.sight, nodes, prices }.trace(id, points);
            points.reverse();
            let legs = points.windows(2).map(|pair| leg_cost(ground, pair[0], pair[1]));
            let cost = legs.fold(0.0, |cost, leg| cost + leg.expect("a step within a free cell"));
            Path { places: points.clone(), cost }
        })
    }
}
