use std::fmt::{Display, Formatter};
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use crate::units::{geometric_mean, microseconds, ratio, time};

/// What was measured.
#[derive(Clone, Debug)]
pub struct Report {
    /// The planners, as they were asked for.
    pub planners: Vec<String>,
    /// How many passes each time is the fastest of.
    pub passes: usize,
    /// One row for each map.
    pub rows: Vec<MapRow>,
}

/// The times on one map.
#[derive(Clone, Debug)]
pub struct MapRow {
    /// The map.
    pub map: &'static str,
    /// How many queries.
    pub queries: usize,
    /// The yardstick's mean time for a query.
    pub yardstick: Duration,
    /// Each planner's mean time for a query.
    pub planners: Vec<Duration>,
    /// How long it took to build each planner for this map.
    pub builds: Vec<Duration>,
}

impl MapRow {
    /// How many times as fast as the yardstick a planner is on this map.
    #[must_use]
    pub fn speed_up(&self, planner: usize) -> f64 {
        ratio(self.yardstick, self.planners[planner])
    }
}

impl Report {
    /// How many times as fast as the yardstick a planner is, as the geometric mean over the maps.
    #[must_use]
    pub fn speed_up(&self, planner: usize) -> f64 {
        geometric_mean(self.rows.iter().map(|row| row.speed_up(planner)))
    }

    /// How long it took to build a planner, as the geometric mean over the maps.
    #[must_use]
    pub fn mean_build(&self, planner: usize) -> Duration {
        let seconds = geometric_mean(self.rows.iter().map(|row| row.builds[planner].as_secs_f64()));
        // Without a row there is no mean.
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    /// How long it took to build a planner where it took longest.
    #[must_use]
    pub fn longest_build(&self, planner: usize) -> Duration {
        self.rows.iter().map(|row| row.builds[planner]).max().unwrap_or_default()
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        let header = ["map", "yardstick µs"].map(String::from).into_iter();
        table.set_header(header.chain(self.planners.iter().map(|planner| format!("{planner} µs"))));
        let planners = || 0..self.planners.len();
        for row in &self.rows {
            let times = planners().map(|planner| with_speed_up(row.planners[planner], row.speed_up(planner)));
            table.add_row([row.map.into(), microseconds(row.yardstick)].into_iter().chain(times));
        }
        let means = planners().map(|planner| format!("{:.2}×", self.speed_up(planner)));
        table.add_row(["geometric mean".into(), String::new()].into_iter().chain(means));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(f, "{table}")?;
        for (planner, name) in self.planners.iter().enumerate() {
            let (mean, longest) = (self.mean_build(planner), self.longest_build(planner));
            writeln!(f, "{name}: built in {} (geometric mean), {} at most", time(mean), time(longest))?;
        }
        let queries: usize = self.rows.iter().map(|row| row.queries).sum();
        write!(
            f,
            "Mean time for a query, fastest of {} passes, and the speed-up over pathfinding 4.16's A* \
             with costs of 1,000,000 and 1,414,214. On each map the yardstick and each planner makes all its passes \
             in a row, after one that is not timed: compare figures of the same number of passes only. \
             {queries} queries, every answer verified.",
            self.passes
        )
    }
}

fn with_speed_up(time: Duration, speed_up: f64) -> String {
    format!("{} ({speed_up:.2}×)", microseconds(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_map_and_the_geometric_mean() {
        let micros = Duration::from_micros;
        let report = Report {
            planners: vec!["astar".into(), "bfs".into()],
            passes: 5,
            rows: vec![
                MapRow {
                    map: "one",
                    queries: 100,
                    yardstick: micros(800),
                    planners: vec![micros(200), micros(50)],
                    builds: vec![micros(40), micros(1000)],
                },
                MapRow {
                    map: "two",
                    queries: 100,
                    yardstick: micros(900),
                    planners: vec![micros(100), micros(900)],
                    builds: vec![micros(90), micros(4000)],
                },
            ],
        };
        assert!((report.speed_up(0) - 6.0).abs() < 1e-9, "the root of 4 times 9");
        let table = report.to_string();
        for part in [
            "| one ",
            "800",
            "200 (4.00×)",
            "50.0 (16.00×)",
            "geometric mean",
            "6.00×",
            "\nastar: built in 60.0 µs (geometric mean), 90.0 µs at most\n",
            "\nbfs: built in 2.0 ms (geometric mean), 4.0 ms at most\n",
            "all its passes in a row",
            "200 queries",
        ] {
            assert!(table.contains(part), "{part} is missing in\n{table}");
        }
    }
}
