use std::fmt::{Display, Formatter};
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

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
}

impl MapRow {
    /// How many times as fast as the yardstick a planner is on this map.
    #[must_use]
    pub fn speed_up(&self, planner: usize) -> f64 {
        self.yardstick.as_secs_f64() / self.planners[planner].as_secs_f64()
    }
}

impl Report {
    /// How many times as fast as the yardstick a planner is, as the geometric mean over the maps.
    #[must_use]
    pub fn speed_up(&self, planner: usize) -> f64 {
        let logarithms = self.rows.iter().map(|row| row.speed_up(planner).ln());
        (logarithms.sum::<f64>() / self.rows.len() as f64).exp()
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
        let queries: usize = self.rows.iter().map(|row| row.queries).sum();
        write!(
            f,
            "Mean time for a query, fastest of {} passes, and the speed-up over pathfinding 4.16's A* \
             with costs of 1,000,000 and 1,414,214. {queries} queries, every answer verified.",
            self.passes
        )
    }
}

fn microseconds(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 100.0 { format!("{micros:.1}") } else { format!("{micros:.0}") }
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
                },
                MapRow {
                    map: "two",
                    queries: 100,
                    yardstick: micros(900),
                    planners: vec![micros(100), micros(900)],
                },
            ],
        };
        assert!((report.speed_up(0) - 6.0).abs() < 1e-9, "the root of 4 times 9");
        let table = report.to_string();
        for part in
            ["| one ", "800", "200 (4.00×)", "50.0 (16.00×)", "geometric mean", "6.00×", "200 queries"]
        {
            assert!(table.contains(part), "{part} is missing in\n{table}");
        }
    }
}
