//! A plan for people.

use std::io::{self, Write};

use anstyle::Style;
use tautline::search::{Outcome, PathDetail};

use super::Plan;
use crate::args::shown;
use crate::units;

/// Writes a summary and a drawing that fits the width.
pub(crate) fn write(plan: &Plan<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for (name, value) in summary(plan) {
        const BOLD: Style = Style::new().bold();
        writeln!(out, "{BOLD}{name:<10}{BOLD:#} {value}")?;
    }
    writeln!(out)?;
    plan.scene.write_text(width, out)
}

fn summary(plan: &Plan<'_>) -> Vec<(&'static str, String)> {
    let (run, stats) = (plan.run, plan.run.stats());
    let outcome = match run.answer.as_ref().map(|answer| &answer.outcome) {
        Ok(Outcome::Stopped { why, .. }) if !plan.was_prepared => {
            format!("stopped: {}, and nothing was searched", plan.stopped(*why))
        }
        Ok(Outcome::Stopped { why, .. }) => {
            format!("stopped: {why}; the path leads to the nearest place so far")
        }
        Ok(Outcome::Partial { why, .. }) => {
            format!("partial: {why}; the path leads to the reachable place nearest to it")
        }
        _ => run.name().to_owned(),
    };
    let outcome = match &plan.agent {
        Some(agent) => format!("{outcome} ({agent})"),
        None => outcome,
    };
    let name = format!("{} ({}, {})", plan.selection, plan.selection.descriptor().name, plan.guarantee);
    let mut lines = vec![("planner", name), ("outcome", outcome)];
    if !plan.was_prepared {
        return lines;
    }
    if let Some(path) = run.any_path() {
        lines.push(("cost", format!("{:.9}", path.cost())));
        lines.push(("turns", plan.turns.unwrap_or(0).to_string()));
        lines.push(("steps", plan.steps.to_string()));
        if path.end().point() != plan.query.goal.point() {
            lines.push(("end", shown(path.end())));
        }
        if plan.query.detail == PathDetail::Waypoints {
            let places: Vec<_> = path.positions().map(shown).collect();
            lines.push(("waypoints", places.join(" ")));
        }
    }
    lines.push(("expanded", stats.expanded.to_string()));
    lines.push(("generated", stats.generated.to_string()));
    if stats.passed_over > 0 {
        lines.push(("passed over", stats.passed_over.to_string()));
    }
    if stats.iterations > 0 {
        lines.push(("iterations", stats.iterations.to_string()));
    }
    if stats.repairs > 0 {
        lines.push(("repairs", stats.repairs.to_string()));
    }
    if plan.is_shown_as_prepared() {
        let word = if plan.is_loaded { "loaded" } else { "prepared" };
        lines.push((word, format!("in {}", units::time(plan.preparation))));
    }
    let watched = plan.watched_for.map(|what| format!(", watched for {what}")).unwrap_or_default();
    lines.push(("time", format!("{} (the first call, with cold memory{watched})", units::time(run.time))));
    lines
}
