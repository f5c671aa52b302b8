//! A plan for people.

use std::io::{self, Write};

use anstyle::Style;
use tautline::search::PathDetail;
use tautline_run::Verdict;

use super::Plan;
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
    let (run, stats) = (plan.run, plan.run.stats);
    let outcome = match &run.verdict {
        Verdict::Stopped { why, .. } => format!("stopped: {why}; the path leads to the nearest place so far"),
        Verdict::Partial { why, .. } => {
            format!("partial: {why}; the path leads to the reachable place nearest to it")
        }
        other => other.name().to_owned(),
    };
    let outcome = match &plan.agent {
        Some(agent) => format!("{outcome} ({agent})"),
        None => outcome,
    };
    let name = format!(
        "{} ({}, {})",
        plan.selection,
        plan.selection.planner.name,
        tautline_run::promise(plan.guarantee)
    );
    let mut lines = vec![("planner", name), ("outcome", outcome)];
    if let Some(walk) = run.verdict.walk() {
        lines.push(("cost", format!("{:.9}", walk.cost)));
        lines.push(("turns", walk.turns.to_string()));
        lines.push(("steps", plan.steps.to_string()));
        if let Some(&(x, y)) = walk.places.last().filter(|&&last| last != plan.question.goal) {
            lines.push(("end", format!("{x},{y}")));
        }
        if plan.question.detail == PathDetail::Waypoints {
            let places: Vec<_> = walk.places.iter().map(|(x, y)| format!("{x},{y}")).collect();
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
    if plan.selection.needs_index() {
        let word = if plan.is_loaded { "loaded" } else { "prepared" };
        lines.push((word, format!("in {}", units::time(plan.preparation))));
    }
    lines.push(("time", format!("{} (the first call, with cold memory)", units::time(run.time))));
    lines
}
