use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use super::{Metric, Records};
use crate::units::time;

/// A table of a paper: which figures it has, and what the paper says they are.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it is about.
    pub title: String,
    /// The names of the columns; the first is that of the rows' names.
    pub columns: Vec<String>,
    /// The rows: a name, and a figure for each further column.
    pub rows: Vec<(String, Vec<Option<Figure>>)>,
    /// Why some of the figures are none.
    pub empty: &'static str,
}

/// A figure of a table.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The kind of world.
    pub setting: String,
    /// The planner.
    pub planner: String,
    /// What of.
    pub metric: Metric,
    /// What the paper has, in the unit of the metric.
    pub paper: Option<f64>,
}

impl Sheet {
    /// The figures.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.rows.iter().flat_map(|(_, figures)| figures.iter().flatten())
    }

    /// The table with what was measured, and in brackets what the paper has; below it what cells without a number mean, if there
    /// are any. None where nothing of it was measured.
    #[must_use]
    pub fn table(&self, records: &Records) -> Option<String> {
        self.figures().find(|figure| !records.of(&figure.setting, &figure.planner).is_empty())?;
        let rows = self.rows.iter().map(|(name, figures)| {
            let shown = figures.iter().map(|figure| figure.as_ref().map(|figure| figure.shown(records)));
            std::iter::once(name.clone()).chain(shown.map(Option::unwrap_or_default)).collect()
        });
        let mut table = markdown(&self.columns, rows);
        let mut notes = Vec::new();
        if self.figures().any(|figure| figure.measured(records).is_none()) {
            notes.push("–: not measured, or no path found.".to_owned());
        }
        if self.rows.iter().any(|(_, figures)| figures.iter().any(Option::is_none)) {
            notes.push(format!("Empty: {}.", self.empty));
        }
        if !notes.is_empty() {
            table = format!("{table}\n\n{}", notes.join(" "));
        }
        Some(table)
    }
}

impl Figure {
    fn measured(&self, records: &Records) -> Option<f64> {
        records.mean(&self.setting, &self.planner, self.metric)
    }

    fn shown(&self, records: &Records) -> String {
        let measured = self.measured(records);
        let measured = measured.map_or_else(|| "–".to_owned(), |number| self.metric.shown(number));
        let paper = self.paper.map(|number| format!(" [{}]", self.metric.shown(number)));
        measured + &paper.unwrap_or_default()
    }
}

impl Metric {
    /// A number with its unit.
    pub(crate) fn shown(self, number: f64) -> String {
        match self {
            Self::Cost | Self::Turns | Self::Expansions => format!("{number:.2}"),
            Self::CostOver(_) => format!("{number:.5}"),
            Self::Time => time(Duration::from_secs_f64(number)),
            Self::TimePerExpansion => format!("{:.0} ns", number * 1e9),
        }
    }
}

/// A table in Markdown, with numbers to the right.
pub(crate) fn markdown(columns: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(columns);
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::super::records::tests::record;
    use super::*;

    fn figure(planner: &str, metric: Metric, paper: Option<f64>) -> Figure {
        Figure { setting: "rooms".into(), planner: planner.into(), metric, paper }
    }

    #[test]
    fn a_table_has_both_figures_where_there_are_both() {
        let sheet = Sheet {
            id: "table-1",
            title: "Lengths".into(),
            columns: ["rooms", "length", "time"].map(String::from).into(),
            rows: vec![
                (
                    "Theta*".into(),
                    vec![
                        Some(figure("theta", Metric::Cost, Some(578.41))),
                        Some(figure("theta", Metric::Time, None)),
                    ],
                ),
                ("FD*".into(), vec![Some(figure("field-dstar", Metric::Cost, Some(580.19))), None]),
            ],
            empty: "not asked for",
        };
        let records = Records::new([record("rooms", 0, "theta", 577.0)]);
        assert_eq!(
            sheet.table(&records).unwrap().lines().collect::<Vec<_>>(),
            [
                "| rooms  |          length |   time |",
                "|--------|-----------------|--------|",
                "| Theta* | 577.00 [578.41] | 577 µs |",
                "| FD*    |      – [580.19] |        |",
                "",
                "–: not measured, or no path found. Empty: not asked for.",
            ]
        );
        let fd = record("rooms", 0, "field-dstar", 579.0);
        let both = sheet.table(&Records::new([record("rooms", 0, "theta", 577.0), fd.clone()])).unwrap();
        assert!(both.ends_with("|\n\nEmpty: not asked for."), "{both}");
        let full = Sheet { rows: sheet.rows[..1].to_vec(), ..sheet.clone() };
        let full = full.table(&Records::new([record("rooms", 0, "theta", 577.0)])).unwrap();
        assert!(full.ends_with('|') && full.lines().count() == 3, "{full}");
        assert_eq!(sheet.table(&Records::new([record("mazes", 0, "theta", 1.0)])), None);
    }
}
