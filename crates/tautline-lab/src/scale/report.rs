//! The tables of growth.

use std::collections::BTreeSet;
use std::time::Duration;

use tautline::engine::{Descriptor, Registry};

use super::fit::Growth;
use super::series::{Series, series};
use super::worlds::Kind;
use super::{Axis, Row};
use crate::harness::markdown;
use crate::units::{thousands, time};

/// How figures are made, and how growth is to be read.
const METHOD: &str = "Growth is t = a·n^b, fitted by least squares on the logarithms, and in brackets where b lies with 95 % confidence, \
                      by the standard error of the regression. With three sizes that is wide.";

/// Tables of what was measured along each axis, with how it grows, as Markdown.
#[must_use]
pub fn report(rows: &[Row]) -> String {
    let mut parts = vec![format!("# Scaling\n\n{METHOD}")];
    for axis in Axis::ALL {
        let all = series(rows, axis);
        let mut groups = all.chunk_by(|one, other| one.kind == other.kind).peekable();
        if groups.peek().is_some() {
            parts.push(format!("## {}", axis.title()));
        }
        for group in groups {
            parts.push(format!("### {}", title(axis, group[0].kind)));
            parts.extend(of_kind(axis, group));
        }
    }
    parts.join("\n\n")
}

impl Axis {
    fn title(self) -> &'static str {
        match self {
            Self::Map => "The map grows: time of a query",
            Self::Batch => "The batch grows: time of a query",
            Self::Agents => "The crowd grows: time of a step of an agent",
        }
    }

    /// What takes the time that is fitted, and how many times as large the next size is.
    fn growing(self) -> (&'static str, u32) {
        match self {
            Self::Map => ("a query", 4),
            Self::Batch => ("a batch", 10),
            Self::Agents => ("a step", 2),
        }
    }

    /// A size, as the name of a column.
    fn column(self, size: u64) -> String {
        if self == Self::Map { format!("{size}²") } else { thousands(size) }
    }
}

/// What a kind of world or a scene is, for people.
fn title(axis: Axis, kind: &str) -> String {
    match (axis, kind) {
        (Axis::Agents, "disc") => "A disc full of agents, each to the other side".into(),
        (Axis::Agents, "town") => "A town, all to its middle along a flow field".into(),
        (Axis::Agents, other) => other.into(),
        (Axis::Map | Axis::Batch, kind) => Kind::title(kind).into(),
    }
}

/// The parts about one kind of world or scene.
fn of_kind(axis: Axis, group: &[Series<'_>]) -> Vec<String> {
    let sizes: BTreeSet<u64> =
        group.iter().flat_map(|series| series.rows.iter().map(|row| row.size)).collect();
    let sizes: Vec<u64> = sizes.into_iter().collect();
    let mut parts = vec![times(axis, group, &sizes)];
    parts.extend(sentences(axis, group));
    parts.extend(preparations(axis, group, &sizes));
    parts.extend(left_out(axis, group, &sizes));
    parts
}

/// The table of times.
fn times(axis: Axis, group: &[Series<'_>], sizes: &[u64]) -> String {
    let (what, _) = axis.growing();
    let first = if axis == Axis::Agents { "model" } else { "planner" };
    let columns = [first.to_owned()].into_iter().chain(sizes.iter().map(|&size| axis.column(size)));
    let growth = [format!("{what} grows as {}^b", axis.unit())];
    let expansions = (axis == Axis::Map).then(|| "expansions grow as cells^b".to_owned());
    let columns: Vec<_> = columns.chain(growth).chain(expansions).collect();
    let rows = group.iter().map(|series| {
        let shown = |&size: &u64| series.of(size).map_or_else(|| "–".into(), |row| duration(row.nanoseconds));
        let times = sizes.iter().map(shown);
        let expansions = (axis == Axis::Map).then(|| fitted(series.expansions()));
        let growth = [fitted(series.time())].into_iter().chain(expansions);
        [series.name()].into_iter().chain(times).chain(growth).collect()
    });
    markdown(&columns, rows)
}

/// The table of preparations, of what has any: planners with an index, and the ways of agents.
fn preparations(axis: Axis, group: &[Series<'_>], sizes: &[u64]) -> Option<String> {
    let what = if axis == Axis::Agents { "to find all ways" } else { "to prepare" };
    let columns = [what.to_owned()].into_iter().chain(sizes.iter().map(|&size| axis.column(size)));
    // What an index has depends on the size of the map, so it does not grow by one law.
    let has_growth = axis == Axis::Agents;
    let growth = has_growth.then(|| format!("grows as {}^b", axis.unit()));
    let columns: Vec<_> = columns.chain(growth).collect();
    let is_prepared = |series: &&Series<'_>| match axis {
        Axis::Map => is_prepared(series),
        Axis::Batch => false,
        Axis::Agents => true,
    };
    let rows = group.iter().filter(is_prepared).map(|series| {
        let shown = |&size: &u64| {
            series.of(size).map_or_else(|| "–".into(), |row| duration(row.prepare_nanoseconds as f64))
        };
        let growth = has_growth.then(|| fitted(series.preparation()));
        [series.name()].into_iter().chain(sizes.iter().map(shown)).chain(growth).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    (!rows.is_empty()).then(|| markdown(&columns, rows))
}

/// Whether its planner has an index.
fn is_prepared(series: &Series<'_>) -> bool {
    Registry::core().find(series.subject).is_some_and(Descriptor::needs_index)
}

/// What each growth means; none where nothing grows.
fn sentences(axis: Axis, group: &[Series<'_>]) -> Option<String> {
    let (what, factor) = axis.growing();
    let (unit, times) = (axis.unit(), ["twice", "four times", "ten times"][factor.ilog2() as usize - 1]);
    let mut lines: Vec<String> = Vec::new();
    for series in group {
        let name = series.name();
        if let Some(growth) = series.time() {
            let longer = f64::from(factor).powf(growth.exponent);
            lines.push(format!(
                "- {name}: the time of {what} grows as {unit}^b with b = {}: {times} the {unit} take {longer:.1} times as long.",
                fitted(Some(growth))
            ));
        }
        lines.extend(speed_up(series, group));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What several threads are good for, by the largest size that was measured on one, too.
fn speed_up(series: &Series<'_>, group: &[Series<'_>]) -> Option<String> {
    let alone = group.iter().find(|other| other.subject == series.subject && other.threads == 1);
    let alone = alone.filter(|_| series.threads > 1)?;
    let (many, one) = series.rows.iter().rev().find_map(|row| Some((*row, alone.of(row.size)?)))?;
    Some(format!(
        "- {}: {} {} are {:.2} times as fast as on 1 thread.",
        series.name(),
        thousands(many.size),
        series.axis.unit(),
        one.nanoseconds / many.nanoseconds
    ))
}

/// Which prepared planners are not measured on the largest maps, and why.
fn left_out(axis: Axis, group: &[Series<'_>], sizes: &[u64]) -> Option<String> {
    let prepared = group.iter().filter(|series| axis == Axis::Map && is_prepared(series));
    let notes = prepared.filter_map(|series| {
        let largest = series.rows.last().filter(|row| Some(&row.size) < sizes.last())?;
        Some(format!("{} beyond {}²", series.name(), largest.size))
    });
    let notes: Vec<_> = notes.collect();
    (!notes.is_empty()).then(|| format!("Left out, as it takes too long to prepare: {}.", notes.join(", ")))
}

/// A growth, for a table.
fn fitted(growth: Option<Growth>) -> String {
    match growth {
        Some(Growth { exponent, interval: Some((least, most)) }) => {
            format!("{exponent:.2} ({least:.2} to {most:.2})")
        }
        Some(Growth { exponent, interval: None }) => format!("{exponent:.2}"),
        None => "–".into(),
    }
}

/// A time with its unit; short ones have more digits.
fn duration(nanoseconds: f64) -> String {
    if nanoseconds < 10e3 {
        format!("{:.2} µs", nanoseconds / 1e3)
    } else {
        time(Duration::from_secs_f64(nanoseconds / 1e9))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::series::tests::row;

    fn maps() -> Vec<Row> {
        let map = |planner, size, time| row(Axis::Map, ("maze-4", planner), (size, 1), time);
        let astar = [256, 512, 1024].map(|size| map("astar", size, (size * size) as f64 / 1e3));
        astar.into_iter().chain([map("jump-graph", 256, 2.0), map("jump-graph", 512, 4.0)]).collect()
    }

    #[test]
    fn maps_have_times_growth_and_what_it_means() {
        let report = report(&maps());
        assert_eq!(
            report.lines().skip(4).collect::<Vec<_>>(),
            [
                "## The map grows: time of a query",
                "",
                "### A maze with corridors 4 cells wide",
                "",
                "| planner    |    256² |    512² |  1024² | a query grows as cells^b | expansions grow as cells^b |",
                "|------------|---------|---------|--------|--------------------------|----------------------------|",
                "| astar      | 65.5 µs |  262 µs | 1.0 ms |      1.00 (1.00 to 1.00) |        1.00 (1.00 to 1.00) |",
                "| jump-graph | 2.00 µs | 4.00 µs |      – |                     0.50 |                       0.50 |",
                "",
                "- astar: the time of a query grows as cells^b with b = 1.00 (1.00 to 1.00): four times the cells take 4.0 times as long.",
                "- jump-graph: the time of a query grows as cells^b with b = 0.50: four times the cells take 2.0 times as long.",
                "",
                "| to prepare |    256² |   512² | 1024² |",
                "|------------|---------|--------|-------|",
                "| jump-graph | 65.5 µs | 262 µs |     – |",
                "",
                "Left out, as it takes too long to prepare: jump-graph beyond 512².",
            ]
        );
    }

    #[test]
    fn threads_are_compared() {
        let batch = |(size, threads), time| row(Axis::Batch, ("rooms-15", "jps"), (size, threads), time);
        let rows = [batch((1, 1), 4.0), batch((1000, 1), 4.0), batch((1, 2), 4.0), batch((1000, 2), 2.5)];
        let report = report(&rows);
        for part in [
            "| planner        |       1 |   1,000 | a batch grows as queries^b |",
            "- jps, 1 thread: the time of a batch grows as queries^b with b = 1.00: ten times the queries take 10.0 times as long.",
            "- jps, 2 threads: 1,000 queries are 1.60 times as fast as on 1 thread.",
        ] {
            assert!(report.contains(part), "{part}: {report}");
        }
        assert!(!report.contains("prepare") && !report.contains("1 thread: 1,000"), "{report}");
    }

    #[test]
    fn crowds_have_a_table_for_each_scene() {
        let crowd = |scene, size| row(Axis::Agents, (scene, "orca"), (size, 1), 0.5);
        let report = report(&[crowd("town", 250), crowd("disc", 250), crowd("disc", 500)]);
        let [disc, town] = ["### A disc", "### A town"].map(|part| report.find(part).unwrap());
        assert!(disc < town, "{report}");
        for part in [
            "| orca, 1 thread | 0.50 µs | 0.50 µs |                     1.00 |",
            "- orca, 1 thread: the time of a step grows as agents^b with b = 1.00: twice the agents take 2.0 times as long.",
            "| to find all ways |",
            "| orca, 1 thread | 0.50 µs |                        – |",
        ] {
            assert!(report.contains(part), "{part}: {report}");
        }
    }

    #[test]
    fn only_what_is_prepared_is_left_out() {
        assert!(!report(&maps()[..3]).contains("Left out"));
        let mut online = maps();
        online.iter_mut().skip(3).for_each(|row| row.subject = "jps".into());
        assert!(!report(&online).contains("Left out"));
    }

    #[test]
    fn nothing_makes_no_tables() {
        assert_eq!(report(&[]), format!("# Scaling\n\n{METHOD}"));
    }
}
