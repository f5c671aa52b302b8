//! Maps as characters.

mod legend;
mod mark;
mod marks;

use std::io::{self, Write};

use crate::Scene;
use legend::legend;
use marks::Marks;

/// The drawing without colours.
pub(crate) fn plain(scene: &Scene<'_>, width: usize) -> String {
    let mut coloured = Vec::new();
    // Writing to memory cannot fail.
    let _ = write(scene, width, &mut coloured);
    anstream::adapter::strip_str(&String::from_utf8_lossy(&coloured)).to_string()
}

/// Draws a scene so that it fits the width, and a legend below it.
pub(crate) fn write(scene: &Scene<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let marks = Marks::of(scene, width);
    for (y, row) in marks.rows().enumerate() {
        if marks.tile_width() > 1 && y % 2 == 1 {
            write!(out, " ")?;
        }
        for run in row.chunk_by(|one, next| one == next) {
            let (style, mut tile) = (run[0].style(), run[0].character().to_string());
            let rest = if run[0].fills() { tile.clone() } else { " ".to_owned() };
            tile += &rest.repeat(marks.tile_width() - 1);
            write!(out, "{style}{}{style:#}", tile.repeat(run.len()))?;
        }
        writeln!(out)?;
    }
    let mut notes = legend(scene, &marks);
    notes.extend(
        marks.scale().map(|(wide, high)| format!("(a character stands for {wide:.1} × {high:.1} cells)")),
    );
    if notes.is_empty() { Ok(()) } else { writeln!(out, "{}", notes.join("  ")) }
}

#[cfg(test)]
mod tests;
