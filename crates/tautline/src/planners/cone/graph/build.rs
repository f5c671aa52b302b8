//! From a map to its graph of turning corners.

use super::area::{Area, Units};
use super::view::View;
use super::{
    Bounding, Edge, LANES, Landmarks, Node, TautGraph, TautPreparedConfig, bounds, compare, components, wide,
};
use crate::engine::PrepareError;
use crate::geometry::Corner;
use crate::map::{Grid, Map};
use crate::planners::cone::rows::scale::{COARSE, COARSE_ROWS, FINE, Scale};
use crate::planners::cone::rows::sweep::Sweep;
use crate::planners::cone::rows::turn::{Wedge, turn};
use crate::planners::turning_corner::{TurningCorner, turning_corners};
use crate::search::{Meter, StopReason, count};
use crate::tiles::Tiles;

pub(super) fn build(
    map: &Map,
    config: TautPreparedConfig,
    meter: &mut Meter<'_>,
) -> Result<TautGraph, PrepareError> {
    let mut graph = empty(map, config, meter)?;
    let grid = map.grid();
    let is_filled = if grid.height() < COARSE_ROWS {
        fill::<COARSE>(grid, &mut graph, meter)?
    } else {
        fill::<FINE>(grid, &mut graph, meter)?
    };
    if is_filled { Ok(graph) } else { Err(PrepareError::TurningCorners { corners: graph.nodes.len() }) }
}

/// A graph without edges.
pub(super) fn empty(
    map: &Map,
    config: TautPreparedConfig,
    meter: &mut Meter<'_>,
) -> Result<TautGraph, PrepareError> {
    let grid = map.grid();
    let turning = turning_corners(grid, config.rule, meter)?;
    let corners = turning.len();
    if corners > TautGraph::MOST_CORNERS {
        return Err(PrepareError::TurningCorners { corners });
    }
    let places = turning.iter().map(|turning| turning.corner);
    let (tiles, order) = Tiles::new(grid.width() + 1, grid.height() + 1, places, meter)?;
    debug_assert_eq!(order.len(), corners);
    let node = |number: usize| {
        let (x, y): (i32, i32) = order[number].into();
        let (distances, edges, views) = ([0; LANES], [0; 3], [Area::NONE; 2]);
        Node { distances, x, y, edges, views, blocked: (0, 0), is_double: false }
    };
    let mut nodes = meter.list(corners, node)?;
    for TurningCorner { corner, blocked, is_double } in turning {
        meter.go_on(1)?;
        count::done(1);
        let node = &mut nodes[tiles.node(corner) as usize];
        (node.blocked, node.is_double) = (blocked, is_double);
    }
    Ok(TautGraph {
        config,
        revision: map.revision(),
        units: Units::new(grid.width(), grid.height()),
        components: components(map, config.rule, meter)?,
        tiles,
        nodes,
        edges: Vec::new(),
        is_bounded: false,
        landmarks: Landmarks::default(),
    })
}

/// Fills an empty graph; whether there was room for all lines.
fn fill<const BITS: u32>(
    grid: &Grid,
    graph: &mut TautGraph,
    meter: &mut Meter<'_>,
) -> Result<bool, StopReason> {
    let sweep = Sweep::<BITS>::new(grid, graph.config.rule);
    let mut view = View::new(sweep);
    for number in 0..graph.nodes.len() {
        link(sweep, graph, &mut view, number, meter)?;
        if graph.edges.len() > TautGraph::MOST_LINES {
            return Ok(false);
        }
    }
    follow(graph, meter)?;
    let seen = look_on(sweep, graph, &mut view, meter)?;
    let work = graph.nodes.len() as u64 * graph.edges.len() as u64;
    graph.is_bounded = match graph.config.bounds {
        Bounding::Off => false,
        Bounding::Auto => work <= TautGraph::LITTLE_WORK,
        Bounding::On => true,
    };
    if graph.is_bounded {
        bounds::search(graph, &seen, meter)?;
    } else {
        bounds::close(graph, &seen, meter)?;
        Landmarks::place(sweep, graph, &mut view, meter)?;
    }
    Ok(true)
}

/// Finds the edges of a node, and how far it sees.
fn link<const BITS: u32>(
    sweep: Sweep<'_, BITS>,
    graph: &mut TautGraph,
    view: &mut View<'_, BITS>,
    number: usize,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let node = graph.nodes[number];
    let corner = node.corner();
    let (x, y) = (i32::from(node.blocked.0), i32::from(node.blocked.1));
    // The headings after which all edges of a group can come.
    let widest = if node.is_double { [(x, -y), (-x, y)] } else { [(0, -y), (-x, 0)] };
    let mut bounds = [graph.edges.len() as u32; 3];
    let mut areas = [Area::NONE; 2];
    for (group, heading) in widest.into_iter().enumerate() {
        let wedge = turn(sweep.quadrants(corner), sweep.rule, heading).expect("a path can turn there");
        view.look_into(corner, wedge, 0, meter);
        areas[group] = graph.units.area(view.seen.extent);
        let turns = &mut view.seen.turns;
        // Each of them may be looked up to be sorted.
        meter.go_on(1 + 4 * turns.len() as u64)?;
        count::done(turns.len() as u64);
        turns.sort_unstable_by(|&a, &b| compare(group, wide(a), wide(b)).then_with(|| a.cmp(&b)));
        turns.dedup();
        graph.edges.extend(turns.iter().map(|&(dx, dy)| {
            let end = graph.tiles.node(Corner { x: corner.x + dx, y: corner.y + dy });
            Edge::new(end, &graph.nodes[end as usize], (dx, dy))
        }));
        bounds[group + 1] = graph.edges.len() as u32;
    }
    bounds[2] = graph.edges.len() as u32;
    let node = &mut graph.nodes[number];
    (node.edges, node.views) = (bounds, areas);
    Ok(())
}

/// Finds what can come after each edge.
pub(super) fn follow(graph: &mut TautGraph, meter: &mut Meter<'_>) -> Result<(), StopReason> {
    for number in 0..graph.nodes.len() {
        let node = graph.nodes[number];
        meter.go_on(1)?;
        count::done(1);
        for at in node.edges[0]..node.edges[2] {
            meter.go_on(4)?;
            count::done(4);
            let edge = graph.edges[at as usize];
            let heading = graph.heading(node.corner(), &edge);
            graph.edges[at as usize].after = graph.after(&graph.nodes[edge.node()], wide(heading));
        }
    }
    Ok(())
}

/// What a path can see that has come along each edge and turns there.
fn look_on<const BITS: u32>(
    sweep: Sweep<'_, BITS>,
    graph: &TautGraph,
    view: &mut View<'_, BITS>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Area>, StopReason> {
    let mut seen = Vec::with_capacity(graph.edges.len());
    for node in &graph.nodes {
        meter.go_on(1)?;
        count::done(1);
        for edge in &graph.edges[node.range(0).start..node.range(1).end] {
            meter.go_on(1)?;
            count::done(1);
            let (dx, dy) = graph.heading(node.corner(), edge);
            let end = graph.nodes[edge.node()].corner();
            let wedge: Wedge =
                turn(sweep.quadrants(end), sweep.rule, (dx, dy)).expect("a path can turn there");
            let slope = if dy == 0 { 0 } else { Scale::<BITS>.slope(dx, dy.unsigned_abs()) };
            view.look_into(end, wedge, slope, meter);
            seen.push(graph.units.area(view.seen.extent));
        }
    }
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Tile;
    use crate::moves::CornerRule;
    use crate::path::line_of_sight;
    use crate::planners::cone::graph::TautLandmarks;
    use crate::planners::corner::VisibilityGraph;
    use tautline_testkit::world::SplitMix64;

    fn graphs(rounds: usize, mut check: impl FnMut(&Map, &TautGraph)) {
        let mut rng = SplitMix64::new(20);
        for round in 0..rounds {
            let (width, height, percent) = (2 + rng.below(30), 2 + rng.below(30), rng.below(60));
            let tile = |_| if rng.below(100) < percent { Tile::Blocked } else { Tile::Free };
            let map = Map::from_fn(width, height, tile).unwrap();
            let rule = [CornerRule::Closed, CornerRule::Open][round % 2];
            let config = TautPreparedConfig { rule, landmarks: TautLandmarks::Zero, bounds: Bounding::Off };
            check(&map, &TautGraph::new(&map, config, &mut Meter::unlimited()).unwrap());
        }
    }

    fn is_between(a: Corner, b: Corner, c: Corner) -> bool {
        a != b && b != c && crate::planners::cone::search::roots::is_between(a, b, c)
    }

    /// Of lines on which there are several corners, it may have the parts only.
    #[test]
    fn it_has_the_taut_lines_after_which_paths_go_on() {
        let mut lines = 0;
        graphs(400, |map, graph| {
            let (grid, rule) = (map.grid(), graph.config.rule);
            let all = VisibilityGraph::new(map, rule, &mut Meter::unlimited()).unwrap();
            assert_eq!(graph.nodes.len(), all.turning_corners().len());
            let found = |from: Corner| -> Vec<Corner> {
                let node = &graph.nodes[graph.tiles.node(from) as usize];
                let edges = &graph.edges[node.range(0).start..node.range(1).end];
                edges.iter().map(|edge| graph.nodes[edge.node()].corner()).collect()
            };
            for (number, turning) in all.turning_corners().iter().enumerate() {
                let from = turning.corner;
                let seen: Vec<Corner> = all
                    .seen_from(number)
                    .iter()
                    .map(|&to| all.turning_corners()[to as usize].corner)
                    .collect();
                lines += found(from).len();
                assert!(found(from).iter().all(|to| seen.contains(to)), "{rule:?}: from {from} on {grid:?}");
                let goes_on = |at: Corner, heading| turn(grid.quadrants(at), rule, heading).is_some();
                for to in seen {
                    let (dx, dy) = (to.x - from.x, to.y - from.y);
                    let mut reached = vec![from];
                    while let Some(at) = reached.pop().filter(|&at| at != to) {
                        reached.extend(
                            found(at).into_iter().filter(|&next| next == to || is_between(at, next, to)),
                        );
                        let is_needed = goes_on(to, (dx, dy)) && goes_on(from, (-dx, -dy));
                        assert!(
                            !is_needed || !reached.is_empty(),
                            "{rule:?}: from {from} to {to} on {grid:?}"
                        );
                    }
                }
            }
        });
        assert!(lines > 10_000, "{lines}");
    }

    #[test]
    fn views_have_all_that_is_seen() {
        graphs(100, |map, graph| {
            let grid = map.grid();
            for node in &graph.nodes {
                let from = node.corner();
                let corners = (0..=grid.height()).flat_map(|y| (0..=grid.width()).map(move |x| (x, y)));
                for (x, y) in corners {
                    let corner = Corner { x: x as i32, y: y as i32 };
                    let heading = (corner.x - from.x, corner.y - from.y);
                    let (x, y) = (i32::from(node.blocked.0), i32::from(node.blocked.1));
                    for (group, widest) in [(0, -y), (-x, 0)].into_iter().enumerate() {
                        let is_seen = node.can_go_on(group, wide(widest), wide(heading))
                            && (node.is_double || compare(group, wide(heading), wide(widest)).is_lt())
                            && line_of_sight(grid, graph.config.rule, from, corner)
                            && !graph.nodes.iter().any(|node| is_between(from, node.corner(), corner));
                        assert!(
                            corner == from
                                || !is_seen
                                || node.views[group].contains(graph.units.place(corner)),
                            "{from} to {corner} on {grid:?}"
                        );
                    }
                }
            }
        });
    }
}
