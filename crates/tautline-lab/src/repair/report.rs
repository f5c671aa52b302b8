use std::fmt::{Display, Formatter};
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use crate::units::{ratio, time};

/// What was measured.
#[derive(Clone, Debug)]
pub struct Report {
    /// The map.
    pub map: String,
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
    /// How many A* queries were made.
    pub queries: usize,
    /// How long they took together.
    pub astar: Duration,
    /// What the edits were drawn with.
    pub seed: u64,
    /// One row for each structure.
    pub structures: Vec<Structure>,
}

/// What one structure costs.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Its name.
    pub name: &'static str,
    /// How long it takes to build.
    pub build: Duration,
    /// How much memory it takes.
    pub bytes: usize,
    /// How long the repair after each edit took, from the shortest to the longest.
    repairs: Vec<Duration>,
}

impl Structure {
    /// With the times of the repairs in any order.
    #[must_use]
    pub fn new(name: &'static str, build: Duration, bytes: usize, mut repairs: Vec<Duration>) -> Self {
        repairs.sort_unstable();
        Self { name, build, bytes, repairs }
    }

    /// The shortest time within which so many of 100 repairs are done: 50 is the median, 100 the worst. None without edits.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Option<Duration> {
        let rank = (self.repairs.len() * percent).div_ceil(100).max(1);
        self.repairs.get(rank - 1).copied()
    }

    fn repair(&self, percent: usize) -> String {
        let shown = |repair| format!("{} ({:.0}×)", time(repair), ratio(self.build, repair));
        self.percentile(percent).map(shown).unwrap_or_default()
    }
}

impl Report {
    /// How much of the time of the A* queries it takes to build a structure.
    #[must_use]
    pub fn share(&self, structure: &Structure) -> f64 {
        ratio(structure.build, self.astar)
    }

    fn per_cell(&self, structure: &Structure) -> f64 {
        structure.bytes as f64 / (f64::from(self.width) * f64::from(self.height))
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        let of_astar = format!("of {} A*", self.queries);
        table.set_header([
            "structure",
            "build",
            &of_astar,
            "bytes",
            "bytes per cell",
            "repair, median",
            "99th percentile",
            "worst",
        ]);
        for structure in &self.structures {
            table.add_row([
                structure.name.into(),
                time(structure.build),
                format!("{:.2} %", 100.0 * self.share(structure)),
                structure.bytes.to_string(),
                format!("{:.2}", self.per_cell(structure)),
                structure.repair(50),
                structure.repair(99),
                structure.repair(100),
            ]);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(f, "{table}\n")?;
        let edits = self.structures.iter().map(|structure| structure.repairs.len()).max().unwrap_or_default();
        write!(
            f,
            "{}, {} × {} cells; {} A* queries spread over its scenario took {}, every answer verified. Each of {edits} \
             edits of seed {} changes one random cell and is followed by a repair; in brackets, how many times as long \
             a build takes. Builds and repairs are the fastest of three, and after every hundredth edit and the last \
             the structure was equal to a new one, or led to paths of the same lengths (pockets).",
            self.map,
            self.width,
            self.height,
            self.queries,
            time(self.astar),
            self.seed
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn structure(repairs: Vec<Duration>) -> Structure {
        Structure::new("jump table", Duration::from_millis(30), 170_000, repairs)
    }

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let micros = Duration::from_micros;
        let thousand = structure((1..=1000).rev().map(micros).collect());
        assert_eq!(
            [50, 99, 100].map(|percent| thousand.percentile(percent)),
            [500, 990, 1000].map(|time| Some(micros(time)))
        );
        assert_eq!(structure(vec![micros(2), micros(1), micros(3)]).percentile(50), Some(micros(2)));
        assert_eq!(structure(vec![micros(7)]).percentile(0), Some(micros(7)));
        assert_eq!(structure(vec![]).percentile(50), None);
    }

    #[test]
    fn the_table_has_every_figure() {
        let report = Report {
            map: "cities/Boston_0_1024".into(),
            width: 100,
            height: 100,
            queries: 1000,
            astar: Duration::from_secs(6),
            seed: 7,
            structures: vec![structure((1..=1000).map(Duration::from_micros).collect())],
        };
        let table = report.to_string();
        for part in [
            "| jump table ",
            "30.0 ms",
            "0.50 %",
            "170000",
            "17.00",
            "500 µs (60×)",
            "990 µs (30×)",
            "1.0 ms (30×)",
            "took 6.0 s",
            "1000 edits of seed 7",
        ] {
            assert!(table.contains(part), "{part} is missing in\n{table}");
        }
    }
}
