use std::fmt::Write;

use super::figure::panels;
use super::findings::findings;
use super::planners::{FIGURE_16, OF_PRUNINGS, TABLE_1, TABLE_2, is_wanted};
use super::{prunings, tables};
use crate::LabError;
use crate::harness::{Records, one_pass, summary};

/// Makes the tables that are wanted, all where none is named, of what was measured, and ends with the paper's findings. An error
/// where Anya's prunings change a length.
pub fn report(records: &Records, only: &[String]) -> Result<String, LabError> {
    let mut text = method(records);
    let mut add = |title: &str, table: Option<String>| {
        let table = table.unwrap_or_else(|| "Nothing of it was measured.".into());
        // Writing to a text does not fail.
        let _ = write!(text, "\n\n## {title}\n\n{table}");
    };
    if is_wanted(TABLE_1, only) {
        add("Table 1: nodes expanded by A*", tables::table_1(records));
    }
    if is_wanted(TABLE_2, only) {
        add(
            "Table 2: mean speed-up over A* in nodes expanded",
            tables::expansions(records).map(without_sub_tl),
        );
        add(
            "Table 2: mean improvement over A* in path length, in percent",
            tables::lengths(records).map(without_sub_tl),
        );
    }
    if is_wanted(FIGURE_16, only) {
        let panels = panels(records);
        if panels.is_empty() {
            add("Figure 16: median speed-up over A* in search time", None);
        }
        for panel in &panels {
            let title = format!("Figure 16: median speed-up over A* in search time, {}", panel.title);
            add(&title, Some(panel.table()));
        }
    }
    if is_wanted(OF_PRUNINGS, only) {
        add("What Anya's prunings are worth", prunings::table(records)?);
    }
    if let Some(judged) = judged(records, only) {
        add("The paper's findings", Some(judged));
    }
    Ok(text)
}

fn without_sub_tl(table: String) -> String {
    table + "\n\nThe paper's column SUB-TL is left out: subgoal graphs are not built here."
}

fn judged(records: &Records, only: &[String]) -> Option<String> {
    let method = format!(
        "Means are compared as they are, and are of the maps that were measured. Which planner is faster is told by the medians \
         of the bins of Figure 16, so that hard queries count as much as easy ones.{}",
        one_pass(records)
    );
    summary(&findings(records), only, &method)
}

/// How it was measured.
fn method(records: &Records) -> String {
    format!(
        "# Optimal Any-Angle Pathfinding In Practice (Harabor, Grastien, Öz & Aksakalli 2016)\n\n\
         Next to each figure the paper's own in square brackets. It has all maps of its benchmarks and all their queries, here \
         there are those that were measured, so figures may differ for that alone; its Anya is written in Java, the others in C++, \
         and each is compared with an A* in the same language. All planners plan between the corners that have the coordinates of \
         the scenarios' cells, and do not pass between diagonally touching obstacles; A* is astar-corners, with eight neighbours and the \
         octile distance, and Field A* is field-dstar. Speed-ups are means over the queries of A*'s figure over the planner's, and \
         medians in Figure 16. –: not measured. Every answer was verified after it was timed. Passes, of which the fastest \
         counts: {}.",
        records.passes()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::read;

    /// Two queries, measured by hand.
    const RECORDS: &str = "\
experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference
anya,bg512,0,12,astar-corners,found,100.0,7,,,4000,5000,0,0,80000,3,0,,
anya,bg512,1,40,astar-corners,found,200.0,9,,,6000,7000,0,0,90000,3,0,,
anya,bg512,0,12,theta,found,95.0,7,,,2000,3000,900,0,160000,3,0,,
anya,bg512,1,40,theta,found,180.0,9,,,6000,7000,900,0,180000,3,0,,
anya,bg512,0,12,anya,found,94.0,7,,,40,50,0,0,10000,3,0,,
anya,bg512,0,12,anya:intermediate=off,found,94.0,7,,,80,90,0,0,10000,3,0,,
anya,bg512,0,12,anya:cul-de-sac=off,found,94.0,7,,,50,60,0,0,10000,3,0,,
anya,bg512,0,12,anya:cul-de-sac=off:intermediate=off,found,94.0,7,,,100,110,0,0,10000,3,0,,
";

    fn of(text: &str, only: &[&str]) -> Result<String, LabError> {
        let records = Records::new(read(text.as_bytes(), "by hand")?);
        report(&records, &only.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn tables_are_made_of_records() {
        let report = of(RECORDS, &[]).unwrap();
        for part in [
            "of which the fastest counts: 3.",
            "\n## Table 1: nodes expanded by A*\n",
            "| Baldur's Gate II | 2 [75] | 2 [93160] | 4000 [2] | 4500 [166] | 5000 [2019] | 5000 [6302] |",
            "| Baldur's Gate II | 100.00 [91.13] |    – | 1.50 [1.95] |    – [1.96] | – [1.01] |",
            "| Baldur's Gate II | 6.00 [4.65] |    – | 7.50 [4.62] |    – [4.61] | – [4.38] |",
            "\n\nThe paper's column SUB-TL is left out",
            "search time, All benchmarks of the paper\n",
            "search time, Baldur's Gate II\n",
            "| 1024–4095  |         1 | 8.00× |  0.50× |",
            "| 4096–16383 |         1 |     – |  0.50× |",
            "| all              | 40.0 (1.00×) |    80.0 (2.00×) |      50.0 (1.25×) | 100.0 (2.50×) |",
            "\n## The paper's findings\n",
            "- Anya's speed-up in search time is less than that in expansions, Baldur's Gate II: holds (geometric means: \
             8.00× against 100.00×)",
        ] {
            assert!(report.contains(part), "{part} is missing in\n{report}");
        }
        assert!(!report.contains("Nothing of it"), "{report}");
    }

    #[test]
    fn a_single_pass_is_told() {
        let report = of(&RECORDS.replacen("80000,3", "80000,1", 1), &[]).unwrap();
        assert!(report.contains("counts: 1 or 3.") && report.contains("those of a single pass"), "{report}");
        assert!(!of(RECORDS, &[]).unwrap().contains("single pass"));
    }

    #[test]
    fn only_what_is_wanted_is_told() {
        let report = of(RECORDS, &["prunings", "table-1"]).unwrap();
        assert!(report.contains("## Table 1") && report.contains("## What Anya's prunings"), "{report}");
        for part in ["## Table 2", "## Figure 16", "## The paper's findings"] {
            assert!(!report.contains(part), "{part} is in\n{report}");
        }
    }

    #[test]
    fn what_was_not_measured_is_said() {
        let astar = RECORDS.lines().take(3).collect::<Vec<_>>().join("\n");
        let report = of(&astar, &[]).unwrap();
        for title in ["prunings are worth", "in nodes expanded", "path length, in percent", "in search time"]
        {
            assert!(report.contains(&format!("{title}\n\nNothing of it was measured.")), "{title}: {report}");
        }
    }

    #[test]
    fn prunings_that_change_a_length_are_an_error() {
        let wrong = RECORDS.replace("off,found,94.0", "off,found,94.1");
        assert!(matches!(of(&wrong, &[]), Err(LabError::WrongPruning { .. })));
        assert!(of(&wrong, &["table-1"]).is_ok());
    }
}
