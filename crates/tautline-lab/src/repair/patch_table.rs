use comfy_table::{CellAlignment, Table, presets};

use super::patches::{PatchRow, SIZES, Shape};
use crate::harness::quantile;
use crate::units::{thousands, time};

/// The table of patches: for each map, structure, size and shape the medians of the repairs, of the builds, and of the quotients of the two, with
/// the largest of these.
#[must_use]
pub fn patch_table(rows: &[PatchRow]) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["map", "structure", "cells", "shape", "repair", "build", "repair / build", "largest"]);
    let mut subjects: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        let subject = (&row.map[..], &row.structure[..]);
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    for (map, structure) in subjects {
        for (size, shape) in SIZES.into_iter().flat_map(|size| Shape::ALL.map(|shape| (size, shape))) {
            let chosen: Vec<&PatchRow> = rows
                .iter()
                .filter(|row| {
                    (&row.map[..], &row.structure[..], row.cells, row.shape) == (map, structure, size, shape)
                })
                .collect();
            let median = |figure: fn(&PatchRow) -> f64| quantile_of(&chosen, figure, 0.5);
            let nanoseconds =
                |figure| median(figure).map(|number| time(std::time::Duration::from_nanos(number as u64)));
            let (Some(repair), Some(build)) = (
                nanoseconds(|row| row.repair_nanoseconds as f64),
                nanoseconds(|row| row.build_nanoseconds as f64),
            ) else {
                continue;
            };
            let ratio = |part| quantile_of(&chosen, PatchRow::ratio, part).map(|ratio| format!("{ratio:.3}"));
            let (ratio, largest) = (ratio(0.5).unwrap_or_default(), ratio(1.0).unwrap_or_default());
            let cells = [
                map.into(),
                structure.into(),
                thousands(size),
                shape.to_string(),
                repair,
                build,
                ratio,
                largest,
            ];
            table.add_row(cells);
        }
    }
    for column in table.column_iter_mut().skip(4) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    if let Some(column) = table.column_mut(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!(
        "{table}\n\nRepairs after patches of cells have turned from free to blocked or back: compact ones in one edit, scattered cells in \
         an edit each. Each patch is made and undone six times, and the fastest repair and build of it count."
    )
}

fn quantile_of(rows: &[&PatchRow], figure: fn(&PatchRow) -> f64, part: f64) -> Option<f64> {
    let mut figures: Vec<f64> = rows.iter().map(|row| figure(row)).collect();
    figures.sort_unstable_by(f64::total_cmp);
    quantile(&figures, part)
}
