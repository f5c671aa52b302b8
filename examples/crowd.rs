//! From a map to a crowd that walks over it: 200 agents, each with a shortest path of its own, who keep out of each other's way.

use tautline::Point;
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::Scene as Setting;
use tautline_crowd::{Crowd, CrowdConfig, Guide};
use tautline_draw::Scene;
use tautline_maps::{LoadOptions, load};

mod show;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/rooms.map");
const RADIUS: f32 = 0.25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = load(FILE, &LoadOptions::default())?.map;
    // Random places where there is room, and for everybody another one to go to.
    let agents = Setting::on_map("rooms", &map, 200, RADIUS, 5)?.agents;
    // Each gets a shortest path at any angle. `Guide::Flow` would do for many agents with one goal.
    let config = CrowdConfig { guide: Guide::planner("anya")?, ..CrowdConfig::default() };
    let mut crowd = Crowd::new(map.clone(), config.scaled(Model::default(), RADIUS, 1.0))?;
    crowd.add(&agents)?;

    let mut trails = vec![Vec::new(); agents.len()];
    let mut has_arrived = vec![false; agents.len()];
    let mut steps = 0;
    while has_arrived.contains(&false) {
        for (trail, &place) in trails.iter_mut().zip(crowd.positions()) {
            trail.push(Point::from(place));
        }
        crowd.step();
        steps += 1;
        assert!(steps < 8000, "all get there");
        // Who has arrived stays near its goal, and makes room for those who want to pass.
        has_arrived.iter_mut().zip(crowd.arrived()).for_each(|(has, is_there)| *has |= is_there);
        for (agent, &place) in crowd.positions().iter().enumerate() {
            let others = crowd.positions().iter().skip(agent + 1);
            assert!(
                others.clone().all(|&other| place.distance(other) > 0.9 * 2.0 * RADIUS),
                "nobody overlaps by a tenth"
            );
        }
    }
    let scene = trails.iter().fold(Scene::new(&map), |scene, trail| scene.trail(trail, f64::from(RADIUS)));
    let text = format!(
        "{} agents, each on a shortest path, have been at their goals after {steps} steps, {:.0} seconds.\n\
         A line is where one went, a disc is where it is.",
        agents.len(),
        crowd.time()
    );
    show::show("A crowd", [(&text, scene)])
}
