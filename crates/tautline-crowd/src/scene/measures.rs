use std::time::Duration;

use crate::crowd::COLLISION;
use crate::{Crowd, NeighbourIndex, Vec2};

/// What the field measures of crowds, step by step. No agent may join or leave a crowd while it is measured.
#[derive(Clone, Debug)]
pub struct Measures {
    steps: usize,
    is_done: bool,
    collisions_1e3: usize,
    collisions_10pct: usize,
    worst_overlap: f32,
    /// For each agent, the length of its way at the beginning, and how many seconds it would take.
    ideal: Vec<(f32, f32)>,
    walked: Vec<f32>,
    /// How far each had walked when it came to its goal for the first time, and when that was.
    arrivals: Vec<Option<(f32, f32)>>,
    velocity_change: f64,
    /// Where all were some time ago.
    before: [Vec<Vec2>; 2],
    velocities: Vec<Vec2>,
    positions: Vec<Vec2>,
    index: NeighbourIndex,
    hash: u64,
    time: Duration,
}

/// What came of a crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// How many agents there were.
    pub agents: usize,
    /// The step at which the last one arrived, or how many there were.
    pub steps: usize,
    /// How many have been at their goals: not farther away than their radius. They stay near, but make room for others.
    pub arrived: usize,
    /// Pairs that overlapped by more than 1/1000 of a tile, counted in each step.
    pub collisions_1e3: usize,
    /// Pairs that overlapped by more than a tenth of the sum of their radii, counted in each step.
    pub collisions_10pct: usize,
    /// The deepest overlap, in tiles.
    pub worst_overlap: f32,
    /// How long agents took to their goals, as a multiple of the time that their ways take without other agents; the mean, 1 without agents. The
    /// ways of flow fields lead from tile to tile, so that an agent that cuts corners is faster.
    pub time_ratio: f32,
    /// How far they walked, as a multiple of the lengths of their ways; the mean, 1 without agents.
    pub path_ratio: f32,
    /// The sum of all changes of velocity, in tiles a second, of an agent; the mean.
    pub velocity_change: f32,
    /// The agents that never were at their goals and moved by less than their radius in the last hundred steps or more.
    pub stuck: usize,
    /// The time of all steps.
    pub time: Duration,
    /// A number that two runs have in common only if all agents were in the same places in all steps.
    pub hash: u64,
}

/// After this many steps without moving, an agent counts as stuck.
const STILL: usize = 100;

impl Measures {
    /// Before the first step of a crowd, whose ways are looked for if they are not known.
    #[must_use]
    pub fn new(crowd: &mut Crowd) -> Self {
        crowd.find_ways();
        let count = crowd.len();
        let ideal = crowd.ways_left().zip(crowd.speeds()).zip(crowd.radii());
        let ideal = ideal
            .map(|((length, speed), radius)| ((length - radius).max(0.0), (length - radius).max(0.0) / speed))
            .collect();
        // An agent that begins at its goal has arrived.
        let arrivals: Vec<_> = crowd.arrived().map(|has_arrived| has_arrived.then_some((0.0, 0.0))).collect();
        Self {
            steps: 0,
            is_done: arrivals.iter().all(Option::is_some),
            collisions_1e3: 0,
            collisions_10pct: 0,
            worst_overlap: 0.0,
            ideal,
            walked: vec![0.0; count],
            arrivals,
            velocity_change: 0.0,
            before: [crowd.positions().to_vec(), crowd.positions().to_vec()],
            velocities: crowd.velocities().to_vec(),
            positions: crowd.positions().to_vec(),
            index: NeighbourIndex::default(),
            hash: crowd.hash(),
            time: Duration::ZERO,
        }
    }

    /// How many steps were made.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Whether all have been at their goals.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Makes a step of the crowd, which is timed, and looks at what came of it.
    pub fn step(&mut self, crowd: &mut Crowd) {
        let begun = std::time::Instant::now();
        crowd.step();
        self.time += begun.elapsed();
        self.steps += 1;
        self.count_overlaps(crowd);
        self.follow(crowd);
        if self.steps.is_multiple_of(STILL) {
            self.before.swap(0, 1);
            self.before[1].clear();
            self.before[1].extend_from_slice(crowd.positions());
        }
        let bytes = [self.hash.to_le_bytes(), crowd.hash().to_le_bytes()].concat();
        self.hash = xxhash_rust::xxh3::xxh3_64(&bytes);
    }

    fn count_overlaps(&mut self, crowd: &Crowd) {
        crowd.for_each_overlap(&mut self.index, |agent, other, overlap| {
            let touching = crowd.radii()[agent] + crowd.radii()[other];
            self.collisions_1e3 += usize::from(overlap > COLLISION);
            self.collisions_10pct += usize::from(overlap > 0.1 * touching);
            self.worst_overlap = self.worst_overlap.max(overlap);
        });
    }

    fn follow(&mut self, crowd: &Crowd) {
        let time = self.steps as f32 * crowd.config().time_step;
        for (agent, has_arrived) in crowd.arrived().enumerate() {
            self.walked[agent] += crowd.positions()[agent].distance(self.positions[agent]);
            self.velocity_change += f64::from(crowd.velocities()[agent].distance(self.velocities[agent]));
            if has_arrived && self.arrivals[agent].is_none() {
                self.arrivals[agent] = Some((self.walked[agent], time));
            }
        }
        self.is_done = self.arrivals.iter().all(Option::is_some);
        self.positions.copy_from_slice(crowd.positions());
        self.velocities.copy_from_slice(crowd.velocities());
    }

    /// What came of it so far.
    #[must_use]
    pub fn report(&self, crowd: &Crowd) -> Report {
        let is_still =
            |agent: usize| crowd.positions()[agent].distance(self.before[0][agent]) < crowd.radii()[agent];
        let stuck =
            (0..crowd.len()).filter(|&agent| self.arrivals[agent].is_none() && is_still(agent)).count();
        // An agent that was at its goal from the beginning, or had no way to it then, says nothing about ratios.
        let pairs = || {
            let walks = self.arrivals.iter().zip(&self.ideal);
            walks
                .filter_map(|(arrival, ideal)| Some((*arrival.as_ref()?, *ideal)))
                .filter(|(_, ideal)| ideal.0 > 0.0 && ideal.0.is_finite())
        };
        let mean = |ratios: &mut dyn Iterator<Item = f32>| {
            let (sum, count) =
                ratios.fold((0.0, 0u32), |(sum, count), ratio| (sum + f64::from(ratio), count + 1));
            if count == 0 { 1.0 } else { (sum / f64::from(count)) as f32 }
        };
        Report {
            agents: crowd.len(),
            steps: self.steps,
            arrived: self.arrivals.iter().flatten().count(),
            collisions_1e3: self.collisions_1e3,
            collisions_10pct: self.collisions_10pct,
            worst_overlap: self.worst_overlap,
            time_ratio: mean(&mut pairs().map(|(arrival, ideal)| arrival.1 / ideal.1)),
            path_ratio: mean(&mut pairs().map(|(arrival, ideal)| arrival.0 / ideal.0)),
            velocity_change: (self.velocity_change / crowd.len().max(1) as f64) as f32,
            stuck: if self.steps < STILL { 0 } else { stuck },
            time: self.time,
            hash: self.hash,
        }
    }
}

impl Report {
    /// The time of a step for an agent, in microseconds.
    #[must_use]
    pub fn us_per_agent_step(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / (self.agents * self.steps).max(1) as f64
    }
}
