//! Crowds: ways, deadlocks, edits of the map, who has arrived, threads and memory.

use proptest::prelude::*;
use tautline::engine::{Algorithm, Ends, Registry};
use tautline::map::{Link, Map, Tile};
use tautline::planners::{AStar, AStarConfig};
use tautline::search::{Query, Workspace};
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::Scene;
use tautline_crowd::{Agent, Crowd, CrowdConfig, CrowdError, Guide, Vec2};

fn planner(id: &str) -> Guide {
    Guide::planner(id).expect("a planner")
}

/// A crowd of small agents, with the parameters of RVO2 scaled to them.
fn crowd(rows: &[&str], guide: Guide, agents: &[Walk]) -> Crowd {
    crowd_of(0.4, rows, guide, agents)
}

fn crowd_of(radius: f32, rows: &[&str], guide: Guide, agents: &[Walk]) -> Crowd {
    let map = Map::from_rows(rows.iter().copied()).expect("a map");
    let config = CrowdConfig { guide, ..CrowdConfig::default() }.scaled(Model::default(), radius, 1.0);
    let mut crowd = Crowd::new(map, config).expect("a crowd");
    let agents: Vec<Agent> = agents
        .iter()
        .map(|&(x, y, to_x, to_y)| Agent { radius, ..Agent::new(Vec2::new(x, y), Vec2::new(to_x, to_y)) })
        .collect();
    crowd.add(&agents).expect("room for all");
    crowd
}

/// Walks until all are there; the number of steps. Nobody may overlap anybody by a tenth, or be in a wall.
fn walk(crowd: &mut Crowd, limit: usize) -> Option<usize> {
    for step in 1..=limit {
        crowd.step();
        for (agent, &place) in crowd.positions().iter().enumerate() {
            let radius = crowd.radii()[agent];
            let wall = crowd.walls().nearest(place, radius).map_or(radius, |hit| hit.distance);
            assert!(wall > 0.98 * radius, "step {step}: {agent} at {place:?} is {wall} from a wall");
            for (other, &there) in crowd.positions().iter().enumerate().skip(agent + 1) {
                let least = 0.9 * (radius + crowd.radii()[other]);
                assert!(
                    place.distance(there) > least,
                    "step {step}: {agent} at {place:?}, {other} at {there:?}"
                );
            }
        }
        if crowd.arrived().all(|has_arrived| has_arrived) {
            return Some(step);
        }
    }
    None
}

const AROUND: [&str; 7] = [
    "............",
    ".##########.",
    ".#..........",
    ".#.########.",
    ".#........#.",
    ".########.#.",
    "............",
];

#[test]
fn every_planner_leads_the_way() {
    for descriptor in Registry::core().iter().filter(|descriptor| descriptor.ends != Ends::Corners) {
        let mut crowd = crowd(&AROUND, planner(descriptor.id), &[(2.5, 4.5, 11.5, 2.5)]);
        assert!(walk(&mut crowd, 2000).is_some(), "{}", descriptor.id);
    }
    let mut crowd = crowd(&AROUND, Guide::Flow, &[(2.5, 4.5, 11.5, 2.5), (0.5, 6.5, 11.5, 2.5)]);
    crowd.set_goal(crowd.id(1).unwrap(), Vec2::new(0.5, 0.5)).expect("a free place");
    assert!(walk(&mut crowd, 2000).is_some(), "by flow fields");
}

/// From where to where.
type Walk = (f32, f32, f32, f32);

/// Each tile of a map as a square of tiles.
fn enlarged(rows: &[&str], times: usize) -> Vec<String> {
    let wide = |row: &&str| row.chars().flat_map(|tile| std::iter::repeat_n(tile, times)).collect();
    rows.iter().flat_map(|row| std::iter::repeat_n(wide(row), times)).collect()
}

/// Through gates and corridors, around corners and out of corners.
#[test]
fn who_is_as_wide_as_a_gate_gets_through() {
    let maps: [(&[&str], Walk); 5] = [
        (&AROUND, (5.5, 4.5, 0.5, 0.5)),
        (&AROUND, (0.5, 0.5, 5.5, 4.5)),
        (&["..", ".#", ".."], (1.5, 2.5, 1.5, 0.5)),
        (&["..", "..", "#.", ".."], (0.5, 3.5, 1.5, 1.5)),
        (&["##..", "..#.", "...."], (2.5, 2.5, 3.5, 1.5)),
    ];
    for (rows, (x, y, to_x, to_y)) in maps {
        for (times, radius) in [(1, 0.5), (2, 1.0), (2, 0.8), (3, 1.5), (3, 1.35), (4, 2.0)] {
            let rows = enlarged(rows, times);
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let scale = times as f32;
            for id in ["astar", "jps", "theta", "anya", "taut", "flow"] {
                let guide = if id == "flow" { Guide::Flow } else { planner(id) };
                let ends = (x * scale, y * scale, to_x * scale, to_y * scale);
                let mut through = crowd_of(radius, &rows, guide, &[ends]);
                assert!(
                    walk(&mut through, 3000).is_some(),
                    "{id} {radius} {rows:#?}: {:?}",
                    through.positions()
                );
            }
        }
    }
}

/// Somebody large, wherever it is, does not hide the small ones from each other.
#[test]
fn a_giant_far_away_makes_nobody_blind() {
    let config =
        CrowdConfig { guide: Guide::Straight, ..CrowdConfig::default() }.scaled(Model::default(), 0.4, 1.0);
    let mut crowd = Crowd::new(Map::open(80, 20).expect("a map"), config).expect("a crowd");
    let small = |x, to| Agent { radius: 0.4, ..Agent::new(Vec2::new(x, 10.0), Vec2::new(to, 10.0)) };
    let giant = Agent { radius: 6.0, ..Agent::new(Vec2::new(70.0, 10.0), Vec2::new(70.0, 10.0)) };
    crowd.add(&[small(5.0, 15.0), small(15.0, 5.0), giant]).expect("room for all");
    for step in 0..200 {
        crowd.step();
        let apart = crowd.positions()[0].distance(crowd.positions()[1]);
        assert!(apart > 0.79, "step {step}: {apart}");
    }
}

#[test]
fn without_a_way_nobody_moves_and_nobody_panics() {
    let rows = ["..#..", "..#..", "..#.."];
    for guide in [planner("taut"), planner("astar"), Guide::Flow] {
        let mut crowd = crowd(&rows, guide, &[(0.5, 0.5, 4.5, 2.5), (1.5, 2.5, 0.5, 1.5)]);
        assert_eq!(walk(&mut crowd, 300), None);
        assert_eq!(crowd.arrived().collect::<Vec<_>>(), [false, true]);
        assert!(crowd.positions()[0].distance(Vec2::new(0.5, 0.5)) < 1.0);
        assert_eq!(crowd.ways_left().map(f32::is_finite).collect::<Vec<_>>(), [false, true]);
    }
}

/// In a corridor one agent wide, face to face: one of them goes back, into the niche or out of the corridor.
#[test]
fn who_meets_in_a_corridor_goes_back() {
    let niche = ["############", "######.#####", "............", "############"];
    let rooms = ["...######...", "...######...", "............", "...######...", "...######..."];
    for (rows, y) in [(&niche[..], 2.5), (&rooms[..], 2.5)] {
        for guide in [planner("taut"), planner("jps"), Guide::Flow] {
            let mut two = crowd(rows, guide.clone(), &[(0.5, y, 11.5, y), (11.5, y, 0.5, y)]);
            assert!(walk(&mut two, 3000).is_some(), "{guide:?} {rows:?}");
            // Whoever came first goes first, wherever they begin.
            let mut swapped = crowd(rows, guide.clone(), &[(11.5, y, 0.5, y), (0.5, y, 11.5, y)]);
            assert!(walk(&mut swapped, 3000).is_some(), "{guide:?} {rows:?}");
        }
    }
    let four = [(1.5, 1.5, 10.5, 1.5), (1.5, 3.5, 10.5, 3.5), (10.5, 1.5, 1.5, 1.5), (10.5, 3.5, 1.5, 3.5)];
    let mut convoy = crowd(&rooms, planner("taut"), &four);
    assert!(walk(&mut convoy, 6000).is_some(), "two from each side");
}

/// Somebody is at its goal in a corridor: it makes room, and comes back.
#[test]
fn who_has_arrived_makes_room_and_comes_back() {
    let rows = ["######.#####", "............", "############"];
    let mut crowd = crowd(&rows, planner("taut"), &[(5.5, 1.5, 5.5, 1.5), (0.5, 1.5, 11.5, 1.5)]);
    assert!(walk(&mut crowd, 4000).is_some());
}

#[test]
fn a_new_wall_is_walked_around() {
    let rows = ["............"; 9];
    for guide in [planner("anya"), Guide::Flow] {
        let mut crowd = crowd(&rows, guide, &[(0.5, 4.5, 11.5, 4.5), (11.5, 5.5, 0.5, 5.5)]);
        for _ in 0..20 {
            crowd.step();
        }
        crowd.edit(|map| {
            for y in 1..9 {
                map.block((6, y)).expect("on the map");
            }
        });
        assert!(walk(&mut crowd, 3000).is_some());
    }
}

#[test]
fn exactly_symmetric_scenes_are_solved() {
    for model in Model::NAMES {
        for count in [2, 3, 4, 7, 12, 16, 20, 22, 24, 26] {
            let map = Map::open(80, 80).expect("a map");
            let config =
                CrowdConfig { model: Model::named(model).expect("a model"), ..CrowdConfig::default() };
            let mut crowd = Crowd::new(map, config).expect("a crowd");
            let middle = Vec2::new(40.0, 40.0);
            let place =
                |agent: usize| Vec2::from_angle(std::f32::consts::TAU * agent as f32 / count as f32) * 25.0;
            let agents: Vec<_> =
                (0..count).map(|n| Agent::new(middle + place(n), middle - place(n))).collect();
            crowd.add(&agents).expect("room");
            assert!(walk(&mut crowd, 2000).is_some(), "{model} {count}");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for (name, agents) in [("disc", 300), ("doorway", 30), ("hallway-4", 60)] {
        let scene = Scene::named(name, agents, 3).expect("a scene");
        let hash = |threads| {
            let config = CrowdConfig { threads, ..scene.config(Model::default()) };
            match scene.run(config, 300, |_| ()) {
                Ok(report) => Some(report.hash),
                Err(CrowdError::Threads { .. }) => None,
                Err(error) => panic!("{error}"),
            }
        };
        let alone = hash(1);
        assert_eq!(alone, hash(1), "again");
        for threads in [2, 3, 8].into_iter().filter(|_| cfg!(feature = "rayon")) {
            assert_eq!(alone, hash(threads), "{name} on {threads} threads");
        }
    }
}

#[test]
fn a_warm_step_allocates_nothing() {
    for model in Model::NAMES {
        let scene = Scene::named("circle", 60, 0).expect("a scene");
        let mut crowd = scene.crowd(scene.config(Model::named(model).expect("a model"))).expect("a crowd");
        for _ in 0..200 {
            crowd.step();
        }
        let allocated = allocation_counter::measure(|| {
            for _ in 0..50 {
                crowd.step();
            }
        });
        assert_eq!(allocated.count_total, 0, "{model}");
    }
}

#[test]
fn bad_input_is_named() {
    let new = || {
        Crowd::new(Map::from_rows(["....", ".##.", "...."]).expect("a map"), CrowdConfig::default())
            .expect("a crowd")
    };
    let small = |x: f32, y: f32| Agent { radius: 0.4, ..Agent::new(Vec2::new(x, y), Vec2::new(0.5, 0.5)) };
    let message = |agents: &[Agent]| {
        let mut crowd = new();
        let error = crowd.add(agents).expect_err("refused").to_string();
        assert!(crowd.is_empty(), "all or none");
        crowd.step();
        error
    };
    let fine = small(3.5, 0.5);
    assert_eq!(
        message(&[fine, Agent { radius: 0.0, ..fine }]),
        "agent 1: found 0 as the radius, expected a finite number above 0"
    );
    assert_eq!(
        message(&[Agent { speed: f32::NAN, ..fine }]),
        "agent 0: found NaN as the speed, expected a finite number above 0"
    );
    assert_eq!(
        message(&[Agent { max_speed: 0.5, ..fine }]),
        "agent 0: found 0.5 as the largest speed, expected at least the speed"
    );
    assert_eq!(
        message(&[small(1.5, 1.5)]),
        "agent 0: the start (1.5, 1.5) is within 0.4 tiles of a wall, or in one"
    );
    assert_eq!(
        message(&[Agent { goal: Vec2::new(f32::INFINITY, 0.0), ..fine }]),
        "agent 0: the goal (inf, 0) is within 0.4 tiles of a wall, or in one"
    );
    assert_eq!(
        message(&[small(3.5, 0.5), small(3.5, 2.5), small(3.5, 1.0)]),
        "agents 0 and 2 begin 0.5 tiles apart, expected at least 0.8, the sum of their radii"
    );
    let config = CrowdConfig { time_step: 0.0, ..CrowdConfig::default() };
    let error = Crowd::new(Map::open(4, 4).expect("a map"), config).map(|_| ()).expect_err("refused");
    assert_eq!(error.to_string(), "found 0 as the time step, expected a finite number above 0");
    let config = CrowdConfig { max_neighbours: usize::MAX, ..CrowdConfig::default() };
    assert!(Crowd::new(Map::open(4, 4).expect("a map"), config).is_err());
    let mut crowd = new();
    let id = crowd.add(&[fine]).expect("a free place")[0];
    assert!(crowd.remove(id).is_some());
    assert_eq!(crowd.set_goal(id, Vec2::ZERO), Err(CrowdError::NoAgent(id)));
}

/// A planner that does not take the map is named, however often it is tried.
#[test]
fn a_planner_that_refuses_is_named() {
    // Steps that all cost the same are for four neighbours.
    let config = CrowdConfig { guide: planner("astar:costs=1"), ..CrowdConfig::default() };
    let mut crowd = Crowd::new(Map::open(20, 20).expect("a map"), config).expect("a crowd");
    let agent = Agent::new(Vec2::new(5.0, 5.0), Vec2::new(15.0, 5.0));
    for _ in 0..2 {
        let error = crowd.add(&[agent]).expect_err("refused");
        assert!(
            matches!(&error, CrowdError::Planner { planner, .. } if planner == "astar:costs=1"),
            "{error}"
        );
        assert!(crowd.is_empty());
    }
}

/// A planner whose paths lead from corner to corner is refused before there is any agent, and those that fit are named.
#[test]
fn a_planner_for_corners_only_is_refused() {
    let config = CrowdConfig { guide: planner("astar-corners"), ..CrowdConfig::default() };
    let error = Crowd::new(Map::open(9, 9).expect("a map"), config).map(|_| ()).expect_err("refused");
    let CrowdError::Ends(unsupported) = &error else { panic!("{error}") };
    let fitting = |id| Registry::core().find(id).is_some_and(|planner| planner.ends != Ends::Corners);
    assert!(
        unsupported.instead.iter().all(|id| fitting(id)) && unsupported.instead.contains(&"taut"),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .starts_with("a crowd needs paths between any places: astar-corners does not support"),
        "{error}"
    );
}

/// Of a map only its free tiles count: with costs and links on it, agents walk as they do without them, by planners that handle neither.
#[test]
fn costs_and_links_change_nothing() {
    let plain = Map::from_rows(AROUND).expect("a map");
    let mut rich = plain.clone();
    rich.set_cost((5, 6), 9).expect("on the map");
    rich.add_link(Link { from: (0, 0).into(), to: (11, 6).into(), cost: 1 }).expect("two free cells");
    let hashes = [plain, rich].map(|map| {
        let config = CrowdConfig { guide: planner("taut"), ..CrowdConfig::default() };
        let mut crowd = Crowd::new(map, config.scaled(Model::default(), 0.4, 1.0)).expect("a crowd");
        let agent = Agent { radius: 0.4, ..Agent::new(Vec2::new(0.5, 0.5), Vec2::new(11.5, 6.5)) };
        crowd.add(&[agent]).expect("room");
        assert!(walk(&mut crowd, 2000).is_some());
        crowd.hash()
    });
    assert_eq!(hashes[0], hashes[1]);
}

/// Numbers as hostile as they can be and still be taken.
fn hostile() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => 0.0..20.0f32,
        1 => prop::sample::select(vec![0.0, -0.0, 1e-40, 1e-20, 1e20, f32::MAX, f32::MIN, f32::NAN, f32::INFINITY, -1.0]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    /// Wherever there is a way for a point over the tiles, there is one for who is as wide as they are.
    #[test]
    fn as_wide_as_the_tiles_of_a_maze(
        blocked in prop::collection::vec(prop::bool::weighted(0.3), 64), from in 0..64_usize, to in 0..64_usize,
        times in 1..4_usize, id in prop::sample::select(vec!["astar", "jps", "theta", "anya", "taut", "flow"]),
    ) {
        let row = |row: &[bool]| row.iter().map(|&is_blocked| if is_blocked { '#' } else { '.' }).collect();
        let rows: Vec<String> = blocked.chunks(8).map(row).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let map = Map::from_rows(rows.iter().copied()).expect("a map");
        let place = |number: usize| ((number % 8) as i32, (number / 8) as i32);
        let astar = AStar::new(&map, AStarConfig::default()).expect("a planner");
        let way = astar.plan(&map, &Query::new(place(from), place(to)), &mut Workspace::new());
        if !way.is_ok_and(|answer| answer.is_complete()) {
            return Ok(());
        }
        let rows = enlarged(&rows, times);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let middle = |number: usize| {
            let (x, y) = place(number);
            ((x as f32 + 0.5) * times as f32, (y as f32 + 0.5) * times as f32)
        };
        let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
        let guide = if id == "flow" { Guide::Flow } else { planner(id) };
        let mut through = crowd_of(times as f32 / 2.0, &rows, guide, &[(x, y, to_x, to_y)]);
        prop_assert!(walk(&mut through, 4000).is_some(), "{:?}", through.positions());
    }

    #[test]
    fn no_number_makes_anybody_leave_the_map(
        numbers in prop::collection::vec(prop::array::uniform7(hostile()), 1..12),
        (time_step, distance, horizon) in (hostile(), hostile(), hostile()),
        most in 0usize..12,
        model in prop::sample::select(Model::NAMES.to_vec()),
        guide in prop::sample::select(vec!["straight", "flow", "theta"]),
    ) {
        let map = Map::from_fn(20, 20, |cell| if (cell.x + 3 * cell.y) % 11 == 0 { Tile::Blocked } else { Tile::Free });
        let guide = match guide { "straight" => Guide::Straight, "flow" => Guide::Flow, id => planner(id) };
        let model = Model::named(model).expect("a model").with_time_horizon(horizon);
        let config = CrowdConfig { model, guide, time_step, neighbour_distance: distance, max_neighbours: most, ..CrowdConfig::default() };
        let Ok(mut crowd) = Crowd::new(map.expect("a map"), config) else { return Ok(()) };
        for [x, y, to_x, to_y, radius, speed, max_speed] in numbers {
            let (position, goal) = (Vec2::new(x, y), Vec2::new(to_x, to_y));
            // Those that cannot be are refused.
            let _ = crowd.add(&[Agent { position, goal, radius: radius / 20.0, speed, max_speed, group: 0 }]);
        }
        for _ in 0..20 {
            crowd.step();
            for (place, velocity) in crowd.positions().iter().zip(crowd.velocities()) {
                prop_assert!((0.0..=20.0).contains(&place.x) && (0.0..=20.0).contains(&place.y), "{:?}", place);
                prop_assert!(velocity.is_finite(), "{:?}", velocity);
            }
        }
    }
}
