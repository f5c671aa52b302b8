//! Rows from CSV files, which may be wrong in any way.

use std::io::BufRead;

use super::patches::{PatchRow, Shape};
use crate::LabError;
use crate::harness::{quoted, read_rows, unexpected, whole};

/// The names of the columns, which are those of the fields of [`PatchRow`].
const COLUMNS: [&str; 8] =
    ["map", "structure", "shape", "cells", "patch", "seed", "repair_nanoseconds", "build_nanoseconds"];

/// Reads the rows of a [`Journal`](crate::harness::Journal) of patches. `name` is what error messages call it. Blank lines and lines that
/// begin with `#` are overlooked.
pub fn read_patches(file: impl BufRead, name: &str) -> Result<Vec<PatchRow>, LabError> {
    let rows = read_rows(file, name, &COLUMNS, |fields, _| {
        let [map, structure, shape, cells, patch, seed, repair, build] = fields;
        let found = Shape::ALL.into_iter().find(|known| known.name() == shape);
        let names = Shape::ALL.map(Shape::name).join(" or ");
        Ok(PatchRow {
            map,
            structure,
            shape: found.ok_or_else(|| unexpected(format!("shape {}", quoted(&shape)), names))?,
            cells: whole("cells", &cells, 1)?,
            patch: whole("patch", &patch, 0)?,
            seed: whole("seed", &seed, 0)?,
            repair_nanoseconds: whole("repair_nanoseconds", &repair, 0)?,
            build_nanoseconds: whole("build_nanoseconds", &build, 1)?,
        })
    });
    Ok(rows?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::write_rows;

    fn row() -> PatchRow {
        PatchRow {
            map: "bg512/AR0400SR".into(),
            structure: "pockets".into(),
            shape: Shape::Scattered,
            cells: 100,
            patch: 3,
            seed: 7,
            repair_nanoseconds: 25_000,
            build_nanoseconds: 500_000,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let rows = [row(), PatchRow { shape: Shape::Compact, patch: 4, ..row() }];
        let mut text = Vec::new();
        write_rows(&rows, &mut text).unwrap();
        assert_eq!(read_patches(&text[..], "a.csv").unwrap(), rows);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let mut text = Vec::new();
        write_rows(&[row()], &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        for (from, to, said) in [
            ("scattered", "round", "a.csv:2: found shape \"round\", expected compact or scattered"),
            (",500000", ",0", "a.csv:2: found build_nanoseconds \"0\", expected a whole number from 1"),
            ("cells,", "cell,", "a.csv:1: found \"cell\" as the name of column 4"),
        ] {
            let error = read_patches(text.replace(from, to).as_bytes(), "a.csv").unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
