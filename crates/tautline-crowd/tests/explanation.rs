//! Explanations: that they are of what the next step does, and what a viewer can know of a crowd.

use tautline::map::{Map, Tile};
use tautline_crowd::avoidance::{Cone, Limits, Model, Neighbour, Orca, Walker};
use tautline_crowd::scene::Scene;
use tautline_crowd::{Agent, Crowd, CrowdConfig, Explanation, Guide, Side, Vec2};

/// What is lost by rounding, as a velocity.
const ROUNDING: f32 = 1e-4;

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// Agents on an open map, from the first of two places to the second.
fn open(model: Model, walks: &[(Vec2, Vec2)]) -> Crowd {
    let config = CrowdConfig { model, ..CrowdConfig::default() };
    let mut crowd = Crowd::new(Map::open(100, 100).expect("a map"), config).expect("a crowd");
    let agents: Vec<Agent> = walks.iter().map(|&(from, to)| Agent::new(from, to)).collect();
    crowd.add(&agents).expect("room for all");
    crowd
}

/// Small agents on a map, with ways by a guide.
fn walled(rows: &[&str], guide: Guide, walks: &[(Vec2, Vec2)]) -> Crowd {
    let map = Map::from_rows(rows.iter().copied()).expect("a map");
    let config = CrowdConfig { guide, ..CrowdConfig::default() }.scaled(Model::default(), 0.4, 1.0);
    let mut crowd = Crowd::new(map, config).expect("a crowd");
    let agent = |&(from, to): &(Vec2, Vec2)| Agent { radius: 0.4, ..Agent::new(from, to) };
    crowd.add(&walks.iter().map(agent).collect::<Vec<_>>()).expect("room for all");
    crowd.find_ways();
    crowd
}

fn taut() -> Guide {
    Guide::planner("taut").expect("a planner")
}

fn explained(crowd: &Crowd) -> Vec<Explanation> {
    (0..crowd.len()).map(|agent| crowd.explain(agent).expect("an agent")).collect()
}

/// Whether nobody is so near to an agent that both could touch within a step: then the step takes what the model chooses.
fn is_alone(crowd: &Crowd, agent: usize) -> bool {
    let (places, radii) = (crowd.positions(), crowd.radii());
    let reach = |other: usize| {
        radii[agent] + radii[other] + 2.0 * 2.0 * crowd.config().time_step // as fast as both can be
    };
    (0..crowd.len()).all(|other| other == agent || places[agent].distance(places[other]) > reach(other))
}

#[test]
fn the_half_plane_of_two_who_meet_is_that_of_orca() {
    let (left, right) = (at(40.0, 50.0), at(48.0, 50.5));
    let mut crowd = open(Model::default(), &[(left, right), (right, left)]);
    for _ in 0..4 {
        let (places, velocities) = (crowd.positions(), crowd.velocities());
        for (agent, why) in explained(&crowd).into_iter().enumerate() {
            let other = 1 - agent;
            assert_eq!((why.position, why.velocity), (places[agent], velocities[agent]));
            assert_eq!((why.radius, why.max_speed, why.neighbour_distance), (1.5, 2.0, 15.0));
            assert_eq!(why.neighbours, [other]);
            let walker = Walker {
                velocity: velocities[agent],
                preferred: why.preferred,
                radius: why.radius,
                max_speed: why.max_speed,
            };
            let offset = places[other] - places[agent];
            let neighbour = Neighbour {
                offset,
                velocity: velocities[other],
                radius: 1.5,
                share: 0.5,
                horizon_scale: 1.0,
            };
            let half_plane = Orca::default().half_plane(&walker, &neighbour, 0.25);
            assert_eq!(why.limits, Limits::HalfPlanes(vec![half_plane]));
        }
        crowd.step();
        crowd.find_ways();
    }
}

/// Who is at its goal does most of the evasion, and does not look far ahead.
#[test]
fn shares_and_horizons_are_those_of_the_crowd() {
    let (here, goal) = (at(40.0, 50.0), at(60.0, 50.2));
    let mut crowd = open(Model::default(), &[(here, goal), (at(44.0, 50.0), at(44.0, 50.0))]);
    crowd.step();
    let offset = crowd.positions()[1] - crowd.positions()[0];
    let why = explained(&crowd);
    for (agent, share) in [(0, 1.0 - 0.9), (1, 0.9)] {
        let walker = Walker {
            velocity: why[agent].velocity,
            preferred: why[agent].preferred,
            radius: 1.5,
            max_speed: 2.0,
        };
        let offset = if agent == 0 { offset } else { -offset };
        let velocity = why[1 - agent].velocity;
        let neighbour = Neighbour { offset, velocity, radius: 1.5, share, horizon_scale: 0.2 };
        let half_plane = Orca::default().half_plane(&walker, &neighbour, 0.25);
        assert_eq!(why[agent].limits, Limits::HalfPlanes(vec![half_plane]), "{agent}");
    }
}

/// The ways of eight agents on a circle, to the other side.
fn across() -> Vec<(Vec2, Vec2)> {
    let place = |k: u8| Vec2::from_angle(std::f32::consts::TAU * f32::from(k) / 8.0) * 30.0;
    (0..8).map(|k| (at(50.0, 50.0) + place(k), at(50.0, 50.0) - place(k))).collect()
}

#[test]
fn a_step_keeps_to_the_half_planes_explained_before() {
    let mut crowd = open(Model::default(), &across());
    let mut hindered = 0;
    for step in 0..200 {
        crowd.find_ways();
        let why = explained(&crowd);
        let alone: Vec<bool> = (0..crowd.len()).map(|agent| is_alone(&crowd, agent)).collect();
        crowd.step();
        for (agent, why) in why.iter().enumerate().filter(|&(agent, _)| alone[agent]) {
            let velocity = crowd.velocities()[agent];
            assert_eq!(velocity, why.chosen, "step {step}, agent {agent}");
            assert!(
                why.limits.excess(velocity) < ROUNDING,
                "step {step}, agent {agent}: {velocity:?} {why:?}"
            );
            hindered += usize::from(why.limits.excess(why.preferred) > 0.01);
        }
    }
    assert!(hindered > 100, "{hindered} times somebody was in the way");
}

/// Whether a velocity is between the legs of a cone, however late the contact is.
fn is_between_legs(cone: &Cone, velocity: Vec2) -> bool {
    let velocity = velocity - cone.apex();
    cone.leg(Side::Left).cross(velocity) > 0.0 && cone.leg(Side::Right).cross(velocity) < 0.0
}

#[test]
fn a_step_keeps_out_of_the_cones_explained_before_if_any_velocity_is_free() {
    for name in ["vo", "rvo", "hrvo"] {
        let model = Model::named(name).expect("a model");
        let mut crowd = open(model, &across());
        let mut hindered = 0;
        for step in 0..200 {
            crowd.find_ways();
            let why = explained(&crowd);
            let alone: Vec<bool> = (0..crowd.len()).map(|agent| is_alone(&crowd, agent)).collect();
            crowd.step();
            for (agent, why) in why.iter().enumerate().filter(|&(agent, _)| alone[agent]) {
                let velocity = crowd.velocities()[agent];
                assert_eq!(velocity, why.chosen, "{name}, step {step}, agent {agent}");
                let Limits::Cones(cones) = &why.limits else { panic!("{name} has cones") };
                let is_free = |velocity: Vec2| !cones.iter().any(|cone| is_between_legs(cone, velocity));
                let mut some =
                    (0..500).map(|k| Vec2::from_angle(k as f32 * 2.4) * (2.0 * (k as f32 / 500.0).sqrt()));
                if some.any(is_free) {
                    let excess = why.limits.excess(velocity);
                    assert!(excess < ROUNDING, "{name}, step {step}, agent {agent}: {excess}");
                    hindered += usize::from(why.limits.excess(why.preferred) > 0.01);
                }
            }
        }
        assert!(hindered > 100, "{name}: {hindered} times somebody was in the way");
    }
}

#[test]
fn to_explain_changes_nothing() {
    for (name, is_flow) in [("circle", false), ("doorway", false), ("bottleneck", true)] {
        for model in Model::NAMES {
            let scene = Scene::named(name, 20, 3).expect("a scene");
            let mut config = scene.config(Model::named(model).expect("a model"));
            if is_flow {
                config.guide = Guide::Flow;
            }
            let mut silent = scene.crowd(config.clone()).expect("a crowd");
            let mut asked = scene.crowd(config).expect("a crowd");
            for step in 0..150 {
                // Without the ways that are to be looked for, and with them.
                let before = explained(&asked);
                asked.find_ways();
                let after = explained(&asked);
                assert!(before.len() == 20 && after.len() == 20);
                if step == 70 {
                    for crowd in [&mut silent, &mut asked] {
                        let goal = crowd.goals().nth(7).expect("a goal");
                        crowd.set_goal(crowd.id(3).expect("an agent"), goal).expect("a free place");
                    }
                }
                silent.step();
                asked.step();
                assert_eq!(silent.hash(), asked.hash(), "{name} {model}, step {step}");
            }
        }
    }
}

#[test]
fn who_is_alone_has_no_limits_and_nobody_else_is_explained() {
    let (left, right) = (at(10.0, 50.0), at(90.0, 50.0));
    for name in Model::NAMES {
        let model = Model::named(name).expect("a model");
        let mut crowd = open(model, &[(left, right), (right, right)]);
        crowd.find_ways();
        let why = crowd.explain(0).expect("an agent");
        assert!(why.limits.is_empty() && why.neighbours.is_empty() && why.walls.is_empty(), "{name}");
        assert_eq!(why.chosen, why.preferred);
        assert!((why.preferred.length() - 1.0).abs() < 1e-5 && why.preferred.x > 0.99);
        assert_eq!(why.way, [right]);
        assert_eq!((crowd.explain(2), crowd.explain(usize::MAX)), (None, None));
    }
    let nobody = open(Model::default(), &[]);
    assert_eq!((nobody.explain(0), nobody.collisions()), (None, vec![]));
}

#[test]
fn neighbours_are_the_nearest_in_the_present() {
    let place = |k: u8| at(20.0 + 4.0 * f32::from(k), 50.0);
    let walks: Vec<_> = (0..13).map(|k| (place(k), at(60.0, 20.0))).collect();
    let config = CrowdConfig { max_neighbours: 3, ..CrowdConfig::default() };
    let mut crowd = Crowd::new(Map::open(100, 100).expect("a map"), config).expect("a crowd");
    crowd.add(&walks.iter().map(|&(from, to)| Agent::new(from, to)).collect::<Vec<_>>()).expect("room");
    for step in 0..60 {
        crowd.find_ways();
        let places = crowd.positions();
        for (agent, why) in explained(&crowd).into_iter().enumerate() {
            let mut others: Vec<usize> = (0..13).filter(|&other| other != agent).collect();
            others.retain(|&other| places[agent].distance(places[other]) < 15.0);
            others.sort_by(|&a, &b| {
                places[agent].distance(places[a]).total_cmp(&places[agent].distance(places[b]))
            });
            others.truncate(3);
            let far = |numbers: &[usize]| -> Vec<f32> {
                numbers.iter().map(|&other| places[agent].distance(places[other])).collect()
            };
            // Who is as near may come first, so that the distances count.
            let pairs = far(&others).into_iter().zip(far(&why.neighbours));
            assert_eq!(others.len(), why.neighbours.len());
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-4), "step {step}, agent {agent}");
            assert_eq!(why.limits.len(), why.neighbours.len(), "a half-plane for each");
        }
        crowd.step();
    }
}

#[test]
fn who_walks_along_walls_keeps_to_their_half_planes() {
    let rows =
        ["....................", "....................", "##########.#########", "...................."];
    for (name, guide) in [("taut", taut()), ("flow", Guide::Flow), ("straight", Guide::Straight)] {
        let mut crowd = walled(&rows, guide, &[(at(0.5, 0.5), at(19.5, 3.5))]);
        let (mut near, mut bent) = (0, 0);
        for step in 0..400 {
            crowd.find_ways();
            let why = crowd.explain(0).expect("an agent");
            crowd.step();
            let velocity = crowd.velocities()[0];
            assert_eq!(velocity, why.chosen, "{name}, step {step}");
            let outside =
                |velocity| why.walls.iter().map(|wall| wall.depth_outside(velocity)).fold(0.0, f32::max);
            assert!(outside(velocity) < ROUNDING, "{name}, step {step}: {}", outside(velocity));
            near += usize::from(!why.walls.is_empty());
            bent += usize::from(outside(why.preferred) > 0.01);
        }
        assert!(
            near > 100 && bent > 5,
            "{name}: {near} times near walls, which {bent} times were in the way"
        );
    }
}

#[test]
fn ways_lead_around_corners_to_the_goal() {
    let rows = [".....", ".###.", "...#.", "####.", "....."];
    let (start, goal) = (at(2.5, 2.5), at(0.5, 4.5));
    for (name, guide) in [("taut", taut()), ("flow", Guide::Flow)] {
        let mut crowd = walled(&rows, guide, &[(start, goal)]);
        let first = crowd.explain(0).expect("an agent").way;
        assert!(first.len() >= 4, "{name}: around four corners: {first:?}");
        let mut fewest = first.len();
        for _ in 0..400 {
            crowd.find_ways();
            let way = crowd.explain(0).expect("an agent").way;
            assert_eq!(way.last(), Some(&goal), "{name}");
            let left: f32 =
                [crowd.positions()[0]].iter().chain(&way).zip(&way).map(|(a, b)| a.distance(*b)).sum();
            assert!(left < 20.0, "{name}: {left}");
            fewest = fewest.min(way.len());
            crowd.step();
        }
        assert_eq!(fewest, 1, "{name}: straight to the goal in the end");
        assert!(crowd.arrived().all(|is_there| is_there), "{name}");
    }
}

#[test]
fn who_has_no_way_is_told() {
    let rows = ["....#....", "....#....", "....#...."];
    let walks = [(at(0.5, 0.5), at(8.5, 1.5)), (at(0.5, 2.5), at(3.5, 2.5))];
    for (name, guide) in [("taut", taut()), ("flow", Guide::Flow)] {
        let mut crowd = walled(&rows, guide, &walks);
        for _ in 0..30 {
            assert_eq!(crowd.has_way().collect::<Vec<_>>(), [false, true], "{name}");
            let why = explained(&crowd);
            assert!(why[0].way.is_empty() && why[0].preferred == Vec2::ZERO, "{name}");
            assert_eq!(why[1].way.last(), Some(&walks[1].1), "{name}");
            crowd.step();
        }
        crowd.edit(|map| assert!(map.set((4, 1), Tile::Free).is_ok()));
        // Not known yet, but nothing to fail at.
        assert_eq!(explained(&crowd).len(), 2);
        crowd.find_ways();
        assert_eq!(crowd.has_way().collect::<Vec<_>>(), [true, true], "{name}: now there is a door");
        assert_eq!(crowd.explain(0).expect("an agent").way.last(), Some(&walks[0].1), "{name}");
    }
    let crowd = walled(&rows, Guide::Straight, &walks);
    assert!(crowd.has_way().all(|has_way| has_way), "straight ways lead through everything");
}

#[test]
fn collisions_are_all_pairs_that_overlap() {
    let mut seen = 0;
    for model in Model::NAMES {
        let scene = Scene::named("bottleneck", 60, 1).expect("a scene");
        let config = scene.config(Model::named(model).expect("a model"));
        // Who looks at few others runs into the rest.
        let mut crowd = scene.crowd(CrowdConfig { max_neighbours: 1, ..config }).expect("a crowd");
        for _ in 0..300 {
            crowd.step();
            let (places, radii) = (crowd.positions(), crowd.radii());
            let overlap =
                |a: usize, b: usize| radii[a] + radii[b] - (places[a] - places[b]).length_squared().sqrt();
            let pairs = (0..crowd.len()).flat_map(|a| (a + 1..crowd.len()).map(move |b| (a, b)));
            let expected: Vec<_> = pairs.filter(|&(a, b)| overlap(a, b) > 1e-3).collect();
            assert_eq!(crowd.collisions(), expected);
            seen += expected.len();
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_measures_count_the_same_collisions() {
    let scene = Scene::named("bottleneck", 60, 1).expect("a scene");
    let mut count = 0;
    let report = scene
        .run(scene.config(Model::default()), 300, |crowd| count += crowd.collisions().len())
        .expect("a report");
    assert!(count > 0);
    assert_eq!(count, report.collisions_1e3);
}
