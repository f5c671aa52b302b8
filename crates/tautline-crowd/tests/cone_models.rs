//! The cones of VO, RVO and HRVO and the choice among them, against naive oracles.

use proptest::prelude::*;
use tautline_crowd::avoidance::{
    Avoidance, CombinedObstacle, Cone, HalfPlane, Hrvo, Neighbour, Rvo, Situation, Vo, Walker,
};
use tautline_crowd::{Side, Vec2};

fn vec2(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

fn walker() -> impl Strategy<Value = Walker> {
    (vec2(1.5), vec2(1.5), 0.1..2.0f32).prop_map(|(velocity, preferred, radius)| Walker {
        velocity,
        preferred,
        radius,
        max_speed: 2.0,
    })
}

fn neighbour() -> impl Strategy<Value = Neighbour> {
    (vec2(9.0), vec2(1.5), 0.1..2.0f32, 0.1..1.0f32).prop_map(|(offset, velocity, radius, share)| Neighbour {
        offset,
        velocity,
        radius,
        share,
        horizon_scale: 1.0,
    })
}

/// In double precision, and with nothing of the library's.
#[derive(Clone, Copy)]
struct Exact {
    x: f64,
    y: f64,
}

impl Exact {
    fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    fn times(self, factor: f64) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }

    fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The angle from another vector to this one, positive to the right, from -π to π.
    fn angle_from(self, other: Self) -> f64 {
        (other.x * self.y - other.y * self.x).atan2(other.x * self.x + other.y * self.y)
    }
}

impl From<Vec2> for Exact {
    fn from(v: Vec2) -> Self {
        Self { x: v.x.into(), y: v.y.into() }
    }
}

/// How near two agents come until a time, one of them at rest, the other one with a relative velocity.
fn least_distance(offset: Exact, relative: Exact, until: f64) -> f64 {
    let squared = relative.length().powi(2);
    let dot = offset.x * relative.x + offset.y * relative.y;
    let at = if squared == 0.0 { 0.0 } else { (dot / squared).clamp(0.0, until) };
    offset.minus(relative.times(at)).length()
}

/// The relative velocity that the definition of the RVO tests: what the agent's part stands for, against the neighbour.
fn reciprocal(walker: &Walker, neighbour: &Neighbour, share: f32, velocity: Vec2) -> Exact {
    let share = f64::from(share);
    let own = Exact::from(walker.velocity).times(1.0 - share);
    Exact::from(velocity).minus(own).times(1.0 / share).minus(neighbour.velocity.into())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn vo_and_rvo_hold_what_collides(
        walker in walker(), neighbour in neighbour(), velocity in vec2(2.0), horizon in 0.5..20.0f32,
    ) {
        let radius = f64::from(walker.radius + neighbour.radius);
        prop_assume!(f64::from(neighbour.offset.length()) > radius + 1e-3);
        let cones = [
            (1.0, Vo { time_horizon: horizon, ..Default::default() }.cone(&walker, &neighbour, 0.25)),
            (neighbour.share, Rvo { time_horizon: horizon, ..Default::default() }.cone(&walker, &neighbour, 0.25)),
        ];
        for (share, cone) in cones {
            let relative = reciprocal(&walker, &neighbour, share, velocity);
            let least = least_distance(neighbour.offset.into(), relative, horizon.into());
            let cone = cone.expect("sound");
            if (least - radius).abs() > 1e-3 {
                prop_assert_eq!(cone.contains(velocity), least < radius, "share {}: {} of {}", share, least, radius);
            }
            if least < radius - 1e-3 {
                let time = cone.time_to_collision(velocity);
                let touching = Exact::from(neighbour.offset).minus(relative.times(time.into())).length();
                prop_assert!((touching - radius).abs() < 2e-3, "at {time} they are {touching} apart, not {radius}");
            }
        }
    }

    #[test]
    fn hrvo_is_widened_on_the_side_not_taken(walker in walker(), neighbour in neighbour(), velocity in vec2(2.0)) {
        let radius = f64::from(walker.radius + neighbour.radius);
        let offset = Exact::from(neighbour.offset);
        prop_assume!(offset.length() > radius + 1e-2);
        let half_angle = (radius / offset.length()).asin();
        let relative = Exact::from(walker.velocity).minus(neighbour.velocity.into());
        let side = relative.angle_from(offset);
        prop_assume!(side.sin().abs() > 1e-3);
        // How far a velocity lies inside of a leg, seen from an apex.
        let inside = |leg: Side, from: Exact| {
            let angle = from.angle_from(offset);
            from.length() * match leg {
                Side::Left => (half_angle + angle).sin(),
                Side::Right => (half_angle - angle).sin(),
            }
        };
        let rvo = reciprocal(&walker, &neighbour, neighbour.share, velocity).times(neighbour.share.into());
        let vo = Exact::from(velocity).minus(neighbour.velocity.into());
        let (taken, other) = if side > 0.0 { (Side::Right, Side::Left) } else { (Side::Left, Side::Right) };
        let depth = inside(taken, rvo).min(inside(other, rvo).max(inside(other, vo)));
        prop_assume!(depth.abs() > 1e-3);
        let model = Hrvo { time_horizon: f32::INFINITY, ..Default::default() };
        let cone = model.cone(&walker, &neighbour, 0.25).expect("sound");
        prop_assert_eq!(cone.contains(velocity), depth > 0.0, "{}", depth);
    }

    /// Theorem 1 of the RVO paper.
    #[test]
    fn agents_that_pass_on_the_same_side_do_not_collide(
        a in walker(), b in walker(), offset in vec2(9.0), share in 0.05..0.95f32, passes_right: bool,
        along in (-2.0..2.0f32, -2.0..2.0f32), beside in (1e-3..1.0f32, 1e-3..1.0f32),
    ) {
        prop_assume!(offset.length() > a.radius + b.radius + 1e-2);
        let of = |walker: &Walker, offset, share| {
            Neighbour { offset, velocity: walker.velocity, radius: walker.radius, share, horizon_scale: 1.0 }
        };
        let rvo = Rvo { time_horizon: f32::INFINITY, ..Default::default() };
        let vo = Vo { time_horizon: f32::INFINITY, ..Default::default() };
        let (b_seen, a_seen) = (of(&b, offset, share), of(&a, -offset, 1.0 - share));
        let free = |walker, neighbour, along, beside| {
            let cone = rvo.cone(walker, neighbour, 0.25).expect("sound");
            let side = if passes_right { Side::Right } else { Side::Left };
            let leg = cone.leg(side);
            let velocity = cone.apex() + leg * along + if passes_right { leg.right() } else { leg.left() } * beside;
            assert!(!cone.contains(velocity));
            velocity
        };
        let a_next = free(&a, &b_seen, along.0, beside.0);
        let b_next = free(&b, &a_seen, along.1, beside.1);
        let b_then = Neighbour { velocity: b_next, ..b_seen };
        let a_then = Neighbour { velocity: a_next, ..a_seen };
        prop_assert!(!vo.cone(&a, &b_then, 0.25).expect("sound").contains(a_next));
        prop_assert!(!vo.cone(&b, &a_then, 0.25).expect("sound").contains(b_next));
        let relative = Exact::from(a_next).minus(b_next.into());
        let least = least_distance(offset.into(), relative, f64::INFINITY);
        prop_assert!(least >= f64::from(a.radius + b.radius) - 1e-4);
    }
}

/// Walls that velocity zero is inside of.
fn wall() -> impl Strategy<Value = HalfPlane> {
    (0.0..std::f32::consts::TAU, 0.0..1.5f32).prop_map(|(angle, away)| {
        let normal = Vec2::from_angle(angle);
        HalfPlane { point: normal * -away, normal }
    })
}

/// Velocities on a fine lattice within the speed 2.
fn lattice() -> impl Iterator<Item = Vec2> {
    let at = |k: i32| k as f32 * 0.02;
    (-100..=100)
        .flat_map(move |y| (-100..=100).map(move |x| Vec2::new(at(x), at(y))))
        .filter(|velocity| velocity.length() <= 2.0)
}

fn check_choice<M: Avoidance<Memory = CombinedObstacle>>(
    model: &M,
    situation: &Situation<'_>,
) -> Result<(), TestCaseError> {
    let mut memory = CombinedObstacle::default();
    let chosen = model.velocity(situation, &mut memory);
    prop_assert!(chosen.length() <= 2.0 * (1.0 + 1e-6));
    for wall in situation.walls {
        prop_assert!(wall.depth_outside(chosen) <= 1e-4, "{wall:?} does not hold for {chosen:?}");
    }
    let preferred = situation.walker.preferred.truncated(2.0);
    let nearest = lattice()
        .filter(|&velocity| situation.walls.iter().all(|wall| wall.depth_outside(velocity) <= 0.0))
        .filter(|&velocity| !memory.contains(velocity))
        .min_by(|a, b| a.distance(preferred).total_cmp(&b.distance(preferred)));
    if let Some(nearest) = nearest {
        for cone in memory.cones() {
            let depth = depth_inside(cone, chosen);
            prop_assert!(depth < 1e-3, "{chosen:?} is {depth} inside of {cone:?}, but {nearest:?} is free");
        }
        let (chosen, other) = (chosen.distance(preferred), nearest.distance(preferred));
        prop_assert!(chosen <= other + 1e-3, "{nearest:?} is nearer: {other} against {chosen}");
    }
    Ok(())
}

/// How far a velocity lies inside of a cone.
fn depth_inside(cone: &Cone, velocity: Vec2) -> f32 {
    let from_apex = velocity - cone.apex();
    cone.leg(Side::Left).cross(from_apex).min(from_apex.cross(cone.leg(Side::Right)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_free_velocity_is_nearer(
        walker in walker(),
        neighbours in prop::collection::vec(neighbour(), 0..7),
        walls in prop::collection::vec(wall(), 0..4),
    ) {
        let situation = Situation { walker, neighbours: &neighbours, walls: &walls, time_step: 0.25 };
        let time_horizon = f32::INFINITY;
        check_choice(&Vo { time_horizon, ..Default::default() }, &situation)?;
        check_choice(&Rvo { time_horizon, ..Default::default() }, &situation)?;
        check_choice(&Hrvo { time_horizon, ..Default::default() }, &situation)?;
    }
}

/// Any number, and the awkward ones often.
fn hostile() -> impl Strategy<Value = f32> {
    let awkward = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE,
        1e-20,
    ];
    prop_oneof![4 => -3.0..3.0f32, 2 => prop::sample::select(awkward.to_vec()), 1 => any::<f32>()]
}

fn hostile_vec2() -> impl Strategy<Value = Vec2> {
    (hostile(), hostile()).prop_map(|(x, y)| Vec2::new(x, y))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn hostile_input_gives_a_velocity(
        (velocity, preferred) in (hostile_vec2(), hostile_vec2()),
        (radius, max_speed, time_step) in (hostile(), hostile(), hostile()),
        (time_horizon, weight) in (hostile(), hostile()),
        neighbours in prop::collection::vec((hostile_vec2(), hostile_vec2(), hostile(), hostile()), 0..5),
        walls in prop::collection::vec((hostile_vec2(), hostile_vec2()), 0..3),
    ) {
        let neighbours: Vec<Neighbour> = neighbours
            .into_iter()
            .map(|(offset, velocity, radius, share)| Neighbour { offset, velocity, radius, share, horizon_scale: 1.0 })
            .collect();
        let walls: Vec<HalfPlane> = walls.into_iter().map(|(point, normal)| HalfPlane { point, normal }).collect();
        let walker = Walker { velocity, preferred, radius, max_speed };
        let situation = Situation { walker, neighbours: &neighbours, walls: &walls, time_step };
        let mut memory = CombinedObstacle::default();
        let answers = [
            Vo { time_horizon, weight }.velocity(&situation, &mut memory),
            Rvo { time_horizon, weight }.velocity(&situation, &mut memory),
            Hrvo { time_horizon, weight }.velocity(&situation, &mut memory),
        ];
        for answer in answers {
            let speed = f64::from(answer.x).hypot(answer.y.into());
            prop_assert!(answer == Vec2::ZERO || speed <= f64::from(max_speed) * (1.0 + 1e-6), "{:?}", answer);
        }
    }
}

/// Neighbours all around that leave no free velocity.
fn surrounded() -> Vec<Neighbour> {
    let around = |k: u8| {
        let offset = Vec2::from_angle(f32::from(k) * 0.628) * 3.01;
        Neighbour { offset, velocity: offset * -0.3, radius: 1.5, share: 0.5, horizon_scale: 1.0 }
    };
    (0..10).map(around).collect()
}

#[test]
fn warm_calls_do_not_allocate() {
    let preferred = Vec2::new(1.0, 0.2);
    let walker = Walker { velocity: Vec2::ZERO, preferred, radius: 1.5, max_speed: 2.0 };
    let neighbours = surrounded();
    let walls = [HalfPlane { point: Vec2::ZERO, normal: Vec2::new(0.0, 1.0) }];
    let situation = Situation { walker, neighbours: &neighbours, walls: &walls, time_step: 0.25 };
    let mut memory = CombinedObstacle::default();
    let cold = Hrvo::default().velocity(&situation, &mut memory);
    let allocations = allocation_counter::measure(|| {
        assert_eq!(Hrvo::default().velocity(&situation, &mut memory), cold);
    });
    assert_eq!(allocations.count_total, 0);
}

/// The penalty of the RVO paper for some share, by its definition.
fn penalty(situation: &Situation<'_>, share: f32, weight: f64, velocity: Vec2) -> f64 {
    let walker = situation.walker;
    let time = |neighbour: &Neighbour| {
        let relative = reciprocal(&walker, neighbour, share, velocity);
        let (offset, radius) = (Exact::from(neighbour.offset), f64::from(walker.radius + neighbour.radius));
        // |offset - t relative| = radius
        let a = relative.length().powi(2);
        let b = offset.x * relative.x + offset.y * relative.y;
        let c = offset.length().powi(2) - radius * radius;
        let root = b * b - a * c;
        if root < 0.0 || b <= 0.0 { f64::INFINITY } else { (b - root.sqrt()) / a }
    };
    let first = situation.neighbours.iter().map(time).fold(f64::INFINITY, f64::min);
    weight / first + Exact::from(velocity).minus(walker.preferred.into()).length()
}

#[test]
fn where_no_velocity_is_free_the_penalty_is_least() {
    for turn in 0..24u8 {
        // Eight come from all sides, 6 tiles away, each at its own speed.
        let neighbours: Vec<Neighbour> = (0..8u8)
            .map(|k| {
                let direction = Vec2::from_angle(f32::from(k) * 0.785 + f32::from(turn) * 0.1);
                let speed = 1.0 + 0.25 * f32::from((k * 5 + turn) % 8);
                Neighbour {
                    offset: direction * 9.0,
                    velocity: direction * -speed,
                    radius: 1.5,
                    share: 0.5,
                    horizon_scale: 1.0,
                }
            })
            .collect();
        let walker =
            Walker { velocity: Vec2::ZERO, preferred: Vec2::new(0.4, 0.0), radius: 1.5, max_speed: 0.5 };
        let situation = Situation { walker, neighbours: &neighbours, walls: &[], time_step: 0.25 };
        let mut memory = CombinedObstacle::default();
        let models = [
            (1.0, Vo { weight: 20.0, ..Default::default() }.velocity(&situation, &mut memory)),
            (0.5, Rvo { weight: 20.0, ..Default::default() }.velocity(&situation, &mut memory)),
        ];
        for (share, chosen) in models {
            let of = |velocity| penalty(&situation, share, 20.0, velocity);
            let slow = lattice().map(|velocity| velocity * 0.25);
            let best = slow.min_by(|a, b| of(*a).total_cmp(&of(*b))).expect("not empty");
            assert!(of(best).is_finite() && of(chosen) <= 1.05 * of(best), "{chosen:?} against {best:?}");
        }
    }
}

#[test]
fn an_agent_in_a_wall_leaves_it_before_all() {
    // The wall asks for more than the agent can do, and a neighbour is in the way.
    let walker =
        Walker { velocity: Vec2::ZERO, preferred: Vec2::new(0.0, -1.0), radius: 1.5, max_speed: 2.0 };
    let walls = [HalfPlane { point: Vec2::new(0.0, 3.0), normal: Vec2::new(0.0, 1.0) }];
    let neighbours =
        [Neighbour { offset: Vec2::new(0.0, 3.1), radius: 1.5, share: 0.5, ..Default::default() }];
    let situation = Situation { walker, neighbours: &neighbours, walls: &walls, time_step: 0.25 };
    for velocity in [
        Vo::default().velocity(&situation, &mut CombinedObstacle::default()),
        Hrvo::default().velocity(&situation, &mut CombinedObstacle::default()),
    ] {
        assert_eq!(velocity, Vec2::new(0.0, 2.0));
    }
}
