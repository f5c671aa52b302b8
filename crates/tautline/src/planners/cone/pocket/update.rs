use super::fill::Filling;
use super::opening::Opening;
use super::pockets::Pockets;
use crate::engine::Update;
use crate::map::{Map, Revision, Touched, ones, touched};
use crate::search::{Meter, StopReason, count};

/// To look whether a cell lies in a pocket now takes as long as so many cells of a map take when all pockets are found, or so many that
/// lie in pockets.
const CELLS_FOR_A_LOOK: usize = 96;
const POCKET_CELLS_FOR_A_LOOK: usize = 8;
/// So many looks never take long.
const FEW_LOOKS: usize = 100;

impl Pockets {
    /// Makes them fit the map after any number of edits. What is done depends on the cells that have changed and on the pockets that
    /// they are in or beside, as far as out of these, not on the size of the map. Where that would take longer than to find all again, or
    /// for another map, all are found again.
    ///
    /// Where it is stopped, they fit no state of any map until the next update, which finds all again.
    pub(crate) fn update(&mut self, map: &Map, meter: &mut Meter<'_>) -> Result<Update, StopReason> {
        if self.is_current(map) {
            return Ok(Update::Unchanged);
        }
        let grid = map.grid();
        let most = FEW_LOOKS + self.open.len() / CELLS_FOR_A_LOOK + self.cells() / POCKET_CELLS_FOR_A_LOOK;
        let before = std::mem::replace(&mut self.revision, Revision::NONE);
        let can_be = before != Revision::NONE && self.size == (grid.width(), grid.height());
        if can_be && self.repair(map, before, most, meter)? {
            self.revision = map.revision();
            Ok(Update::Repaired)
        } else {
            *self = Self::new(map, self.rule, meter)?;
            Ok(Update::Rebuilt)
        }
    }

    /// A run rests on the cells in it and beside it, and on other runs that lie behind it. So those in or beside which cells have changed
    /// are opened, with all that rest on them, which lie outside of their mouths; and then pockets are looked for where they were.
    ///
    /// Whether that was done: not where more cells than these would have to be looked at, so that all are to be found again.
    fn repair(
        &mut self,
        map: &Map,
        before: Revision,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        let grid = map.grid();
        let stride = self.open.stride();
        let mut changes: Vec<Touched> = Vec::new();
        let mut looks = 0;
        let free = |at: usize| self.open.word(at) | self.runs.word(at);
        let are_few = map.visit_changes(before, free, meter, |change| {
            let is_below = |above: &&Touched| (above.word, above.row + 1) == (change.word, change.row);
            let above = changes.last().filter(is_below).map_or(0, |above| above.changed);
            looks += looks_for(change.changed, above);
            changes.push(change);
            looks <= most
        })?;
        if !are_few {
            return Ok(false);
        }
        meter.go_on(changes.len() as u64)?;
        let touched = touched(&changes, grid.height(), stride / 64);
        let indices = |word: &Touched, bits: u64| {
            let first = grid.plane().index(64 * word.word as i32, word.row as i32);
            ones(bits).map(move |bit| first + bit as usize)
        };
        let around = || touched.iter().flat_map(|word| indices(word, word.near));
        let mut opening = Opening::new(std::mem::take(&mut self.open));
        let mut counted = 0;
        for cell in around() {
            opening.open(&self.runs, cell);
            meter.go_on((opening.opened.len() - counted + 1) as u64)?;
            looks += opening.opened[counted..].iter().map(|run| run.cells as usize).sum::<usize>();
            counted = opening.opened.len();
            if looks > most {
                return Ok(false);
            }
        }
        let Opening { open, opened, .. } = opening;
        self.open = open;
        for &run in &opened {
            meter.go_on(run.cells.into())?;
            count::done(run.cells.into());
            self.runs.remove(run);
        }
        for cell in changes.iter().flat_map(|word| indices(word, word.changed)) {
            meter.go_on(1)?;
            count::done(1);
            self.open.set(cell, grid.plane().get(cell));
        }
        let mut filling = Filling::new(self, meter);
        // What nothing led out of, because all around it was closed, may be a pocket now.
        let within = opened.into_iter().flat_map(|run| run.cells(stride).chain(run.mouth(stride)));
        for cell in within.chain(around()) {
            filling.look_at(cell)?;
        }
        filling.fill()?;
        self.stamp = Revision::next();
        Ok(true)
    }
}

/// At how many cells one has to look because some of a word have changed, and others of the word above it.
fn looks_for(changed: u64, above: u64) -> usize {
    let [near, above] = [changed, above].map(|bits| bits | bits << 1 | bits >> 1);
    // Those of the row below; and those of the row and of the row above that were not counted with the word above.
    (near.count_ones() + 2 * (near & !above).count_ones()) as usize
}

#[cfg(test)]
mod tests {
    use super::super::runs::{Run, Runs};
    use super::super::side::Side;
    use super::*;
    use crate::geometry::Cell;
    use crate::map::{Grid, Tile};
    use crate::moves::CornerRule;
    use tautline_testkit::world::SplitMix64;

    fn random(width: u32, height: u32, percent: u32, rng: &mut SplitMix64) -> Map {
        let tile = |_| if rng.chance(percent) { Tile::Blocked } else { Tile::Free };
        Map::from_fn(width, height, tile).unwrap()
    }

    fn found(map: &Map, rule: CornerRule) -> Pockets {
        Pockets::new(map, rule, &mut Meter::unlimited()).unwrap()
    }

    /// What a cell is.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Kind {
        Blocked,
        Open,
        Pocket(Side),
    }

    fn kind(pockets: &Pockets, grid: &Grid, (x, y): (i32, i32)) -> Kind {
        if !grid.contains((x, y)) {
            return Kind::Blocked;
        }
        let cell = pockets.open.index(x, y);
        let side = pockets.runs.side_of(cell);
        assert_eq!(grid.is_free((x, y)), pockets.open.get(cell) || side.is_some(), "({x}, {y})");
        assert!(!(pockets.open.get(cell) && side.is_some()), "({x}, {y})");
        side.map_or(if pockets.open.get(cell) { Kind::Open } else { Kind::Blocked }, Kind::Pocket)
    }

    /// Cell by cell: all pockets are closed but for their mouths, and there are no more runs that make pockets.
    fn check(pockets: &Pockets, map: &Map) {
        let grid = map.grid();
        assert_eq!(
            pockets.open.count() + pockets.cells(),
            grid.free_cells(),
            "there is nothing beyond the map"
        );
        let is_open = |x: i32, y: i32| kind(pockets, grid, (x, y)) == Kind::Open;
        for Cell { x, y } in grid.cells() {
            let beside =
                [(Side::Above, 0, -1), (Side::Below, 0, 1), (Side::Left, -1, 0), (Side::Right, 1, 0)];
            match kind(pockets, grid, (x, y)) {
                Kind::Blocked => {}
                Kind::Pocket(mouth) => {
                    for (side, dx, dy) in beside {
                        assert!(
                            side == mouth || !is_open(x + dx, y + dy),
                            "({x}, {y}) {mouth:?} {side:?} {grid:?}"
                        );
                    }
                }
                Kind::Open => {
                    for (dx, dy) in [(1, 0), (0, 1)] {
                        if !is_open(x - dx, y - dy) {
                            check_run(pockets, (x, y), (dx, dy), is_open, grid);
                        }
                    }
                }
            }
        }
    }

    /// The run that begins with a cell makes no pocket.
    fn check_run(
        pockets: &Pockets,
        (x, y): (i32, i32),
        (dx, dy): (i32, i32),
        is_open: impl Fn(i32, i32) -> bool,
        grid: &Grid,
    ) {
        let most = grid.width().max(grid.height()) as i32;
        let cells = (0..most).take_while(|at| is_open(x + at * dx, y + at * dy)).count() as i32;
        let margin = i32::from(pockets.rule == CornerRule::Open);
        // Which cells are open along one of the sides.
        let sides = [-1, 1].map(|side| {
            let along = -margin..cells + margin;
            along.map(|at| is_open(x + at * dx + side * dy, y + at * dy + side * dx)).collect::<Vec<_>>()
        });
        let gaps = |side: &Vec<bool>| side.chunk_by(|a, b| a == b).filter(|chunk| chunk[0]).count();
        let has_mouth = |side: &Vec<bool>| side[margin as usize..][..cells as usize].contains(&true);
        let is_pocket = sides.iter().map(gaps).sum::<usize>() == 1 && sides.iter().any(has_mouth);
        if is_pocket && cells as usize <= Runs::MOST_CELLS {
            // Whichever of the two sides it is: what is behind does not depend on that.
            let side = if dx == 1 { Side::Above } else { Side::Left };
            let run = Run { first: pockets.open.index(x, y) as u32, cells: cells as u32, side };
            let effort = pockets.runs.effort(run);
            assert!(effort > Runs::MOST_EFFORT, "({x}, {y}) along ({dx}, {dy}), {cells} cells, on {grid:?}");
        }
    }

    #[test]
    fn after_every_edit_there_are_pockets_wherever_there_can_be() {
        let mut rng = SplitMix64::new(11);
        for rule in [CornerRule::Closed, CornerRule::Open] {
            for (width, height) in [(1, 1), (1, 40), (40, 1), (9, 7), (33, 34), (64, 12), (12, 70), (131, 9)]
            {
                let mut cells = 0;
                for percent in [10, 25, 40, 55] {
                    let mut map = random(width, height, percent, &mut rng);
                    let mut pockets = found(&map, rule);
                    check(&pockets, &map);
                    for edits in 0..60 {
                        // Now and then many at once.
                        for _ in 0..=edits % 10 / 9 * 30 {
                            let cell = Cell { x: rng.below(width) as i32, y: rng.below(height) as i32 };
                            let tile = if rng.chance(percent) { Tile::Blocked } else { Tile::Free };
                            map.set(cell, tile).unwrap();
                        }
                        let mut updated = pockets.clone();
                        updated.update(&map, &mut Meter::unlimited()).unwrap();
                        assert!(updated.is_current(&map));
                        check(&updated, &map);
                        // Also where it would take less time to find all again.
                        let before = pockets.revision;
                        let repaired = pockets.repair(&map, before, usize::MAX, &mut Meter::unlimited());
                        assert_eq!(repaired, Ok(true));
                        pockets.revision = map.revision();
                        assert!(pockets.is_current(&map));
                        check(&pockets, &map);
                        cells += pockets.cells();
                    }
                }
                assert!(cells > 0 || width.min(height) == 1, "{width} × {height}");
            }
        }
    }

    #[test]
    fn another_map_is_another_map() {
        let mut rng = SplitMix64::new(12);
        let mut pockets = found(&random(30, 20, 40, &mut rng), CornerRule::Closed);
        for (width, height) in [(20, 30), (20, 30), (25, 30), (9, 30), (9, 30), (1, 1), (300, 2), (290, 2)] {
            let map = random(width, height, 40, &mut rng);
            pockets.update(&map, &mut Meter::unlimited()).unwrap();
            check(&pockets, &map);
        }
        // Nearly the same where both have cells.
        for width in [50, 30, 40, 63] {
            let tile = |cell: Cell| if cell.y == 9 { Tile::Blocked } else { Tile::Free };
            let map = Map::from_fn(width, 20, tile).unwrap();
            pockets.update(&map, &mut Meter::unlimited()).unwrap();
            check(&pockets, &map);
        }
    }
}
