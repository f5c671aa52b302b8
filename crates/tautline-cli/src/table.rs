//! Tables for people.

use std::io::{self, Write};
use std::ops::RangeBounds;

use comfy_table::{
    Attribute, Cell, CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width,
};

const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table with these columns, as wide as the terminal at most.
pub(crate) fn with_header<T: ToString>(header: impl IntoIterator<Item = T>, width: usize) -> Table {
    let header = header.into_iter().map(|name| Cell::new(name.to_string()).add_attribute(Attribute::Bold));
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width.min(usize::from(u16::MAX)) as u16)
        // Where colours are not wanted, the stream takes them out again.
        .enforce_styling()
        .set_header(header)
        .style_text_only();
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    table
}

/// Aligns these columns to the right, as numbers are.
pub(crate) fn align_right(table: &mut Table, columns: impl RangeBounds<usize>) {
    for (number, column) in table.column_iter_mut().enumerate() {
        if columns.contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Keeps columns as wide as what is in them, so that the others take what is left of the line.
pub(crate) fn keep_width(table: &mut Table, columns: &[usize]) {
    for &column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
}

/// Keeps a column from getting wider than this many characters.
pub(crate) fn limit_width(table: &mut Table, column: usize, characters: u16) {
    if let Some(column) = table.column_mut(column) {
        let width = characters + column.padding_width();
        column.set_constraint(ColumnConstraint::UpperBoundary(Width::Fixed(width)));
    }
}

/// Prints a table.
pub(crate) fn print(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", table.trim_fmt())
}
