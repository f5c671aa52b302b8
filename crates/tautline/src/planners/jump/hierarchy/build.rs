//! From a map to its hierarchy.

use super::around::Stops;
use super::contract::{CORE, Contracted, Contraction, Unfinished};
use super::format::Unlinked;
use super::lists::Lists;
use super::{JumpHierarchy, LEG, steps};
use crate::geometry::Cell;
use crate::map::Map;
use crate::moves::{DiagonalRule, OctileLength};
use crate::planners::jump::graph::number;
use crate::planners::jump::{JumpBits, Length, Measure};
use crate::search::{Meter, StopReason, count};

/// Prepares a map, with no more work than this.
pub(super) fn build(
    map: &Map,
    rule: DiagonalRule,
    most_work: u64,
    meter: &mut Meter<'_>,
) -> Result<JumpHierarchy, StopReason> {
    let (mut hierarchy, cells) = empty(map, rule, meter)?;
    let legs = legs(&hierarchy, &cells, meter)?;
    if let Some(measure) = hierarchy.compact {
        match contract(&mut hierarchy, measure, &cells, &legs, most_work, meter) {
            Ok(()) => return Ok(hierarchy),
            Err(Unfinished::Stopped(why)) => return Err(why),
            Err(Unfinished::TooLong) => {}
        }
    }
    match contract(&mut hierarchy, Measure::<u128>::new(rule), &cells, &legs, most_work, meter) {
        Ok(()) => Ok(hierarchy),
        Err(Unfinished::Stopped(why)) => Err(why),
        Err(Unfinished::TooLong) => unreachable!("no path is too long for wide lengths"),
    }
}

/// A hierarchy without nodes, and the cells that are to be its nodes in the order of the tiles.
pub(super) fn empty(
    map: &Map,
    rule: DiagonalRule,
    meter: &mut Meter<'_>,
) -> Result<(JumpHierarchy, Vec<Cell>), StopReason> {
    let grid = map.grid();
    let (tiles, cells) = number(grid, rule, meter)?;
    let hierarchy = JumpHierarchy {
        rule,
        revision: map.revision(),
        bits: JumpBits::new(map, rule, meter)?,
        stops: Stops::new(grid, &cells, meter)?,
        tiles,
        compact: Measure::compact(rule, grid.width(), grid.height()),
        core: 0,
        numbers: Vec::new(),
        cells: Vec::new(),
        first: vec![0],
        edges: Vec::new(),
        shortcuts: Vec::new(),
    };
    Ok((hierarchy, cells))
}

/// The legs between the nodes, from both ends of each. Those that scans find from one end only are not direct.
fn legs(
    hierarchy: &JumpHierarchy,
    cells: &[Cell],
    meter: &mut Meter<'_>,
) -> Result<Lists<(u32, OctileLength)>, StopReason> {
    let JumpHierarchy { rule, bits, stops, tiles, .. } = hierarchy;
    let (mut found, mut legs) = (Lists::with_capacity(cells.len()), Vec::new());
    for &cell in cells {
        stops.legs(bits, tiles, cell, meter, |end, lead, straight| {
            legs.push((tiles.node(end), steps(*rule, lead, straight)));
        });
        meter.go_on(1 + legs.len() as u64)?;
        count::done(legs.len() as u64);
        legs.sort_unstable_by_key(|&(end, _)| end);
        found.add(legs.drain(..));
    }
    let mut both = Lists::with_capacity(cells.len());
    for node in 0..cells.len() as u32 {
        let legs = found.of(node);
        meter.go_on(1 + legs.len() as u64)?;
        count::done(legs.len() as u64);
        let is_back = |&&(end, _): &&(u32, OctileLength)| {
            found.of(end).binary_search_by_key(&node, |&(back, _)| back).is_ok()
        };
        both.add(legs.iter().filter(is_back).copied());
    }
    Ok(both)
}

fn contract<L: Length>(
    hierarchy: &mut JumpHierarchy,
    measure: Measure<L>,
    cells: &[Cell],
    legs: &Lists<(u32, OctileLength)>,
    most_work: u64,
    meter: &mut Meter<'_>,
) -> Result<(), Unfinished> {
    let Contracted { depths, up } = Contraction::new(measure, cells, legs, meter)?.run(most_work)?;
    let order = deepest_first(&depths, meter)?;
    hierarchy.numbers = vec![0; cells.len()];
    hierarchy.core = 0;
    for (number, &node) in (0..).zip(&order) {
        meter.go_on(1)?;
        count::done(1);
        hierarchy.numbers[node as usize] = number;
        hierarchy.core += u32::from(depths[node as usize] == CORE);
    }
    let number = |node: u32| hierarchy.numbers.get(node as usize).copied();
    let mut ends = Vec::new();
    for &node in &order {
        let first = ends.len();
        let arcs = up.of(node);
        meter.go_on(1 + arcs.len() as u64)?;
        count::done(arcs.len() as u64);
        let arcs = arcs.iter();
        ends.extend(arcs.filter_map(|arc| Some((number(arc.end)?, number(arc.middle).unwrap_or(LEG)))));
        ends[first..].sort_unstable();
        hierarchy.first.push(ends.len() as u32);
    }
    hierarchy.cells = meter.list(order.len(), |number| cells[order[number] as usize])?;
    hierarchy.link(&ends, meter).map_err(|unlinked| match unlinked {
        Unlinked::Stopped(why) => Unfinished::Stopped(why),
        Unlinked::Bad(_) => unreachable!("legs that were found, and shortcuts over nodes below them"),
    })
}

/// The nodes, those of the core first and then the deeper ones before the others; those that are equally deep by their numbers.
fn deepest_first(depths: &[u32], meter: &mut Meter<'_>) -> Result<Vec<u32>, StopReason> {
    // Depths are counted from the core's.
    let deepest = depths.iter().filter(|&&depth| depth != CORE).max().map_or(0, |depth| depth + 1);
    let rank = |depth: u32| if depth == CORE { 0 } else { (deepest - depth) as usize };
    let mut first = vec![0; deepest as usize + 2];
    for &depth in depths {
        meter.go_on(1)?;
        count::done(1);
        first[rank(depth) + 1] += 1;
    }
    for rank in 1..first.len() {
        first[rank] += first[rank - 1];
    }
    let mut order = vec![0; depths.len()];
    for (node, &depth) in (0..).zip(depths) {
        meter.go_on(1)?;
        count::done(1);
        let place = &mut first[rank(depth)];
        order[*place] = node;
        *place += 1;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Algorithm;
    use crate::map::Tile;
    use crate::path::{Path, check_cells};
    use crate::planners::jump::JumpChMemory;
    use crate::planners::{Jps, JpsConfig};
    use crate::search::{Query, Silent, Workspace};
    use tautline_testkit::world::SplitMix64;

    fn built(map: &Map, rule: DiagonalRule, most_work: u64) -> JumpHierarchy {
        build(map, rule, most_work, &mut Meter::unlimited()).unwrap()
    }

    fn path(hierarchy: &JumpHierarchy, map: &Map, query: &Query, workspace: &mut Workspace) -> Option<Path> {
        let request = query.on_cells("jump-ch", map.grid()).unwrap();
        hierarchy.plan(&request, workspace.part::<JumpChMemory>(), &mut Silent).unwrap().into_path()
    }

    /// Between nodes of the core a search goes both ways, and a path is put together from either end.
    #[test]
    fn an_edge_of_the_core_must_be_there_at_both_its_ends() {
        let map = Map::from_rows(["@..", "..@"]).unwrap();
        let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let good = bytes(&[0, 2, 2, 2, 0, 1, 1, 1, 1, LEG, 0, LEG]);
        assert_eq!(built(&map, DiagonalRule::NoCornerCutting, 0).to_bytes(), good);
        assert!(JumpHierarchy::from_bytes(&map, &good).is_ok());
        for one_end in [&[0, 2, 2, 1, 0, 1, 1, 0, 1, LEG][..], &[0, 2, 2, 1, 0, 1, 0, 1, 0, LEG]] {
            assert!(JumpHierarchy::from_bytes(&map, &bytes(one_end)).is_err(), "{one_end:?}");
        }
    }

    /// Bytes of a hierarchy with a core that were changed: refused, or good for legal paths.
    #[test]
    fn changed_bytes_with_a_core_never_panic() {
        let mut rng = SplitMix64::new(52);
        let tile = |_| if rng.below(100) < 25 { Tile::Blocked } else { Tile::Free };
        let map = Map::from_fn(20, 16, tile).unwrap();
        let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
        let mut workspace = Workspace::new();
        for work in [0, 3000] {
            let whole = built(&map, DiagonalRule::NoCornerCutting, work);
            assert!(whole.core > 20, "{}", whole.core);
            let bytes = whole.to_bytes();
            for _ in 0..3000 {
                let mut changed = bytes.clone();
                let words = changed.len() as u32 / 4;
                for _ in 0..=rng.below(2) {
                    let (to, from) = (rng.below(words) as usize * 4, rng.below(words) as usize * 4);
                    changed.copy_within(from..from + 4, to);
                }
                let Ok(hierarchy) = JumpHierarchy::from_bytes(&map, &changed) else { continue };
                for _ in 0..3 {
                    let query = Query::new(rng.pick(&free), rng.pick(&free));
                    if let Some(path) = path(&hierarchy, &map, &query, &mut workspace) {
                        check_cells(map.grid(), hierarchy.rule(), path.cells().unwrap()).unwrap();
                    }
                }
            }
        }
    }

    /// Whatever is left as the core, from everything to nothing.
    #[test]
    fn distances_are_the_same_however_much_is_contracted() {
        let mut rng = SplitMix64::new(51);
        let mut workspace = Workspace::new();
        for rule in DiagonalRule::ALL {
            for percent in [10, 25, 40] {
                let tile = |_| if rng.below(100) < percent { Tile::Blocked } else { Tile::Free };
                let map = Map::from_fn(48, 40, tile).unwrap();
                let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
                let jps = Jps::new(&map, JpsConfig { rule }).unwrap();
                let (mut cores, mut shortcuts) = (Vec::new(), 0);
                let growing = std::iter::successors(Some(1000), |&work| Some(work * 3 / 2)).take(16);
                for work in [0].into_iter().chain(growing).chain([u64::MAX]) {
                    let hierarchy = built(&map, rule, work);
                    let bytes = hierarchy.to_bytes();
                    let again = JumpHierarchy::from_bytes(&map, &bytes).unwrap();
                    assert_eq!((again.to_bytes(), again.core), (bytes, hierarchy.core));
                    for _ in 0..40 {
                        let query = Query::new(rng.pick(&free), rng.pick(&free));
                        let expected = jps.plan(&map, &query, &mut workspace).unwrap().into_path();
                        let [cost, expected] = [path(&again, &map, &query, &mut workspace), expected]
                            .map(|path| path.map(|path| path.cost()));
                        let (core, nodes) = (hierarchy.core, hierarchy.cells.len());
                        assert_eq!(cost, expected, "{query:?}, {core} of {nodes}");
                    }
                    cores.push(hierarchy.core);
                    shortcuts += hierarchy.shortcuts.iter().filter(|shortcut| !shortcut.is_leg()).count();
                }
                assert!(cores.is_sorted_by(|more, less| more >= less) && cores.ends_with(&[0]), "{cores:?}");
                assert!(cores.iter().any(|core| (1..cores[0]).contains(core)), "{cores:?}");
                assert!(shortcuts > 100, "{shortcuts}");
            }
        }
    }
}
