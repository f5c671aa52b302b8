//! `tautline planners`: the registry.

use std::io::Write;

use tautline::engine::{Descriptor, Feature, OptionKind, Selection};
use tautline_trace::Entry;

use crate::exit::Exit;
use crate::{args, console, registry, table};

const EXAMPLES: &str = "\
Examples:
  tautline planners            all of them
  tautline planners astar      one of them, with what each option does
  tautline planners --json     for programs

Places are what paths lead along, and where they can begin and end: cells,
corners of the grid, or points. Ground is what there may be on a map besides
free and blocked squares: terrain costs, links, hexagons, any of these, or
nothing (plain).";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only this planner, and what each of its options does.
    #[arg(value_parser = args::planner)]
    id: Option<Selection>,
    /// Print an array of objects.
    #[arg(long)]
    json: bool,
}

/// Prints the list.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let one = args.id.as_ref().map(Selection::descriptor);
    if args.json {
        let is_listed = |planner: &&Descriptor| one.is_none_or(|one| one.id == planner.id);
        let list: Vec<_> = registry().iter().filter(is_listed).map(Entry::from).collect();
        serde_json::to_writer_pretty(&mut *out, &list)?;
        writeln!(out)?;
    } else if let Some(planner) = one {
        print_one(planner, out)?;
    } else {
        print_all(out)?;
    }
    Ok(Exit::Done)
}

fn print_all(out: &mut dyn Write) -> anyhow::Result<()> {
    let mut table =
        table::with_header(["id", "name", "guarantee", "places", "ground", "options"], console::width());
    for planner in registry().iter() {
        let options: Vec<_> = planner.options.iter().map(|option| option.name).collect();
        table.add_row([
            planner.id,
            planner.name,
            &planner.guarantee.to_string(),
            planner.ends.places(),
            &ground(planner),
            &options.join(" "),
        ]);
    }
    table::keep_width(&mut table, &[0, 2, 3, 4]);
    table::limit_width(&mut table, 1, 13);
    Ok(table::print(&table, out)?)
}

/// What there may be to a map beside free and blocked squares.
fn ground(planner: &Descriptor) -> String {
    let parts = [("terrain", Feature::Terrain), ("links", Feature::Links), ("hexagons", Feature::Hexagons)];
    let parts = parts.map(|(name, feature)| (name, planner.handles(feature)));
    if parts.iter().all(|(_, is_known)| *is_known) {
        return "any".to_owned();
    }
    let known: Vec<_> = parts.iter().filter(|(_, is_known)| *is_known).map(|(name, _)| *name).collect();
    if known.is_empty() { "plain".to_owned() } else { known.join(", ") }
}

fn print_one(planner: &'static Descriptor, out: &mut dyn Write) -> anyhow::Result<()> {
    let guarantee = planner.guarantee;
    let (name, paper, places) = (planner.name, planner.paper, planner.ends.places());
    let index = match planner.index {
        None => String::new(),
        Some(index) if index.only_with.is_empty() => "; it prepares the map, or takes an index".to_owned(),
        Some(index) => format!("; with {}, it prepares the map, or takes an index", index.only_with),
    };
    writeln!(out, "{name} ({paper}), {guarantee}, between {places}{index}")?;
    let queries = [
        (Feature::SeveralGoals, "several goals (--to more than once)"),
        (Feature::Reach, "paths that end near the goal (--next-to, --within)"),
        (Feature::Nearest, "paths to the nearest place (--partial)"),
    ];
    let queries = queries.into_iter().filter(|&(feature, _)| planner.handles(feature));
    let parts: Vec<_> =
        std::iter::once(ground(planner)).chain(queries.map(|(_, what)| what.to_owned())).collect();
    writeln!(out, "ground: {}\n", parts.join("; "))?;
    let mut table = table::with_header(["option", "default", "values", "what it does"], console::width());
    for option in planner.options {
        let values = match option.kind {
            OptionKind::Choices(names) => names().join(", "),
            OptionKind::Range { min, max } => format!("{min} to {max}"),
            OptionKind::Whole { min, max } => format!("a whole number from {min} to {max}"),
        };
        table.add_row([option.name, option.default, &values, option.help]);
    }
    table::keep_width(&mut table, &[0, 1]);
    table::limit_width(&mut table, 2, 18);
    Ok(table::print(&table, out)?)
}
