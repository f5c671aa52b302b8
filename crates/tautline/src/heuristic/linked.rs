use super::Heuristic;
use crate::geometry::Cell;
use crate::map::Link;
use crate::moves::Cost;
use crate::search::{Meter, count};

/// An estimate on a map with links: the cost straight to the goal, or over the entrances of links, whichever is least.
///
/// A distance alone overestimates where a teleport is shorter. The slides' repair,
/// h'(x) = min { h(x, t), minᵢ (h(x, aᵢ) + h(bᵢ, t)) } for teleports aᵢ → bᵢ, assumes that a path takes one of them at most:
/// [`slides`](Self::slides). Where a path takes two it still overestimates. [`new`](Self::new) reckons with any number: with
/// rᵢ = cᵢ + the cheapest way from bᵢ to the goal as an estimate sees it, which may enter other links,
///
/// h''(x) = min { h(x, t), minᵢ (h(x, aᵢ) + rᵢ) }.
///
/// That is the cost of a cheapest way in a graph whose edges are estimates and links. So if h is admissible or consistent, h''
/// is, too: for the edge of link i, h''(aᵢ) ≤ h(aᵢ, aᵢ) + rᵢ = cᵢ + h''(bᵢ).
///
/// Links that lead nowhere better are left out: if rᵢ ≥ h(aᵢ, t), then by the triangle inequality h(x, aᵢ) + rᵢ ≥ h(x, t). An
/// estimate that is not consistent, such as a distance rounded down, need not obey that inequality: then all links are kept.
#[derive(Clone, Debug)]
pub struct Linked<H, C> {
    to_goal: H,
    /// Estimates to the entrances, and the cost from there.
    entrances: Vec<(H, C)>,
}

impl<C: Cost, H: Heuristic<Cell, C>> Linked<H, C> {
    /// The estimate to `goal` over any number of links. `to` makes the plain estimate to a cell, `tile` is the cost of one tile
    /// of a link.
    pub fn new(goal: Cell, links: &[Link], tile: C, to: impl Fn(Cell) -> H) -> Self {
        Self::to_any(goal, &[], links, tile, to)
    }

    /// The estimate to whichever of several goals is nearest: to come to one of the others is to come to the first. Takes time for
    /// each pair of a link and a goal, and of two links.
    pub fn to_any(goal: Cell, others: &[Cell], links: &[Link], tile: C, to: impl Fn(Cell) -> H) -> Self {
        Self::to_any_in_time(goal, others, links, tile, to, &mut Meter::unlimited())
    }

    /// The same if there is time for that; otherwise some estimate, for a search that is not to be made.
    pub(crate) fn to_any_in_time(
        goal: Cell,
        others: &[Cell],
        links: &[Link],
        tile: C,
        to: impl Fn(Cell) -> H,
        meter: &mut Meter<'_>,
    ) -> Self {
        let to_goal = to(goal);
        let there = to_goal.estimate(goal);
        let mut entrances: Vec<(H, C)> = others.iter().map(|&other| (to(other), there)).collect();
        let mut rest: Vec<C> = links
            .iter()
            .map_while(|link| {
                count::done(1 + entrances.len() as u64);
                if !meter.work(1 + entrances.len() as u64) {
                    return None;
                }
                let straight = to_goal.estimate(link.to);
                let to_others = entrances.iter().map(|(to_other, rest)| to_other.estimate(link.to) + *rest);
                let nearest = to_others.chain([straight]).min_by_key(|cost| cost.key());
                Some(nearest.unwrap_or(straight) + tile.times(link.cost))
            })
            .collect();
        let to_links: Vec<H> = links.iter().map(|link| to(link.from)).collect();
        // Dijkstra's algorithm with an array: from the links that are best to take last, back to those before them.
        let mut open: Vec<usize> = (0..rest.len()).collect();
        while let Some(at) = (0..open.len()).min_by_key(|&at| rest[open[at]].key()) {
            count::done(2 * open.len() as u64);
            if !meter.work(2 * open.len() as u64) {
                break;
            }
            let last = open.swap_remove(at);
            for &before in &open {
                let over =
                    to_links[last].estimate(links[before].to) + tile.times(links[before].cost) + rest[last];
                if over.key() < rest[before].key() {
                    rest[before] = over;
                }
            }
        }
        let is_useful =
            |link: &Link, rest: C| !to_goal.is_consistent() || rest.key() < to_goal.estimate(link.from).key();
        let over_links = to_links.into_iter().zip(rest).zip(links);
        entrances.extend(
            over_links.filter(|&((_, rest), link)| is_useful(link, rest)).map(|(entrance, _)| entrance),
        );
        Self { to_goal, entrances }
    }

    /// The slides' estimate, for at most one link on a path.
    pub fn slides(goal: Cell, links: &[Link], to: impl Fn(Cell) -> H) -> Self {
        let to_goal = to(goal);
        let entrances = links.iter().map(|link| (to(link.from), to_goal.estimate(link.to))).collect();
        Self { to_goal, entrances }
    }
}

impl<C: Cost, H: Heuristic<Cell, C>> Heuristic<Cell, C> for Linked<H, C> {
    fn estimate(&self, cell: Cell) -> C {
        let mut least = self.to_goal.estimate(cell);
        count::done(self.entrances.len() as u64);
        for &(ref to_entrance, rest) in &self.entrances {
            let over = to_entrance.estimate(cell) + rest;
            if over.key() < least.key() {
                least = over;
            }
        }
        least
    }

    fn work(&self) -> u64 {
        1 + self.entrances.len() as u64
    }

    fn overestimate(&self) -> f64 {
        self.to_goal.overestimate()
    }

    fn is_consistent(&self) -> bool {
        self.to_goal.is_consistent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Metric, Octile};
    use crate::moves::{DiagonalRule, OctileLength, StepCosts};

    fn link(from: (i32, i32), to: (i32, i32), cost: u32) -> Link {
        Link { from: from.into(), to: to.into(), cost }
    }

    /// Two teleports one after the other: the slides' estimate is above the true cost.
    #[test]
    fn two_teleports_on_a_path_break_the_slides_estimate() {
        let links = [link((1, 0), (50, 50), 1), link((50, 51), (100, 0), 1)];
        let to = |goal| Octile::new(goal, StepCosts::D99_C70);
        let goal = Cell::new(101, 0);
        let start = Cell::new(0, 0);
        // One step, a teleport, one step, a teleport, one step.
        let true_cost = 70 * 5;
        assert!(Linked::slides(goal, &links, to).estimate(start) > true_cost);
        assert_eq!(Linked::new(goal, &links, 70, to).estimate(start), true_cost);
        assert_eq!(
            Linked::slides(goal, &links[..1], to).estimate(start),
            Octile::new(goal, StepCosts::D99_C70).estimate(Cell::new(50, 50)) + 70
        );
    }

    /// Seen from its entrance, rounded down, the link is of no use; from farther away it is.
    #[test]
    fn with_rounded_distances_every_link_counts() {
        let links = [link((4, 1), (4, 2), 0)];
        let to = |goal| Metric::Euclidean.to(goal, StepCosts::OCTILE, DiagonalRule::CutBothCorners);
        let linked = Linked::new(Cell::new(2, 3), &links, OctileLength::STRAIGHT, to);
        // A diagonal step, the link, a diagonal step and a straight one.
        assert!(linked.estimate(Cell::new(5, 0)).length() <= 1.0 + 8f64.sqrt());
        assert!(to(Cell::new(2, 3)).estimate(Cell::new(5, 0)).length() > 1.0 + 8f64.sqrt(), "without it");
    }

    #[test]
    fn links_that_help_nobody_are_left_out() {
        let links = [link((50, 50), (0, 0), 60), link((10, 10), (12, 10), 100), link((10, 10), (99, 10), 3)];
        let linked =
            Linked::new(Cell::new(100, 10), &links, 70, |goal| Octile::new(goal, StepCosts::D99_C70));
        assert_eq!(linked.entrances.len(), 1);
    }
}
