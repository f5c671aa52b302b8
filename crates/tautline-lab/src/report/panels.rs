use super::Figure;
use crate::LabError;
use crate::anya::{Panel, panels};
use crate::harness::Records;

/// How to read the first panel, and with it the others.
const FIRST: &str = "How many times as fast as A* a planner answers a query (median), by how many nodes A* expands for it: harder \
                     queries are farther right. Above the line at 1, planners are faster than A*. Both scales are logarithmic.";
const FURTHER: &str = "Median speed-up in time, by how many nodes A* expands.";

/// Draws Figure 16 of the Anya paper of what was measured for it: all sets of the paper, then each set. The command is the one that
/// measured it.
pub fn speed_up_by_difficulty(records: &Records, command: &str) -> Result<Vec<Figure>, LabError> {
    let figure = |(number, panel): (usize, Panel)| {
        Ok(Figure {
            title: format!("Speed-up over A* by difficulty, {}", panel.title),
            caption: if number == 0 { FIRST } else { FURTHER }.into(),
            command: command.into(),
            // The page has the command already.
            svg: panel.svg("")?,
        })
    };
    panels(records).into_iter().enumerate().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::read;

    #[test]
    fn every_set_that_was_measured_has_a_panel() {
        let records = "\
experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference
anya,bg512,0,12,astar-corners,found,100.0,7,,,4000,5000,0,0,80000,3,0,,
anya,bg512,0,12,theta,found,95.0,7,,,2000,3000,900,0,160000,3,0,,
";
        let records = Records::new(read(records.as_bytes(), "by hand").unwrap());
        let figures = speed_up_by_difficulty(&records, "tautline lab anya").unwrap();
        let titles: Vec<_> = figures.iter().map(|figure| figure.title.as_str()).collect();
        assert_eq!(
            titles,
            [
                "Speed-up over A* by difficulty, All benchmarks of the paper",
                "Speed-up over A* by difficulty, Baldur's Gate II"
            ]
        );
        assert!(
            figures
                .iter()
                .all(|figure| figure.command == "tautline lab anya" && figure.svg.contains("Theta*"))
        );
    }
}
