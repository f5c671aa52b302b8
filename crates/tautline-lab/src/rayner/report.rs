use std::fmt::Write;

use super::FUNCTIONS;
use super::findings::{MUCH, NOISE, NOTICEABLE, SLIGHTLY, findings};
use super::kinds::{KINDS, Kind};
use super::practices::{self, Measure, Row, Table};
use super::ratios::{overall, ratio, shown};
use super::unoptimised::unoptimised;
use super::worlds::QUERIES;
use crate::harness::{Metric, Records, markdown, one_pass, summary};

/// What stands where there is no figure.
const MISSING: &str = "–";

/// Makes the tables of the practices that are wanted, all where none is named, of what was measured, and ends with what holds.
#[must_use]
pub fn report(records: &Records, only: &[String]) -> String {
    let mut text = method(records);
    for practice in practices::chosen(only) {
        let tables: Vec<_> =
            practice.tables.iter().map(|table| (table, shown_table(records, table))).collect();
        if only.is_empty() && tables.iter().all(|(_, shown)| shown.is_none()) {
            continue;
        }
        // Writing to a text does not fail.
        let _ = write!(text, "\n\n## {}\n\n{}", practice.title, practice.text);
        for (table, shown) in tables {
            let caption =
                if table.caption.is_empty() { "" } else { &format!("{}:\n\n", capital(table.caption)) };
            let shown = shown.unwrap_or_else(|| nothing(table));
            let _ = write!(text, "\n\n{caption}{shown}");
        }
    }
    if let Some(judged) = judged(records, only) {
        let _ = write!(text, "\n\n## What holds\n\n{judged}");
    }
    text
}

/// Which of the claims about the practices that are wanted hold; none where nothing was measured that one is about.
fn judged(records: &Records, only: &[String]) -> Option<String> {
    let percent = |part: f64| format!("{:.0} %", 100.0 * part);
    let method = format!(
        "Ratios over all kinds of worlds are geometric means. Times that differ by less than {} are undecided; \"noticeably\" faster \
         is by {} or more, \"much\" faster in 1/{MUCH} of the time or less, \"slightly\" longer by {} at most in the mean.{}",
        percent(NOISE),
        percent(NOTICEABLE),
        percent(SLIGHTLY),
        one_pass(records)
    );
    summary(&findings(records), only, &method)
}

/// How it was measured.
fn method(records: &Records) -> String {
    let kinds = Kind::all().into_iter().map(Kind::name);
    let settings = kinds.chain(KINDS.map(|kind| unoptimised(&kind.name())));
    let counts =
        settings.map(|setting| (records.worlds(&setting), setting)).filter(|&(worlds, _)| worlds > 0);
    let counts: Vec<_> = counts.map(|(worlds, setting)| format!("{worlds} {setting}")).collect();
    let worlds = if counts.is_empty() { "none".to_owned() } else { counts.join(", ") };
    format!(
        "# Best practices for A* on grids (Rayner 2017), each on and off\n\n\
         Time and nodes expanded are multiples of those of the table's first row, or of the row that the text names, on the same \
         queries: for each kind of worlds the ratio of the means, and over all kinds the geometric mean of these. The columns with \
         names of worlds are times. Length is the mean over the queries of the path's length over that of the shortest. Diagonal \
         steps do not cut corners; options are the planners' defaults unless a table says otherwise: exact lengths, the array of \
         stacks, the last one first. There are {QUERIES} queries on each world. Every answer was verified after it was timed. \
         Passes, of which the fastest counts: {}.\n\n\
         Worlds: {worlds}.",
        records.passes(),
    )
}

/// A table with what was measured; none where nothing of it was.
fn shown_table(records: &Records, table: &Table) -> Option<String> {
    let is_measured = |(setting, _): &(String, String)| {
        table.rows.iter().any(|row| !records.of(setting, &row.planner).is_empty())
    };
    if !table.settings.iter().any(is_measured) {
        return None;
    }
    let text = if table.settings.iter().any(|(setting, _)| setting == FUNCTIONS) {
        functions(records, table)
    } else {
        versions(records, table)
    };
    let note = if text.contains(MISSING) { format!("\n\n{MISSING}: not measured.") } else { String::new() };
    Some(text + &note)
}

/// What stands in the place of a table that nothing was measured of.
fn nothing(table: &Table) -> String {
    let how_to = if table.how_to.is_empty() { "" } else { &format!(" To measure it: {}.", table.how_to) };
    format!("Nothing of it was measured.{how_to}")
}

fn versions(records: &Records, table: &Table) -> String {
    let measures = [&[Measure::Time, Measure::Nodes, Measure::Length], table.more].concat();
    let names = measures.iter().map(|measure| measure.name().to_owned());
    let kinds = table.settings.iter().map(|(_, name)| name.clone());
    let columns: Vec<_> = std::iter::once("version".to_owned()).chain(names).chain(kinds).collect();
    let rows = table.rows.iter().map(|row| {
        let told = |measure, ratio: Option<f64>| {
            ratio.map_or_else(|| MISSING.to_owned(), |ratio| shown(measure, ratio))
        };
        let of_all =
            measures.iter().map(|&measure| told(measure, overall(records, table, row.pair(), measure)));
        let of_each = table
            .settings
            .iter()
            .map(|(setting, _)| told(Measure::Time, ratio(records, setting, row.pair(), Measure::Time)));
        std::iter::once(row.name.clone()).chain(of_all).chain(of_each).collect()
    });
    markdown(&columns, rows)
}

/// The table of functions, which expand nothing and find no paths.
fn functions(records: &Records, table: &Table) -> String {
    let rows = table.rows.iter().map(|row| {
        let nanoseconds =
            records.mean(FUNCTIONS, &row.planner, Metric::TimePerExpansion).map(|time| 1e9 * time);
        let time = overall(records, table, row.pair(), Measure::Time);
        let missing = || MISSING.to_owned();
        vec![
            row.name.clone(),
            nanoseconds.map_or_else(missing, |time| format!("{time:.3} ns")),
            time.map_or_else(missing, |ratio| format!("{ratio:.3}×")),
        ]
    });
    markdown(&["version", "time of a call", "time"].map(String::from), rows)
}

impl Row {
    /// The version and what it is compared with.
    pub(super) fn pair(&self) -> [&str; 2] {
        [&self.planner, self.baseline]
    }
}

impl Measure {
    /// Its name as a column.
    fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::LeftOpen => "left open",
            Self::Length => "length",
            Self::Longest => "longest",
        }
    }
}

/// The text with a capital letter at the beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rayner::read;

    /// A few queries, measured by hand.
    const RECORDS: &str = "\
experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference
rayner,rooms-256,0,0,astar,found,100.0,7,,,1000,1200,0,0,200000,3,0,,
rayner,rooms-256,0,1,astar,found,200.0,7,,,3000,3200,0,0,400000,3,0,,
rayner,rooms-256,0,0,astar:costs=99/50,found,102.0,7,,,2000,2100,0,0,100000,3,0,,
rayner,rooms-256,0,1,astar:costs=99/50,found,208.0,7,,,4000,4100,0,0,200000,3,0,,
rayner,maze-256,0,0,astar,found,100.0,7,,,1000,1200,0,0,200000,3,0,,
rayner,maze-256,0,0,astar:costs=99/50,found,103.0,7,,,1500,1600,0,0,400000,3,0,,
rayner,maze-256,0,0,weighted-astar:weight=2,found,150.0,7,,,100,300,0,0,40000,3,0,,
rayner,random-10-10,0,0,astar:open=heap,found,10.0,1,,,10,30,0,0,1000,3,0,,
rayner,random-10-10,0,0,astar:open=linear,found,10.0,1,,,10,30,0,0,800,3,0,,
rayner,functions,0,0,octile_branching,found,410.0,0,,,65536,0,0,0,131072,3,0,,
rayner,functions,0,0,octile_branch_free,found,410.0,0,,,65536,0,0,0,65536,3,0,,
rayner,maze-256-unoptimised,0,0,astar,found,100.0,7,,,1000,1200,0,0,4000000,3,0,,
rayner,maze-256-unoptimised,0,0,fringe,found,100.0,7,,,9000,1200,0,0,3000000,3,0,,
";

    fn of(only: &[&str]) -> String {
        let records = Records::new(read(RECORDS.as_bytes(), "by hand").unwrap());
        report(&records, &only.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn tables_are_made_of_records() {
        let report = of(&[]);
        for part in [
            "of which the fastest counts: 3.",
            "\n\nWorlds: 1 rooms-256, 1 maze-256, 1 random-10-10, 1 maze-256-unoptimised.",
            "\n\n## Move costs\n\nAvoid floating point arithmetic",
            "| octile (exact) | 1.00× | 1.00× | 1.0000 |     1.00× |           – |           – | 1.00× | 1.00× |     – |",
            "| 99/50          | 1.00× | 1.50× | 1.0300 |     0.50× |           – |           – | 0.50× | 2.00× |     – |",
            "| 99/70          |     – |",
            "\n\n–: not measured.",
            "| without                 |       1.000 ns | 0.500× |",
            "\n\n10 % of the cells blocked:\n\n",
            "| linear array    | 0.80× | 1.00× | 1.0000 |   0.80× |       – |",
            "\n\n35 % of the cells blocked:\n\nNothing of it was measured.",
            "\n\nUnoptimised build:\n\n",
            "| Fringe Search            | 0.75× | 9.00× | 1.0000 |",
            "| K = 2    | 0.20× | 0.10× | 1.5000 |  1.5000 |",
            "\n\n## What holds\n\n",
        ] {
            assert!(report.contains(part), "{part} is missing in\n{report}");
        }
    }

    #[test]
    fn only_what_is_wanted_is_told() {
        let report = of(&["ties", "octile"]);
        assert!(report.contains("\n## Ties\n") && report.contains("\n## The octile distance"), "{report}");
        assert!(!report.contains("\n## Move costs") && !report.contains("K = 2"), "{report}");
        let without: Vec<_> = RECORDS.lines().filter(|row| !row.contains("unoptimised")).collect();
        let records = Records::new(read(without.join("\n").as_bytes(), "by hand").unwrap());
        let report = super::report(&records, &["fringe".into()]);
        assert!(
            report.contains("\n\nUnoptimised build:\n\nNothing of it was measured. To measure it: cargo build --profile unoptimised, then"),
            "{report}"
        );
    }

    #[test]
    fn what_was_not_measured_is_left_out() {
        let row: Vec<_> =
            RECORDS.lines().filter(|row| !row.starts_with("rayner,") || row.contains("functions")).collect();
        let records = Records::new(read(row.join("\n").as_bytes(), "by hand").unwrap());
        let report = super::report(&records, &[]);
        assert!(report.contains("Worlds: none.") && !report.contains("## Move costs"), "{report}");
        assert!(super::report(&records, &["ties".into()]).contains("Nothing of it was measured."));
    }
}
