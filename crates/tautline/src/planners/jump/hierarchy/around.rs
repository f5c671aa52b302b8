//! Which nodes a cell has around it.

use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::Direction;
use crate::planners::jump::JumpBits;
use crate::search::{Meter, StopReason, count};
use crate::tiles::Tiles;

/// The places where scans end that stop at every node, whatever the arrival.
///
/// A leg between two places is **direct** if no shortest path between them has a node between its ends. Between any two
/// cells s and g there is a shortest path s, p₁, p₂, …, g over nodes p with direct legs only, if there is a path at all. For
/// take of all shortest paths the one with the most nodes, and two of its nodes (or ends) a, b with no other between them. No
/// shortest path from a to b has a node between its ends, for with it in place of this part there would be more. Neither has
/// the canonical one. As it turns nowhere but at nodes (see [`turns`](crate::planners::jump::graph)), it is one leg, and no node lies
/// on it.
///
/// A shortest path turned around is a shortest path, as every rule allows a step if it allows the step back. So whether a leg
/// is direct does not depend on where one begins, and the canonical leg from b to a is free, too, and without a node. Hence
/// scans that stop at nodes find the direct legs of a cell in both directions: those to it are those from it. They find some
/// more, which do no harm.
#[derive(Clone, Debug)]
pub(super) struct Stops {
    rows: Lines,
    columns: Lines,
}

/// The rows of the map, or its columns. For 64 cells: those where a scan ends, because they are blocked or have a node, and
/// those that have one.
#[derive(Clone, Debug)]
struct Lines {
    /// How many words a line has. The last bit of a line is set: it lies outside the map.
    words: usize,
    bits: Vec<[u64; 2]>,
}

impl Stops {
    pub(super) fn new(grid: &Grid, nodes: &[Cell], meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let mut rows = Lines::new(grid.height(), |y| grid.row_words(y), meter)?;
        let mut columns = Lines::new(grid.width(), |x| grid.column_words(x), meter)?;
        for &cell in nodes {
            meter.go_on(1)?;
            count::done(1);
            rows.add(cell.y, cell.x);
            columns.add(cell.x, cell.y);
        }
        Ok(Self { rows, columns })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.rows.bits[..]) + size_of_val(&self.columns.bits[..])
    }

    /// How many words a row or a column has.
    pub(super) fn line(&self) -> u64 {
        self.rows.words.max(self.columns.words) as u64
    }

    /// Calls `found` for the legs from a cell to the nodes around it: with the node's cell, and how many steps along a leading
    /// line and how many straight ones there are. All direct legs are among them, unless the meter stops it.
    #[inline]
    pub(super) fn legs(
        &self,
        bits: &JumpBits,
        tiles: &Tiles,
        from: Cell,
        meter: &mut Meter<'_>,
        mut found: impl FnMut(Cell, u32, u32),
    ) {
        let count = if bits.rule().has_diagonals() { 8 } else { 4 };
        // Two from each cell of a line, and one back from what is found.
        let scans = 4 * self.line();
        for &direction in &Direction::ALL[..count] {
            if !bits.leads(direction) {
                if let Some((to, distance)) = self.straight(from, direction, meter) {
                    found(to, 0, distance);
                }
                continue;
            }
            let (steps, sides) = bits.leading_line(from, direction);
            let (dx, dy) = direction.offset();
            for lead in 1..=steps {
                count::done(1);
                if !meter.work(scans) {
                    return;
                }
                let at = Cell { x: from.x + dx * lead as i32, y: from.y + dy * lead as i32 };
                if tiles.has(at) {
                    found(at, lead, 0);
                    break;
                }
                for side in sides {
                    if let Some((to, distance)) = self.straight(at, side, meter) {
                        found(to, lead, distance);
                    }
                }
            }
        }
    }

    /// The first node in a straight direction and how far away it is, if there is one before an obstacle.
    #[inline]
    fn straight(&self, from: Cell, direction: Direction, meter: &mut Meter<'_>) -> Option<(Cell, u32)> {
        let distance = match direction {
            Direction::East => self.rows.after(from.y, from.x, meter),
            Direction::West => self.rows.before(from.y, from.x, meter),
            Direction::South => self.columns.after(from.x, from.y, meter),
            _ => self.columns.before(from.x, from.y, meter),
        }?;
        let (dx, dy) = direction.offset();
        let (x, y) = (from.x + dx * distance as i32, from.y + dy * distance as i32);
        Some((Cell { x, y }, distance))
    }
}

impl Lines {
    fn new<I: Iterator<Item = u64>>(
        lines: u32,
        line: impl Fn(u32) -> I,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let words = line(0).count();
        let mut bits = Vec::with_capacity(lines as usize * words);
        for number in 0..lines {
            meter.go_on(words as u64)?;
            count::done(words as u64);
            bits.extend(line(number).map(|free| [!free, 0]));
        }
        Ok(Self { words, bits })
    }

    fn add(&mut self, line: i32, place: i32) {
        let [stops, nodes] = &mut self.bits[line as usize * self.words + (place >> 6) as usize];
        *stops |= 1 << (place & 63);
        *nodes |= 1 << (place & 63);
    }

    /// How far behind a place the first stop is, if it has a node.
    #[inline]
    fn after(&self, line: i32, place: i32, meter: &mut Meter<'_>) -> Option<u32> {
        let line = &self.bits[line as usize * self.words..][..self.words];
        let mut word = (place >> 6) as usize;
        let mut stops = line[word][0] & !1 << (place & 63);
        count::done(1);
        while stops == 0 {
            count::done(1);
            word += 1;
            stops = line[word][0];
        }
        meter.work((word - (place >> 6) as usize) as u64);
        let bit = stops.trailing_zeros();
        (line[word][1] >> bit & 1 != 0).then(|| word as u32 * 64 + bit - place as u32)
    }

    /// How far before a place the last stop is, if it has a node.
    #[inline]
    fn before(&self, line: i32, place: i32, meter: &mut Meter<'_>) -> Option<u32> {
        let line = &self.bits[line as usize * self.words..][..self.words];
        let mut word = (place >> 6) as usize;
        let mut stops = line[word][0] & ((1 << (place & 63)) - 1);
        count::done(1);
        while stops == 0 && word > 0 {
            count::done(1);
            word -= 1;
            stops = line[word][0];
        }
        meter.work(((place >> 6) as usize - word) as u64);
        if stops == 0 {
            return None;
        }
        let bit = stops.ilog2();
        (line[word][1] >> bit & 1 != 0).then(|| place as u32 - word as u32 * 64 - bit)
    }
}
