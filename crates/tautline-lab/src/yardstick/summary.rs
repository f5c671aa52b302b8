use super::Report;
use crate::harness::markdown;
use crate::units::{factor, time};

/// What one would tell of each planner in a line, as a table in Markdown: the geometric mean of its speed-ups with where that lies if
/// other queries are drawn, the maps where it gains least and most, how long its queries take, and how long it takes to make it.
#[must_use]
pub fn summary(report: &Report) -> String {
    let columns = ["planner", "speed-up (95 %)", "least", "most", "median", "99th percentile", "to make it"];
    let rows = report.planners.iter().enumerate().map(|(planner, name)| {
        let mut speed_ups: Vec<(f64, &str)> =
            report.rows.iter().map(|row| (row.speed_up(planner), row.map.as_str())).collect();
        speed_ups.sort_by(|one, other| one.0.total_cmp(&other.0));
        let on = |end: Option<&(f64, &str)>| {
            let map = |map: &str| map.rsplit('/').next().unwrap_or(map).to_owned();
            end.map_or("–".into(), |&(speed_up, name)| format!("{}× ({})", factor(speed_up), map(name)))
        };
        let interval = report.speed_up_interval(planner);
        let interval =
            interval.map_or("–".into(), |(least, most)| format!("{}–{}", factor(least), factor(most)));
        let (median, last) = report.quantiles(planner).unwrap_or_default();
        vec![
            format!("`{name}`"),
            format!("**{}×** ({interval})", factor(report.speed_up(planner))),
            on(speed_ups.first()),
            on(speed_ups.last()),
            time(median),
            time(last),
            format!("{} at most", time(report.longest_build(planner))),
        ]
    });
    markdown(&columns.map(String::from), rows)
}

#[cfg(test)]
mod tests {
    use crate::harness::Record;
    use crate::harness::records::tests::record;

    use super::*;

    #[test]
    fn every_planner_has_a_line() {
        let of = |map: &str, planner: &str, nanoseconds| Record {
            nanoseconds,
            preparation_nanoseconds: 5_000,
            ..record(map, 0, planner, 1.0)
        };
        let report = Report::of(&[
            of("dao/one", "pathfinding", 4000),
            of("dao/one", "jps", 1000),
            of("sc1/two", "pathfinding", 90_000),
            of("sc1/two", "jps", 10_000),
        ]);
        let table = summary(&report);
        let line = table.lines().last().unwrap().split('|').map(str::trim).collect::<Vec<_>>();
        assert_eq!(
            line,
            [
                "",
                "`jps`",
                "**6.0×** (6.0–6.0)",
                "4.0× (one)",
                "9.0× (two)",
                "5.5 µs",
                "9.9 µs",
                "5.0 µs at most",
                ""
            ]
        );
    }
}
