use tautline::geometry::Point;
use tautline_crowd::{Agent, Vec2};
use tautline_draw::Scene as Picture;

/// Where all agents were in some of the steps, evenly spread, and in the last one.
#[derive(Debug)]
pub(super) struct Trails {
    /// How many of the steps are kept at most.
    most: usize,
    /// Every how manieth.
    stride: usize,
    /// How many there were.
    steps: usize,
    kept: Vec<Vec<Vec2>>,
    last: Vec<Vec2>,
}

/// Of the steps, every so manieth is kept as long as there are few.
const STRIDE: usize = 4;
/// So many places of an agent are kept at most, and so many of all agents together.
const PLACES: usize = 500;
const ALL_PLACES: usize = 2_000_000;
/// However many agents there are, of each there are at least so many.
const LEAST_PLACES: usize = 16;

impl Trails {
    /// Before the first step of so many agents.
    pub(super) fn new(agents: usize) -> Self {
        let most = (ALL_PLACES / agents.max(1)).clamp(LEAST_PLACES, PLACES);
        Self { most, stride: STRIDE, steps: 0, kept: Vec::new(), last: Vec::new() }
    }

    /// Where they are next.
    pub(super) fn note(&mut self, positions: &[Vec2]) {
        if self.steps.is_multiple_of(self.stride) {
            if self.kept.len() == self.most {
                self.halve();
            }
            if self.steps.is_multiple_of(self.stride) {
                self.kept.push(positions.to_vec());
            }
        }
        self.last.clear();
        self.last.extend_from_slice(positions);
        self.steps += 1;
    }

    /// Drops every second step.
    fn halve(&mut self) {
        let mut is_odd = true;
        self.kept.retain(|_| {
            is_odd = !is_odd;
            !is_odd
        });
        self.stride *= 2;
    }

    /// Draws them.
    pub(super) fn draw<'a>(&self, picture: Picture<'a>, agents: &[Agent]) -> Picture<'a> {
        let place = |Vec2 { x, y }: Vec2| Point::new(x.into(), y.into());
        agents.iter().enumerate().fold(picture, |picture, (agent, Agent { radius, .. })| {
            let kept = self.kept.iter().chain([&self.last]).filter_map(|places| places.get(agent));
            picture.trail(&kept.copied().map(place).collect::<Vec<_>>(), f64::from(*radius))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(step: usize) -> Vec2 {
        Vec2::new(step as f32, 0.5)
    }

    #[test]
    fn steps_are_spread_evenly_and_end_with_the_last() {
        for steps in [1, 2, 4, 5, 1997, 1998, 2001, 2002, 4001, 16_003] {
            let mut trails = Trails::new(1);
            (0..steps).for_each(|step| trails.note(&[at(step)]));
            assert!(trails.kept.len() <= PLACES && (steps < 4000 || trails.kept.len() >= PLACES / 2 - 1));
            let expected = (0..steps).step_by(trails.stride).map(|step| vec![at(step)]);
            assert_eq!(trails.kept, expected.collect::<Vec<_>>(), "{steps}");
            assert_eq!(trails.last, [at(steps - 1)]);
        }
    }

    #[test]
    fn many_agents_have_fewer_places() {
        for (agents, most) in [(0, 500), (4000, 500), (20_000, 100), (200_000, 16)] {
            assert_eq!(Trails::new(agents).most, most, "{agents}");
        }
    }
}
