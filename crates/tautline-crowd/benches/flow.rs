//! 100,000 agents on one flow field: `cargo bench -p tautline-crowd --features rayon --bench flow`.
//!
//! A map of 1,024 × 1,024 tiles with blocks of houses, agents in random places of it, and one goal for all. In real time at ten steps a
//! second, a step may take a tenth of a second.

use std::time::Instant;

use tautline::geometry::Cell;
use tautline::map::{Map, Tile};
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::Scene;
use tautline_crowd::{Agent, CrowdConfig, Guide, Vec2};

const AGENTS: usize = 100_000;
const STEPS: usize = 50;

fn main() {
    // Blocks of 12 × 12 tiles, and streets of 8 tiles between them.
    let tile = |cell: Cell| if cell.x % 20 < 12 && cell.y % 20 < 12 { Tile::Blocked } else { Tile::Free };
    let map = Map::from_fn(1024, 1024, tile).expect("a map");
    let goal = Vec2::new(516.5, 516.5);
    let mut scene = Scene::on_map("town", &map, AGENTS, 0.4, 1).expect("room for all");
    scene.agents.iter_mut().for_each(|agent: &mut Agent| agent.goal = goal);
    scene.guide = Guide::Flow;
    for threads in [1, 2] {
        let config = CrowdConfig { threads, ..scene.config(Model::default()) };
        let mut crowd = scene.crowd(config).expect("a crowd");
        let begun = Instant::now();
        crowd.find_ways();
        let ways = begun.elapsed().as_secs_f64() * 1e3;
        let (mut least, mut most, mut sum) = (f64::INFINITY, 0.0f64, 0.0);
        for _ in 0..STEPS {
            let begun = Instant::now();
            crowd.step();
            let time = begun.elapsed().as_secs_f64() * 1e3;
            (least, most, sum) = (least.min(time), most.max(time), sum + time);
        }
        println!(
            "{threads} threads: ways in {ways:.0} ms; a step takes {:.1} ms ({least:.1} to {most:.1}), {:.2} µs for an agent; hash {:016x}",
            sum / STEPS as f64,
            sum * 1e3 / (STEPS * AGENTS) as f64,
            crowd.hash()
        );
    }
}
