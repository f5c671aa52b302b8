//! A crowd on a map of a game in which one cell is edited in every step:
//! `cargo bench -p tautline-crowd --bench edits -- MAP [AGENTS] [STEPS] [SEED]`, where `MAP` is a file in the format of the MovingAI benchmarks.
//!
//! Agents in random places walk to other random places, guided by `taut`. Timed are the edit together with the search for paths that
//! follows it; the rest of the step is timed apart. The cells depend on the map and the seed only.

use std::collections::VecDeque;
use std::time::Instant;

use tautline::geometry::Cell;
use tautline::map::{Map, Tile};
use tautline::random::SplitMix64;
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::Scene;

/// This many cells stay blocked at the same time.
const BLOCKED: usize = 16;
const RADIUS: f32 = 0.4;

/// The median, and the largest.
fn summary(times: &mut [f64]) -> (f64, f64) {
    times.sort_unstable_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() - 1])
}

fn main() {
    // Cargo adds a flag of its own.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let Some(file) = arguments.first() else {
        println!("no map is named, so nothing is measured: -- MAP [AGENTS] [STEPS] [SEED]");
        return;
    };
    let number = |place: usize, usual: u64| {
        arguments.get(place).map_or(usual, |text| text.parse().expect("expected a whole number"))
    };
    let (agents, steps, seed) = (number(1, 500) as usize, number(2, 200) as usize, number(3, 1));
    let mut rng = SplitMix64::new(seed);
    let text =
        std::fs::read_to_string(file).expect("expected a map in the format of the MovingAI benchmarks");
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let tile = |cell: Cell| match rows[cell.y as usize][cell.x as usize] {
        b'.' | b'G' => Tile::Free,
        _ => Tile::Blocked,
    };
    let map = Map::from_fn(rows[0].len() as u32, rows.len() as u32, tile).expect("a map");
    let free: Vec<Cell> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    let scene = Scene::on_map("map", &map, agents, RADIUS, seed).expect("room for all");
    let mut crowd = scene.crowd(scene.config(Model::default())).expect("a crowd");
    crowd.step();

    let (mut finding, mut rest) = (Vec::new(), Vec::new());
    let mut blocked = VecDeque::new();
    for step in 0..steps {
        let oldest = if step % 2 == 1 && blocked.len() >= BLOCKED { blocked.pop_front() } else { None };
        let (cell, tile) = oldest.map_or_else(
            || (free[(rng.next_u64() % free.len() as u64) as usize], Tile::Blocked),
            |cell| (cell, Tile::Free),
        );
        if tile == Tile::Blocked {
            blocked.push_back(cell);
        }
        let begun = Instant::now();
        crowd.edit(|map| map.set(cell, tile)).expect("a cell of the map");
        crowd.find_ways();
        finding.push(begun.elapsed().as_secs_f64() * 1e3);
        let begun = Instant::now();
        crowd.step();
        rest.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    let mean = finding.iter().sum::<f64>() / finding.len() as f64;
    let (median, most) = summary(&mut finding);
    let (rest, _) = summary(&mut rest);
    println!(
        "{agents} agents, {steps} steps, a cell edited in each: edit and search for paths {median:.4} ms (median), {mean:.4} ms (mean), \
         {most:.4} ms (most); the rest of the step {rest:.3} ms (median)"
    );
}
