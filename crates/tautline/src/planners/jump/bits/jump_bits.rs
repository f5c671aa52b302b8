use super::nodes::Numbering;
use super::words::Row;
use crate::geometry::Cell;
use crate::map::{Map, Revision};
use crate::moves::{DiagonalRule, Direction};
use crate::search::{Meter, StopReason, count};

/// Where jump points lie and which scans would find one: bits derived from the map, a few for each cell and direction, so
/// that a scan is a look at one or two words.
///
/// There are two kinds of lines. A *straight* scan goes on until a cell where the canonical path may turn: its **jump
/// point**. A *leading* line (a diagonal, or a row with four neighbours) may be left at every cell by a straight scan to
/// either side.
///
/// It fits one state of the map. After edits, [`update`](Self::update) makes it fit again, with work for the rows, columns
/// and lines that have changed.
#[derive(Clone, Debug)]
pub(crate) struct JumpBits {
    pub(super) rule: DiagonalRule,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) revision: Revision,
    /// By row and by column.
    pub(super) rows: Free,
    pub(super) columns: Free,
    /// North, east, south, west.
    pub(super) straights: [Straight; 4],
    /// By the lowest two bits of the direction's number.
    pub(super) lines: [Line; 4],
    pub(super) moves: Vec<Moves>,
    pub(super) numbering: Numbering,
}

/// What there is to do at a cell.
///
/// Bit k, for each of the eight directions: a scan in direction k finds a jump point. Bit 8 + k: the diagonal step with the
/// number 4 + k is allowed.
pub(super) type Moves = u16;

/// The free cells, row by row or column by column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Free {
    /// How many words a row has. The last bit of a row is never set.
    pub(super) words: usize,
    /// With an empty row before the first and behind the last.
    pub(super) bits: Vec<u64>,
}

/// The jump points for paths that arrive in one of the straight directions. Scans go towards higher bits: west and north lie
/// mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Straight {
    /// How many words a row has.
    pub(super) words: usize,
    pub(super) bits: Vec<u64>,
    mirror: Mirror,
}

/// Turns coordinates around, so that every scan goes towards higher bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mirror {
    flip: i32,
    add: i32,
}

/// A leading line. The 64 cells of a word lie on the line, in its direction towards higher bits; the words of 64 columns of
/// the map come one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) direction: Direction,
    /// The step, as a change of x and y.
    pub(super) step: (i32, i32),
    /// The two directions to its sides.
    pub(super) sides: [Direction; 2],
    /// 63 where the bits are mirrored, else 0.
    flip: i32,
    /// How a bit's place becomes the number of words by which it is moved down: what is flipped, and what is kept.
    shear: (i32, i32),
    /// How many words there are for 64 columns.
    pub(super) span: usize,
    /// How many words further a line goes on.
    pub(super) next: isize,
    pub(super) words: Vec<LineWord>,
    /// Cells from which the line does not go on.
    pub(super) stops: Vec<u64>,
}

/// What is known of 64 cells on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineWord {
    /// Cells from which a straight scan to either side finds a jump point.
    pub(super) sides: [u64; 2],
    /// Cells where a path that arrives on the line may turn otherwise than to its sides.
    pub(super) forced: u64,
    /// Cells from which there is more to be found along the line.
    pub(super) more: u64,
}

impl LineWord {
    /// Cells at which there is something to be found.
    #[inline]
    pub(super) fn events(&self) -> u64 {
        self.sides[0] | self.sides[1] | self.forced
    }
}

impl JumpBits {
    /// Derives the bits, 64 cells at a time.
    pub(crate) fn new(map: &Map, rule: DiagonalRule, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let grid = map.grid();
        let (width, height) = (grid.width(), grid.height());
        let rows = Free::new(height, |y| grid.row_words(y), meter)?;
        let columns = Free::new(width, |x| grid.column_words(x), meter)?;
        let straight = |direction: Direction| {
            let (free, count) = if direction as u8 & 1 == 0 { (&columns, width) } else { (&rows, height) };
            let is_mirrored = matches!(direction, Direction::North | Direction::West);
            let mirror = if is_mirrored {
                Mirror { flip: -1, add: free.words as i32 * 64 }
            } else {
                Mirror { flip: 0, add: 0 }
            };
            Straight { words: free.words, bits: vec![0; count as usize * free.words], mirror }
        };
        let straights = [Direction::North, Direction::East, Direction::South, Direction::West].map(straight);
        let mut bits = Self {
            rule,
            width,
            height,
            revision: map.revision(),
            rows,
            columns,
            straights,
            lines: Line::all(rule, width, height),
            moves: Vec::new(),
            numbering: Numbering::new(width),
        };
        bits.derive(meter)?;
        Ok(bits)
    }

    /// Takes over the free cells of a map of the same size, for everything to be derived from them.
    pub(super) fn take_free(&mut self, map: &Map, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let grid = map.grid();
        self.rows = Free::new(self.height, |y| grid.row_words(y), meter)?;
        self.columns = Free::new(self.width, |x| grid.column_words(x), meter)?;
        Ok(())
    }

    /// Which steps are allowed.
    #[must_use]
    pub(crate) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    /// The state of the map that it fits.
    #[must_use]
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// Whether it fits the map as it is now.
    #[must_use]
    pub(crate) fn is_current(&self, map: &Map) -> bool {
        self.revision == map.revision()
    }

    /// How much memory it takes.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        let words: usize = self.rows.bits.len()
            + self.columns.bits.len()
            + self.straights.iter().map(|straight| straight.bits.len()).sum::<usize>()
            + self.lines.iter().map(|line| 4 * line.words.len() + line.stops.len()).sum::<usize>();
        8 * words + size_of_val(&self.moves[..])
    }
}

/// They are equal when they say the same, whatever state of which map they were derived from.
impl PartialEq for JumpBits {
    fn eq(&self, other: &Self) -> bool {
        (self.rule, self.width, self.height) == (other.rule, other.width, other.height)
            && self.rows == other.rows
            && self.columns == other.columns
            && self.straights == other.straights
            && self.lines == other.lines
            && self.moves == other.moves
    }
}

impl Eq for JumpBits {}

impl Free {
    fn new<I: Iterator<Item = u64>>(
        rows: u32,
        row: impl Fn(u32) -> I,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let words = row(0).count();
        let mut bits = Vec::with_capacity((rows as usize + 2) * words);
        bits.resize(words, 0);
        for number in 0..rows {
            meter.go_on(words as u64)?;
            count::done(words as u64);
            bits.extend(row(number));
        }
        bits.resize(bits.len() + words, 0);
        Ok(Self { words, bits })
    }

    /// How many rows.
    pub(super) fn count(&self) -> usize {
        self.bits.len() / self.words - 2
    }

    /// The free cells of the row before, of the row itself and of the one behind.
    pub(super) fn three(&self, row: usize) -> [Row<'_>; 3] {
        [0, 1, 2].map(|k| Row(&self.bits[(row + k) * self.words..][..self.words]))
    }
}

impl Straight {
    /// The words of a row.
    pub(super) fn row(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    /// Where a coordinate along the scan lies in its row.
    #[inline]
    pub(super) fn place(&self, along: i32) -> i32 {
        (along ^ self.mirror.flip) + self.mirror.add
    }
}

impl Line {
    /// The lines of a rule, all of them empty; a rule with four neighbours has two, and two that are not used.
    fn all(rule: DiagonalRule, width: u32, height: u32) -> [Self; 4] {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let line = |direction: Direction, sides| {
            let step = direction.offset();
            let slope = step.0 * step.1;
            let span = if slope == 0 { height as usize } else { height as usize + 63 };
            let used = if step.0 == 0 { 0 } else { width.div_ceil(64) as usize * span };
            Self {
                direction,
                step,
                sides,
                flip: if step.0 > 0 { 0 } else { 63 },
                shear: (if slope > 0 { 63 } else { 0 }, if slope == 0 { 0 } else { 63 }),
                span,
                next: (span as isize + 64 * slope as isize) * step.0 as isize,
                words: vec![LineWord::default(); used],
                stops: vec![0; used],
            }
        };
        if rule.has_diagonals() {
            [
                line(NorthEast, [North, East]),
                line(SouthEast, [South, East]),
                line(SouthWest, [South, West]),
                line(NorthWest, [North, West]),
            ]
        } else {
            [North, East, South, West].map(|direction| line(direction, [North, South]))
        }
    }

    /// How far down one gets with each cell to the right.
    #[inline]
    pub(super) fn slope(&self) -> i32 {
        self.step.0 * self.step.1
    }

    pub(super) fn is_mirrored(&self) -> bool {
        self.flip != 0
    }

    /// The cell at a bit of a word.
    #[inline]
    pub(super) fn cell(&self, at: usize, bit: u32) -> Cell {
        let (block, row) = (at / self.span, at % self.span);
        let within = bit as i32 ^ self.flip;
        let sheared = (within ^ self.shear.0) & self.shear.1;
        Cell { x: block as i32 * 64 + within, y: row as i32 - sheared }
    }

    /// The word and the bit of a cell.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> (usize, u32) {
        // The words of a slope lie so that a line stays in its word: a bit further to the right is a word further down, or up.
        let within = cell.x & 63;
        let sheared = (within ^ self.shear.0) & self.shear.1;
        ((cell.x >> 6) as usize * self.span + (cell.y + sheared) as usize, (within ^ self.flip) as u32)
    }
}
