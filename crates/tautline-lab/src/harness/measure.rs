use std::collections::HashMap;

use tautline::engine::{Guarantee, Selection};
use tautline::search::Workspace;

use super::contest::{Contestant, Entry, Run, enter};
use super::peer::enter_peer;
use super::pinned::pinned;
use super::verify::compared;
use super::{Journal, Method, Record, Setting, Verdict, World};
use crate::LabError;

/// Told what is done, what there is to do, and what is being done now.
pub type Progress<'a> = dyn FnMut(u64, u64, &str) + Send + 'a;

/// Puts the queries of every world to every planner and peer. They take turns, pass by pass, as the method says; of the passes over a
/// query the fastest counts. After the timing every answer is verified, by itself and against those of the others to the same
/// query; a wrong one ends the measurement. All of it is done on one thread, on one core where the system allows it. What is measured goes to the journal, a world at a time; what that has already is not
/// measured again.
///
/// The worlds of the settings take turns: so what is done tells how long the rest will take, and an hour in which the machine is
/// slow does not fall on one setting.
pub fn measure(
    experiment: &str,
    settings: &[Setting],
    method: &Method,
    journal: &mut Journal,
    progress: &mut Progress<'_>,
) -> Result<(), LabError> {
    pinned(|| measure_here(experiment, settings, method, journal, progress))
}

fn measure_here(
    experiment: &str,
    settings: &[Setting],
    method: &Method,
    journal: &mut Journal,
    progress: &mut Progress<'_>,
) -> Result<(), LabError> {
    let steps = |setting: &Setting| ((setting.peers.len() + setting.planners.len()) * method.rounds()) as u64;
    let total = settings.iter().map(|setting| setting.worlds * steps(setting)).sum();
    let (mut workspaces, mut done) = (Workspaces::default(), 0);
    for (setting, number) in turns(settings) {
        let unit = format!("{}/{number}", setting.name);
        if journal.has(&unit) {
            done += steps(setting);
            progress(done, total, &setting.name);
            continue;
        }
        let mut step = || {
            done += 1;
            progress(done, total, &setting.name);
        };
        let records = measure_world(experiment, setting, number, method, &mut workspaces, &mut step)?;
        journal.add(&unit, &records)?;
    }
    Ok(())
}

/// What all contestants answer on one world of a setting. `step` is called after each pass.
pub(crate) fn measure_world(
    experiment: &str,
    setting: &Setting,
    number: u64,
    method: &Method,
    workspaces: &mut Workspaces,
    step: &mut dyn FnMut(),
) -> Result<Vec<Record>, LabError> {
    let world = (setting.world)(number)?;
    let label = world.label(&setting.name, number);
    let entries = entries(setting, &label, &world, method, workspaces, step)?;
    let mut records = Vec::new();
    for (planner, entry) in setting.names().into_iter().zip(&entries) {
        let record = |(query, run): (usize, &Run)| Record {
            experiment: experiment.to_owned(),
            setting: setting.name.clone(),
            world: number,
            query: world.number(query) as u64,
            planner: planner.clone(),
            outcome: run.verdict(),
            cost: run.path.map(|(cost, _)| cost),
            turns: run.path.map(|(_, turns)| turns),
            straight: run.steps.map(|steps| steps.straight.into()),
            diagonal: run.steps.map(|steps| steps.diagonal.into()),
            expanded: run.stats.expanded,
            generated: run.stats.generated,
            line_of_sight_checks: run.stats.line_of_sight_checks,
            repairs: run.stats.repairs,
            nanoseconds: run.time.as_nanos() as u64,
            passes: method.passes as u64,
            preparation_nanoseconds: entry.preparation.as_nanos() as u64,
            bytes: entry.bytes,
            reference: run.reference,
        };
        records.extend(entry.runs.iter().enumerate().map(record));
    }
    Ok(records)
}

/// The memory of each planner, which it keeps from world to world.
pub(crate) type Workspaces = HashMap<String, Workspace>;

/// The results of all on a world: first the peers, then the planners.
fn entries(
    setting: &Setting,
    label: &str,
    world: &World,
    method: &Method,
    workspaces: &mut Workspaces,
    step: &mut dyn FnMut(),
) -> Result<Vec<Entry>, LabError> {
    let peers = setting.peers.iter().map(|peer| enter_peer(peer, world));
    let planners =
        setting.planners.iter().map(|selection| enter(selection, label, world, !setting.peers.is_empty()));
    let mut contestants: Vec<Box<dyn Contestant + '_>> = peers.chain(planners).collect::<Result<_, _>>()?;
    let names = setting.names();
    for round in 0..method.rounds() {
        for (name, contestant) in names.iter().zip(&mut contestants) {
            contestant.pass(method.pass(round), workspaces.entry(name.clone()).or_default());
            step();
        }
    }
    let mut entries: Vec<Entry> =
        contestants.into_iter().map(Contestant::verified).collect::<Result<_, _>>()?;
    let ours = &mut entries[setting.peers.len()..];
    for (number, entry) in ours.iter().enumerate() {
        compare(setting, label, world, &ours[..number], entry)?;
    }
    refer(world, ours);
    Ok(entries)
}

/// Where a planner that finds shortest paths took part, it knows their lengths better than files, which are rounded. All of the same
/// rule refer to it.
fn refer(world: &World, entries: &mut [Entry]) {
    for number in 0..entries.len() {
        let Entry { rule, runs, .. } = &entries[number];
        if !is_shortest(world, &entries[number]) {
            continue;
        }
        let (rule, costs) = (rule.clone(), runs.iter().map(|run| run.path.map(|(cost, _)| cost)));
        let costs: Vec<Option<f64>> = costs.collect();
        for entry in entries.iter_mut().filter(|entry| entry.rule == rule) {
            for (run, cost) in entry.runs.iter_mut().zip(&costs) {
                run.reference = *cost;
            }
        }
    }
}

/// Whether an entry's paths are shortest ones.
fn is_shortest(world: &World, entry: &Entry) -> bool {
    world.map.is_plain() && entry.guarantee == Guarantee::Optimal
}

impl Run {
    fn verdict(&self) -> Verdict {
        match (self.is_illegal, self.path) {
            (true, _) => Verdict::Illegal,
            (false, Some(_)) => Verdict::Found,
            (false, None) => Verdict::Unreachable,
        }
    }
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
    let cost = |entry: &Entry, query: usize| entry.runs[query].path.map(|(cost, _)| cost);
    for (number, earlier) in before.iter().enumerate().filter(|(_, earlier)| earlier.rule == entry.rule) {
        for query in 0..world.queries.len() {
            let wrong = |planner: usize, against: usize, fault: String| {
                let fault = format!("{fault}, which is what {} found", planners[against]);
                world.wrong(&planners[planner], label, query, fault)
            };
            let (first, other) = (cost(earlier, query), cost(entry, query));
            compared(first, is_shortest(world, earlier), other, entry.guarantee)
                .map_err(|fault| wrong(before.len(), number, fault))?;
            compared(other, is_shortest(world, entry), first, earlier.guarantee)
                .map_err(|fault| wrong(number, before.len(), fault))?;
        }
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use tautline::engine::Registry;
    use tautline::map::Map;
    use tautline::search::Stats;

    use super::*;
    use crate::harness::{Origin, read_records};

    fn select(planner: &str) -> Selection {
        Registry::core().select(planner).unwrap()
    }

    fn world() -> World {
        let map = Map::from_rows([".....", ".###.", "....."]).unwrap();
        World { map, queries: vec![((0, 2), (5, 0)), ((0, 0), (5, 3))], source: None }
    }

    fn setting(name: &str, worlds: u64) -> Setting {
        let planners = ["visibility", "theta", "astar-corners"].map(select);
        let (world, planners) = (Box::new(|_| Ok(world())), planners.into());
        Setting { name: name.into(), worlds, world, peers: Vec::new(), planners }
    }

    /// What is in the journal in the end.
    fn measured(
        settings: &[Setting],
        passes: usize,
        progress: &mut Progress<'_>,
    ) -> Result<Vec<Record>, LabError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trial.csv");
        let mut journal = Journal::open(&path, &Origin::default())?;
        measure("trial", settings, &Method::of_papers(passes), &mut journal, progress)?;
        Ok(read_records(&Registry::core(), &fs::read(&path).unwrap()[..], "trial.csv", |_| Ok(()))?)
    }

    /// What a trial makes of these settings.
    pub(crate) fn measured_records(settings: &[Setting], passes: usize) -> Result<Vec<Record>, LabError> {
        measured(settings, passes, &mut |_, _, _| {})
    }

    #[test]
    fn every_answer_is_a_record() {
        let (mut calls, mut last) = (0, (0, 0));
        let settings = [setting("one", 2), setting("two", 1)];
        let records = measured(&settings, 2, &mut |done, total, _| {
            calls += 1;
            last = (done, total);
        });
        let records = records.unwrap();
        assert_eq!((calls, last), (18, (18, 18)));
        assert_eq!(records.len(), 3 * 3 * 2);
        let shortest = 2f64.sqrt() + 17f64.sqrt();
        for record in records.iter().filter(|record| record.query == 0 && record.planner != "astar-corners") {
            assert!((record.cost.unwrap() - shortest).abs() < 1e-9);
            assert_eq!((record.turns, record.passes, record.experiment.as_str()), (Some(1), 2, "trial"));
            assert!(record.nanoseconds > 0 && record.line_of_sight_checks > 0);
        }
        let is_referred = |record: &Record| (record.reference.unwrap() - shortest).abs() < 1e-9;
        assert!(
            records.iter().filter(|record| record.query == 0).all(is_referred),
            "to the visibility graph"
        );
        assert!(records.iter().any(|record| record.cost.unwrap() > shortest + 0.1));
        assert!(records.iter().all(|record| record.straight.is_none() && record.diagonal.is_none()));
    }

    #[test]
    fn paths_from_cell_to_cell_have_steps() {
        let planners = vec![select("astar")];
        let on_cells = || Ok(World { queries: vec![((0, 0), (4, 2))], ..world() });
        let setting = Setting { world: Box::new(move |_| on_cells()), planners, ..setting("cells", 1) };
        let records = measured_records(&[setting], 1).unwrap();
        assert_eq!((records[0].straight, records[0].diagonal), (Some(6), Some(0)), "around the corners");
    }

    #[test]
    fn what_the_journal_has_is_not_measured_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trial.csv");
        let made = Arc::new(Mutex::new(Vec::new()));
        let settings = || {
            let made = Arc::clone(&made);
            let world = move |number| {
                let mut made = made.lock().unwrap();
                made.push(number);
                if made.len() == 2 { Err(LabError::NoQueries { file: "a.map".into() }) } else { Ok(world()) }
            };
            [Setting { world: Box::new(world), ..setting("rooms", 3) }]
        };
        let origin = Origin { entries: vec![("commit".into(), "1".into())] };
        let measure = || {
            let mut journal = Journal::open(&path, &origin).unwrap();
            measure("trial", &settings(), &Method::of_papers(1), &mut journal, &mut |_, _, _| {})
        };
        assert!(measure().is_err(), "the second world ends it");
        measure().unwrap();
        measure().unwrap();
        assert_eq!(*made.lock().unwrap(), [0, 1, 1, 2]);
        let records =
            read_records(&Registry::core(), &fs::read(&path).unwrap()[..], "trial.csv", |_| Ok(())).unwrap();
        assert_eq!(records.len(), 3 * 3 * 2);
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
            reference: None,
            is_illegal: false,
            steps: None,
            stats: Stats::default(),
            time: Duration::ZERO,
        };
        let (rule, runs) = ("Closed".into(), costs.map(run).into());
        Entry { rule, guarantee, preparation: Duration::ZERO, bytes: None, runs }
    }

    #[test]
    fn a_wrong_answer_is_told_with_all_that_is_needed_to_repeat_it() {
        let planners = ["theta", "visibility"].map(select).into();
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
