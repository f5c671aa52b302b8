//! Which agents overlap.

use super::Crowd;
use crate::neighbours::NeighbourIndex;

/// Agents that overlap by more than this, in tiles, collide; less is a matter of rounding.
pub(crate) const COLLISION: f32 = 1e-3;

impl Crowd {
    /// The pairs that overlap by more than 1/1000 of a tile now, each once, with the lower number first, in the order of these.
    ///
    /// It looks at every agent once, which takes less than a step.
    ///
    /// ```
    /// use tautline::Map;
    /// use tautline_crowd::{Agent, Crowd, CrowdConfig, Vec2};
    ///
    /// let mut crowd = Crowd::new(Map::open(20, 20)?, CrowdConfig::default())?;
    /// let agent = |x| Agent::new(Vec2::new(x, 10.0), Vec2::new(x, 10.0));
    /// crowd.add(&[agent(5.0), agent(8.0)])?;
    /// assert_eq!(crowd.collisions(), [], "agents that touch do not collide");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn collisions(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        self.for_each_overlap(&mut NeighbourIndex::default(), |agent, other, overlap| {
            if overlap > COLLISION {
                pairs.push((agent, other));
            }
        });
        pairs.sort_unstable();
        pairs
    }

    /// Calls for each pair that overlaps now, with the lower number first, and by how many tiles. The index is memory only.
    pub(crate) fn for_each_overlap(
        &self,
        index: &mut NeighbourIndex,
        mut then: impl FnMut(usize, usize, f32),
    ) {
        let (positions, radii) = (self.positions(), self.radii());
        let largest = radii.iter().copied().fold(0.0, f32::max);
        index.rebuild(positions, radii, 2.0 * largest);
        for agent in 0..self.len() {
            let reach = radii[agent] + largest;
            index.for_each_within(index.rank(agent), reach, |other, squared| {
                let overlap = radii[agent] + radii[other] - squared.sqrt();
                if other > agent && overlap > 0.0 {
                    then(agent, other, overlap);
                }
            });
        }
    }
}
