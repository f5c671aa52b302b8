use super::super::angle_search::{AngleSearch, Reexpand};
use super::super::nodes::AngleMemory;
use super::super::sight::Sight;
use super::extraction::Extraction;
use super::prices::Prices;
use super::update::Interpolating;
use crate::geometry::{Point, Position};
use crate::map::{Map, Terrain};
use crate::moves::{CornerMoves, CornerRule};
use crate::open::TieBreak;
use crate::path::{Path, leg_cost};
use crate::search::{Answer, Observer, OutOfMemory, Request};

/// Where a path is kept while it is extracted, from its end to the start.
#[derive(Debug, Default)]
pub(crate) struct Trace(Vec<Point>);

/// Field D* in the form of A*, from the start to the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldSearch<'w> {
    map: &'w Map,
    search: AngleSearch<'w>,
}

impl<'w> FieldSearch<'w> {
    /// On a map with nothing but costs of cells.
    pub(crate) fn new(map: &'w Map, rule: CornerRule) -> Self {
        let search = AngleSearch {
            sight: Sight::new(map.grid(), rule, CornerMoves::Eight),
            ties: TieBreak::LargerG,
            weight: map.terrain().map_or(1, Terrain::smallest).into(),
            reexpand: Reexpand::No,
        };
        Self { map, search }
    }

    /// The query has been checked.
    pub(crate) fn run(
        &self,
        query: &Request<'_, Position>,
        memory: &mut AngleMemory,
        Trace(points): &mut Trace,
        observer: &mut impl Observer,
    ) -> Result<Answer, OutOfMemory> {
        let &Self { map, search } = self;
        let prices = Prices(map);
        search.run_for(&mut Interpolating(prices), query, memory, observer, |_, way, account| {
            let extraction = Extraction { sight: way.sight, nodes: way.nodes, prices };
            if extraction.trace(way.to, points, &mut account.meter) {
                points.reverse();
            } else {
                // No time: by the moves from corner to corner that the search has found.
                way.points(points);
            }
            points.dedup();
            let legs = points.windows(2).map(|pair| leg_cost(map, pair[0], pair[1]));
            let cost = legs.fold(0.0, |cost, leg| cost + leg.expect("a step within a free cell"));
            Path::new(points.clone(), cost)
        })
    }
}
