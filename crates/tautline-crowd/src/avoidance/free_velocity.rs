use super::cone::{Cone, Line};
use super::{HalfPlane, Neighbour, Situation};
use crate::Vec2;

/// The union of the cones of all neighbours of an agent, and the memory to choose a velocity outside of it.
///
/// The choice is exact but for the time horizon: the velocity nearest to the preferred one is that one itself, its nearest on
/// a leg or a wall's line, or a point where two of these lines or one of them and the circle of the largest speed meet. The
/// first of them that is in no cone, inside of all walls and not too fast is taken. Of two that are as near, but for a
/// ten-thousandth of the largest speed, the one to the right of the preferred velocity is.
///
/// Where none is free, the one with the least penalty `w / tc + |v_pref - v|` is taken of these, of standing still, and of 64
/// more within the circle. For agents that touch or overlap, `tc` is a measure of how fast they come nearer that is never
/// zero. Walls hold before all: only an agent that cannot keep to all of them takes one of the velocities that are least
/// outside.
///
/// ```
/// use tautline_crowd::Vec2;
/// use tautline_crowd::avoidance::{Avoidance, CombinedObstacle, Neighbour, Rvo, Situation, Walker};
///
/// let ahead = Vec2::new(1.0, 0.0);
/// let walker = Walker { velocity: ahead, preferred: ahead, radius: 1.5, max_speed: 2.0 };
/// let neighbours = [-1.0, 1.0]
///     .map(|y| Neighbour { offset: Vec2::new(5.0, y), velocity: -ahead, radius: 1.5, share: 0.5, horizon_scale: 1.0 });
/// let situation = Situation { walker, neighbours: &neighbours, walls: &[], time_step: 0.25 };
/// let mut combined = CombinedObstacle::default();
/// let velocity = Rvo::default().velocity(&situation, &mut combined);
/// assert_eq!(combined.cones().len(), 2);
/// assert!(combined.contains(ahead) && velocity.y > 0.4, "past both on the right");
/// ```
#[derive(Clone, Debug, Default)]
pub struct CombinedObstacle {
    cones: Vec<Cone>,
    bounds: Vec<Bound>,
    candidates: Vec<Vec2>,
}

/// A line that bounds what is free: a leg, or that of a wall.
#[derive(Clone, Copy, Debug)]
struct Bound {
    line: Line,
    owner: Owner,
    /// The square of the distance from the preferred velocity.
    distance_squared: f32,
}

/// What a line belongs to, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Cone(usize),
    Wall(usize),
}

/// How far beside the preferred velocity, to its right, the distances are measured from, as a part of the largest speed: what
/// is as near on both sides is then nearer on the right.
const TO_THE_RIGHT: f32 = 1e-4;

/// How far outside of a wall counts as inside, as a part of the largest speed, where no velocity is free.
const ON_THE_LINE: f32 = 1e-5;

/// How many velocities within the circle are looked at where none is free.
const SAMPLES: usize = 64;

/// The golden angle, as a unit vector: turned by it again and again, directions stay well spread.
const GOLDEN: Vec2 = Vec2::new(-0.737_368_9, 0.675_490_3);

/// Speeds whose squares are numbers.
const SPEEDS: std::ops::RangeInclusive<f32> = 1e-15..=1e15;

impl CombinedObstacle {
    /// The cones of the last agent, the nearest neighbour's first, without those of neighbours that are out of reach.
    #[must_use]
    pub fn cones(&self) -> &[Cone] {
        &self.cones
    }

    /// Whether a velocity lies in one of the cones of the last agent.
    #[must_use]
    pub fn contains(&self, velocity: Vec2) -> bool {
        self.cones.iter().any(|cone| cone.contains(velocity))
    }

    /// The free velocity that is nearest to the preferred one, or else that with the least penalty.
    pub(super) fn choose(
        &mut self,
        situation: &Situation<'_>,
        weight: f32,
        cone: impl Fn(&Neighbour) -> Option<Cone>,
    ) -> Vec2 {
        let walker = situation.walker;
        self.cones.clear();
        if !SPEEDS.contains(&walker.max_speed)
            || !walker.velocity.is_finite()
            || !walker.preferred.is_finite()
            || !walker.radius.is_finite()
        {
            return Vec2::ZERO;
        }
        let cones = situation.neighbours.iter().filter_map(cone);
        self.cones.extend(cones.filter(|cone| cone.is_within_reach(walker.max_speed)));
        let preferred = walker.preferred.truncated(walker.max_speed);
        let mut choice = Choice {
            cones: &self.cones,
            walls: situation.walls,
            max_speed: walker.max_speed,
            preferred,
            anchor: preferred + preferred.normalized().right() * (TO_THE_RIGHT * walker.max_speed),
            candidates: &mut self.candidates,
            nearest: None,
        };
        let velocity = if choice.is_free(preferred, &[]) {
            preferred
        } else {
            choice.collect_bounds(&mut self.bounds);
            choice.search(&self.bounds).unwrap_or_else(|| choice.least_penalty(weight))
        };
        if velocity.is_finite() { velocity.truncated(walker.max_speed) } else { Vec2::ZERO }
    }
}

/// One choice of a velocity.
struct Choice<'a> {
    cones: &'a [Cone],
    walls: &'a [HalfPlane],
    max_speed: f32,
    preferred: Vec2,
    /// From where distances are measured.
    anchor: Vec2,
    /// All that was looked at and is not too fast.
    candidates: &'a mut Vec<Vec2>,
    /// The nearest free velocity so far, and the square of its distance.
    nearest: Option<(f32, Vec2)>,
}

impl Choice<'_> {
    /// Whether a velocity is in no cone and inside of all walls, apart from those on whose lines it lies.
    fn is_free(&self, velocity: Vec2, on: &[Owner]) -> bool {
        let walls = sound(self.walls)
            .all(|(number, wall)| wall.depth_outside(velocity) <= 0.0 || on.contains(&Owner::Wall(number)));
        walls
            && !self
                .cones
                .iter()
                .enumerate()
                .any(|(number, cone)| cone.contains(velocity) && !on.contains(&Owner::Cone(number)))
    }

    /// The lines that come within the circle of the largest speed, the nearest first.
    fn collect_bounds(&self, bounds: &mut Vec<Bound>) {
        bounds.clear();
        let mut add = |line: Line, owner| {
            if line.nearest(Vec2::ZERO).length_squared() <= self.max_speed * self.max_speed {
                let distance_squared = (line.nearest(self.anchor) - self.anchor).length_squared();
                bounds.push(Bound { line, owner, distance_squared });
            }
        };
        for (number, cone) in self.cones.iter().enumerate() {
            add(cone.left, Owner::Cone(number));
            if !cone.is_overlap() {
                add(cone.right, Owner::Cone(number));
            }
        }
        for (number, wall) in sound(self.walls) {
            add(Line { point: wall.point, direction: wall.normal.right() }, Owner::Wall(number));
        }
        bounds.sort_unstable_by(|a, b| a.distance_squared.total_cmp(&b.distance_squared));
    }

    /// The nearest free velocity on the lines, of which the nearest come first.
    fn search(&mut self, bounds: &[Bound]) -> Option<Vec2> {
        self.candidates.clear();
        for (number, bound) in bounds.iter().enumerate() {
            // Nothing on a line is nearer than the line.
            if self.nearest.is_some_and(|(nearest, _)| nearest <= bound.distance_squared) {
                break;
            }
            self.look_at(bound.line.nearest(self.preferred), &[bound.owner]);
            let middle = bound.line.nearest(Vec2::ZERO);
            let half = (self.max_speed * self.max_speed - middle.length_squared()).max(0.0).sqrt();
            self.look_at(middle + bound.line.direction * half, &[bound.owner]);
            self.look_at(middle - bound.line.direction * half, &[bound.owner]);
            for other in &bounds[..number] {
                if let Some(meeting) = bound.line.meets(&other.line) {
                    self.look_at(meeting, &[bound.owner, other.owner]);
                }
            }
        }
        self.nearest.map(|(_, velocity)| velocity)
    }

    /// Keeps a velocity on some lines if it is free and nearer than all before.
    fn look_at(&mut self, velocity: Vec2, on: &[Owner]) {
        let is_in_circle = velocity.length_squared() <= self.max_speed * self.max_speed * (1.0 + 1e-6);
        let distance_squared = (velocity - self.anchor).length_squared();
        if !is_in_circle || self.nearest.is_some_and(|(nearest, _)| nearest <= distance_squared) {
            return;
        }
        if self.is_free(velocity, on) {
            self.nearest = Some((distance_squared, velocity));
        } else if self.nearest.is_none() {
            self.candidates.push(velocity);
        }
    }

    /// The velocity with the least penalty of all that were looked at and some more.
    fn least_penalty(&mut self, weight: f32) -> Vec2 {
        self.candidates.push(self.preferred);
        self.candidates.push(Vec2::ZERO);
        self.candidates.extend(sound(self.walls).map(|(_, wall)| wall.normal * self.max_speed));
        let mut direction = self.preferred.normalized();
        if direction == Vec2::ZERO {
            direction = Vec2::new(1.0, 0.0);
        }
        for number in 0..SAMPLES {
            let part = (number as f32 + 0.5) / SAMPLES as f32;
            self.candidates.push(direction * (part.sqrt() * self.max_speed));
            direction = direction.turned(GOLDEN);
        }
        let (mut least, mut best) = ((f32::INFINITY, f32::INFINITY), Vec2::ZERO);
        for &velocity in &*self.candidates {
            let outside = sound(self.walls).map(|(_, wall)| wall.depth_outside(velocity)).fold(0.0, f32::max);
            let outside = if outside <= ON_THE_LINE * self.max_speed { 0.0 } else { outside };
            if outside > least.0 {
                continue;
            }
            let limit = if outside < least.0 { f32::INFINITY } else { least.1 };
            if let Some(penalty) = self.penalty(velocity, weight, limit) {
                (least, best) = ((outside, penalty), velocity);
            }
        }
        best
    }

    /// The penalty of a velocity, if it is below a limit.
    fn penalty(&self, velocity: Vec2, weight: f32, limit: f32) -> Option<f32> {
        let detour = velocity.distance(self.anchor);
        let mut penalty = detour;
        for cone in self.cones {
            if penalty.is_nan() || penalty >= limit {
                return None;
            }
            penalty = penalty.max(detour + weight * cone.urgency(velocity));
        }
        (penalty < limit).then_some(penalty)
    }
}

/// The walls that are finite, with their numbers.
fn sound(walls: &[HalfPlane]) -> impl Iterator<Item = (usize, &HalfPlane)> {
    walls.iter().enumerate().filter(|(_, wall)| wall.point.is_finite() && wall.normal.is_finite())
}
