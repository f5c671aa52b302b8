//! Small crowds under the cone models: exactly symmetric scenes, swaying, and agents that overlap.

use tautline_crowd::Vec2;
use tautline_crowd::avoidance::{Avoidance, Hrvo, Neighbour, Rvo, Situation, Vo, Walker};

const STEP: f32 = 0.25;
const RADIUS: f32 = 1.5;

/// Agents that walk to their goals at speed 1, all of them seen by all.
struct Scene {
    places: Vec<Vec2>,
    velocities: Vec<Vec2>,
    goals: Vec<Vec2>,
}

/// What came of a scene.
#[derive(Debug)]
struct Course {
    /// The steps until all were at their goals.
    steps: Option<usize>,
    /// The deepest overlap of two agents.
    worst_overlap: f32,
    /// How far each agent walked by the straight way, at most.
    detour: f32,
    /// The velocities of the first agent.
    first: Vec<Vec2>,
}

impl Scene {
    fn new(places: Vec<Vec2>, goals: Vec<Vec2>) -> Self {
        Self { velocities: vec![Vec2::ZERO; places.len()], places, goals }
    }

    /// Agents on a circle whose goals are on its other side.
    fn circle(count: usize, radius: f32) -> Self {
        let place = |k: usize| Vec2::from_angle(std::f32::consts::TAU * k as f32 / count as f32) * radius;
        Self::new((0..count).map(place).collect(), (0..count).map(|k| -place(k)).collect())
    }

    fn step<M: Avoidance>(&mut self, model: &M, memory: &mut M::Memory) {
        let next: Vec<Vec2> = (0..self.places.len()).map(|agent| self.choose(agent, model, memory)).collect();
        for (place, &velocity) in self.places.iter_mut().zip(&next) {
            *place += velocity * STEP;
        }
        self.velocities = next;
    }

    fn choose<M: Avoidance>(&self, agent: usize, model: &M, memory: &mut M::Memory) -> Vec2 {
        let mut neighbours: Vec<Neighbour> = (0..self.places.len())
            .filter(|&other| other != agent)
            .map(|other| Neighbour {
                offset: self.places[other] - self.places[agent],
                velocity: self.velocities[other],
                radius: RADIUS,
                share: 0.5,
                horizon_scale: 1.0,
            })
            .collect();
        neighbours.sort_by(|a, b| a.offset.length_squared().total_cmp(&b.offset.length_squared()));
        let walker = Walker {
            velocity: self.velocities[agent],
            preferred: (self.goals[agent] - self.places[agent]).truncated(1.0),
            radius: RADIUS,
            max_speed: 2.0,
        };
        model.velocity(&Situation { walker, neighbours: &neighbours, walls: &[], time_step: STEP }, memory)
    }

    fn overlap(&self) -> f32 {
        let places = &self.places;
        let pairs = (0..places.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.map(|(a, b)| 2.0 * RADIUS - places[a].distance(places[b])).fold(0.0, f32::max)
    }

    fn run<M: Avoidance>(mut self, model: &M, most: usize) -> Course {
        let mut memory = M::Memory::default();
        let straight: Vec<f32> = self.places.iter().zip(&self.goals).map(|(a, b)| a.distance(*b)).collect();
        let mut walked = vec![0.0; self.places.len()];
        let mut course =
            Course { steps: None, worst_overlap: self.overlap(), detour: 0.0, first: Vec::new() };
        for step in 0..most {
            self.step(model, &mut memory);
            for (walked, velocity) in walked.iter_mut().zip(&self.velocities) {
                *walked += velocity.length() * STEP;
            }
            course.first.push(self.velocities[0]);
            course.worst_overlap = course.worst_overlap.max(self.overlap());
            if self.places.iter().zip(&self.goals).all(|(place, goal)| place.distance(*goal) < RADIUS) {
                course.steps = Some(step + 1);
                break;
            }
        }
        course.detour =
            walked.iter().zip(&straight).map(|(walked, straight)| walked / straight).fold(0.0, f32::max);
        course
    }
}

/// How often the lateral velocity turns round: a change of more than 0.02 after one the other way.
fn turns(velocities: &[Vec2]) -> usize {
    let changes =
        velocities.windows(2).map(|pair| pair[1].y - pair[0].y).filter(|change| change.abs() > 0.02);
    let changes: Vec<f32> = changes.collect();
    changes.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count()
}

/// Two agents that walk at each other along the x axis, the second one a bit aside.
fn head_on(aside: f32) -> Scene {
    let (left, right) = (Vec2::new(-10.0, 0.0), Vec2::new(10.0, aside));
    Scene::new(vec![left, right], vec![Vec2::new(10.0, 0.0), Vec2::new(-10.0, aside)])
}

#[test]
fn vo_sways_and_reciprocal_models_do_not() {
    let vo = head_on(0.1).run(&Vo::default(), 400);
    let rvo = head_on(0.1).run(&Rvo::default(), 400);
    let hrvo = head_on(0.1).run(&Hrvo::default(), 400);
    assert!(turns(&vo.first) >= 30, "{}", turns(&vo.first));
    assert_eq!((turns(&rvo.first), turns(&hrvo.first)), (0, 0));
}

#[test]
fn head_on_both_pass_on_the_right_whichever_way_they_come() {
    for turn in 0..40u8 {
        let ahead = Vec2::from_angle(f32::from(turn) * 0.157);
        let (from, to) = (Vec2::new(3.3, -1.7) - ahead * 10.0, Vec2::new(3.3, -1.7) + ahead * 10.0);
        let scene = || Scene::new(vec![from, to], vec![to, from]);
        for course in [scene().run(&Rvo::default(), 200), scene().run(&Hrvo::default(), 200)] {
            // The straight way takes 74 steps.
            assert!(course.steps.is_some_and(|steps| steps <= 80), "{turn}: {course:?}");
            assert!(course.worst_overlap < 1e-5, "{turn}: {course:?}");
            assert!(ahead.cross(course.first[0]) > 0.1, "{turn}: {course:?}");
        }
    }
}

#[test]
fn circles_of_agents_cross() {
    for count in 2..=12 {
        let rvo = Scene::circle(count, 20.0).run(&Rvo::default(), 1500);
        let hrvo = Scene::circle(count, 20.0).run(&Hrvo::default(), 1500);
        assert!(rvo.steps.is_some() && rvo.worst_overlap < 0.01, "{count}: {rvo:?}");
        // The straight way takes 154 steps.
        assert!(
            hrvo.steps.is_some_and(|steps| steps <= 200) && hrvo.worst_overlap < 1e-3,
            "{count}: {hrvo:?}"
        );
        assert!(hrvo.detour < 1.1, "{count}: {hrvo:?}");
    }
}

/// The steps until agents that want to stay where they are do not overlap any more.
fn steps_to_part<M: Avoidance>(places: &[Vec2], model: &M) -> Option<usize> {
    let mut scene = Scene::new(places.to_vec(), places.to_vec());
    let mut memory = M::Memory::default();
    (0..100).find(|_| {
        let is_apart = scene.overlap() < 1e-3;
        scene.step(model, &mut memory);
        is_apart
    })
}

#[test]
fn agents_that_overlap_part() {
    let pile: Vec<Vec2> = (0..5).map(|k| Vec2::from_angle(k as f32 * 1.7) * (0.3 + 0.2 * k as f32)).collect();
    let deep = [Vec2::ZERO, Vec2::new(0.01, 0.0)];
    let slight = [Vec2::ZERO, Vec2::new(2.0, 1.0)];
    for (places, most) in [(&deep[..], 8), (&slight[..], 3), (&pile[..], 30)] {
        let parted = [
            steps_to_part(places, &Vo::default()),
            steps_to_part(places, &Rvo::default()),
            steps_to_part(places, &Hrvo::default()),
        ];
        for steps in parted {
            assert!(steps.is_some_and(|steps| steps <= most), "{places:?}: {steps:?}");
        }
    }
}

#[test]
fn agents_in_one_place_part_if_they_want_to_go_apart() {
    let scene = |other: Vec2| Scene::new(vec![Vec2::ZERO; 2], vec![Vec2::new(9.0, 0.0), other]);
    for other in [Vec2::new(-9.0, 0.0), Vec2::new(0.0, 9.0)] {
        for course in [scene(other).run(&Vo::default(), 200), scene(other).run(&Hrvo::default(), 200)] {
            assert!(course.steps.is_some_and(|steps| steps <= 50), "{course:?}");
        }
    }
}
