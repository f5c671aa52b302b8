//! What each experiment has on the page.

use tautline::engine::Registry;

use super::{Comparison, Figure, Section, expansions, length_against_time, pictures, speed_up_by_difficulty};
use crate::harness::{Origin, Record, Records};
use crate::{LabError, anya, cazenave, peers, rayner, scale, theta, yardstick};

/// The experiments that can be on the page, in their order there.
pub const EXPERIMENTS: [&str; 7] =
    [yardstick::NAME, peers::NAME, anya::NAME, theta::NAME, cazenave::NAME, rayner::NAME, scale::NAME];

/// Planners at any angle that keep to the same rule, with their names for people.
const ANY_ANGLE: [(&str, &str); 6] = [
    ("astar-corners", "A*"),
    ("theta", "Theta*"),
    ("lazy-theta", "Lazy Theta*"),
    ("field-dstar", "Field A*"),
    ("anya", "Anya"),
    ("taut", "taut"),
];

/// Makes the section of one of the [`EXPERIMENTS`] from the rows of its file, which error messages call `name`. What a planner
/// guarantees is known of those of the registry.
pub fn section(registry: &Registry, experiment: &str, rows: &[u8], name: &str) -> Result<Section, LabError> {
    let origin = Origin::read(rows).unwrap_or_default();
    let command = origin.value("command").map_or_else(|| format!("tautline lab {experiment}"), String::from);
    let (title, summary) = told(experiment);
    let (text, figures) = match experiment {
        yardstick::NAME => {
            let records = yardstick::read(registry, rows, name)?;
            let figures = of_maps(registry, &records, &command)?;
            let report = yardstick::Report::of(&records);
            (format!("{}\n\n## Map by map\n\n{report}", yardstick::summary(&report)), figures)
        }
        peers::NAME => (peers::report(&peers::read(rows, name)?), Vec::new()),
        anya::NAME => {
            let records = Records::new(anya::read(rows, name)?);
            let mut figures = speed_up_by_difficulty(&records, &command)?;
            figures.extend(at_any_angle(registry, &records, &command)?);
            (anya::report(&records, &[])?, figures)
        }
        theta::NAME => (theta::report(&Records::new(theta::read(rows, name)?), &[]), Vec::new()),
        cazenave::NAME => (cazenave::report(&Records::new(cazenave::read(rows, name)?), &[])?, Vec::new()),
        rayner::NAME => (rayner::report(&Records::new(rayner::read(rows, name)?), &[]), Vec::new()),
        _ => {
            let rows = scale::read(rows, name)?;
            // The page has the command already.
            let plots = scale::plots(&rows, "")?.into_iter();
            let figure = |(name, svg): (String, String)| Figure {
                title: format!("Growth, {}", name.trim_start_matches("scale-").replacen('-', ": ", 1)),
                caption: "Both scales are logarithmic: a straight line is a power of the size.".into(),
                command: command.clone(),
                svg,
            };
            (scale::report(&rows), plots.map(figure).collect())
        }
    };
    let (id, title, summary) = (experiment.into(), title.into(), summary.into());
    let entries = origin.entries.into_iter().filter(|(name, _)| name != "command").collect();
    Ok(Section { id, title, summary, command, text, figures, origin: entries })
}

/// The same query solved by each planner.
pub fn picture_section(registry: &Registry) -> Result<Section, LabError> {
    Ok(Section {
        id: "pictures".into(),
        title: "One query, every planner".into(),
        summary: "The same way through the same map, planned by every planner of the registry. What a planner has looked at is \
                  shaded: the less there is of it, the less it had to do."
            .into(),
        command: "tautline lab report".into(),
        figures: pictures(registry)?,
        ..Section::default()
    })
}

/// The title and what is asked.
fn told(experiment: &str) -> (&'static str, &'static str) {
    match experiment {
        yardstick::NAME => (
            "Beside a public A*",
            "How many times as fast as the A* of a much used Rust library do the planners answer the same hundred queries on each \
             map?",
        ),
        peers::NAME => (
            "Beside public libraries",
            "What do other libraries find on the same maps, how fast, how right, and with how much memory?",
        ),
        anya::NAME => (
            "The Anya paper",
            "Optimal paths at any angle against those that are nearly so: the evaluation of Harabor, Grastien, Öz and Aksakalli \
             (JAIR 2016), with our own planner, taut, beside it.",
        ),
        theta::NAME => (
            "The Theta* paper",
            "How long are the paths of any-angle planners, and what do they cost to find? The tables of Daniel, Nash, Koenig and Felner \
             (JAIR 2010), measured again, with the paper's own figures in square brackets.",
        ),
        cazenave::NAME => (
            "Cazenave's optimisations",
            "What are an array of stacks, memory that is kept, landmarks and thresholds worth to A* and IDA*?",
        ),
        rayner::NAME => (
            "Best practices for A* on grids",
            "What is each of Rayner's pieces of advice worth, switched on and off?",
        ),
        _ => (
            "Scaling",
            "How does time grow with the map, with the number of queries in a batch, and with the number of agents?",
        ),
    }
}

/// What the planners of the yardstick expand; those on cells and those at any angle apart.
fn of_maps(registry: &Registry, records: &[Record], command: &str) -> Result<Vec<Figure>, LabError> {
    let (mut maps, mut planners): (Vec<&str>, Vec<(&str, bool)>) = (Vec::new(), Vec::new());
    for record in records {
        if !maps.contains(&record.setting.as_str()) {
            maps.push(&record.setting);
        }
        let is_known = record.planner == peers::YARDSTICK.id;
        let is_new = !planners.iter().any(|(planner, _)| *planner == record.planner);
        if is_new && !is_known {
            planners.push((&record.planner, record.straight.is_some()));
        }
    }
    let records = Records::new(records.iter().cloned());
    let mut figures = Vec::new();
    for (is_on_cells, subject) in [(true, "from cell to cell"), (false, "at any angle")] {
        let of_kind = planners.iter().filter(|(_, on_cells)| *on_cells == is_on_cells);
        let planners: Vec<_> = of_kind.map(|&(planner, _)| (planner, planner)).collect();
        if !planners.is_empty() {
            let comparison = Comparison { registry, subject, settings: &maps, planners: &planners, command };
            // From cell to cell all of them find the shortest.
            if !is_on_cells {
                figures.push(length_against_time(&records, &comparison)?);
            }
            figures.push(expansions(&records, &comparison)?);
        }
    }
    Ok(figures)
}

/// Length, time and expansions of the planners of the Anya paper over all sets.
fn at_any_angle(registry: &Registry, records: &Records, command: &str) -> Result<Vec<Figure>, LabError> {
    let mut settings: Vec<&str> = records.iter().map(|record| record.setting.as_str()).collect();
    settings.sort_unstable();
    settings.dedup();
    let subject = "all benchmark sets";
    let comparison = Comparison { registry, subject, settings: &settings, planners: &ANY_ANGLE, command };
    Ok(vec![length_against_time(records, &comparison)?, expansions(records, &comparison)?])
}
