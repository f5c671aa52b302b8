use std::collections::BTreeSet;
use std::fmt::Write;

use super::findings::findings;
use super::kinds::{Kind, RANDOM_500_20, SIZES};
use super::planners::{AP_THETA, ASTAR, ASTAR_PS, FIELD_DSTAR, PLANNERS, THETA};
use super::sheets;
use crate::harness::{Metric, PairedTest, Records, markdown};

/// Section 7: how often Basic Theta* finds the shorter path on 500 × 500 grids with 20 % blocked cells.
const SHARES: [(&str, f64); 4] = [(AP_THETA, 0.70), (FIELD_DSTAR, 0.97), (ASTAR_PS, 0.94), (ASTAR, 0.99)];

/// Makes the tables that are wanted, all where none is named, of what was measured, and ends with the paper's findings.
#[must_use]
pub fn report(records: &Records, only: &[String]) -> String {
    let mut text = method(records);
    for sheet in sheets::chosen(only) {
        if let Some(table) = sheet.table(records) {
            // Writing to a text does not fail.
            let _ = write!(text, "\n\n## {}\n\n{table}", sheet.title);
        }
    }
    // Section 7 is about the figures of Tables 1 and 2.
    let has_wins = only.is_empty() || only.iter().any(|id| id == "table-1" || id == "table-2");
    for size in SIZES.into_iter().filter(|_| has_wins) {
        if let Some(table) = wins(records, Kind::Random { size, percent: 20 }) {
            let _ = write!(
                text,
                "\n\n## Section 7: Basic Theta* against the others, {size} × {size} cells, 20 % blocked\n\n{table}"
            );
        }
    }
    text.push_str("\n\n## The paper's findings\n");
    // Of some tables, only what they are about.
    for finding in findings(records).iter().filter(|finding| only.is_empty() || finding.has_figures()) {
        let _ = write!(text, "\n{finding}");
    }
    text
}

/// How it was measured.
fn method(records: &Records) -> String {
    let passes: BTreeSet<u64> = records.iter().map(|record| record.passes).collect();
    let passes: Vec<_> = passes.iter().map(ToString::to_string).collect();
    let mut counts = Vec::new();
    for kind in Kind::all() {
        let worlds = records.worlds(&kind.name());
        if worlds > 0 {
            counts.push(format!("{worlds} {}", kind.name()));
        }
    }
    format!(
        "# Theta*: Any-Angle Path Planning on Grids (Daniel, Nash, Koenig & Felner 2010)\n\n\
         Means, and the paper's own in square brackets; its runtimes are those of C# on a 3.7 GHz Core 2 Duo. Lines pass \
         between diagonally touching obstacles (corners=open), as in the paper; other options are the planners' defaults unless a table \
         says otherwise. Game maps are MovingAI's bg512 as they are (512 × 512), and every fifth cell of them for \
         100 × 100. Every answer was verified after it was timed. Passes in a row, of which the fastest counts: {}.\n\n\
         Worlds: {}.",
        passes.join(" or "),
        counts.join(", ")
    )
}

/// How often Theta* is shorter than each of the others, and the paired t-tests of lengths and runtimes.
fn wins(records: &Records, kind: Kind) -> Option<String> {
    let setting = kind.name();
    let mut rows = Vec::new();
    for (planner, share) in SHARES {
        let pair = [THETA, planner];
        let Some(wins) = records.wins(&setting, pair, Metric::Cost) else {
            continue;
        };
        let name = PLANNERS.iter().find(|(id, _)| *id == planner).map_or(planner, |&(_, name)| name);
        let paper = if kind == RANDOM_500_20 { format!(" [{:.0} %]", 100.0 * share) } else { String::new() };
        let test = |metric| records.test(&setting, pair, metric).map_or("–".into(), |test| verdict(&test));
        rows.push(vec![
            name.to_owned(),
            format!("{:.0} %{paper}", 100.0 * wins),
            test(Metric::Cost),
            test(Metric::Time),
        ]);
    }
    let columns = ["against", "Basic Theta* is shorter", "its length (α = 0.01)", "its runtime (α = 0.01)"];
    (!rows.is_empty()).then(|| markdown(&columns.map(String::from), rows))
}

/// What a test says of the first of two planners.
fn verdict(test: &PairedTest) -> String {
    let verdict = match (test.is_significant(), test.t < 0.0) {
        (false, _) => "not significant",
        (true, true) => "smaller",
        (true, false) => "larger",
    };
    format!("{verdict} (t = {:.2}, critical {:.2})", test.t, test.critical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::read_records;

    /// Three worlds, measured by hand.
    const RECORDS: &str = "\
experiment,setting,world,query,planner,outcome,cost,turns,expanded,generated,line_of_sight_checks,nanoseconds,passes
theta,random-500-20,0,0,theta:corners=open,found,570.0,70,18000,20000,30000,5000000,3
theta,random-500-20,1,0,theta:corners=open,found,580.0,74,19000,20000,30000,6000000,3
theta,random-500-20,2,0,theta:corners=open,found,590.0,72,20000,20000,30000,7000000,3
theta,random-500-20,0,0,astar-ps:corners=open,found,575.0,60,50000,60000,100,6000000,3
theta,random-500-20,1,0,astar-ps:corners=open,found,585.5,61,50000,60000,100,7000000,3
theta,random-500-20,2,0,astar-ps:corners=open,found,590.0,62,50000,60000,100,8000000,3
theta,random-500-20,0,0,theta:corners=open:reexpand=yes,found,569.0,70,21000,20000,30000,7000000,3
theta,random-500-20,1,0,theta:corners=open:reexpand=yes,found,579.0,70,22000,20000,30000,8000000,3
theta,random-500-20,2,0,theta:corners=open:reexpand=yes,found,589.0,70,23000,20000,30000,9000000,3
theta,single-source,0,0,theta:corners=open,unreachable,,,250000,250000,300000,75000000,3
";

    fn of(only: &[&str]) -> String {
        let records = Records::new(read_records(RECORDS.as_bytes(), "by hand").unwrap());
        report(&records, &only.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn tables_are_made_of_records() {
        let report = of(&["table-2", "table-5", "table-8"]);
        for part in [
            "Passes in a row, of which the fastest counts: 3.",
            "Worlds: 3 random-500-20, 1 single-source.",
            "## Table 8: ",
            "| without                | 580.00 [578.41] | 19000.00 [18621.61] | 6.0 ms [372 ms] |",
            "| with                   | 579.00 [577.60] | 22000.00 [22836.37] | 8.0 ms [552 ms] |",
            "| with, the goal delayed |               – |                   – |               – |",
            "| Basic Theta* | 75.0 ms [3.6 s] | 300 ns [15000 ns] |  250000.00 |",
            "| A* PS   |             67 % [94 %] | not significant (t = -1.99, critical 9.93) |",
            "| smaller (t = -inf, critical 9.93) |",
            "- re-expansion shortens the paths of Basic Theta*: holds (580.000 to 579.000)",
        ] {
            assert!(report.contains(part), "{part} is missing in\n{report}");
        }
        for part in ["\n## Table 1", "\n## Table 7", "weight 0.5", "order of path lengths, 100 × 100"] {
            assert!(!report.contains(part), "{part} is in\n{report}");
        }
        assert!(!of(&["table-5", "table-8"]).contains("Section 7"));
    }

    #[test]
    fn without_a_choice_there_is_all_that_was_measured() {
        let report = of(&[]);
        for part in [
            "\n## Table 1: ",
            "\n## Figure 16: ",
            "\n## Figure 24: ",
            "\n- branching factor 16 shortens the paths of Basic Theta*: not measured",
            "\n- order of path lengths, 500 × 500, 20 %: not measured (Basic Theta* 580.000, A* PS 583.500, AP Theta* not \
             measured",
        ] {
            assert!(report.contains(part), "{part} is missing in\n{report}");
        }
        assert!(!report.contains("## Table 6"), "nothing of it was measured");
    }
}
