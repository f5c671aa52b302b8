use std::fmt::Write;

use super::findings::{ENOUGH, SIMILAR, findings};
use super::kinds::{Kind, RANDOM_500_20, SIZES};
use super::paper::SHARES;
use super::planners::{THETA, name};
use super::sheets;
use crate::harness::{Metric, PairedTest, Records, markdown, one_pass, summary};

/// Makes the tables that are wanted, all where none is named, of what was measured, and ends with the paper's findings.
#[must_use]
pub fn report(records: &Records, only: &[String]) -> String {
    let mut text = method(records);
    for sheet in sheets::chosen(only) {
        // Writing to a text does not fail.
        let _ = match sheet.table(records) {
            Some(table) => write!(text, "\n\n## {}\n\n{table}", sheet.title),
            None if only.is_empty() => Ok(()),
            None => write!(text, "\n\n## {}\n\nNothing of it was measured.", sheet.title),
        };
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
    if let Some(judged) = judged(records, only) {
        let _ = write!(text, "\n\n## The paper's findings\n\n{judged}");
    }
    text
}

/// Which of the findings about the tables that are wanted hold; none where nothing was measured that one is about.
fn judged(records: &Records, only: &[String]) -> Option<String> {
    let method = format!(
        "Means are compared as they are; orders that are broken by chance only are undecided; tests, of shares too, are at \
         α = 0.01 and take {ENOUGH} worlds or more; \"about as long\" is up to {SIMILAR} times as long.{} Decision 14 in docs/ \
         says why some do not.",
        one_pass(records)
    );
    summary(&findings(records), only, &method)
}

/// How it was measured.
fn method(records: &Records) -> String {
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
         100 × 100, not those of the paper. Every answer was verified after it was timed. Passes, of which the fastest counts: {}.\n\n\
         Worlds: {}.",
        records.passes(),
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
        let paper = if kind == RANDOM_500_20 { format!(" [{:.0} %]", 100.0 * share) } else { String::new() };
        let test = |metric| records.test(&setting, pair, metric).map_or("–".into(), |test| verdict(&test));
        rows.push(vec![
            name(planner).to_owned(),
            format!("{:.0} %{paper}", 100.0 * wins),
            test(Metric::Cost),
            test(Metric::Time),
        ]);
    }
    let columns = ["against", "Basic Theta* is shorter", "its length (α = 0.01)", "its runtime (α = 0.01)"];
    let has_tests = !rows.iter().flatten().any(|cell| cell == "–");
    let note = if has_tests { "" } else { "\n\n–: a test takes two worlds." };
    (!rows.is_empty()).then(|| markdown(&columns.map(String::from), rows) + note)
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
    use crate::theta::read;

    /// Three worlds, measured by hand.
    const RECORDS: &str = "\
experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference
theta,random-500-20,0,0,theta:corners=open,found,570.0,70,,,18000,20000,30000,0,5000000,3,0,,
theta,random-500-20,1,0,theta:corners=open,found,580.0,74,,,19000,20000,30000,0,6000000,3,0,,
theta,random-500-20,2,0,theta:corners=open,found,590.0,72,,,20000,20000,30000,0,7000000,3,0,,
theta,random-500-20,0,0,astar-ps:corners=open,found,575.0,60,,,50000,60000,100,0,6000000,3,0,,
theta,random-500-20,1,0,astar-ps:corners=open,found,585.5,61,,,50000,60000,100,0,7000000,3,0,,
theta,random-500-20,2,0,astar-ps:corners=open,found,590.0,62,,,50000,60000,100,0,8000000,3,0,,
theta,random-500-20,0,0,theta:corners=open:reexpand=yes,found,569.0,70,,,21000,20000,30000,0,7000000,3,0,,
theta,random-500-20,1,0,theta:corners=open:reexpand=yes,found,579.0,70,,,22000,20000,30000,0,8000000,3,0,,
theta,random-500-20,2,0,theta:corners=open:reexpand=yes,found,589.0,70,,,23000,20000,30000,0,9000000,3,0,,
theta,single-source,0,0,theta:corners=open,unreachable,,,,,250000,250000,300000,0,75000000,3,0,,
";

    fn of(only: &[&str]) -> String {
        let records = Records::new(read(RECORDS.as_bytes(), "by hand").unwrap());
        report(&records, &only.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn tables_are_made_of_records() {
        let report = of(&["table-2", "table-5", "table-8"]);
        for part in [
            "Passes, of which the fastest counts: 3.",
            "Worlds: 3 random-500-20, 1 single-source.",
            "## Table 8: ",
            "| without                | 580.00 [578.41] | 19000.00 [18621.61] | 6.0 ms [372 ms] |",
            "| with                   | 579.00 [577.60] | 22000.00 [22836.37] | 8.0 ms [552 ms] |",
            "| with, the goal delayed |               – |                   – |               – |\n\n–: not measured, or no path",
            "| Basic Theta* | 75.0 ms [3.6 s] | 300 ns [15000 ns] |  250000.00 |",
            "| A* PS   |             67 % [94 %] | not significant (t = -1.99, critical 9.93) |",
            "| smaller (t = -inf, critical 9.93) |",
            "\n- re-expansion shortens the paths of Basic Theta*, 500 × 500, 20 %: holds (579.0000 against 580.0000, -0.172 %)",
            "\n- order of runtimes, 500 × 500, 20 %: undecided (Basic Theta* 6.0 ms, A* PS 7.0 ms, A* on grids not measured",
            "\n- Basic Theta* has a shorter runtime than A* PS with confidence, 500 × 500, 20 %: undecided (",
        ] {
            assert!(report.contains(part), "{part} is missing in\n{report}");
        }
        for part in [
            "\n## Table 1",
            "\n## Table 7",
            "order of path lengths",
            "shorter paths than",
            "runtimes, 100 × 100",
        ] {
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
            "\n\n3 hold, 0 do not, 7 are undecided; ",
            "\n- order of path lengths, 500 × 500, 20 %: undecided (Basic Theta* 580.0000, A* PS 583.5000, AP Theta* not \
             measured",
        ] {
            assert!(report.contains(part), "{part} is missing in\n{report}");
        }
        assert!(!report.contains("## Table 6"), "nothing of it was measured");
        assert!(!report.contains("branching factor,"), "nothing to compare was measured");
    }

    #[test]
    fn a_table_without_a_number_says_why() {
        let note = "\n\n–: a test takes two worlds.";
        assert!(!of(&["table-1"]).contains(note));
        let rows = RECORDS.lines().filter(|row| !row.contains("-20,1,") && !row.contains("-20,2,"));
        let records = read(rows.collect::<Vec<_>>().join("\n").as_bytes(), "by hand").unwrap();
        let report = report(&Records::new(records), &["table-1".into()]);
        assert!(report.contains(note), "{report}");
        assert!(
            report.contains("\n\n–: not measured, or no path found. Empty: A* on visibility graphs is"),
            "{report}"
        );
    }

    #[test]
    fn findings_follow_the_tables() {
        let report = of(&["table-5"]);
        assert!(report.contains("## Table 5") && !report.contains("## The paper's findings"), "{report}");
    }
}
