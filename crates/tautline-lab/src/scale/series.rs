//! Rows that belong together: the same thing in several sizes.

use super::fit::{Growth, growth};
use super::{Axis, Row};

/// What was measured of one subject in one kind of world on so many threads, by size.
#[derive(Clone, Debug)]
pub(super) struct Series<'r> {
    /// What grows.
    pub(super) axis: Axis,
    /// The planner or the model.
    pub(super) subject: &'r str,
    /// The kind of world or the scene.
    pub(super) kind: &'r str,
    /// On how many threads.
    pub(super) threads: u64,
    /// The rows, by size.
    pub(super) rows: Vec<&'r Row>,
}

/// The series along an axis, in the order in which the experiment has their kinds and subjects.
pub(super) fn series(rows: &[Row], axis: Axis) -> Vec<Series<'_>> {
    let mut found: Vec<Series<'_>> = Vec::new();
    for row in rows.iter().filter(|row| row.axis == axis) {
        let Row { kind, subject, threads, .. } = row;
        let is_same = |series: &&mut Series<'_>| {
            series.kind == kind && series.subject == subject && series.threads == *threads
        };
        match found.iter_mut().find(is_same) {
            Some(series) => series.rows.push(row),
            None => found.push(Series { axis, subject, kind, threads: *threads, rows: vec![row] }),
        }
    }
    let place = |known: &[&str], name: &str| known.iter().position(|known| *known == name);
    let (kinds, subjects) = (axis.kinds(), axis.subjects());
    found
        .sort_by_key(|series| (place(&kinds, series.kind), place(&subjects, series.subject), series.threads));
    for series in &mut found {
        series.rows.sort_by_key(|row| row.size);
    }
    found
}

impl Axis {
    /// What the size of a row comes to, in what things grow with: cells, queries or agents.
    pub(super) fn extent(self, row: &Row) -> f64 {
        let size = row.size as f64;
        if self == Self::Map { size * size } else { size }
    }

    /// What that is, for people.
    pub(super) const fn unit(self) -> &'static str {
        match self {
            Self::Map => "cells",
            Self::Batch => "queries",
            Self::Agents => "agents",
        }
    }

    /// How long all of a row takes: a query on a map, a batch, or a step of a crowd.
    pub(super) fn whole_time(self, row: &Row) -> f64 {
        if self == Self::Map { row.nanoseconds } else { row.nanoseconds * row.size as f64 }
    }
}

impl Series<'_> {
    /// How the time grows: of a query with the map, of a batch with its queries, of a step with the agents.
    pub(super) fn time(&self) -> Option<Growth> {
        growth(self.rows.iter().map(|row| (self.axis.extent(row), self.axis.whole_time(row))))
    }

    /// How the expansions of a query grow.
    pub(super) fn expansions(&self) -> Option<Growth> {
        growth(self.rows.iter().filter_map(|row| Some((self.axis.extent(row), row.expanded?))))
    }

    /// How the preparation grows.
    pub(super) fn preparation(&self) -> Option<Growth> {
        growth(self.rows.iter().map(|row| (self.axis.extent(row), row.prepare_nanoseconds as f64)))
    }

    /// The row of a size.
    pub(super) fn of(&self, size: u64) -> Option<&Row> {
        self.rows.iter().find(|row| row.size == size).copied()
    }

    /// What a table or a legend calls it among others of the same kind.
    pub(super) fn name(&self) -> String {
        match (self.axis, self.threads) {
            (Axis::Map, _) => self.subject.to_owned(),
            (_, 1) => format!("{}, 1 thread", self.subject),
            (_, threads) => format!("{}, {threads} threads", self.subject),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A row that takes so many microseconds for a unit.
    pub(crate) fn row(
        axis: Axis,
        (kind, subject): (&str, &str),
        (size, threads): (u64, u64),
        time: f64,
    ) -> Row {
        Row {
            axis,
            kind: kind.into(),
            subject: subject.into(),
            size,
            threads,
            seed: 1,
            units: 10,
            passes: 2,
            nanoseconds: time * 1e3,
            expanded: (axis != Axis::Agents).then_some(time / 2.0),
            prepare_nanoseconds: size * size,
        }
    }

    #[test]
    fn series_are_in_order_and_grow() {
        let map = |planner, size, time| row(Axis::Map, ("maze-4", planner), (size, 1), time);
        let rows = [
            map("jps", 256, 2.0),
            map("astar", 512, 64.0),
            map("astar", 256, 16.0),
            row(Axis::Map, ("random-10", "jps"), (256, 1), 1.0),
            row(Axis::Batch, ("rooms-15", "jps"), (10, 2), 4.0),
            row(Axis::Batch, ("rooms-15", "jps"), (1, 2), 4.0),
        ];
        let series = series(&rows, Axis::Map);
        let names: Vec<_> = series.iter().map(|series| (series.kind, series.name())).collect();
        assert_eq!(
            names,
            [("random-10", "jps".into()), ("maze-4", "astar".into()), ("maze-4", String::from("jps"))]
        );
        let sizes: Vec<_> = series[1].rows.iter().map(|row| row.size).collect();
        assert_eq!(sizes, [256, 512]);
        for growth in [series[1].time(), series[1].expansions(), series[1].preparation()] {
            // Four times the time for four times the cells.
            assert!((growth.unwrap().exponent - 1.0).abs() < 1e-12);
        }
        assert_eq!((series[2].time(), series[2].of(512)), (None, None));
        let batches = super::series(&rows, Axis::Batch);
        assert_eq!((batches.len(), batches[0].name()), (1, "jps, 2 threads".into()));
        assert!((batches[0].time().unwrap().exponent - 1.0).abs() < 1e-12, "as long for each query");
    }
}
