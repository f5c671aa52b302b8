//! `tautline` without a command: every planner on the built-in map.

use std::io::Write;
use std::time::{Duration, Instant};

use anstyle::Style;
use anyhow::Context;
use tautline::engine::{Ends, Planner};
use tautline::geometry::Corner;
use tautline::map::Map;
use tautline::search::{Query, Workspace};
use tautline_draw::Expanded;
use tautline_maps::{Drawing, builtin};
use tautline_trace::turns;

use super::DEFAULT_PLANNER;
use crate::exit::Exit;
use crate::preparation::build;
use crate::run::Run;
use crate::{console, output, registry, table, units};

/// How often, and for how long at most, each planner is run; the fastest time counts.
const REPEATS: usize = 300;
const BUDGET: Duration = Duration::from_millis(50);

/// What the table has to be read with.
const CORNERS: &str = "Planners at any angle go from the centre of S to that of G; astar-corners, which takes corners\nonly, from the top left corner of S to that of G.";

const WHAT_NEXT: &str = "  tautline plan --planner greedy              walk into the dead end
  tautline plan --format svg --out path.svg   a picture for a page
  tautline generate maze --out maze.map       a map from a seed
  tautline plan maze.map --from 1,1 --to 99,99
  tautline planners                           guarantees and options
  tautline help                               everything else";

/// Prints a table, a drawing, and what to try next.
pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<Exit> {
    const BOLD: Style = Style::new().bold();
    let Drawing { map, start, goal } = builtin();
    let (start, goal) = start.zip(goal).context("the built-in map has no start or no goal")?;
    let width = console::width();
    let mut workspace = Workspace::new();

    writeln!(out, "{BOLD}{} planners on the built-in map, from S to G{BOLD:#}\n", registry().iter().count())?;
    let header = ["planner", "guarantee", "length", "turns", "expanded", "time (µs)"];
    let mut table = table::with_header(header, width);
    for descriptor in registry().iter() {
        let planner = build(&registry().select(descriptor.id)?, &map)?.planner;
        let query = match planner.ends() {
            Ends::Cells | Ends::Points => Query::new(start, goal),
            Ends::Corners => Query::new(Corner::from((start.x, start.y)), Corner::from((goal.x, goal.y))),
        };
        let run = fastest(&planner, &map, &query, &mut workspace);
        let path = run.path();
        table.add_row([
            descriptor.id.to_owned(),
            planner.guarantee().to_string(),
            path.map_or(run.name().to_owned(), |path| format!("{:.3}", path.cost())),
            path.map(|path| turns(&planner, &map, path).to_string()).unwrap_or_default(),
            run.stats().expanded.to_string(),
            format!("{:>9}", units::three_digits(run.time.as_secs_f64() * 1e6)),
        ]);
    }
    table::align_right(&mut table, 2..);
    table::print(&table, out)?;
    writeln!(out, "{CORNERS}")?;

    let planner = build(&registry().select(DEFAULT_PLANNER)?, &map)?.planner;
    let (query, mut expanded) = (Query::new(start, goal), Expanded::default());
    let run = Run::observed(&planner, &map, &query, &mut workspace, &mut expanded);
    writeln!(out, "\n{BOLD}{DEFAULT_PLANNER}{BOLD:#}")?;
    output::scene(&map, &query, run.any_path(), &expanded.cells).write_text(width, out)?;
    writeln!(out, "\n{BOLD}Try next{BOLD:#}\n{WHAT_NEXT}")?;
    Ok(Exit::Done)
}

/// The same call again and again, with the time of the fastest.
fn fastest(planner: &Planner, map: &Map, query: &Query, workspace: &mut Workspace) -> Run {
    let begun = Instant::now();
    let mut run = Run::of(planner, map, query, workspace);
    for _ in 1..REPEATS {
        if begun.elapsed() > BUDGET {
            break;
        }
        run.time = run.time.min(Run::of(planner, map, query, workspace).time);
    }
    run
}
