//! Measured queries as a table for people: a column for each planner, a row for each figure.

use std::io::{self, Write};
use std::time::Duration;

use crate::commands::scen::{Job, Record};
use crate::{table, units};

/// How wide a column of the table is at least, its name and its blanks included.
const COLUMN: usize = 16;

/// Writes tables with as many planners side by side as fit the width.
pub(crate) fn write(job: &Job, records: &[Vec<Record>], width: usize, out: &mut dyn Write) -> io::Result<()> {
    let at_once = (width / COLUMN).saturating_sub(1).max(1);
    let tables = job.planners.chunks(at_once).zip(records.chunks(at_once));
    for (number, (planners, records)) in tables.enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let header = std::iter::once(job.map.clone()).chain(planners.iter().map(ToString::to_string));
        let mut table = table::with_header(header, width);
        let columns: Vec<_> = records.iter().map(|records| figures(job, records)).collect();
        for (row, name) in NAMES.iter().enumerate() {
            let cells = columns.iter().map(|column| column[row].as_str());
            table.add_row(std::iter::once(*name).chain(cells));
        }
        table::align_right(&mut table, 1..);
        table::print(&table, out)?;
    }
    Ok(())
}

const NAMES: [&str; 13] = [
    "queries",
    "found",
    "partial",
    "unreachable",
    "stopped",
    "errors",
    "mean time",
    "median time",
    "p99 time",
    "max time",
    "mean expanded",
    "total length",
    "÷ reference",
];

fn figures(job: &Job, records: &[Record]) -> [String; 13] {
    let count = |outcome: &str| records.iter().filter(|record| record.outcome == outcome).count().to_string();
    let mut times: Vec<u64> = records.iter().map(|record| record.nanoseconds).collect();
    times.sort_unstable();
    let quantile = |part: f64| {
        // The smallest time that at least this part of the queries keep to.
        let rank = (part * times.len() as f64).ceil() as usize;
        shown(times.get(rank.saturating_sub(1)).copied())
    };
    let mean = |sum: u64| (!records.is_empty()).then(|| sum as f64 / records.len() as f64);
    let expanded = mean(records.iter().map(|record| record.expanded).sum());
    let lengths = || records.iter().filter_map(|record| record.cost);
    [
        records.len().to_string(),
        count("found"),
        count("partial"),
        count("unreachable"),
        count("stopped"),
        count("error"),
        shown(mean(times.iter().sum()).map(|mean| mean as u64)),
        quantile(0.5),
        quantile(0.99),
        quantile(1.0),
        expanded.map_or("–".to_owned(), |mean| format!("{mean:.1}")),
        // Not a sum: that of nothing is −0.
        format!("{:.3}", lengths().fold(0.0, |total, length| total + length)),
        ratio(job, records).map_or("–".to_owned(), |ratio| format!("{ratio:.6}")),
    ]
}

fn shown(nanoseconds: Option<u64>) -> String {
    nanoseconds.map_or("–".to_owned(), |nanoseconds| units::time(Duration::from_nanos(nanoseconds)))
}

/// How long the paths are together, compared with the references of the same queries.
fn ratio(job: &Job, records: &[Record]) -> Option<f64> {
    let both = job.queries.iter().zip(records);
    let (found, expected) = both
        .filter_map(|(query, record)| Some((record.cost?, query.reference.length?)))
        .fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    (expected > 0.0).then(|| found / expected)
}
