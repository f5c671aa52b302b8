//! Tables of numbers.

use std::fmt::Write;

use super::markup::escaped;

/// With more columns than this, a table has smaller letters on paper.
const WIDE: usize = 8;

/// What numbers begin with, and what stands for one that is missing.
const BEGINNINGS: [char; 8] = ['–', '-', '−', '+', '<', '>', '≈', '['];

/// A table, as it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The names of the columns.
    pub(super) header: Vec<Cell>,
    /// The rows.
    pub(super) rows: Vec<Vec<Cell>>,
}

/// What stands in a cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    /// As HTML.
    pub(super) html: String,
    /// As text.
    pub(super) plain: String,
}

impl Cell {
    fn is_number(&self) -> bool {
        self.plain.starts_with(|first: char| first.is_ascii_digit() || BEGINNINGS.contains(&first))
    }

    /// With the figure of a paper, which stands in brackets at the end, told apart.
    fn shown(&self) -> String {
        match self.html.rsplit_once(" [") {
            Some((measured, paper)) if paper.ends_with(']') => {
                format!("{measured} <span class=\"of-paper\">[{paper}</span>")
            }
            _ => self.html.clone(),
        }
    }
}

impl Table {
    /// The table in a frame of its own, in which it can be scrolled. The label says what it is about.
    pub(super) fn html(&self, label: &str) -> String {
        let classes: Vec<&str> = (0..self.header.len())
            .map(|column| if self.is_of_numbers(column) { " class=\"n\"" } else { "" })
            .collect();
        let wide = if self.header.len() > WIDE { " wide" } else { "" };
        let mut html = format!(
            "<div class=\"table{wide}\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><table>\n<thead><tr>",
            escaped(label)
        );
        for (cell, class) in self.header.iter().zip(&classes) {
            // Writing to a text does not fail.
            let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", cell.html);
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            html += "<tr>";
            for (column, (cell, class)) in row.iter().zip(&classes).enumerate() {
                let _ = match column {
                    0 => write!(html, "<th scope=\"row\"{class}><span>{}</span></th>", cell.html),
                    _ => write!(html, "<td{class}>{}</td>", cell.shown()),
                };
            }
            html += "</tr>\n";
        }
        html + "</tbody></table></div>\n"
    }

    /// Whether a column has numbers, and nothing else.
    fn is_of_numbers(&self, column: usize) -> bool {
        let mut cells =
            self.rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.plain.is_empty());
        column > 0 && cells.all(Cell::is_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(texts: &[&str]) -> Vec<Cell> {
        texts.iter().map(|text| Cell { html: escaped(text), plain: (*text).to_owned() }).collect()
    }

    #[test]
    fn numbers_go_to_the_right_and_figures_of_papers_are_told_apart() {
        let table = Table {
            header: cells(&["map", "time", "by"]),
            rows: vec![cells(&["7", "12.0 µs [13]", "A*"]), cells(&["b", "–", "3 & [4]"])],
        };
        let html = table.html("Table 1");
        for part in [
            "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"Table 1\">",
            "<th scope=\"col\">map</th><th scope=\"col\" class=\"n\">time</th><th scope=\"col\">by</th>",
            "<th scope=\"row\"><span>7</span></th><td class=\"n\">12.0 µs <span class=\"of-paper\">[13]</span></td><td>A*</td>",
            "<td class=\"n\">–</td><td>3 &amp; <span class=\"of-paper\">[4]</span></td>",
        ] {
            assert!(html.contains(part), "{part} is missing in\n{html}");
        }
    }

    #[test]
    fn many_columns_make_a_table_wide() {
        let of = |columns: usize| Table { header: vec![Cell::default(); columns], rows: Vec::new() }.html("");
        assert!(
            of(WIDE).starts_with("<div class=\"table\"")
                && of(WIDE + 1).starts_with("<div class=\"table wide\"")
        );
    }
}
