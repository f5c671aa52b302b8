use std::fmt::{Display, Formatter};
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use crate::harness::mean;
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
    /// How each planner did.
    pub planners: Vec<PlannerRow>,
}

/// How a planner did on one map.
#[derive(Clone, Debug)]
pub struct PlannerRow {
    /// Its mean time for a query.
    pub query: Duration,
    /// How long it took to build it.
    pub build: Duration,
    /// What there is to say of a planner that does not plan on cells.
    pub angles: Option<Angles>,
}

/// Means over the queries of a planner that does not plan on cells.
#[derive(Clone, Copy, Debug)]
pub struct Angles {
    /// How many times as long as the shortest at any angle its paths are, where these are known.
    pub excess: Option<f64>,
    /// Of how many lines a query asks whether they are unblocked.
    pub line_of_sight_checks: f64,
}

impl MapRow {
    /// How many times as fast as the yardstick a planner is on this map.
    #[must_use]
    pub fn speed_up(&self, planner: usize) -> f64 {
        ratio(self.yardstick, self.planners[planner].query)
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
        let seconds = geometric_mean(self.rows.iter().map(|row| row.planners[planner].build.as_secs_f64()));
        // Without a row there is no mean.
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    /// How many times as long as the shortest at any angle a planner's paths are, as the mean over the maps where these are
    /// known, and where that is most.
    #[must_use]
    pub fn excess(&self, planner: usize) -> Option<(f64, f64, &'static str)> {
        let excess = |row: &MapRow| Some((row.planners[planner].angles?.excess?, row.map));
        let excesses: Vec<_> = self.rows.iter().filter_map(excess).collect();
        let (worst, map) = excesses.iter().copied().max_by(|one, other| one.0.total_cmp(&other.0))?;
        Some((mean(excesses.iter().map(|&(excess, _)| excess))?, worst, map))
    }

    /// How many lines of sight a query of a planner takes, as the mean over the maps; none for one on cells.
    #[must_use]
    pub fn line_of_sight_checks(&self, planner: usize) -> Option<f64> {
        mean(self.rows.iter().filter_map(|row| Some(row.planners[planner].angles?.line_of_sight_checks)))
    }

    fn write_angles(&self, f: &mut Formatter<'_>, planner: usize) -> std::fmt::Result {
        let Some(checks) = self.line_of_sight_checks(planner) else {
            return Ok(());
        };
        write!(f, "{}: {checks:.1} line-of-sight checks a query (mean)", self.planners[planner])?;
        match self.excess(planner) {
            Some((mean, worst, map)) => {
                let percent = |excess| 100.0 * (excess - 1.0);
                writeln!(
                    f,
                    "; paths {:.4} % longer than the shortest at any angle (mean), {:.4} % on {map}",
                    percent(mean),
                    percent(worst)
                )
            }
            None => writeln!(f, "; the shortest lengths at any angle are not known"),
        }
    }

    /// How long it took to build a planner where it took longest.
    #[must_use]
    pub fn longest_build(&self, planner: usize) -> Duration {
        self.rows.iter().map(|row| row.planners[planner].build).max().unwrap_or_default()
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
            let times =
                planners().map(|planner| with_speed_up(row.planners[planner].query, row.speed_up(planner)));
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
            self.write_angles(f, planner)?;
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

    fn row(query: u64, build: u64, angles: Option<Angles>) -> PlannerRow {
        PlannerRow { query: Duration::from_micros(query), build: Duration::from_micros(build), angles }
    }

    #[test]
    fn the_table_has_every_map_and_the_geometric_mean() {
        let micros = Duration::from_micros;
        let angles = |excess, line_of_sight_checks| Some(Angles { excess, line_of_sight_checks });
        let report = Report {
            planners: vec!["astar".into(), "bfs".into(), "theta".into(), "theta:corners=open".into()],
            passes: 5,
            rows: vec![
                MapRow {
                    map: "one",
                    queries: 100,
                    yardstick: micros(800),
                    planners: vec![
                        row(200, 40, None),
                        row(50, 1000, None),
                        row(800, 1, angles(Some(1.0004), 300.0)),
                        row(800, 1, angles(None, 7.0)),
                    ],
                },
                MapRow {
                    map: "two",
                    queries: 100,
                    yardstick: micros(900),
                    planners: vec![
                        row(100, 90, None),
                        row(900, 4000, None),
                        row(900, 1, angles(Some(1.0002), 100.0)),
                        row(900, 1, angles(None, 8.0)),
                    ],
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
            "\nastar: built in 60.0 µs (geometric mean), 90.0 µs at most\nbfs: ",
            "\nbfs: built in 2.0 ms (geometric mean), 4.0 ms at most\ntheta: ",
            "\ntheta: 200.0 line-of-sight checks a query (mean); paths 0.0300 % longer than the shortest at any angle \
             (mean), 0.0400 % on one\n",
            "\ntheta:corners=open: 7.5 line-of-sight checks a query (mean); the shortest lengths at any angle are not \
             known\n",
            "all its passes in a row",
            "200 queries",
        ] {
            assert!(table.contains(part), "{part} is missing in\n{table}");
        }
    }
}
