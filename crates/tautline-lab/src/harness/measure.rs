use tautline::planners::{Guarantee, Selection};
use tautline::search::Workspace;

use super::contest::{Entry, contest};
use super::verify::compared;
use super::{Record, Setting, Verdict, World};
use crate::LabError;

/// Told what is done, what there is to do, and what is being done now.
pub type Progress<'a> = dyn FnMut(u64, u64, &str) + 'a;

/// Puts the queries of every world to every planner, `passes` times in a row each, of which the fastest counts. After the timing
/// every answer is verified, by itself and against those of the others to the same query; a wrong one ends the measurement.
///
/// The worlds of the settings take turns: so what is done tells how long the rest will take, and an hour in which the machine is
/// slow does not fall on one setting.
pub fn measure(
    experiment: &str,
    settings: &[Setting],
    passes: usize,
    progress: &mut Progress<'_>,
) -> Result<Vec<Record>, LabError> {
    let total = settings.iter().map(|setting| setting.worlds * setting.planners.len() as u64).sum();
    let (mut workspace, mut records, mut done) = (Workspace::new(), Vec::new(), 0);
    for (setting, number) in turns(settings) {
        let world = (setting.world)(number)?;
        let label = world.label(&setting.name, number);
        let mut entries: Vec<Entry> = Vec::new();
        for selection in &setting.planners {
            let entry = contest(selection, &label, &world, passes, &mut workspace)?;
            compare(setting, &label, &world, &entries, &entry)?;
            done += 1;
            progress(done, total, &setting.name);
            entries.push(entry);
        }
        for (selection, entry) in setting.planners.iter().zip(&entries) {
            records.extend(entry.runs.iter().enumerate().map(|(query, run)| Record {
                experiment: experiment.to_owned(),
                setting: setting.name.clone(),
                world: number,
                query: world.number(query) as u64,
                planner: selection.to_string(),
                outcome: if run.path.is_some() { Verdict::Found } else { Verdict::Unreachable },
                cost: run.path.map(|(cost, _)| cost),
                turns: run.path.map(|(_, turns)| turns),
                straight: run.steps.map(|steps| steps.straight.into()),
                diagonal: run.steps.map(|steps| steps.diagonal.into()),
                expanded: run.stats.expanded,
                generated: run.stats.generated,
                line_of_sight_checks: run.stats.line_of_sight_checks,
                repairs: run.stats.repairs,
                nanoseconds: run.time.as_nanos() as u64,
                passes: passes as u64,
            }));
        }
    }
    Ok(records)
}

/// Every world of every setting, spread evenly.
fn turns(settings: &[Setting]) -> Vec<(&Setting, u64)> {
    let mut turns: Vec<_> =
        settings.iter().flat_map(|setting| (0..setting.worlds).map(move |world| (setting, world))).collect();
    let part = |(setting, world): &(&Setting, u64)| (*world as f64 + 0.5) / setting.worlds as f64;
    turns.sort_by(|one, other| part(one).total_cmp(&part(other)));
    turns
}

/// Holds the answers of a planner against those of the planners before it.
fn compare(
    setting: &Setting,
    label: &str,
    world: &World,
    before: &[Entry],
    entry: &Entry,
) -> Result<(), LabError> {
    let planners: Vec<_> = setting.planners.iter().map(Selection::to_string).collect();
    let is_shortest = |entry: &Entry| world.ground().is_plain() && entry.guarantee == Guarantee::Optimal;
    let cost = |entry: &Entry, query: usize| entry.runs[query].path.map(|(cost, _)| cost);
    for (number, earlier) in before.iter().enumerate().filter(|(_, earlier)| earlier.rule == entry.rule) {
        for (query, &(start, goal)) in world.queries.iter().enumerate() {
            let wrong = |planner: usize, against: usize, fault: String| LabError::WrongAnswer {
                planner: planners[planner].clone(),
                map: label.to_owned(),
                query: world.number(query),
                start,
                goal,
                fault: format!("{fault}, which is what {} found", planners[against]),
            };
            let (first, other) = (cost(earlier, query), cost(entry, query));
            compared(first, is_shortest(earlier), other, entry.guarantee)
                .map_err(|fault| wrong(before.len(), number, fault))?;
            compared(other, is_shortest(entry), first, earlier.guarantee)
                .map_err(|fault| wrong(number, before.len(), fault))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tautline::search::Stats;
    use tautline::world::Grid;

    use super::super::contest::Run;
    use super::*;

    fn world() -> World {
        let grid = Grid::from_rows([".....", ".###.", "....."]).unwrap();
        World { land: grid.into(), queries: vec![((0, 2), (5, 0)), ((0, 0), (5, 3))], source: None }
    }

    fn setting(name: &str, worlds: u64) -> Setting {
        let planners = ["visibility", "theta", "astar-corners"].map(|planner| planner.parse().unwrap());
        let (world, planners) = (Box::new(|_| Ok(world())), planners.into());
        Setting { name: name.into(), worlds, world, planners }
    }

    #[test]
    fn every_answer_is_a_record() {
        let (mut calls, mut last) = (0, (0, 0));
        let settings = [setting("one", 2), setting("two", 1)];
        let records = measure("trial", &settings, 2, &mut |done, total, _| {
            calls += 1;
            last = (done, total);
        });
        let records = records.unwrap();
        assert_eq!((calls, last), (9, (9, 9)));
        assert_eq!(records.len(), 3 * 3 * 2);
        let shortest = 2f64.sqrt() + 17f64.sqrt();
        for record in records.iter().filter(|record| record.query == 0 && record.planner != "astar-corners") {
            assert!((record.cost.unwrap() - shortest).abs() < 1e-9);
            assert_eq!((record.turns, record.passes, record.experiment.as_str()), (Some(1), 2, "trial"));
            assert!(record.nanoseconds > 0 && record.line_of_sight_checks > 0);
        }
        assert!(records.iter().any(|record| record.cost.unwrap() > shortest + 0.1));
        assert!(records.iter().all(|record| record.straight.is_none() && record.diagonal.is_none()));
    }

    #[test]
    fn paths_from_cell_to_cell_have_steps() {
        let planners = vec!["astar".parse().unwrap()];
        let on_cells = || Ok(World { queries: vec![((0, 0), (4, 2))], ..world() });
        let setting = Setting { world: Box::new(move |_| on_cells()), planners, ..setting("cells", 1) };
        let records = measure("trial", &[setting], 1, &mut |_, _, _| {}).unwrap();
        assert_eq!((records[0].straight, records[0].diagonal), (Some(6), Some(0)), "around the corners");
    }

    #[test]
    fn settings_take_turns() {
        let settings = [setting("four", 4), setting("two", 2)];
        let order: Vec<_> =
            turns(&settings).iter().map(|(setting, world)| format!("{} {world}", setting.name)).collect();
        assert_eq!(order, ["four 0", "two 0", "four 1", "four 2", "two 1", "four 3"]);
    }

    fn entry(guarantee: Guarantee, costs: [Option<f64>; 2]) -> Entry {
        let run = |cost: Option<f64>| Run {
            path: cost.map(|cost| (cost, 0)),
            steps: None,
            stats: Stats::default(),
            time: Duration::ZERO,
        };
        Entry { rule: "Closed".into(), guarantee, runs: costs.map(run).into() }
    }

    #[test]
    fn a_wrong_answer_is_told_with_all_that_is_needed_to_repeat_it() {
        let planners = ["theta", "visibility"].map(|planner| planner.parse().unwrap()).into();
        let setting = Setting { planners, ..setting("rooms", 4) };
        let compare = |theta: [Option<f64>; 2], other: &Entry| {
            let before = [entry(Guarantee::Suboptimal, theta)];
            compare(&setting, "rooms, world 3", &world(), &before, other).err().map(|error| error.to_string())
        };
        let shortest = entry(Guarantee::Optimal, [Some(5.0), Some(6.0)]);
        assert_eq!(compare([Some(5.0), Some(6.5)], &shortest), None);
        assert_eq!(
            compare([Some(5.0), Some(5.9)], &shortest).unwrap(),
            "wrong answer of theta on rooms, world 3, query 1 from (0, 0) to (5, 3): found length 5.9, expected \
             from 6 to inf, which is what visibility found"
        );
        let missing = compare([None, Some(6.0)], &shortest).unwrap();
        assert!(missing.starts_with("wrong answer of visibility on rooms, world 3, query 0 "), "{missing}");
        let other_rule = Entry { rule: "Open".into(), ..shortest };
        assert_eq!(compare([None, Some(5.9)], &other_rule), None);
    }
}
