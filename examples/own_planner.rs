//! A planner of one's own: breadth-first search in forty lines, in a registry beside the others.

use std::collections::{HashMap, VecDeque};

use tautline::engine::{Algorithm, Descriptor, Ends, Guarantee, Preparation, PrepareError, Update};
use tautline::moves::{DiagonalRule, PathRule};
use tautline::search::{Meter, Stats};
use tautline::{Answer, Cell, Map, Observer, Outcome, Path, Query, QueryError, Registry, Workspace};
use tautline_draw::Scene;
use tautline_maps::ascii::{Drawing, parse_ascii};

mod show;

/// Breadth-first search with four neighbours. It keeps nothing, so it answers on every map that has nothing but free and blocked cells.
struct Flood;

const FLOOD: &str = "flood";

impl Algorithm for Flood {
    fn id(&self) -> &'static str {
        FLOOD
    }

    fn plan_observed(
        &self,
        map: &Map,
        query: &Query,
        _: &mut Workspace,
        _: &mut dyn Observer,
    ) -> Result<Answer, QueryError> {
        map.supports_only(FLOOD, &[])?;
        let query = query.on_cells(FLOOD, map.grid())?; // both ends are free cells, and there is one goal
        let (mut parents, mut queue) =
            (HashMap::from([(query.start, query.start)]), VecDeque::from([query.start]));
        let (mut stats, mut meter) = (Stats::default(), Meter::new(query.limits));
        while let Some(cell) = queue.pop_front() {
            if cell == query.goal {
                return Ok(Answer { outcome: Outcome::Found(path_to(cell, &parents)), stats });
            }
            // Four neighbours are four units of work.
            if !meter.may_expand(&mut stats, 4)
                && let Some(why) = meter.stopped()
            {
                return Ok(Answer {
                    outcome: Outcome::Stopped { why, nearest: path_to(cell, &parents) },
                    stats,
                });
            }
            for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                let next = Cell::new(cell.x + dx, cell.y + dy);
                if map.is_free(next) && !parents.contains_key(&next) {
                    parents.insert(next, cell);
                    queue.push_back(next);
                }
            }
        }
        Ok(Answer { outcome: Outcome::Unreachable, stats })
    }

    fn update_with(&mut self, map: &Map, _: &Preparation) -> Result<Update, PrepareError> {
        map.supports_only(FLOOD, &[])?;
        Ok(Update::Unchanged)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn rule(&self) -> PathRule {
        PathRule::Steps(DiagonalRule::Never)
    }

    fn ends(&self) -> Ends {
        Ends::Cells
    }
}

fn path_to(mut cell: Cell, parents: &HashMap<Cell, Cell>) -> Path {
    let mut cells = vec![cell];
    while parents[&cell] != cell {
        cell = parents[&cell];
        cells.push(cell);
    }
    cells.reverse();
    let cost = (cells.len() - 1) as f64;
    Path::new(cells, cost)
}

/// What a registry knows of it.
static DESCRIPTOR: Descriptor = Descriptor {
    id: FLOOD,
    name: "Breadth-first search",
    paper: "Moore 1959",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &[],
    index: None,
    build: |map, _, _| {
        map.supports_only(FLOOD, &[])?;
        Ok(Box::new(Flood))
    },
};

/// A cellar.
const MAP: &[u8] = b"
......................
.S...####.....#....##.
......#.......#....#..
....###..##...##......
....#.....#....#......
..........#....##...G.
......................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Drawing { map, start: Some(start), goal: Some(goal) } = parse_ascii(MAP, "cellar")? else {
        panic!("S and G are on the map");
    };
    let registry = Registry::core().with(&DESCRIPTOR);
    let (query, mut workspace) = (Query::new(start, goal), Workspace::new());
    let mut plan = |spec| {
        registry.planner(spec, &map)?.plan(&map, &query, &mut workspace).map_err(tautline::Error::from)
    };
    let answers = [plan("flood")?, plan("astar:diagonal=never")?];
    let [flood, astar] = answers.each_ref().map(|answer| answer.path().expect("there is a way").cost());
    assert!((flood - astar).abs() < 1e-9);
    assert!(answers[0].stats.expanded > answers[1].stats.expanded);

    let text = format!(
        "Two paths of {flood} steps; our own planner has expanded {} cells, A* {}.",
        answers[0].stats.expanded, answers[1].stats.expanded
    );
    let path = answers[0].path().expect("there is a way");
    show::show(
        "A planner of one's own",
        [(&text, Scene::new(&map).path(path.positions()).start(start).goal(goal))],
    )
}
