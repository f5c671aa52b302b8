use std::fmt::{Display, Formatter};
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use crate::harness::{Pairs, Record, mean, quantile, speed_up_interval};
use crate::peers::YARDSTICK;
use crate::units::{geometric_mean, microseconds, time};

/// What was measured.
#[derive(Clone, Debug)]
pub struct Report {
    /// The planners, as they were asked for.
    pub planners: Vec<String>,
    /// How many passes each time is the fastest of.
    pub passes: u64,
    /// One row for each map.
    pub rows: Vec<MapRow>,
}

/// The times on one map.
#[derive(Clone, Debug)]
pub struct MapRow {
    /// The map.
    pub map: String,
    /// How long the yardstick took for each query.
    pub yardstick: Vec<Duration>,
    /// How each planner did.
    pub planners: Vec<PlannerRow>,
}

/// How a planner did on one map.
#[derive(Clone, Debug)]
pub struct PlannerRow {
    /// How long it took for each query.
    pub queries: Vec<Duration>,
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

impl PlannerRow {
    fn of(records: &[&Record]) -> Self {
        let nanoseconds = |nanoseconds: u64| Duration::from_nanos(nanoseconds);
        let excess = |record: &&Record| Some(record.cost? / record.reference.filter(|&length| length > 0.0)?);
        // Paths from cell to cell have steps.
        let is_on_cells = records.iter().any(|record| record.straight.is_some());
        let angles = (!is_on_cells).then(|| Angles {
            excess: mean(records.iter().filter_map(excess)),
            line_of_sight_checks: mean(records.iter().map(|record| record.line_of_sight_checks as f64))
                .unwrap_or_default(),
        });
        Self {
            queries: records.iter().map(|record| nanoseconds(record.nanoseconds)).collect(),
            build: nanoseconds(records.first().map_or(0, |record| record.preparation_nanoseconds)),
            angles,
        }
    }

    fn mean(&self) -> Duration {
        mean_of(&self.queries)
    }
}

fn mean_of(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / times.len().max(1) as u32
}

/// All of them together.
fn seconds(times: &[Duration]) -> f64 {
    times.iter().sum::<Duration>().as_secs_f64()
}

impl MapRow {
    /// How many times as fast as the yardstick a planner is on this map.
    #[must_use]
    pub fn speed_up(&self, planner: usize) -> f64 {
        seconds(&self.yardstick) / seconds(&self.planners[planner].queries)
    }
}

impl Report {
    /// What the records say, map by map and planner by planner as they come.
    #[must_use]
    pub fn of(records: &[Record]) -> Self {
        let (mut planners, mut maps) = (Vec::new(), Vec::new());
        for record in records {
            if record.planner != YARDSTICK.id && !planners.contains(&record.planner) {
                planners.push(record.planner.clone());
            }
            if !maps.contains(&record.setting) {
                maps.push(record.setting.clone());
            }
        }
        let row = |map: String| {
            let of = |planner: &str| {
                let is_of = |record: &&Record| record.setting == map && record.planner == planner;
                let mut of: Vec<&Record> = records.iter().filter(is_of).collect();
                // In the same order for all contestants, whatever the order of the rows.
                of.sort_by_key(|record| record.query);
                of
            };
            let planners = planners.iter().map(|planner| PlannerRow::of(&of(planner))).collect();
            MapRow { yardstick: PlannerRow::of(&of(YARDSTICK.id)).queries, planners, map }
        };
        let rows = maps.into_iter().map(row).collect();
        Self { planners, passes: records.first().map_or(0, |record| record.passes), rows }
    }

    /// How many times as fast as the yardstick a planner is, as the geometric mean over the maps.
    #[must_use]
    pub fn speed_up(&self, planner: usize) -> f64 {
        geometric_mean(self.rows.iter().map(|row| row.speed_up(planner)))
    }

    /// Where that lies with a confidence of 95 %, as far as the choice of the queries goes.
    #[must_use]
    pub fn speed_up_interval(&self, planner: usize) -> Option<(f64, f64)> {
        let seconds = Duration::as_secs_f64;
        let pairs = |row: &MapRow| -> Pairs {
            let ours = &row.planners[planner].queries;
            row.yardstick.iter().map(seconds).zip(ours.iter().map(seconds)).collect()
        };
        speed_up_interval(&self.rows.iter().map(pairs).collect::<Vec<_>>())
    }

    /// How long a query of a planner takes in the middle, and how long that takes which takes longer than 99 of 100, over all maps.
    #[must_use]
    pub fn quantiles(&self, planner: usize) -> Option<(Duration, Duration)> {
        let queries = self.rows.iter().flat_map(|row| &row.planners[planner].queries);
        let mut seconds: Vec<f64> = queries.map(Duration::as_secs_f64).collect();
        seconds.sort_by(f64::total_cmp);
        let at = |part| Some(Duration::from_secs_f64(quantile(&seconds, part)?));
        at(0.5).zip(at(0.99))
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
    pub fn excess(&self, planner: usize) -> Option<(f64, f64, &str)> {
        let rows = self.rows.iter();
        let excesses = rows.filter_map(|row| Some((row.planners[planner].angles?.excess?, row.map.as_str())));
        let excesses: Vec<_> = excesses.collect();
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
        write!(f, "- {}: {checks:.1} line-of-sight checks a query (mean)", self.planners[planner])?;
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
                planners().map(|planner| with_speed_up(row.planners[planner].mean(), row.speed_up(planner)));
            table.add_row([row.map.clone(), microseconds(mean_of(&row.yardstick))].into_iter().chain(times));
        }
        let means = planners().map(|planner| format!("{:.2}×", self.speed_up(planner)));
        table.add_row(["geometric mean".into(), String::new()].into_iter().chain(means));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(f, "{table}\n")?;
        for (planner, name) in self.planners.iter().enumerate() {
            let (mean, longest) = (self.mean_build(planner), self.longest_build(planner));
            if let Some(((least, most), (median, last))) =
                self.speed_up_interval(planner).zip(self.quantiles(planner))
            {
                writeln!(
                    f,
                    "- {name}: {:.2}× (95 %: {least:.2}–{most:.2}); median {}, 99th percentile {}",
                    self.speed_up(planner),
                    time(median),
                    time(last)
                )?;
            }
            writeln!(f, "- {name}: built in {} (geometric mean), {} at most", time(mean), time(longest))?;
            self.write_angles(f, planner)?;
        }
        writeln!(f)?;
        let queries: usize = self.rows.iter().map(|row| row.yardstick.len()).sum();
        write!(
            f,
            "Mean time for a query, fastest of {} passes, and the speed-up over pathfinding 4.16's A* \
             with costs of 1,000,000 and 1,414,214; in brackets where the geometric mean lies if other queries are drawn. \
             Yardstick and planners are interleaved pass by pass, each pass after an untimed warm-up (docs/method.md). \
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
        let queries = vec![Duration::from_micros(query); 100];
        PlannerRow { queries, build: Duration::from_micros(build), angles }
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
                    map: "one".into(),
                    yardstick: vec![micros(800); 100],
                    planners: vec![
                        row(200, 40, None),
                        row(50, 1000, None),
                        row(800, 1, angles(Some(1.0004), 300.0)),
                        row(800, 1, angles(None, 7.0)),
                    ],
                },
                MapRow {
                    map: "two".into(),
                    yardstick: vec![micros(900); 100],
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
            "\n- astar: 6.00× (95 %: 6.00–6.00); median 150 µs, 99th percentile 200 µs\n",
            "\n- astar: built in 60.0 µs (geometric mean), 90.0 µs at most\n- bfs: ",
            "\n- bfs: built in 2.0 ms (geometric mean), 4.0 ms at most\n- theta: ",
            "\n- theta: 200.0 line-of-sight checks a query (mean); paths 0.0300 % longer than the shortest at any angle \
             (mean), 0.0400 % on one\n",
            "\n- theta:corners=open: 7.5 line-of-sight checks a query (mean); the shortest lengths at any angle are not \
             known\n",
            "interleaved pass by pass",
            "200 queries",
        ] {
            assert!(table.contains(part), "{part} is missing in\n{table}");
        }
    }
}
