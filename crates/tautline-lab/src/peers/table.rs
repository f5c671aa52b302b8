use std::time::Duration;

use tautline::engine::Registry;

use super::peer::{crowd_notes, moves};
use super::{CROWDS, YARDSTICK, peers};
use crate::harness::{Pairs, Record, Verdict, markdown, mean, quantile, speed_up_interval};
use crate::units::{bytes, factor, geometric_mean, thousands, time};

/// A path is a shortest one if it is longer by no more than this part of it: some libraries reckon in steps of a millionth.
const ROUNDING: f64 = 1e-5;

/// The table of planners, what there is to say of each library, and the table of crowds.
#[must_use]
pub fn report(records: &[Record]) -> String {
    let (crowds, records): (Vec<_>, Vec<_>) = records.iter().partition(|record| record.setting == CROWDS);
    let mut parts = vec![TITLE.to_owned()];
    if !records.is_empty() {
        let mut maps: Vec<&str> = Vec::new();
        for record in &records {
            if !maps.contains(&record.setting.as_str()) {
                maps.push(&record.setting);
            }
        }
        let passes = records.first().map_or(0, |record| record.passes);
        parts.push(format!("Maps: {}. Passes of which the fastest counts: {passes}.", maps.join(", ")));
        parts.push(planners(&records, &maps));
        parts.push(notes(&records));
    }
    if !crowds.is_empty() {
        parts.push(format!("## Crowds\n\n{CROWD_TITLE}\n\n{}", crowd_table(&crowds)));
        let notes = crowd_notes().iter().map(|(library, notes)| format!("- `{library}`: {notes}."));
        parts.push(notes.collect::<Vec<_>>().join("\n"));
    }
    parts.join("\n\n")
}

const TITLE: &str = "\
# Public libraries beside Tautline\n\n\
Each library is used as its own documentation shows, on the same queries. *Right* is the share of its answers that are legal under the \
rule that it is measured by and no longer than a shortest path under that rule, which our exact planners and the reference files \
know. Speed-ups are over `pathfinding`'s A\\*, geometric means over the maps, with where they lie if other queries are drawn (95 %). \
Only planners of the same rule do the same work: the notes say which. *Memory* is what the preparation keeps and what the \
largest of a few queries takes beside it, the map itself not counted, as a program pays for it that has answered nothing before.";

const CROWD_TITLE: &str = "\
250 agents of radius 1.5 on a lattice in a disc, each on the way to the place opposite; two hundred steps of 0.25 on one \
thread, the fastest of five parts of the run. That is the beginning of the way, and the densest: few have arrived then. Collisions are pairs that overlap by more than 0.001, counted in each step.";

fn planners(records: &[&Record], maps: &[&str]) -> String {
    let columns =
        ["planner", "guarantees", "right", "mean", "median", "p99", "speed-up", "preparation", "memory"];
    let mut names: Vec<&str> = Vec::new();
    for record in records {
        if !names.contains(&record.planner.as_str()) {
            names.push(&record.planner);
        }
    }
    let of = |planner: &str, map: &str| -> Vec<&Record> {
        let wanted = |record: &&&Record| record.planner == planner && record.setting == map;
        let mut of: Vec<&Record> = records.iter().filter(wanted).copied().collect();
        of.sort_by_key(|record| record.query);
        of
    };
    let seconds = |record: &&Record| record.nanoseconds as f64 / 1e9;
    let rows = names.into_iter().map(|planner| {
        let by_map: Vec<Vec<&Record>> = maps.iter().map(|map| of(planner, map)).collect();
        let all: Vec<&Record> = by_map.iter().flatten().copied().collect();
        let mut times: Vec<f64> = all.iter().map(seconds).collect();
        times.sort_by(f64::total_cmp);
        let shown = |seconds: Option<f64>| seconds.map_or("–".into(), |s| time(Duration::from_secs_f64(s)));
        let pairs: Vec<Pairs> = maps
            .iter()
            .zip(&by_map)
            .map(|(map, ours)| {
                of(YARDSTICK.id, map).iter().map(seconds).zip(ours.iter().map(seconds)).collect()
            })
            .collect();
        let preparations = || {
            let seconds = |of_map: &Vec<&Record>| Some(of_map.first()?.preparation_nanoseconds as f64 / 1e9);
            by_map.iter().filter_map(seconds)
        };
        let right = all.iter().filter(|record| is_right(record)).count();
        vec![
            planner.to_owned(),
            guarantee(planner),
            format!("{:.1} %", 100.0 * right as f64 / all.len() as f64),
            shown(mean(times.iter().copied())),
            shown(quantile(&times, 0.5)),
            shown(quantile(&times, 0.99)),
            speed_up(&pairs),
            shown(mean(preparations())),
            all.iter().filter_map(|record| record.bytes).max().map_or("–".into(), bytes),
        ]
    });
    markdown(&columns.map(String::from), rows)
}

/// An answer that is what it should be: a shortest path, or that there is none where there is none.
fn is_right(record: &Record) -> bool {
    match (record.cost, record.reference) {
        (Some(cost), Some(reference)) => cost <= reference * (1.0 + ROUNDING),
        (None, None) => record.outcome == Verdict::Unreachable,
        _ => false,
    }
}

fn speed_up(pairs: &[Pairs]) -> String {
    let ratio = |pairs: &Pairs| {
        let (longer, shorter) =
            pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
        longer / shorter
    };
    match speed_up_interval(pairs) {
        Some((least, most)) => {
            let mean = geometric_mean(pairs.iter().map(ratio));
            format!("{}× ({}–{})", factor(mean), factor(least), factor(most))
        }
        None => "–".into(),
    }
}

/// What a planner or library promises, as far as it is known here.
fn guarantee(planner: &str) -> String {
    let ours =
        || Registry::core().select(planner).ok().map(|selection| selection.descriptor().guarantee.name());
    let peer = peers().into_iter().find(|peer| peer.id == planner).map(|peer| peer.guarantee);
    peer.or_else(ours).unwrap_or("–").to_owned()
}

fn notes(records: &[&Record]) -> String {
    let is_measured = |id: &str| records.iter().any(|record| record.planner == id);
    let peers = peers().into_iter().filter(|peer| is_measured(peer.id));
    let line = |peer: super::Peer| {
        format!("- `{}` ({}, {}): {}.", peer.id, peer.library, moves(peer.rule), peer.notes)
    };
    peers.map(line).collect::<Vec<_>>().join("\n")
}

fn crowd_table(records: &[&Record]) -> String {
    let columns = ["library", "µs per agent-step", "collisions", "arrived"];
    let rows = records.iter().map(|record| {
        vec![
            record.planner.clone(),
            format!("{:.3}", record.nanoseconds as f64 / 1e3 / record.expanded.max(1) as f64),
            thousands(record.generated),
            format!("{:.1} %", 100.0 * record.cost.unwrap_or_default()),
        ]
    });
    markdown(&columns.map(String::from), rows)
}
