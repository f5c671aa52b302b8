//! Cells of one colour as few rectangles, instead of a shape for each cell.

/// A rectangle of cells of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) class: u8,
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Which blocks may become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merging {
    /// Neighbours in a row.
    Rows,
    /// Also those that lie below each other and are equally wide.
    RowsAndColumns,
}

/// Calls for each block of a map whose cells are given row by row; cells of class 0 are in none of them.
pub(super) fn blocks(cells: &[u8], width: usize, merging: Merging, mut each: impl FnMut(&Block)) {
    let mut open: Vec<Block> = Vec::new();
    for (y, row) in cells.chunks(width).enumerate() {
        let mut blocks = runs(row, y as u32);
        let mut above = open.iter().peekable();
        for block in &mut blocks {
            while let Some(done) = above.next_if(|above| above.x < block.x) {
                each(done);
            }
            if let Some(above) = above.next_if(|above| continues(above, block, merging)) {
                (block.y, block.height) = (above.y, above.height + 1);
            }
        }
        above.for_each(&mut each);
        open = blocks;
    }
    open.iter().for_each(each);
}

/// The runs of equal cells in a row.
fn runs(row: &[u8], y: u32) -> Vec<Block> {
    let mut x = 0;
    let mut blocks = Vec::new();
    for run in row.chunk_by(|one, next| one == next) {
        let width = run.len() as u32;
        if run[0] > 0 {
            blocks.push(Block { class: run[0], x, y, width, height: 1 });
        }
        x += width;
    }
    blocks
}

fn continues(above: &Block, block: &Block, merging: Merging) -> bool {
    merging == Merging::RowsAndColumns
        && (above.class, above.x, above.width) == (block.class, block.x, block.width)
}
