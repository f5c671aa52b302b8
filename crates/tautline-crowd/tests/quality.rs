//! What no library of the field gates: collisions, deadlocks and time, over ten seeds a scene. The parameters are those of RVO2's examples;
//! positions change by velocity × step only, and nobody disappears. A scene is done when the last one has come to its goal.
//!
//! For comparison (measured with RVO2, compiled natively): circle-250 takes 3,078 steps with 78,551 colliding pair-steps and overlaps of
//! 0.53 tiles; of disc-1000, 425 agents have arrived after 4,000 steps.

use std::thread;

use tautline::map::Map;
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::{KINDS, Report, Scene};

const SEEDS: u64 = 10;

/// The reports of a scene for all seeds, on two threads.
fn reports(scene: &str, model: &str, limit: usize) -> Vec<Report> {
    let agents = KINDS.iter().find(|kind| kind.name == scene).expect("a scene").agents;
    let run = |seed: u64| {
        let scene = Scene::named(scene, agents, seed).expect("a scene");
        let config = scene.config(Model::named(model).expect("a model"));
        scene.run(config, limit, |_| ()).expect("a crowd")
    };
    thread::scope(|scope| {
        let halves =
            [0, 1].map(|half| scope.spawn(move || (half..SEEDS).step_by(2).map(run).collect::<Vec<_>>()));
        halves.into_iter().flat_map(|half| half.join().expect("a run")).collect()
    })
}

fn check(reports: &[Report], steps_below: usize) {
    for report in reports {
        assert_eq!((report.arrived, report.stuck), (report.agents, 0), "{report:?}");
        assert!(report.steps < steps_below, "{report:?}");
        assert_eq!(report.collisions_10pct, 0, "{report:?}");
    }
}

#[test]
fn orca_on_circle_250() {
    let reports = reports("circle", "orca", 3078);
    check(&reports, 3078);
    assert!(reports.iter().all(|report| report.worst_overlap < 0.3), "{reports:?}");
}

#[test]
#[ignore = "full check: ten seconds; ORCA on the same circle is in the quick one"]
fn hrvo_on_circle_250() {
    let reports = reports("circle", "hrvo", 3078);
    check(&reports, 3078);
    assert!(reports.iter().all(|report| report.collisions_1e3 < 78_551), "{reports:?}");
}

#[test]
fn orca_on_disc_1000() {
    check(&reports("disc", "orca", 4001), 4001);
}

#[test]
fn doorway_and_hallways() {
    for scene in ["doorway", "hallway", "hallway-4"] {
        check(&reports(scene, "orca", 4000), 4000);
    }
}

#[test]
fn four_ways_and_the_others() {
    for scene in ["confusion", "confusion-obstacle", "oncoming", "concentric", "blocks", "corridor"] {
        check(&reports(scene, "orca", 4000), 4000);
    }
}

#[test]
fn everybody_gets_through_the_bottleneck() {
    check(&reports("bottleneck", "orca", 8000), 8000);
}

/// Rooms with doors one tile wide, in both directions: two agents have no room beside each other in any of them.
#[test]
fn nobody_is_stuck_in_narrow_doors() {
    let rows =
        include_str!("../../../examples/maps/rooms.map").lines().skip(4).map(|row| row.replace('@', "#"));
    let rows: Vec<String> = rows.collect();
    let map = Map::from_rows(rows.iter().map(String::as_str)).expect("a map");
    for (agents, seeds) in [(30, 10), (60, 3)] {
        for seed in 0..seeds {
            let scene = Scene::on_map("rooms", &map, agents, 0.3, seed).expect("room for all");
            let report = scene.run(scene.config(Model::default()), 8000, |_| ()).expect("a crowd");
            check(&[report], 8000);
        }
    }
}
