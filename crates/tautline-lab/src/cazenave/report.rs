use std::fmt::Write;

use super::check::check;
use super::findings::findings;
use super::sets::{COMPLEX, Neighbours, chosen};
use super::tables::{OURS, table};
use super::tally::Measured;
use super::worlds::SIZE;
use crate::LabError;
use crate::harness::{Records, one_pass, summary};

/// As many pairs are enough for ratios that hardly depend on which they are.
const ENOUGH: usize = 40;

/// Makes the tables that are wanted, all where none is named, of what was measured, and ends with the paper's findings. An error
/// where an algorithm did not keep what it promises.
pub fn report(records: &Records, only: &[String]) -> Result<String, LabError> {
    check(records)?;
    let mut text = method(records);
    for set in chosen(only) {
        let tables = Neighbours::ALL.map(|neighbours| (neighbours, table(records, set, neighbours)));
        let title = format!("Table {}: {} walls", set.number, set.walls);
        if !only.is_empty() && tables.iter().all(|(_, table)| table.is_none()) {
            // Writing to a text does not fail.
            let _ = write!(text, "\n\n## {title}\n\nNothing of it was measured.");
        }
        for (neighbours, table) in tables {
            if let Some(table) = table {
                let _ = write!(text, "\n\n## {title}, {} neighbours\n\n{table}", neighbours.count());
            }
        }
    }
    let pairs = Measured::new(records, COMPLEX, Neighbours::Eight).solvable();
    let few = if (1..ENOUGH).contains(&pairs) {
        format!(" These are few, {pairs} pairs with 600 walls: take more maps before you rely on ratios.")
    } else {
        String::new()
    };
    let judged = format!(
        "Sums are compared as they are, and are of the maps that were measured.{few}{}",
        one_pass(records)
    );
    if let Some(judged) = summary(&findings(records), only, &judged) {
        let _ = write!(text, "\n\n## The paper's findings\n\n{judged}");
    }
    Ok(text)
}

/// How it was measured.
fn method(records: &Records) -> String {
    format!(
        "# Optimizations of Data Structures, Heuristics and Algorithms for Path-Finding on Maps (Cazenave 2006)\n\n\
         Sums over the pairs of a set that have a path, one pair on each map of {SIZE} × {SIZE} cells, and the paper's own in square \
         brackets: those of 100 maps, with the pairs that have none, on a Celeron of 1.7 GHz. Where there is no path, M goes through all that it can reach, and landmarks know \
         it at once: the paper's ratios of the two are therefore larger. Nodes are expansions; of IDA*, \
         calls of its function, as in the paper. Times are without what is prepared for a map, and also as multiples of those of M, A* \
         with an array of stacks. Rows are in the paper's order: \
         M is astar, Mqueue astar:open=heap, Mmem astar:nodes=fresh, ALTn alt:landmarks=n:choice=random, ALTBestn alt-best with the same, IDA \
         ida-star:cut=paper, IDABestn that with heuristic=alt-best and such landmarks, ΔD ida-star-delta with a delta of D in the costs of the \
         search, nof cut=off, and the safe cut is the default. Solved are the paths that were found, \"+ n\" those that a cut had lost and that were \
         found when the search was made again without it; both count for nodes, times and lengths. Lengths are in the costs of the search: with 8 neighbours 2 for a straight move and 3 for a diagonal one, \
         which passes between diagonally touching obstacles; with 4 neighbours 1. With 4 neighbours, pairs may have no path that have one \
         with 8. IDA* has the cut of dead ends of the paper's text, as printed that of its code, which leaves out the \
         last step of a way. {OURS}: not of the paper. –: not measured on \
         every pair. Every answer was verified after it was timed, and costs the least, or as much more as Δ allows, unless the paper's \
         cut went wrong. Passes, of which the fastest counts: {}.",
        records.passes()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cazenave::read;

    /// Two pairs, one of which has a path, measured by hand.
    const RECORDS: &str = "\
experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference
cazenave,walls-600-8,0,0,astar:diagonal=cut-both-corners:costs=3/2,found,200.0,9,200,0,20000,30000,0,0,400000,3,0,,
cazenave,walls-600-8,1,0,astar:diagonal=cut-both-corners:costs=3/2,unreachable,,,,,90000,90000,0,0,900000,3,0,,
cazenave,walls-600-8,0,0,astar:open=heap:diagonal=cut-both-corners:costs=3/2,found,200.0,9,200,0,20000,30000,0,0,1000000,3,0,,
cazenave,walls-600-8,1,0,astar:open=heap:diagonal=cut-both-corners:costs=3/2,unreachable,,,,,90000,90000,0,0,900000,3,0,,
cazenave,walls-600-4,1,0,astar:diagonal=never:costs=1,unreachable,,,,,90000,90000,0,0,900000,3,0,,
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
            "\n## Table III: 600 walls, 8 neighbours\n\n1 of 2 pairs have a path.\n\n| algorithm ",
            "\n## Table III: 600 walls, 4 neighbours\n\n0 of 1 pairs have a path.\n\n| algorithm ",
            " 20,000 [2,438,460] |  400 µs [6.67 s] | 1.00 [1.00] | 1 [61] |   400 [36,208] |",
            " 20,000 [2,296,036] | 1.0 ms [13.67 s] | 2.50 [2.05] | 1 [61] |   400 [36,208] |",
            "\n- an array of stacks is at least 2 times as fast as a priority queue, 600 walls, 8 neighbours: holds (2.50 times, 400 µs \
             against 1.0 ms)",
            "\n\n1 hold, 0 do not, 0 are undecided; 10 more are about what was not measured. ",
        ] {
            assert!(report.contains(part), "{part} is missing in\n{report}");
        }
        assert!(!report.contains("## Table I:") && !report.contains("## Table II:"), "{report}");
        assert!(!report.contains("single pass"), "{report}");
    }

    #[test]
    fn only_what_is_wanted_is_told() {
        let report = of(RECORDS, &["table-1"]).unwrap();
        assert!(report.ends_with("\n\n## Table I: 200 walls\n\nNothing of it was measured."), "{report}");
        let once = of(&RECORDS.replace(",3,0,,\n", ",1,0,,\n"), &["table-3"]).unwrap();
        assert!(once.contains("## Table III") && once.contains("those of a single pass"), "{once}");
    }

    #[test]
    fn a_cost_that_is_not_the_least_is_an_error() {
        let wrong = RECORDS.replacen(
            "heap:diagonal=cut-both-corners:costs=3/2,found,200.0,9,200",
            "heap:diagonal=cut-both-corners:costs=3/2,found,201.0,9,201",
            1,
        );
        assert!(matches!(of(&wrong, &[]), Err(LabError::WrongAnswer { .. })));
        assert!(matches!(of(&wrong, &["table-1"]), Err(LabError::WrongAnswer { .. })));
    }
}
