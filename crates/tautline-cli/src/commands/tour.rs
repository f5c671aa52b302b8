//! `tautline` without a command: every planner on the built-in map.

use std::io::Write;
use std::time::{Duration, Instant};

use anstyle::Style;
use anyhow::Context;
use tautline::planners::{Selection, registry};
use tautline::search::Workspace;
use tautline_maps::{Drawing, builtin};
use tautline_run::{Question, Run, Runner};

use super::DEFAULT_PLANNER;
use crate::exit::Exit;
use crate::preparation::build;
use crate::{console, output, table, units};

/// How often, and for how long at most, each planner is run; the fastest time counts.
const REPEATS: usize = 300;
const BUDGET: Duration = Duration::from_millis(50);

const WHAT_NEXT: &str = "  tautline plan --planner greedy              walk into the dead end
  tautline plan --format svg --out path.svg   a picture for a page
  tautline generate maze --out maze.map       a map from a seed
  tautline plan maze.map --from 1,1 --to 99,99
  tautline planners                           guarantees and options
  tautline help                               everything else";

/// Prints a table, a drawing, and what to try next.
pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<Exit> {
    const BOLD: Style = Style::new().bold();
    let Drawing { grid, start, goal } = builtin();
    let (start, goal) = start.zip(goal).context("the built-in map has no start or no goal")?;
    let question = Question::new(start.into(), goal.into());
    let width = console::width();
    let mut workspace = Workspace::new();

    writeln!(out, "{BOLD}{} planners on the built-in map, from S to G{BOLD:#}\n", registry().len())?;
    let header = ["planner", "guarantee", "length", "turns", "expanded", "time (µs)"];
    let mut table = table::with_header(header, width);
    for planner in registry() {
        let selection: Selection = planner.id.parse()?;
        let runner = build(&selection, (&grid).into())?;
        let run = fastest(&*runner, &question, &mut workspace);
        let path = run.verdict.path();
        table.add_row([
            planner.id.to_owned(),
            tautline_run::promise(runner.guarantee()),
            path.map_or(run.verdict.name().to_owned(), |walk| format!("{:.3}", walk.cost)),
            path.map(|walk| walk.turns.to_string()).unwrap_or_default(),
            run.stats.expanded.to_string(),
            format!("{:>9}", units::three_digits(run.time.as_secs_f64() * 1e6)),
        ]);
    }
    table::align_right(&mut table, 2..);
    table::print(&table, out)?;

    let runner = build(&DEFAULT_PLANNER.parse()?, (&grid).into())?;
    let verdict = runner.run(&question, &mut workspace).verdict;
    let path = verdict.walk().map_or(&[][..], |walk| &walk.places);
    let expanded = runner.expanded(&question, &mut workspace);
    writeln!(out, "\n{BOLD}{DEFAULT_PLANNER}{BOLD:#}")?;
    output::scene((&grid).into(), &question, path, &expanded, runner.is_on_corners())
        .write_text(width, out)?;
    writeln!(out, "\n{BOLD}Try next{BOLD:#}\n{WHAT_NEXT}")?;
    Ok(Exit::Done)
}

/// The same call again and again, with the time of the fastest.
fn fastest(runner: &dyn Runner, question: &Question, workspace: &mut Workspace) -> Run {
    let begun = Instant::now();
    let mut run = runner.run(question, workspace);
    for _ in 1..REPEATS {
        if begun.elapsed() > BUDGET {
            break;
        }
        run.time = run.time.min(runner.run(question, workspace).time);
    }
    run
}
