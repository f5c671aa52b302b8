use super::error::{End, check_links};
use super::{Field, FieldConfig, FieldError, Travel};
use crate::geometry::Cell;
use crate::map::Map;
use crate::moves::{DiagonalRule, OctileLength};

/// What the cheapest way from each of some sources to each of some targets costs: for assignments, tours, "which agent is nearest".
///
/// - **Finds** the cost of a cheapest way for every pair, or that there is none.
/// - **Guarantees** that no way is cheaper, as a [`Field`] does.
/// - **Needs** nothing: any [`Map`]. Costs may differ by direction (tolls, one-way links): they are those from source to target.
/// - **Complexity**: one [`Field`] for each source, which ends as soon as all targets are settled (at the end of the map if one
///   cannot be reached). If there are fewer targets than sources, it is one for each target instead, against the direction in which
///   one walks, with the same costs. All share one memory.
///
/// ```
/// use tautline::field::CostMatrix;
/// use tautline::map::Map;
/// use tautline::moves::DiagonalRule;
///
/// let map = Map::from_rows(["......", ".####.", "....#."])?;
/// let (ants, crumbs) = ([(0, 0), (5, 2)], [(5, 0), (0, 2), (1, 2)]);
/// let matrix = CostMatrix::new(&map, DiagonalRule::NoCornerCutting, ants, crumbs)?;
/// assert_eq!(matrix.cost(0, 1), Some(2.0));
/// assert_eq!(matrix.row(1).collect::<Vec<_>>(), [Some(2.0), Some(9.0), Some(10.0)]);
/// assert_eq!(matrix.nearest(1), Some((0, 2.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostMatrix {
    targets: usize,
    /// In halves of a tile and of a tile's diagonal, source by source.
    halves: Vec<Option<OctileLength>>,
}

impl CostMatrix {
    /// The costs of the ways from all sources to all targets. A cell may be named more than once; without sources or without
    /// targets there are no costs.
    pub fn new<S: Into<Cell>, T: Into<Cell>>(
        map: &Map,
        rule: DiagonalRule,
        sources: impl IntoIterator<Item = S>,
        targets: impl IntoIterator<Item = T>,
    ) -> Result<Self, FieldError> {
        let sources: Vec<Cell> = sources.into_iter().map(Into::into).collect();
        let targets: Vec<Cell> = targets.into_iter().map(Into::into).collect();
        End::Source.check(map.grid(), &sources)?;
        End::Target.check(map.grid(), &targets)?;
        // Forwards it works with any number of links.
        let backwards = targets.len() < sources.len() && check_links(map).is_ok();
        let (travel, roots, others) = if backwards {
            (Travel::ToRoots, &targets, &sources)
        } else {
            (Travel::FromRoots, &sources, &targets)
        };
        let mut halves = vec![None; sources.len() * targets.len()];
        if halves.is_empty() {
            return Ok(Self { targets: targets.len(), halves });
        }
        let config = FieldConfig { rule, travel, until: others.clone(), ..Default::default() };
        let mut field = Field::with_config(map, config, [roots[0]])?;
        for (number, &root) in roots.iter().enumerate() {
            if number > 0 {
                field.reroot([root])?;
            }
            for (at, &other) in others.iter().enumerate() {
                let (source, target) = if backwards { (at, number) } else { (number, at) };
                halves[source * targets.len() + target] = field.halves(other);
            }
        }
        Ok(Self { targets: targets.len(), halves })
    }

    /// The cost of the way from a source to a target, each by its place in the list; none if there is no way.
    ///
    /// # Panics
    ///
    /// If there is no such source or no such target.
    #[must_use]
    pub fn cost(&self, source: usize, target: usize) -> Option<f64> {
        self.line(source)[target].map(cost)
    }

    /// The costs of the ways from a source to all targets, in the order of these.
    ///
    /// # Panics
    ///
    /// If there is no such source.
    #[must_use]
    pub fn row(&self, source: usize) -> impl ExactSizeIterator<Item = Option<f64>> {
        self.line(source).iter().map(|halves| halves.map(cost))
    }

    /// The target to which the way from a source is cheapest, and what it costs: the first of them where several are equally near;
    /// none if the way to none is open.
    ///
    /// # Panics
    ///
    /// If there is no such source.
    #[must_use]
    pub fn nearest(&self, source: usize) -> Option<(usize, f64)> {
        let reachable = self.line(source).iter().enumerate().filter_map(|(at, &halves)| Some((halves?, at)));
        reachable.min().map(|(halves, target)| (target, cost(halves)))
    }

    fn line(&self, source: usize) -> &[Option<OctileLength>] {
        &self.halves[source * self.targets..][..self.targets]
    }
}

fn cost(halves: OctileLength) -> f64 {
    halves.length() / 2.0
}
