use super::fill::Filling;
use super::opening::Opening;
use super::pockets::Pockets;
use crate::engine::Update;
use crate::geometry::Rect;
use crate::map::{Grid, Map, Revision};
use crate::search::{Meter, StopReason, count};

impl Pockets {
    /// Makes them fit the map after any number of edits. What is done depends on the cells that have changed and on the pockets that
    /// they are in or beside, as far as out of these, not on the size of the map (after more edits than a map remembers, the changed
    /// cells are looked for everywhere). Where much has changed, or for another map, all is found anew.
    ///
    /// Where it is stopped before it has changed anything, they are as they were; otherwise they fit no state of any map until the
    /// next update, which finds all anew.
    pub(crate) fn update(&mut self, map: &Map, meter: &mut Meter<'_>) -> Result<Update, StopReason> {
        if self.is_current(map) {
            return Ok(Update::Unchanged);
        }
        let changed = if self.revision == Revision::NONE { None } else { self.changed(map, meter)? };
        if let Some(changed) = changed {
            self.revision = Revision::NONE;
            self.repair(map.grid(), &changed, meter)?;
            self.revision = map.revision();
            Ok(Update::Repaired)
        } else {
            *self = Self::new(map, self.rule, meter)?;
            Ok(Update::Rebuilt)
        }
    }

    /// The indices of the cells that have changed, unless there are too many.
    fn changed(&self, map: &Map, meter: &mut Meter<'_>) -> Result<Option<Vec<usize>>, StopReason> {
        /// As many are compared at once.
        const CELLS: usize = 57;
        let grid = map.grid();
        if self.size != (grid.width(), grid.height()) {
            return Ok(None);
        }
        let whole = || vec![Rect::new(0, 0, grid.width(), grid.height())];
        let within = map.edits_since(self.revision).map_or_else(whole, Iterator::collect);
        let most = 16 + grid.width() as usize * grid.height() as usize / 256;
        let mut changed = Vec::new();
        for Rect { x, y, width, height } in within {
            for y in y..y + height as i32 {
                let words = u64::from(width) / CELLS as u64 + 1;
                meter.go_on(words)?;
                count::done(words);
                let first = self.open.index(x, y);
                let end = first + width as usize;
                for at in (first..end).step_by(CELLS) {
                    let mask = u64::MAX >> (64 - (end - at).min(CELLS));
                    let free = self.open.word(at) | self.runs.word(at);
                    let mut different = (free ^ grid.plane().word(at)) & mask;
                    while different != 0 {
                        changed.push(at + different.trailing_zeros() as usize);
                        different &= different - 1;
                    }
                }
                if changed.len() > most {
                    return Ok(None);
                }
            }
        }
        Ok(Some(changed))
    }

    /// A run rests on the cells in it and beside it, and on other runs that lie behind it. So those in or beside which cells have changed
    /// are opened, with all that rest on them, which lie outside of their mouths; and then pockets are looked for where they were.
    fn repair(&mut self, grid: &Grid, changed: &[usize], meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let stride = self.open.stride();
        let around = changed.iter().flat_map(|cell| {
            [cell - stride, *cell, cell + stride].into_iter().flat_map(|cell| cell - 1..=cell + 1)
        });
        let mut opening = Opening::new(std::mem::take(&mut self.open));
        for cell in around.clone() {
            let before = opening.opened.len();
            opening.open(&self.runs, cell);
            let runs = opening.opened.len() - before + 1;
            meter.go_on(runs as u64)?;
        }
        let Opening { open, opened, .. } = opening;
        self.open = open;
        for &run in &opened {
            meter.go_on(run.cells.into())?;
            count::done(run.cells.into());
            self.runs.remove(run);
        }
        for &cell in changed {
            meter.go_on(1)?;
            count::done(1);
            self.open.set(cell, grid.plane().get(cell));
        }
        let mut filling = Filling::new(self, meter);
        // What nothing led out of, because all around it was closed, may be a pocket now.
        let within = opened.into_iter().flat_map(|run| run.cells(stride).chain(run.mouth(stride)));
        for cell in within.chain(around) {
            filling.look_at(cell)?;
        }
        filling.fill()?;
        self.stamp = Revision::next();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::runs::{Run, Runs};
    use super::super::side::Side;
    use super::*;
    use crate::geometry::Cell;
    use crate::map::Tile;
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
                        // Now and then more than a map remembers, or many at once.
                        for _ in 0..=edits % 10 / 9 * 30 {
                            let cell = Cell { x: rng.below(width) as i32, y: rng.below(height) as i32 };
                            let tile = if rng.chance(percent) { Tile::Blocked } else { Tile::Free };
                            map.set(cell, tile).unwrap();
                        }
                        pockets.update(&map, &mut Meter::unlimited()).unwrap();
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
