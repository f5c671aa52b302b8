//! For each edge, where the goals lie for which it can be the next one.

use super::TautGraph;
use super::area::Area;
use crate::planners::cone::rows::sweep::length;
use crate::planners::cone::search::queue::Queue;
use crate::search::{Meter, StopReason, count};

/// Gives the edges that lead into dead ends their areas, given what is seen after each edge: those after which there is no way on,
/// those after which there are only such ways on, and so forth. The others can lead anywhere.
///
/// S. Oh, H. W. Leong: *Edge N-Level Sparse Visibility Graphs*, 2017, calls these edges the levels of the graph.
pub(super) fn close(graph: &mut TautGraph, seen: &[Area], meter: &mut Meter<'_>) -> Result<(), StopReason> {
    let mut areas: Vec<Option<Area>> = meter.filled(graph.edges.len(), None)?;
    let mut open = meter.list(graph.edges.len(), |number| number as u32)?;
    loop {
        let mut kept = 0;
        for number in 0..open.len() {
            let at = open[number];
            let next = graph.next(&graph.edges[at as usize]);
            let (mut area, mut looks) = (Some(seen[at as usize]), 1);
            for next in &areas[next] {
                looks += 1;
                area = area.zip(*next).map(|(area, next)| area.join(next));
                if area.is_none() {
                    break;
                }
            }
            meter.go_on(looks)?;
            count::done(looks);
            areas[at as usize] = area;
            if area.is_none() {
                open[kept] = at;
                kept += 1;
            }
        }
        if kept == open.len() {
            break;
        }
        open.truncate(kept);
    }
    set_areas(graph, |number| areas[number].unwrap_or(Area::ALL), meter)
}

fn set_areas(
    graph: &mut TautGraph,
    area: impl Fn(usize) -> Area,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    for (edge, number) in graph.edges.iter_mut().zip(0..) {
        meter.go_on(1)?;
        count::done(1);
        edge.area = area(number);
    }
    Ok(())
}

/// Gives each edge an area around all goals to which a shortest path from its origin begins with it, by a search from every node.
///
/// For each node and goal that is not seen from the node, one edge is enough. Let a search have come to a node n, on a shortest way
/// that is the beginning of a shortest path to the goal, and let n → m be the edge whose area has the goal because of the search
/// from n. A shortest way from n to the goal begins with it; so the way to n and this one are a shortest path, whatever the
/// heading with which the search came to n. A shortest path turns at n towards the obstacle, or goes straight on, so that n → m
/// is among the edges that can come next, and the search comes to m on a shortest way. It ends where the goal is seen. (Why lengths may
/// be rounded: `docs/decisions/0017-taut-prepared.md`.)
///
/// The area of an edge is that around all that is seen from the nodes to which the first edge of a shortest way is this one, each
/// in the directions in which a path can go on from there.
pub(super) fn search(graph: &mut TautGraph, seen: &[Area], meter: &mut Meter<'_>) -> Result<(), StopReason> {
    let lengths = lengths(graph, meter)?;
    let mut areas = meter.filled(graph.edges.len(), Area::NONE)?;
    let unknown = Known { g: f64::INFINITY, via: 0, first: 0, is_expanded: false };
    let mut known = meter.filled(graph.nodes.len(), unknown)?;
    let mut reached: Vec<u32> = Vec::new();
    let mut queue = Queue::default();
    for node in &graph.nodes {
        for first in node.edges[0]..node.edges[2] {
            meter.go_on(1)?;
            count::done(1);
            let (end, g) = (graph.edges[first as usize].node(), lengths[first as usize]);
            if g < known[end].g {
                if known[end].g == f64::INFINITY {
                    reached.push(end as u32);
                }
                known[end] = Known { g, via: first, first, is_expanded: false };
                queue.push(g, end as u32);
            }
        }
        while let Some(number) = queue.pop() {
            let Known { g, via, first, is_expanded } = known[number as usize];
            let next = graph.next(&graph.edges[via as usize]);
            let edges = if is_expanded { 0 } else { next.len() as u64 };
            meter.go_on(1 + edges)?;
            count::done(1 + edges);
            if is_expanded {
                continue;
            }
            known[number as usize].is_expanded = true;
            for at in next {
                let end = graph.edges[at].node();
                let g = g + lengths[at];
                if g < known[end].g {
                    if known[end].g == f64::INFINITY {
                        reached.push(end as u32);
                    }
                    known[end] = Known { g, via: at as u32, first, is_expanded: false };
                    queue.push(g, end as u32);
                }
            }
        }
        for number in reached.drain(..) {
            meter.go_on(1)?;
            count::done(1);
            let Known { via, first, .. } = known[number as usize];
            areas[first as usize] = areas[first as usize].join(seen[via as usize]);
            known[number as usize].g = f64::INFINITY;
        }
    }
    set_areas(graph, |number| areas[number], meter)
}

/// What a search knows of a node: the length of the best way to it, its last edge and its first.
#[derive(Clone, Copy)]
struct Known {
    g: f64,
    via: u32,
    first: u32,
    is_expanded: bool,
}

/// The lengths of all edges.
fn lengths(graph: &TautGraph, meter: &mut Meter<'_>) -> Result<Vec<f64>, StopReason> {
    let mut lengths = Vec::with_capacity(graph.edges.len());
    for node in &graph.nodes {
        meter.go_on(1)?;
        count::done(1);
        for edge in &graph.edges[node.range(0).start..node.range(1).end] {
            meter.go_on(1)?;
            count::done(1);
            let (dx, dy) = graph.heading(node.corner(), edge);
            lengths.push(length(dx, dy));
        }
    }
    Ok(lengths)
}
