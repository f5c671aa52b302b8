use super::distance::{DistanceLines, with_lines};
use super::sweep;
use crate::map::{Grid, Map, Revision};
use crate::moves::{DiagonalRule, Direction};
use crate::search::{Meter, StopReason};

/// For each cell and direction, how far it is to the next jump point: what [`JpsPlus`](crate::planners::JpsPlus) prepares.
///
/// A positive distance leads to a jump point: a cell where a path that comes that way may have to turn because of an
/// obstacle beside it, or, on a diagonal, from where a straight line leads to such a cell. Any other distance is, with a
/// minus, how many steps one can go until an obstacle. With four neighbours rows take the part of the diagonals: paths go
/// along the row first.
///
/// It takes 16 bytes a cell, 8 with four neighbours, and twice as much on a map with a side of 32,767 cells or more; it is
/// built in time linear in the cells, and after edits [`update`](Self::update) repairs what they touch.
#[derive(Clone, Debug)]
pub(crate) struct JumpTable {
    pub(super) rule: DiagonalRule,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) revision: Revision,
    /// Which cells are free in the map that it fits: [`Grid::row_bytes`], row by row.
    pub(super) tiles: Vec<u8>,
    pub(super) marks: Box<Marks>,
    pub(super) lines: DistanceLines,
}

/// For the nine cells around one: which steps are allowed (the low byte) and with which steps one arrives at a jump point
/// (the high byte), because a step becomes canonical that would not be in the open.
pub(super) type Marks = [u16; 512];

fn marks(rule: DiagonalRule) -> Box<Marks> {
    let allowed = rule.all_steps()[usize::from(DiagonalRule::START)];
    let canonical = rule.canonical_steps();
    let mut marks = Box::new([0; 512]);
    for (around, mark) in marks.iter_mut().enumerate() {
        let is_free = around >> 4 & 1 != 0;
        if is_free {
            let jumps = Direction::ALL.map(|arrival| {
                let forced = canonical[arrival as usize][around] & !natural_steps(rule, arrival);
                u16::from(forced != 0) << (8 + arrival as u8)
            });
            *mark = jumps.iter().fold(u16::from(allowed[around]), |mark, jump| mark | jump);
        }
    }
    marks
}

/// The canonical steps in the open: on, and on a diagonal (with four neighbours: on a row) to both sides.
fn natural_steps(rule: DiagonalRule, arrival: Direction) -> u8 {
    let sides = match rule {
        DiagonalRule::Never => super::turns::<4>(arrival as usize),
        _ => super::turns::<8>(arrival as usize),
    };
    sides.iter().fold(1 << arrival as u8, |steps, side| steps | 1 << side)
}

impl JumpTable {
    /// The table for a map and a rule.
    pub(crate) fn new(map: &Map, rule: DiagonalRule, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let mut table = Self::without_lines(map, rule, meter)?;
        with_lines!(&mut table.lines, lines => *lines = sweep::fill(map.grid(), &table.marks, meter)?);
        Ok(table)
    }

    /// A table that fits the map but for its distances, which are still to come.
    pub(super) fn without_lines(
        map: &Map,
        rule: DiagonalRule,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let grid = map.grid();
        let (width, height) = (grid.width(), grid.height());
        let lines = DistanceLines::empty(rule, width, height);
        let (tiles, marks) = (tiles(grid, meter)?, marks(rule));
        Ok(Self { rule, width, height, revision: map.revision(), tiles, marks, lines })
    }

    /// Which steps are allowed.
    #[must_use]
    pub(crate) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    /// The state of the map that it was made for.
    #[must_use]
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// Whether it fits the map as it is now.
    #[must_use]
    pub(crate) fn is_current(&self, map: &Map) -> bool {
        self.revision == map.revision()
    }

    /// How much memory the table takes.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        let lines = with_lines!(&self.lines, lines => size_of_val(&lines[..]));
        lines + self.tiles.len() + size_of_val(&*self.marks) + size_of::<Self>()
    }

    pub(crate) fn lines(&self) -> &DistanceLines {
        &self.lines
    }
}

/// Tables are equal when their rules, maps and distances are, whatever their revisions.
impl PartialEq for JumpTable {
    fn eq(&self, other: &Self) -> bool {
        (self.rule, self.width, self.height) == (other.rule, other.width, other.height)
            && self.tiles == other.tiles
            && self.lines == other.lines
    }
}

impl Eq for JumpTable {}

pub(super) fn tiles(grid: &Grid, meter: &mut Meter<'_>) -> Result<Vec<u8>, StopReason> {
    let mut tiles = Vec::with_capacity(grid.stride() / 8 * grid.height() as usize);
    for y in 0..grid.height() {
        meter.append(&mut tiles, grid.row_bytes(y))?;
    }
    Ok(tiles)
}

#[cfg(test)]
mod tests {
    use super::super::Distance;
    use super::*;
    use crate::geometry::Cell;
    use crate::map::Tile;

    /// The definition, step by step.
    fn distance(grid: &Grid, rule: DiagonalRule, from: Cell, direction: Direction) -> i32 {
        let canonical = rule.canonical_steps();
        let sides: &[Direction] = match (rule, direction) {
            (DiagonalRule::Never, Direction::East | Direction::West) => &[Direction::North, Direction::South],
            (DiagonalRule::Never, _) => &[],
            (_, Direction::NorthEast) => &[Direction::North, Direction::East],
            (_, Direction::SouthEast) => &[Direction::South, Direction::East],
            (_, Direction::SouthWest) => &[Direction::South, Direction::West],
            (_, Direction::NorthWest) => &[Direction::North, Direction::West],
            _ => &[],
        };
        let natural = sides.iter().fold(1 << direction as u8, |steps, &side| steps | 1u8 << side as u8);
        let mut cell = from;
        for steps in 0.. {
            if !rule.allows(grid, cell, cell + direction) {
                return -steps;
            }
            cell = cell + direction;
            let around = grid.around(grid.id(cell).unwrap());
            let is_forced = canonical[direction as usize][around] & !natural != 0;
            if is_forced || sides.iter().any(|&side| distance(grid, rule, cell, side) > 0) {
                return steps + 1;
            }
        }
        unreachable!("the map has an end")
    }

    #[test]
    fn every_distance_is_what_its_definition_says() {
        let mut state = 1u64;
        for (width, height) in [(1, 1), (1, 9), (9, 1), (12, 11), (7, 20), (70, 3), (30, 30)] {
            for density in [0, 10, 25, 45] {
                let map = Map::from_fn(width, height, |_| {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    if (state >> 33) % 100 < density { Tile::Blocked } else { Tile::Free }
                });
                let map = map.unwrap();
                let grid = map.grid();
                for rule in DiagonalRule::ALL {
                    let table = JumpTable::new(&map, rule, &mut Meter::unlimited()).unwrap();
                    let directions =
                        if rule.has_diagonals() { &Direction::ALL[..] } else { &Direction::ALL[..4] };
                    for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
                        for &direction in directions {
                            let index = cell.y as usize * width as usize + cell.x as usize;
                            let found =
                                with_lines!(&table.lines, lines => lines[index][direction as usize].value());
                            let expected = distance(grid, rule, cell, direction);
                            assert_eq!(found, expected, "{rule:?} {cell} {direction:?}");
                        }
                    }
                }
            }
        }
    }
}
