//! Agents that leave a crowd: rows, handles, and those who stay.

use std::collections::HashMap;

use tautline::Map;
use tautline_crowd::avoidance::Model;
use tautline_crowd::{Agent, AgentId, Crowd, CrowdConfig, Guide, Vec2};

fn config() -> CrowdConfig {
    let guide = Guide::planner("taut").expect("a planner");
    CrowdConfig { guide, ..CrowdConfig::default() }.scaled(Model::default(), 0.4, 1.0)
}

fn agent(x: f32, y: f32, to_x: f32, to_y: f32) -> Agent {
    Agent { radius: 0.4, ..Agent::new(Vec2::new(x, y), Vec2::new(to_x, to_y)) }
}

/// What is known of an agent from outside, by its group, which is different for all.
fn known(crowd: &Crowd, row: usize) -> (u32, Vec2, Vec2, f32, Vec2, f32) {
    let (goal, speed) = (crowd.goals().nth(row), crowd.speeds().nth(row));
    (
        crowd.groups()[row],
        crowd.positions()[row],
        crowd.velocities()[row],
        crowd.radii()[row],
        goal.expect("a row"),
        speed.expect("a row"),
    )
}

/// Through many steps in which agents join and leave, all arrays stay dense, each handle is in the row of its agent, and the agents that stay are as
/// they were.
#[test]
fn arrays_stay_dense_and_handles_stay_right() {
    let mut crowd = Crowd::new(Map::open(60, 60).expect("a map"), config()).expect("a crowd");
    let mut groups: HashMap<AgentId, u32> = HashMap::new();
    let mut gone: Vec<AgentId> = Vec::new();
    let (mut next, mut state) = (0, 7_u64);
    for step in 0..400 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let dice = (state >> 33) as usize;
        if !crowd.is_empty() && dice % 5 < 2 {
            let row = dice / 5 % crowd.len();
            let last = crowd.len() - 1;
            let all: Vec<_> = (0..crowd.len()).map(|row| known(&crowd, row)).collect();
            let id = crowd.id(row).expect("a row");
            let left = crowd.remove(id).expect("it is there");
            assert_eq!(
                (left.group, left.position, left.radius, left.goal, left.speed),
                (all[row].0, all[row].1, all[row].3, all[row].4, all[row].5)
            );
            assert_eq!(groups.remove(&id), Some(left.group));
            gone.push(id);
            assert_eq!(crowd.remove(id), None, "it has left");
            for now in 0..crowd.len() {
                let before = if now == row { last } else { now };
                assert_eq!(known(&crowd, now), all[before], "rows change only where one left");
            }
        } else {
            let (x, y) = ((dice % 59) as f32 + 0.5, (dice / 59 % 59) as f32 + 0.5);
            let one = Agent { group: next, ..agent(x, y, 59.0 - x, 59.0 - y) };
            if let Ok(ids) = crowd.add(&[one]) {
                assert_eq!((ids.len(), crowd.row(ids[0])), (1, Some(crowd.len() - 1)));
                assert_eq!(groups.insert(ids[0], next), None, "no handle is used twice");
                next += 1;
            }
        }
        if step % 3 == 0 {
            crowd.step();
        }
        let count = crowd.len();
        assert_eq!(
            [crowd.positions().len(), crowd.velocities().len(), crowd.radii().len(), crowd.groups().len()],
            [count; 4]
        );
        assert_eq!(
            [crowd.goals().len(), crowd.speeds().len(), crowd.arrived().len(), groups.len()],
            [count; 4]
        );
        for (&id, &group) in &groups {
            let row = crowd.row(id).expect("it is there");
            assert_eq!((crowd.groups()[row], crowd.id(row)), (group, Some(id)));
        }
        assert!(gone.iter().all(|&id| crowd.row(id).is_none() && !groups.contains_key(&id)));
        assert_eq!(crowd.id(count), None);
    }
    assert!(gone.len() > 100 && crowd.len() > 20, "{} left, {} stay", gone.len(), crowd.len());
}

/// What is explained after a removal is what the next step does, with the neighbours in their present rows.
#[test]
fn explanations_and_neighbours_are_those_of_who_is_left() {
    let mut crowd = Crowd::new(Map::open(40, 40).expect("a map"), config()).expect("a crowd");
    let agents: Vec<Agent> = (0..36)
        .map(|n| {
            let (x, y) = (8.0 + 2.0 * (n % 6) as f32, 8.0 + 2.0 * (n / 6) as f32);
            agent(x, y, 36.0 - x, 36.0 - y)
        })
        .collect();
    let ids = crowd.add(&agents).expect("room");
    let mut looked_at = 0;
    for (step, &id) in ids.iter().step_by(2).enumerate() {
        for _ in 0..4 {
            crowd.step();
        }
        assert!(crowd.remove(id).is_some());
        crowd.find_ways();
        let positions = crowd.positions().to_vec();
        let why: Vec<_> = (0..crowd.len()).map(|row| crowd.explain(row).expect("an agent")).collect();
        for (row, why) in why.iter().enumerate() {
            let distance = |other: usize| positions[row].distance(positions[other]);
            let mut distances: Vec<f32> =
                (0..crowd.len()).filter(|&other| other != row).map(distance).collect();
            distances.sort_by(f32::total_cmp);
            let within = |factor: f32| {
                let near = distances.iter().filter(|&&distance| distance < why.neighbour_distance * factor);
                near.count().min(crowd.config().max_neighbours)
            };
            assert!((within(0.999)..=within(1.001)).contains(&why.neighbours.len()), "step {step}");
            for (&other, expected) in why.neighbours.iter().zip(&distances) {
                assert!(other != row && (distance(other) - expected).abs() < 1e-4, "step {step}: {other}");
            }
            looked_at += why.neighbours.len();
        }
        crowd.step();
        let taken =
            crowd.velocities().iter().zip(&why).filter(|(velocity, why)| **velocity == why.chosen).count();
        assert!(2 * taken > crowd.len(), "step {step}: {taken} of {}, all but those in contact", crowd.len());
    }
    assert!(looked_at > 1000);
}

const NICHE: [&str; 4] = ["############", "######.#####", "............", "############"];
const ROOMS: [&str; 5] = ["...######...", "...######...", "............", "...######...", "...######..."];

fn corridor(rows: &[&str], agents: &[Agent]) -> (Crowd, Vec<AgentId>) {
    let map = Map::from_rows(rows).expect("a map");
    let mut crowd = Crowd::new(map, config()).expect("a crowd");
    let ids = crowd.add(agents).expect("room");
    (crowd, ids)
}

fn steps_until(crowd: &mut Crowd, is_done: impl Fn(&Crowd) -> bool) -> Option<usize> {
    (0..4000).find(|_| {
        crowd.step();
        is_done(crowd)
    })
}

/// An agent that makes room for one that leaves goes on.
#[test]
fn room_is_made_no_longer_for_who_has_left() {
    let agents = [agent(0.5, 2.5, 11.5, 2.5), agent(11.5, 2.5, 0.5, 2.5)];
    let (mut crowd, ids) = corridor(&NICHE, &agents);
    let goes = steps_until(&mut crowd, |crowd| crowd.positions()[1].y < 1.9);
    assert!(goes.is_some(), "the second one makes room in the niche");
    assert!(crowd.remove(ids[0]).is_some());
    assert_eq!(crowd.row(ids[1]), Some(0));
    let steps =
        steps_until(&mut crowd, |crowd| crowd.arrived().all(|is_there| is_there)).expect("it arrives");
    // Seven tiles at one tile a second, and no waiting for one that never comes.
    let seconds = steps as f32 * crowd.config().time_step;
    assert!(seconds < 20.0, "{seconds}");
}

/// Who came to the crowd first goes first, whatever the rows are after others have left.
#[test]
fn who_came_first_goes_first_also_after_removals() {
    let first = agent(0.5, 2.5, 11.5, 2.5);
    let second = agent(11.5, 2.5, 0.5, 2.5);
    let other = agent(1.5, 0.5, 1.5, 0.5);
    for (left, right) in [(first, second), (second, first)] {
        let (mut crowd, ids) = corridor(&ROOMS, &[other, left, right]);
        assert!(crowd.remove(ids[0]).is_some());
        assert_eq!(
            (crowd.row(ids[2]), crowd.row(ids[1])),
            (Some(0), Some(1)),
            "the later one is in the first row"
        );
        let (earlier, later) = (crowd.row(ids[1]).expect("a row"), crowd.row(ids[2]).expect("a row"));
        let arrived = |crowd: &Crowd, row| crowd.arrived().nth(row).expect("a row");
        let any = steps_until(&mut crowd, |crowd| arrived(crowd, earlier) || arrived(crowd, later));
        assert!(
            any.is_some() && arrived(&crowd, earlier) && !arrived(&crowd, later),
            "{any:?} {earlier} {later} {:?} {:?}",
            crowd.positions(),
            crowd.goals().collect::<Vec<_>>()
        );
        assert!(steps_until(&mut crowd, |crowd| arrived(crowd, later)).is_some());
    }
}
