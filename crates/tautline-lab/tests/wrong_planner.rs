//! A planner that is wrong at one query ends the measurement, and the query is named.

use std::sync::atomic::{AtomicUsize, Ordering};

use tautline::engine::{Algorithm, Descriptor, Ends, Guarantee, Preparation, PrepareError, Registry, Update};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::moves::PathRule;
use tautline::path::Path;
use tautline::planners::{AStar, AStarConfig};
use tautline::search::{Answer, Observer, Outcome, Query, QueryError, Workspace};
use tautline_lab::LabError;
use tautline_lab::harness::{Journal, Method, Origin, Setting, World, measure};

/// What is wrong with its answer to the query from (0, 0) to (4, 2); all its other answers are those of A*.
#[derive(Clone, Copy)]
enum Fault {
    /// It goes one step to the side and back again, and says so.
    Detour,
    /// It goes through a wall.
    ThroughAWall,
    /// It says that its path is shorter than it is.
    WrongCost,
    /// It ends beside the goal.
    WrongEnd,
    /// It finds none.
    NoPath,
    /// It is right every other time.
    Moody,
}

struct Wrong {
    right: AStar,
    fault: Fault,
    calls: AtomicUsize,
}

impl Algorithm for Wrong {
    fn id(&self) -> &'static str {
        "wrong"
    }

    fn plan(&self, map: &Map, query: &Query, workspace: &mut Workspace) -> Result<Answer, QueryError> {
        let mut answer = self.right.plan(map, query, workspace)?;
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        let Outcome::Found(path) = &mut answer.outcome else { return Ok(answer) };
        if (query.start, query.goal) != (Cell::new(0, 0).into(), Cell::new(4, 2).into()) {
            return Ok(answer);
        }
        let (mut cells, cost) = (path.cells().unwrap().to_vec(), path.cost());
        let mut detour = || {
            cells.splice(1..1, [Cell::new(0, 1), Cell::new(0, 0)]);
            Path::new(cells.clone(), cost + 2.0)
        };
        *path = match self.fault {
            Fault::Detour => detour(),
            Fault::ThroughAWall => {
                let cells = [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2)].map(Cell::from);
                Path::new(cells.into(), 2.0 + 8f64.sqrt())
            }
            Fault::WrongCost => Path::new(cells, cost - 1.0),
            Fault::WrongEnd => {
                cells.pop();
                Path::new(cells, cost - 1.0)
            }
            Fault::NoPath => {
                answer.outcome = Outcome::Unreachable;
                return Ok(answer);
            }
            Fault::Moody if calls >= 3 => detour(),
            Fault::Moody => return Ok(answer),
        };
        Ok(answer)
    }

    fn plan_observed(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        _: &mut dyn Observer,
    ) -> Result<Answer, QueryError> {
        self.plan(map, query, workspace)
    }

    fn update_with(&mut self, _: &Map, _: &Preparation) -> Result<Update, PrepareError> {
        Ok(Update::Unchanged)
    }

    fn rule(&self) -> PathRule {
        self.right.rule()
    }

    fn ends(&self) -> Ends {
        Ends::Cells
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

/// A planner with a fault, for a map.
fn wrong(map: &Map, fault: Fault) -> Result<Box<dyn Algorithm>, PrepareError> {
    let right = AStar::new(map, AStarConfig::default())?;
    Ok(Box::new(Wrong { right, fault, calls: AtomicUsize::new(0) }))
}

const WRONG: Descriptor = Descriptor {
    id: "wrong",
    name: "A* with a fault",
    paper: "",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &[],
    index: None,
    build: |map, _, _| wrong(map, Fault::Detour),
};

static DETOUR: Descriptor = WRONG;
static THROUGH_A_WALL: Descriptor =
    Descriptor { build: |map, _, _| wrong(map, Fault::ThroughAWall), ..WRONG };
static WRONG_COST: Descriptor = Descriptor { build: |map, _, _| wrong(map, Fault::WrongCost), ..WRONG };
static WRONG_END: Descriptor = Descriptor { build: |map, _, _| wrong(map, Fault::WrongEnd), ..WRONG };
static NO_PATH: Descriptor = Descriptor { build: |map, _, _| wrong(map, Fault::NoPath), ..WRONG };
static MOODY: Descriptor = Descriptor { build: |map, _, _| wrong(map, Fault::Moody), ..WRONG };

/// What comes of measuring it beside Dijkstra.
fn measured(planner: &'static Descriptor) -> Result<(), LabError> {
    let registry = Registry::core().with(planner);
    let planners = ["dijkstra", "wrong"].map(|planner| registry.select(planner).unwrap()).into();
    let world = |_| {
        let map = Map::from_rows([".....", ".###.", "....."]).unwrap();
        let queries = vec![((4, 2), (0, 0)), ((0, 0), (4, 2)), ((0, 2), (4, 0))];
        Ok(World { map, queries, source: None })
    };
    let setting =
        Setting { name: "rooms".into(), worlds: 1, world: Box::new(world), peers: Vec::new(), planners };
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(&folder.path().join("a.csv"), &Origin::default())?;
    measure("trial", &[setting], &Method::of_papers(2), &mut journal, &mut |_, _, _| {})
}

#[test]
fn the_query_is_named_with_all_that_is_needed_to_repeat_it() {
    for (planner, fault) in [
        (&DETOUR, "found length 8, expected from 6 to 6, which is what dijkstra found"),
        (&THROUGH_A_WALL, "(1, 1)"),
        (&WRONG_COST, "says that it costs 5, but it costs 6"),
        (&WRONG_END, "the path does not lead from the start to the goal"),
        (&NO_PATH, "found None, expected Some(6.0), which is what dijkstra found"),
        (&MOODY, "a later pass gave another answer"),
    ] {
        let told = measured(planner).unwrap_err().to_string();
        let query = "wrong answer of wrong on rooms, world 0, query 1 from (0, 0) to (4, 2): ";
        assert!(told.starts_with(query) && told.contains(fault), "{told}");
    }
}
