//! What an observer is told besides states: lines of sight, ranges of angles and landmarks, by every planner of the registry.

use std::collections::BTreeSet;

use tautline::engine::{Algorithm, Descriptor, Ends, Planner, Registry};
use tautline::geometry::{Cell, Corner, Point, Position};
use tautline::heuristic::landmarks::{LandmarkConfig, LandmarkUse, Landmarks};
use tautline::map::Map;
use tautline::moves::{CornerRule, PathRule};
use tautline::planners::{
    Alt, AltBest, AltBestConfig, AltConfig, AngleConfig, ApTheta, ApThetaOptions, First, Theta, ThetaConfig,
};
use tautline::search::{AngleRange, Answer, Observer, Outcome, Query, SightCheck, Stats, Visit, Workspace};
use tautline_testkit::conformance::{end_at, on_cells, on_corners, random_variant};
use tautline_testkit::oracle::corners::obstruction;
use tautline_testkit::world::{PlainWorld, RichWorld, SplitMix64};

/// The cell that a position has to be.
#[track_caller]
pub(crate) fn cell(position: Position) -> Cell {
    if let Position::Cell(cell) = position { cell } else { panic!("{position:?} is no cell") }
}

/// The corner that a position has to be.
#[track_caller]
pub(crate) fn corner(position: Position) -> Corner {
    if let Position::Corner(corner) = position { corner } else { panic!("{position:?} is no corner") }
}

/// Everything that an observer is told, states aside.
#[derive(Default)]
struct Told {
    sights: Vec<SightCheck>,
    ranges: Vec<AngleRange>,
    landmarks: Vec<Position>,
    has_begun: bool,
}

impl Observer for Told {
    fn expand(&mut self, _: &Visit) {
        self.has_begun = true;
    }

    fn sight(&mut self, sight: &SightCheck) {
        self.sights.push(*sight);
    }

    fn angle_range(&mut self, range: &AngleRange) {
        self.ranges.push(*range);
    }

    fn landmark(&mut self, place: Position) {
        assert!(!self.has_begun, "a landmark at {place:?} after a state was expanded");
        self.landmarks.push(place);
    }
}

/// Plans with an observer and without: the answer must be the same. None if the query is refused.
fn watch(planner: &Planner, map: &Map, query: &Query, workspace: &mut Workspace) -> Option<(Answer, Told)> {
    let mut told = Told::default();
    let answer = planner.plan_observed(map, query, workspace, &mut told);
    assert_eq!(answer, planner.plan(map, query, workspace));
    Some((answer.ok()?, told))
}

/// Small worlds, and some that are wider or higher than a word has bits.
fn random_world(rng: &mut SplitMix64) -> PlainWorld {
    let (width, height) = match rng.below(12) {
        0 => (65 + rng.below(30), 1 + rng.below(6)),
        1 => (1 + rng.below(6), 65 + rng.below(30)),
        _ => (2 + rng.below(12), 2 + rng.below(12)),
    };
    PlainWorld::random(width, height, 5 + rng.below(40), rng)
}

/// How often lines were free, blocked, and blocked only because they are on another side of two obstacles than the path.
#[derive(Default)]
struct Judged {
    free: u64,
    blocked: u64,
    beside: u64,
    followed: u64,
}

impl Judged {
    /// Holds what was told of lines against the oracle's visibility.
    fn judge(&mut self, world: &PlainWorld, rule: PathRule, sights: &[SightCheck], name: &str) {
        let rule = rule.lines().unwrap();
        for sight in sights {
            let &SightCheck { from, to, is_free, is_followed } = sight;
            let (from, to) = (corner(from), corner(to));
            let is_clear = from == to || obstruction(world, rule, from, to).is_none();
            let has_sides =
                rule == CornerRule::Closed && [from, to].iter().any(|&end| world.is_double_corner(end));
            assert!(
                is_free == is_clear || (has_sides && !is_free),
                "{name}: {sight:?} under {rule:?}\n{world}"
            );
            self.free += u64::from(is_free);
            self.blocked += u64::from(!is_clear);
            self.beside += u64::from(is_clear && !is_free);
            self.followed += u64::from(is_followed);
        }
    }
}

/// These see lines that they do not count: one of them smooths a path with them, the other finds the goal without asking.
const UNCOUNTED: [&str; 2] = ["astar-ps", "taut"];

/// Each question that is counted is reported, and each line that is followed.
fn check_counts(planner: &Descriptor, stats: &Stats, sights: &[SightCheck], name: &str) {
    let followed = sights.iter().filter(|sight| sight.is_followed).count();
    if UNCOUNTED.contains(&planner.id) {
        assert_eq!((stats.line_of_sight_checks, stats.lines_followed), (0, 0), "{name}");
    } else {
        let told = (sights.len() as u64, followed as u64);
        assert_eq!(told, (stats.line_of_sight_checks, stats.lines_followed), "{name}");
    }
}

/// By default and with random options: the answers of the oracle's visibility, as many as are counted.
#[test]
fn lines_of_sight_are_those_of_the_oracle() {
    let expected = ["astar-ps", "lazy-theta", "taut", "taut-prepared", "theta", "visibility"];
    let (mut telling, registry) = (BTreeSet::new(), Registry::core());
    for planner in on_corners(&registry) {
        let mut rng = SplitMix64::new(51);
        let (mut judged, mut workspace) = (Judged::default(), Workspace::new());
        for round in 0..120 {
            let world = random_world(&mut rng);
            let (map, corners) = (world.to_map(), world.corners().collect::<Vec<_>>());
            let selection = if round % 4 == 0 {
                registry.select(planner.id).unwrap()
            } else {
                random_variant(&registry, planner, &mut rng)
            };
            let on_corners = selection.planner(&map).unwrap();
            for _ in 0..6 {
                let query = Query::new(rng.pick(&corners), rng.pick(&corners));
                let Some((answer, told)) = watch(&on_corners, &map, &query, &mut workspace) else { continue };
                let name = format!("{selection} {query:?}");
                judged.judge(&world, on_corners.rule(), &told.sights, &name);
                check_counts(planner, &answer.stats, &told.sights, &name);
                assert!(told.ranges.is_empty() || planner.id == "ap-theta", "{name}");
                if !told.sights.is_empty() {
                    telling.insert(planner.id);
                }
            }
        }
        if telling.contains(planner.id) {
            assert!(judged.free > 30, "{}: {} free lines", planner.id, judged.free);
            let has_blocked = judged.blocked > 30 || planner.id == "taut";
            assert!(has_blocked, "{}: {} blocked lines", planner.id, judged.blocked);
            assert!(judged.followed > 30 || planner.id == "taut", "{}", planner.id);
        }
        if planner.id == "theta" {
            assert!(judged.beside > 0, "no line on the other side of two obstacles");
        }
    }
    assert_eq!(telling, BTreeSet::from(expected));
}

/// What lines cost does not change whether they are free.
#[test]
fn lines_of_sight_on_terrain() {
    let (mut rng, mut workspace, mut judged) = (SplitMix64::new(52), Workspace::new(), Judged::default());
    let registry = Registry::core();
    let theta = registry.find("theta").unwrap();
    for _ in 0..150 {
        let world = RichWorld::random(2 + rng.below(11), 2 + rng.below(11), 5 + rng.below(35), 1, &mut rng);
        let (map, corners) = (world.to_map(), world.plain.corners().collect::<Vec<_>>());
        let selection = random_variant(&registry, theta, &mut rng);
        let planner = selection.planner(&map).unwrap();
        for _ in 0..5 {
            let query = Query::new(rng.pick(&corners), rng.pick(&corners));
            let Some((answer, told)) = watch(&planner, &map, &query, &mut workspace) else { continue };
            let name = format!("{selection} {query:?}");
            judged.judge(&world.plain, planner.rule(), &told.sights, &name);
            check_counts(theta, &answer.stats, &told.sights, &name);
        }
    }
    assert!(judged.free > 1000 && judged.blocked > 300 && judged.followed > 1000);
}

/// Between points there is one line to follow; from where the goal is seen is known otherwise.
#[test]
fn lines_of_sight_between_points() {
    let (mut rng, mut workspace, mut judged) = (SplitMix64::new(53), Workspace::new(), Judged::default());
    for _ in 0..150 {
        let world = random_world(&mut rng);
        let (map, corners) = (world.to_map(), world.corners().collect::<Vec<_>>());
        let planner = Planner::new("taut", &map).unwrap();
        let mut any = || Point::from(rng.pick(&corners));
        let query = Query::new(any(), any());
        let Some((answer, told)) = watch(&planner, &map, &query, &mut workspace) else { continue };
        let corner = |end: Position| end.point().corner().unwrap().into();
        let sights: Vec<SightCheck> = told
            .sights
            .iter()
            .map(|&SightCheck { from, to, is_free, is_followed }| SightCheck {
                from: corner(from),
                to: corner(to),
                is_free,
                is_followed,
            })
            .collect();
        judged.judge(&world, planner.rule(), &sights, "taut between points");
        let followed = sights.iter().filter(|sight| sight.is_followed).count() as u64;
        assert_eq!(followed, answer.stats.lines_followed);
        assert_eq!(sights.iter().any(|sight| sight.is_free), answer.is_complete());
    }
    assert!(judged.free > 50 && judged.blocked > 50);
}

/// A line that changes nothing is reported as well, but not followed.
#[test]
fn theta_follows_few_of_its_lines() {
    let map = Map::open(12, 12).unwrap();
    let mut told = Told::default();
    let (start, goal) = (Corner::new(0, 0), Corner::new(12, 5));
    let theta = Theta::new(&map, ThetaConfig::default()).unwrap();
    theta.plan_observed(&map, &Query::new(start, goal), &mut Workspace::new(), &mut told).unwrap();
    let followed = told.sights.iter().filter(|sight| sight.is_followed).count();
    assert!(told.sights.len() > 50 && followed * 2 < told.sights.len(), "{followed}");
    assert!(told.sights.iter().all(|sight| sight.is_free && sight.from == start.into()));
}

/// Holds the ranges of AP Theta* against what it does with them.
struct Wedges {
    first: First,
    expanded: Option<Visit>,
    range: Option<AngleRange>,
    ranges: u64,
    within: u64,
    outside: u64,
}

/// By how much one heading is clockwise of another, where y grows downwards.
fn clockwise(from: (f64, f64), to: (f64, f64)) -> f64 {
    (from.0 * to.1 - from.1 * to.0).atan2(from.0 * to.0 + from.1 * to.1)
}

fn heading(from: Position, to: Position) -> (f64, f64) {
    let (from, to) = (corner(from), corner(to));
    ((to.x - from.x).into(), (to.y - from.y).into())
}

impl Observer for Wedges {
    fn expand(&mut self, visit: &Visit) {
        (self.expanded, self.range) = (Some(*visit), None);
    }

    fn angle_range(&mut self, range: &AngleRange) {
        let expanded = self.expanded.unwrap();
        assert_eq!((range.place, Some(range.parent)), (expanded.place, expanded.parent));
        assert_eq!(self.range.replace(*range), None, "one range for each corner");
        let own = heading(range.parent, range.place);
        assert!(range.low.is_none_or(|low| clockwise(own, low) <= 0.0), "{range:?}");
        assert!(range.high.is_none_or(|high| clockwise(own, high) >= 0.0), "{range:?}");
        self.ranges += 1;
    }

    fn generate(&mut self, visit: &Visit) {
        let expanded = self.expanded.unwrap();
        let Some(range) = self.range else {
            assert_eq!(expanded.parent, None, "only the start has no range");
            return;
        };
        let own = heading(range.parent, range.place);
        let turn = clockwise(own, heading(range.parent, visit.place));
        assert!(turn.abs() < 1.58, "no more than a right angle");
        let is_within = range.low.is_none_or(|low| turn >= clockwise(own, low) - 1e-9)
            && range.high.is_none_or(|high| turn <= clockwise(own, high) + 1e-9);
        if visit.parent == Some(range.parent) {
            assert!(is_within, "{range:?} {visit:?}");
            self.within += 1;
        } else {
            assert_eq!(visit.parent, Some(range.place));
            // What goes straight on may be within.
            assert!(!is_within || (self.first == First::Path1 && turn == 0.0), "{range:?} {visit:?}");
            self.outside += u64::from(!is_within);
        }
    }

    fn sight(&mut self, sight: &SightCheck) {
        panic!("{sight:?}, but no line is walked");
    }
}

/// A child of the parent is within the range of the expanded corner, and its own child is not.
#[test]
fn ranges_of_ap_theta_decide_who_becomes_the_parent() {
    for first in [First::Path2, First::Path1] {
        let (mut rng, mut workspace) = (SplitMix64::new(54), Workspace::new());
        let mut wedges = Wedges { first, expanded: None, range: None, ranges: 0, within: 0, outside: 0 };
        for _ in 0..300 {
            let world = random_world(&mut rng);
            let (map, corners) = (world.to_map(), world.corners().collect::<Vec<_>>());
            let rule = rng.pick(&[CornerRule::Open, CornerRule::Closed]);
            let config = AngleConfig { rule, algorithm: ApThetaOptions { first }, ..Default::default() };
            let planner = ApTheta::new(&map, config).unwrap();
            let query = Query::new(rng.pick(&corners), rng.pick(&corners));
            let before = wedges.ranges;
            if let Ok(answer) = planner.plan_observed(&map, &query, &mut workspace, &mut wedges) {
                assert_eq!(planner.plan(&map, &query, &mut workspace), Ok(answer.clone()));
                assert_eq!(wedges.ranges - before, answer.stats.expanded.saturating_sub(1));
            }
        }
        assert!(wedges.within > 2000 && wedges.outside > 500, "{} {}", wedges.within, wedges.outside);
    }
}

/// A map with one large part, and pairs of cells that are far apart.
fn far_apart(rng: &mut SplitMix64) -> (PlainWorld, Vec<(Cell, Cell)>) {
    let world = PlainWorld::random(40, 30, 18, rng);
    let free: Vec<Cell> = world.free_cells().collect();
    let pair = |rng: &mut SplitMix64| (rng.pick(&free), rng.pick(&free));
    let is_far = |(a, b): &(Cell, Cell)| (a.x - b.x).abs() > 20;
    let pairs = std::iter::repeat_with(|| pair(rng)).filter(is_far).take(12).collect();
    (world, pairs)
}

/// Holds the landmarks that a planner tells of: each is a free place and different from the others, and where it searches and
/// finds a path they are as many as expected. How often that was.
fn count_landmarks(
    planner: &Planner,
    map: &Map,
    queries: impl Iterator<Item = Query>,
    is_free: impl Fn(Position) -> bool,
    expected: usize,
) -> usize {
    let mut workspace = Workspace::new();
    let mut searched = 0;
    for query in queries {
        let Some((answer, told)) = watch(planner, map, &query, &mut workspace) else { continue };
        let landmarks = &told.landmarks;
        let is_new = |number: usize| !landmarks[..number].contains(&landmarks[number]);
        assert!((0..landmarks.len()).all(is_new) && landmarks.iter().all(|&place| is_free(place)));
        if matches!(answer.outcome, Outcome::Found(_)) && answer.stats.expanded > 0 {
            assert_eq!(landmarks.len(), expected);
            searched += 1;
        }
    }
    searched
}

#[test]
fn landmarks_are_as_many_as_are_asked_for() {
    for (options, expected) in [
        ("alt", 10),
        ("alt:landmarks=3", 3),
        ("alt:choice=random:landmarks=7", 7),
        ("alt-best", 1),
        ("alt-best:landmarks=4:choice=subset", 1),
        ("fringe:heuristic=alt:landmarks=5", 5),
        ("fringe:heuristic=alt-best", 1),
        ("jump-graph:bounds=off", 48),
        ("jump-graph:bounds=off:landmarks=16", 16),
        ("jump-graph:bounds=off:landmarks=0", 0),
        ("jump-graph:bounds=on", 0),
        ("taut-prepared:bounds=off", 16),
        ("taut-prepared:bounds=off:landmarks=0", 0),
        ("taut-prepared:bounds=on", 0),
    ] {
        let (mut rng, mut searched) = (SplitMix64::new(55), 0);
        for _ in 0..4 {
            let (world, pairs) = far_apart(&mut rng);
            let map = world.to_map();
            let planner = Planner::new(options, &map).unwrap();
            let queries = pairs
                .into_iter()
                .map(|(start, goal)| Query::new(end_at(planner.ends(), start), end_at(planner.ends(), goal)));
            let is_free = |place| match planner.ends() {
                Ends::Cells => map.is_free(cell(place)),
                _ => world.free_quadrants(corner(place)).count() > 0,
            };
            searched += count_landmarks(&planner, &map, queries, is_free, expected);
        }
        assert!(searched > 20, "{options}: {searched} searches");
    }
}

/// All of those that were prepared, or the one that says most of the way from the start; and once, in however many slices.
#[test]
fn landmarks_are_those_that_estimate() {
    let (mut rng, mut workspace) = (SplitMix64::new(56), Workspace::new());
    let (world, pairs) = far_apart(&mut rng);
    let map = world.to_map();
    let alt = Alt::new(&map, AltConfig::default()).unwrap();
    let config = LandmarkConfig { used: LandmarkUse::Best, ..LandmarkConfig::default() };
    let astar = AltConfig::default().astar;
    let landmarks = Landmarks::new(&map, astar.rule, astar.costs, config).unwrap();
    let best = AltBest::new(&map, AltBestConfig::default()).unwrap();
    assert_eq!(best.to_bytes(), Some(landmarks.to_bytes()), "it has the same landmarks");
    let [with_all, with_best] = [Planner::from(alt.clone()), best.into()];
    for (start, goal) in pairs {
        let query = Query::new(start, goal);
        let (_, all) = watch(&with_all, &map, &query, &mut workspace).unwrap();
        let is_all = || {
            all.landmarks.iter().map(|&place| cell(place)).eq(alt
                .landmarks()
                .unwrap()
                .cells()
                .iter()
                .copied())
        };
        assert!(all.landmarks.is_empty() || is_all());
        let mut told = Told::default();
        let mut search = alt.sliced(&map, query.clone());
        while alt.step_observed(&map, &mut search, 7, &mut told).unwrap().is_none() {
            told.has_begun = false;
        }
        assert_eq!(told.landmarks, all.landmarks);
        let (_, one) = watch(&with_best, &map, &query, &mut workspace).unwrap();
        assert_eq!(one.landmarks.is_empty(), all.landmarks.is_empty());
        for place in one.landmarks {
            let says = |number| {
                let [from, to] = [start, goal].map(|end| landmarks.distance(number, end).unwrap_or(u32::MAX));
                from.abs_diff(to)
            };
            let number = landmarks.cells().iter().position(|&other| other == cell(place)).unwrap();
            assert_eq!(Some(says(number)), (0..landmarks.cells().len()).map(says).max());
        }
    }
}

/// No planner on cells asks for straight lines, and without landmarks there are none to tell of.
#[test]
fn planners_without_such_events_report_none() {
    let mut rng = SplitMix64::new(57);
    let with_landmarks = ["alt", "alt-best", "fringe", "ida-star", "ida-star-delta", "jump-graph"];
    let registry = Registry::core();
    for planner in on_cells(&registry) {
        let mut workspace = Workspace::new();
        for _ in 0..12 {
            let world = PlainWorld::random(2 + rng.below(5), 2 + rng.below(5), rng.below(30), &mut rng);
            let (map, cells) = (world.to_map(), world.cells().collect::<Vec<_>>());
            let selection = random_variant(&registry, planner, &mut rng);
            let on_cells = selection.planner(&map).unwrap();
            let query = Query::new(rng.pick(&cells), rng.pick(&cells));
            let Some((_, told)) = watch(&on_cells, &map, &query, &mut workspace) else { continue };
            assert!(told.sights.is_empty() && told.ranges.is_empty(), "{selection}");
            assert!(told.landmarks.is_empty() || with_landmarks.contains(&planner.id), "{selection}");
        }
    }
    let (world, pairs) = far_apart(&mut rng);
    let map = world.to_map();
    let planner = Planner::new("field-dstar", &map).unwrap();
    let mut answered = 0;
    for (start, goal) in pairs {
        let query = Query::new(end_at(planner.ends(), start), end_at(planner.ends(), goal));
        let Some((_, told)) = watch(&planner, &map, &query, &mut Workspace::new()) else { continue };
        assert!(told.sights.is_empty() && told.ranges.is_empty() && told.landmarks.is_empty());
        answered += 1;
    }
    assert!(answered > 0);
}
