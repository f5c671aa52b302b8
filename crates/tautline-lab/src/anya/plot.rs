//! Figure 16 as pictures.

use super::figure::Panel;
use super::instances::BIN;
use super::planners::PLANNERS;
use crate::LabError;
use crate::plot::{Chart, Line};

impl Panel {
    /// The panel as SVG, with logarithmic axes, and below it the command that it was made by.
    pub fn svg(&self, command: &str) -> Result<String, LabError> {
        let lines = self.lines.iter().map(|(name, medians)| Line {
            name,
            look: PLANNERS.iter().position(|(_, other)| other == name).unwrap_or_default(),
            points: medians.iter().map(place).collect(),
        });
        let chart = Chart {
            title: self.title,
            x: "nodes expanded by A*",
            x_reaches: Some(1.0),
            y: "speed-up over A* (median)",
            // As fast as A*.
            level: Some(1.0),
            lines: lines.collect(),
        };
        chart.svg(command)
    }
}

/// Where the median of a bin is drawn: in the middle of the bin, as far as logarithms go.
fn place((&bin, &median): (&u32, &f64)) -> (f64, f64) {
    ((BIN as f64).powf(f64::from(bin) + 0.5), median)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::figure::panels;
    use crate::anya::instances::tests::record;
    use crate::anya::planners::ASTAR;
    use crate::harness::Records;
    use crate::plot::tests::markers;

    #[test]
    fn a_picture_has_all_lines_a_legend_and_its_command() {
        let ranks = [20, 3000, 100_000];
        let records = (0..).zip(ranks).flat_map(|(query, rank)| {
            let answer = |planner, nanoseconds| record(("dao", 0, query), planner, (rank, nanoseconds, 1.0));
            let others =
                (2..).zip(PLANNERS).map(move |(factor, (planner, _))| answer(planner, 1000 * factor));
            others.chain([answer(ASTAR, 9000)]).collect::<Vec<_>>()
        });
        let panels = panels(&Records::new(records));
        let svg = panels[1].svg("tautline lab anya --maps \"a & b\"").unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        for part in [
            "\nDragon Age\n",
            "\nnodes expanded by A*\n",
            "\nspeed-up over A* (median)\n",
            "\n100000\n",
            "a &amp; b",
        ] {
            assert!(svg.contains(part), "{part} is missing in\n{svg}");
        }
        for (look, (_, name)) in PLANNERS.iter().enumerate() {
            assert!(svg.contains(&format!("\n{name}\n")), "{name}: {svg}");
            // A marker for each bin, and one in the legend.
            assert_eq!(markers(&svg, look), ranks.len() + 1, "{name}: {svg}");
        }
    }
}
