//! Crowds of growing sizes.

use std::time::{Duration, Instant};

use tautline::geometry::Cell;
use tautline::map::{GridError, Map, Tile};
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::{Measures, Scene};
use tautline_crowd::{Crowd, CrowdConfig, Guide, Vec2};

use super::plan::thread_counts;
use super::{Axis, Row};
use crate::LabError;
use crate::harness::Xy;

/// How agents avoid each other.
pub(super) const MODEL: &str = "orca";

/// Blocks of so many tiles on each side in a town.
const BLOCK: i32 = 12;

/// From the beginning of one block to that of the next: the rest is street.
const PERIOD: i32 = 20;

/// For each agent there are so many tiles of the town, blocks and streets.
const TILES_OF_AGENT: f64 = 10.0;

/// The radius of agents in the town, in tiles.
const RADIUS: f32 = 0.4;

/// Where agents walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On a disc full of agents, each to the other side, straight ahead.
    Disc,
    /// Through the streets of a town, all to its middle, where a flow field leads them.
    Town,
}

impl Place {
    /// All of them.
    pub(super) const ALL: [Self; 2] = [Self::Disc, Self::Town];

    /// Its name in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Town => "town",
        }
    }

    /// The scene with so many agents.
    fn scene(self, agents: usize, seed: u64) -> Result<Scene, LabError> {
        match self {
            Self::Disc => Ok(Scene::named("disc", agents, seed)?),
            Self::Town => town(agents, seed),
        }
    }
}

/// A town in which all want to get to the middle: it is as large as it takes for every agent to have the same room.
fn town(agents: usize, seed: u64) -> Result<Scene, LabError> {
    let blocks = ((agents as f64 * TILES_OF_AGENT).sqrt() / f64::from(PERIOD)).ceil() as i32;
    let side = PERIOD * blocks;
    let is_block = |cell: Cell| cell.x % PERIOD < BLOCK && cell.y % PERIOD < BLOCK;
    let tile = |cell| if is_block(cell) { Tile::Blocked } else { Tile::Free };
    let map = Map::from_fn(side as u32, side as u32, tile);
    let map = map.map_err(|error: GridError| LabError::Generate(error.into()))?;
    let mut scene = Scene::on_map("town", &map, agents, RADIUS, seed)?;
    // In the middle of the crossing that is nearest to the middle.
    let middle = (blocks / 2 * PERIOD + i32::midpoint(BLOCK, PERIOD)) as f32 + 0.5;
    scene.agents.iter_mut().for_each(|agent| agent.goal = Vec2::new(middle, middle));
    scene.guide = Guide::Flow;
    Ok(scene)
}

/// What is asked of a crowd.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// How many steps all agents make.
    pub(super) steps: usize,
    /// How often all of it is done; the fastest counts.
    pub(super) passes: usize,
}

/// Lets crowds of this many agents walk on each number of threads. The agents have to get to the same places each time, not through walls and not
/// through others.
pub(super) fn measured(place: Place, agents: usize, effort: Effort, seed: u64) -> Result<Vec<Row>, LabError> {
    let scene = place.scene(agents, seed)?;
    let model = Model::named(MODEL).unwrap_or_default();
    let mut expected: Option<Vec<Vec2>> = None;
    let mut rows = Vec::new();
    for threads in thread_counts() {
        let (mut fastest, mut prepared) = (Duration::MAX, Duration::MAX);
        for _ in 0..effort.passes {
            let config = CrowdConfig { threads, ..scene.config(model) };
            let mut crowd = scene.crowd(config)?;
            let clock = Instant::now();
            crowd.find_ways();
            prepared = prepared.min(clock.elapsed());
            let clock = Instant::now();
            for _ in 0..effort.steps {
                crowd.step();
            }
            fastest = fastest.min(clock.elapsed());
            let wrong = |(agent, fault): (usize, String)| wrong(&scene, seed, agent, fault);
            let before = expected.get_or_insert_with(|| crowd.positions().to_vec());
            same(before, crowd.positions()).map_err(wrong)?;
            legal(&mut crowd).map_err(wrong)?;
        }
        let units = agents * effort.steps;
        rows.push(Row {
            axis: Axis::Agents,
            kind: place.name().into(),
            subject: MODEL.into(),
            size: agents as u64,
            threads: threads as u64,
            seed,
            units: units as u64,
            passes: effort.passes as u64,
            nanoseconds: fastest.as_nanos() as f64 / units as f64,
            expanded: None,
            prepare_nanoseconds: prepared.as_nanos() as u64,
        });
    }
    Ok(rows)
}

/// The error of an agent.
fn wrong(scene: &Scene, seed: u64, agent: usize, fault: String) -> LabError {
    let tile = |place: Vec2| -> Xy { (place.x as i32, place.y as i32) };
    let (start, goal) =
        scene.agents.get(agent).map_or(((0, 0), (0, 0)), |agent| (tile(agent.position), tile(agent.goal)));
    let map = format!("{} of {} agents, seed {seed}", scene.name, scene.agents.len());
    LabError::WrongAnswer { planner: MODEL.into(), map, query: agent, start, goal, fault }
}

/// Whether all agents are where they were the time before; otherwise which one is not.
fn same(before: &[Vec2], now: &[Vec2]) -> Result<(), (usize, String)> {
    match before.iter().zip(now).position(|(before, now)| before != now) {
        Some(agent) => {
            let fault = format!("came to {:?}, expected {:?} as the time before", now[agent], before[agent]);
            Err((agent, fault))
        }
        None => Ok(()),
    }
}

/// Whether no agent is in a wall, and no two overlap after one more step; otherwise which one does.
fn legal(crowd: &mut Crowd) -> Result<(), (usize, String)> {
    let is_in_wall = |place: &Vec2| crowd.map().is_blocked(Cell::new(place.x as i32, place.y as i32));
    if let Some(agent) = crowd.positions().iter().position(is_in_wall) {
        return Err((agent, "came into a wall".into()));
    }
    let mut measures = Measures::new(crowd);
    measures.step(crowd);
    match measures.report(crowd).collisions_10pct {
        0 => Ok(()),
        pairs => Err((0, format!("{pairs} pairs of agents overlap by more than a tenth"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_town_has_as_much_room_for_everybody_in_every_size() {
        for agents in [10, 250, 4000] {
            let scene = town(agents, 1).unwrap();
            let tiles = f64::from(scene.map.width()) * f64::from(scene.map.height());
            assert_eq!(scene.agents.len(), agents);
            let most = TILES_OF_AGENT.sqrt() + f64::from(PERIOD) / (agents as f64).sqrt();
            assert!((TILES_OF_AGENT..=most * most).contains(&(tiles / agents as f64)), "{tiles}");
            assert!(scene.agents.iter().all(|agent| agent.goal == scene.agents[0].goal));
        }
    }

    #[test]
    fn crowds_walk() {
        for place in Place::ALL {
            let rows = measured(place, 60, Effort { steps: 5, passes: 2 }, 1).unwrap();
            let counts: Vec<_> = rows.iter().map(|row| row.threads as usize).collect();
            assert_eq!(counts, thread_counts());
            for row in rows {
                assert_eq!((row.axis, row.size, row.units, row.expanded), (Axis::Agents, 60, 300, None));
                assert!(row.nanoseconds > 0.0 && row.prepare_nanoseconds > 0, "{row:?}");
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_crowd_is_told() {
        let here = Vec2::new(1.0, 2.0);
        assert_eq!(same(&[here, here], &[here, here]), Ok(()));
        let (agent, fault) = same(&[here, here], &[here, Vec2::ZERO]).unwrap_err();
        assert!(agent == 1 && fault.starts_with("came to "), "{fault}");
        let scene = town(10, 3).unwrap();
        let told = wrong(&scene, 3, 7, fault).to_string();
        assert!(
            told.starts_with("wrong answer of orca on town of 10 agents, seed 3, query 7 from ("),
            "{told}"
        );
        let mut crowd = scene.crowd(scene.config(Model::default())).unwrap();
        assert_eq!(legal(&mut crowd), Ok(()));
        crowd.edit(|map| {
            for cell in scene.map.cells() {
                let _ = map.block(cell);
            }
        });
        assert_eq!(legal(&mut crowd), Err((0, "came into a wall".into())));
    }
}
