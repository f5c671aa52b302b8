//! However hostile a map is, no search does more than [`Limits::MOST_WORK`] units of work between two looks at its limits, nor after the
//! one that stops it. Units are counted where the work is done.

use crate::engine::{Ends, OptionKind, Planner, Registry};
use crate::geometry::{Cell, Corner, Point, Position};
use crate::map::{Link, Map, Tile};
use crate::planners::{Visibility, VisibilityConfig};
use crate::search::count::{Counted, between_looks};
use crate::search::{
    Answer, CancelFlag, Limits, Outcome, PathDetail, Query, QueryError, Reach, StopReason, Workspace,
};
use tautline_testkit::world::SplitMix64;

/// A map, and between which cells paths are asked for.
struct Hostile {
    name: &'static str,
    map: Map,
    queries: Vec<[(i32, i32); 2]>,
}

fn map(width: u32, height: u32, mut is_free: impl FnMut(i32, i32) -> bool) -> Map {
    let tile = |Cell { x, y }: Cell| if is_free(x, y) { Tile::Free } else { Tile::Blocked };
    Map::from_fn(width, height, tile).unwrap()
}

/// A hall with a comb at one side of it, of which the start sees all teeth. Behind the comb, out of reach, is a goal.
fn comb(teeth: i32, hall: i32, length: i32) -> Hostile {
    let (width, height) = (2 * teeth + 1, hall + length + 2);
    let is_free =
        |x, y| if y < hall { true } else { y < hall + length && x % 2 == 0 || y == hall + length + 1 };
    let middle = teeth;
    let queries = vec![
        [(middle, 0), (width - 1, hall + length - 1)],
        [(0, hall - 1), (middle, height - 1)],
        [(1, 0), (0, 9)],
    ];
    Hostile { name: "comb", map: map(width as u32, height as u32, is_free), queries }
}

fn turned(hostile: &Hostile) -> Hostile {
    let turn = |(x, y)| (y, x);
    let queries = hostile.queries.iter().map(|ends| ends.map(turn)).collect();
    Hostile { name: "comb, turned", map: hostile.map.transposed(), queries }
}

fn plain(side: i32) -> Hostile {
    // A cell in the corner is out of reach.
    let is_free = |x, y| (x, y) == (side - 1, side - 1) || x.max(y) < side - 2;
    let queries = vec![
        [(0, 0), (side - 1, side - 1)],
        [(side / 2, side / 3), (side - 3, 0)],
        [(0, 0), (side - 3, side - 4)],
    ];
    Hostile { name: "plain", map: map(side as u32, side as u32, is_free), queries }
}

fn random(name: &'static str, side: i32, per_mille: u32) -> Hostile {
    let mut rng = SplitMix64::new(7);
    let free: Vec<bool> = (0..side * side).map(|_| rng.below(1000) >= per_mille).collect();
    let is_end =
        |x: i32, y: i32| [0, side / 2, side - 1].contains(&x) && [0, side / 2, side - 1].contains(&y);
    let map = map(side as u32, side as u32, |x, y| free[(y * side + x) as usize] || is_end(x, y));
    Hostile {
        name,
        map,
        queries: vec![[(0, 0), (side - 1, side - 1)], [(side / 2, side / 2), (0, side - 1)]],
    }
}

/// One corridor that winds through all of the map.
fn snake(side: i32) -> Hostile {
    let is_free = |x: i32, y: i32| y % 2 == 0 || x == if y % 4 == 1 { side - 1 } else { 0 };
    let last = (side - 1) / 4 * 4;
    Hostile { name: "snake", map: map(side as u32, side as u32, is_free), queries: vec![[(0, 0), (0, last)]] }
}

/// What is asked between two cells: from corner to corner, between the centres of cells, or from cell to cell.
fn ends_of(ends: Ends, cells: [(i32, i32); 2]) -> Vec<[Position; 2]> {
    let corners = || cells.map(|(x, y)| Corner::new(x, y).into());
    let points = || cells.map(|(x, y)| Point::new(f64::from(x) + 0.3, f64::from(y) + 0.7).into());
    match ends {
        Ends::Cells => vec![cells.map(|cell| Cell::from(cell).into())],
        Ends::Corners => vec![corners()],
        Ends::Points => vec![corners(), points()],
    }
}

/// How many looks find nothing before one stops the search.
const LOOKS: [u64; 5] = [1, 2, 3, 20, 200];

struct Judge {
    faults: Vec<String>,
    most: u64,
    stopped: u32,
}

impl Judge {
    fn new() -> Self {
        Self { faults: Vec::new(), most: 0, stopped: 0 }
    }

    /// Said at once: a planner that does not look at its limits takes its time.
    fn fault(&mut self, fault: String) {
        eprintln!("{fault}");
        self.faults.push(fault);
    }

    /// Asks again and again, and is stopped by a later look each time.
    fn ask(&mut self, name: &str, planner: &Planner, map: &Map, query: &Query, workspace: &mut Workspace) {
        let flag = CancelFlag::new();
        let query = Query { limits: Limits::cancelled_by(&flag), ..query.clone() };
        for last in LOOKS {
            let mut answer = None;
            let Counted { most, looks } =
                between_looks(last, || answer = Some(planner.plan(map, &query, workspace)));
            let about = format!("{} {name} {} → {}, look {last}", planner.spec(), query.start, query.goal);
            self.most = self.most.max(most);
            if most > Limits::MOST_WORK {
                self.fault(format!("{about}: {most} units"));
            }
            match answer.unwrap() {
                Ok(answer) => self.judge(&about, planner, map, &answer, (looks, last)),
                Err(QueryError::Unsupported(_)) => return,
                Err(error) => self.fault(format!("{about}: {error}")),
            }
            if looks < last {
                return;
            }
        }
    }

    fn judge(
        &mut self,
        about: &str,
        planner: &Planner,
        map: &Map,
        answer: &Answer,
        (looks, last): (u64, u64),
    ) {
        // One of the search, and one of each that is begun after it: to write its path out.
        if looks > last + 2 {
            self.fault(format!("{about}: {looks} looks"));
        }
        if let Some(path) = answer.path() {
            // Waypoints are joined by straight lines of cells, but not where there are links.
            let path = path.clone();
            let path = if map.links().is_none() { path.with_every_cell() } else { path };
            if let Err(error) = path.check(map, planner.rule(), planner.turn_penalty()) {
                self.fault(format!("{about}: {error}"));
            }
        }
        let is_stopped = matches!(answer.outcome, Outcome::Stopped { why: StopReason::Cancelled, .. });
        self.stopped += u32::from(is_stopped);
        // What is found without an expansion may be answered all the same.
        if last == 1 && looks > 0 && (answer.stats.expanded > 0 || !(is_stopped || answer.is_complete())) {
            self.fault(format!("{about}: {:?} after {} expansions", answer.outcome, answer.stats.expanded));
        }
    }

    fn ask_all(&mut self, planner: &Planner, hostile: &Hostile) {
        let mut workspace = Workspace::new();
        for &cells in &hostile.queries {
            for [start, goal] in ends_of(planner.ends(), cells) {
                for detail in [PathDetail::EveryCell, PathDetail::Waypoints] {
                    let query = Query { detail, ..Query::new(start, goal) };
                    self.ask(hostile.name, planner, &hostile.map, &query, &mut workspace);
                }
            }
        }
    }

    fn verdict(self, least_stopped: u32) {
        assert!(self.faults.is_empty(), "{} faults", self.faults.len());
        assert!(self.most > 1000 && self.stopped >= least_stopped, "{} {}", self.most, self.stopped);
    }
}

/// Each planner by its id and, if asked for, with each value of each option.
fn specs(with_options: bool) -> Vec<String> {
    let mut specs = Vec::new();
    for descriptor in Registry::core().iter() {
        specs.push(descriptor.id.to_owned());
        for option in descriptor.options.iter().filter(|_| with_options) {
            let values: Vec<String> = match option.kind {
                OptionKind::Choices(choices) => choices().into_iter().map(Into::into).collect(),
                OptionKind::Range { min, max } => vec![(min + (max - min) / 2.0).min(2.0).to_string()],
                OptionKind::Whole { min, max } => vec![max.min(min + 4).to_string()],
            };
            let others = values.into_iter().filter(|value| value != option.default);
            specs.extend(others.map(|value| format!("{}:{}={value}", descriptor.id, option.name)));
        }
    }
    specs
}

fn needs_index(spec: &str) -> bool {
    Registry::core().select(spec).unwrap().needs_index()
}

#[test]
fn no_planner_does_much_between_two_looks() {
    let mut judge = Judge::new();
    let large =
        [comb(1000, 200, 200), plain(1500), random("random 10 %", 700, 100), random("random 35 %", 700, 350)];
    let turned = turned(&large[0]);
    let sparse = random("random 0.1 %", 1500, 1);
    let small = [random("random 10 %", 120, 100), snake(700)];
    for spec in specs(false) {
        let is_large = |hostile: &&Hostile| !hostile.name.starts_with("random") || !needs_index(&spec);
        let all = large.iter().chain([&turned, &sparse]).filter(is_large).chain(&small);
        for hostile in all {
            let planner = Planner::new(&spec, &hostile.map).unwrap();
            judge.ask_all(&planner, hostile);
        }
    }
    judge.verdict(500);
}

#[test]
#[ignore = "full check: some minutes: every option, and graphs that take long to prepare"]
fn no_option_makes_a_planner_do_much_between_two_looks() {
    let mut judge = Judge::new();
    let hostile = [comb(300, 300, 100), plain(700), random("random 10 %", 250, 100)];
    for spec in specs(true) {
        for hostile in &hostile {
            if let Ok(planner) = Planner::new(&spec, &hostile.map) {
                judge.ask_all(&planner, hostile);
            }
        }
    }
    let prepared = VisibilityConfig { is_prepared: true, ..Default::default() };
    for hostile in &hostile[..2] {
        judge.ask_all(&Visibility::new(&hostile.map, prepared).unwrap().into(), hostile);
    }
    judge.verdict(500);
}

/// Costs of cells, links, many goals, and what is near enough to a goal.
#[test]
fn nothing_on_a_map_or_in_a_query_makes_a_planner_do_much_between_two_looks() {
    let mut judge = Judge::new();
    let mut rng = SplitMix64::new(3);
    let costs: Vec<u16> =
        (0..500 * 500).map(|_| [1, 3, 9, 0][rng.below(16).saturating_sub(12) as usize]).collect();
    let land =
        Map::from_costs(500, 500, |Cell { x, y }| costs[(y * 500 + x) as usize].max(u16::from(x == y)));
    let open = Map::from_costs(700, 700, |cell| 1 + u16::from(cell.x > 350)).unwrap();
    let links = (0..300).map(|k| Link::new((k, 2 * k), (699 - k, 699), 9));
    let linked = Map::open(700, 700).unwrap().with_links(links).unwrap();
    let maps = [
        Hostile { name: "costs", map: land.unwrap(), queries: vec![[(0, 0), (499, 499)]] },
        Hostile { name: "few costs", map: open, queries: vec![[(0, 0), (698, 699)], [(350, 9), (9, 9)]] },
        Hostile { name: "links", map: linked, queries: vec![[(699, 0), (0, 699)]] },
    ];
    for spec in specs(false) {
        for hostile in &maps {
            if let Ok(planner) = Planner::new(&spec, &hostile.map) {
                judge.ask_all(&planner, hostile);
            }
        }
    }
    let plain = plain(700);
    for spec in specs(false) {
        let planner = Planner::new(&spec, &plain.map).unwrap();
        let mut workspace = Workspace::new();
        for [start, goal] in ends_of(planner.ends(), [(0, 0), (699, 699)]) {
            let query = Query::new(start, goal);
            let goals = (0..3000).map(|k| Cell::new(600 + k % 60, 600 + k / 60).into()).collect();
            let many = Query { others: goals, ..query.clone() };
            let near = [Reach::NextTo, Reach::Within(1.5)].map(|reach| Query { reach, ..query.clone() });
            for query in near.into_iter().chain([many, query.or_nearest()]) {
                judge.ask(plain.name, &planner, &plain.map, &query, &mut workspace);
            }
        }
    }
    judge.verdict(200);
}
